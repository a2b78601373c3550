import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const OTHERS: ReadonlySet<string> = new Set(['approval/unanswered', 'runtime/undecided']);

/** Findings as `file:line:column severity rule`, sorted, without what every agent without requirements or guardrails has. */
async function found(files: Record<string, string>): Promise<string[]> {
  const { findings } = await lintFiles(files);
  return findings
    .filter(({ rule }) => !OTHERS.has(rule) && !rule.startsWith('guardrail/missing'))
    .map(
      ({ file, range: { start }, severity, rule }) =>
        `${file}:${start.line}:${start.column} ${severity} ${rule}`,
    )
    .sort();
}

const FACTORY_PY = `from agents import Agent
def make_agent(name, tools):
    return Agent(name=name, instructions="x", tools=tools)
`;
const TOOL_PY = `from agents import function_tool
@function_tool
def delete_account(id: str): ...
`;
const GATED_PY = TOOL_PY.replace('@function_tool', '@function_tool(needs_approval=True)');

describe('a program that puts agents together and uses nothing of the SDK itself', () => {
  it('calls what makes them', async () => {
    const main =
      'from desk import make_agent\nfrom shop import delete_account\nmake_agent("A", [delete_account])\n';
    expect(await found({ 'desk.py': FACTORY_PY, 'shop.py': TOOL_PY, 'main.py': main })).toEqual([
      'shop.py:3:5 error approval/missing',
    ]);
    expect(await found({ 'desk.py': FACTORY_PY, 'shop.py': GATED_PY, 'main.py': main })).toEqual([]);
  });

  it('calls what makes them, in TypeScript', async () => {
    const files = (gate: string) => ({
      'desk.ts': `import { Agent } from '@openai/agents';\nexport const makeAgent = (name, tools) => new Agent({ name, tools });\n`,
      'shop.ts': `import { tool } from '@openai/agents';\nexport const del = tool({ name: 'delete_row', parameters: {}, ${gate}execute: async () => '' });\n`,
      'main.ts': `import { makeAgent } from './desk';\nimport { del } from './shop';\nmakeAgent('A', [del]);\n`,
    });
    expect(await found(files(''))).toEqual(['shop.ts:2:33 error approval/missing']);
    expect(await found(files('needsApproval: true, '))).toEqual([]);
  });

  it('calls what makes them beside a tool whose decorator has no arguments', async () => {
    const main = `from agents import function_tool
from desk import make_agent
@function_tool
def delete_account(id: str): ...
make_agent("A", [delete_account])
`;
    expect(await found({ 'desk.py': FACTORY_PY, 'main.py': main })).toEqual([
      'main.py:4:5 error approval/missing',
    ]);
  });

  it('switches their tracing off', async () => {
    const main = (value: string) =>
      `import os\nos.environ["OPENAI_AGENTS_DISABLE_TRACING"] = "${value}"\nfrom app import serve\n`;
    const app = 'from agents import Agent\na = Agent(name="A")\ndef serve(): ...\n';
    expect(await found({ 'app.py': app, 'main.py': main('1') })).toEqual([
      'main.py:2:1 error tracing/disabled',
    ]);
    expect(await found({ 'app.py': app, 'main.py': main('0') })).toEqual([]);
  });
});

describe('a loop of runs that programs share', () => {
  const loop = (approval: string) => `from agents import Runner

async def drive(agent, text, ask=None):
    result = await Runner.run(agent, text)
    while result.interruptions:
        state = result.to_state()
        for item in result.interruptions:
            ${approval}
        result = await Runner.run(agent, state)
    return result
`;
  const main = `from agents import Agent, function_tool
from loop import drive

@function_tool(needs_approval=True)
def delete_row(id: str): ...

@function_tool(needs_approval=True)
def delete_column(id: str): ...

desk = Agent(name="Desk", tools=[delete_row])
other = Agent(name="Other", tools=[delete_column])
drive(desk, "x")
`;

  it('answers for the agents that it is handed, and for no other', async () => {
    expect(await found({ 'loop.py': loop('state.approve(item)'), 'main.py': main })).toEqual([
      'main.py:5:5 error approval/auto-approved',
    ]);
    const asks = 'state.approve(item) if ask(item) else state.reject(item)';
    expect(await found({ 'loop.py': loop(asks), 'main.py': main })).toEqual([]);
  });

  it('answers for those that its class is handed', async () => {
    const session = `from agents import Runner
class Session:
    def __init__(self, agent):
        self.agent = agent
    async def ask(self, text):
        result = await Runner.run(self.agent, text)
        for item in result.interruptions:
            result.to_state().approve(item)
`;
    const started = main
      .replace('from loop import drive', 'from loop import Session')
      .replace('drive(desk, "x")', 'Session(agent=desk)');
    expect(await found({ 'loop.py': session, 'main.py': started })).toEqual([
      'main.py:5:5 error approval/auto-approved',
    ]);
  });
});

describe('a spoken session', () => {
  const head = `import { RealtimeAgent, RealtimeSession, tool } from '@openai/agents/realtime';
const del = tool({ name: 'delete_row', parameters: {}, needsApproval: true, execute: async () => '' });
const agent = new RealtimeAgent({ name: 'A', tools: [del] });
`;
  const python = (body: string) => `from agents import function_tool
from agents.realtime import RealtimeAgent, RealtimeRunner
@function_tool(needs_approval=True)
def delete_row(id: str): ...
agent = RealtimeAgent(name="A", tools=[delete_row])
async def main():
    runner = RealtimeRunner(agent)
    async with await runner.run() as session:
        async for event in session:
            if event.type == "tool_approval_required":
                ${body}
`;

  it('is distinguished from a person who answers', async () => {
    const listening = (body: string) =>
      `${head}const session = new RealtimeSession(agent, {});\nsession.on('tool_approval_requested', (_context, _agent, request) => {\n  ${body}\n});\n`;
    expect(await found({ 'a.ts': listening('session.approve(request.approvalItem);') })).toEqual([
      'a.ts:2:26 error approval/auto-approved',
    ]);
    for (const asked of [
      "if (window.confirm('Run it?')) session.approve(request.approvalItem);",
      "yes.on('click', () => session.approve(request.approvalItem));",
      "lines.once('line', () => {\n    session.approve(request.approvalItem);\n  });",
    ])
      expect(await found({ 'a.ts': listening(asked) })).toEqual([]);
  });

  it('is distinguished from a person who answers, in Python', async () => {
    expect(await found({ 'a.py': python('await session.approve_tool_call(event.call_id)') })).toEqual([
      'a.py:4:5 error approval/auto-approved',
    ]);
    for (const asked of [
      'if input("y/n") == "y": await session.approve_tool_call(event.call_id)',
      'window.on("yes", lambda: session.approve_tool_call(event.call_id))',
    ])
      expect(await found({ 'a.py': python(asked) })).toEqual([]);
  });

  it('is traced, unless its options say otherwise', async () => {
    const session = (value: string) =>
      `${head}const session = new RealtimeSession(agent, { tracingDisabled: ${value} });\n`;
    expect(await found({ 'a.ts': session('true') })).toEqual(['a.ts:4:63 error tracing/disabled']);
    expect(await found({ 'a.ts': session('false') })).toEqual([]);
    const config = (value: string) =>
      `from agents.realtime import RealtimeAgent, RealtimeRunner\nRealtimeRunner(RealtimeAgent(name="A"), config={"tracing_disabled": ${value}})\n`;
    expect(await found({ 'a.py': config('True') })).toEqual(['a.py:2:69 error tracing/disabled']);
    expect(await found({ 'a.py': config('False') })).toEqual([]);
  });
});

describe('tracing in Python', () => {
  const agent = 'from agents import Agent, trace, get_trace_provider\na = Agent(name="A")\n';

  it.each([
    ['of one trace', 'with trace("x", disabled=True): ...', '3:26'],
    ['of the provider', 'get_trace_provider().set_disabled(True)', '3:1'],
    [
      'of a voice pipeline',
      'from agents.voice import VoicePipelineConfig\nc = VoicePipelineConfig(tracing_disabled=True)',
      '4:42',
    ],
  ])('is switched off: %s', async (_, text, place) => {
    expect(await found({ 'a.py': `${agent}${text}\n` })).toEqual([`a.py:${place} error tracing/disabled`]);
    expect(await found({ 'a.py': `${agent}${text.replace('True', 'False')}\n` })).toEqual([]);
  });
});

describe('settings of a run whose agent is not known', () => {
  it('switch tracing off, and guard where the run is seen', async () => {
    const runner = (options: string) => `import { Runner } from '@openai/agents';
const g = { name: 'g', execute: async () => ({ tripwireTriggered: false, outputInfo: {} }), runInParallel: false };
export class Desk {
  constructor(private readonly runner = new Runner({ ${options} })) {}
  go(agent, text) { return this.runner.run(agent, text); }
}
`;
    const main = `import { Agent, tool } from '@openai/agents';
import { Desk } from './runner';
const del = tool({ name: 'delete_row', parameters: {}, needsApproval: true, execute: async () => '' });
const { interruptions } = await new Desk().go(new Agent({ name: 'A', tools: [del] }), 'x');
console.log(interruptions);
`;
    const files = (options: string) => ({ 'runner.ts': runner(options), 'main.ts': main });
    expect(await found(files('tracingDisabled: true'))).toEqual(['runner.ts:4:71 error tracing/disabled']);
    expect(await found(files('tracingDisabled: false'))).toEqual([]);
    const guarded = await lintFiles(files('inputGuardrails: [g], outputGuardrails: [g]'));
    expect(guarded.findings.map(({ rule }) => rule)).toEqual(['runtime/undecided']);
    expect(guarded.systems[0]?.agents[0]?.guardrails).toMatchObject({
      input: { state: 'shown' },
      output: { state: 'shown' },
    });
  });

  it('say nothing of a program where a test makes them', async () => {
    const test = `from agents import Runner, RunConfig, set_tracing_disabled
from app.agent import agent
set_tracing_disabled(True)
CONFIG = RunConfig(tracing_disabled=True)
Runner.run_sync(agent, "x", run_config=RunConfig(tracing_disabled=True), max_turns=None)
`;
    const app = 'from agents import Agent\nagent = Agent(name="A")\n';
    const files = { 'tests/conftest.py': test, 'app/agent.py': app };
    expect(await found(files)).toEqual([]);
    expect((await lintFiles(files)).systems[0]?.tracing.state).toBe('shown');
    expect(await found({ 'main.py': test, 'app/agent.py': app })).toEqual(
      [
        'main.py:3:1 error tracing/disabled',
        'main.py:5:67 error tracing/disabled',
        'main.py:5:84 warning delegation/unbounded-turns',
        'main.py:4:37 error tracing/disabled',
      ].sort(),
    );
  });
});

describe('a sandbox agent', () => {
  it('runs where the program that imports it starts the sandbox', async () => {
    const box =
      'from agents.sandbox import SandboxAgent\nagent = SandboxAgent(name="Box", capabilities=[Shell()])\n'.replace(
        'SandboxAgent\n',
        'SandboxAgent, Shell\n',
      );
    const main = (client: string) =>
      `from agents import Runner\nfrom agents.run import RunConfig\nfrom agents.sandbox import SandboxRunConfig\nfrom sandboxes import ${client}\nfrom box import agent\nRunner.run_sync(agent, "x", run_config=RunConfig(sandbox=SandboxRunConfig(client=${client}())))\n`;
    expect(await found({ 'box.py': box, 'main.py': main('UnixLocalSandboxClient') })).toEqual([
      'box.py:2:9 error approval/open-ended-tool',
    ]);
    expect(await found({ 'box.py': box, 'main.py': main('DockerSandboxClient') })).toEqual([
      'box.py:2:9 warning approval/open-ended-tool',
    ]);
  });
});

describe('the star of a list with one item', () => {
  const shared = `from agents import function_tool
@function_tool
def delete_row(id: str): ...
TOOLS = [delete_row]
BY_ROLE = {"admin": TOOLS}
def tools():
    return TOOLS
`;

  it.each([
    '*shared.TOOLS',
    '*shared.tools()',
    '*tools()',
    '*BY_ROLE["admin"]',
    '*shared.TOOLS + []',
    '*tool_namespace(name="crm", description="x", tools=[delete_row])',
  ])('opens what stands behind it: [%s]', async (item) => {
    const main = `from agents import Agent, tool_namespace\nimport shared\nfrom shared import BY_ROLE, delete_row, tools\nAgent(name="A", tools=[${item}])\n`;
    expect(await found({ 'shared.py': shared, 'main.py': main })).toEqual([
      'shared.py:3:5 error approval/missing',
    ]);
  });
});

describe('what is switched off for good', () => {
  it('is offered to no model', async () => {
    const text = (value: string) => `from agents import Agent, function_tool, handoff
@function_tool(is_enabled=${value})
def delete_row(id: str): ...
def delete_column(id: str): ...
other = Agent(name="B")
Agent(name="A", tools=[delete_row, function_tool(delete_column, is_enabled=${value})], handoffs=[handoff(other, is_enabled=${value})])
`;
    expect(await found({ 'a.py': text('True') })).toEqual([
      'a.py:3:5 error approval/missing',
      'a.py:4:5 error approval/missing',
    ]);
    const { systems } = await lintFiles({ 'a.py': text('False') });
    expect(
      systems.flatMap(({ agents }) => agents.map(({ name, tools, handoffs }) => [name, tools, handoffs])),
    ).toEqual([
      ['B', [], []],
      ['A', [], []],
    ]);
  });
});

describe('a function that gates the tools of a local server', () => {
  it('gates none where it always says no', async () => {
    const text = (answer: string) => `from agents import Agent
from agents.mcp import MCPServerStreamableHttp
def policy(context, agent, tool):
    return ${answer}
s = MCPServerStreamableHttp(params={"url": "https://x.example.com/mcp"}, tool_filter={"allowed_tool_names": ["delete_row"]}, require_approval=policy)
Agent(name="A", mcp_servers=[s])
`;
    expect(await found({ 'a.py': text('False') })).toEqual(['a.py:5:110 error approval/missing']);
    expect(await found({ 'a.py': text('tool.name in RISKY') })).toEqual([]);
  });
});
