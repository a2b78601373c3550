import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as checking from '../../src/cli/actions/check.js';
import { folderWith, runBinary, runCli, scriptHook } from './run-cli.js';

/** Notes whether a run loads the linter: one that writes what it kept does not. */
const HOOK = scriptHook('[]', 'noted.push(name);');

// Results are kept by the hash of a build.
beforeAll(() => vi.stubGlobal('BUILD', 'sources'));
afterAll(() => vi.unstubAllGlobals());

const FILES: Record<string, string> = {
  'support/main.py': `from agents import Agent
from tools import refund

agent = Agent(name="Support", tools=[refund])
`,
  'support/tools.py': `import os
import stripe
from agents import function_tool

@function_tool
def refund(charge: str) -> str:
    """Refunds a charge."""
    stripe.Refund.create(charge=charge)
    return "done"
`,
  'jobs/nightly.agent.yaml':
    'runtime: managed\nagent:\n  model: m\n  tools: [{ type: function, name: delete_user }]\n',
  'jobs/.mcp.json': '{ "mcpServers": { "files": { "command": "npx", "args": ["server-filesystem", "/"] } } }',
  '.env': 'OPENAI_AGENTS_DISABLE_TRACING=0\n',
  'agent-lint.config.yaml': 'tools: { send_note: { effect: read, because: a draft } }\n',
  'hook.cjs': HOOK,
};

let folder: string;
let home: string;

beforeEach(() => {
  const root = folderWith({
    'home/empty.txt': '',
    ...Object.fromEntries(Object.entries(FILES).map(([name, text]) => [`project/${name}`, text])),
  });
  folder = join(root, 'project');
  home = join(root, 'home');
});

const at = (name: string) => join(folder, name);

interface Checked {
  status: number | null;
  stdout: string;
  stderr: string;
  /** The result was one that an earlier run had kept. */
  kept: boolean;
}

const DAY = ['--as-of', '2026-11-27'];

async function check(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Checked> {
  const checked = vi.spyOn(checking, 'check');
  const run = await runCli(folder, ['check', ...DAY, ...args], '', { XDG_CACHE_HOME: home, ...env });
  const kept = checked.mock.calls.length === 0;
  checked.mockRestore();
  return { ...run, kept };
}

/** The same by the built command line. */
function checkBuilt(args: readonly string[]): Checked {
  const list = join(home, 'list.txt');
  const run = runBinary(folder, ['check', ...DAY, ...args], '', {
    NODE_OPTIONS: `--require ${JSON.stringify(at('hook.cjs'))}`,
    LIST: list,
    XDG_CACHE_HOME: home,
  });
  return { ...run, kept: !readFileSync(list, 'utf8').includes('plain.cjs') };
}

/** Checks with the cache and without it; both write the same. */
async function checkBoth(args: readonly string[] = []): Promise<Checked> {
  const run = await check(['--cache', ...args]);
  expect(await check(['--no-cache', ...args])).toEqual({ ...run, kept: false });
  return run;
}

/** A run whose result is kept for the next one. */
const prime = (...args: readonly string[]) => check(['--cache', ...args]);

const results = () =>
  readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => /results\/.*\.json$/.test(name));

describe('a second run', () => {
  test.each([
    [[]],
    [['--format', 'json', '--label', 'team=a']],
    [['--format', 'sarif', '--fail-on', 'never']],
    [['--min-confidence', 'high', 'support']],
  ])('writes what the first one wrote, with the same status: %j', async (args) => {
    const first = await prime(...args);
    expect(first.kept).toBe(false);
    expect(first.stdout).toContain('refund');
    expect(await checkBoth(args)).toEqual({ ...first, kept: true });
    // The built command line has a build of its own, and loads no linter where it writes what it kept.
    expect(checkBuilt(['--cache', ...args])).toEqual(first);
    expect(checkBuilt(['--cache', ...args])).toEqual({ ...first, kept: true });
  });

  test('writes files and the summary of a step again', async () => {
    const env = { GITHUB_STEP_SUMMARY: join(home, 'summary.md') };
    const args = ['--cache', '--format', 'github', '--format', 'json', '-o', join(home, 'report/all.json')];
    await check(args, env);
    const before = [join(home, 'report/all.json'), env.GITHUB_STEP_SUMMARY].map((one) => {
      const text = readFileSync(one, 'utf8');
      rmSync(one);
      return text;
    });
    expect((await check(args, env)).kept).toBe(true);
    expect(
      [join(home, 'report/all.json'), env.GITHUB_STEP_SUMMARY].map((one) => readFileSync(one, 'utf8')),
    ).toEqual(before);
  });

  test('writes notes again', async () => {
    writeFileSync(at('chain.py'), 'from beeai_framework.agents import ReActAgent\nReActAgent(llm=llm)\n');
    const args = ['chain.py', '--allow-none'];
    const { stderr } = await check(['--cache', ...args]);
    expect(stderr).not.toBe('');
    expect(await checkBoth(args)).toMatchObject({ kept: true, stderr });
  });

  test('that names no agent is not kept: its status is about what was not found', async () => {
    mkdirSync(at('none'));
    expect((await prime('none')).status).toBe(4);
    expect((await checkBoth(['none'])).kept).toBe(false);
  });
});

describe('a run is made again after a change:', () => {
  test.each<[string, () => void]>([
    [
      'of a file',
      () =>
        writeFileSync(
          at('jobs/nightly.agent.yaml'),
          FILES['jobs/nightly.agent.yaml']?.replace('delete_user', 'find_user') ?? '',
        ),
    ],
    [
      'of a file that keeps its size',
      () => writeFileSync(at('jobs/.mcp.json'), FILES['jobs/.mcp.json']?.replace('"/"', '"."') ?? ''),
    ],
    [
      'of a module that a program imports',
      () =>
        writeFileSync(
          at('support/tools.py'),
          FILES['support/tools.py']?.replace('stripe.Refund.create', 'print') ?? '',
        ),
    ],
    ['of the environment', () => writeFileSync(at('.env'), 'OPENAI_AGENTS_DISABLE_TRACING=1\n')],
    [
      'of the configuration',
      () => writeFileSync(at('agent-lint.config.yaml'), 'rules: { approval/missing: warning }\n'),
    ],
    ['of the name of a file', () => renameSync(at('jobs'), at('work'))],
    ['a new file', () => writeFileSync(at('second.agent.yaml'), FILES['jobs/nightly.agent.yaml'] ?? '')],
    [
      'a new configuration in a folder',
      () => writeFileSync(at('jobs/agent-lint.config.yaml'), 'rules: { approval/missing: off }\n'),
    ],
    ['a lock file', () => writeFileSync(at('support/requirements.txt'), 'openai-agents==0.2.0\n')],
    ['a file that is gone', () => rmSync(at('jobs/nightly.agent.yaml'))],
    [
      'a file that git ignores',
      () => {
        execFileSync('git', ['init', '-q'], { cwd: folder });
        writeFileSync(at('.gitignore'), 'jobs/\n');
      },
    ],
  ])('%s', async (_, change) => {
    await prime();
    change();
    expect((await checkBoth()).kept).toBe(false);
  });

  test('another day, other options, another folder, and other colours', async () => {
    await prime();
    for (const args of [['--as-of', '2027-01-01'], ['--quiet'], ['jobs']])
      expect((await prime(...args)).kept).toBe(false);
    expect((await check(['--cache'], { FORCE_COLOR: '1', NO_COLOR: '' })).kept).toBe(false);
    expect((await prime()).kept).toBe(true);
  });

  test('a policy from outside the repository', async () => {
    const policy = join(home, 'policy.yaml');
    writeFileSync(policy, 'owner: { name: Platform }\n');
    await prime('--policy', policy);
    expect((await prime('--policy', policy)).kept).toBe(true);
    writeFileSync(policy, 'owner: { name: Platform }\nlocked: [approval/missing]\n');
    expect((await checkBoth(['--policy', policy])).kept).toBe(false);
  });

  test('a baseline', async () => {
    await prime();
    await check(['--update-baseline']);
    expect((await checkBoth()).kept).toBe(false);
  });
});

describe('a result counts for nothing that', () => {
  const broken = async (spoil: (file: string) => unknown) => {
    await prime();
    const [name = ''] = results();
    await spoil(join(home, name));
    expect((await checkBoth()).kept).toBe(false);
    expect((await prime()).kept).toBe(true);
  };

  test('is cut in half', async () => broken((file) => truncateSync(file, statSync(file).size >> 1)));
  test('is empty', () => broken((file) => writeFileSync(file, '')));
  test('somebody has edited', async () =>
    broken((file) => writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"status":1', '"status":0'))));
  test('another user signed', async () =>
    broken(() => writeFileSync(join(home, 'agent-lint/key'), Buffer.alloc(32, 7))));
  test('is of another run, under the name of this one', async () =>
    broken(async (file) => {
      await check(['--cache', '--fail-on', 'never']);
      const other = results().find((name) => join(home, name) !== file) ?? '';
      cpSync(join(home, other), file);
    }));
  test('is a link', async () =>
    broken((file) => {
      renameSync(file, `${file}.moved`);
      symlinkSync(`${file}.moved`, file);
    }));
});

describe('results are kept', () => {
  test('with the packages of a project that has some, private to the user', async () => {
    mkdirSync(at('node_modules'));
    await prime();
    const kept = readdirSync(at('node_modules/.cache/agent-lint/results'));
    expect(kept).toHaveLength(1);
    expect(statSync(at(`node_modules/.cache/agent-lint/results/${kept[0]}`)).mode & 0o777).toBe(0o600);
    expect(results()).toEqual([]);
    expect((await checkBoth()).kept).toBe(true);
  });

  test('in the folder of the user where a link of the repository leads elsewhere', async () => {
    mkdirSync(at('node_modules'));
    mkdirSync(join(home, 'elsewhere'));
    symlinkSync(join(home, 'elsewhere'), at('node_modules/.cache'));
    await prime();
    expect(readdirSync(join(home, 'elsewhere'))).toEqual([]);
    expect(results()).toHaveLength(1);
  });

  test('nowhere with AGENT_LINT_CACHE=off, and without a word', async () => {
    expect(await check(['--cache'], { AGENT_LINT_CACHE: 'off' })).toMatchObject({ status: 1, stderr: '' });
    expect(existsSync(join(home, 'agent-lint'))).toBe(false);
  });

  test('nowhere where the folder of the user can be written to by others, and without a word', async () => {
    mkdirSync(join(home, 'agent-lint'));
    chmodSync(join(home, 'agent-lint'), 0o777);
    expect(await prime()).toMatchObject({ status: 1, stderr: '' });
    expect(readdirSync(join(home, 'agent-lint'))).toEqual([]);
  });

  test('as signatures, digests and what was printed: no text of a file', async () => {
    writeFileSync(at('.env'), 'API_KEY=correct-horse-battery-staple\n');
    await prime();
    const [name = ''] = results();
    expect(readFileSync(join(home, name), 'utf8')).not.toContain('correct-horse');
  });

  test('if the configuration says so, and --no-cache wins over it', async () => {
    writeFileSync(at('agent-lint.config.yaml'), 'cache: true\n');
    const first = await check();
    expect(first.kept).toBe(false);
    expect(await check()).toEqual({ ...first, kept: true });
    expect(await check(['--no-cache'])).toEqual(first);
    writeFileSync(at('agent-lint.config.yaml'), 'cache: false\n');
    expect((await check()).kept).toBe(false);
    expect((await check()).kept).toBe(false);
  });

  test('for runs that ask for them', async () => {
    await prime();
    expect((await check()).kept).toBe(false);
  });

  test.each(['--fix-dry-run', '--update-baseline'])('not of a run with %s', async (flag) => {
    await check(['--cache', flag]);
    expect(results()).toEqual([]);
  });
});

describe('in a repository', () => {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { cwd: folder });
  beforeEach(() => {
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-q', '-m', 'Start');
  });

  test('what the base has is kept while the change grows', async () => {
    const change = (name: string) =>
      writeFileSync(
        at('jobs/nightly.agent.yaml'),
        FILES['jobs/nightly.agent.yaml']?.replace('delete_user', name) ?? '',
      );
    change('wipe_disk');
    const made = () => results().map((name) => statSync(join(home, name)).ino);
    await prime('--new-since', 'HEAD');
    const before = made();
    expect(before).toHaveLength(2);
    change('delete_tenant');
    expect(await checkBoth(['--new-since', 'HEAD'])).toMatchObject({ kept: false, status: 1 });
    // The result of the run was made again, and that of the base was not.
    expect(made().filter((one) => before.includes(one))).toHaveLength(1);
  });

  test('a commit moves the base', async () => {
    writeFileSync(
      at('jobs/nightly.agent.yaml'),
      FILES['jobs/nightly.agent.yaml']?.replace('delete_user', 'wipe') ?? '',
    );
    await prime('--new-since', 'HEAD');
    git('commit', '-qam', 'Wipe');
    expect(await checkBoth(['--new-since', 'HEAD'])).toMatchObject({ kept: false, status: 0 });
  });

  test('what is staged is checked again once the index changes', async () => {
    writeFileSync(at('second.agent.yaml'), FILES['jobs/nightly.agent.yaml'] ?? '');
    git('add', 'second.agent.yaml');
    expect((await prime('--staged')).stdout).toContain('second.agent.yaml');
    writeFileSync(at('second.agent.yaml'), 'name: none\n');
    expect((await checkBoth(['--staged'])).kept).toBe(true);
    git('add', 'second.agent.yaml');
    expect((await checkBoth(['--staged'])).kept).toBe(false);
  });
});

describe('a project whose results are kept part by part', () => {
  const SERVER = `from mcp.server.fastmcp import FastMCP
mcp = FastMCP("desk")

@mcp.tool()
def wipe_desk(path: str) -> str:
    import shutil
    shutil.rmtree(path)
    return path
`;
  const PARTS: Record<string, string> = {
    ...Object.fromEntries(
      Array.from({ length: 220 }, (_, number) => [
        `many/a${number}.agent.json`,
        `{ "runtime": "managed", "agent": { "model": "m", "tools": [{ "type": "function", "name": "delete_user_${number}" }] } }`,
      ]),
    ),
    'many/b.agent.yaml': 'runtime: managed\nagent: { model: m, tools: [{ type: function, name: refund }] }\n',
    'base.yaml': 'rules: { tracing/missing: warning }\n',
    'agent-lint.config.yaml': 'extends: [./base.yaml]\nrequirements: { residency: [us] }\n',
    'package.json': '{ "name": "root", "workspaces": ["lib"] }',
    'lib/package.json': '{ "name": "lib", "main": "index.ts" }',
    'lib/index.ts': 'export const allow = true;\n',
    'tsconfig.json': '{ "compilerOptions": { "paths": { "@own/*": ["./lib/*"] } } }',
    'app/main.ts':
      "import { Agent, tool } from '@openai/agents';\nimport { allow } from '@own/index';\nconst refund = tool({ name: 'refund', description: '', parameters: {}, needsApproval: allow, execute: async () => fetch('https://x.example/refunds', { method: 'POST' }) });\nexport const agent = new Agent({ name: 'App', tools: [refund] });\n",
    'docker-compose.yaml':
      'services:\n  app: { build: ./support, environment: { OPENAI_AGENTS_DISABLE_TRACING: "0" } }\n',
    'requirements.txt': 'openai-agents==0.6.0\n',
    'desk/server.py': SERVER,
    'ops/.mcp.json': '{ "mcpServers": { "desk": { "command": "python", "args": ["-m", "desk.server"] } } }',
    'agent-lint-baseline.json': '{ "schema": "agent-lint/baseline@1", "tool": "0.1.0", "entries": [] }',
  };
  const baselineOf = (file: string) =>
    JSON.stringify({
      schema: 'agent-lint/baseline@1',
      tool: '0.1.0',
      entries: [{ fingerprint: 'aa', rule: 'approval/missing', file, path: 'x', since: '2026-01-01' }],
    });
  const write = (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), text);
    }
  };

  test('is as it is without the cache, whatever changes', async () => {
    write(PARTS);
    const args = ['--format', 'jsonl', '--fail-on', 'never'];
    await checkBoth(args);
    const edits: (() => void)[] = [
      () => write({ 'many/a7.agent.json': PARTS['many/a7.agent.json']?.replace('delete', 'read') ?? '' }),
      () => write({ 'base.yaml': 'rules: { tracing/missing: "off" }\n' }),
      () => write({ 'agent-lint.config.yaml': 'requirements: { residency: [eu] }\n' }),
      () => write({ 'many/agent-lint.config.yaml': 'rules: { approval/missing: info }\n' }),
      () => write({ 'lib/index.ts': 'export const allow = false;\n' }),
      () => write({ 'tsconfig.json': '{ "compilerOptions": { "paths": { "@own/*": ["./other/*"] } } }' }),
      () => write({ '.env': 'OPENAI_AGENTS_DISABLE_TRACING=1\n' }),
      () =>
        write({
          'docker-compose.yaml':
            'services:\n  app: { build: ./support, environment: { OPENAI_AGENTS_DISABLE_TRACING: "1" } }\n',
        }),
      () => write({ 'requirements.txt': 'openai-agents==0.2.0\n' }),
      () =>
        write({
          'desk/server.py': SERVER.replaceAll('wipe_desk', 'list_desk').replace(/ {4}import.*\n.*\n/, ''),
        }),
      () => write({ 'ops/.mcp.json': '{ "mcpServers": {} }' }),
      () => write({ 'agent-lint-baseline.json': baselineOf('many/a9.agent.json') }),
      () => write({ 'notes/CLAUDE.md': 'See many/a3.agent.json and many/a4.agent.json.\n' }),
      () => write({ 'many/b.agent.yaml': '# agent-lint-ignore approval/missing -- sandbox\n' }),
      () => rmSync(at('many/a6.agent.json')),
    ];
    let before = '';
    const unchanged: number[] = [];
    for (const [step, edit] of edits.entries()) {
      edit();
      const { status, stdout, kept } = await checkBoth(args);
      expect([status, kept]).toEqual([0, false]);
      if (stdout === before) unchanged.push(step);
      before = stdout;
    }
    // A list of files that a document names changes no finding; every other edit does.
    expect(unchanged).toEqual([12]);
  });

  test('is checked again in the part of a file that changed alone', async () => {
    write(PARTS);
    await prime();
    const texts = () => new Map(results().map((name) => [name, readFileSync(join(home, name), 'utf8')]));
    const before = texts();
    write({ 'many/a7.agent.json': PARTS['many/a7.agent.json']?.replace('delete', 'read') ?? '' });
    await prime();
    const made = [...texts()].filter(([name, text]) => before.get(name) !== text);
    expect(before.size).toBe(6);
    // The run, and one of its parts.
    expect(made).toHaveLength(2);
  });
});

describe('over edits of a tree, a run with the cache writes what one without it does', () => {
  const corpus = resolve(import.meta.dirname, '../../../shared/corpus');
  const sources = [resolve(import.meta.dirname, '../../examples'), ...(existsSync(corpus) ? [corpus] : [])];

  test('in an order that a seed gives', async () => {
    let state = 7;
    const next = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state % below;
    };
    for (const [index, source] of sources.entries()) cpSync(source, at(`tree${index}`), { recursive: true });
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name !== 'hook.cjs' && statSync(at(name)).isFile(),
    );
    for (let step = 0; step < 6; step++) {
      const file = at(files[next(files.length)] ?? '');
      const other = at(files[next(files.length)] ?? '');
      if (existsSync(file)) {
        const text = readFileSync(file, 'utf8');
        const line = next(text.split('\n').length);
        [
          () =>
            writeFileSync(
              file,
              text
                .split('\n')
                .filter((_, number) => number !== line)
                .join('\n'),
            ),
          () => writeFileSync(file, `${text}\n`),
          () => rmSync(file),
          () => mkdirSync(dirname(other), { recursive: true }) ?? writeFileSync(other, text),
        ][next(4)]?.();
      }
      await checkBoth(['--format', 'jsonl', '--fail-on', 'never']);
    }
    expect((await checkBoth(['--format', 'jsonl', '--fail-on', 'never'])).kept).toBe(true);
  });
});
