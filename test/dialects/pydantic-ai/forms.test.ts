import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const HEAD = `import os, httpx
from pydantic_ai import Agent, ApprovalRequired, ApprovalRequiredToolset, DeferredToolRequests, DeferredToolResults
from pydantic_ai import FunctionToolset, RunContext, Tool, UsageLimits
from pydantic_ai.mcp import MCPServerStdio, MCPServerStreamableHTTP

`;
const ACT = 'return httpx.post("https://api.example.com/refunds", json={"charge": charge}).text';
const REFUND = `def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    ${ACT}
`;
const ANSWERABLE = 'output_type=[str, DeferredToolRequests]';
const RUN = `

def main(text: str) -> None:
    result = agent.run_sync(text)
    print(result.output)
`;

async function findings(program: string, rule: RegExp): Promise<string[]> {
  const { findings: all } = await lintFiles({ 'agent.py': HEAD + program + RUN });
  return all
    .filter((one) => rule.test(one.rule))
    .map(({ range: { start }, severity, rule: id }) => `${start.line} ${severity} ${id}`);
}

const decorated = (decorator: string, more = ANSWERABLE): string =>
  `agent = Agent("openai:gpt-5", ${more})\n\n\n@agent.${decorator}\n${REFUND}`;
const listed = (list: string): string =>
  `${REFUND}\n\nagent = Agent("openai:gpt-5", ${ANSWERABLE}, tools=[${list}])\n`;
/** An agent whose method is called with the function. */
const registered = (call: string): string =>
  `${REFUND}\n\nREQUIRE = os.getenv("REQUIRE_APPROVAL", "false") == "true"\nagent = Agent("openai:gpt-5", ${ANSWERABLE})\n${call}\n`;
const inToolset = (made: string, passed: string, decorator = 'tool'): string =>
  `toolset = FunctionToolset(${made})\n\n\n@toolset.${decorator}\n${REFUND}\n\nagent = Agent("openai:gpt-5", ${ANSWERABLE}, toolsets=[${passed}])\n`;
const raising = (test: string): string =>
  `agent = Agent("openai:gpt-5", ${ANSWERABLE})\n\n\n@agent.tool\ndef issue_refund(ctx: RunContext[None], charge: str, amount: int) -> str:\n    if ${test}:\n        raise ApprovalRequired()\n    ${ACT}\n`;

describe('a tool of a Pydantic AI agent', () => {
  it.each([
    ['@agent.tool_plain', decorated('tool_plain'), ['10 error approval/missing']],
    ['@agent.tool_plain(retries=2)', decorated('tool_plain(retries=2)'), ['10 error approval/missing']],
    ['requires_approval=True in the decorator', decorated('tool_plain(requires_approval=True)'), []],
    [
      'requires_approval=False in the decorator',
      decorated('tool_plain(requires_approval=False)'),
      ['10 error approval/missing'],
    ],
    ['agent.tool_plain(f)', registered('agent.tool_plain(issue_refund)'), ['6 error approval/missing']],
    [
      'agent.tool_plain(options)(f)',
      registered('agent.tool_plain(retries=2)(issue_refund)'),
      ['6 error approval/missing'],
    ],
    [
      'agent.tool_plain(requires_approval=True)(f)',
      registered('agent.tool_plain(requires_approval=True)(issue_refund)'),
      [],
    ],
    [
      'a setting that is off by default, in agent.tool_plain(options)(f)',
      registered('agent.tool_plain(requires_approval=REQUIRE)(issue_refund)'),
      ['6 error approval/missing'],
    ],
    [
      'a decorator that has a name',
      registered('make = agent.tool_plain(requires_approval=True)\nmake(issue_refund)'),
      [],
    ],
    ['tools=[function]', listed('issue_refund'), ['6 error approval/missing']],
    ['tools=[Tool(function)]', listed('Tool(issue_refund)'), ['6 error approval/missing']],
    [
      'tools=[Tool(function, requires_approval=True)]',
      listed('Tool(issue_refund, requires_approval=True)'),
      [],
    ],
    ['@toolset.tool', inToolset('', 'toolset'), ['10 error approval/missing']],
    [
      'requires_approval=True in the decorator of a toolset',
      inToolset('', 'toolset', 'tool(requires_approval=True)'),
      [],
    ],
    ['FunctionToolset(requires_approval=True)', inToolset('requires_approval=True', 'toolset'), []],
    [
      'a function that needs none in such a toolset',
      inToolset('requires_approval=True', 'toolset', 'tool(requires_approval=False)'),
      ['10 error approval/missing'],
    ],
    ['approval_required()', inToolset('', 'toolset.prefixed("pay").approval_required()'), []],
    ['prefixed() alone', inToolset('', 'toolset.prefixed("pay")'), ['10 error approval/missing']],
    ['ApprovalRequiredToolset(toolset)', inToolset('', 'ApprovalRequiredToolset(toolset)'), []],
    [
      'a function that is never true',
      inToolset('', 'toolset.approval_required(lambda ctx, tool, args: False)'),
      ['10 error approval/missing'],
    ],
    ['raise ApprovalRequired', raising('not ctx.tool_call_approved'), []],
    ['raise ApprovalRequired for some calls', raising('amount > 100 and not ctx.tool_call_approved'), []],
    ['raise ApprovalRequired never', raising('False'), ['10 error approval/missing']],
  ])('is judged by its gate: %s', async (_, program, expected) => {
    expect(await findings(program, /^approval\/(?:missing|auto-approved)$/)).toEqual(expected);
  });

  it.each([
    ['return str(len(charge))', []],
    ['return f"Refunded {charge}"', ['10 info approval/missing']],
  ])('is judged by its body: %s', async (body, expected) => {
    expect(await findings(decorated('tool_plain').replace(ACT, body), /^approval\//)).toEqual(expected);
  });

  it('is found where a function builds the agent', async () => {
    const program = `def build():\n    agent = Agent("openai:gpt-5")\n\n    @agent.tool_plain\n    def issue_refund(charge: str) -> str:\n        ${ACT}\n\n    return agent\n\n\nagent = build()\n`;
    expect(await findings(program, /^approval\//)).toEqual(['10 error approval/missing']);
  });

  it('is none where a class of the project has the name of the agent', async () => {
    const own = HEAD.replace(
      'from pydantic_ai import Agent, ',
      'from shop.agents import Agent\nfrom pydantic_ai import ',
    );
    const { findings: all } = await lintFiles({ 'agent.py': own + decorated('tool_plain') + RUN });
    expect(all.filter(({ rule }) => rule.startsWith('approval/'))).toEqual([]);
  });
});

describe('a gate of a Pydantic AI agent', () => {
  const GATED = 'tool_plain(requires_approval=True)';
  const reading = (lines: string): string =>
    `${HEAD.replace('ApprovalRequiredToolset, ', '')}from pydantic_ai.capabilities import Hooks, HandleDeferredToolCalls\n\n\n${lines}`;
  const answer = (options = ''): string => `

def main(text: str) -> None:
    result = agent.run_sync(text${options})
    if isinstance(result.output, DeferredToolRequests):
        approvals = {call.tool_call_id: input(str(call)) == "y" for call in result.output.approvals}
        agent.run_sync(
            message_history=result.all_messages()${options}, deferred_tool_results=DeferredToolResults(approvals=approvals)
        )
`;
  const handler =
    'def handle(ctx, requests):\n    return requests.build_results(approvals={call.tool_call_id: input(str(call)) == "y" for call in requests.approvals})\n\n\n';
  const unanswered = async (program: string): Promise<string[]> => {
    const { findings: all } = await lintFiles({ 'agent.py': program });
    return all.flatMap(({ rule, severity, message }) =>
      rule === 'approval/unanswered' ? [`${severity} ${message.replace(/^[^:]*: /, '')}`] : [],
    );
  };
  const NO_OUTPUT = ['warning its request is an error, because `output_type` has no `DeferredToolRequests`.'];

  it.each([
    ['output_type=[str, DeferredToolRequests]', '', []],
    ['output_type=DeferredToolRequests', '', []],
    ['output_type=str', '', NO_OUTPUT],
    ['instructions="Be brief."', '', NO_OUTPUT],
    ['output_type=str', ', output_type=[str, DeferredToolRequests]', []],
    ['capabilities=[HandleDeferredToolCalls(handle)]', '', []],
    ['capabilities=[Hooks(deferred_tool_calls=handle)]', '', []],
    ['capabilities=[Hooks(before_run=handle)]', '', NO_OUTPUT],
  ])(
    'can be answered where a run can return its requests, or a handler answers them: %s%s',
    async (more, options, expected) => {
      expect(await unanswered(reading(handler + decorated(GATED, more) + answer(options)))).toEqual(expected);
    },
  );

  it.each([
    [answer(), []],
    [RUN, ['warning its request ends the run, and no code of the program reads `approvals` of the result.']],
  ])('can be answered where code reads its requests', async (run, expected) => {
    expect(
      await unanswered(
        HEAD.replace(', DeferredToolResults', run === RUN ? '' : ', DeferredToolResults') +
          decorated(GATED) +
          run,
      ),
    ).toEqual(expected);
  });
});

describe('an agent that a tool of another Pydantic AI agent runs', () => {
  const cycle = (there: string, back: string): string => `${HEAD}desk = Agent("openai:gpt-5")
clerk = Agent("openai:gpt-5")


@desk.tool
async def ask_clerk(ctx: RunContext[None], question: str) -> str:
    """Asks the clerk."""
    return (await clerk.run(question${there})).output


@clerk.tool
async def ask_desk(ctx: RunContext[None], question: str) -> str:
    """Asks the desk."""
    return (await desk.run(question${back})).output
`;
  const SHARED = ', usage=ctx.usage';
  it.each([
    ['', '', 1],
    [SHARED, '', 1],
    ['', SHARED, 1],
    [SHARED, SHARED, 0],
  ])(
    'has a fresh limit in each round of a cycle, unless it shares the usage: run(question%s), run(question%s)',
    async (there, back, expected) => {
      const { findings: all } = await lintFiles({ 'agent.py': cycle(there, back) });
      const found = all.filter(({ rule }) => rule === 'delegation/unbounded-turns');
      expect(found).toHaveLength(expected);
      for (const { message, remediation } of found) {
        expect(message).toContain('Each call begins with a fresh turn limit');
        expect(remediation).toContain('pass `usage=ctx.usage` to the run');
      }
    },
  );
});

describe('a run of a Pydantic AI agent', () => {
  it.each([
    ['', []],
    [', usage_limits=UsageLimits()', []],
    [', usage_limits=UsageLimits(request_limit=8)', []],
    [', usage_limits=UsageLimits(request_limit=None)', ['9 warning delegation/unbounded-turns']],
    [', usage_limits=None', []],
  ])('is bounded by its requests: run(text%s)', async (options, expected) => {
    const program = `agent = Agent("openai:gpt-5")\n\n\nasync def answer(text: str) -> None:\n    await agent.run(text${options})\n`;
    expect((await findings(program, /^delegation\//)).map((one) => one.replace(/^\d+/, '9'))).toEqual(
      expected,
    );
  });
});

describe('an MCP server of a Pydantic AI agent', () => {
  const server = (passed: string): string =>
    `server = MCPServerStreamableHTTP("https://mcp.example.com/mcp")\nagent = Agent("openai:gpt-5", ${ANSWERABLE}, toolsets=[${passed}])\n`;
  it.each([
    ['server', ['6 warning scope/unrestricted-server']],
    ['server.filtered(lambda ctx, tool: tool.name in {"read_issue"})', []],
  ])('offers what is chosen: toolsets=[%s]', async (passed, expected) => {
    expect(await findings(server(passed), /^scope\//)).toEqual(expected);
  });
});

describe('a request of a Pydantic AI agent', () => {
  const gated = decorated('tool_plain(requires_approval=True)');
  const answered = (lines: readonly string[]): string =>
    `${gated}\n\ndef answer(text: str) -> None:\n    result = agent.run_sync(text)\n    ${lines.join('\n    ')}\n    agent.run_sync(message_history=result.all_messages(), deferred_tool_results=results)\n`;
  const each = (value: string): string =>
    answered([
      'results = DeferredToolResults()',
      'for call in result.output.approvals:',
      `    results.approvals[call.tool_call_id] = ${value}`,
    ]);
  const updated = (given: string): string =>
    answered(['results = DeferredToolResults()', `results.approvals.update(${given})`]);
  const inMap = (value: string): string =>
    answered([
      'approvals = {}',
      'for call in result.output.approvals:',
      `    approvals[call.tool_call_id] = ${value}`,
      'results = DeferredToolResults(approvals=approvals)',
    ]);
  const handled = (returned: string): string =>
    `from pydantic_ai.capabilities import HandleDeferredToolCalls\n\n\ndef handle(ctx, requests):\n    return requests.build_results(${returned})\n\n\n${decorated('tool_plain(requires_approval=True)', 'capabilities=[HandleDeferredToolCalls(handle)]')}`;
  const PERSON = 'input(str(call)) == "y"';
  const BY_PROGRAM = ['error approval/auto-approved'];

  it.each([
    ['True for each', each('True'), BY_PROGRAM],
    ['what a person answers', each(PERSON), []],
    ['a map of True', inMap('True'), BY_PROGRAM],
    ['an update to True', updated('{one.tool_call_id: True for one in result.output.approvals}'), BY_PROGRAM],
    [
      'an update to what a person answers',
      updated(`{call.tool_call_id: ${PERSON} for call in result.output.approvals}`),
      [],
    ],
    ['a map of what a person answers', inMap(PERSON), []],
    [
      'build_results(approve_all=True)',
      answered(['results = result.output.build_results(approve_all=True)']),
      BY_PROGRAM,
    ],
    [
      'True for each in a comprehension',
      answered([
        'results = DeferredToolResults(approvals={call.tool_call_id: True for call in result.output.approvals})',
      ]),
      BY_PROGRAM,
    ],
    [
      'what a person answers for each in a comprehension',
      answered([
        'results = DeferredToolResults(approvals={call.tool_call_id: input(str(call)) == "y" for call in result.output.approvals})',
      ]),
      [],
    ],
    ['a handler that approves all', handled('approve_all=True'), BY_PROGRAM],
    [
      'a handler that asks',
      handled('approvals={call.tool_call_id: input(str(call)) == "y" for call in requests.approvals}'),
      [],
    ],
  ])('is answered by %s', async (_, program, expected) => {
    const found = await findings(program, /^approval\/(?:missing|auto-approved)$/);
    expect(found.map((one) => one.replace(/^\d+ /, ''))).toEqual(expected);
  });
});

describe('a tool that the operator runs for a Pydantic AI agent', () => {
  it.each([
    ['builtin_tools=[CodeExecutionTool()]', ['code_execution'], []],
    ['native_tools=[WebSearchTool()]', ['web_search'], []],
    ['builtin_tools=[MCPServerTool(id="x", url="https://x.example")]', [], []],
    ['builtin_tools=[HomeMadeTool()]', [], ['`HomeMadeTool()` in the tools of `agent`']],
  ])('is read, or listed: %s', async (option, tools, unread) => {
    const text = `from pydantic_ai import Agent, CodeExecutionTool, HomeMadeTool, MCPServerTool, WebSearchTool\n\nagent = Agent("openai:gpt-5", ${option})\n`;
    const { systems } = await lintFiles({ 'agent.py': text });
    expect(
      systems.flatMap(({ agents }) => agents.flatMap((one) => one.tools.map(({ name }) => name))),
    ).toEqual(tools);
    expect(systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what))).toEqual(unread);
  });
});

it.each([
  ['a method of a toolset', 'toolset.add_function'],
  ['a method of the agent', 'agent.tool_plain'],
])(
  'lists a tool as not read where a computed function is given to %s, and not where it is known',
  async (_, method) => {
    const unread = async (given: string): Promise<string[]> => {
      const made = `from picks import pick\n\n\n${REFUND}\n\ntoolset = FunctionToolset()\nagent = Agent("openai:gpt-5", ${ANSWERABLE}, toolsets=[toolset])\n${method}(${given})\n`;
      const { systems } = await lintFiles({ 'agent.py': HEAD + made + RUN });
      return systems.flatMap(({ unresolved }) => unresolved.map(({ what, why }) => `${what}: ${why}`));
    };
    expect(await unread('pick("refund")')).toEqual(['a tool of `agent`: computed by pick()']);
    expect(await unread('issue_refund')).toEqual([]);
  },
);
