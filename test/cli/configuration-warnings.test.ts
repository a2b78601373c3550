import { describe, expect, it } from 'vitest';
import { newRepository } from './repository.js';
import { folderWith, runCli } from './run-cli.js';

const AGENT = JSON.stringify({ agent: { model: 'm', instructions: 'Answer.' } });

/** What `check` says on standard error of these files beside an agent, one line each. */
async function warningsOf(
  files: Record<string, string>,
  args: readonly string[] = ['check'],
): Promise<string[]> {
  const { stderr } = await runCli(folderWith({ 'front.agent.json': AGENT, ...files }), args);
  return stderr.split('\n').filter((line) => line !== '');
}

describe('files that look like a configuration', () => {
  it.each([
    'agent-lint.config.js',
    '.agent-lint.yaml',
    'agentlint.config.yaml',
    '.agent-lintrc',
    'agent_lint.config.toml',
    'agent-lint.yaml',
    'services/.agent-lintrc.toml',
  ])('%s is one warning, with the name that is read', async (name) => {
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    expect(await warningsOf({ [name]: 'rules: {}\n' })).toEqual([
      `agent-lint: ${name} looks like a configuration of agent-lint and is not read: its name is not known. Rename it to ${folder}agent-lint.config.yaml (or .json): a configuration is data.`,
    ]);
  });

  it.each([
    ['.config/agent-lint.config.ts', 'agent-lint.config.yaml'],
    ['services/.config/agent-lintrc.js', 'services/agent-lint.config.yaml'],
  ])('%s is told of %s, which is read', async (name, right) => {
    expect(await warningsOf({ [name]: '' })).toEqual([
      `agent-lint: ${name} looks like a configuration of agent-lint and is not read: its name is not known. Rename it to ${right} (or .json): a configuration is data.`,
    ]);
  });

  it('is told to move its settings where another one applies', async () => {
    const files = { 'agent-lint.config.yaml': 'rules: {}\n', '.agent-lint.yaml': 'rules: {}\n' };
    expect(await warningsOf(files)).toEqual([
      'agent-lint: .agent-lint.yaml looks like a configuration of agent-lint and is not read: agent-lint.config.yaml in the same folder applies. Move its settings there and remove it.',
    ]);
  });

  it('is none where it is read, is a report, a workflow, or belongs to a run without configuration', async () => {
    expect(
      await warningsOf({
        'agent-lint.config.yaml': 'extends: ./.agent-lint.yaml\n',
        '.agent-lint.yaml': 'rules: {}\n',
        'agent-lint.json': '{}',
        '.github/workflows/agent-lint.yml': 'on: push\njobs: {}\n',
        'src/agent-lint.ts': 'export const a = 1;\n',
      }),
    ).toEqual([]);
    expect(await warningsOf({ '.agent-lint.yaml': '' }, ['check', '--no-config'])).toEqual([]);
  });
});

describe('a second configuration in one folder', () => {
  it('is one warning that names the one that applies', async () => {
    expect(
      await warningsOf({
        'agent-lint.config.yaml': 'rules: {}\n',
        '.agent-lintrc.json': '{}',
        'package.json': '{ "agent-lint": { "rules": {} } }',
      }),
    ).toEqual([
      'agent-lint: .agent-lintrc.json is not read: agent-lint.config.yaml in the same folder applies. Move its settings there and remove it.',
      'agent-lint: package.json is not read: agent-lint.config.yaml in the same folder applies. Move its settings there and remove it.',
    ]);
  });

  it('is no package that only depends on agent-lint', async () => {
    const files = {
      'agent-lint.config.yaml': 'rules: {}\n',
      'package.json': '{ "devDependencies": { "agent-lint": "1.0.0" } }',
    };
    expect(await warningsOf(files)).toEqual([]);
  });
});

describe('a saved tool list without effect', () => {
  const LIST = JSON.stringify({ tools: [{ name: 'refund', inputSchema: { type: 'object' } }] });
  const SERVERS = JSON.stringify({
    mcpServers: { billing: { command: 'npx', args: ['-y', 'billing@1.0.0'] } },
  });

  it('is one warning that names the server that nobody has', async () => {
    expect(
      await warningsOf({
        '.mcp.json': SERVERS,
        '.agent-lint/tools/billing.json': LIST,
        'old.tools.json': LIST,
      }),
    ).toEqual([
      'agent-lint: The saved tool list old.tools.json has no effect: no agent has an MCP server `old`. Correct its `server`, name it in `tool_lists`, or remove it.',
    ]);
  });

  it('is an entry of `tool_lists` that names no server', async () => {
    expect(
      await warningsOf({
        'agent-lint.config.yaml': 'tool_lists:\n  biling: lists/billing.json\n',
        'lists/billing.json': LIST,
        '.mcp.json': SERVERS,
      }),
    ).toEqual([
      'agent-lint: `tool_lists.biling` (agent-lint.config.yaml:2:11) has no effect: no agent has an MCP server of that name or address.',
    ]);
  });

  it('is not reported where only some files are checked', async () => {
    expect(await warningsOf({ 'old.tools.json': LIST }, ['check', 'front.agent.json'])).toEqual([]);
  });
});

describe('a rule that a change lowers', () => {
  const START = {
    'agent-lint.config.yaml': 'rules:\n  approval/missing: error\n  tracing/missing: error\n',
    'front.agent.json': AGENT,
    'old/front.agent.json': AGENT,
  };
  const linesOf = (run: { stderr: string }) =>
    run.stderr.split('\n').filter((line) => line.includes('This change lowers'));

  it('is one line with its place, in every mode that is about a change', async () => {
    const repository = newRepository(START);
    repository.write('agent-lint.config.yaml', 'rules:\n  approval/missing: off\n  tracing/missing: error\n');
    repository.git('add', '-A');
    const line =
      'agent-lint: This change lowers `approval/missing` from error to off (agent-lint.config.yaml:2:3).';
    expect(linesOf(await repository.run('check', '--staged'))).toEqual([line]);
    repository.commit();
    expect(linesOf(await repository.run('check', '--since', 'main'))).toEqual([line]);
    expect(linesOf(await repository.run('check', '--new-since', 'main'))).toEqual([line]);
    expect(linesOf(await repository.run('check', '--config-from', 'main'))).toEqual([
      line.replace(/\.$/, ', without effect here (--config-from main).'),
    ]);
    expect(linesOf(await repository.run('check'))).toEqual([]);
  });

  it('is told for an override, a removed setting and another preset', async () => {
    const repository = newRepository({ ...START, '.agent-lintrc.yaml.txt': '' });
    repository.write(
      'agent-lint.config.yaml',
      'rules:\n  approval/missing: error\noverrides:\n  - files: old/*.json\n    rules: { tracing/missing: info }\n',
    );
    expect(linesOf(await repository.run('check', '--new-since', 'main'))).toEqual([
      'agent-lint: This change lowers `tracing/missing` from error to info (agent-lint.config.yaml:5:14).',
    ]);
    repository.git('checkout', '-q', '.');
    repository.write('agent-lint.config.yaml', 'rules: { delegation/unbounded: warning }\n');
    expect(linesOf(await repository.run('check', '--since', 'main'))).toEqual([
      'agent-lint: This change lowers `delegation/unbounded` from error to warning (agent-lint.config.yaml:1:10).',
    ]);
    repository.write('agent-lint.config.yaml', 'rules: { framework/unread: error }\n');
    repository.commit();
    repository.git('branch', '-f', 'main');
    repository.write('agent-lint.config.yaml', 'rules: {}\n');
    expect(linesOf(await repository.run('check', '--since', 'main'))).toEqual([
      'agent-lint: This change lowers `framework/unread` from error to off: it removes the setting at agent-lint.config.yaml:1:10.',
    ]);
  });

  it('is no rule that is raised, and none of a configuration that is invalid', async () => {
    const repository = newRepository({ ...START, 'agent-lint.config.yaml': 'rules: {}\n' });
    repository.write('agent-lint.config.yaml', 'rules: { tracing/missing: error, scope/wildcard: error }\n');
    expect(linesOf(await repository.run('check', '--since', 'main'))).toEqual([]);
    repository.write('agent-lint.config.yaml', 'rules: { nope: off }\n');
    expect(linesOf(await repository.run('check', '--config-from', 'main'))).toEqual([]);
  });
});

describe('an agent page that Claude Code does not load', () => {
  it('says so in inspect', async () => {
    const folder = folderWith({
      '.claude/agents/desk.md': '---\nname: desk\ntools: Bash\n---\nAnswer.\n',
      '.claude/agents/note.md': 'No front matter.\n',
      '.claude/agents/good.md': '---\nname: good\ndescription: Answers.\n---\nAnswer.\n',
    });
    const { files } = JSON.parse((await runCli(folder, ['inspect', '--format', 'json'])).stdout);
    const reasons = new Map(files.map((one: { path: string; reason: string }) => [one.path, one.reason]));
    expect(reasons.get('.claude/agents/desk.md')).toBe('not loaded by the client: no description');
    expect(reasons.get('.claude/agents/note.md')).toBe(
      'not loaded by the client: no name and no description',
    );
    expect((await runCli(folder, ['inspect', '--files'])).stdout).toContain(
      '.claude/agents/desk.md  agent-page    not loaded by the client: no description',
    );
  });
});
