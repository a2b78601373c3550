import { describe, expect, it } from 'vitest';
import { quoteFrom, renderFrame } from '../../src/report/shared/code-frame.js';
import { range } from './results.js';

const PLAIN = { gutter: (text: string) => text, carets: (text: string) => text };

function frame(text: string, at: ReturnType<typeof range>, width = 60): string[] {
  return renderFrame(quoteFrom(text), at, width, PLAIN);
}

describe('a code frame', () => {
  it('shows the line before and after, and carets under the exact place', () => {
    expect(frame('one\ntwo three\nfour\nfive', range(2, 5, 10))).toEqual([
      '1 | one',
      '2 | two three',
      '  |     ^^^^^',
      '3 | four',
    ]);
  });

  it('leaves out lines that are empty or do not exist', () => {
    expect(frame('\nx', range(2, 1, 2))).toEqual(['2 | x', '  | ^']);
    expect(frame('only', range(1, 1, 1))).toEqual(['1 | only', '  | ^']);
    expect(frame('only', range(7, 1, 2))).toEqual([]);
  });

  it('counts lines by line feed, carriage return and both, and ignores a byte-order mark', () => {
    expect(frame('\ufeffa\r\nb\rc\nd', range(3, 1, 2))).toEqual(['2 | b', '3 | c', '  | ^', '4 | d']);
  });

  it('keeps the carets in place after tabs, wide characters and escapes', () => {
    expect(frame('\t漢\u202e x', range(1, 5, 6))).toEqual(['1 |   漢\\u{202e} x', '  |              ^']);
  });

  it('marks the first line of a place that spans lines', () => {
    expect(frame('agent:  \n  model: x\n  tools: []', range(1, 1, 12, 3))).toEqual([
      '1 | agent:',
      '  | ^^^^^^ to line 3',
      '2 |   model: x',
    ]);
  });

  it('cuts a long line around the place', () => {
    const line = `${'a'.repeat(500)}HERE${'b'.repeat(500)}`;
    expect(frame(line, range(1, 501, 505), 44)).toEqual([
      `1 | …${'a'.repeat(13)}HERE${'b'.repeat(21)}…`,
      `  | ${' '.repeat(14)}^^^^`,
    ]);
  });

  it('cuts carets that would leave the shown part', () => {
    const rows = frame(`k: ${'v'.repeat(1000)}`, range(1, 4, 1004), 44);
    expect(rows).toEqual([`1 | k: ${'v'.repeat(35)}…`, `  |    ${'^'.repeat(35)}`]);
  });

  it('looks at no more of a line than it shows, whatever room its characters take', () => {
    const rows = frame(`x${'\u0301'.repeat(100_000)}y`, range(1, 100_002, 100_003), 44);
    expect(rows[0]?.length).toBeLessThan(1000);
    expect(rows[1]?.length).toBeLessThan(60);
  });

  it('cuts secrets out and keeps the carets on what is left', () => {
    const rows = frame('key: sk-abcdefghijklmnopqrstuvwxyz012345 name: send', range(1, 48, 52));
    expect(rows).toEqual(['1 | key: *** name: send', '  |                ^^^^']);
  });

  it('keeps the carets in place among many secrets on one line', () => {
    const line = `${'"Bearer abcdefghij0123456789" '.repeat(3)}here`;
    expect(frame(line, range(1, 91, 95))).toEqual([
      '1 | "Bearer ***" "Bearer ***" "Bearer ***" here',
      '  |                                        ^^^^',
    ]);
  });

  it('hides what it is set to hide, on every line of it and in every frame of the file', () => {
    const source = quoteFrom('token: hunter2\nnext: |\n  line one\n  line two\nend: 1', [
      range(1, 8, 15),
      range(2, 7, 11, 4),
    ]);
    expect(renderFrame(source, range(1, 8, 15), 60, PLAIN)).toEqual([
      '1 | token: ***',
      '  |        ^^^',
      '2 | next: ***',
    ]);
    expect(renderFrame(source, range(3, 3, 6), 60, PLAIN)).toEqual([
      '2 | next: ***',
      '3 |   ***',
      '  |   ^^^',
      '4 |   ***',
    ]);
  });

  it('hides the middle of a private key, which only its first line tells', () => {
    const key = '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\nc2VjcmV0\n-----END PRIVATE KEY-----\nx: 1';
    const rows = frame(key, range(3, 1, 2));
    expect(rows.join('\n')).not.toContain('c2VjcmV0');
  });
});

describe('an item of a list, alone on its line', () => {
  const KEY = '9f8e7d6c5b4a39281706f5e4d3c2b1a0';
  it.each([
    [`  "${KEY}",`, '  "***",'],
    [`  - ${KEY}`, '  - ***'],
    ['  "claude-3-5-sonnet-20241022-v2",', '  "claude-3-5-sonnet-20241022-v2",'],
    [`  "version": "${KEY}",`, `  "version": "${KEY}",`],
  ])('is hidden where it looks drawn at random: %s', (line, shown) => {
    expect(quoteFrom(line).line(1)?.text).toBe(shown);
  });
});
