import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FORMATS } from '../../src/cli/formats.js';
import { VERSION } from '../../src/generated/version.js';
import { BIN, folderWith, runCli } from './run-cli.js';

const clean = 'agent: { model: m }\nenvironment: { type: hosted }\n';

describe('wrong usage ends with status 2 and says what was meant', () => {
  it.each<[string[], string]>([
    [['chekc'], 'agent-lint: chekc: no such file or folder. Did you mean the command `check`?'],
    [['hlep'], 'agent-lint: hlep: no such file or folder. Did you mean the command `help`?'],
    [['check', 'agnt.yaml'], 'agent-lint: agnt.yaml: no such file or folder. Did you mean `agent.yaml`?'],
    [
      ['check', '--formt', 'json'],
      'agent-lint: Unknown option --formt. Did you mean --format?\nSee agent-lint --help.',
    ],
    [
      ['check', '--no-ignor'],
      'agent-lint: Unknown option --no-ignor. Did you mean --no-ignore?\nSee agent-lint --help.',
    ],
    [
      ['check', '--no-confg'],
      'agent-lint: Unknown option --no-confg. Did you mean --no-config?\nSee agent-lint --help.',
    ],
    [
      ['check', '--no-forma'],
      'agent-lint: Unknown option --no-forma. Did you mean --format?\nSee agent-lint --help.',
    ],
    [
      ['check', '--ignor'],
      'agent-lint: Unknown option --ignor. Did you mean --ignore?\nSee agent-lint --help.',
    ],
    [
      ['check', '--format', 'jsn'],
      `agent-lint: --format takes ${FORMATS.join(', ')}, not \`jsn\`. Did you mean \`json\`?`,
    ],
    [
      ['check', '--rule', 'aproval/missing=off'],
      'agent-lint: Unknown rule `aproval/missing`. Did you mean `approval/missing`? See agent-lint rules.',
    ],
    [
      ['check', '--rule', 'approval/missing=eror'],
      'agent-lint: --rule takes id=severity with error, warning, info or off, not `approval/missing=eror`. Did you mean `error`?',
    ],
    [
      ['check', '--only', 'tracing'],
      'agent-lint: `tracing` is a category. Name one of its rules: tracing/disabled, tracing/missing, tracing/retention-conflict.',
    ],
    [
      ['check', '--fail-on', 'errors'],
      'agent-lint: --fail-on takes error, warning, info, never, not `errors`. Did you mean `error`?',
    ],
    [['check', '--max-warnings', '-1'], 'agent-lint: --max-warnings takes a whole number, not `-1`.'],
    [['check', '--as-of', '2026-02-30'], 'agent-lint: --as-of takes a date as YYYY-MM-DD, not `2026-02-30`.'],
    [
      ['check', '--preset', 'strickt'],
      'agent-lint: --preset takes recommended, strict, not `strickt`. Did you mean `strict`?',
    ],
    [
      ['check', '--config', 'agent-lint.yaml'],
      'agent-lint: --config agent-lint.yaml: no such file. Did you mean `agent.yaml`?',
    ],
    [
      ['check', '--stdin'],
      'agent-lint: --stdin needs --stdin-filename: the name decides how the text is read.',
    ],
    [
      ['decide', '--residency', 'uk'],
      'agent-lint: Unknown region `uk`. Use eu, eea, any or an ISO 3166-1 alpha-2 code such as us or de. Did you mean `gb`?',
    ],
    [
      ['decide', '--need', 'durable-sesion'],
      'agent-lint: Unknown need `durable-sesion`. Use durable-session, long-running, hosted-sandbox, artifacts, code-first-control, custom-orchestration, self-hosted-execution, simple-assistant, call-by-call-control. Did you mean `durable-session`?',
    ],
    [
      ['decide', '--prefer', 'manged'],
      'agent-lint: Unknown runtime `manged`. Use managed, framework, responses. Did you mean `managed`?',
    ],
    [
      ['explain', 'approval/mising'],
      'agent-lint: Unknown rule `approval/mising`. Did you mean `approval/missing`? See agent-lint rules.',
    ],
    [
      ['explain', 'missing'],
      'agent-lint: Unknown rule `missing`. Did you mean `approval/missing` or `tracing/missing`? See agent-lint rules.',
    ],
    [['payload', 'program.ts'], 'agent-lint: program.ts is not an agent config or a session payload.'],
    [
      ['explain', 'approval/auto-approved', '--framework', 'LangChain'],
      'agent-lint: The page of approval/auto-approved has no program for `LangChain`. It has programs for none. See `agent-lint explain approval/unanswered --framework "LangChain"`.',
    ],
    [['explain'], 'agent-lint: explain needs a rule: agent-lint explain <rule>\nSee agent-lint --help.'],
    [['check', '--format'], 'agent-lint: --format needs a value.\nSee agent-lint --help.'],
    [['check', '-x'], 'agent-lint: Unknown option -x.\nSee agent-lint --help.'],
    [['decide', '--zdr=yes'], 'agent-lint: --zdr takes true or false, not `yes`.\nSee agent-lint --help.'],
    [
      ['check', '--exit-zero=1'],
      'agent-lint: --exit-zero takes true or false, not `1`.\nSee agent-lint --help.',
    ],
    [['decide', '--residency', ''], 'agent-lint: --residency needs a value.'],
    [['decide', '--need', ','], 'agent-lint: --need needs a value.'],
    [['check', '--only', ''], 'agent-lint: --only needs a value.'],
    [['check', '--exclude='], 'agent-lint: --exclude needs a value.'],
    [
      ['check', '--exclude', 'a/**', '--exclude', 'src/@(a|b)'],
      'agent-lint: --exclude: the glob `src/@(a|b)` uses `@(a|b)`, a form that is not supported: list the alternatives, as in `{a,b}`.',
    ],
    [
      ['inspect', '--exclude', 'v{1..3}'],
      'agent-lint: --exclude: the glob `v{1..3}` uses `{1..3}`, a form that is not supported: list the alternatives, as in `{a,b}`.',
    ],
    [
      ['check', '--rule', 'approval/missing=off=error'],
      'agent-lint: --rule takes id=severity with error, warning, info or off, not `approval/missing=off=error`.',
    ],
    [['check', '--stdin-filename', 'a.yaml'], 'agent-lint: --stdin-filename needs --stdin.'],
    [['payload', '--', '-nope.yaml'], 'agent-lint: ./-nope.yaml: no such file or folder.'],
    [
      ['decide', '--residency', 'eu', 'us'],
      'agent-lint: us: no such file or folder. To give several values, repeat the option or use commas: --residency eu,us',
    ],
    [
      ['rules', 'x'],
      'agent-lint: Unexpected argument `x`. To give several values, repeat the option or use commas.\nSee agent-lint --help.',
    ],
    [['check', '--', 'nope.json'], 'agent-lint: nope.json: no such file or folder.'],
    [
      ['check', 'agent.yaml', '--stdin', '--stdin-filename', 'a.yaml'],
      'agent-lint: --stdin takes no paths. Name the file with --stdin-filename.',
    ],
    [['check', ''], 'agent-lint: A path is empty. Without a path, the working directory is checked.'],
    [['inspect', ''], 'agent-lint: A path is empty. Without a path, the working directory is checked.'],
    [['help', 'chek'], 'agent-lint: Unknown command `chek`. Did you mean `check`?\nSee agent-lint --help.'],
    [['merge'], 'agent-lint: merge needs files: agent-lint merge <files..>\nSee agent-lint --help.'],
    [['diff'], 'agent-lint: diff needs a ref: agent-lint diff <ref>\nSee agent-lint --help.'],
    [['payload', '.'], 'agent-lint: payload needs a file: . is a folder.'],
    [['payload', 'nothing.yaml'], 'agent-lint: nothing.yaml: no such file or folder.'],
  ])('%j', async (args, message) => {
    const run = await runCli(folderWith({ 'agent.yaml': clean, 'program.ts': '' }), args);
    expect(run.stderr.trimEnd()).toBe(message);
    expect(run.status).toBe(2);
  });

  it('takes a file behind -- also where a command asks for one, whatever it begins with', async () => {
    const folder = folderWith({ '-a.agent.yaml': clean });
    const named = await runCli(folder, ['payload', '--format', 'json', '--', '-a.agent.yaml']);
    expect(named).toEqual(await runCli(folder, ['payload', './-a.agent.yaml', '--format', 'json']));
    expect(named.status).toBe(0);
  });

  it('parts no glob at the commas within its braces', async () => {
    const folder = folderWith({ 'a.agent.yaml': clean, 'b.agent.yaml': clean, 'c.agent.yaml': clean });
    const files = async (...globs: string[]) => {
      const args = globs.flatMap((glob) => ['--exclude', glob]);
      const run = await runCli(folder, ['check', '--format', 'json', ...args]);
      return JSON.parse(run.stdout).files.map(({ path }: { path: string }) => path);
    };
    expect(await files('{a,b}.agent.yaml')).toEqual(['c.agent.yaml']);
    expect(await files('a.agent.yaml,b.*')).toEqual(['c.agent.yaml']);
  });

  it('reads no configuration where --no-config comes last', async () => {
    const folder = folderWith({
      'agent.yaml': clean,
      'agent-lint.config.yaml': 'rules: { tracing/missing: off }\n',
    });
    const alone = await runCli(folder, ['check', '--no-config']);
    expect(await runCli(folder, ['check', '--config', 'x.yaml', '--no-config'])).toEqual(alone);
    expect(alone.stdout).toContain('tracing/missing');
  });

  it('still reports the paths that exist', async () => {
    const run = await runCli(folderWith({ 'agent.yaml': clean }), [
      'check',
      'agent.yaml',
      'no.yaml',
      '--format',
      'json',
    ]);
    expect(run.status).toBe(2);
    expect(JSON.parse(run.stdout).files).toEqual([{ path: 'agent.yaml', dialect: 'session' }]);
  });
});

describe('the exit status', () => {
  const flawed =
    'agent: { tools: [{ type: function, name: issue_refund }] }\nenvironment: { type: hosted }\n';

  it('is 0 for warnings, 1 for errors, and follows --fail-on and --max-warnings', async () => {
    const folder = folderWith({ 'clean/agent.yaml': clean, 'flawed/agent.yaml': flawed });
    const status = async (...args: string[]) => (await runCli(folder, ['check', ...args])).status;
    expect(await status('clean')).toBe(0);
    expect(await status('flawed')).toBe(1);
    expect(await status('flawed', '--exit-zero')).toBe(0);
    expect(await status('flawed', '--fail-on', 'never')).toBe(0);
    expect(await status('clean', '--fail-on', 'warning')).toBe(1);
    expect(await status('clean', '--max-warnings', '0')).toBe(1);
    expect(await status('clean', '--max-warnings', '9')).toBe(0);
    for (const format of ['pretty', 'json', 'sarif', 'github'])
      expect(await status('flawed', '--format', format)).toBe(1);
  });

  it('is 3 where the configuration is invalid, and nothing is linted', async () => {
    const folder = folderWith({
      'agent.yaml': flawed,
      'agent-lint.config.yaml': 'requirments: {}\nrules:\n  aproval/missing: error\n',
    });
    const run = await runCli(folder, ['check']);
    expect(run).toMatchObject({ status: 3, stdout: '' });
    expect(run.stderr).toContain('agent-lint.config.yaml:1:1:');
    expect(run.stderr).toContain('Did you mean `requirements`?');
    expect(run.stderr).toContain('agent-lint.config.yaml:3:3:');
    expect(run.stderr).toContain('Did you mean `approval/missing`?');
    expect((await runCli(folder, ['check', '--no-config'])).status).toBe(1);
  });

  it('is 4 where a search finds no agent, and 0 where files were named', async () => {
    const folder = folderWith({ 'package.json': '{"name":"x"}', 'notes.yaml': 'a: 1\n' });
    const searched = await runCli(folder, ['check', '--format', 'json']);
    expect(searched.status).toBe(4);
    expect(JSON.parse(searched.stdout).findings).toEqual([]);
    expect(searched.stderr).toBe(
      'agent-lint: No agent configuration found among 2 files. agent-lint inspect --files gives the reason for each.\n',
    );
    expect(await runCli(folder, ['check', '--allow-none'])).toMatchObject({
      status: 0,
      stderr: 'agent-lint: No agent configuration found among 2 files.\n',
    });
    const named = await runCli(folder, ['check', 'package.json', 'notes.yaml']);
    expect(named.status).toBe(0);
    expect(named.stderr).toContain('agent-lint: No agent configuration found in the named files.\n');
  });
});

describe('paths behind --', () => {
  it('are paths like any other', async () => {
    const folder = folderWith({ 'a.agent.yaml': clean, 'b.agent.yaml': clean, 'c.agent.yaml': clean });
    const run = await runCli(folder, ['check', 'a.agent.yaml', '--format', 'json', '--', 'b.agent.yaml']);
    expect(JSON.parse(run.stdout).files.map((file: { path: string }) => file.path)).toEqual([
      'a.agent.yaml',
      'b.agent.yaml',
    ]);
  });
});

describe('standard input', () => {
  it('is checked as the file that it stands for', async () => {
    const folder = folderWith({});
    const run = await runCli(
      folder,
      ['check', '--stdin', '--stdin-filename', 'src/refunds.agent.yaml', '--format', 'json'],
      'agent: { tools: [{ type: shell }] }\n',
    );
    expect(JSON.parse(run.stdout).files).toEqual([{ path: 'src/refunds.agent.yaml', dialect: 'session' }]);
    expect(run.status).toBe(1);
    expect((await runCli(folder, ['check', '--stdin', '--stdin-filename', 'a.json'], '{}')).status).toBe(0);
  });
});

describe('help', () => {
  it.each(['check', 'decide', 'snapshot'])('is the page of %s for `help` and its name', async (name) => {
    const folder = folderWith({});
    const page = await runCli(folder, ['help', name]);
    expect(page).toEqual(await runCli(folder, [name, '--help']));
    expect(page.status).toBe(0);
    expect(page.stdout.split(/[ \n]/).slice(0, 2)).toEqual(['agent-lint', name]);
  });

  it('is the page of all commands for `help` alone', async () => {
    const folder = folderWith({});
    expect(await runCli(folder, ['help'])).toEqual(await runCli(folder, ['--help']));
  });

  it('tells a newcomer the commands and the statuses', async () => {
    const run = await runCli(folderWith({}), ['--help']);
    expect(run.status).toBe(0);
    for (const command of ['check', 'decide', 'inspect', 'payload', 'explain', 'rules'])
      expect(run.stdout).toContain(`agent-lint ${command}`);
    expect(run.stdout).toContain('\n  4   a search of folders found no agent configuration\n');
    expect((await runCli(folderWith({}), ['decide', '--help'])).stdout).toContain('--residency');
  });

  it('explains a rule with its state here', async () => {
    const folder = folderWith({
      'agent-lint.config.yaml': 'rules:\n  delegation/bound-too-high: [error, { ceiling: 2 }]\n',
    });
    const run = await runCli(folder, ['explain', 'delegation/bound-too-high']);
    expect(run.stdout).toMatch(/^delegation\/bound-too-high\n\n/);
    expect(run.stdout).toContain(
      '\n\nRequired by\n\n- Limit on subagents: `multi_agent.max_concurrent_subagents` bounds how many subagents run at once.',
    );
    expect(
      run.stdout.split('\n\n').at(-1),
    ).toBe(`\`delegation/bound-too-high\` reports an error (set by the configuration).
Its options: \`{"ceiling":2}\`.
To change it, set \`rules: { delegation/bound-too-high: error | warning | info | off }\` in
agent-lint.config.yaml.
`);
    const page = (await runCli(folder, ['explain', 'delegation/bound-too-high', '--format', 'markdown']))
      .stdout;
    expect(page).toMatch(/^# delegation\/bound-too-high\n/);
    expect(page).toContain('\n\n## In this project\n\n');
    expect(
      JSON.parse((await runCli(folder, ['rules', '--format', 'json'])).stdout).find(
        (rule: { id: string }) => rule.id === 'delegation/bound-too-high',
      ),
    ).toMatchObject({
      level: 'error',
      recommended: 'warning',
      configured: true,
      helpUri: `pkg:npm/agent-lint@${VERSION}#rules/delegation/bound-too-high.md`,
    });
  });

  it('tells which systems a rule judges: deployed agents alone, or all', async () => {
    const rules: { id: string; surface: string | null }[] = JSON.parse(
      (await runCli(folderWith({}), ['rules', '--format', 'json'])).stdout,
    );
    const surfaceOf = (id: string) => rules.find((rule) => rule.id === id)?.surface;
    expect([surfaceOf('runtime/beta'), surfaceOf('scope/wildcard')]).toEqual(['product', null]);
  });
});

describe('a report that cannot be written', () => {
  const FULL = '/dev/full';
  const checkInto = (stdio: ('ignore' | 'pipe' | number)[]) => {
    const cwd = folderWith({ 'agent.yaml': clean });
    const run = spawnSync(process.execPath, [BIN, 'check', '--format', 'json'], {
      cwd,
      stdio,
      encoding: 'utf8',
    });
    return { status: run.status, stderr: run.stderr };
  };

  it('ends with 2 and one line, and a note that is lost changes nothing', (ctx) => {
    if (!existsSync(FULL)) ctx.skip('skipped: this system has no disk that is always full');
    const full = openSync(FULL, 'w');
    onTestFinished(() => closeSync(full));
    expect(checkInto(['ignore', full, 'pipe'])).toEqual({
      status: 2,
      stderr: 'agent-lint: Cannot write to standard output: ENOSPC: no space left on device, write\n',
    });
    expect(checkInto(['ignore', full, full]).status).toBe(2);
    expect(checkInto(['ignore', 'pipe', full]).status).toBe(0);
  });
});

it.skipIf(process.platform === 'win32')('says that the working directory was deleted, with status 2', () => {
  const run = spawnSync(
    '/bin/sh',
    ['-c', 'mkdir d && cd d && rmdir ../d && exec "$0" "$@"', process.execPath, BIN, 'check'],
    {
      cwd: folderWith({}),
      encoding: 'utf8',
    },
  );
  expect([run.status, run.stdout, run.stderr]).toEqual([
    2,
    '',
    'agent-lint: The working directory does not exist any more. Change to a folder that exists.\n',
  ]);
});

it('lists the options of a command in groups, in lines that fit', async () => {
  const { stdout } = await runCli(folderWith({}), ['check', '--help']);
  const groups = stdout.split('\n').filter((line) => /^[A-Z][^.]*:$/.test(line));
  expect(groups.length).toBeGreaterThan(4);
  expect(groups).toContain('What is checked:');
  expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(100);
});

describe('inspect in text', () => {
  const folder = () => folderWith({ 'agent.yaml': clean, 'notes.yaml': 'a: 1\n', 'b/agent.yaml': 'a: 1\n' });
  const fileLines = (stdout: string) => stdout.slice(0, stdout.indexOf('\n\n')).trimEnd().split('\n');

  it('lists the files of a search that hold an agent, and says that there are others', async () => {
    const run = await runCli(folder(), ['inspect']);
    expect(fileLines(run.stdout)).toEqual(['Files', '  agent.yaml  session  a session payload']);
    expect(run.stderr).toBe(
      'agent-lint: 2 more files contain no agent configuration. --files lists them with the reason.\n',
    );
    expect((await runCli(folder(), ['inspect', '--files'])).stderr).toBe('');
  });

  it('says of each file that is named why it is in or out', async () => {
    const run = await runCli(folder(), ['inspect', 'notes.yaml', 'b/agent.yaml']);
    expect(run).toEqual({
      status: 0,
      stdout:
        'Files\n  b/agent.yaml  -  no `agent` object at its root\n  notes.yaml    -  it defines no agent\n',
      stderr: '',
    });
  });
});
