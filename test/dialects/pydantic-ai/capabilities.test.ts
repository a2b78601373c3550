import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const HEAD = `import httpx
from pydantic_ai import Agent, CodeExecutionTool, MCPServerTool
from pydantic_ai.capabilities import AbstractCapability, Capability, HandleDeferredToolCalls
from pydantic_ai.capabilities import Hooks, ImageGeneration, Instrumentation, MCP, NativeTool, Toolset, WebFetch
from pydantic_ai.capabilities import RaiseContentFilterError, WebSearch, XSearch
from pydantic_ai.mcp import MCPServerStdio, MCPServerStreamableHTTP, MCPToolset

`;
const URL = '"https://mcp.example.com/mcp"';
const ACT = 'return httpx.post("https://api.example.com/refunds", json={"charge": charge}).text';

async function read(program: string) {
  const result = await lintFiles({ 'agent.py': HEAD + program });
  const found = (rule: RegExp): string[] =>
    result.findings
      .filter((one) => rule.test(one.rule))
      .map(({ range: { start }, severity, rule: id }) => `${start.line} ${severity} ${id}`);
  return { ...result, found };
}
const agent = (options: string, before = ''): string =>
  `${before}agent = Agent("openai:gpt-5", ${options})\n`;
const capable = (list: string, before = ''): string => agent(`capabilities=[${list}]`, before);

async function toolsOf(program: string): Promise<string[]> {
  const { systems } = await read(program);
  return systems.flatMap(({ agents }) =>
    agents.flatMap(({ tools }) =>
      tools.map(({ name, effect, approval }) => `${name} ${effect.effect} ${approval.state}`),
    ),
  );
}

describe('a capability of a Pydantic AI agent', () => {
  it.each([
    ['WebSearch()', ['web_search read absent']],
    ['WebFetch()', ['web_fetch read absent']],
    ['XSearch()', ['x_search read absent']],
    ['ImageGeneration()', ['image_generation change absent']],
    ['NativeTool(CodeExecutionTool())', ['code_execution change absent']],
    ['Capability(tools=[issue_refund])', ['issue_refund outward absent']],
    ['Instrumentation()', []],
  ])('adds the tools that it is known to add: %s', async (one, expected) => {
    const tool = `def issue_refund(charge: str) -> str:\n    ${ACT}\n\n\n`;
    expect(await toolsOf(capable(one, tool))).toEqual(expected);
  });

  it('adds the tools of its decorators', async () => {
    const program = capable(
      'pay',
      `pay = Capability()\n\n\n@pay.tool_plain\ndef issue_refund(charge: str) -> str:\n    ${ACT}\n\n\n`,
    );
    expect((await read(program)).found(/^approval\//)).toEqual(['12 error approval/missing']);
  });

  it.each([
    ['WebFetch()', ['8 warning scope/open-address']],
    ['WebFetch(allowed_domains=None)', ['8 warning scope/open-address']],
    ['WebFetch(allowed_domains=["docs.example.com"])', []],
  ])('may load any page that the model chooses: %s', async (one, expected) => {
    expect((await read(capable(one))).found(/^scope\//)).toEqual(expected);
  });

  it.each([
    [`MCP(${URL})`, ['8 warning scope/unrestricted-server']],
    [`MCP(url=${URL}, allowed_tools=None)`, ['8 warning scope/unrestricted-server']],
    [`MCP(url=${URL}, allowed_tools=["read_issue"])`, []],
    [`MCP(url=${URL}, allowed_tools=["delete_issue"])`, ['8 error approval/missing']],
    [`Toolset(MCPToolset(${URL}))`, ['8 warning scope/unrestricted-server']],
    [`NativeTool(MCPServerTool(id="tracker", url=${URL}))`, ['8 warning scope/unrestricted-server']],
    [
      `NativeTool(MCPServerTool(id="tracker", url=${URL}, allowed_tools=["delete_issue"]))`,
      ['8 error approval/not-gateable'],
    ],
  ])('adds a server with the tools that it names: %s', async (one, expected) => {
    expect((await read(capable(one))).found(/^(?:scope|approval)\//)).toEqual(expected);
  });

  it.each([
    ['Hooks(before_run=check)', 'shown', 'absent'],
    ['Hooks(after_model_request=check)', 'absent', 'shown'],
    ['Hooks(before_tool_execute=check)', 'absent', 'absent'],
    ['RaiseContentFilterError()', 'absent', 'shown'],
    ['Instrumentation()', 'absent', 'absent'],
  ])('checks what comes in or goes out: %s', async (one, input, output) => {
    const { systems } = await read(capable(one, 'def check(ctx):\n    print(ctx)\n\n\n'));
    const [{ guardrails } = { guardrails: undefined }] = systems.flatMap(({ agents }) => agents);
    expect([guardrails?.input.state, guardrails?.output.state]).toEqual([input, output]);
  });

  it.each([
    [['Hooks(before_run=check)'], 'shown'],
    [['Hooks(before_tool_execute=check)'], 'absent'],
    [['Hooks(before_run=check)', 'Hooks(before_model_request=check)'], 'shown'],
    [['Hooks(before_run=check)', 'Instrumentation()'], 'undecidable'],
  ])('checks what comes in where each run has one that does: %s', async (runs, expected) => {
    const check = 'def check(ctx):\n    print(ctx)\n\n\n';
    const passed = runs.map((one) => `\nresult = agent.run_sync(input(), capabilities=[${one}])\n`).join('');
    const { systems } = await read(`${check}agent = Agent("m")\n${passed}`);
    const states = systems.flatMap(({ agents }) => agents.map(({ guardrails }) => guardrails.input.state));
    expect(states).toEqual([expected]);
  });

  it.each([
    ['@hooks.on.before_run', 'shown'],
    ['@hooks.on.before_run(timeout=2)', 'shown'],
    ['@hooks.on.before_tool_execute', 'absent'],
  ])('checks the input by a decorator: %s', async (decorator, expected) => {
    const program = capable(
      'hooks',
      `hooks = Hooks()\n\n\n${decorator}\ndef check(ctx):\n    print(ctx)\n\n\n`,
    );
    const { systems } = await read(program);
    expect(systems.flatMap(({ agents }) => agents.map(({ guardrails }) => guardrails.input.state))).toEqual([
      expected,
    ]);
  });

  it.each([
    ['Instrumentation()', []],
    ['make()', ['what `capabilities` adds to `agent`']],
    ['Own()', []],
    ['Adding()', ['what `capabilities` adds to `agent`']],
  ])('is listed where it may add tools that are not read: %s', async (one, expected) => {
    const own = `from elsewhere import make


class Own(AbstractCapability):
    def before_run(self, ctx):
        print(ctx)


class Adding(AbstractCapability):
    def get_toolset(self):
        return make()


`;
    const { systems } = await read(capable(one, own));
    expect(systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what))).toEqual(expected);
  });

  it.each([
    ['make()', [], ['approval/missing']],
    ['Instrumentation()', ['12 error approval/missing'], []],
    ['Hooks(before_tool_execute=ask)', [], ['approval/missing']],
    ['Hooks(before_tool_execute=note)', ['12 error approval/missing'], []],
  ])('may ask a person where it is not read, or asks one: %s', async (one, expected, open) => {
    const before = `from elsewhere import make\n\n\ndef issue_refund(charge: str) -> str:\n    ${ACT}\n\n\ndef ask(ctx, *, call, tool_def, args):\n    if input("ok? ") != "y":\n        raise ValueError("refused")\n    return args\n\n\ndef note(ctx, *, call, tool_def, args):\n    print(call)\n    return args\n\n\n`;
    const program = agent(`capabilities=[${one}], tools=[issue_refund]`, before);
    const { found, notAssessed } = await read(
      program.replace('from elsewhere import make\n\n\n', 'from elsewhere import make\n'),
    );
    expect(found(/^approval\//).map((line) => line.replace(/^\d+/, '12'))).toEqual(expected);
    expect(notAssessed.map(({ rule }) => rule).filter((rule) => rule.startsWith('approval/'))).toEqual(open);
  });
});

describe('an MCP server of a Pydantic AI agent', () => {
  const server = (made: string, passed = 'server', before = ''): string =>
    agent(`toolsets=[${passed}]`, `${before}server = ${made}\n`);
  const picking = (test: string): string =>
    server(`MCPToolset(${URL})`, `server.filtered(lambda ctx, tool: ${test})`);

  it.each([
    ['tool.name in {"read_issue", "list_issues"}', []],
    ['tool.name == "read_issue"', []],
    ['tool.name in {"delete_issue"}', ['9 error approval/missing']],
    ['tool.name != "delete_issue"', ['8 warning scope/unrestricted-server']],
  ])('offers the tools that a function picks by name: %s', async (test, expected) => {
    expect((await read(picking(test))).found(/^(?:scope|approval)\//)).toEqual(expected);
  });

  it('is not assessed where a function picks its tools otherwise', async () => {
    const { notAssessed } = await read(picking('allowed(tool)'));
    expect(notAssessed.map(({ rule }) => rule)).toContain('scope/unrestricted-server');
  });

  it.each([
    ['lambda ctx, tool, args: tool.name == "delete_issue"', []],
    ['lambda ctx, tool, args: tool.name == "close_issue"', ['9 error approval/missing']],
    ['', []],
    ['lambda ctx, tool, args: False', ['9 error approval/missing']],
  ])('asks for the tools that a function names: approval_required(%s)', async (test, expected) => {
    const names = 'server.filtered(lambda ctx, tool: tool.name in {"delete_issue", "close_issue"})';
    const { found } = await read(server(`MCPToolset(${URL})`, `${names}.approval_required(${test})`));
    expect(found(/^approval\/missing$/)).toEqual(expected);
  });

  const ASK = `async def gate(ctx, call_tool, name, args):
    if input(name) != "y":
        return "refused"
    return await call_tool(name, args)


`;
  const NOTE = ASK.replace('    if input(name) != "y":\n        return "refused"\n', '    print(name)\n');
  const acting = (made: string, before: string): string =>
    server(made, 'server.filtered(lambda ctx, tool: tool.name in {"delete_issue"})', before);
  it.each([
    [`MCPToolset(${URL}, process_tool_call=gate)`, ASK, []],
    [`MCPToolset(${URL}, process_tool_call=gate)`, NOTE, ['approval/missing']],
    [`MCPToolset(${URL})`, ASK, ['approval/missing']],
    [`MCPServerStreamableHTTP(${URL}, process_tool_call=gate)`, ASK, []],
    ['MCPServerStdio("tracker", args=[], process_tool_call=gate)', ASK, []],
    ['MCPServerStdio("tracker", args=[])', ASK, ['approval/missing']],
  ])('may ask in the function that each call goes through: %s', async (made, before, expected) => {
    const { findings } = await read(acting(made, before));
    expect(findings.map(({ rule }) => rule).filter((rule) => rule.startsWith('approval/'))).toEqual(expected);
  });
});

describe('the traces of a Pydantic AI agent', () => {
  const SETTINGS = 'from pydantic_ai import InstrumentationSettings\nimport logfire\n';
  const retention = async (program: string, configure = 'logfire.configure()'): Promise<string[]> => {
    const { findings } = await lintFiles({
      'agent.py': `${HEAD}${SETTINGS}${configure}\n${program}\nagent.run_sync(input())\n`,
      'agent-lint.config.yaml': 'requirements:\n  zero_data_retention: true\n',
    });
    return findings
      .filter(({ rule }) => rule === 'tracing/retention-conflict')
      .map(({ range: { start }, severity }) => `${start.line} ${severity}`);
  };
  const WITHOUT = 'InstrumentationSettings(include_content=False)';
  it.each([
    [agent('instrument=True'), ['11 error']],
    [agent('instrument=False'), []],
    [agent(`instrument=${WITHOUT}`), []],
    [agent('instrument=InstrumentationSettings()'), ['11 error']],
    [agent('instrument=InstrumentationSettings(include_binary_content=False)'), ['11 error']],
    [agent('tools=[]'), []],
    [`Agent.instrument_all()\n${agent('tools=[]')}`, ['11 error']],
    [`Agent.instrument_all(${WITHOUT})\n${agent('tools=[]')}`, []],
    [`logfire.instrument_pydantic_ai()\n${agent('tools=[]')}`, ['11 error']],
    [`logfire.instrument_pydantic_ai(include_content=False)\n${agent('tools=[]')}`, []],
    [capable('Instrumentation()'), ['11 error']],
    [capable(`Instrumentation(settings=${WITHOUT})`), []],
  ])('contain what models read and write, unless settings leave it out: %s', async (program, expected) => {
    expect(await retention(program)).toEqual(expected);
  });

  it('go nowhere where no store is set up, or it sends nothing', async () => {
    expect(await retention(agent('instrument=True'), 'pass')).toEqual([]);
    expect(await retention(agent('instrument=True'), 'logfire.configure(send_to_logfire=False)')).toEqual([]);
  });
});
