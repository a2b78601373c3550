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
  return answerIn(cwd, steps, args);
}

/** The same on a terminal of some columns. */
function answerIn(
  cwd: string,
  steps: readonly (readonly [string, string])[],
  args: readonly string[],
  columns?: number,
): Answered {
  const run = spawnSync('python3', [DRIVER], {
    encoding: 'utf8',
    timeout: 600_000,
    input: JSON.stringify({
      cwd,
      command: [process.execPath, BIN, 'decide', '--interactive', ...args],
      environment: { PATH: process.env.PATH ?? '', HOME: cwd, TERM: 'xterm', NO_COLOR: '1' },
      steps,
      ...(columns === undefined ? {} : { columns }),
    }),
  });
  if (run.status !== 0) throw new Error(run.stderr);
  const { missing, ...answered } = JSON.parse(run.stdout) as Answered & { missing: string | null };
  const output = answered.output
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal is driven by them
    .replace(/\x1b\[[0-9;?]*[A-Za-z]/g, '')
    .replaceAll('\r', '');
  if (missing !== null) throw new Error(`"${missing}" was not shown:\n${output}`);
  if (answered.status < 0) throw new Error(`It waits for more:\n${output}`);
  return { ...answered, output };
}

const CONFIG = `# What the board decided.
requirements:
  residency: [us] # see DPIA-7
rules:
  approval/missing: warning # for now
`;

describe('the questions that still decide', () => {
  it('are first those that can exclude a runtime or change a condition, then those that settle the outcome', () => {
    expect(openQuestions({}).slice(0, 4)).toEqual(['residency', 'zero_data_retention', 'beta', 'needs']);
    expect(openQuestions({ needs: ['durable-session'] })).toEqual([
      'residency',
      'zero_data_retention',
      'beta',
    ]);
    // Managed is excluded: retention still changes what the conditions name, and beta changes nothing.
    expect(openQuestions({ needs: ['durable-session'], residency: ['eu'] })).toEqual([
      'zero_data_retention',
      'prefer',
      'languages',
    ]);
    expect(openQuestions({ needs: ['code-first-control'] })).toEqual(['residency', 'zero_data_retention']);
    expect(
      openQuestions({ needs: ['code-first-control'], residency: ['any'], zero_data_retention: false }),
    ).toEqual([]);
  });
});

describe('decide --interactive without a terminal', () => {
  it('ends with 2 and names the flags', async () => {
    const run = await runCli(folderWith({}), ['decide', '--interactive']);
    expect([run.status, run.stdout]).toEqual([2, '']);
    expect(run.stderr).toBe(
      'agent-lint: --interactive needs a terminal as standard input and output. State the requirements with flags instead: --residency, --zdr, --need, --beta, --language, --prefer.\n' +
        'For example: agent-lint decide --residency eu --zdr --need durable-session --beta forbidden --language python --prefer framework\n',
    );
  });

  it('takes neither paths nor --what-if', async () => {
    const folder = folderWith({ 'a/b.txt': '' });
    for (const more of [['a'], ['--what-if', 'zdr=true']])
      expect((await runCli(folder, ['decide', '-i', ...more])).stderr).toMatch(
        /^agent-lint: --interactive asks /,
      );
  });
});

describe.skipIf(!hasPython)('decide --interactive on a terminal (needs python3)', () => {
  it('takes no number for a language: no list of them is shown', () => {
    const skipped = ['residency', 'zero_data_retention', 'beta', 'needs'].map(
      (key) => [`(${key})`, '\n'] as const,
    );
    const { output } = answer(folderWith({ '.git/HEAD': '' }), [
      ...skipped,
      ['(languages)', '1\n'],
      ['Name languages, such as python, not `1`.', 'q\n'],
      ['[y/N]', '\n'],
    ]);
    expect(output).toContain('No runtime is recommended yet');
  });

  it('asks what decides, shows after each answer what is left, and writes the configuration with its comments', async () => {
    const folder = folderWith({ '.git/HEAD': '', 'agent-lint.config.yaml': CONFIG });
    const { status, output } = answer(folder, [
      ['Must nothing be kept after a call? (zero_data_retention)', ''],
      ['> ', 'perhaps\n'],
      ['Answer yes or no, not `perhaps`.', ''],
      ['> ', 'no because DPIA-7\n'],
      ['Still to ask: beta, needs, languages.', ''],
      ['May production rest on a beta surface? (beta)', ''],
      ['> ', 'n\n'],
      ['The managed agent service: excluded.', ''],
      ['What do the agents need from a runtime? (needs)', ''],
      ['1  durable-session        a durable session\r\n', ''],
      ['> ', '1,artifacts\n'],
      ['Left: the open-source agent framework and a Responses-style API plus tools.', ''],
      ['Which runtime do you prefer? (prefer)', ''],
      ['> ', '1\n'],
      ['Nothing is left to ask.', ''],
      [
        'Recommended runtime: the open-source agent framework, but no eligible runtime is shown to meet a',
        '',
      ],
      ['Write this to agent-lint.config.yaml? [y/N] ', 'y\n'],
      ['Write a decision record to docs/adr? [y/N] ', 'y\n'],
      ['Wrote docs/adr/0001-run-the-agents-on-the-open-source-agent-framework.md.', ''],
    ]);
    expect(status).toBe(0);
    expect(output).toContain('Wrote agent-lint.config.yaml.');
    expect(readFileSync(join(folder, 'agent-lint.config.yaml'), 'utf8')).toBe(`# What the board decided.
requirements:
  residency: [us] # see DPIA-7
  zero_data_retention: false
  beta: forbidden
  needs: [durable-session, artifacts]
  prefer: [framework]
  because: { zero_data_retention: DPIA-7 }
rules:
  approval/missing: warning # for now
`);
    expect(JSON.parse((await runCli(folder, ['decide', '--format', 'json'])).stdout)).toMatchObject({
      recommended: 'framework',
    });
    const record = join(folder, 'docs/adr/0001-run-the-agents-on-the-open-source-agent-framework.md');
    expect(readFileSync(record, 'utf8')).toContain('- Data may be kept (DPIA-7)\n');
  });

  it('goes back with b, shows the rule with ?, and favours no runtime by its words', () => {
    const folder = folderWith({ '.git/HEAD': '' });
    const { output } = answer(
      folder,
      [
        ['(residency)', ''],
        ['> ', 'b\n'],
        ['This is the first question.', ''],
        ['> ', '?\n'],
        ['In our words, as of ', ''],
        ['- Constraint 1: The managed agent service processes data in the US only.', ''],
        ['> ', 'eu\n'],
        ['(zero_data_retention)', ''],
        ['> ', 'b\n'],
        ['(residency)', ''],
        ['> ', 'us\n'],
        ['(zero_data_retention)', ''],
        ['> ', '\n'],
        ['(beta)', ''],
        ['> ', 'b\n'],
        ['(zero_data_retention)', ''],
        ['> ', 'no\n'],
        ['(beta)', ''],
        ['> ', 'yes\n'],
        ['(needs)', ''],
        ['> ', 'q\n'],
        ['[y/N] ', 'n\n'],
        ['[y/N] ', 'n\n'],
      ],
      '--format',
      'json',
    );
    expect(output).toContain('+  residency: [us]');
    expect(output).toContain('+  zero_data_retention: false');
    const choices = output.slice(output.indexOf('What do the agents need'));
    expect(choices.slice(0, choices.indexOf('Numbers or names'))).not.toMatch(/managed|framework|Responses/);
    expect(existsSync(join(folder, 'docs'))).toBe(false);
  });

  it('wraps at the width of the terminal', () => {
    const folder = folderWith({ '.git/HEAD': '' });
    const { output } = answerIn(
      folder,
      [
        ['> ', '?\n'],
        ['> ', 'q\n'],
        ['[y/N] ', 'n\n'],
        ['[y/N] ', 'n\n'],
      ],
      ['--zdr'],
      60,
    );
    expect(Math.max(...output.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60);
  });

  it('makes a configuration where there is none, writes JSON too, and obeys the flags', () => {
    const empty = folderWith({ '.git/HEAD': '' });
    const steps = [
      ['(residency)', ''],
      ['> ', '\n'],
      ['(needs)', ''],
      ['> ', 'code-first-control\n'],
      ['[y/N] ', 'yes\n'],
      ['[y/N] ', 'n\n'],
    ] as const;
    expect(answer(empty, steps, '--zdr').status).toBe(0);
    expect(readFileSync(join(empty, 'agent-lint.config.yaml'), 'utf8')).toBe(
      'requirements:\n  zero_data_retention: true\n  needs: [code-first-control]\n',
    );
    const json = folderWith({ '.git/HEAD': '', 'agent-lint.config.json': '{\n  "preset": "strict"\n}\n' });
    expect(
      answer(json, [
        ['(residency)', ''],
        ['> ', 'eu because DPIA-7\n'],
        ['> ', 'q\n'],
        ['[y/N] ', 'y\n'],
        ['[y/N] ', 'n\n'],
      ]).status,
    ).toBe(0);
    expect(JSON.parse(readFileSync(join(json, 'agent-lint.config.json'), 'utf8'))).toEqual({
      preset: 'strict',
      requirements: { residency: ['eu'], because: { residency: 'DPIA-7' } },
    });
  });

  it('skips a question with Enter, ends with q, and writes nothing that is not agreed to', () => {
    const folder = folderWith({ '.git/HEAD': '' });
    const skipped = answer(folder, [
      ['(residency)', ''],
      ['> ', 'germany\n'],
      ['Unknown region `germany`.', ''],
      ['> ', 'de\n'],
      ['(zero_data_retention)', ''],
      ['> ', '\n'],
      ['(needs)', ''],
      ['> ', '\n'],
      ['(prefer)', ''],
      ['> ', 'q\n'],
      ['[y/N] ', '\n'],
      ['Nothing was written.', ''],
      ['[y/N] ', '\n'],
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
      ['> ', 'us\n'],
      ['(zero_data_retention)', ''],
      ['> ', '\x03'],
    ]);
    expect(broken.status).toBe(130);
    expect(broken.output).toContain('agent-lint: Interrupted. Nothing was written.');
    expect(existsSync(join(folder, 'agent-lint.config.yaml'))).toBe(false);
  });

  it('prints the decision to a file in the format that is asked for', () => {
    const folder = folderWith({ '.git/HEAD': '' });
    const steps = [
      ['(residency)', ''],
      ['> ', 'us\n'],
      ['> ', 'no\n'],
      ['> ', 'yes\n'],
      ['(needs)', ''],
      ['> ', '5\n'],
      ['[y/N] ', 'n\n'],
      ['[y/N] ', 'n\n'],
    ] as const;
    expect(answer(folder, steps, '--format', 'json', '-o', 'decision.json').status).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'decision.json'), 'utf8')).recommended).toBe('framework');
  });

  it('asks nothing where the stated requirements decide', () => {
    const folder = folderWith({
      '.git/HEAD': '',
      'agent-lint.config.yaml':
        'requirements: { needs: [code-first-control], residency: [any], zero_data_retention: false }\n',
    });
    const { status, output } = answer(folder, [['Write a decision record to docs/adr? [y/N] ', '\n']]);
    expect(status).toBe(0);
    expect(output).toContain('The stated requirements decide: nothing is left to ask.');
    expect(output).not.toContain('Write this to');
  });
});
