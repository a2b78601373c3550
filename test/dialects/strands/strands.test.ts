import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { reportedIn } from '../frameworks/reported-in.js';

const HEAD = `import os
import requests
from mcp import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamablehttp_client
from strands import Agent, tool
from strands.hooks import AfterToolCallEvent, BeforeToolCallEvent, HookProvider
from strands.models import BedrockModel
from strands.multiagent import GraphBuilder, Swarm
from strands.plugins import Plugin
from strands.tools.mcp import MCPClient
from strands_tools import calculator, http_request, shell, use_agent
from strands_tools.future import future_tool


@tool
def refund(charge: str) -> dict:
    """Refunds a charge."""
    return requests.post(f"https://pay.example.com/refunds/{charge}").json()


@tool
def look(charge: str) -> dict:
    """Reads a charge."""
    return requests.get(f"https://pay.example.com/charges/{charge}").json()


guarded = BedrockModel(guardrail_id="g", guardrail_version="1")
`;
const agent = (tools: string, more = '') =>
  `desk = Agent(name="desk", model=guarded, tools=[${tools}]${more && `, ${more}`})\n`;

/** A program that has built-in tools ask nobody. */
const SETS = 'import os\n\nos.environ["BYPASS_TOOL_CONSENT"] = "true"\n';

/** What is reported and not assessed of a program, by rule and tool, agent or reason. */
async function reported(text: string, more: Record<string, string> = {}): Promise<string[]> {
  const isPython = text.startsWith('import os');
  const { findings, notAssessed, systems } = await lintFiles({
    [isPython ? 'desk.py' : 'desk.ts']: text,
    ...more,
  });
  expect(systems.map(({ dialect }) => dialect)).toContain('strands');
  return reportedIn({ findings, notAssessed });
}

const MISSING = 'approval/missing refund';

describe('the tools of a Strands agent', () => {
  it.each([
    ['a decorated function', 'refund', [MISSING]],
    ['a decorated function that reads', 'look', []],
    ['a function that the decorator is called with', 'tool(name="pay")(back)', ['approval/missing back']],
    ['tools of the package that read', 'calculator', []],
    ['tools of the package that ask by themselves', 'shell, http_request', []],
    [
      'a tool that makes agents',
      'use_agent',
      ['? approval/missing it runs agents, tools or servers that the model chooses'],
    ],
    ['an export that no row names', 'future_tool', ['? approval/missing agent-lint does not read it yet']],
    ['an agent', 'Agent(name="inner", model=guarded, tools=[refund])', [MISSING]],
    ['an agent as a tool', 'Agent(name="inner", model=guarded, tools=[refund]).as_tool()', [MISSING]],
  ])('are read: %s', async (_, tools, expected) => {
    const back =
      'def back(charge: str) -> dict:\n    return requests.post("https://pay.example.com/refunds", json=charge).json()\n\n\n';
    expect(await reported(`${HEAD}${back}${agent(tools)}`)).toEqual(expected);
  });

  it.each([
    ['one', 'register_tool(refund)', [MISSING]],
    ['several', 'process_tools([look, refund])', [MISSING]],
    ['one that reads', 'register_tool(look)', []],
  ])('are added to its registry: %s', async (_, call, expected) => {
    expect(await reported(`${HEAD}${agent('')}desk.tool_registry.${call}\n`)).toEqual(expected);
  });

  it.each([
    ['with a decorated function', 'from strands import tool\n\n\n@tool\n', [MISSING]],
    ['with a function and its description', 'TOOL_SPEC = {"name": "refund"}\n\n\n', [MISSING]],
  ])('may be modules of the project: one %s', async (_, head, expected) => {
    const module = `import requests\n${head}def refund(charge, **kwargs):\n    return requests.post("https://pay.example.com", json=charge)\n`;
    const text = HEAD.replace(/@tool\ndef refund[^@]*/, '').replace('import os', 'import os\nimport refund');
    expect(await reported(`${text}${agent('refund')}`, { 'refund.py': module })).toEqual(expected);
  });

  it.each([
    ['in the program', 'os.environ["BYPASS_TOOL_CONSENT"] = "true"\n', {}, ['approval/auto-approved shell']],
    ['with another value', 'os.environ["BYPASS_TOOL_CONSENT"] = "false"\n', {}, []],
    [
      'with a value that is computed',
      'os.environ["BYPASS_TOOL_CONSENT"] = decide()\n',
      {},
      ['? approval/open-ended-tool shell'],
    ],
    ['in a file beside it', '', { '.env': 'BYPASS_TOOL_CONSENT=true\n' }, ['approval/auto-approved shell']],
    [
      'in a program that imports it',
      '',
      { 'main.py': `${SETS}import desk\n` },
      ['approval/auto-approved shell'],
    ],
    ['in another program', '', { 'main.py': SETS }, []],
    ['in its test', '', { 'test_desk.py': `${SETS}import desk\n` }, []],
  ])('ask nobody where a variable of the environment says so: %s', async (_, set, more, expected) => {
    expect(await reported(`${HEAD}${set}${agent('shell')}`, more)).toEqual(expected);
  });
});

describe('the hooks of a Strands agent', () => {
  const provider = (body: string, event = 'BeforeToolCallEvent') => `class Check(HookProvider):
    def register_hooks(self, registry, **kwargs):
        registry.add_callback(${event}, self.check)

    def check(self, event: ${event}) -> None:
${body}

`;
  const ASKS = `        if event.tool_use["name"] == "NAME":
            if event.interrupt("approve", reason="?") != "y":
                event.cancel_tool = "no"
`;
  const hooked = agent('refund', 'hooks=[Check()]');
  const checked = '? approval/missing refund';
  it.each([
    ['asks a person about this tool', `${provider(ASKS.replace('NAME', 'refund'))}${hooked}`, []],
    ['asks, then goes on', `${provider('        event.interrupt("approve")\n')}${hooked}`, [MISSING]],
    [
      'stops what a person does not approve',
      `${provider('        event.cancel_tool = input("Go? ") != "yes"\n')}${hooked}`,
      [],
    ],
    [
      'sets what does not stop the call',
      `${provider('        if input("Go? ") != "yes":\n            event.cancel_tool = False\n')}${hooked}`,
      [MISSING],
    ],
    [
      'asks a person about another one',
      `${provider(ASKS.replace('NAME', 'look'))}${agent('refund, look', 'hooks=[Check()]')}`,
      [MISSING],
    ],
    ['may stop the call', `${provider('        event.cancel_tool = decide(event)\n')}${hooked}`, [checked]],
    ['writes a log', `${provider('        print(event.tool_use["name"])\n')}${hooked}`, [MISSING]],
    [
      'runs after the call',
      `${provider('        print(event)\n', 'AfterToolCallEvent')}${hooked}`,
      [MISSING],
    ],
    [
      'is a plugin',
      `class Check(Plugin):\n    name = "check"\n\n\n${agent('refund', 'plugins=[Check()]')}`,
      [checked],
    ],
    [
      'is added to it and may stop the call',
      `def check(event: BeforeToolCallEvent):\n    event.cancel_tool = "no"\n\n\n${agent('refund')}desk.add_hook(check, BeforeToolCallEvent)\n`,
      [checked],
    ],
    ...['desk.add_hook(check, EVENT)', 'desk.hooks.add_callback(EVENT, check)'].flatMap(
      (added): [string, string, string[]][] =>
        [
          ['BeforeToolCallEvent', []],
          ['AfterToolCallEvent', [checked]],
        ].map(([event, seen]) => [
          `is added to it by ${added} for ${event} and stops what a person does not approve`,
          `def check(event):\n    if input("Go? ") != "yes":\n        event.cancel_tool = "no"\n\n\n${agent('refund')}${added.replace('EVENT', String(event))}\n`,
          seen as string[],
        ]),
    ),
    [
      'is added to it and writes a log',
      `def check(event: BeforeToolCallEvent):\n    print(event)\n\n\n${agent('refund')}desk.add_hook(check, BeforeToolCallEvent)\n`,
      [MISSING],
    ],
  ])('are read: one that %s', async (_, text, expected) => {
    expect(await reported(HEAD + text)).toEqual(expected);
  });

  it.each([
    ['a person', 'desk', 'input("Go? ")', []],
    ['the program', 'desk', '"y"', ['approval/auto-approved refund']],
    ['the program, by a method', 'desk.invoke_async', '"y"', ['approval/auto-approved refund']],
  ])('ask what %s answers', async (_, calls, answer, expected) => {
    const resume = `result = ${calls}("Refund c1.", limits={"turns": 9})
${calls}([{"interruptResponse": {"interruptId": one.id, "response": ${answer}}} for one in result.interrupts], limits={"turns": 9})
`;
    const text = `${HEAD}${provider(ASKS.replace('NAME', 'refund'))}${hooked}${resume}`;
    expect(await reported(text)).toEqual(expected);
  });
});

describe('the servers of a Strands agent', () => {
  it.each([
    [
      'lambda: stdio_client(StdioServerParameters(command="uvx", args=["x-mcp==1.0.0"]))',
      '',
      'stdio',
      undefined,
      'absent',
    ],
    [
      'lambda: streamablehttp_client("https://mcp.example.com/mcp")',
      ', tool_filters={"allowed": ["read"]}',
      'http',
      'https://mcp.example.com/mcp',
      'shown',
    ],
    ['connect', '', 'http', 'https://mcp.example.com/mcp', 'absent'],
  ])('are read: %s', async (connection, filter, transport, url, allowed) => {
    const connect =
      'def connect():\n    return streamablehttp_client(url="https://mcp.example.com/mcp")\n\n\n';
    const inList = `client = MCPClient(${connection}${filter})\n${agent('client')}`;
    const listed = `client = MCPClient(${connection}${filter})\nwith client:\n    desk = Agent(name="desk", tools=client.list_tools_sync() + [look])\n`;
    for (const text of [inList, listed]) {
      const { systems } = await lintFiles({ 'desk.py': HEAD + connect + text });
      const servers = systems.flatMap(({ agents }) => agents.flatMap(({ mcpServers }) => mcpServers));
      expect(servers.map((one) => [one.transport, one.url, one.allowedTools.state])).toEqual([
        [transport, url, allowed],
      ]);
    }
  });
});

describe('the runs of a Strands agent', () => {
  const UNBOUNDED = 'delegation/unbounded-turns desk';
  const lock = (version: string) => ({ 'requirements.txt': `strands-agents==${version}\n` });
  it.each([
    ['the instance', 'desk(text)', {}, [UNBOUNDED]],
    ['the instance with a limit', 'desk(text, limits={"turns": 9})', {}, []],
    ['the instance with a limit of tokens', 'desk(text, limits={"total_tokens": 9000})', {}, []],
    ['a method', 'desk.stream_async(text)', {}, [UNBOUNDED]],
    ['the instance, in a version without limits', 'desk(text)', lock('1.41.0'), [UNBOUNDED]],
    ['the instance, in the first version with them', 'desk(text, limits={"turns": 9})', lock('1.42.0'), []],
    ['a swarm, with a limit by default', 'Swarm([desk])(text)', {}, []],
    ['a swarm with a limit', 'Swarm([desk], max_iterations=3)(text)', {}, []],
  ])('are bounded: %s', async (_, run, more, expected) => {
    expect(await reported(`${HEAD}${agent('look')}\n\ndef main(text):\n    return ${run}\n`, more)).toEqual(
      expected,
    );
  });

  it('in the body of a tool make that tool an agent', async () => {
    const text = `${agent('refund')}

@tool
def ask(question: str) -> str:
    """Asks the desk."""
    return str(desk(question, limits={"turns": 9}))


root = Agent(name="root", model=guarded, tools=[ask])
`;
    const { systems } = await lintFiles({ 'desk.py': HEAD + text });
    expect(systems.map(({ agents }) => agents.map(({ name }) => name))).toEqual([['root', 'desk']]);
    expect(await reported(HEAD + text)).toEqual([MISSING]);
  });
});

const TS = `import { Agent, BeforeToolCallEvent, McpClient, tool } from '@strands-agents/sdk';
import { HumanInTheLoop } from '@strands-agents/sdk/vended-interventions/hitl';
import { bash } from '@strands-agents/sdk/vended-tools/bash';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { BedrockModel } from '@strands-agents/sdk/models/bedrock';
import { z } from 'zod';

const model = new BedrockModel({ guardrailConfig: { guardrailIdentifier: 'g', guardrailVersion: '1' } });
`;
const DELETES = `const client = new McpClient({ transport: new StdioClientTransport({ command: 'npx', args: ['x-mcp@1.0.0'] }), toolFilters: { allowed: ['delete_file'] } });
`;
const REFUND = `const refund = tool({
  name: 'refund',
  description: 'Refunds a charge',
  inputSchema: z.object({ charge: z.string() }),
  callback: async ({ charge }) => fetch('https://pay.example.com', { method: 'POST', body: charge }),
});
`;

describe('programs of Strands in TypeScript', () => {
  const desk = (more: string) => `export const desk = new Agent({ name: 'desk', model, ${more} });\n`;
  const inner = desk('tools: [refund]');
  it.each([
    ['a tool', inner, [MISSING]],
    ['a tool of the package', desk('tools: [bash]'), ['approval/open-ended-tool bash']],
    [
      'an intervention',
      desk('tools: [refund], interventions: [new HumanInTheLoop()]'),
      ['? approval/missing refund'],
    ],
    [
      'an agent as a tool',
      `${inner}export const root = new Agent({ name: 'root', model, tools: [desk.asTool()] });\n`,
      [MISSING],
    ],
    [
      'a hook that may stop a call',
      `${inner}desk.addHook(BeforeToolCallEvent, (event) => {\n  event.cancel = 'no';\n});\n`,
      ['? approval/missing refund'],
    ],
    [
      'a hook that writes a log',
      `${inner}desk.addHook(BeforeToolCallEvent, (event) => {\n  console.log(event);\n});\n`,
      [MISSING],
    ],
    [
      'a run',
      `${desk('tools: []')}export const run = (text: string) => desk.invoke(text);\n`,
      ['delegation/unbounded-turns desk'],
    ],
    [
      'a run with a limit',
      `${desk('tools: []')}export const run = (text: string) => desk.invoke(text, { limits: { turns: 9 } });\n`,
      [],
    ],
    [
      'a server',
      `const client = new McpClient({ transport: new StdioClientTransport({ command: 'npx', args: ['x-mcp@1.0.0'] }) });\n${desk('tools: [client]')}`,
      ['scope/unrestricted-server client'],
    ],
    [
      'a server with a tool that acts',
      `${DELETES}${desk('tools: [client]')}`,
      ['approval/not-gateable client'],
    ],
    [
      'such a server behind a handler that may ask',
      `${DELETES}${desk('tools: [client], interventions: [new HumanInTheLoop()]')}`,
      ['? approval/missing delete_file'],
    ],
  ])('are read: %s', async (_, text, expected) => {
    expect(await reported(TS + (text.includes('refund') ? REFUND : '') + text)).toEqual(expected);
  });
});
