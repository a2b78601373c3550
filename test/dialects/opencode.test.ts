import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

/** The dialect of each file, and what is found: `line:column severity rule`. */
async function readAgents(files: Record<string, string>) {
  const { files: read, findings } = await lintFiles(files);
  return {
    dialects: read.map(({ dialect }) => dialect),
    found: findings
      .filter(({ severity }) => severity !== 'info')
      .map(({ range, severity, rule }) => `${range.start.line}:${range.start.column} ${severity} ${rule}`),
  };
}

const agent = (...lines: string[]) =>
  `---\ndescription: Reviews code\n${lines.join('\n')}\n---\nReview it.\n`;

describe('an agent of opencode in a Markdown file', () => {
  it('is recognised by its mode, wherever it stands', async () => {
    const text = agent('mode: subagent', 'permission:', '  bash: allow');
    expect(await readAgents({ 'agents/review.md': text })).toEqual({
      dialects: ['opencode-agent'],
      found: ['5:9 error scope/wildcard'],
    });
  });

  it('is recognised by its folder, without a mode', async () => {
    const text = agent('permission:', '  bash: { "*": deny, "git push *": allow }');
    for (const path of ['.opencode/agent/review.md', '.config/opencode/agents/team/review.md'])
      expect(await readAgents({ [path]: text })).toEqual({
        dialects: ['opencode-agent'],
        found: ['4:22 error approval/auto-approved'],
      });
  });

  it('is not one of Claude Code for having a name: its permissions count, and no tools are missing', async () => {
    const text = agent(
      'name: review',
      'mode: subagent',
      'permission:',
      '  bash: { "*": deny, "ls *": allow }',
    );
    const { findings, files } = await lintFiles({ '.opencode/agents/review.md': text });
    expect(files.map(({ dialect }) => dialect)).toEqual(['opencode-agent']);
    expect(findings).toEqual([]);
  });

  it('is another one where the place of another client says so', async () => {
    const text = agent('name: review', 'mode: all', 'tools: Read');
    expect((await readAgents({ '.claude/agents/review.md': text })).dialects).toEqual(['claude-agent']);
    expect((await readAgents({ 'review.agent.md': text })).dialects).toEqual(['copilot-agent']);
    expect((await readAgents({ 'docs/review.md': agent('mode: agent') })).dialects).toEqual([]);
  });
});

describe('the settings of opencode', () => {
  const settings = (value: object) => readAgents({ 'opencode.json': JSON.stringify(value, null, 2) });

  it('let every tool that writes files of the project be what a coding agent is for', async () => {
    const permission = { edit: 'allow', write: 'allow', patch: 'allow', multiedit: 'allow' };
    expect((await settings({ permission })).found).toEqual([]);
  });

  it('tell a pattern of a server from one of what opencode itself asks', async () => {
    const permission = { 'external_*': 'allow', 'slack_*': 'allow' };
    expect((await settings({ permission })).found).toEqual(['4:16 error scope/wildcard']);
  });

  it('name agents under `mode`, too', async () => {
    const mode = { build: { permission: { bash: 'allow' } } };
    expect((await settings({ mode })).found).toEqual(['5:17 error scope/wildcard']);
  });
});

it.each([
  // The patterns behind `find *`, and what the whole is said to do.
  [{}, ['can run any command']],
  [{ 'find *-exec*': 'ask' }, ['deletes or stops what cannot be restored']],
  [{ 'find *-exec*': 'ask', 'find *-delete*': 'ask' }, []],
  [{ 'find * -exec *': 'deny', 'find * -delete *': 'deny' }, ['can run any command']],
  [{ 'find *-exec*': 'ask', 'find *-delete': 'deny' }, ['deletes or stops what cannot be restored']],
  [{ 'find *-exec*': 'ask', 'find *-execdir*': 'allow' }, ['can run any command']],
])('lets `find` do what no later pattern takes back: %j', async (behind, expected) => {
  const text = JSON.stringify({ permission: { bash: { '*': 'deny', 'find *': 'allow', ...behind } } });
  const { findings } = await lintFiles({ 'opencode.json': text });
  const said = findings.map(({ message }) => /` (.*?) without human approval/.exec(message)?.[1]);
  expect(said).toEqual(expected);
});

describe('keys of Claude Code in files of others', () => {
  it('say nothing in the settings of Gemini CLI', async () => {
    const hooks = { SessionStart: [{ type: 'command', command: 'x' }] };
    const text = JSON.stringify({ enableAllProjectMcpServers: true, hooks }, null, 2);
    expect(await readAgents({ '.gemini/settings.json': text })).toEqual({
      dialects: ['gemini-settings'],
      found: [],
    });
  });

  it('are not needed for a file of servers beside the settings', async () => {
    const mcpServers = { a: { type: 'http', url: 'http://a.example.com/mcp' } };
    expect(await readAgents({ '.claude/mcp.json': JSON.stringify({ mcpServers }, null, 2) })).toEqual({
      dialects: ['mcp'],
      found: ['5:14 error mcp/plain-http'],
    });
  });
});

it('names the tools of a server that a star lets run', async () => {
  const { findings } = await lintFiles({ 'opencode.json': '{"permission":{"exa_*":"allow"},"mcp":{}}' });
  expect(findings.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
    'scope/wildcard: `exa_*` allows every tool whose name begins with `exa_` without approval.',
  ]);
});

describe('permissions of opencode as a list', () => {
  const reported = async (permissions: readonly (readonly [string, string, string])[]): Promise<string[]> => {
    const rules = permissions.map(([action, resource, effect]) =>
      JSON.stringify({ action, resource, effect }),
    );
    const text = `{ "permissions": [\n${rules.join(',\n')}\n] }`;
    const { findings } = await lintFiles({ 'opencode.json': text });
    return findings.map(({ rule, severity, range }) => `${rule} ${severity} ${range.start.line}`);
  };

  it.each([
    [[['*', '*', 'allow']], ['scope/wildcard error 2']],
    [[['*', '*', 'ask']], []],
    [
      [
        ['shell', '*', 'deny'],
        ['shell', '*', 'allow'],
      ],
      ['scope/ignored-setting warning 2', 'scope/wildcard error 3'],
    ],
    [
      [
        ['shell', '*', 'allow'],
        ['shell', '*', 'deny'],
      ],
      [],
    ],
    [[['shell', 'git push *', 'allow']], ['approval/auto-approved error 2']],
    [[['shell', 'git status *', 'allow']], []],
    [
      [
        ['shell', 'git push *', 'allow'],
        ['*', '*', 'ask'],
      ],
      [],
    ],
    [[['read', '*', 'allow']], []],
  ] as const)('%j', async (permissions, expected) => {
    expect(await reported(permissions)).toEqual(expected);
  });
});
