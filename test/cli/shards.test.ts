import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/cli/formats.js';
import { validatorOf } from '../report/schemas.js';
import { folderWith, inTurn, runCli } from './run-cli.js';

const agent = (name: string, more = '') => `runtime: managed
headers: { Acme-Beta: agents=v1 }
agent:
  model: m
  tools: [{ type: function, name: ${name} }]
${more}`;

/** Files whose findings depend on one another in every way that a shard could cut. */
const PROJECT: Record<string, string> = {
  'agent-lint.config.yaml': `ignore:
  - { rule: approval/missing, files: "a/*.yaml", at: "agent.tools[send_mail]", reason: sandbox }
  - { rule: approval/missing, files: "{a,b}/*.yaml", at: "agent.tools[nothing]", reason: never used }
  - { rule: tracing/missing, files: "*.yaml", at: agent, reason: used in one file, until: 2026-12-01 }
  - { rule: mcp/plain-http, files: "*.yaml", reason: never used, until: 2026-12-02 }
tools: { pay_invoice: { effect: outward, because: pays }, no_such_tool_at_all: { effect: read, because: gone } }
attestations:
  - { files: '*.yaml', controls: { tools: { pay_invoice: { approval: { by: human } } } }, reason: console }
  - { files: '*.yaml', controls: { tools: { gone: { approval: { by: human } } } }, reason: console }
  - { files: 'nowhere/*.yaml', controls: { tracing: { sink: x } }, reason: moved }
overrides:
  - { files: "b/**", requirements: { needs: [durable-session, code-first-control] } }
`,
  'src/agent-lint.config.yaml': `tools:
  wipe: { effect: destructive, because: deletes }
  wipes: { effect: read, because: misspelt }
`,
  'agent-lint-baseline.json': JSON.stringify({
    schema: 'agent-lint/baseline@1',
    tool: '0.1.0',
    entries: [
      {
        fingerprint: 'aa',
        rule: 'approval/missing',
        file: 'a/one.agent.yaml',
        path: 'x',
        since: '2026-01-01',
      },
      {
        fingerprint: 'bb',
        rule: 'approval/missing',
        file: 'gone.agent.yaml',
        path: 'x',
        since: '2026-01-01',
      },
    ],
  }),
  'a/one.agent.yaml': agent('send_mail'),
  'a/two.agent.yaml': agent('delete_user', '# agent-lint-ignore tracing/missing -- no such place\n'),
  'b/one.agent.yaml': agent('send_mail', 'controls: { tracing: { sink: webhooks } }\n'),
  'b/two.agent.yaml': agent('pay_invoice', 'environment: { type: self_hosted }\n'),
  'c/responses.json': JSON.stringify({
    model: 'gpt-5',
    input: 'x',
    tools: [{ type: 'function', name: 'send_mail' }],
  }),
  '.mcp.json':
    '{ "mcpServers": { "files": { "command": "npx", "args": ["-y", "server-filesystem", "/"] } } }',
  '.claude/settings.json': '{ "permissions": { "allow": ["Bash", "mcp__files__delete_file"] } }',
  'src/tools.py':
    'from agents import function_tool\nimport os\n\n@function_tool\ndef wipe(path: str) -> str:\n    """Deletes."""\n    os.remove(path)\n    return "ok"\n',
  'src/one.py': 'from agents import Agent\nfrom tools import wipe\none = Agent(name="One", tools=[wipe])\n',
  'src/two.py': 'from agents import Agent\nfrom tools import wipe\ntwo = Agent(name="Two", tools=[wipe])\n',
  'lone/three.ts':
    "import { Agent, tool } from '@openai/agents';\nconst pay = tool({ name: 'pay', description: '', parameters: {}, execute: async () => fetch('https://x/', { method: 'POST' }) });\nexport const three = new Agent({ name: 'Three', tools: [pay] });\n",
  'lone/chain.py': 'from langchain.agents import create_agent\nx = create_agent("m")\n',
  'readme.md': 'Nothing.\n',
};
const AS_OF = ['--as-of', '2026-11-22', '--fail-on', 'never'];

interface ShardReport {
  files: { path: string }[];
  findings: { rule: string }[];
}

async function shardsOf(folder: string, of: number): Promise<{ names: string[]; reports: ShardReport[] }> {
  const names = Array.from({ length: of }, (_, at) => `out/s${at + 1}.json`);
  for (const [at, name] of names.entries()) {
    const run = await runCli(folder, [
      'check',
      '--shard',
      `${at + 1}/${of}`,
      '-f',
      'json',
      '-o',
      name,
      ...AS_OF,
    ]);
    expect(run.status).toBe(0);
  }
  const reports = names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  return { names, reports };
}

/** Code frames are not part of a report. */
const MERGED_FORMATS = FORMATS.filter((format) => format !== 'pretty' && (format as string) !== 'html');

describe('merged shards', () => {
  it.each([1, 2, 3, 5])('of %i give the bytes of the whole report, in every format', async (of) => {
    const folder = folderWith(PROJECT);
    const { names, reports } = await shardsOf(folder, of);
    const outputs = (name: string) =>
      MERGED_FORMATS.flatMap((format) => ['-f', format, '-o', `out/${name}.${format}`]);
    expect((await runCli(folder, ['check', ...outputs('whole'), ...AS_OF])).status).toBe(0);
    expect(
      (await runCli(folder, ['merge', ...names, ...outputs('merged'), '--fail-on', 'never'])).status,
    ).toBe(0);
    const textOf = (name: string) => readFileSync(join(folder, 'out', name), 'utf8');
    for (const format of MERGED_FORMATS) expect(textOf(`merged.${format}`)).toBe(textOf(`whole.${format}`));
    const whole = JSON.parse(textOf('whole.json')) as ShardReport;
    const paths = reports.flatMap(({ files }) => files.map(({ path }) => path));
    expect(paths.toSorted()).toEqual(whole.files.map(({ path }) => path));
    const rules = whole.findings.map(({ rule }) => rule);
    expect(rules.filter((rule) => rule === 'config/unused-ignore').length).toBe(3);
    expect(rules.filter((rule) => rule === 'config/unused-setting').length).toBe(3);
    expect(rules.filter((rule) => rule === 'config/stale-baseline').length).toBe(2);
    expect(rules.filter((rule) => rule === 'runtime/conflicting-needs').length).toBe(1);
    expect(rules.filter((rule) => rule === 'runtime/undecided').length).toBe(1);
  });

  it('keep an entry of an MCP server with the program of the repository that it starts', async () => {
    const folder = folderWith({
      'ops/.mcp.json': '{ "mcpServers": { "desk": { "command": "python", "args": ["-m", "desk.server"] } } }',
      'desk/server.py':
        'import shutil\nfrom mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("desk")\n\n@mcp.tool()\ndef wipe_desk(path: str) -> str:\n    shutil.rmtree(path)\n    return path\n',
      'one.agent.yaml': agent('send_mail'),
    });
    const { reports } = await shardsOf(folder, 2);
    expect(reports.map(({ files }) => files.map(({ path }) => path))).toContainEqual([
      'desk/server.py',
      'ops/.mcp.json',
    ]);
  });

  it('keep what depends on one another together, the same on every run, and share the rest evenly', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`many/a${at}.agent.yaml`, agent(`tool_${at}`)]),
    );
    const folder = folderWith({ ...PROJECT, ...many });
    const { reports } = await shardsOf(folder, 4);
    const pathsOf = ({ files }: ShardReport) => files.map(({ path }) => path);
    expect((await shardsOf(folder, 4)).reports.map(pathsOf)).toEqual(reports.map(pathsOf));
    const shardOf = (path: string) => reports.findIndex((report) => pathsOf(report).includes(path));
    expect(shardOf('src/one.py')).toBe(shardOf('src/two.py'));
    expect(shardOf('.mcp.json')).toBe(shardOf('.claude/settings.json'));
    const { reports: ofDocuments } = await shardsOf(folderWith(many), 4);
    const sizes = ofDocuments.map(({ files }) => files.length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(4);
  });

  it('follow the schema of the report, each with what joins it to the others', async () => {
    const { reports } = await shardsOf(folderWith(PROJECT), 2);
    const validate = validatorOf('report');
    for (const report of reports) expect([validate(report), validate.errors]).toEqual([true, null]);
  });

  it('end like check', async () => {
    const folder = folderWith(PROJECT);
    const { names } = await shardsOf(folder, 2);
    expect((await runCli(folder, ['merge', ...names, '-f', 'compact'])).status).toBe(1);
    expect((await runCli(folder, ['merge', ...names, '-f', 'compact', '--exit-zero'])).status).toBe(0);
    const empty = folderWith({ 'readme.md': '' });
    const none = await shardsOf(empty, 1);
    const run = await runCli(empty, ['merge', ...none.names, '-f', 'json']);
    expect([run.status, run.stderr]).toEqual([4, 'agent-lint: No agent configuration found in 1 report.\n']);
    expect((await runCli(empty, ['merge', ...none.names, '--allow-none'])).status).toBe(0);
  });
});

describe('--shard', () => {
  it('without a file ends with 0 and a note', async () => {
    const folder = folderWith({
      'a.agent.yaml': agent('look_up', 'controls: { tracing: { sink: webhooks } }\n'),
    });
    const run = await runCli(folder, ['check', '--shard', '2/2', '-f', 'compact']);
    expect(run).toEqual({
      status: 0,
      stdout: '0 errors, 0 warnings, 0 infos\n',
      stderr: 'agent-lint: No agent configuration found in shard 2/2.\n',
    });
  });

  it.each(['0/2', '3/2', '1', '1/0', 'a/b', '1/2/3', '-1/2', ''])('refuses %j', async (value) => {
    const run = await runCli(folderWith(PROJECT), ['check', `--shard=${value}`]);
    expect([run.status, run.stdout]).toEqual([2, '']);
    expect(run.stderr).toContain('--shard');
  });

  it.each([['--stdin'], ['--fix'], ['--update-baseline']])('goes with no %s', async (option) => {
    const run = await runCli(folderWith(PROJECT), ['check', '--shard', '1/2', option]);
    expect([run.status, run.stderr.includes('--shard')]).toEqual([2, true]);
  });
});

describe('merge', () => {
  it('names a report that is missing, broken or of another tool, and writes nothing', async () => {
    const folder = folderWith(PROJECT);
    const { names } = await shardsOf(folder, 2);
    const bad: Record<string, string> = {
      'broken.json': '{ "schema": "agent-lint/report@1",',
      'foreign.json': '{ "schema": "other/report@1", "findings": [] }',
      'later.json': readFileSync(join(folder, 'out/s1.json'), 'utf8').replace('report@1', 'report@2'),
      'cut.json': '{ "schema": "agent-lint/report@1", "findings": 1 }',
      'list.json': '[]',
    };
    for (const [name, text] of Object.entries(bad)) writeFileSync(join(folder, name), text);
    for (const name of ['missing.json', ...Object.keys(bad)]) {
      const run = await runCli(folder, ['merge', ...names, name, '-f', 'json']);
      expect([name, run.status, run.stdout, run.stderr.includes(name)]).toEqual([name, 2, '', true]);
    }
  });

  it('needs every shard once', async () => {
    const folder = folderWith(PROJECT);
    const { names } = await shardsOf(folder, 3);
    const [first = '', second = '', third = ''] = names;
    const stderrOf = async (...files: string[]) => {
      const run = await runCli(folder, ['merge', ...files]);
      expect(run.status).toBe(2);
      return run.stderr;
    };
    expect(await stderrOf(first, third)).toBe(
      'agent-lint: cannot merge: the report of shard 2/3 is missing.\n',
    );
    expect(await stderrOf(first, second, second, third)).toBe(
      `agent-lint: cannot merge: ${second} and ${second} are both of shard 2/3.\n`,
    );
  });

  it('keeps the paths of several repositories apart, each with its labels', async () => {
    const one = folderWith({ 'a.agent.yaml': agent('send_mail') });
    const two = folderWith({ 'a.agent.yaml': agent('send_mail') });
    const files = await inTurn([one, two], async (folder, at) => {
      const out = join(folder, 'report.json');
      const owner = at === 0 ? ['--label', 'owner=@acme/shop'] : [];
      const labels = ['--label', `repository=shop-${at}`, '--label', 'team=payments', ...owner];
      expect((await runCli(folder, ['check', '-f', 'json', '-o', out, ...labels])).status).toBe(1);
      return out;
    });
    const labelsOf = (at: number) => ({
      repository: `shop-${at}`,
      team: 'payments',
      ...(at === 0 && { owner: '@acme/shop' }),
    });
    const run = await runCli(one, ['merge', ...files, '-f', 'json']);
    expect(run.status).toBe(1);
    const report = JSON.parse(run.stdout);
    expect(report.labels).toEqual({ team: 'payments' });
    const [shop] = report.groups;
    expect(report.groups).toEqual([0, 1].map((at) => ({ ...shop, labels: labelsOf(at) })));
    expect(2 * shop.errors).toBe(report.summary.errors);
    expect(run.stderr).toContain(`agent-lint: shop-0 (owner @acme/shop): ${shop.errors} error`);
    const byTeam = await runCli(one, ['merge', ...files, '-f', 'json', '--group-by', 'team']);
    expect(JSON.parse(byTeam.stdout).groups).toBeUndefined();
    const byOwner = await runCli(one, ['merge', ...files, '--group-by', 'owner']);
    expect(byOwner.stderr).toBe(`agent-lint: without the label \`owner\`: ${files[1]}.\n`);
    const byNone = await runCli(one, ['merge', ...files, '--group-by', 'onwer']);
    expect([byNone.status, byNone.stderr]).toEqual([
      2,
      'agent-lint: --group-by onwer: no report has this label.\n',
    ]);
    expect(report.files).toEqual(
      [0, 1].map((at) => ({
        path: `shop-${at}/a.agent.yaml`,
        dialect: 'agent-config',
        labels: labelsOf(at),
      })),
    );
    expect(report.decisions[0].files).toEqual(['shop-0/a.agent.yaml', 'shop-1/a.agent.yaml']);
    const missing = report.findings.filter(({ rule }: { rule: string }) => rule === 'approval/missing');
    expect(missing.map((one: { file: string; labels: object }) => [one.file, one.labels])).toEqual([
      ['shop-0/a.agent.yaml', labelsOf(0)],
      ['shop-1/a.agent.yaml', labelsOf(1)],
    ]);
    const lines = (await runCli(one, ['merge', ...files, '-f', 'jsonl'])).stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(
      lines.filter(({ kind }) => kind === 'tool').map(({ file, labels }) => [file, labels.repository]),
    ).toEqual([
      ['shop-0/a.agent.yaml', 'shop-0'],
      ['shop-1/a.agent.yaml', 'shop-1'],
    ]);
    const unnamed = join(one, 'unnamed.json');
    await runCli(one, ['check', '-f', 'json', '-o', unnamed, 'a.agent.yaml']);
    const refused = await runCli(one, ['merge', ...files, unnamed]);
    expect([refused.status, refused.stderr]).toEqual([
      2,
      `agent-lint: cannot merge: ${unnamed} has no label \`repository\`, and other reports have one: check it with --label repository=NAME.\n`,
    ]);
  });
});
