import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from '../../rules/lint-files.js';

const HEAD = `from agents import Agent, function_tool
from agents.mcp import MCPServerSse
def delete_user(i): ...
gated = function_tool(needs_approval=True)
`;

async function lint(text: string) {
  const result = await lintFiles({ 'a.py': HEAD + text });
  const agents = result.systems.flatMap((system) => system.agents);
  return {
    ungated: statedFindings(result, 'approval/missing').map((one) => one.split(' ')[0]),
    agents: agents.map((one) =>
      [one.name, ...one.tools.map(({ name }) => name), ...one.mcpServers.map(({ name }) => name)].join(' '),
    ),
    handoffs: agents.flatMap(({ name, handoffs }) => handoffs.map((to) => `${name} -> ${to.name}`)),
    open: result.systems.flatMap(({ unresolved }) => unresolved.map(({ why }) => why)),
  };
}

const TOOL = 'delete_user = function_tool(delete_user)\n';
const FOUND = { ungated: ['3:5'], agents: ['A delete_user'], handoffs: [], open: [] };

describe('a program that says the same in another way', () => {
  it.each([
    ['a call in place of the decorator', 'a = Agent(name="A", tools=[delete_user])'],
    ['a factory', 'def make():\n  return Agent(name="A")\na = make()\na.tools.append(delete_user)'],
    [
      'a factory with parameters',
      'def make(name):\n  return Agent(name=name)\na = make("A")\na.tools = [delete_user]',
    ],
    ['a cast', 'from typing import cast\na = cast(Agent, Agent(name="A"))\na.tools.append(delete_user)'],
    ['a list of itself and more', 't = []\nt = t + [delete_user]\na = Agent(name="A", tools=t)'],
    ['one branch', 'if __name__ == "__main__":\n  a = Agent(name="A")\n  a.tools = [delete_user]'],
    [
      'the default of a field',
      'from dataclasses import dataclass, field\n@dataclass\nclass C:\n  tools: list = field(default_factory=lambda: [delete_user])\nc = C()\na = Agent(name="A", tools=c.tools)',
    ],
    [
      'a field that is passed',
      'from pydantic import BaseModel, Field\nclass C(BaseModel):\n  name: str = Field("A")\n  tools: list = Field(default_factory=list)\nc = C(tools=[delete_user])\na = Agent(name=c.name, tools=c.tools)',
    ],
  ])('is judged alike: %s', async (_, text) => {
    expect(await lint(TOOL + text)).toEqual(FOUND);
  });

  it('tells the agents of one factory apart', async () => {
    const text = `${TOOL}def make(name):\n  return Agent(name=name)
a = make("A")
b = make("B")
a.tools.append(delete_user)
b.handoffs = [a]
`;
    expect(await lint(text)).toEqual({
      ...FOUND,
      agents: ['B', 'A delete_user'],
      handoffs: ['B -> A'],
    });
  });

  it('sees the gate of a decorator that is called', async () => {
    const text = `delete_user = gated(delete_user)\ndef send_mail(i): ...
send_mail = function_tool(needs_approval=False)(send_mail)\na = Agent(name="A", tools=[delete_user, send_mail])\n`;
    expect(await lint(text)).toEqual({ ...FOUND, ungated: ['6:5'], agents: ['A delete_user send_mail'] });
  });

  it.each([
    ['a name behind `with`', '  async with kb as one:\n    Agent(name="A", mcp_servers=[one])'],
    [
      'what a stack enters',
      '  one = await stack.enter_async_context(kb)\n  Agent(name="A", mcp_servers=[one])',
    ],
  ])('has its server: %s', async (_, text) => {
    const server = '  kb = MCPServerSse(name="kb", params={"url": "https://kb.example.com/sse"})\n';
    const { agents, open } = await lint(`async def main(stack):\n${server}${text}\n`);
    expect({ agents, open }).toEqual({ agents: ['A kb.example.com'], open: [] });
  });

  it.each([
    ['one side of two', 'a = Agent(name="A")\nif x:\n  y = 1\nelse:\n  a.tools = [delete_user]', ['3:5']],
  ])('judges what a condition decides, and leaves nothing open: %s', async (_, text, expected) => {
    const { ungated, open } = await lint(TOOL + text);
    expect({ ungated, open }).toEqual({ ungated: expected, open: [] });
  });

  it('knows what is made on the other side', async () => {
    const text = 'if x:\n  a = Agent(name="A")\nelse:\n  a = Agent(name="A")\n  a.tools = [delete_user]';
    const { ungated, open } = await lint(TOOL + text);
    expect({ ungated, open }).toEqual({ ungated: ['3:5'], open: [] });
  });
});
