import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** An agent with two groups of tools, each of which has a `delete_folder`; a person approves each call. */
const program = (first: string, second: string) => `import shutil
from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.toolsets import FunctionToolset, PrefixedToolset

a = FunctionToolset()
b = FunctionToolset()
eu = MCPToolset("https://eu.example.com/mcp").filtered(lambda ctx, tool: tool.name in {"delete_folder"})
us = MCPToolset("https://us.example.com/mcp").filtered(lambda ctx, tool: tool.name in {"delete_folder"})


@a.tool_plain
def delete_folder(path: str) -> str:
    shutil.rmtree("/srv/a/" + path)
    return "ok"


@b.tool_plain(name="delete_folder")
def delete_other(path: str) -> str:
    shutil.rmtree("/srv/b/" + path)
    return "ok"


toolsets = [${first}.approval_required(), ${second}.approval_required()]
agent = Agent("m", toolsets=toolsets, output_type=[str, DeferredToolRequests])
result = agent.run_sync(input())
while isinstance(result.output, DeferredToolRequests):
    answers = DeferredToolResults()
    for call in result.output.approvals:
        answers.approvals[call.tool_call_id] = input(f"{call.tool_name}? ") == "y"
    result = agent.run_sync(message_history=result.all_messages(), deferred_tool_results=answers)
`;

describe('a prefix before the names of the tools of a group', () => {
  it.each<[string, string, string[], number]>([
    ['a', 'b', ['delete_folder', 'delete_folder'], 2],
    ['a', 'b.prefixed("b")', ['delete_folder', 'b_delete_folder'], 0],
    ['a.prefixed("x")', 'b.prefixed("x")', ['x_delete_folder', 'x_delete_folder'], 2],
    ['PrefixedToolset(a, "a")', 'b.prefixed(prefix="b")', ['a_delete_folder', 'b_delete_folder'], 0],
    ['PrefixedToolset(a, prefix="a")', 'us', ['a_delete_folder', 'delete_folder'], 0],
    ['eu', 'us', ['delete_folder', 'delete_folder'], 2],
    ['eu', 'us.prefixed("us")', ['delete_folder', 'us_delete_folder'], 0],
    ['eu.prefixed("eu")', 'us.prefixed("us")', ['eu_delete_folder', 'us_delete_folder'], 0],
  ])('keeps them apart: %s, %s', async (first, second, names, shared) => {
    const { findings, systems } = await lintFiles({ 'agent.py': program(first, second) });
    const agents = systems.flatMap((one) => one.agents);
    const tools = agents.flatMap((one) => [
      ...one.tools,
      ...one.mcpServers.flatMap((server) => server.tools),
    ]);
    expect(tools.map(({ name }) => name)).toEqual(names);
    expect(findings.filter(({ rule }) => rule === 'approval/shared-name')).toHaveLength(shared);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('leaves what a saved list says of a tool', async () => {
    const list = {
      server: { name: 'eu.example.com' },
      tools: [
        { name: 'delete_folder', description: 'Moves it to the bin.', inputSchema: { type: 'object' } },
      ],
    };
    const { systems } = await lintFiles({
      'agent.py': program('eu.prefixed("eu")', 'us'),
      '.agent-lint/tools/eu.example.com.json': JSON.stringify(list),
    });
    const [server] = systems.flatMap(({ agents }) => agents.flatMap(({ mcpServers }) => mcpServers));
    expect(server?.offered?.tools.map(({ name }) => name)).toEqual(['delete_folder']);
    expect(server?.tools.map(({ name, offeredAs }) => [name, offeredAs])).toEqual([
      ['eu_delete_folder', 'delete_folder'],
    ]);
    expect(server?.tools[0]?.description).toBe('Moves it to the bin.');
  });
});
