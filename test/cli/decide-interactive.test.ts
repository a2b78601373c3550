import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openQuestions } from '../../src/decide/index.js';
import { BIN, folderWith, runCli } from './run-cli.js';

const DRIVER = resolve(import.meta.dirname, 'drive-terminal.py');
const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0;

interface Answered {
  status: number;
  /** What the terminal showed, without its control sequences, with plain line ends. */
  output: string;
}

/** Runs `decide --interactive` on a pseudo-terminal. A step waits for a text, then types. */
function answer(cwd: string, steps: readonly (readonly [string, string])[], ...args: string[]): Answered {
  const run = spawnSync('python3', [DRIVER], {
    encoding: 'utf8',
    timeout: 600_000,
    input: JSON.stringify({
      cwd,
      command: [process.execPath, BIN, 'decide', '--interactive', ...args],
      environment: { PATH: process.env.PATH ?? '', HOME: cwd, TERM: 'xterm', NO_COLOR: '1' },
      steps,
    }),
  });
  if (run.status !== 0) throw new Error(run.stderr);
  const { missing, ...answered } = JSON.parse(run.stdout) as Answered & { missing: string | null };
  const output = answered.output
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal is driven by them
    .replace(/\x1b\[[0-9;?]*[A-Za-z]/g, '')
    .replaceAll('\r', '');
  if (missing !== null) throw new Error(`"${missing}" was not shown:\n${output}`);
  return { ...answered, output };
}

const CONFIG = `# What the board decided.
requirements:
  residency: [us] # see DPIA-7
rules:
  approval/missing: warning # for now
`;

describe('the questions that still decide', () => {
  it('are the keys to ask, then those that the outcome rests on', () => {
    expect(openQuestions({})[0]).toBe('needs');
    expect(openQuestions({ needs: ['durable-session'] })).toEqual([
      'residency',
      'zero_data_retention',
      'beta',
    ]);
    expect(openQuestions({ needs: ['durable-session'], residency: ['eu'] })).toEqual(['prefer', 'languages']);
    expect(openQuestions({ needs: ['code-first-control'] })).toEqual([]);
  });
});

describe('decide --interactive without a terminal', () => {
  it('ends with 2 and names the flags', () => {
    const run = runCli(folderWith({}), ['decide', '--interactive']);
    expect([run.status, run.stdout]).toEqual([2, '']);
    expect(run.stderr).toBe(
      'agent-lint: --interactive needs a terminal as standard input and output. State the requirements with flags instead: --residency, --zdr, --need, --beta, --language, --prefer.\n' +
        'For example: agent-lint decide --residency eu --zdr --need durable-session --beta forbidden --language python --prefer framework\n',
    );
  });

  it('takes neither paths nor --what-if', () => {
    const folder = folderWith({ 'a/b.txt': '' });
    for (const more of [['a'], ['--what-if', 'zdr=true']])
      expect(runCli(folder, ['decide', '-i', ...more]).stderr).toMatch(/^agent-lint: --interactive asks /);
  });
});

describe.skipIf(!hasPython)('decide --interactive on a terminal (needs python3)', () => {
  it('asks what decides, shows after each answer what is left, and writes the configuration with its comments', () => {
    const folder = folderWith({ '.git/HEAD': '', 'agent-lint.config.yaml': CONFIG });
    const { status, output } = answer(folder, [
      ['What do the agents need from a runtime? (needs)', ''],
      ['> ', '1,artifacts\n'],
      ['Still to ask: zero_data_retention, beta.', ''],
      ['Must nothing be kept after a call? (zero_data_retention)', ''],
      ['> ', 'perhaps\n'],
      ['Answer yes or no, not `perhaps`.', ''],
      ['> ', 'no\n'],
      ['Still to ask: beta.', ''],
      ['May production rest on a beta surface? (beta)', ''],
      ['> ', 'n\n'],
      ['The managed agent service: excluded.', ''],
      ['Left: the open-source agent framework and a Responses-style API plus tools.', ''],
      ['Which runtime do you prefer? (prefer)', ''],
      ['> ', '1\n'],
      ['Nothing is left to ask.', ''],
      ['Recommended runtime: the open-source agent framework.', ''],
      ['Write this to agent-lint.config.yaml? [y/N] ', 'y\n'],
    ]);
    expect(status).toBe(0);
    expect(output).toContain('Wrote agent-lint.config.yaml.');
    expect(readFileSync(join(folder, 'agent-lint.config.yaml'), 'utf8')).toBe(`# What the board decided.
requirements:
  residency: [us] # see DPIA-7
  needs: [durable-session, artifacts]
  zero_data_retention: false
  beta: forbidden
  prefer: [framework]
rules:
  approval/missing: warning # for now
`);
    expect(JSON.parse(runCli(folder, ['decide', '--format', 'json']).stdout)).toMatchObject({
      recommended: 'framework',
    });
  });

  it('makes a configuration where there is none, writes JSON too, and obeys the flags', () => {
    const empty = folderWith({ '.git/HEAD': '' });
    const steps = [
      ['> ', 'code-first-control\n'],
      ['[y/N] ', 'yes\n'],
    ] as const;
    expect(answer(empty, steps, '--zdr').status).toBe(0);
    expect(readFileSync(join(empty, 'agent-lint.config.yaml'), 'utf8')).toBe(
      'requirements:\n  zero_data_retention: true\n  needs: [code-first-control]\n',
    );
    const json = folderWith({ '.git/HEAD': '', 'agent-lint.config.json': '{\n  "preset": "strict"\n}\n' });
    expect(
      answer(json, [
        ['> ', '5\n'],
        ['[y/N] ', 'y\n'],
      ]).status,
    ).toBe(0);
    expect(JSON.parse(readFileSync(join(json, 'agent-lint.config.json'), 'utf8'))).toEqual({
      preset: 'strict',
      requirements: { needs: ['code-first-control'] },
    });
  });

  it('skips a question with Enter, ends with q, and writes nothing that is not agreed to', () => {
    const folder = folderWith({ '.git/HEAD': '' });
    const skipped = answer(folder, [
      ['(needs)', ''],
      ['> ', '\n'],
      ['(residency)', ''],
      ['> ', 'germany\n'],
      ['Did you mean `de`?', ''],
      ['> ', 'de\n'],
      ['(prefer)', ''],
      ['> ', 'q\n'],
      ['[y/N] ', '\n'],
      ['Nothing was written.', ''],
    ]);
    expect(skipped.status).toBe(0);
    expect(skipped.output).toContain('Stated: data is processed in DE only.');
    expect(existsSync(join(folder, 'agent-lint.config.yaml'))).toBe(false);
  });

  it('ends at the end of the input with the decision, and at Ctrl+C with 130', () => {
    const folder = folderWith({ '.git/HEAD': '' });
    const ended = answer(folder, [['> ', '\x04']]);
    expect(ended.status).toBe(0);
    expect(ended.output).toContain('No runtime is recommended yet');
    const broken = answer(folder, [
      ['> ', '1\n'],
      ['(residency)', ''],
      ['> ', '\x03'],
    ]);
    expect(broken.status).toBe(130);
    expect(broken.output).toContain('agent-lint: Interrupted. Nothing was written.');
    expect(existsSync(join(folder, 'agent-lint.config.yaml'))).toBe(false);
  });

  it('prints the decision to a file in the format that is asked for', () => {
    const folder = folderWith({ '.git/HEAD': '' });
    const steps = [
      ['> ', '5\n'],
      ['[y/N] ', 'n\n'],
    ] as const;
    expect(answer(folder, steps, '--format', 'json', '-o', 'decision.json').status).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'decision.json'), 'utf8')).recommended).toBe('framework');
  });

  it('asks nothing where the stated requirements decide', () => {
    const folder = folderWith({
      '.git/HEAD': '',
      'agent-lint.config.yaml': 'requirements: { needs: [code-first-control] }\n',
    });
    const { status, output } = answer(folder, []);
    expect(status).toBe(0);
    expect(output).toContain('The stated requirements decide: nothing is left to ask.');
    expect(output).not.toContain('[y/N]');
  });
});
