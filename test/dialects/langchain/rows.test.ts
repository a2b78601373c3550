import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { findingsOf, rulesOf } from './findings.js';

const TS = `import { createAgent, createMiddleware, modelCallLimitMiddleware, piiMiddleware, piiRedactionMiddleware } from 'langchain';
import { summarizationMiddleware, tool, toolCallLimitMiddleware } from 'langchain';
import { createDeepAgent } from 'deepagents';
const refund = tool(async ({ charge }) => (await fetch('https://pay.example.com/refunds/' + charge, { method: 'POST' })).text(), { name: 'refund' });
const look = tool(async ({ id }) => (await fetch(\`https://api.example.com/users/\${id}\`)).text(), { name: 'look' });
`;
const RUN = { ts: 'await agent.invoke({ messages: [process.argv[2]] }, { recursionLimit: 20 });\n' };
const PY_RUN = 'agent.invoke({"messages": [("user", input())]}, {"recursion_limit": 20})\n';

describe('middleware of TypeScript', () => {
  it.each([
    ["piiMiddleware('email')", 'shown', 'absent'],
    ['piiRedactionMiddleware({ rules: { email: /@/g } })', 'shown', 'absent'],
    ["createMiddleware({ name: 'check', beforeModel: (state) => check(state) })", 'shown', 'absent'],
    ["createMiddleware({ name: 'check', afterModel: (state) => check(state) })", 'absent', 'shown'],
    ["summarizationMiddleware({ model: 'm' })", 'absent', 'absent'],
    ['notFound()', 'undecidable', 'undecidable'],
    ["notFound(), piiMiddleware('email')", 'shown', 'undecidable'],
  ])('checks what comes in, or what goes out: %s', async (middleware, input, output) => {
    const agent = `function check(state) { if (!state.messages) throw new Error('no'); }\nconst agent = createAgent({ model: 'm', tools: [refund], middleware: [${middleware}] });\n`;
    const { systems } = await lintFiles({ 'desk.ts': TS + agent + RUN.ts });
    const [{ guardrails } = { guardrails: undefined }] = systems.flatMap(({ agents }) => agents);
    expect([guardrails?.input.state, guardrails?.output.state]).toEqual([input, output]);
  });

  const DEFAULT = [
    'This run states no turn limit, and the default of 10,000 turns does not bound the cost of a loop.',
  ];
  it.each([
    ["toolCallLimitMiddleware({ runLimit: 5, exitBehavior: 'end' })", []],
    ["toolCallLimitMiddleware({ threadLimit: 5, exitBehavior: 'error' })", []],
    ["toolCallLimitMiddleware({ runLimit: 5, exitBehavior: 'continue' })", DEFAULT],
    ['toolCallLimitMiddleware({ runLimit: 5 })', DEFAULT],
    ["toolCallLimitMiddleware({ toolName: 'look', runLimit: 5, exitBehavior: 'end' })", DEFAULT],
    ['modelCallLimitMiddleware({ threadLimit: 5 })', []],
    ['modelCallLimitMiddleware({})', DEFAULT],
  ])('bounds a run, or only calls of tools: %s', async (middleware, expected) => {
    const agent = `const agent = createDeepAgent({ model: 'm', tools: [look], middleware: [${middleware}] });\n`;
    const { findings } = await lintFiles({
      'desk.ts': `${TS}${agent}await agent.invoke({ messages: [process.argv[2]] });\n`,
    });
    expect(
      findings.flatMap(({ rule, message }) => (rule === 'delegation/unbounded-turns' ? [message] : [])),
    ).toEqual(expected);
  });
});

const READY = `from langchain.agents import create_agent
from langchain.agents.middleware import FilesystemFileSearchMiddleware, HostExecutionPolicy, ShellToolMiddleware
from langchain_community.agent_toolkits import FileManagementToolkit
from langchain_community.tools import DeleteFileTool, QuerySQLDataBaseTool, ShellTool, WriteFileTool
from langchain_community.tools.gmail.send_message import GmailSendMessage
from langchain_community.tools.requests.tool import RequestsDeleteTool, RequestsGetTool, RequestsPostTool
from langchain_community.tools.slack import SlackGetChannel, SlackSendMessage
from langchain_experimental.tools import PythonREPLTool
from setup import client, db
`;
const ready = (tools: string, middleware = '') =>
  `${READY}agent = create_agent("m", tools=[${tools}], middleware=[${middleware}])\n${PY_RUN}`;

describe('a ready-made tool', () => {
  const OPEN = ['approval/open-ended-tool'];
  const MISSING = ['approval/missing'];
  it.each([
    ['ShellTool()', 'terminal', OPEN],
    ['ShellTool(ask_human_input=False)', 'terminal', OPEN],
    ['ShellTool(ask_human_input=True)', 'terminal', []],
    ['PythonREPLTool()', 'Python_REPL', OPEN],
    ['RequestsPostTool(requests_wrapper=client, allow_dangerous_requests=True)', 'requests_post', OPEN],
    ['RequestsDeleteTool(requests_wrapper=client, allow_dangerous_requests=True)', 'requests_delete', OPEN],
    ['RequestsGetTool(requests_wrapper=client, allow_dangerous_requests=True)', 'requests_get', []],
    ['QuerySQLDataBaseTool(db=db)', 'sql_db_query', OPEN],
    ['DeleteFileTool()', 'file_delete', MISSING],
    ['WriteFileTool()', 'write_file', []],
    ['GmailSendMessage()', 'send_gmail_message', MISSING],
    ['SlackSendMessage()', 'send_message', MISSING],
    ['SlackGetChannel()', 'get_channelid_name_dict', []],
  ])('has the name and the effect of its class: %s', async (tool, name, expected) => {
    const { systems } = await lintFiles({ 'desk.py': ready(tool) });
    expect(
      systems.flatMap(({ agents }) => agents.flatMap((one) => one.tools.map((each) => each.name))),
    ).toEqual([name]);
    expect(await rulesOf({ 'desk.py': ready(tool) })).toEqual(expected);
  });

  it.each([
    ['FilesystemFileSearchMiddleware(root_path="/srv")', []],
    ['ShellToolMiddleware(workspace_root="/srv")', OPEN],
    ['ShellToolMiddleware(workspace_root="/srv", execution_policy=HostExecutionPolicy())', OPEN],
  ])('comes with middleware that acts, and not with one that reads: %s', async (middleware, expected) => {
    expect(await rulesOf({ 'desk.py': ready('', middleware) })).toEqual(expected);
  });

  it.each([
    ['', []],
    [', max_iterations=5', []],
    [', max_iterations=None', ['delegation/unbounded-turns']],
    [', max_iterations=None, max_execution_time=30', []],
  ])('of an old agent is bounded by its iterations: initialize_agent(...%s)', async (options, expected) => {
    const text = `from langchain.agents import AgentType, initialize_agent
from langchain_community.tools import ShellTool
agent = initialize_agent([ShellTool()], llm, agent=AgentType.OPENAI_FUNCTIONS${options})
agent.run(input())
`;
    expect((await rulesOf({ 'desk.py': text })).sort()).toEqual([...OPEN, ...expected].sort());
  });
});

describe('the tools of a client of MCP servers', () => {
  const served = (options: string, body = 'print(request.name)') => `import asyncio
from langchain.agents import create_agent
from langchain_mcp_adapters.client import MultiServerMCPClient


async def check(request, handler):
    ${body}
    return await handler(request)


async def main():
    client = MultiServerMCPClient({"files": {"transport": "streamable_http", "url": "https://files.example.com/mcp"}}${options})
    tools = [one for one in await client.get_tools() if one.name in {"read_file", "delete_file"}]
    agent = create_agent("m", tools=tools)
    await agent.ainvoke({"messages": [("user", input())]}, {"recursion_limit": 20})
asyncio.run(main())
`;
  const UNGATED = ['approval/missing at agent = create_agent("m", tools=tools)'];
  const ASKS = 'if input(request.name) != "y": raise ValueError("refused")';
  it.each([
    ['', undefined, UNGATED],
    [', tool_interceptors=[]', undefined, UNGATED],
    [', tool_interceptors=[check]', undefined, UNGATED],
    [', tool_interceptors=[check]', ASKS, ['approval/missing ?']],
  ])('may be asked for by an interceptor: %s with %s', async (options, body, expected) => {
    expect(await findingsOf('desk.py', served(options, body))).toEqual(expected);
  });

  const several = (prefix: string) => `import { createAgent, humanInTheLoopMiddleware } from 'langchain';
import { Command, MemorySaver } from '@langchain/langgraph';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
const client = new MultiServerMCPClient({ ${prefix}mcpServers: { crm: { url: 'https://crm.example.com/mcp' }, pay: { url: 'https://pay.example.com/mcp' } } });
const gate = humanInTheLoopMiddleware({ interruptOn: { delete_account: true } });
const agent = createAgent({ model: 'm', tools: await client.getTools(), checkpointer: new MemorySaver(), middleware: [gate] });
let result = await agent.invoke({ messages: [process.argv[2]] });
while (result.__interrupt__) result = await agent.invoke(new Command({ resume: { decisions: [{ type: prompt('ok?') === 'y' ? 'approve' : 'reject' }] } }));
`;
  it.each([
    ['', ['approval/shared-name']],
    ['prefixToolNameWithServerName: false, ', ['approval/shared-name']],
    ['prefixToolNameWithServerName: true, ', []],
  ])('keep their names apart by a prefix: %s', async (prefix, expected) => {
    expect(await rulesOf({ 'desk.ts': several(prefix) })).toEqual(expected);
  });
});

describe('what a tool does before its interruption', () => {
  const tool = (before: string, after: string) => `import requests
from langchain.agents import create_agent
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command, interrupt


@tool
def refund(charge: str) -> str:
    """Refunds a charge."""
    ${before}
    if interrupt({"charge": charge}) != "yes":
        return "refused"
    ${after}
    return "done"


agent = create_agent("m", tools=[refund], checkpointer=InMemorySaver())
config = {"configurable": {"thread_id": "1"}, "recursion_limit": 20}
result = agent.invoke({"messages": [("user", input())]}, config)
while "__interrupt__" in result:
    result = agent.invoke(Command(resume=input("? ")), config)
`;
  const PAYS = 'requests.post("https://pay.example.com/refunds", json={"charge": charge})';
  const LOOKS = 'requests.get("https://pay.example.com/charges/1")';
  it.each([
    [LOOKS, PAYS, []],
    [PAYS, LOOKS, ['approval/missing at def refund(charge: str) -> str:']],
    [PAYS, PAYS, ['approval/missing at def refund(charge: str) -> str:']],
  ])('is not asked for: %s, then %s', async (before, after, expected) => {
    expect(await findingsOf('desk.py', tool(before, after))).toEqual(expected);
  });
});

describe('the contents of traces', () => {
  it.each([
    ['LANGSMITH_HIDE_INPUTS=true', 1],
    ['LANGSMITH_HIDE_OUTPUTS=true', 1],
    ['LANGSMITH_HIDE_INPUTS=true\nLANGSMITH_HIDE_OUTPUTS=true', 0],
    ['LANGSMITH_HIDE_INPUTS=true\nLANGSMITH_HIDE_OUTPUTS=false', 1],
  ])('are kept unless both sides are hidden: %s', async (hidden, expected) => {
    const { findings } = await lintFiles({
      'desk.py': ready('RequestsGetTool(requests_wrapper=client)'),
      '.env': `LANGSMITH_TRACING=true\n${hidden}\n`,
      'agent-lint.config.json': '{"requirements":{"zero_data_retention":true}}',
    });
    expect(findings.filter(({ rule }) => rule === 'tracing/retention-conflict')).toHaveLength(expected);
  });
});

const ASKED = `const config = { configurable: { thread_id: '1' }, recursionLimit: 20 };
let result = await agent.invoke({ messages: [process.argv[2]] }, config);
while (result.__interrupt__) {
  const type = confirm('Run it?') ? 'approve' : 'reject';
  result = await agent.invoke(new Command({ resume: { decisions: [{ type }] } }), config);
}
`;
const asked = (
  made: string,
  ends = ASKED,
): string => `import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { AgentExecutor, createToolCallingAgent } from '@langchain/classic/agents';
import { Command, MemorySaver, MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { createReactAgent, ToolNode } from '@langchain/langgraph/prebuilt';
import { createDeepAgent } from 'deepagents';
const wire = tool(async ({ to }) => (await fetch('https://bank.example.com/transfers/' + to, { method: 'POST' })).text(), { name: 'wire_money' });
const checkpointer = new MemorySaver();
const gate = humanInTheLoopMiddleware({ interruptOn: { wire_money: true } });
const agent = ${made};
${ends}`;
const PY_ASKED = `config = {"configurable": {"thread_id": "1"}, "recursion_limit": 20}
result = agent.invoke({"messages": [("user", input())]}, config)
while "__interrupt__" in result:
    kind = "approve" if input("Run it? ") == "y" else "reject"
    result = agent.invoke(Command(resume={"decisions": [{"type": kind}]}), config)
`;
const pyAsked = (made: string, ends = PY_ASKED): string => `import requests
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain_classic.agents import AgentExecutor, create_tool_calling_agent, initialize_agent
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from deepagents import CompiledSubAgent, create_deep_agent
@tool
def wire_money(to: str) -> str:
    """Wires money."""
    return requests.post("https://bank.example.com/transfers", json={"to": to}).text
gate = HumanInTheLoopMiddleware(interrupt_on={"wire_money": True})
agent = ${made}
${ends}`;

describe('a gate is given where its constructor reads it', () => {
  const CLASSIC = 'agent: createToolCallingAgent({ llm, tools: [wire], prompt }), tools: [wire]';
  const NODES =
    "new StateGraph(MessagesAnnotation).addNode('act', new ToolNode([wire])).addEdge('__start__', 'act')";
  const FREE =
    "new StateGraph(MessagesAnnotation).addNode('act', new ToolNode([wire])).addNode('chat', chat)";
  it.each<[string, string[]]>([
    ["createAgent({ model: 'm', tools: [wire], checkpointer, middleware: [gate] })", []],
    [
      "createAgent({ model: 'm', tools: [wire], checkpointer, interruptOn: { wire_money: true } })",
      ['approval/missing'],
    ],
    [
      "createAgent({ model: 'm', tools: [wire], checkpointer, interruptBefore: ['tools'] })",
      ['approval/missing'],
    ],
    ["createDeepAgent({ model: 'm', tools: [wire], checkpointer, interruptOn: { wire_money: true } })", []],
    [
      "createDeepAgent({ model: 'm', tools: [wire], checkpointer, interruptBefore: ['tools'] })",
      ['approval/missing'],
    ],
    ["createReactAgent({ llm, tools: [wire], checkpointer, interruptBefore: ['tools'] })", []],
    ["createReactAgent({ llm, tools: [wire], checkpointer, interruptAfter: ['agent'] })", []],
    [
      "createReactAgent({ llm, tools: [wire], checkpointer, interruptAfter: ['tools'] })",
      ['approval/missing'],
    ],
    ['createReactAgent({ llm, tools: [wire], checkpointer, middleware: [gate] })', ['approval/missing']],
    [`${NODES}.compile({ checkpointer, interruptBefore: ['act'] })`, []],
    [`${NODES}.compile({ checkpointer, interruptBefore: '*' })`, []],
    [`${NODES}.compile({ checkpointer, interruptBefore: ['chat'] })`, ['approval/missing']],
    [`${NODES}.compile({ checkpointer, middleware: [gate] })`, ['approval/missing']],
    [`${NODES}.compile({ checkpointer, interruptAfter: ['act'] })`, ['approval/missing']],
    [`${NODES}.compile({ checkpointer, interruptAfter: '*' })`, ['approval/missing']],
    ...[
      [".addEdge('chat', 'act')", []],
      [".addConditionalEdges('chat', toolsCondition)", []],
      [".addConditionalEdges('chat', next, { more: 'act', done: '__end__' })", []],
      [".addEdge('chat', 'act').addEdge('plan', 'act')", ['approval/missing']],
      [".addEdge('chat', 'act').addConditionalEdges('plan', next)", ['approval/missing']],
      [".addEdge('chat', 'act').addConditionalEdges('plan', next, ['chat', '__end__'])", []],
      [".addEdge('chat', 'act').addNode('hop', () => new Command({ goto: 'act' }))", ['approval/missing']],
      [".addEdge('chat', 'act').addEdge(name, 'act')", ['approval/missing']],
    ].map(([edges, expected]): [string, string[]] => [
      `${FREE}${String(edges)}.compile({ checkpointer, interruptAfter: ['chat'] })`,
      expected as string[],
    ]),
    [`new AgentExecutor({ ${CLASSIC}, middleware: [gate] })`, ['approval/missing']],
  ])('in TypeScript: %s', async (made, expected) => {
    expect(await rulesOf({ 'desk.ts': asked(made) })).toEqual(expected);
  });

  const EXECUTED = 'agent.invoke({"input": input()})\n';
  const OLD = 'agent=create_tool_calling_agent(llm, [wire_money], prompt), tools=[wire_money]';
  const NONE = ['approval/missing at def wire_money(to: str) -> str:'];
  it.each([
    ['create_agent("m", tools=[wire_money], checkpointer=InMemorySaver(), middleware=[gate])', PY_ASKED, []],
    [
      'create_agent("m", tools=[wire_money], checkpointer=InMemorySaver(), interrupt_before=["tools"])',
      PY_ASKED,
      [],
    ],
    [
      'create_agent("m", tools=[wire_money], checkpointer=InMemorySaver(), interrupt_before="*")',
      PY_ASKED,
      [],
    ],
    [
      'create_agent("m", tools=[wire_money], checkpointer=InMemorySaver(), interrupt_before=["model"])',
      PY_ASKED,
      NONE,
    ],
    [
      'create_agent("m", tools=[wire_money], checkpointer=InMemorySaver(), interrupt_after=["model"])',
      PY_ASKED,
      [],
    ],
    [`AgentExecutor(${OLD}, middleware=[gate])`, EXECUTED, NONE],
    [`AgentExecutor(${OLD}, interrupt_before=["tools"])`, EXECUTED, NONE],
    ['initialize_agent([wire_money], llm, middleware=[gate])', EXECUTED, NONE],
  ])('in Python: %s', async (made, ends, expected) => {
    expect(await findingsOf('desk.py', pyAsked(made, ends))).toEqual(expected);
  });
});

describe('the decisions of a person', () => {
  it.each([
    ["['approve', 'edit', 'reject']", []],
    ["['approve', 'edit']", ['approval/auto-approved']],
    ["['approve', 'respond']", ['approval/auto-approved']],
    ['[]', ['approval/auto-approved']],
  ])('include a refusal, which is `reject` alone in TypeScript: %s', async (decisions, expected) => {
    const entry = `{ wire_money: { allowedDecisions: ${decisions} } }`;
    const made = `createAgent({ model: 'm', tools: [wire], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: ${entry} })] })`;
    expect(await rulesOf({ 'desk.ts': asked(made) })).toEqual(expected);
  });

  it.each([
    ['(request) => request.toolCall.args.amount > 100', []],
    ['() => true', []],
    ['() => false', ['approval/missing']],
  ])('are asked for where a predicate says so in TypeScript: %s', async (when, expected) => {
    const entry = `{ wire_money: { allowedDecisions: ['approve', 'reject'], when: ${when} } }`;
    const made = `createAgent({ model: 'm', tools: [wire], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: ${entry} })] })`;
    expect(await rulesOf({ 'desk.ts': asked(made) })).toEqual(expected);
  });

  it.each([
    ["{ type: 'approve' }", ['approval/auto-approved']],
    ["{ type: 'reject' }", []],
    ["{ type: confirm('Run it?') ? 'approve' : 'reject' }", []],
  ])('are no constant in TypeScript: %s', async (decision, expected) => {
    const made = "createAgent({ model: 'm', tools: [wire], checkpointer, middleware: [gate] })";
    const each = ASKED.replace(
      '[{ type }]',
      `result.__interrupt__[0].value.actionRequests.map(() => (${decision}))`,
    );
    expect(await rulesOf({ 'desk.ts': asked(made, each) })).toEqual(expected);
  });
});

describe('a compiled subagent with its own gate', () => {
  const CALLS = 'the agent then uses the `checkpointer` of its caller, and the caller needs one.';
  const why = async (files: Record<string, string>) =>
    (await lintFiles(files, { only: ['approval/unanswered'] })).findings.map(({ message, remediation }) => [
      message.replace(/.*because /, ''),
      remediation.split(' for example')[0],
    ]);
  it.each([
    ['', ', checkpointer=InMemorySaver()', []],
    [', checkpointer=None', ', checkpointer=InMemorySaver()', []],
    [
      ', checkpointer=False',
      ', checkpointer=InMemorySaver()',
      [
        [
          '`create_agent()` switches its `checkpointer` off.',
          `Remove \`checkpointer=False\` from \`create_agent()\`: ${CALLS}`,
        ],
      ],
    ],
    [
      '',
      '',
      [['`create_agent()` is given no `checkpointer`.', 'Choose a `checkpointer` for `create_agent()`,']],
    ],
  ])(
    'waits with the checkpointer of the agent that calls it: create_agent(...%s), create_deep_agent(...%s)',
    async (own, outer, expected) => {
      const runnable = `create_agent("m", tools=[wire_money], middleware=[gate]${own})`;
      const text = pyAsked(
        `create_deep_agent("m", subagents=[CompiledSubAgent(name="payer", description="d", runnable=${runnable})]${outer})`,
      );
      expect(await why({ 'desk.py': text })).toEqual(expected);
    },
  );

  it.each([
    ['', []],
    [
      ', checkpointer: false',
      [
        [
          '`createAgent()` switches its `checkpointer` off.',
          `Remove \`checkpointer: false\` from \`createAgent()\`: ${CALLS}`,
        ],
      ],
    ],
  ])('so in TypeScript: createAgent({ ...%s })', async (own, expected) => {
    const runnable = `createAgent({ model: 'm', tools: [wire], middleware: [gate]${own} })`;
    const made = `createDeepAgent({ model: 'm', checkpointer, subagents: [{ name: 'payer', description: 'd', runnable: ${runnable} }] })`;
    expect(await why({ 'desk.ts': asked(made) })).toEqual(expected);
  });
});

describe('a gate of createDeepAgent in TypeScript', () => {
  const PAYER = "name: 'payer', description: 'd'";
  const OWN = `${PAYER}, systemPrompt: 'p', tools: [wire]`;
  const GATE = 'interruptOn: { wire_money: true }';
  const MISSING = ['approval/missing'];
  it.each([
    [`tools: [wire], ${GATE}`, []],
    ['tools: [wire], interruptOn: { wire_money: false }', MISSING],
    ['tools: [wire], interruptOn: { other: true }', MISSING],
    [`tools: [], ${GATE}, subagents: [{ ${OWN} }]`, []],
    [`tools: [], subagents: [{ ${OWN} }]`, MISSING],
    [`tools: [], subagents: [{ ${OWN}, ${GATE} }]`, []],
    [`tools: [], ${GATE}, subagents: [{ ${OWN}, interruptOn: {} }]`, MISSING],
    [
      `tools: [], ${GATE}, subagents: [{ ${PAYER}, runnable: createAgent({ model: 'm', tools: [wire] }) }]`,
      MISSING,
    ],
  ])('reaches the subagents that it describes: %s', async (options, expected) => {
    expect(
      await rulesOf({ 'desk.ts': asked(`createDeepAgent({ model: 'm', checkpointer, ${options} })`) }),
    ).toEqual(expected);
  });

  it.each([
    [`${PAYER}, graphId: 'far', url: 'https://a.example.com'`, ['the tools of `payer`']],
    [`${PAYER}, systemPrompt: 'p'`, []],
  ])('does not reach one on a server, which is named as not read: %s', async (entry, expected) => {
    const made = `createDeepAgent({ model: 'm', checkpointer, tools: [wire], ${GATE}, subagents: [{ ${entry} }] })`;
    const { systems } = await lintFiles({ 'desk.ts': asked(made) });
    expect(systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what))).toEqual(expected);
  });
});

describe('a tool of TypeScript that asks in its own function', () => {
  const made = (body: string): string =>
    asked(
      "createAgent({ model: 'm', tools: [pay], checkpointer })",
      ASKED.replace('{ decisions: [{ type }] }', "prompt('Pay?')"),
    )
      .replace('import { Command', 'import { interrupt, Command')
      .replace(
        'const checkpointer',
        `const pay = tool(async ({ to }) => { ${body} }, { name: 'pay' });\nconst checkpointer`,
      );
  const PAY =
    "const done = await (await fetch('https://bank.example.com/transfers/' + to, { method: 'POST' })).text();";
  const ASK = "if (interrupt('Pay?') !== 'yes') return 'no';";
  it.each([
    [`${ASK} ${PAY} return done;`, []],
    [`interrupt('Pay?'); ${PAY} return done;`, ['approval/missing']],
    [`${PAY} ${ASK} return done;`, ['approval/missing']],
    [`${PAY} return done;`, ['approval/missing']],
  ])('asks before it acts, and uses the answer: %s', async (body, expected) => {
    expect(await rulesOf({ 'desk.ts': made(body) })).toEqual(expected);
  });

  it.each([
    ["'yes'", ['approval/auto-approved']],
    ["'no'", []],
    ["prompt('Pay?')", []],
  ])('is answered by no constant: %s', async (answer, expected) => {
    const text = made(`${ASK} ${PAY} return done;`).replace("prompt('Pay?')", answer);
    expect(await rulesOf({ 'desk.ts': text })).toEqual(expected);
  });
});

describe('an answer of a machine', () => {
  const GATED = 'create_agent("m", tools=[wire_money], checkpointer=InMemorySaver(), middleware=[gate])';
  const JUDGED = PY_ASKED.replace('input("Run it? ") == "y"', '"yes" in judge.invoke("Run it?").content');
  it.each([
    ['a person', PY_ASKED, []],
    [
      'a model',
      `from langchain_openai import ChatOpenAI\njudge = ChatOpenAI(model="m")\n${JUDGED}`,
      ['approval/auto-approved'],
    ],
  ])('is none of a person: %s', async (_, ends, expected) => {
    expect(await rulesOf({ 'desk.py': pyAsked(GATED, ends) })).toEqual(expected);
  });

  it.each([
    ["process.env.AUTO !== '1'", []],
    ["process.env.ASK === '1'", ['approval/missing']],
  ])('is that of the environment where its default is so: %s', async (value, expected) => {
    const made = `createAgent({ model: 'm', tools: [wire], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { wire_money: ${value} } })] })`;
    expect(await rulesOf({ 'desk.ts': asked(made) })).toEqual(expected);
  });
});

describe('a person who is asked in the body of a tool', () => {
  const executed = (body: string, more = ''): string =>
    pyAsked(
      'AgentExecutor(agent=create_tool_calling_agent(llm, [pay], prompt), tools=[pay])',
      'agent.invoke({"input": input()})\n',
    ).replace(
      'gate = Human',
      `@tool
def pay(to: str) -> str:
    """Pays."""
    ${body}return requests.post("https://bank.example.com/transfers", json={"to": to}).text
${more}gate = Human`,
    );
  it.each([
    ['if input("Pay? ") != "y":\n        return "no"\n    ', []],
    ['print("Pays.")\n    ', ['approval/missing']],
  ])('is the gate of an old agent: %j', async (body, expected) => {
    expect(await rulesOf({ 'desk.py': executed(body) })).toEqual(expected);
  });

  it('is what the remedy of an old agent says', async () => {
    const { findings } = await lintFiles({ 'desk.py': executed('print("Pays.")\n    ') });
    const [found] = findings.filter(({ rule }) => rule === 'approval/missing');
    expect(found?.remediation.slice(0, 87)).toBe(
      "`AgentExecutor` has no gate: ask a person in the tool's own function before it acts, or",
    );
  });

  /** A wrapper with a switch, and what makes the tool with it. */
  const wrapped = (makes: string): string => `import requests
from fastapi import FastAPI
from langchain.agents import create_agent
from pydantic import BaseModel
app = FastAPI()
class Body(BaseModel):
    auto: bool = False
def wire(to):
    return requests.post("https://bank.example.com/transfers", json={"to": to}).text
def gated(run, auto):
    def wire_money(to: str) -> str:
        """Wires money."""
        if not auto and input("Run it? ") != "y":
            return "no"
        return run(to)
    return wire_money
${makes}
    agent.invoke({"messages": []}, {"recursion_limit": 20})
`;
  const made = (auto: string): string => `    agent = create_agent("m", tools=[gated(wire, ${auto})])`;
  const SENT = (auto: string): string => `approval/auto-approved at ${made(auto).trim()}`;
  const AT = 'approval/missing at def wire_money(to: str) -> str:';
  it.each([
    [`@app.post("/run")\ndef run(body: Body):\n${made('False')}`, []],
    [`@app.post("/run")\ndef run(body: Body):\n${made('True')}`, [AT]],
    [`@app.post("/run")\ndef run(body: Body):\n${made('body.auto')}`, [SENT('body.auto')]],
    [
      `@app.post("/run")\ndef run(body: Body):\n${made('body.mode == "fast"')}`,
      [SENT('body.mode == "fast"')],
    ],
    [`def run(auto: bool):\n${made('auto')}`, ['approval/missing ?']],
  ])('may be switched off by who calls a wrapper: %s', async (makes, expected) => {
    expect(await findingsOf('desk.py', wrapped(makes))).toEqual(expected);
  });
});

describe('instructions to ask first', () => {
  const SAID = 'system_prompt="Always ask the user for approval before you wire money."';
  it.each([
    [`tools=[wire_money], ${SAID}`, ['approval/missing', 'approval/prose-only']],
    [`tools=[wire_money], middleware=[gate], ${SAID}`, []],
  ])('are no gate: %s', async (options, expected) => {
    const text = pyAsked(`create_agent("m", checkpointer=InMemorySaver(), ${options})`);
    expect((await rulesOf({ 'desk.py': text })).sort()).toEqual(expected);
  });
});

describe('gates by keys and options that are computed', () => {
  const gated = (map: string): string =>
    `create_agent("m", tools=[wire_money], checkpointer=InMemorySaver(), middleware=[HumanInTheLoopMiddleware(interrupt_on=${map})])`;
  const MADE = (name: string): string => `(lambda gates: ${gated('gates')})({"${name}": True})`;
  it.each([
    [gated('{f"{\'wire\'}_money": True}'), []],
    [gated('{f"{\'send\'}_money": True}'), ['approval/missing']],
    [MADE('wire_money'), []],
    [MADE('look'), ['approval/missing']],
  ])('are read: %s', async (made, expected) => {
    expect(await rulesOf({ 'desk.py': pyAsked(made) })).toEqual(expected);
  });

  it.each([
    ['{ middleware: [gate], checkpointer }', []],
    ['{ middleware: [], checkpointer }', ['approval/missing']],
    ['load()', ['approval/missing ?', 'approval/missing ?']],
  ])('are read through a spread, or not known: %s', async (options, expected) => {
    const found = await findingsOf(
      'desk.ts',
      asked(`createAgent({ model: 'm', tools: [wire], ...${options} })`),
    );
    expect(found.map((one) => one.replace(/ at .*/, ''))).toEqual(expected);
  });
});
