import { describe, expect, it } from 'vitest';
import { findingsOf, rulesOf } from './findings.js';

const PAY = '"pay": {"transport": "streamable_http", "url": "https://pay.example.com/mcp"}';
const CRM = '"crm": {"transport": "streamable_http", "url": "https://crm.example.com/mcp"}';
const HEAD = `from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain_mcp_adapters.client import MultiServerMCPClient
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
import requests


def delete_account(id: str) -> str:
    """Deletes an account."""
    return requests.delete(f"https://api.example.com/accounts/{id}").text


config = {"configurable": {"thread_id": "1"}, "recursion_limit": 20}
`;

/** An agent whose map of gates names one tool, by its servers and the tools beside them. */
const program = (servers: string, gated: string, tools = '*found'): string => `${HEAD}
async def main():
    client = MultiServerMCPClient(${servers})
    found = await client.get_tools()
    gate = HumanInTheLoopMiddleware(interrupt_on={${gated}})
    agent = create_agent("m", tools=[${tools}], checkpointer=InMemorySaver(), middleware=[gate])
    result = await agent.ainvoke({"messages": []}, config)
    while "__interrupt__" in result:
        kind = "approve" if input("Run it? ") == "yes" else "reject"
        result = await agent.ainvoke(Command(resume={"decisions": [{"type": kind}]}), config)
`;
const shared = (gated: string) => [
  `approval/shared-name at gate = HumanInTheLoopMiddleware(interrupt_on={${gated}})`,
];
const TRUE = '"delete_account": True';

describe('a gate by the name of a tool', () => {
  it.each<[string, string, string[]]>([
    ['two servers can offer', program(`{${CRM}, ${PAY}}`, TRUE), shared(TRUE)],
    ['one server offers', program(`{${CRM}}`, TRUE), []],
    ['servers keep apart by a prefix', program(`{${CRM}, ${PAY}}, tool_name_prefix=True`, TRUE), []],
    ['asks nobody', program(`{${CRM}, ${PAY}}`, '"delete_account": False'), []],
    ['a server can offer, too', program(`{${CRM}}`, TRUE, 'delete_account, *found'), shared(TRUE)],
    ['no server can offer', program(`{${CRM}}, tool_name_prefix=True`, TRUE, 'delete_account, *found'), []],
  ])('that %s', async (_, text, expected) => {
    expect(await findingsOf('main.py', text)).toEqual(expected);
  });

  const saved = (server: string, tool: string) => ({
    [`.agent-lint/tools/${server}.json`]: JSON.stringify({
      server: { name: server },
      tools: [{ name: tool, description: 'x', inputSchema: { type: 'object' } }],
    }),
  });
  it.each([
    ['get_account', []],
    ['delete_account', ['approval/shared-name']],
  ])('that the saved list of one server has, and of the other says %s', async (second, expected) => {
    const files = {
      'main.py': program(`{${CRM}, ${PAY}}`, TRUE),
      ...saved('crm.example.com', 'delete_account'),
      ...saved('pay.example.com', second),
    };
    expect((await rulesOf(files)).filter((rule) => rule.startsWith('approval/'))).toEqual(expected);
  });
});
