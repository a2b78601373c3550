import { beforeAll, describe, expect, it } from 'vitest';
import { loadParsers } from '../../../src/syntax/index.js';
import { edited } from './edited.js';

beforeAll(() => loadParsers(['yaml']));

const TEAM = `# The desk
agent:
  model: m   # small
  tools:
    - { type: function, name: refund }
    - type: shell
      why: |
        for logs

multi_agent: { enabled: true }
`;

describe('an edit of YAML', () => {
  it('adds a member to a map in braces', () => {
    expect(edited('a.yaml', TEAM, ['multi_agent'], (at) => at.set('max', 4))).toBe(
      TEAM.replace('true }', 'true, max: 4 }'),
    );
    expect(edited('a.yaml', 'a: {}\n', ['a'], (at) => at.set('b', 'x: y'))).toBe('a: { b: "x: y" }\n');
  });

  it('adds members to a block, at its end and its indentation', () => {
    expect(
      edited('a.yaml', TEAM, [], (at) =>
        at.merge({ controls: { tools: { refund: { approval: { by: 'human' } } } } }),
      ),
    ).toBe(
      `${TEAM}controls:\n  tools:\n    refund:\n      approval: { by: human }\n`.replace(
        '}\ncontrols',
        '}\ncontrols',
      ),
    );
    expect(edited('a.yaml', TEAM, ['agent'], (at) => at.set('name', 'on'))).toBe(
      TEAM.replace('for logs\n', 'for logs\n  name: "on"\n'),
    );
    expect(edited('a.yaml', TEAM, ['agent', 'tools', 1], (at) => at.set('ask', true))).toBe(
      TEAM.replace('for logs\n', 'for logs\n      ask: true\n'),
    );
    expect(edited('a.yaml', 'a:\r\n  b: 1 # one', ['a'], (at) => at.set('c', 2))).toBe(
      'a:\r\n  b: 1 # one\r\n  c: 2',
    );
  });

  it('merges into what is there, and gives a key without a value its members', () => {
    const text = 'controls:\n    tracing: { sink: a }\n    tools: # none yet\nname: x\n';
    expect(
      edited('a.yaml', text, [], (at) =>
        at.merge({ controls: { tools: { t: { approval: { by: 'human' } } }, tracing: { sink: 'b' } } }),
      ),
    ).toBe(
      'controls:\n    tracing: { sink: b }\n    tools: # none yet\n        t:\n            approval: { by: human }\nname: x\n',
    );
    expect(edited('a.yaml', 'a:\nb: 1\n', ['a'], (at) => at.replace('x'))).toBe('a: x\nb: 1\n');
  });

  it('replaces a value in the quotes that it has', () => {
    expect(edited('a.yaml', "a: 'http://x' # c\n", ['a'], (at) => at.replace('https://x'))).toBe(
      "a: 'https://x' # c\n",
    );
    expect(edited('a.yaml', 'a: "x"\n', ['a'], (at) => at.replace('y'))).toBe('a: "y"\n');
    expect(edited('a.yaml', 'a:\n  - b\n  - c\nd: 1\n', ['a'], (at) => at.replace(['x']))).toBe(
      'a:\n  [x]\nd: 1\n',
    );
  });

  it('takes members and items out with their lines', () => {
    expect(edited('a.yaml', TEAM, ['agent', 'model'], (at) => at.remove())).toBe(
      TEAM.replace('  model: m   # small\n', ''),
    );
    expect(edited('a.yaml', TEAM, ['agent', 'tools', 0], (at) => at.remove())).toBe(
      TEAM.replace('    - { type: function, name: refund }\n', ''),
    );
    expect(edited('a.yaml', TEAM, ['agent', 'tools', 1, 'type'], (at) => at.remove())).toBe(
      TEAM.replace('- type: shell\n      why', '- why'),
    );
    expect(edited('a.yaml', TEAM, ['agent', 'tools', 0, 'type'], (at) => at.remove())).toBe(
      TEAM.replace('{ type: function, name', '{ name'),
    );
    expect(edited('a.yaml', 'ignore:\n  - x\nb: 1\n', ['ignore', 0], (at) => at.remove())).toBe(
      'ignore: []\nb: 1\n',
    );
    expect(edited('a.yaml', 'a: 1\nb: 2', ['b'], (at) => at.remove())).toBe('a: 1');
  });

  it('appends items in the style of the list', () => {
    expect(edited('a.yaml', 'l: [a]\n', ['l'], (at) => at.append('*'))).toBe('l: [a, "*"]\n');
    expect(
      edited('a.yaml', 'l:\n- a # x\nm: 1\n', ['l'], (at) => at.append({ f: 'b', c: { d: { e: 1 } } })),
    ).toBe('l:\n- a # x\n- f: b\n  c:\n    d: { e: 1 }\nm: 1\n');
  });

  it('renames a key', () => {
    expect(
      edited('a.yaml', 'requirments: { beta: allowed } # x\n', ['requirments'], (at) =>
        at.rename('requirements'),
      ),
    ).toBe('requirements: { beta: allowed } # x\n');
  });

  it('edits nothing that stands elsewhere too, through an anchor or a merge key', () => {
    const shared = 'a: &x { b: 1 }\nc: *x\nd:\n  <<: *x\n';
    expect(edited('a.yaml', shared, ['a'], (at) => at.set('e', 1))).toBeUndefined();
    expect(edited('a.yaml', shared, ['c', 'b'], (at) => at.replace(2))).toBeUndefined();
    expect(edited('a.yaml', shared, ['d', 'b'], (at) => at.remove())).toBeUndefined();
    expect(edited('a.yaml', shared, ['d'], (at) => at.set('b', 2))).toBe(`${shared}  b: 2\n`);
  });

  it('edits one document of a stream', () => {
    expect(edited('a.yaml', '---\na: 1\n---\na: 2\n', ['a'], (at) => at.replace(3))).toBe(
      '---\na: 3\n---\na: 2\n',
    );
  });
});
