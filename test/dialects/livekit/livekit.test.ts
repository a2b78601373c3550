import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const PYTHON = `import requests
from livekit.agents import Agent, AgentSession, RunContext, function_tool, mcp
from livekit.agents.llm.mcp import MCPServerStdio, MCPToolset


@function_tool
async def refund(charge: str):
    """Refunds a charge."""
    return requests.post(f"https://pay.example.com/refunds/{charge}").json()


class Reading(Agent):
    @function_tool
    async def look(self, ctx: RunContext, charge: str):
        """Reads a charge."""
        return requests.get(f"https://pay.example.com/charges/{charge}").json()


class Desk(Reading):
    def __init__(self, tools=None) -> None:
        super().__init__(instructions="Help.", tools=tools)

    @function_tool(name="pay")
    async def repay(self, ctx: RunContext, charge: str):
        """Pays a charge back."""
        return requests.post(f"https://pay.example.com/refunds/{charge}").json()

    async def helper(self, charge: str):
        return requests.post(f"https://pay.example.com/pay/{charge}").json()


`;
const TYPESCRIPT = `import { Agent, llm, tool, voice } from "@livekit/agents";
const pays = async ({ charge }) => (await fetch(\`https://pay.example.com/refunds/\${charge}\`, { method: "POST" })).json();
const reads = async ({ charge }) => (await fetch(\`https://pay.example.com/charges/\${charge}\`)).json();
class Desk extends voice.Agent {
  constructor(tools = {}) {
    super({ instructions: "Help.", tools: { pay: llm.tool({ description: "Pays back.", execute: pays }), ...tools } });
  }
}
`;

/** The agents of a program, each with its tools, servers and what is missing of its gates. */
async function agentsOf(file: string, text: string) {
  const { systems, findings } = await lintFiles({ [file]: text });
  expect(systems.map(({ dialect }) => dialect)).toEqual(['livekit']);
  const missing = findings.filter(({ rule }) => rule === 'approval/missing');
  return systems.flatMap(({ agents }) =>
    agents.map(({ name, tools, mcpServers }) => [
      name,
      tools.map((tool) => tool.name).sort(),
      mcpServers.map(({ transport, allowedTools }) => `${transport} ${allowedTools.state}`),
      missing.map(({ message }) => /`([^`]+)`/.exec(message)?.[1]).sort(),
    ]),
  );
}

describe('an agent of LiveKit', () => {
  it.each([
    ['its own list', 'Agent(instructions="Help.", tools=[refund])', ['agent', ['refund'], [], ['refund']]],
    ['functions of its class', 'Reading(instructions="Help.")', ['agent', ['look'], [], []]],
    ['those of its bases', 'Desk()', ['agent', ['look', 'pay'], [], ['pay']]],
    ['both', 'Desk(tools=[refund])', ['agent', ['look', 'pay', 'refund'], [], ['pay', 'refund']]],
    [
      'servers',
      'Agent(instructions="Help.", mcp_servers=[mcp.MCPServerHTTP("https://mcp.example.com/mcp", allowed_tools=["look"])])',
      ['agent', [], ['http shown'], []],
    ],
    [
      'a toolset of a server',
      'Agent(instructions="Help.", tools=[MCPToolset(id="a", mcp_server=MCPServerStdio("uvx", ["server"]))])',
      ['agent', [], ['stdio absent'], []],
    ],
  ])('has in Python the tools of %s', async (_, made, expected) => {
    expect(await agentsOf('desk.py', `${PYTHON}agent = ${made}\n`)).toEqual([expected]);
  });

  it('has the tools of its session in Python', async () => {
    const text = `${PYTHON}async def main(room):\n    session = AgentSession(tools=[refund])\n    await session.start(agent=Reading(instructions="Help."), room=room)\n`;
    expect(await agentsOf('desk.py', text)).toEqual([['Reading', ['look', 'refund'], [], ['refund']]]);
  });

  it.each([
    ['its class', 'new Desk()', ['desk', ['pay'], [], ['pay']]],
    [
      'its class and others',
      'new Desk({ again: tool({ execute: reads }) })',
      ['desk', ['again', 'pay'], [], ['pay']],
    ],
    [
      'a list',
      'new Agent({ tools: [llm.tool({ name: "pay", execute: pays })] })',
      ['desk', ['pay'], [], ['pay']],
    ],
  ])('has in TypeScript the tools of %s', async (_, made, expected) => {
    expect(await agentsOf('desk.ts', `${TYPESCRIPT}export const desk = ${made};\n`)).toEqual([expected]);
  });

  it.each([
    [
      'an agent',
      'desk.py',
      `${PYTHON}class Front(Agent):\n    @function_tool\n    async def pass_on(self):\n        return Desk()\n\n\nfront = Front(instructions="Help.")\n`,
      'agent',
    ],
    [
      'one with a text',
      'desk.py',
      `${PYTHON}@function_tool\nasync def pass_on():\n    return Desk(), "Wait."\n\n\nfront = Agent(instructions="Help.", tools=[pass_on])\n`,
      'agent',
    ],
    [
      'a handoff',
      'desk.ts',
      `${TYPESCRIPT}const passOn = llm.tool({ execute: async () => llm.handoff({ agent: new Desk(), returns: 'Wait.' }) });\nexport const front = new voice.Agent({ tools: { passOn } });\n`,
      // The functions that the agent is created with count as its own.
      'function',
    ],
  ])('hands off to an agent that a tool returns: %s', async (_, file, text, kind) => {
    const { systems } = await lintFiles({ [file]: text });
    const all = systems.flatMap(({ agents }) => agents);
    const front = all.find(({ handoffs }) => handoffs.length > 0);
    expect(front?.handoffs.map(({ name }) => name)).toEqual(['Desk']);
    expect(front?.tools.map(({ kind }) => kind)).toEqual([kind]);
  });

  it.each([
    ['an object of the program', 'ctx.userdata.desk.ask(charge)', true],
    ['a value of the session', 'ctx.session.userdata.desk.ask(charge)', true],
    ['the clock', 'time.time()', false],
  ])('is judged by who answers: %s', async (_, asked, mayAsk) => {
    const text = `import time\n${PYTHON}@function_tool\nasync def pays(ctx: RunContext, charge: str):\n    if ${asked} != 1:\n        return "no"\n    return await refund(charge)\n\n\nagent = Agent(instructions="Help.", tools=[pays])\n`;
    const { findings, notAssessed } = await lintFiles({ 'desk.py': text });
    const named = (all: readonly { rule: string; message: string }[]) =>
      all.filter(({ rule }) => rule === 'approval/missing').map(({ message }) => message.split('`')[1]);
    expect(named(notAssessed)).toEqual(mayAsk ? ['pays'] : []);
    expect(named(findings)).toEqual(mayAsk ? [] : ['pays']);
  });
});

describe('the bound of a session of LiveKit', () => {
  it.each([
    ['by default', '', []],
    ['a number', '{ maxToolSteps: 5 }', []],
    ['none', '{ maxToolSteps: Infinity }', ['delegation/unbounded-turns']],
    [
      'none, in older options',
      '{ voiceOptions: { maxToolSteps: Infinity } }',
      ['delegation/unbounded-turns'],
    ],
  ])('is read: %s', async (_, options, expected) => {
    const text = `${TYPESCRIPT}export async function main() {\n  const session = new voice.AgentSession(${options});\n  await session.start({ agent: new Desk({ pay: tool({ description: 'Pays', execute: pays }) }) });\n}\n`;
    const { findings } = await lintFiles({ 'desk.ts': text });
    expect(findings.map(({ rule }) => rule).filter((rule) => rule.includes('unbounded'))).toEqual(expected);
  });
});
