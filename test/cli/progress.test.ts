import { expect, test } from 'vitest';
import { progressOn } from '../../src/cli/progress.js';

/** What is written by a run that goes on for so many seconds, with one report a second, and then ends. */
function written(isTTY: boolean, seconds: number): string[] {
  const lines: string[] = [];
  let time = 0;
  const write = (line: string): boolean => lines.push(line) > 0;
  const { onFile, end } = progressOn({ isTTY, write } as never, () => time * 1000);
  for (time = 0; time < seconds; time++)
    if (time < 3) onFile(time, 20);
    else onFile(3, 12, { file: 'apps/web/agent.ts', phase: time < 20 ? 'reading' : 'judging' });
  end();
  return lines;
}

test.each([
  [
    'a terminal shows the program and the phase in one line, after a second, and removes it',
    true,
    4,
    [
      '\r\u001b[Kagent-lint: 1 of 20 files, 1 s',
      '\r\u001b[Kagent-lint: 2 of 20 files, 2 s',
      '\r\u001b[Kagent-lint: reading apps/web/agent.ts, 3 of 12 programs, 3 s',
      '\r\u001b[K',
    ],
  ],
  ['a terminal shows nothing of a short run', true, 1, []],
  ['a log has nothing of a run of ten seconds', false, 10, []],
  [
    'a log has a line after ten seconds, and then every thirty',
    false,
    71,
    [
      'agent-lint: reading apps/web/agent.ts, 3 of 12 programs, 10 s\n',
      'agent-lint: judging apps/web/agent.ts, 3 of 12 programs, 40 s\n',
      'agent-lint: judging apps/web/agent.ts, 3 of 12 programs, 70 s\n',
    ],
  ],
] as const)('%s', (_, isTTY, seconds, expected) => {
  expect(written(isTTY, seconds)).toEqual(expected);
});

test('no count of a phase goes back, whatever is read again', () => {
  const lines: string[] = [];
  let time = 0;
  const write = (line: string): boolean => lines.push(line) > 0;
  const { onFile } = progressOn({ isTTY: true, write } as never, () => ++time * 1000);
  const counts = [1, 5, 12, 2, 3, 12, 1];
  for (const [at, done] of counts.entries()) {
    onFile(done, at < 4 ? 12 : 6);
    for (const phase of ['reading', 'judging'] as const)
      onFile(done, at < 4 ? 12 : 6, { file: 'agent.ts', phase });
  }
  for (const of of ['files', 'reading', 'judging']) {
    const own = lines
      .filter((line) => line.includes(of))
      .map((line) => /(\d+) of (\d+)/.exec(line)?.slice(1));
    expect(own).toEqual([1, 5, 12, 12, 12, 12, 12].map((done) => [String(done), '12']));
  }
});
