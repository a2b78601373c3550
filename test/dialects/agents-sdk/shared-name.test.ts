import { describe, expect, it } from 'vitest';
import { sharedNames } from '../../../src/assess/approval/shared-names.js';
import type { Agent, McpServer, Tool } from '../../../src/model/index.js';
import { lintFiles } from '../../rules/lint-files.js';

/** Findings of the rule as `line: message`. */
async function shared(files: Record<string, string>): Promise<string[]> {
  const { findings } = await lintFiles(files);
  return findings
    .filter(({ rule }) => rule === 'approval/shared-name')
    .map(({ range: { start }, message }) => `${start.line}: ${message}`);
}

const HEAD = `from agents import Agent, FunctionTool, HostedMCPTool, function_tool
from agents.mcp import MCPServerStreamableHttp
@function_tool(needs_approval=True)
def delete_entry(id: str) -> str:
    return id
`;

const local = (name: string, tools: string) =>
  `${name} = MCPServerStreamableHttp(name="${name}", params={"url": "https://${name}.example.com/mcp"}, require_approval="always", tool_filter={"allowed_tool_names": [${tools}]})\n`;
const hosted = (name: string, tools: string) =>
  `${name} = HostedMCPTool(tool_config={"type": "mcp", "server_label": "${name}", "server_url": "https://${name}.example.com/mcp", "allowed_tools": [${tools}], "require_approval": "always"})\n`;
const TWICE = 'What is approved as `delete_entry` may be another tool: `A` has 2 tools of that name.';

describe('the name of a gated tool', () => {
  it('is shared by a tool of a server', async () => {
    const agent = 'Agent(name="A", tools=[delete_entry], mcp_servers=[one])\n';
    expect(await shared({ 'a.py': HEAD + local('one', '"delete_entry"') + agent })).toEqual([
      `3: ${TWICE}`,
      `6: ${TWICE}`,
    ]);
    expect(await shared({ 'a.py': HEAD + local('one', '"get_entry"') + agent })).toEqual([]);
    const prefixed = agent.replace(')\n', ', mcp_config={"include_server_in_tool_names": True})\n');
    expect(await shared({ 'a.py': HEAD + local('one', '"delete_entry"') + prefixed })).toEqual([]);
  });

  it('is shared by servers of the operator, and not by those that the SDK refuses to start together', async () => {
    const text = (server: typeof hosted, agent: string) =>
      HEAD + server('one', '"delete_entry"') + server('two', '"delete_entry"') + agent;
    expect(await shared({ 'a.py': text(hosted, 'Agent(name="A", tools=[one, two])\n') })).toEqual([
      `6: ${TWICE}`,
      `7: ${TWICE}`,
    ]);
    expect(await shared({ 'a.py': text(local, 'Agent(name="A", mcp_servers=[one, two])\n') })).toEqual([]);
  });

  it('is one name where a tool is listed twice, is one of two agents, or reads', async () => {
    expect(await shared({ 'a.py': `${HEAD}Agent(name="A", tools=[delete_entry, delete_entry])\n` })).toEqual(
      [],
    );
    const two = `${HEAD}def other(id: str): return id
again = FunctionTool(name="delete_entry", description="", params_json_schema={}, on_invoke_tool=other, needs_approval=True)
Agent(name="A", tools=[delete_entry])
Agent(name="B", tools=[again])
`;
    expect(await shared({ 'a.py': two })).toEqual([]);
    expect(
      await shared({
        'a.py': two
          .replace('tools=[delete_entry]', 'tools=[delete_entry, again]')
          .replaceAll('delete_entry', 'get_entry'),
      }),
    ).toEqual([]);
    expect(
      await shared({ 'a.py': two.replace('tools=[delete_entry]', 'tools=[delete_entry, again]') }),
    ).toHaveLength(2);
  });

  it('is one name where a condition picks one of two tools', async () => {
    const text = `import os
${HEAD}def other(id: str): return id
again = FunctionTool(name="delete_entry", description="", params_json_schema={}, on_invoke_tool=other, needs_approval=True)
Agent(name="A", tools=[delete_entry if os.getenv("LIVE") else again])
`;
    expect(await shared({ 'a.py': text })).toEqual([]);
  });
});

describe('a gate that is found by the name', () => {
  const place = (line: number) => ({
    file: 'a.py',
    path: '',
    range: () => ({ start: { line, column: 1 }, end: { line, column: 2 } }),
  });
  const gated = (keyed: boolean): Tool => ({
    name: 'delete_entry',
    kind: 'function',
    at: place(1),
    effect: { effect: 'destructive', confidence: 'high', because: { from: 'declared' } } as Tool['effect'],
    openEnded: false,
    approval: { state: 'shown', value: { by: 'human', stated: 'x', ...(keyed ? { keyed: true } : {}) } },
  });
  const server = (more: Partial<McpServer>): McpServer => ({
    name: 'files',
    address: 'files',
    transport: 'stdio',
    at: place(2),
    allowedTools: { state: 'absent' },
    tools: [],
    scopes: [],
    values: [],
    ...more,
  });
  const found = (tool: Tool, servers: McpServer[]) =>
    sharedNames({
      name: 'A',
      at: place(9),
      nameAt: place(9),
      tools: [tool],
      mcpServers: servers,
      handoffs: [],
      delegatesTo: [],
      guardrails: { input: { state: 'absent' }, output: { state: 'absent' } },
    } as Agent).map(({ flaw }) => flaw.why);
  const list = (name: string) => ({
    file: 'files.tools.json',
    tools: [{ ...gated(false), name, at: place(5), approval: { state: 'absent' } as const }],
  });

  it.each([
    [
      'a server without a list',
      true,
      {},
      ['the gate is found by the name, and `files` can offer a tool of that name, too'],
    ],
    ['a saved list with the name', true, { offered: list('delete_entry') }, ['`A` has 2 tools of that name']],
    ['a saved list without it', true, { offered: list('get_entry') }, []],
    ['an allow-list', true, { allowedTools: { state: 'shown', value: ['get_entry'] } }, []],
    ['a prefix', true, { names: 'prefixed' }, []],
    ['a gate of the tool itself', false, {}, []],
  ] as const)('beside %s', (_, keyed, more, expected) => {
    expect(found(gated(keyed), [server(more as Partial<McpServer>)])).toEqual(expected);
  });
});
