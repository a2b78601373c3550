import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FORMATS } from '../../src/cli/formats.js';
import { folderWith, runBinary } from './run-cli.js';

/** Has two processors, and notes what each thread sent; `THREADS=fail`: each thread ends with an error. */
const HOOK = `const os = require('node:os');
const threads = require('node:worker_threads');
os.availableParallelism = () => Number(process.env.PROCESSORS ?? 2);
const noted = { sent: 0, failed: 0 };
const { Worker } = threads;
threads.Worker = class extends Worker {
  constructor(file, options) {
    super(process.env.THREADS === 'fail' ? 'throw new Error("too little memory")' : file, {
      ...options,
      eval: process.env.THREADS === 'fail',
    });
    this.on('message', () => { noted.sent += 1; });
    this.on('error', () => { noted.failed += 1; });
  }
};
if (threads.isMainThread)
  process.on('exit', () => require('node:fs').writeFileSync(process.env.LIST, JSON.stringify(noted)));`;

const NUMBERS = Array.from({ length: 66 }, (_, at) => at);

/** Programs in groups that import one another, and what several of them share. */
const PROJECT: Record<string, string> = {
  ...Object.fromEntries(
    NUMBERS.map((at) => [
      `apps/app${at}/main.py`,
      `from agents import Agent, function_tool
from apps.shared${at % 7} import wipe

@function_tool
def delete_${at}(path: str) -> str:
    """Deletes a file."""
    return path

agent = Agent(name="App ${at}", tools=[delete_${at}, wipe])
`,
    ]),
  ),
  ...Object.fromEntries(
    NUMBERS.slice(0, 7).map((at) => [
      `apps/shared${at}.py`,
      'import os\nfrom agents import function_tool\n\n@function_tool\ndef wipe(path: str) -> str:\n    os.remove(path)\n    return "ok"\n',
    ]),
  ),
  ...Object.fromEntries(
    [1, 11, 12, 65, 84].map((at) => [
      `broken${at}/main.ts`,
      "import { Agent } from '@openai/agents';\nconst send = tool({ execute: async () => { );\n",
    ]),
  ),
  'desk/server.py':
    'import shutil\nfrom mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("desk")\n\n@mcp.tool()\ndef wipe_desk(path: str) -> str:\n    shutil.rmtree(path)\n    return path\n',
  'ops/.mcp.json': '{ "mcpServers": { "desk": { "command": "python", "args": ["-m", "desk.server"] } } }',
  'ops/one/.mcp.json':
    '{ "mcpServers": { "a": { "url": "https://a.example/mcp", "headers": { "X-Key": "k3JhQ9vLx2TzPq8RnW5bYd7c" } } } }',
  'ops/two/.mcp.json':
    '{ "mcpServers": { "b": { "url": "https://b.example/mcp", "headers": { "X-Key": "k3JhQ9vLx2TzPq8RnW5bYd7c" } } } }',
  'apps/app1/.env': 'OPENAI_AGENTS_DISABLE_TRACING=0\n',
  'jobs/nightly.agent.yaml':
    'runtime: managed\nheaders: { Acme-Beta: agents=v1 }\nagent:\n  model: m\n  tools: [{ type: function, name: delete_user }]\n',
  'agent-lint.config.yaml':
    'tools: { no_such_tool_at_all: { effect: read, because: gone } }\nignore:\n  - { rule: approval/missing, files: "apps/app1/*.py", reason: sandbox }\n  - { rule: approval/missing, files: "apps/app2/*.py", at: "agents[None]", reason: never used }\n',
  'agent-lint-baseline.json': JSON.stringify({
    schema: 'agent-lint/baseline@1',
    tool: '0.1.0',
    entries: [
      {
        fingerprint: 'aa',
        rule: 'approval/missing',
        file: 'apps/app3/main.py',
        path: 'x',
        since: '2026-01-01',
      },
    ],
  }),
};

const CHECKED = FORMATS.filter((format) => (format as string) !== 'html');
const AS_OF = ['--as-of', '2026-11-22', '--fail-on', 'never'];

/** Checks, and gives the report in each format; the notes, and what the threads sent. */
function checked(folder: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  const outputs = CHECKED.flatMap((format) => ['-f', format, '-o', `../out/${format}`]);
  const run = runBinary(join(folder, 'project'), ['check', ...outputs, ...args, ...AS_OF], '', {
    NODE_OPTIONS: `--require ${join(folder, 'hook.cjs')}`,
    LIST: join(folder, 'noted.json'),
    ...env,
  });
  expect([run.status, run.stdout]).toEqual([0, '']);
  const reports = CHECKED.map((format) => readFileSync(join(folder, 'out', format), 'utf8'));
  const noted = JSON.parse(readFileSync(join(folder, 'noted.json'), 'utf8')) as {
    sent: number;
    failed: number;
  };
  return { reports: [...reports, run.stderr], noted };
}

const opened = (project: Record<string, string>) =>
  folderWith({
    ...Object.fromEntries(Object.entries(project).map(([name, text]) => [`project/${name}`, text])),
    'hook.cjs': HOOK,
    'out/empty': '',
  });

/** A run that writes a page keeps every system: it is never divided. */
const whole = (folder: string) => checked(folder, ['-f', 'html', '-o', '../out/page.html']);

test('a project of many programs has the bytes of a whole run, in two threads, in one, and where a thread fails', () => {
  const folder = opened(PROJECT);
  // Programs of all parts ask for it, and it is said once that it is not UTF-8.
  writeFileSync(join(folder, 'project/uv.lock'), Uint8Array.of(0xff));
  const known = whole(folder);
  expect(known.noted).toEqual({ sent: 0, failed: 0 });
  const json = JSON.parse(known.reports[CHECKED.indexOf('json')] ?? '') as {
    findings: { rule: string; file: string; related: { file: string }[] }[];
  };
  const secrets = json.findings.filter(({ rule }) => rule === 'mcp/literal-secret');
  expect(secrets.map(({ file, related }) => [file, related.map((one) => one.file)])).toEqual([
    ['ops/one/.mcp.json', ['ops/two/.mcp.json']],
  ]);
  const rules = new Set(json.findings.map(({ rule }) => rule));
  for (const rule of ['config/stale-baseline', 'config/unused-ignore', 'approval/missing'])
    expect(rules).toContain(rule);
  const two = checked(folder);
  expect(two.reports).toEqual(known.reports);
  expect(two.noted.failed).toBe(0);
  expect(two.noted.sent).toBeGreaterThan(0);
  expect(checked(folder, [], { PROCESSORS: '1' })).toEqual({
    reports: known.reports,
    noted: { sent: 0, failed: 0 },
  });
  expect(checked(folder, [], { THREADS: 'fail' })).toEqual({
    reports: known.reports,
    noted: { sent: 0, failed: 1 },
  });
});

test('files that locked rules keep in sight are counted over the whole project', () => {
  const folder = opened({
    ...PROJECT,
    'agent-lint.config.yaml':
      'exclude: ["apps/app{3,4}/**"]\nrules: { approval/missing: { severity: error, locked: true } }\n',
  });
  const known = whole(folder);
  expect(known.reports[CHECKED.indexOf('json')]).toContain('apps/app3/main.py and apps/app4/main.py');
  expect(checked(folder)).toEqual(known);
});

test('a run that keeps results takes the parts of a project that are as they were', () => {
  // More programs than one part has.
  const more = NUMBERS.map(
    (at) =>
      [
        `more/app${at}.py`,
        PROJECT[`apps/app${at}/main.py`]?.replace(/^from apps.*\n/m, '').replace(', wipe]', ']') ?? '',
      ] as const,
  );
  const folder = opened({ ...PROJECT, ...Object.fromEntries(more), 'ops/two/.mcp.json': '{}' });
  const home = { XDG_CACHE_HOME: join(folder, 'home') };
  const entries = () => {
    const results = join(folder, 'home/agent-lint/results');
    return readdirSync(results).flatMap((name) => readdirSync(join(results, name)));
  };
  const first = checked(folder, ['--cache'], home);
  expect(first.noted.sent).toBe(0);
  // The run, and three of four parts: the one in which a credential stands is not kept.
  expect(entries()).toHaveLength(4);
  const edited = join(folder, 'project/more/app5.py');
  writeFileSync(edited, readFileSync(edited, 'utf8').replaceAll('delete_5', 'refund_5'));
  const second = checked(folder, ['--cache'], home);
  expect(second.reports).not.toEqual(first.reports);
  expect(second.reports).toEqual(checked(folder).reports);
});
