import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** Findings on approval and bounds as `severity rule`, and what is not assessed of them as `? rule`. */
async function found(file: string, text: string): Promise<string[]> {
  const { findings, notAssessed } = await lintFiles({ [file]: text });
  const isAsked = ({ rule }: { rule: string }) => /^(?:approval|delegation)\//.test(rule);
  return [
    ...findings.filter(isAsked).map(({ severity, rule }) => `${severity} ${rule}`),
    ...notAssessed.filter(isAsked).map(({ rule }) => `? ${rule}`),
  ];
}

/** A row: what it is of, the file, the program with the flaw, what is found, and the program without it. */
type Row = readonly [of: string, file: string, flawed: string, expected: string[], twin: string];

const both = async ([, file, flawed, expected, twin]: Row): Promise<void> => {
  expect(await found(file, flawed)).toEqual(expected);
  expect(await found(file, twin)).toEqual([]);
};

const PAY =
  "async ({ charge }) => (await fetch('https://pay.example.com/refunds', { method: 'POST', body: charge })).text()";
const REFUND = `def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    return requests.post("https://pay.example.com/refunds", json={"charge": charge}).text


`;

/** A run of an agent in each framework. `gate`: the value of its gate; `read`: reads the requests; `text`: instructions. */
interface Parts {
  gate?: string;
  read?: string;
  text?: string;
  more?: string;
}

const aiSdk = ({ gate = 'true', read = AI_READS, text = 'Help.', more = '' }: Parts = {}): string =>
  `import { generateText, tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';
const refund = tool({ description: 'Refunds', inputSchema: z.object({ charge: z.string() }), needsApproval: ${gate}, execute: ${PAY} });
const desk = new ToolLoopAgent({ model: 'm', instructions: '${text}', tools: { refund }${more} });
${read}`;
const AI_READS = `const result = await desk.generate({ prompt: 'x' });
for (const part of result.content) if (part.type === 'tool-approval-request') console.log(part);
`;

const agentsTs = ({ gate = 'true', read = AGENTS_TS_READS, text = 'Help.' }: Parts = {}): string =>
  `import { Agent, run, tool } from '@openai/agents';
import { z } from 'zod';
const refund = tool({ name: 'issue_refund', description: 'd', parameters: z.object({ charge: z.string() }), needsApproval: ${gate}, execute: ${PAY} });
const desk = new Agent({ name: 'Desk', instructions: '${text}', tools: [refund] });
${read}`;
const AGENTS_TS_READS = "console.log((await run(desk, 'x')).interruptions);\n";

const agentsPy = ({ gate = 'True', read = AGENTS_PY_READS, text = 'Help.', more = '' }: Parts = {}): string =>
  `import os
import requests
from agents import Agent, Runner, function_tool
${more}

@function_tool(needs_approval=${gate})
${REFUND}desk = Agent(name="Desk", instructions="${text}", tools=[issue_refund])
${read}`;
const AGENTS_PY_READS = 'print(Runner.run_sync(desk, "x").interruptions)\n';

const pydantic = ({ gate = 'True', read = PYDANTIC_READS, text = 'Help.', more = '' }: Parts = {}): string =>
  `import os
import requests
from pydantic_ai import Agent, DeferredToolRequests, Tool
${more}

${REFUND}desk = Agent("m", ${text.includes('=') ? text : `instructions="${text}"`}, tools=[Tool(issue_refund, requires_approval=${gate})], output_type=[str, DeferredToolRequests])
${read}`;
const PYDANTIC_READS = 'print(desk.run_sync("x").output.approvals)\n';

const langchainPy = ({ gate = 'True', read = LC_PY_READS, text = 'Help.', more = '' }: Parts = {}): string =>
  `import os
import requests
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langgraph.checkpoint.memory import InMemorySaver
${more}

${REFUND}config = {"configurable": {"thread_id": "1"}, "recursion_limit": 20}
gate = HumanInTheLoopMiddleware(interrupt_on={"issue_refund": ${gate}})
desk = create_agent("m", system_prompt="${text}", tools=[issue_refund], middleware=[gate], checkpointer=InMemorySaver())
${read}`;
const LC_PY_READS = 'print(desk.invoke({"messages": []}, config).get("__interrupt__"))\n';

const langchainTs = ({ gate = 'true', read = LC_TS_READS, text = 'Help.' }: Parts = {}): string =>
  `import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { MemorySaver } from '@langchain/langgraph';
import { z } from 'zod';
const refund = tool(${PAY}, { name: 'issue_refund', description: 'd', schema: z.object({ charge: z.string() }) });
const gate = humanInTheLoopMiddleware({ interruptOn: { issue_refund: ${gate} } });
const desk = createAgent({ model: 'm', systemPrompt: '${text}', tools: [refund], middleware: [gate], checkpointer: new MemorySaver() });
${read}`;
const LC_TS_READS = `const result = await desk.invoke({ messages: [] }, { configurable: { thread_id: '1' } });
console.log(result.__interrupt__);
`;

const mastra = ({ gate = 'true', read = MASTRA_READS, text = 'Help.' }: Parts = {}): string =>
  `import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
const issueRefund = createTool({ id: 'issue-refund', description: 'Refunds', inputSchema: z.object({ charge: z.string() }), requireApproval: ${gate}, execute: ${PAY} });
const desk = new Agent({ id: 'desk', name: 'Desk', instructions: '${text}', model: 'm', tools: { issueRefund } });
${read}`;
const mastraReads = (options = '', then = 'console.log(part)'): string =>
  `for await (const part of (await desk.stream('x'${options})).fullStream) if (part.type === 'tool-call-approval') ${then};
`;
const MASTRA_READS = mastraReads();

const deepPy = (more: string): string => `import requests
from deepagents import create_deep_agent
from langgraph.checkpoint.memory import InMemorySaver


${REFUND}config = {"configurable": {"thread_id": "1"}, "recursion_limit": 20}
desk = create_deep_agent(model="m", tools=[issue_refund], interrupt_on={"issue_refund": True}${more})
${LC_PY_READS}`;
const deepTs = (more: string): string => `import { createDeepAgent } from 'deepagents';
import { MemorySaver } from '@langchain/langgraph';
import { tool } from '@langchain/core/tools';
import { z } from 'zod';
const refund = tool(${PAY}, { name: 'issue_refund', description: 'd', schema: z.object({ charge: z.string() }) });
const desk = createDeepAgent({ model: 'm', tools: [refund], interruptOn: { issue_refund: true }${more} });
const result = await desk.invoke({ messages: [] }, { configurable: { thread_id: '1' }, recursionLimit: 20 });
console.log(result.__interrupt__);
`;

describe('a gate that nobody can answer', () => {
  const UNREAD = ['warning approval/unanswered'];
  it.each<Row>([
    [
      'the AI SDK: the requests of an agent are read nowhere',
      'a.ts',
      aiSdk({ read: "console.log((await desk.generate({ prompt: 'x' })).text);\n" }),
      UNREAD,
      aiSdk(),
    ],
    [
      'LangChain in Python: the requests are read nowhere',
      'a.py',
      langchainPy({ read: 'print(desk.invoke({"messages": []}, config)["messages"])\n' }),
      UNREAD,
      langchainPy(),
    ],
    [
      'LangChain in TypeScript: the requests are read nowhere',
      'a.ts',
      langchainTs({ read: LC_TS_READS.replace('__interrupt__', 'messages') }),
      UNREAD,
      langchainTs(),
    ],
    [
      'Mastra: the requests are read nowhere',
      'a.ts',
      mastra({ read: "console.log((await desk.generate('x')).text);\n" }),
      UNREAD,
      mastra(),
    ],
    [
      'LangChain in Python: no checkpointer',
      'a.py',
      langchainPy().replace(', checkpointer=InMemorySaver()', ''),
      UNREAD,
      langchainPy(),
    ],
    [
      'LangChain in TypeScript: no checkpointer',
      'a.ts',
      langchainTs().replace(', checkpointer: new MemorySaver()', ''),
      UNREAD,
      langchainTs(),
    ],
    [
      'deepagents in Python: no checkpointer',
      'a.py',
      deepPy(''),
      UNREAD,
      deepPy(', checkpointer=InMemorySaver()'),
    ],
    [
      'deepagents in TypeScript: no checkpointer',
      'a.ts',
      deepTs(''),
      UNREAD,
      deepTs(', checkpointer: new MemorySaver()'),
    ],
  ])('is reported, and its twin is not: %s', async (...row) => both(row));

  it.each([
    ['the AI SDK', 'a.ts', aiSdk({ read: 'export { desk };\n' }), aiSdk()],
    ['the Agents SDK for TypeScript', 'a.ts', agentsTs({ read: 'export { desk };\n' }), agentsTs()],
    ['the Agents SDK for Python', 'a.py', agentsPy({ read: '' }), agentsPy()],
    ['Pydantic AI', 'a.py', pydantic({ read: '' }), pydantic()],
    ['LangChain in Python', 'a.py', langchainPy({ read: '' }), langchainPy()],
    ['LangChain in TypeScript', 'a.ts', langchainTs({ read: 'export { desk };\n' }), langchainTs()],
    ['Mastra', 'a.ts', mastra({ read: 'export { desk };\n' }), mastra()],
  ])('is not assessed where no run is seen: %s', async (_, file, unseen, seen) => {
    expect(await found(file, unseen)).toEqual(['? approval/unanswered']);
    expect(await found(file, seen)).toEqual([]);
  });

  const inBody = (read: string): string =>
    langchainPy({
      read: `

def ask_refunds(text: str) -> str:
    """Asks for a refund."""
    return desk.invoke({"messages": [("user", text)]}, config)["messages"][-1].text


front = create_agent("m", tools=[ask_refunds], checkpointer=InMemorySaver())
print(front.invoke({"messages": [("user", input())]}, config)${read})
`,
    });
  it('of a LangGraph run in a tool reaches the run around it, which has to read it', async () => {
    await both(['', 'a.py', inBody('["messages"]'), UNREAD, inBody('.get("__interrupt__")')]);
  });
});

describe('agents that call each other in the bodies of their tools', () => {
  const ai = (tools: string): string => `import { ToolLoopAgent, tool } from 'ai';
import { z } from 'zod';
const askSearch = tool({ description: 'x', inputSchema: z.object({ q: z.string() }), execute: async ({ q }) => (await search.generate({ prompt: q })).text });
const askDesk = tool({ description: 'x', inputSchema: z.object({ q: z.string() }), execute: async ({ q }) => (await desk.generate({ prompt: q })).text });
const desk = new ToolLoopAgent({ model: 'm', tools: { askSearch } });
const search = new ToolLoopAgent({ model: 'm', tools: { ${tools} } });
export const go = (prompt: string) => desk.generate({ prompt });
`;
  const agentsInPython = (tools: string): string => `from agents import Agent, Runner, function_tool


@function_tool
async def ask_search(q: str) -> str:
    """x"""
    return (await Runner.run(search, q)).final_output


@function_tool
async def ask_desk(q: str) -> str:
    """x"""
    return (await Runner.run(desk, q)).final_output


desk = Agent(name="Desk", tools=[ask_search])
search = Agent(name="Search", tools=[${tools}])
`;
  const agentsInScript = (tools: string): string => `import { Agent } from '@openai/agents';
const desk = new Agent({ name: 'Desk' });
export const search = new Agent({ name: 'Search', tools: [desk.asTool({ toolName: 'desk', toolDescription: 'x' })] });
desk.tools.push(${tools});
`;
  const langchain = (tools: string): string => `from langchain.agents import create_agent


def ask_search(q: str) -> str:
    """x"""
    return search.invoke({"messages": [("user", q)]}, {"recursion_limit": 9})["messages"][-1].text


def ask_desk(q: str) -> str:
    """x"""
    return desk.invoke({"messages": [("user", q)]}, {"recursion_limit": 9})["messages"][-1].text


desk = create_agent("m", tools=[ask_search])
search = create_agent("m", tools=[${tools}])
print(desk.invoke({"messages": []}, {"recursion_limit": 9}))
`;
  const langchainInScript = (tools: string): string => `import { createAgent, tool } from 'langchain';
import { z } from 'zod';
const askSearch = tool(async ({ q }) => (await search.invoke({ messages: [q] }, { recursionLimit: 9 })).messages.at(-1).text, { name: 'ask_search', schema: z.object({ q: z.string() }) });
const askDesk = tool(async ({ q }) => (await desk.invoke({ messages: [q] }, { recursionLimit: 9 })).messages.at(-1).text, { name: 'ask_desk', schema: z.object({ q: z.string() }) });
const desk = createAgent({ model: 'm', tools: [askSearch] });
const search = createAgent({ model: 'm', tools: [${tools}] });
await desk.invoke({ messages: ['x'] }, { recursionLimit: 9 });
`;
  const CYCLE = ['warning delegation/unbounded-turns'];
  it.each<Row>([
    ['the AI SDK', 'a.ts', ai('askDesk'), CYCLE, ai('')],
    ['the Agents SDK for Python', 'a.py', agentsInPython('ask_desk'), CYCLE, agentsInPython('')],
    [
      'the Agents SDK for TypeScript',
      'a.ts',
      agentsInScript("search.asTool({ toolName: 'search', toolDescription: 'x' })"),
      CYCLE,
      agentsInScript(''),
    ],
    ['LangChain in Python', 'a.py', langchain('ask_desk'), CYCLE, langchain('')],
    ['LangChain in TypeScript', 'a.ts', langchainInScript('askDesk'), CYCLE, langchainInScript('')],
  ])('have a fresh limit in each round of a cycle: %s', async (...row) => both(row));
});

describe('a file with two frameworks of TypeScript', () => {
  const two = (gate: string): string => `import { Agent, run, tool } from '@openai/agents';
import { generateText, tool as aiTool } from 'ai';
import { z } from 'zod';
const refund = aiTool({ description: 'Refunds', inputSchema: z.object({ charge: z.string() }), needsApproval: ${gate}, execute: ${PAY} });
const wire = tool({ name: 'wire_money', description: 'Wires', parameters: z.object({ charge: z.string() }), needsApproval: ${gate}, execute: ${PAY.replace('refunds', 'transfers')} });
const desk = new Agent({ name: 'Desk', tools: [wire] });
const one = await run(desk, 'x');
const other = await generateText({ model: 'm', prompt: 'x', tools: { refund } });
console.log(one.interruptions, other.content.filter((part) => part.type === 'tool-approval-request'));
`;
  it('has the agents of both', async () => {
    const missing = 'error approval/missing';
    await both(['', 'a.ts', two('false'), [missing, missing], two('true')]);
  });

  const aiInAgents = (name: string): string => `import { Agent, run, tool } from '@openai/agents';
import { generateText, tool as aiTool } from 'ai';
import { z } from 'zod';
const inner = aiTool({ description: 'x', inputSchema: z.object({ charge: z.string() }), execute: ${name} });
const ask = tool({ name: 'ask', description: 'Asks', parameters: z.object({ q: z.string() }), execute: async ({ q }) => (await generateText({ model: 'm', prompt: q, tools: { inner } })).text });
const desk = new Agent({ name: 'Desk', tools: [ask] });
console.log((await run(desk, 'x')).finalOutput);
`;
  const langchainInAi = (name: string): string => `import { generateText, tool } from 'ai';
import { createAgent, tool as lcTool } from 'langchain';
import { z } from 'zod';
const inner = lcTool(${name}, { name: 'inner', description: 'd', schema: z.object({ charge: z.string() }) });
const clerk = createAgent({ model: 'm', tools: [inner] });
const ask = tool({ description: 'Asks', inputSchema: z.object({ q: z.string() }), execute: async ({ q }) => (await clerk.invoke({ messages: [q] })).messages.at(-1).text });
console.log((await generateText({ model: 'm', prompt: 'x', tools: { ask } })).text);
`;
  const claudeInLangchain = (mode: string): string => `import { query } from '@anthropic-ai/claude-agent-sdk';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';
const ask = tool(async ({ q }) => { let text = ''; for await (const one of query({ prompt: q, options: { permissionMode: '${mode}', settingSources: [], maxTurns: 3, tools: ['Bash'] } })) text += JSON.stringify(one); return text; }, { name: 'ask', description: 'd', schema: z.object({ q: z.string() }) });
const desk = createAgent({ model: 'm', tools: [ask] });
await desk.invoke({ messages: ['x'] }, { recursionLimit: 9 });
`;
  const pydanticInClaude = (gate: string): string => `import requests
from claude_agent_sdk import ClaudeAgentOptions, create_sdk_mcp_server, query, tool
from pydantic_ai import Agent, DeferredToolRequests, Tool


${REFUND}clerk = Agent("m", name="Clerk", tools=[Tool(issue_refund, requires_approval=${gate})], output_type=[str, DeferredToolRequests])


@tool("ask", "Asks", {"q": str})
async def ask(args):
    return {"content": [{"type": "text", "text": str((await clerk.run(args["q"])).output.approvals)}]}


server = create_sdk_mcp_server(name="desk", tools=[ask])
options = ClaudeAgentOptions(mcp_servers={"desk": server}, permission_mode="default", setting_sources=[], tools=[], max_turns=3)
run = query(prompt="x", options=options)
`;
  const LOOK = PAY.replace("{ method: 'POST', body: charge }", '{ headers: { charge } }');
  it.each<Row>([
    ['the AI SDK in the Agents SDK', 'a.ts', aiInAgents(PAY), ['error approval/missing'], aiInAgents(LOOK)],
    ['LangChain in the AI SDK', 'a.ts', langchainInAi(PAY), ['error approval/missing'], langchainInAi(LOOK)],
    [
      'the Claude Agent SDK in LangChain',
      'a.ts',
      claudeInLangchain('bypassPermissions'),
      ['error approval/auto-approved'],
      claudeInLangchain('default'),
    ],
    [
      'Pydantic AI in the Claude Agent SDK',
      'a.py',
      pydanticInClaude('False'),
      ['error approval/missing'],
      pydanticInClaude('True'),
    ],
  ])('may run an agent of one as a tool of the other: %s', async (...row) => both(row));
});

describe('a gate that the environment switches off', () => {
  const MISSING = ['error approval/missing'];
  const auto = (unset: string): string => `AUTO = os.getenv("AUTO_APPROVE", "${unset}") == "1"`;
  const OFF = "process.env.ASK === '1'";
  const ON = "process.env.ASK !== '0'";
  it.each<Row>([
    ['the AI SDK', 'a.ts', aiSdk({ gate: OFF }), MISSING, aiSdk({ gate: ON })],
    ['the Agents SDK for TypeScript', 'a.ts', agentsTs({ gate: OFF }), MISSING, agentsTs({ gate: ON })],
    ['LangChain in TypeScript', 'a.ts', langchainTs({ gate: OFF }), MISSING, langchainTs({ gate: ON })],
    ['Mastra', 'a.ts', mastra({ gate: OFF }), MISSING, mastra({ gate: ON })],
    [
      'Mastra, a variable that `DEBUG` of the program changes',
      'a.ts',
      mastra({ gate: 'gate' }).replace(
        'const issue',
        'const DEBUG = true;\nlet gate = true;\nif (DEBUG) gate = false;\nconst issue',
      ),
      MISSING,
      mastra({ gate: 'gate' }).replace(
        'const issue',
        'const DEBUG = false;\nlet gate = true;\nif (DEBUG) gate = false;\nconst issue',
      ),
    ],
    [
      'the Agents SDK for Python',
      'a.py',
      agentsPy({ gate: 'not AUTO', more: auto('1') }),
      MISSING,
      agentsPy({ gate: 'not AUTO', more: auto('0') }),
    ],
    [
      'Pydantic AI',
      'a.py',
      pydantic({ gate: 'not AUTO', more: auto('1') }),
      MISSING,
      pydantic({ gate: 'not AUTO', more: auto('0') }),
    ],
    [
      'LangChain in Python',
      'a.py',
      langchainPy({ gate: 'not AUTO', more: auto('1') }),
      MISSING,
      langchainPy({ gate: 'not AUTO', more: auto('0') }),
    ],
  ])('is none where it is off by default: %s', async (...row) => both(row));

  const STAGE = "process.env.NODE_ENV !== 'production'";
  it.each([
    ['the AI SDK', 'refund', aiSdk],
    ['the Agents SDK for TypeScript', 'issue_refund', agentsTs],
    ['LangChain in TypeScript', 'issue_refund', langchainTs],
    ['Mastra', 'issueRefund', mastra],
  ])(
    'is not assessed, with the reason, where the stage of a deployment decides: %s',
    async (_, name, program) => {
      const { findings, notAssessed } = await lintFiles({ 'a.ts': program({ gate: STAGE }) });
      expect(findings.filter(({ rule }) => rule === 'approval/missing')).toEqual([]);
      expect(notAssessed.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
        `approval/missing Whether a person approves \`${name}\`, which pays out money: \`NODE_ENV\` may switch it off.`,
      ]);
      expect(await found('a.ts', program({ gate: STAGE.replace('!==', '===') }))).toEqual(MISSING);
    },
  );
});

describe('a predicate that decides which calls are asked about', () => {
  const MISSING = ['error approval/missing'];
  it.each<Row>([
    [
      'the AI SDK',
      'a.ts',
      aiSdk({ gate: '() => false' }),
      MISSING,
      aiSdk({ gate: "({ charge }) => charge !== 'test'" }),
    ],
    [
      'the Agents SDK for TypeScript',
      'a.ts',
      agentsTs({ gate: 'async () => false' }),
      MISSING,
      agentsTs({ gate: "async (_context, { charge }) => charge !== 'test'" }),
    ],
    [
      'the Agents SDK for Python',
      'a.py',
      agentsPy({ gate: 'asks', more: 'async def asks(context, args, call):\n    return False' }),
      MISSING,
      agentsPy({
        gate: 'asks',
        more: 'async def asks(context, args, call):\n    return args["kind"] != "test"',
      }),
    ],
    [
      'Mastra',
      'a.ts',
      mastra({ gate: '() => false' }),
      MISSING,
      mastra({ gate: "({ charge }) => charge !== 'test'" }),
    ],
  ])('gates nothing where it never asks: %s', async (...row) => both(row));
});

describe('a tool that asks in its body', () => {
  const ASK_PY = ['if input("Run it? ") != "y":', '    return "no"'];
  const RAISE = ['if not ctx.tool_call_approved:', '    raise ApprovalRequired()'];
  const ACT_PY = ['requests.post("https://pay.example.com/refunds", json={"charge": charge})'];
  const lines = (...all: readonly string[][]): string =>
    all
      .flat()
      .map((line) => `    ${line}\n`)
      .join('');
  const raising = (body: string): string => `import requests
from pydantic_ai import Agent, ApprovalRequired, DeferredToolRequests, RunContext

desk = Agent("m", output_type=[str, DeferredToolRequests])


@desk.tool
def issue_refund(ctx: RunContext[None], charge: str) -> str:
    """Refunds a charge."""
${body}    return "done"


${PYDANTIC_READS}`;
  const asking = (body: string): string => `import requests
from agents import Agent, Runner, function_tool


@function_tool
def issue_refund(charge: str) -> str:
    """Refunds a charge."""
${body}    return "done"


desk = Agent(name="Desk", tools=[issue_refund])
print(Runner.run_sync(desk, "x").final_output)
`;
  const ASK_TS = "if ((await lines.question('? ')) !== 'y') return 'no';";
  const ACT_TS = "await fetch('https://pay.example.com/refunds', { method: 'POST', body: charge });";
  const HEAD = `import { createInterface } from 'node:readline/promises';
const lines = createInterface({ input: process.stdin, output: process.stdout });
`;
  const body = (first: string, second: string): string =>
    `async ({ charge }) => { ${first} ${second} return 'done'; }`;
  const ai = (execute: string): string => `import { generateText, tool } from 'ai';
${HEAD}const refund = tool({ description: 'd', inputSchema: {}, execute: ${execute} });
export const go = (prompt) => generateText({ model: 'm', prompt, tools: { refund } });
`;
  const agents = (execute: string): string => `import { Agent, run, tool } from '@openai/agents';
${HEAD}const refund = tool({ name: 'issue_refund', description: 'd', parameters: {}, execute: ${execute} });
const desk = new Agent({ name: 'Desk', tools: [refund] });
console.log((await run(desk, 'x')).finalOutput);
`;
  const langchain = (execute: string): string => `import { createAgent, tool } from 'langchain';
${HEAD}const refund = tool(${execute}, { name: 'issue_refund', description: 'd' });
const desk = createAgent({ model: 'm', tools: [refund] });
await desk.invoke({ messages: [] }, { recursionLimit: 9 });
`;
  const MISSING = ['error approval/missing'];
  it.each<Row>([
    ['Pydantic AI', 'a.py', raising(lines(ACT_PY, RAISE)), MISSING, raising(lines(RAISE, ACT_PY))],
    [
      'the Agents SDK for Python',
      'a.py',
      asking(lines(ACT_PY, ASK_PY)),
      MISSING,
      asking(lines(ASK_PY, ACT_PY)),
    ],
    ['the AI SDK', 'a.ts', ai(body(ACT_TS, ASK_TS)), MISSING, ai(body(ASK_TS, ACT_TS))],
    [
      'the Agents SDK for TypeScript',
      'a.ts',
      agents(body(ACT_TS, ASK_TS)),
      MISSING,
      agents(body(ASK_TS, ACT_TS)),
    ],
    [
      'LangChain in TypeScript',
      'a.ts',
      langchain(body(ACT_TS, ASK_TS)),
      MISSING,
      langchain(body(ASK_TS, ACT_TS)),
    ],
  ])('has no gate where it acts first: %s', async (...row) => both(row));
});

describe('instructions that require approval', () => {
  const text = 'Always ask the user for confirmation before you refund a charge.';
  const PROSE = ['error approval/missing', 'warning approval/prose-only'];
  const sorted = async (file: string, program: string) => (await found(file, program)).toSorted();
  it.each([
    ['the AI SDK', 'a.ts', aiSdk({ gate: 'false', text }), aiSdk({ text })],
    ['the Agents SDK for TypeScript', 'a.ts', agentsTs({ gate: 'false', text }), agentsTs({ text })],
    ['the Agents SDK for Python', 'a.py', agentsPy({ gate: 'False', text }), agentsPy({ text })],
    ['Pydantic AI', 'a.py', pydantic({ gate: 'False', text }), pydantic({ text })],
    [
      'Pydantic AI, as `system_prompt`',
      'a.py',
      pydantic({ gate: 'False', text: `system_prompt="${text}"` }),
      pydantic({ text: `system_prompt="${text}"` }),
    ],
    ['LangChain in Python', 'a.py', langchainPy({ gate: 'False', text }), langchainPy({ text })],
    ['LangChain in TypeScript', 'a.ts', langchainTs({ gate: 'false', text }), langchainTs({ text })],
    ['Mastra', 'a.ts', mastra({ gate: 'false', text }), mastra({ text })],
  ])('are no gate: %s', async (_, file, flawed, twin) => {
    expect(await sorted(file, flawed)).toEqual(PROSE);
    expect(await found(file, twin)).toEqual([]);
  });
});

describe('a gate for a name that no tool has', () => {
  const MISSING = ['error approval/missing'];
  const OPEN = ['? approval/missing'];
  const hostedTs = (name: string): string => `import { Agent, hostedMcpTool, run } from '@openai/agents';
const bank = hostedMcpTool({ serverLabel: 'bank', serverUrl: 'https://bank.example.com/mcp', allowedTools: ['issue_refund'], requireApproval: { always: { toolNames: ['${name}'] } } });
const desk = new Agent({ name: 'Desk', tools: [bank] });
${AGENTS_TS_READS}`;
  const hostedPy = (name: string): string => `from agents import Agent, HostedMCPTool, Runner
bank = HostedMCPTool(tool_config={"type": "mcp", "server_label": "bank", "server_url": "https://bank.example.com/mcp", "allowed_tools": ["issue_refund"], "require_approval": {"always": {"tool_names": ["${name}"]}}})
desk = Agent(name="Desk", tools=[bank])
${AGENTS_PY_READS}`;
  const map = (name: string): string =>
    aiSdk({ gate: 'undefined', more: `, toolApproval: { ${name}: 'user-approval' }` });
  const ofRun = (test: string): string =>
    mastra({ gate: 'undefined', read: mastraReads(`, { requireToolApproval: ({ toolName }) => ${test} }`) });
  it.each<Row>([
    ['the AI SDK', 'a.ts', map('refnd'), MISSING, map('refund')],
    [
      'Mastra, a function',
      'a.ts',
      ofRun("toolName === 'other'"),
      MISSING,
      ofRun("toolName === 'issueRefund'"),
    ],
    [
      'Mastra, an exception',
      'a.ts',
      ofRun("toolName !== 'issueRefund'"),
      MISSING,
      ofRun("toolName !== 'other'"),
    ],
    [
      'Mastra, the id of the tool',
      'a.ts',
      ofRun("toolName === 'issue-refund'"),
      MISSING,
      ofRun("toolName === 'issueRefund'"),
    ],
    [
      'LangChain in TypeScript',
      'a.ts',
      langchainTs().replace('{ issue_refund:', '{ issue_refnd:'),
      MISSING,
      langchainTs(),
    ],
    [
      'LangChain in Python',
      'a.py',
      langchainPy().replace('{"issue_refund":', '{"issue_refnd":'),
      MISSING,
      langchainPy(),
    ],
    ['a hosted server, TypeScript', 'a.ts', hostedTs('issue_refnd'), OPEN, hostedTs('issue_refund')],
    ['a hosted server, Python', 'a.py', hostedPy('issue_refnd'), OPEN, hostedPy('issue_refund')],
  ])('leaves the tool without one: %s', async (...row) => both(row));
});

describe('a callback that answers in place of the program', () => {
  const AUTO = ['error approval/auto-approved'];
  const shell = (approve: string): string => `from agents import Agent, Runner, ShellTool


def ask(context, item):
    return {"approve": ${approve}}


desk = Agent(name="Desk", tools=[ShellTool(executor=run, needs_approval=True, on_approval=ask)])
print(Runner.run_sync(desk, "x").final_output)
`;
  const hostedPy = (approve: string): string => `from agents import Agent, HostedMCPTool, Runner


def ask(request):
    return {"approve": ${approve}}


bank = HostedMCPTool(tool_config={"type": "mcp", "server_label": "bank", "server_url": "https://bank.example.com/mcp", "allowed_tools": ["issue_refund"], "require_approval": "always"}, on_approval_request=ask)
desk = Agent(name="Desk", tools=[bank])
print(Runner.run_sync(desk, "x").final_output)
`;
  const hostedTs = (approve: string): string => `import { Agent, hostedMcpTool, run } from '@openai/agents';
import { createInterface } from 'node:readline/promises';
const lines = createInterface({ input: process.stdin, output: process.stdout });
const bank = hostedMcpTool({ serverLabel: 'bank', serverUrl: 'https://bank.example.com/mcp', allowedTools: ['issue_refund'], requireApproval: 'always', onApproval: async () => ({ approve: ${approve} }) });
const desk = new Agent({ name: 'Desk', tools: [bank] });
console.log((await run(desk, 'x')).finalOutput);
`;
  const PERSON = 'input("Run it? ") == "y"';
  it.each<Row>([
    ['on_approval of a shell', 'a.py', shell('True'), AUTO, shell(PERSON)],
    ['on_approval_request of a hosted server', 'a.py', hostedPy('True'), AUTO, hostedPy(PERSON)],
    [
      'onApproval of a hosted server',
      'a.ts',
      hostedTs('true'),
      AUTO,
      hostedTs("(await lines.question('Run it? ')) === 'y'"),
    ],
    [
      'approveToolCall of Mastra',
      'a.ts',
      mastra({ read: mastraReads('', 'await desk.approveToolCall({ runId: part.runId })') }),
      AUTO,
      mastra({
        read: mastraReads(
          '',
          "if (window.confirm('Run it?')) await desk.approveToolCall({ runId: part.runId })",
        ),
      }),
    ],
  ])('is no person where it always approves: %s', async (...row) => both(row));
});

describe('a bound or an answer of a framework that is not read', () => {
  it.each([
    [
      'AG2',
      'a.py',
      'from ag2 import Agent, tool\nfrom ag2.middleware import approval_required\n\n\n@tool(middleware=[approval_required(allow_always=True)])\ndef pay(charge: str) -> str:\n    return charge\n\n\ndesk = Agent("desk", tools=[pay])\n',
    ],
  ])('is named as not read: %s', async (name, file, text) => {
    const { findings, notAssessed } = await lintFiles({ [file]: text });
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(notAssessed.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
      `framework/unread \`${file}\` uses ${name}, which is not read yet`,
    ]);
  });
});

describe('a map that names a tool twice', () => {
  const twice = (first: string, second: string): string => `import { generateText, tool } from 'ai';
import { z } from 'zod';
const made = (needsApproval: boolean) => tool({ description: 'Refunds', inputSchema: z.object({ charge: z.string() }), needsApproval, execute: ${PAY} });
const result = await generateText({ model: 'm', prompt: 'x', tools: { ...{ refund: made(${first}) }, ...{ refund: made(${second}) } } });
for (const part of result.content) if (part.type === 'tool-approval-request') console.log(part);
`;
  it('gives the model the later one, with its gate', async () => {
    await both(['', 'a.ts', twice('true', 'false'), ['error approval/missing'], twice('false', 'true')]);
  });
});

describe('a guardrail of a function tool', () => {
  const typescript = (gate: string) => `import { Agent, hostedMcpTool, run, tool } from '@openai/agents';
import { z } from 'zod';
const screen = { name: 'screen', run: async () => ({ behavior: { type: 'rejectContent', message: 'no' } }) };
const look = tool({ name: 'look_up', description: 'd', parameters: z.object({}), inputGuardrails: [screen], execute: async () => 'found' });
const mail = hostedMcpTool({ serverLabel: 'mail', serverUrl: 'https://mail.example.com/mcp', allowedTools: ['send_mail'], requireApproval: '${gate}' });
const desk = new Agent({ name: 'Desk', tools: [look, mail] });
${AGENTS_TS_READS}`;
  const python = (
    gate: string,
  ) => `from agents import Agent, HostedMCPTool, Runner, function_tool, tool_input_guardrail


@tool_input_guardrail
def screen(data):
    raise ValueError("no")


@function_tool(tool_input_guardrails=[screen])
def look_up() -> str:
    """Looks up."""
    return "found"


mail = HostedMCPTool(tool_config={"type": "mcp", "server_label": "mail", "server_url": "https://mail.example.com/mcp", "allowed_tools": ["send_mail"], "require_approval": "${gate}"})
desk = Agent(name="Desk", tools=[look_up, mail])
${AGENTS_PY_READS}`;
  const AUTO = ['error approval/auto-approved'];

  it.each<Row>([
    ['the Agents SDK for TypeScript', 'a.ts', typescript('never'), AUTO, typescript('always')],
    ['the Agents SDK for Python', 'a.py', python('never'), AUTO, python('always')],
  ])('is no gate of the tool beside it that the model provider calls: %s', async (...row) => {
    await both(row);
  });
});
