import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { reportedIn } from '../frameworks/reported-in.js';

const PYTHON = `import requests
from llama_index.core.agent import ReActAgent
from llama_index.core.agent.workflow import AgentWorkflow, FunctionAgent
from llama_index.core.tools import FunctionTool, QueryEngineTool
from llama_index.core.tools.tool_spec.base import BaseToolSpec
from llama_index.core.workflow import Context, HumanResponseEvent, InputRequiredEvent
from llama_index.tools.code_interpreter import CodeInterpreterToolSpec
from llama_index.tools.duckduckgo import DuckDuckGoSearchToolSpec
from llama_index.tools.google import GmailToolSpec
from llama_index.tools.mcp import BasicMCPClient, McpToolSpec, aget_tools_from_mcp_url


def refund(charge: str) -> dict:
    """Refunds a charge."""
    return requests.post(f"https://pay.example.com/refunds/{charge}").json()


def look(charge: str) -> dict:
    """Reads a charge."""
    return requests.get(f"https://pay.example.com/charges/{charge}").json()


class Desk(BaseToolSpec):
    spec_functions = ["pay"]

    def pay(self, charge: str) -> dict:
        return requests.post(f"https://pay.example.com/pay/{charge}").json()


async def asked(ctx: Context, charge: str) -> dict:
    """Refunds a charge."""
    answer = await ctx.wait_for_event(HumanResponseEvent, waiter_event=InputRequiredEvent(prefix="Go?"))
    if answer.response.strip().lower() != "yes":
        return {}
    return requests.post(f"https://pay.example.com/refunds/{charge}").json()


async def told(ctx: Context, charge: str) -> dict:
    """Refunds a charge."""
    await ctx.wait_for_event(HumanResponseEvent, waiter_event=InputRequiredEvent(prefix="Go?"))
    return requests.post(f"https://pay.example.com/refunds/{charge}").json()


`;
const TYPESCRIPT = `import { agent, multiAgent } from "@llamaindex/workflow";
import { mcp } from "@llamaindex/tools";
import { QueryEngineTool, tool } from "llamaindex";
const pays = async ({ charge }) => (await fetch(\`https://pay.example.com/refunds/\${charge}\`, { method: "POST" })).json();
const reads = async ({ charge }) => (await fetch(\`https://pay.example.com/charges/\${charge}\`)).json();
const look = tool(reads, { name: "look", description: "Reads a charge." });
`;
const MISSING = (name: string) => [`approval/missing ${name}`];

/** What is reported and not assessed of a program. */
async function reported(file: string, text: string): Promise<string[]> {
  const { findings, notAssessed, systems } = await lintFiles({ [file]: text });
  expect(systems.map(({ dialect }) => dialect)).toEqual(['llama-index']);
  const all = reportedIn({ findings, notAssessed });
  return all.filter((one) => !one.startsWith('? guardrail/'));
}

describe('the tools of a LlamaIndex agent', () => {
  it.each([
    ['a function', 'refund', MISSING('refund')],
    ['a function that reads', 'look', []],
    ['a function as a tool', 'FunctionTool.from_defaults(fn=refund, name="repay")', MISSING('repay')],
    ['a search in documents', 'QueryEngineTool.from_defaults(query_engine=engine, name="docs")', []],
    ['a function that asks and obeys', 'asked', []],
    ['a function that asks and acts all the same', 'told', MISSING('told')],
    ['searches', '*DuckDuckGoSearchToolSpec().to_tool_list()', []],
    ['code', '*CodeInterpreterToolSpec().to_tool_list()', ['approval/open-ended-tool code_interpreter']],
    [
      'a list of names',
      '*Desk().to_tool_list()',
      ['? approval/missing which of its functions are tools is a list of names that is not read'],
    ],
    [
      'an export that no row names',
      '*GmailToolSpec().to_tool_list()',
      ['? approval/missing agent-lint does not read it yet'],
    ],
  ])('are read in Python: %s', async (_, tools, expected) => {
    for (const made of [`FunctionAgent(tools=[${tools}])`, `ReActAgent.from_tools([${tools}])`])
      expect(await reported('desk.py', `${PYTHON}desk = ${made}\n`)).toEqual(expected);
  });

  it.each([
    ['a function and its words', 'tool(pays, { name: "refund" })', MISSING('refund')],
    ['one object', 'tool({ name: "repay", execute: pays })', MISSING('repay')],
    ['a function that reads', 'look', []],
    ['a search in documents', 'new QueryEngineTool({ queryEngine, metadata: { name: "docs" } })', []],
  ])('are read in TypeScript: %s', async (_, tools, expected) => {
    expect(
      await reported('desk.ts', `${TYPESCRIPT}export const desk = agent({ tools: [${tools}] });\n`),
    ).toEqual(expected);
  });
});

describe('the servers of a LlamaIndex agent', () => {
  it.each([
    [
      'an address',
      'McpToolSpec(client=BasicMCPClient("https://mcp.example.com/mcp"))',
      ['http', 'https://mcp.example.com/mcp', 'absent'],
    ],
    [
      'a command',
      'McpToolSpec(BasicMCPClient("uvx", args=["server"]), allowed_tools=["look"])',
      ['stdio', 'uvx server', 'shown'],
    ],
    [
      'a call that connects',
      'aget_tools_from_mcp_url("https://mcp.example.com/mcp", allowed_tools=["look"])',
      ['http', 'https://mcp.example.com/mcp', 'shown'],
    ],
  ])('are read: %s', async (_, made, expected) => {
    const list = made.startsWith('McpToolSpec') ? `*${made}.to_tool_list()` : `*await ${made}`;
    const { systems } = await lintFiles({
      'desk.py': `${PYTHON}async def main():\n    desk = FunctionAgent(tools=[${list}])\n`,
    });
    const servers = systems.flatMap(({ agents }) => agents.flatMap(({ mcpServers }) => mcpServers));
    expect(servers.map((one) => [one.transport, one.address, one.allowedTools.state])).toEqual([expected]);
  });
});

describe('agents of LlamaIndex', () => {
  it.each([
    [
      'desk.py',
      `${PYTHON}desk = FunctionAgent(name="desk", tools=[look])\nflow = AgentWorkflow(agents=[desk], root_agent="desk")\nflow.run(user_msg=text)\n`,
    ],
    [
      'desk.ts',
      `${TYPESCRIPT}const desk = agent({ name: "desk", tools: [look] });\nexport const flow = multiAgent({ agents: [desk], rootAgent: desk });\nflow.run(text);\n`,
    ],
  ])('are reached from their workflow: %s', async (file, text) => {
    const { systems } = await lintFiles({ [file]: text });
    expect(systems.map(({ agents }) => agents.map((one) => [one.name, one.handoffs.length]))).toEqual([
      [
        ['flow', 1],
        ['desk', 0],
      ],
    ]);
  });

  it.each([
    ['a person', 'input(event.prefix)', []],
    ['the program', '"yes"', ['? approval/missing asked']],
  ])('are answered by %s', async (_, answer, expected) => {
    const text = `${PYTHON}desk = FunctionAgent(name="desk", tools=[asked])\n\n\nasync def main():\n    handler = desk.run(user_msg="hi")\n    async for event in handler.stream_events():\n        if isinstance(event, InputRequiredEvent):\n            handler.ctx.send_event(HumanResponseEvent(response=${answer}))\n    print(await handler)\n`;
    const result = await lintFiles({ 'desk.py': text });
    const seen = reportedIn(result).filter((one) => !one.includes('guardrail'));
    expect(seen).toEqual(expected);
  });

  it('are none where documents are only searched', async () => {
    const text = `import { Document, Settings, VectorStoreIndex } from "llamaindex";\nSettings.chunkSize = 512;\nexport const index = await VectorStoreIndex.fromDocuments([new Document({ text: "a" })]);\n`;
    const { systems, notAssessed } = await lintFiles({ 'search.ts': text });
    expect([systems, notAssessed]).toEqual([[], []]);
  });
});
