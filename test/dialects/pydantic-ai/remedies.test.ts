import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/index.js';
import { editedText } from '../../../src/syntax/edit/apply.js';
import { lintFiles } from '../../rules/lint-files.js';

const HEAD = `import os
from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults, FunctionToolset, RunContext, Tool, UsageLimits
from pydantic_ai.capabilities import MCP, WebFetch
from pydantic_ai.mcp import MCPServerStreamableHTTP, MCPToolset


def remove_file(path: str) -> str:
    """Removes a file of the store."""
    os.remove("store/a")
    return path


`;
const ANSWER = `

def main(text: str) -> None:
    result = agent.run_sync(text)
    while isinstance(result.output, DeferredToolRequests):
        approvals = {call.tool_call_id: input(str(call)) == "y" for call in result.output.approvals}
        result = agent.run_sync(
            message_history=result.all_messages(), deferred_tool_results=DeferredToolResults(approvals=approvals)
        )
`;
const agent = (options: string) =>
  `agent = Agent("openai:gpt-5", output_type=[str, DeferredToolRequests]${options})\n`;

const VERSIONS = ['1.90.0', '2.33.0'];

async function read(text: string, version: string): Promise<Finding[]> {
  const { findings } = await lintFiles({
    'agent.py': HEAD + text + ANSWER,
    'requirements.txt': `pydantic-ai==${version}\n`,
  });
  return findings.filter(({ rule }) => /^(?:approval\/(?!broken)|scope|delegation)/.test(rule));
}

const UNNAMED = 'MCPServerStreamableHTTP("https://mcp.example.com/mcp")';
const SERVER = `server = ${UNNAMED}\n`;

describe.each(VERSIONS)('in version %s of Pydantic AI', (version) => {
  it.each([
    ['a Tool', agent(', tools=[Tool(remove_file)]')],
    [
      'a decorator',
      `${agent('')}\n\n@agent.tool_plain\ndef drop(path: str) -> str:\n    os.remove("store/a")\n    return path\n`,
    ],
    [
      'a decorator of a toolset',
      `files = FunctionToolset()\n\n\n@files.tool_plain\ndef drop(path: str) -> str:\n    os.remove("store/a")\n    return path\n\n\n${agent(', toolsets=[files]')}`,
    ],
  ])('the fix of a tool without a gate clears it: %s', async (_, text) => {
    const [finding, ...others] = await read(text, version);
    expect([finding?.rule, others]).toEqual(['approval/missing', []]);
    const edits = finding?.fixes[0]?.edits ?? [];
    const fixed = editedText(HEAD + text + ANSWER, edits);
    expect(fixed).toContain('requires_approval=True');
    expect(await read(fixed.slice(HEAD.length, -ANSWER.length), version)).toEqual([]);
  });

  it.each([
    [
      'tools of a server',
      `${SERVER}${agent(', toolsets=[server]')}`,
      'scope/unrestricted-server',
      'server.filtered(lambda ctx, tool: tool.name in {"read_issue"})',
      ['toolsets=[server]', 'toolsets=[server.filtered(lambda ctx, tool: tool.name in {"read_issue"})]'],
    ],
    [
      'tools of a server without a name',
      agent(`, toolsets=[${UNNAMED}]`),
      'scope/unrestricted-server',
      'Pass `MCPServerStreamableHTTP(...).filtered(lambda ctx, tool: tool.name in {"read_issue"})` in `toolsets`, with the names of its tools.',
      ['mcp")]', 'mcp").filtered(lambda ctx, tool: tool.name in {"read_issue"})]'],
    ],
    [
      'the gate of a server without a name',
      agent(`, toolsets=[${UNNAMED}.filtered(lambda ctx, tool: tool.name in {"delete_issue"})]`),
      'approval/missing',
      'Pass `MCPServerStreamableHTTP(...).approval_required()` in place of `MCPServerStreamableHTTP(...)`.',
      ['mcp")', 'mcp").approval_required()'],
    ],
    [
      'the gate of a server with a name',
      `${SERVER}${agent(', toolsets=[server.filtered(lambda ctx, tool: tool.name in {"delete_issue"})]')}`,
      'approval/missing',
      'Pass `server.approval_required()` in place of `server`.',
      ['[server', '[server.approval_required()'],
    ],
    [
      'tools of a capability',
      agent(', capabilities=[MCP("https://mcp.example.com/mcp")]'),
      'scope/unrestricted-server',
      'allowed_tools=["read_issue"]',
      ['/mcp")', '/mcp", allowed_tools=["read_issue"])'],
    ],
    [
      'a function of the list',
      agent(', tools=[remove_file]'),
      'approval/missing',
      'Pass `Tool(remove_file, requires_approval=True)`',
      ['tools=[remove_file]', 'tools=[Tool(remove_file, requires_approval=True)]'],
    ],
    [
      'a function that ends the run',
      'agent = Agent("openai:gpt-5", output_type=[str, DeferredToolRequests, remove_file])\n',
      'approval/not-gateable',
      'pass `Tool(function, requires_approval=True)` with it in `tools`',
      [', remove_file])', '], tools=[Tool(remove_file, requires_approval=True)])'],
    ],
    [
      'a gate that cannot be answered',
      'agent = Agent("openai:gpt-5", tools=[Tool(remove_file, requires_approval=True)])\n',
      'approval/unanswered',
      'Add `DeferredToolRequests` to `output_type`',
      ['"openai:gpt-5", ', '"openai:gpt-5", output_type=[str, DeferredToolRequests], '],
    ],
    [
      'a page loader that opens any address',
      agent(', capabilities=[WebFetch()]'),
      'scope/open-address',
      '',
      ['WebFetch()', 'WebFetch(allowed_domains=["docs.example.com"])'],
    ],
    [
      'a run without a limit',
      `${agent('')}\nagent.run_sync("x", usage_limits=UsageLimits(request_limit=None))\n`,
      'delegation/unbounded-turns',
      'Set `request_limit=50`',
      ['request_limit=None', 'request_limit=50'],
    ],
  ])('what the finding says clears it: %s', async (_, text, rule, says, [from = '', to = '']) => {
    const found = await read(text, version);
    expect(found.map((one) => one.rule)).toEqual([rule]);
    expect(found[0]?.remediation).toContain(says);
    expect(await read(text.replace(from, to), version)).toEqual([]);
  });
});

describe('the remedy of a tool whose request would be an error', () => {
  const NEEDED =
    ' Decide where a person is asked, and add `DeferredToolRequests` to `output_type` of `Agent()`: without it the request is an error.';

  it.each([
    ['', true],
    [', output_type=str', true],
    [', output_type=[str, DeferredToolRequests]', false],
  ])('names what the agent lacks: Agent(%s)', async (options, isNamed) => {
    const text = `${HEAD}agent = Agent("openai:gpt-5", tools=[remove_file]${options})\n`;
    const { findings } = await lintFiles(
      { 'agent.py': text, 'requirements.txt': 'pydantic-ai==2.33.0\n' },
      { only: ['approval/missing'] },
    );
    expect(findings.map(({ remediation }) => remediation.includes(NEEDED))).toEqual([isNamed]);
    // The edit of the tool alone would do less than that.
    expect(findings.map(({ fixes }) => fixes.length)).toEqual([isNamed ? 0 : 1]);
  });
});
