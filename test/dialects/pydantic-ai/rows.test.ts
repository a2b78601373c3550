import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const ACT = 'return httpx.post("https://api.example.com/refunds", json={"charge": charge}).text';
const HEAD = `import httpx
from elsewhere import make
from pydantic_ai import Agent, ApprovalRequired, ApprovalRequiredToolset, DeferredToolRequests, DeferredToolResults
from pydantic_ai import FunctionToolset, MCPServerTool, RunContext, TextOutput, Tool, ToolOutput, UsageLimits
from pydantic_ai.capabilities import MCP
from pydantic_ai.mcp import MCPServerSSE, MCPServerStdio, MCPServerStreamableHTTP, MCPToolset


def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    ${ACT}


def describe_charge(charge: str) -> str:
    """Describes a charge."""
    return f"Charge {charge}"


`;
const REFUND_LINE = 9;
const RUN = '\nresult = agent.run_sync(input())\nprint(result.output)\n';

async function read(program: string, more: Record<string, string> = {}) {
  const { findings, systems, notAssessed } = await lintFiles({ 'agent.py': HEAD + program, ...more });
  return {
    found: (rule: RegExp) =>
      findings
        .filter((one) => rule.test(one.rule))
        .map(({ range: { start }, severity, rule: id }) => `${start.line} ${severity} ${id}`),
    messages: findings.map(({ message }) => message),
    remedies: findings.map(({ remediation }) => remediation ?? ''),
    states: systems.flatMap(({ agents }) => agents.map(({ guardrails }) => guardrails.output.state)),
    tools: systems.flatMap(({ agents }) =>
      agents.flatMap((one) => one.tools.map(({ name, effect }) => `${name} ${effect.effect}`)),
    ),
    unread: systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what)),
    openTools: notAssessed.filter(({ rule }) => rule === 'approval/missing').map(({ message }) => message),
    notRead: notAssessed.filter(({ rule }) => rule === 'framework/unread').map(({ message }) => message),
  };
}
const locked = (version: string) => ({ 'requirements.txt': `pydantic-ai==${version}\n` });
const MISSING = [`${REFUND_LINE} error approval/missing`];

describe('the limits of a run of a Pydantic AI agent', () => {
  const UNBOUNDED = ['22 warning delegation/unbounded-turns'];
  it.each([
    ['', []],
    ['UsageLimits()', []],
    ['UsageLimits(tool_calls_limit=5)', []],
    ['UsageLimits(request_limit=None)', UNBOUNDED],
    ['UsageLimits(request_limit=None, tool_calls_limit=None)', UNBOUNDED],
    ['UsageLimits(request_limit=None, tool_calls_limit=20)', []],
    ['UsageLimits(request_limit=None, total_tokens_limit=50_000)', []],
    ['UsageLimits(request_limit=None, cost_limit=Decimal("1"))', []],
    ['UsageLimits(request_limit=None, count_tokens_before_request=True)', UNBOUNDED],
  ])('are bounded by requests, tool calls, tokens or cost: usage_limits=%s', async (limits, expected) => {
    const option = limits === '' ? '' : `, usage_limits=${limits}`;
    const { found } = await read(
      `from decimal import Decimal

agent = Agent("openai:gpt-5")
agent.run_sync(input()${option})
`,
    );
    expect(found(/^delegation\//)).toEqual(expected);
  });

  it.each([
    [', usage_limits=UsageLimits(request_limit=5)', []],
    [', usage_limits=UsageLimits(request_limit=None)', ['clerk']],
    [', usage=ctx.usage, usage_limits=UsageLimits(request_limit=5)', []],
  ])('are those of an agent in a tool as well: clerk.run(q%s)', async (options, expected) => {
    const { messages } = await read(`agent = Agent("openai:gpt-5")
clerk = Agent("openai:gpt-5", tools=[describe_charge])


@agent.tool
async def ask_clerk(ctx: RunContext[None], q: str) -> str:
    return (await clerk.run(q${options})).output
${RUN}`);
    expect(messages.flatMap((one) => /^`(\w+)` can loop without a turn limit/.exec(one)?.[1] ?? [])).toEqual(
      expected,
    );
  });
});

describe('each way to run a Pydantic AI agent', () => {
  it.each([
    'agent.run(text, LIMITS)',
    'agent.run_sync(text, LIMITS)',
    'agent.run_stream(text, LIMITS)',
    'agent.run_stream_events(text, LIMITS)',
    'agent.run_stream_sync(text, LIMITS)',
    'agent.iter(text, LIMITS)',
  ])('takes limits: %s', async (call) => {
    const limited = (limit: string) =>
      read(`agent = Agent("m")


async def main(text: str) -> None:
    run = ${call.replace('LIMITS', `usage_limits=UsageLimits(request_limit=${limit})`)}
`);
    expect((await limited('None')).found(/^delegation\//)).toEqual(['23 warning delegation/unbounded-turns']);
    expect((await limited('5')).found(/^delegation\//)).toEqual([]);
  });
});

describe('the name of a Pydantic AI tool', () => {
  it.each([
    ['issue_refund', ['issue_refund outward']],
    ['Tool(issue_refund)', ['issue_refund outward']],
    ['Tool(issue_refund, name="pay_back")', ['pay_back outward']],
    ['Tool(make(), name=made.name)', ['Tool() unknown']],
  ])('is that of its function, unless it has one: %s', async (tool, expected) => {
    expect((await read(`agent = Agent("m", tools=[${tool}])\n`)).tools).toEqual(expected);
  });
});

describe('a gate that a Pydantic AI tool takes from its toolset', () => {
  const inToolset = (toolset: string, tool: string) =>
    read(`tools = FunctionToolset(${toolset})
tools.add_function(issue_refund${tool})
agent = Agent("m", toolsets=[tools], output_type=[str, DeferredToolRequests])
print(agent.run_sync(input()).output.approvals)
`);
  it.each([
    ['requires_approval=True', '', []],
    ['requires_approval=True', ', requires_approval=None', []],
    ['requires_approval=True', ', requires_approval=False', MISSING],
    ['requires_approval=False', ', requires_approval=None', MISSING],
    ['', ', requires_approval=None', MISSING],
    ['', ', requires_approval=True', []],
  ])(
    'is there where neither says otherwise: FunctionToolset(%s), tool%s',
    async (toolset, tool, expected) => {
      expect((await inToolset(toolset, tool)).found(/^approval\//)).toEqual(expected);
    },
  );
});

describe('an MCP server of Pydantic AI', () => {
  it.each([
    ['1.40.0', 'MCPServerStdio("npx", args=["-y", "@example/tracker@1.0.0"])'],
    ['1.40.0', 'MCPServerSSE("https://mcp.example.com/sse")'],
    ['1.40.0', 'MCPServerSSE(url="https://mcp.example.com/sse")'],
    ['1.40.0', 'MCPServerStreamableHTTP("https://mcp.example.com/mcp")'],
    ['2.33.0', 'MCPToolset("https://mcp.example.com/mcp")'],
  ])('is read in version %s, and offers what is picked: %s', async (version, made) => {
    const program = (passed: string) =>
      read(`server = ${made}\nagent = Agent("openai:gpt-5", toolsets=[${passed}])\n${RUN}`, locked(version));
    const picked = 'server.filtered(lambda ctx, tool: tool.name in {"read_issue"})';
    expect((await program('server')).found(/^scope\//)).toEqual(['19 warning scope/unrestricted-server']);
    expect((await program(picked)).found(/^scope\//)).toEqual([]);
  });

  it.each([
    ['MCPServerStreamableHTTP("https://x.example/mcp")', []],
    ['MCPServerSSE("https://x.example/sse", allow_sampling=True)', []],
    ['MCPServerStdio("npx", args=["-y", "x@1.0.0"], sampling_model=MODEL)', ['`sampling_model` of `server`']],
    ['MCPToolset("https://x.example/mcp")', []],
    ['MCPToolset("https://x.example/mcp", sampling_model="openai:gpt-5")', ['`sampling_model` of `server`']],
    ['MCPToolset("https://x.example/mcp", sampling_model=None)', []],
    [
      'MCPToolset("https://x.example/mcp")',
      ['`agent.set_mcp_sampling_model`'],
      'agent.set_mcp_sampling_model()\n',
    ],
  ])('is listed where it is given a model, which brings no tools: %s', async (made, expected, more = '') => {
    const { unread, openTools } = await read(
      `server = ${made}\nagent = Agent("m", toolsets=[server])\n${more}${RUN}`,
    );
    expect([unread, openTools]).toEqual([expected, []]);
  });

  it.each([
    ['MCP("https://x.example/mcp", native=True, allowed_tools=["delete_issue"])', 'not-gateable'],
    ['MCP("https://x.example/mcp", native=False, allowed_tools=["delete_issue"])', 'missing'],
  ])('cannot be gated where the provider of the model calls it: %s', async (made, rule) => {
    const { found } = await read(`agent = Agent("openai:gpt-5", capabilities=[${made}])\n${RUN}`);
    expect(found(/^approval\//)).toEqual([`19 error approval/${rule}`]);
  });

  const SERVER = 'MCPToolset("https://x.example/mcp")';
  const DELETES = 'allowed_tools=["delete_issue"]';
  const MISSING = ['19 error approval/missing'];
  const WIDE = ['19 warning scope/unrestricted-server'];
  it.each([
    [`local=${SERVER}, ${DELETES}`, MISSING],
    [`local=${SERVER}.approval_required(), ${DELETES}`, []],
    [`"https://x.example/mcp", local=${SERVER}, ${DELETES}`, MISSING],
    [`"https://x.example/mcp", local=${SERVER}.approval_required(), ${DELETES}`, []],
    // The provider may call it by its address, whatever the local one requires.
    [
      `"https://x.example/mcp", native=True, local=${SERVER}.approval_required(), ${DELETES}`,
      ['19 error approval/not-gateable'],
    ],
    [`local=${SERVER}`, WIDE],
    [`local=${SERVER}, allowed_tools=["read_issue"]`, []],
    [`local=${SERVER}.filtered(lambda ctx, tool: tool.name in {"read_issue"})`, []],
    [`local=${SERVER}.filtered(lambda ctx, tool: tool.name in {"delete_issue"})`, MISSING],
    ['local=FunctionToolset([issue_refund])', [`${REFUND_LINE} error approval/missing`]],
    ['local=FunctionToolset([issue_refund], requires_approval=True)', []],
    ['local=FunctionToolset([issue_refund]), allowed_tools=["other"]', []],
    ['local=issue_refund', [`${REFUND_LINE} error approval/missing`]],
    ['local=describe_charge', []],
    // What it calls is not read: all that it offers.
    ['local=make()', WIDE],
    ['"https://x.example/mcp", local=True', WIDE],
  ])('is what is called in its place: MCP(%s)', async (options, expected) => {
    const made = `agent = Agent("m", output_type=[str, DeferredToolRequests], capabilities=[MCP(${options})])`;
    const { found } = await read(`${made}\n${RUN}answer(result.output.approvals)\n`);
    expect(found(/^(?:approval|scope)\//)).toEqual(expected);
  });

  it('is narrowed by the option of the capability that calls it', async () => {
    const { findings } = await lintFiles({
      'agent.py': `from pydantic_ai import Agent
from pydantic_ai.capabilities import MCP
from pydantic_ai.mcp import MCPToolset

agent = Agent("m", capabilities=[MCP(local=${SERVER})])
`,
    });
    expect(
      findings.flatMap(({ rule, remediation }) => (rule.startsWith('scope/') ? remediation : [])),
    ).toEqual([
      'Decide which tools the task needs. Set `allowed_tools=["read_issue"]` of this `MCP()`, with the names of its tools.',
    ]);
  });

  it('has no key in its text', async () => {
    const server = (key: string) =>
      read(
        `import os\nagent = Agent("m", builtin_tools=[MCPServerTool(id="x", url="https://x.example/mcp", allowed_tools=["read_issue"], headers={"Authorization": ${key}})])\n`,
      );
    expect((await server('"Bearer sk-aaaaaaaaaaaaaaaaaaaaaaaa"')).found(/^mcp\//)).toEqual([
      '20 error mcp/literal-secret',
    ]);
    expect((await server('os.environ["KEY"]')).found(/^mcp\//)).toEqual([]);
  });
});

describe('a gate of Pydantic AI', () => {
  const gated = (passed: string): string =>
    `tools = FunctionToolset([issue_refund])


def costs_much(ctx, tool_def, args):
    return args.get("amount", 0) > 100


agent = Agent("openai:gpt-5", toolsets=[${passed}], output_type=[str, DeferredToolRequests])
result = agent.run_sync(input())
print(result.output.approvals)
`;
  it.each([
    ['tools', MISSING],
    ['ApprovalRequiredToolset(tools)', []],
    ['ApprovalRequiredToolset(wrapped=tools)', []],
    ['ApprovalRequiredToolset(tools, lambda ctx, t, args: True)', []],
    ['ApprovalRequiredToolset(tools, lambda ctx, t, args: False)', MISSING],
    ['ApprovalRequiredToolset(tools, approval_required_func=costs_much)', []],
    ['ApprovalRequiredToolset(wrapped=tools, approval_required_func=lambda ctx, t, args: False)', MISSING],
    ['tools.approval_required(lambda ctx, t, args: t.name == "issue_refund")', []],
    ['tools.approval_required(lambda ctx, t, args: t.name == "other")', MISSING],
    ['tools.approval_required(lambda ctx, t, args: t.name.startswith("issue"))', []],
  ])('asks for what its predicate picks: toolsets=[%s]', async (passed, expected) => {
    expect((await read(gated(passed))).found(/^approval\//)).toEqual(expected);
  });

  it('is not known where another package decides', async () => {
    const { found } = await read(gated('ApprovalRequiredToolset(tools, approval_required_func=make)'));
    expect(found(/^approval\//)).toEqual([]);
  });

  const raising = (test: string): string => `import os
agent = Agent("openai:gpt-5", output_type=[str, DeferredToolRequests])


@agent.tool
def pay(ctx: RunContext[None], charge: str, amount: int, confirm: bool) -> str:
    if ${test}:
        raise ApprovalRequired(metadata={"charge": charge})
    ${ACT}


result = agent.run_sync(input())
print(result.output.approvals)
`;
  const PAY = ['24 error approval/missing'];
  it.each([
    ['not ctx.tool_call_approved', []],
    ['amount > 100 and not ctx.tool_call_approved', []],
    ['ctx.tool_call_approved', PAY],
    ['not confirm', PAY],
    ['os.environ.get("ASK")', PAY],
    ['False', PAY],
  ])('is raised by the tool: if %s', async (test, expected) => {
    expect((await read(raising(test))).found(/^approval\//)).toEqual(expected);
  });

  const answered = (answer: string): string =>
    `agent = Agent("openai:gpt-5", tools=[Tool(issue_refund, requires_approval=True)], output_type=[str, DeferredToolRequests])
result = agent.run_sync(input())
results = ${answer}
agent.run_sync(message_history=result.all_messages(), deferred_tool_results=results)
`;
  it.each([
    ['result.output.build_results(approve_all=True)', ['21 error approval/auto-approved']],
    ['result.output.build_results(approve_all=False)', []],
    ['result.output.build_results()', []],
    [
      'result.output.build_results(approvals={call.tool_call_id: input(str(call)) == "y" for call in result.output.approvals})',
      [],
    ],
  ])('is answered by %s', async (answer, expected) => {
    expect((await read(answered(answer))).found(/^approval\//)).toEqual(expected);
  });

  it('is answered by a person where names come from a star import', async () => {
    const person =
      'DeferredToolResults(approvals={call.tool_call_id: input(str(call)) == "y" for call in result.output.approvals})';
    const star = `from pydantic_ai.capabilities import *\n${answered(person)}`;
    expect((await read(star)).found(/^approval\//)).toEqual([]);
    expect((await read(star.replace('input(str(call)) == "y"', 'True'))).found(/^approval\//)).toEqual([
      '22 error approval/auto-approved',
    ]);
  });

  it('says what answers in place of a person', async () => {
    const { messages } = await read(answered('result.output.build_results(approve_all=True)'));
    expect(messages.find((one) => one.includes('approved by'))).toMatch(
      /: approved by `build_results\(approve_all=True\)` without a choice\.$/,
    );
  });

  const HISTORY = 'a history that ends in a call which nobody approved runs it as approved';
  const TWICE = 'two calls with one id are both answered by one approval';
  it.each([
    ['1.11.0', [HISTORY, TWICE]],
    ['1.12.0', [TWICE]],
    ['2.4.0', [TWICE]],
    ['2.5.0', []],
  ])('is broken by a version that does not enforce it: %s', async (version, expected) => {
    const { messages } = await read(
      answered(
        'DeferredToolResults(approvals={call.tool_call_id: input(str(call)) == "y" for call in result.output.approvals})',
      ),
      locked(version),
    );
    const found = messages.filter((one) => one.includes('does not enforce'));
    expect(found.map((one) => [HISTORY, TWICE].filter((each) => one.includes(each)))).toEqual(
      expected.length > 0 ? [expected] : [],
    );
  });
});

describe('what else gives a Pydantic AI agent tools', () => {
  it.each([
    ['output_type=issue_refund', 1],
    ['output_type=[str, issue_refund]', 1],
    ['output_type=ToolOutput(issue_refund)', 1],
    ['output_type=[TextOutput(issue_refund)]', 1],
    ['output_type=describe_charge', 0],
    ['output_type=str', 0],
  ])('is a function that ends the run, and has no gate: %s', async (option, expected) => {
    const { found } = await read(`agent = Agent("openai:gpt-5", ${option})\n${RUN}`);
    expect(found(/^approval\//)).toEqual(
      Array.from({ length: expected }, () => `${REFUND_LINE} error approval/not-gateable`),
    );
  });

  const dynamic = (body: string): string =>
    `agent = Agent("openai:gpt-5", output_type=[str, DeferredToolRequests])


@agent.toolset
def more(ctx):
${body}
result = agent.run_sync(input())
print(result.output.approvals)
`;
  it.each([
    ['    return FunctionToolset([issue_refund])\n', MISSING, []],
    ['    return FunctionToolset([issue_refund]).approval_required()\n', [], []],
    ['    if ctx.deps:\n        return FunctionToolset([issue_refund])\n    return None\n', MISSING, []],
    ['    return make(ctx)\n', [], ['a tool of `agent`']],
  ])('is a toolset that a function returns, read or listed: %s', async (body, expected, listed) => {
    const { found, unread } = await read(dynamic(body));
    expect(found(/^approval\//)).toEqual(expected);
    expect(unread).toEqual(listed);
  });

  it.each(['prepare_tools', 'prepare_output_tools'])('is listed where it is not read: %s', async (option) => {
    const { unread } = await read(`agent = Agent("openai:gpt-5", ${option}=make)\n${RUN}`);
    expect(unread).toEqual([`\`${option}\` of \`agent\``]);
  });

  it.each(['from_file("agent.yaml")', 'from_spec({"model": "openai:gpt-5"})'])(
    'is a file or an object that is named as not read: Agent.%s',
    async (made) => {
      expect((await read(`agent = Agent.${made}\n${RUN}`)).notRead).toEqual([
        `\`agent.py\` uses \`${made.split('(')[0]}\` of Pydantic AI, which is not read yet`,
      ]);
    },
  );
});

describe('a tool of Pydantic AI that saves an image', () => {
  it.each([
    ['buffer', []],
    ['"chart.png"', []],
    ['target', ['24 error approval/missing']],
  ])('acts on files that the model chooses, and not on memory: image.save(%s)', async (target, expected) => {
    const { found } = await read(`from io import BytesIO
from PIL import Image

agent = Agent("openai:gpt-5")
@agent.tool_plain
def draw(name: str, target: str) -> bytes:
    """Draws a chart."""
    buffer = BytesIO()
    image = Image.open("blank.png").convert("P")
    image.save(${target}, format="PNG")
    return buffer.getvalue()
${RUN}`);
    expect(found(/^approval\//)).toEqual(expected);
  });
});

describe('an option of a Pydantic AI agent that is no limit of turns', () => {
  it.each(['tool_timeout=5', 'max_concurrency=2', 'retries=1'])(
    'does not bound a run: %s',
    async (option) => {
      const bounded = (limits: string) =>
        read(`agent = Agent("openai:gpt-5", ${option})
agent.run_sync(input(), usage_limits=UsageLimits(${limits}))
`);
      expect((await bounded('request_limit=None')).found(/^delegation\//)).toEqual([
        '20 warning delegation/unbounded-turns',
      ]);
      expect((await bounded('request_limit=9')).found(/^delegation\//)).toEqual([]);
    },
  );
});

describe('a function that checks the output of a Pydantic AI agent', () => {
  it.each([
    ['agent.output_validator', 'shown'],
    ['agent.instructions', 'absent'],
  ])('is one by its decorator: @%s', async (decorator, expected) => {
    const { states } = await read(`agent = Agent("openai:gpt-5", tools=[issue_refund])


@${decorator}
def check(text: str) -> str:
    return text
${RUN}`);
    expect(states).toEqual([expected]);
  });
});

describe('the common tools of Pydantic AI', () => {
  it.each([
    ['duckduckgo import duckduckgo_search_tool', 'duckduckgo_search_tool()', 'duckduckgo_search', []],
    ['tavily import tavily_search_tool', 'tavily_search_tool("key")', 'tavily_search', []],
    ['exa import exa_search_tool', 'exa_search_tool("key")', 'exa_search', []],
    ['web_fetch import web_fetch_tool', 'web_fetch_tool()', 'web_fetch', ['scope/open-address']],
    ['web_fetch import web_fetch_tool', 'web_fetch_tool(allowed_domains=["example.com"])', 'web_fetch', []],
  ])('only read, and one fetches any page: from %s: %s', async (module, made, name, expected) => {
    const { found, tools } = await read(
      `from pydantic_ai.common_tools.${module}\nagent = Agent("openai:gpt-5", tools=[${made}])\n${RUN}`,
    );
    expect(tools).toEqual([`${name} read`]);
    expect(found(/^(?:approval|scope)\//).map((one) => one.split(' ')[2])).toEqual(expected);
  });
});

describe('the remedy for a server with all its tools', () => {
  it.each([
    ['tracker = MCPToolset("https://x.example/mcp")', 'tracker', 'tracker.filtered('],
    ['notes = MCPToolset("https://x.example/mcp")', 'notes', 'notes.filtered('],
  ])('names it as the program does: %s', async (made, name, edit) => {
    const { remedies } = await read(`${made}\nagent = Agent("m", toolsets=[${name}])\n${RUN}`);
    expect(remedies.filter((one) => one.includes(edit))).toHaveLength(1);
  });
});
