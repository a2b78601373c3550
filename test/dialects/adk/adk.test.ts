import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { reportedIn } from '../frameworks/reported-in.js';

const HEAD = `import requests
from google.adk.agents import Agent, BaseAgent, LlmAgent, LoopAgent, RunConfig, SequentialAgent
from google.adk.apps import App
from google.adk.code_executors import BuiltInCodeExecutor, ContainerCodeExecutor, UnsafeLocalCodeExecutor
from google.adk.planners import FuturePlanner, PlanReActPlanner
from google.adk.plugins import BasePlugin, FuturePlugin, LoggingPlugin
from google.adk.runners import InMemoryRunner, Runner
from google.adk.sessions import InMemorySessionService
from google.adk.tools import AgentTool, BaseTool, FunctionTool, LongRunningFunctionTool, google_search
from google.adk.tools.bash_tool import ExecuteBashTool
from google.adk.tools.mcp_tool import McpToolset, SseConnectionParams, StdioConnectionParams, StdioServerParameters
from google.adk.tools.openapi_tool import OpenAPIToolset


def refund(charge: str) -> dict:
    """Refunds a charge."""
    return requests.post(f"https://pay.example.com/refunds/{charge}").json()


def look(charge: str) -> dict:
    """Reads a charge."""
    return requests.get(f"https://pay.example.com/charges/{charge}").json()


def guard(callback_context, llm_request):
    return {"text": "no"} if "secret" in str(llm_request) else None


`;
const checked = 'before_model_callback=guard, after_model_callback=guard';
const agent = (tools: string, more = checked, name = 'desk') =>
  `${name} = Agent(name="${name}", model="gemini-2.5-flash", tools=[${tools}]${more && `, ${more}`})\n`;

/** What is reported and not assessed of a program behind the imports, by rule and tool, agent or reason. */
async function reported(text: string, more: Record<string, string> = {}): Promise<string[]> {
  const { findings, notAssessed, systems } = await lintFiles({ 'desk.py': HEAD + text, ...more });
  expect(systems.flatMap(({ dialect }) => dialect)).toContain('adk');
  return reportedIn({ findings, notAssessed });
}

describe('the tools of an ADK agent', () => {
  it.each([
    ['a function', 'refund', ['approval/missing refund']],
    ['a function that reads', 'look', []],
    ['a function tool', 'FunctionTool(func=refund)', ['approval/missing refund']],
    [
      'a function tool that asks',
      'FunctionTool(refund, require_confirmation=True)',
      ['? approval/unanswered refund'],
    ],
    ['a long-running function', 'LongRunningFunctionTool(func=refund)', ['approval/missing refund']],
    ['a tool that comes with it', 'google_search', []],
    ['a shell that asks', 'ExecuteBashTool()', ['? approval/unanswered execute_bash']],
    [
      'the tools of a document',
      'OpenAPIToolset(spec_str="x")',
      ['? approval/missing it makes a tool of each operation of a document that is not read'],
    ],
    [
      'an export that no row names',
      'google_search, FutureTool()',
      ['? approval/missing agent-lint does not read it yet'],
    ],
  ])('are read: %s', async (_, tools, expected) => {
    expect(await reported(`from google.adk.tools import FutureTool\n\n\n${agent(tools)}`)).toEqual(expected);
  });

  it.each([
    ['on this machine', 'UnsafeLocalCodeExecutor', ['approval/not-gateable code_executor']],
    ['in a container', 'ContainerCodeExecutor', ['approval/not-gateable code_executor']],
    ['at the provider', 'BuiltInCodeExecutor', []],
  ])('have the code executor: %s', async (_, executor, expected) => {
    // A function before each tool sees no code of an executor.
    const asks = 'def ask(tool, args, tool_context):\n    return None if input("?") == "y" else {}\n\n\n';
    for (const more of ['', ', before_tool_callback=ask'])
      expect(
        await reported(`${asks}${agent('look', `${checked}, code_executor=${executor}()${more}`)}`),
      ).toEqual(expected);
  });

  it('are those of a class of the project', async () => {
    const text = `class Refunds(BaseTool):
    def __init__(self):
        super().__init__(name="pay_back", description="Refunds a charge")

    async def run_async(self, *, args, tool_context):
        return requests.post("https://pay.example.com/refunds", json=args).json()


${agent('Refunds()')}`;
    expect(await reported(text)).toEqual(['approval/missing pay_back']);
  });

  it.each([
    [
      'asks in its body',
      'if not tool_context.tool_confirmation:\n        tool_context.request_confirmation(hint="?")\n        return {}\n    if not tool_context.tool_confirmation.confirmed:\n        return {}\n    ',
      [],
    ],
    [
      'reads what a person sends back',
      'if not tool_context.tool_confirmation:\n        tool_context.request_confirmation(hint="?", payload={"ok": False})\n        return {}\n    if not tool_context.tool_confirmation.payload["ok"]:\n        return {}\n    ',
      [],
    ],
    [
      'reads its context',
      'if not tool_context.state.get("user_approved"):\n        return {}\n    ',
      ['? approval/missing pay'],
    ],
    ['asks nobody', '', ['approval/missing pay']],
  ])('are gated by a confirmation: a function that %s', async (_, before, expected) => {
    const text = `def pay(charge: str, tool_context) -> dict:
    """Refunds a charge."""
    ${before}return requests.post(f"https://pay.example.com/refunds/{charge}").json()


${agent('pay')}`;
    expect(await reported(text)).toEqual(expected);
  });
});

describe('the servers of an ADK agent', () => {
  it.each([
    ['SseConnectionParams(url="https://mcp.example.com/sse")', 'sse', 'https://mcp.example.com/sse'],
    [
      'StdioConnectionParams(server_params=StdioServerParameters(command="uvx", args=["tool==1.0.0"]))',
      'stdio',
      undefined,
    ],
    ['StdioServerParameters(command="uvx", args=["tool==1.0.0"])', 'stdio', undefined],
  ])('are read: %s', async (connection, transport, url) => {
    const text = HEAD + agent(`McpToolset(connection_params=${connection}, tool_filter=["read"])`);
    const { systems } = await lintFiles({ 'desk.py': text });
    const [server, ...others] = systems.flatMap(({ agents }) =>
      agents.flatMap(({ mcpServers }) => mcpServers),
    );
    expect([server?.transport, server?.url, server?.allowedTools.state, others]).toEqual([
      transport,
      url,
      'shown',
      [],
    ]);
  });
});

describe('agents of ADK', () => {
  const inner = agent('refund', checked, 'inner');
  it.each([
    ['hand off', 'Agent(name="root", model="m", sub_agents=[inner])', 'handoffs'],
    ['run in order', 'SequentialAgent(name="root", sub_agents=[inner])', 'handoffs'],
    ['are tools', 'Agent(name="root", model="m", tools=[AgentTool(agent=inner)])', 'delegatesTo'],
  ] as const)('are one system where they %s', async (_, root, how) => {
    const { systems } = await lintFiles({ 'desk.py': `${HEAD}${inner}root = ${root}\n` });
    expect(
      systems.map(({ agents }) => agents.map((one) => [one.name, one[how].map(({ name }) => name)])),
    ).toEqual([
      [
        ['root', ['inner']],
        ['inner', []],
      ],
    ]);
  });

  it('are one system with those that a function of a tool runs', async () => {
    const text = `${inner}
async def ask_inner(text: str, tool_context) -> str:
    return await AgentTool(agent=inner).run_async(args={"request": text}, tool_context=tool_context)


${agent('ask_inner', checked, 'root')}`;
    const { systems } = await lintFiles({ 'desk.py': HEAD + text });
    expect(systems.map(({ agents }) => agents.map(({ name }) => name))).toEqual([['root', 'inner']]);
  });

  it.each([
    ['no model is guarded by its agents', 'SequentialAgent(name="root", sub_agents=[inner])', []],
    [
      'a model is guarded by itself',
      'Agent(name="root", model="m", sub_agents=[inner])',
      ['guardrail/missing-input root'],
    ],
  ])('are guarded each time that they run: one with %s', async (_, root, expected) => {
    const all = await reported(`${inner}root = ${root}\n`);
    expect(all.filter((one) => one.includes('guardrail/'))).toEqual(expected);
  });

  it('list arguments with exports that no row names', async () => {
    const unread = async (planner: string) => {
      const { systems } = await lintFiles({ 'desk.py': HEAD + agent('look', `planner=${planner}()`) });
      return systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what));
    };
    expect(await unread('PlanReActPlanner')).toEqual([]);
    expect(await unread('FuturePlanner')).toEqual(['`planner` of `desk`']);
  });
});

describe('runs of ADK agents', () => {
  const run = (runner: string, config = '') => `${agent('refund')}
runner = ${runner}


async def main(text):
    async for event in runner.run_async(user_id="u", session_id="s", new_message=text${config}):
        print(event)
`;
  const RUNNER = 'Runner(app_name="x", agent=desk, session_service=InMemorySessionService())';
  const MISSING = 'approval/missing refund';
  it.each([
    ['its default', '', [MISSING]],
    ['a limit', ', run_config=RunConfig(max_llm_calls=20)', [MISSING]],
    ['none by zero', ', run_config=RunConfig(max_llm_calls=0)', [MISSING, 'delegation/unbounded-turns desk']],
  ])('are bounded by %s', async (_, config, expected) => {
    expect(await reported(run(RUNNER, config))).toEqual(expected);
  });

  const plugin = (body: string) => `class Guard(BasePlugin):
    async def before_tool_callback(self, *, tool, tool_args, tool_context):
        ${body}


`;
  const withPlugins = (plugins: string) => `InMemoryRunner(agent=desk, plugins=[${plugins}])`;
  const REFUSING = plugin('return {"error": "no"} if tool.name == "refund" else None');
  const beside = (plugins: string) => `${withPlugins('Guard(name="g")')}
other = ${withPlugins(plugins)}


async def more(text):
    async for event in other.run_async(user_id="u", session_id="s", new_message=text):
        print(event)`;
  it.each([
    ['refuses the tool in each of two runs', REFUSING, beside('Guard(name="h")'), []],
    [
      'refuses it in one run, beside one that refuses another',
      REFUSING + plugin('return {"error": "no"} if tool.name == "look" else None').replace('Guard', 'Other'),
      beside('Other(name="o")'),
      [MISSING],
    ],
    [
      'refuses it in one run, beside one that no row names',
      REFUSING,
      beside('FuturePlugin()'),
      ['? approval/missing refund'],
    ],
    ['refuses it in one run, beside none', REFUSING, beside(''), [MISSING]],
    ['refuses the tool', REFUSING, withPlugins('Guard(name="g")'), []],
    [
      'refuses another',
      plugin('return {"error": "no"} if tool.name == "look" else None'),
      withPlugins('Guard(name="g")'),
      [MISSING],
    ],
    ['only prints', plugin('print(tool.name)'), withPlugins('Guard(name="g")'), [MISSING]],
    [
      'reads a confirmation',
      plugin('return None if tool_context.tool_confirmation.confirmed else {"error": "no"}'),
      withPlugins('Guard(name="g")'),
      ['? approval/missing refund'],
    ],
    [
      'is that of an app',
      plugin('return {"error": "no"}'),
      'Runner(app=App(name="x", root_agent=desk, plugins=[Guard(name="g")]))',
      [],
    ],
    ['is known to log', '', withPlugins('LoggingPlugin()'), [MISSING]],
    ['no row names', '', withPlugins('FuturePlugin()'), ['? approval/missing refund']],
  ])('have the plugins of their runner: one that %s', async (_, head, runner, expected) => {
    expect((await reported(head + run(runner))).filter((one) => one.includes('approval/missing'))).toEqual(
      expected,
    );
  });

  it.each([
    ['refuses the tool', 'App(name="x", root_agent=desk, plugins=[Guard(name="g")])', []],
    [
      'holds an app that refuses it',
      'Runner(app=App(name="x", root_agent=desk, plugins=[Guard(name="g")]))',
      [],
    ],
    ['refuses nothing', 'App(name="x", root_agent=desk, plugins=[])', [MISSING]],
    [
      'is beside one without plugins',
      'App(name="x", root_agent=desk, plugins=[Guard(name="g")])\nother = InMemoryRunner(desk)',
      [MISSING],
    ],
    [
      'has a plugin that no row names',
      'InMemoryRunner(desk, plugins=[FuturePlugin()])',
      ['? approval/missing refund'],
    ],
  ])(
    'have the plugins of what holds their agent, of which no run is seen: it %s',
    async (_, holder, expected) => {
      const text = `${plugin('return {"error": "no"}')}${agent('FunctionTool(refund)')}app = ${holder}\n`;
      expect((await reported(text)).filter((one) => one.includes('approval/missing'))).toEqual(expected);
    },
  );

  it.each([
    ['lets it run after a yes', 'if input("Run? ") != "y":\n        return {"error": "no"}', []],
    ['asks, and goes on', 'if input("Run? ") != "y":\n        print("no")\n    return None', [MISSING]],
    [
      'asks about another tool',
      'if tool.name == "look" and input("Run? ") != "y":\n        return {"error": "no"}',
      [MISSING],
    ],
    [
      'may be switched off',
      'if ALLOW:\n        return None\n    if input("Run? ") != "y":\n        return {"error": "no"}',
      [`? ${MISSING}`],
    ],
    ['calls what is not known', 'return policy.check(tool, args)', [`? ${MISSING}`]],
  ])('have a function before each tool, which %s', async (_, body, expected) => {
    const text = `import os
import policy

ALLOW = os.environ.get("ALLOW")


def before(tool, args, tool_context):
    ${body}


${agent('refund', `${checked}, before_tool_callback=before`)}`;
    expect((await reported(text)).filter((one) => one.includes('approval'))).toEqual(expected);
  });

  it.each([
    ['has what its original has', 'update={"name": "copy"}', ['approval/missing refund']],
    [
      'has a gate of its own',
      '{"name": "copy", "before_tool_callback": refuse}',
      ['approval/missing refund'],
    ],
    [
      'takes the gate away',
      'update={"name": "copy", "before_tool_callback": None}',
      ['approval/missing refund'],
      true,
    ],
    ['keeps the gate', 'update={"name": "copy"}', [], true],
    ['has other tools', 'update={"name": "copy", "tools": [look]}', [], true],
  ])('may be copies: one that %s', async (_, given, expected, isGated = false) => {
    const text = `def refuse(tool, args, tool_context):
    return {"error": "no"}


${agent('refund', `${checked}${isGated ? ', before_tool_callback=refuse' : ''}`)}copy = desk.clone(${given})
`;
    expect((await reported(text)).filter((one) => one.includes('approval'))).toEqual(expected);
  });

  it.each([
    ['none', '', ['delegation/unbounded-turns loop']],
    ['none by zero', ', max_iterations=0', ['delegation/unbounded-turns loop']],
    ['three', ', max_iterations=3', []],
  ])('have the bound of a loop agent: %s', async (_, bound, expected) => {
    const text = `${agent('look')}loop = LoopAgent(name="loop", sub_agents=[desk]${bound})\n`;
    expect((await reported(text)).filter((one) => one.includes('unbounded'))).toEqual(expected);
  });

  const REPLY = 'types.FunctionResponse(id=call.id, name=call.name, response={"confirmed": ANSWER})';
  it.each([
    ['always', 'if call.name == "adk_request_confirmation":', 'True', ['approval/auto-approved refund']],
    ['of each call', 'if call.id:', 'True', ['approval/auto-approved refund']],
    ['by a person', 'if call.name == "adk_request_confirmation":', 'input("Run it? ") == "y"', []],
    ['never', 'if call.name == "adk_request_confirmation":', 'False', []],
    ['of another tool', 'if call.name == "look":', 'True', []],
  ])('are approved by what the program answers: %s', async (_, test, answer, expected) => {
    const text = `from google.genai import types
${agent('FunctionTool(refund, require_confirmation=True)')}runner = InMemoryRunner(agent=desk, app_name="x")


async def ask(text):
    async for event in runner.run_async(user_id="u", session_id="s", new_message=text):
        for call in event.get_function_calls():
            ${test}
                await runner.run_debug(types.Part(function_response=${REPLY.replace('ANSWER', answer)}))
`;
    expect((await reported(text)).filter((one) => one.includes('approval/auto-approved'))).toEqual(expected);
  });

  it.each([
    ['adk 1.13 has no option', '1.13.0', 'Update `google-adk` to 1.14.0 or later'],
    ['adk 1.14 has one', '1.14.0', 'Add `require_confirmation=True` to this `FunctionTool()`'],
  ])('have the remedies of their version: %s', async (_, version, expected) => {
    const { findings } = await lintFiles({
      'desk.py': HEAD + agent('FunctionTool(refund)'),
      'uv.lock': `[[package]]\nname = "google-adk"\nversion = "${version}"\n`,
    });
    expect(findings.find(({ rule }) => rule === 'approval/missing')?.remediation).toContain(expected);
  });
});

describe('an ADK agent in TypeScript', () => {
  const FETCHES =
    "execute: async ({ id }) => fetch(`https://pay.example.com/refunds/${id}`, { method: 'POST' })";
  const REFUND = `const refund = new FunctionTool({ name: 'refund', description: 'Refunds a charge', parameters: z.object({ id: z.string() }), ${FETCHES} });`;
  const text = (
    made: string,
  ) => `import { FunctionTool, LlmAgent, MCPToolset, SecurityPlugin, InMemoryRunner } from '@google/adk';
import { z } from 'zod';
import { Policy } from './policy.js';

${made.includes('refund') ? REFUND : ''}
const server = new MCPToolset({ type: 'StdioConnectionParams', serverParams: { command: 'npx', args: ['x-mcp@1.0.0'] } }, ['delete_file']);
const refuse = () => ({ error: 'no' });
${made}
`;
  const desk = (more: string) =>
    `const desk = new LlmAgent({ name: 'desk', model: 'gemini-2.5-flash', ${more} });`;
  const run = (plugins: string) =>
    `${desk('tools: [server]')}\nconst runner = new InMemoryRunner({ agent: desk, plugins: [${plugins}] });`;
  it.each([
    [
      'a copy with another tool',
      `${desk('tools: []')}\nexport const copy = desk.clone({ tools: [refund] });`,
      ['approval/missing refund'],
    ],
    [
      'a copy that keeps its gate',
      `${desk('tools: [refund], beforeToolCallback: refuse')}\nexport const copy = desk.clone({ name: 'copy' });`,
      [],
    ],
    ['a server', run(''), ['approval/not-gateable server']],
    [
      'a server behind a plugin',
      run('new SecurityPlugin({ policyEngine: new Policy() })'),
      ['? approval/missing delete_file'],
    ],
  ])('is read: %s', async (_, made, expected) => {
    const { findings, notAssessed } = await lintFiles({ 'desk.ts': text(made) });
    const all = reportedIn({ findings, notAssessed });
    expect(all.filter((one) => /approval\/.* (?:refund|server|delete_file)$/.test(one))).toEqual(expected);
  });
});
