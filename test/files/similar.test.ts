import { describe, expect, it } from 'vitest';
import { mostAlike } from '../../src/files/similar.js';

const file = (path: string, ...lines: string[]) => ({ path, group: '.yaml', text: `${lines.join('\n')}\n` });

describe('files that may have been renamed', () => {
  it('pairs those that share the most, each once', () => {
    const later = [file('x', 'one', 'two', 'three', 'new'), file('y', 'one', 'two', 'three', 'four')];
    const earlier = [file('a', 'one', 'two', 'three', 'four'), file('b', 'one', 'two', 'three', 'old')];
    expect([...mostAlike(later, earlier)]).toEqual([
      ['y', 'a'],
      ['x', 'b'],
    ]);
  });

  it('pairs nothing below half, nothing empty and nothing of another group', () => {
    const earlier = [file('a', 'one', 'two', 'three', 'four'), { path: 'e', group: '.yaml', text: '' }];
    expect(mostAlike([file('x', 'one', 'k'.repeat(12))], earlier).size).toBe(0);
    expect(mostAlike([{ path: 'x', group: '.yaml', text: '' }], earlier).size).toBe(0);
    expect(mostAlike([{ ...file('x', 'one', 'two', 'three', 'four'), group: '.json' }], earlier).size).toBe(
      0,
    );
  });

  it('counts a line that is repeated as often as both have it', () => {
    const earlier = [file('a', 'same line', 'b', 'c')];
    const later = [file('x', ...Array.from({ length: 40 }, () => 'same line'))];
    expect(mostAlike(later, earlier).size).toBe(0);
  });
});
