import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findingsOf, folderWith, gatesIn, runCli } from './run-cli.js';

const LANGCHAIN = `import sys
import requests
from deepagents import create_deep_agent
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command


def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    return requests.post(f"https://api.example.com/refunds/{charge}").text


agent = create_deep_agent(model="openai:gpt-5", tools=[issue_refund], checkpointer=InMemorySaver())
config = {"configurable": {"thread_id": "1"}}
result = agent.invoke({"messages": [("user", sys.argv[1])]}, config)
while "__interrupt__" in result:
    kind = "approve" if input("Run it? ") == "y" else "reject"
    result = agent.invoke(Command(resume={"decisions": [{"type": kind}]}), config)
`;

const LANGCHAIN_TS = `import { createInterface } from 'node:readline/promises';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
import { MemorySaver, MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';

const issueRefund = tool(
  async ({ id }) => (await fetch(\`https://api.example.com/refunds/\${id}\`, { method: 'POST' })).text(),
  { name: 'issue_refund', description: 'Refunds a charge' },
);
const model = new ChatOpenAI({ model: 'gpt-5' }).bindTools([issueRefund]);
const chat = async (state: typeof MessagesAnnotation.State) => ({ messages: [await model.invoke(state.messages)] });
const app = new StateGraph(MessagesAnnotation)
  .addNode('chat', chat)
  .addNode('tools', new ToolNode([issueRefund]))
  .addEdge('__start__', 'chat')
  .addConditionalEdges('chat', toolsCondition)
  .addEdge('tools', 'chat')
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: '1' } };
const terminal = createInterface({ input: process.stdin, output: process.stdout });
await app.invoke({ messages: [process.argv[2] ?? ''] }, config);
while ((await app.getState(config)).next.length > 0) {
  if ((await terminal.question('Run it? ')) !== 'y') break;
  await app.invoke(null, config);
}
`;

const PYDANTIC_AI = `import sys
import requests
from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults

agent = Agent("openai:gpt-5", output_type=[str, DeferredToolRequests])


@agent.tool_plain
def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    return requests.post(f"https://api.example.com/refunds/{charge}").text


result = agent.run_sync(sys.argv[1])
while isinstance(result.output, DeferredToolRequests):
    approvals = {call.tool_call_id: input(str(call)) == "y" for call in result.output.approvals}
    answers = DeferredToolResults(approvals=approvals)
    result = agent.run_sync(message_history=result.all_messages(), deferred_tool_results=answers)
`;

const MASTRA = `import { createInterface } from 'node:readline/promises';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';

const issueRefund = createTool({
  id: 'issue-refund',
  description: 'Refunds a charge',
  execute: async ({ id }: { id: string }) => (await fetch(\`https://api.example.com/refunds/\${id}\`, { method: 'POST' })).text(),
});
const agent = new Agent({ id: 'desk', name: 'Desk', model: 'openai/gpt-5', tools: { issueRefund } });
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const stream = await agent.stream(process.argv[2] ?? '');
for await (const chunk of stream.fullStream) {
  if (chunk.type !== 'tool-call-approval') continue;
  if ((await terminal.question('Run it? ')) === 'y') await agent.approveToolCall({ runId: stream.runId });
}
`;

it.each([
  [
    'langchain',
    'desk.py:8',
    LANGCHAIN,
    'checkpointer=InMemorySaver(), interrupt_on={"issue_refund": True})',
    13,
  ],
  [
    'langchain',
    'desk.ts:9',
    LANGCHAIN_TS,
    "checkpointer: new MemorySaver(), interruptBefore: ['tools'] }",
    19,
  ],
  ['pydantic-ai', 'desk.py:9', PYDANTIC_AI, 'requires_approval=True', 8],
  ['mastra', 'desk.ts:10', MASTRA, 'requireApproval: true', 9],
])('a tool of %s has a gate by the fix of its finding at %s', async (_, at, text, gate, gated) => {
  const [file = ''] = at.split(':');
  const folder = folderWith({ [file]: text });
  expect(await gatesIn(folder)).toEqual([`${at} approval/missing`]);
  await runCli(folder, ['check', '--fix-unsafe', '--only', 'approval/missing']);
  expect(readFileSync(join(folder, file), 'utf8').split('\n')[gated - 1]).toContain(gate);
  expect(await gatesIn(folder)).toEqual([]);
});

it.each<[string, string, string, string, ((text: string) => string)?]>([
  [
    'langchain',
    'desk.py:13',
    LANGCHAIN.replace('checkpointer=InMemorySaver()', 'interrupt_on={"issue_refund": True}'),
    'Choose a `checkpointer` for `create_deep_agent()`, for example `InMemorySaver()` of `langgraph.checkpoint.memory`',
    (text) => text.replace('interrupt_on=', 'checkpointer=InMemorySaver(), interrupt_on='),
  ],
  [
    'langchain',
    'desk.ts:19',
    LANGCHAIN_TS.replace('checkpointer: new MemorySaver()', "interruptBefore: ['tools']"),
    ', for example `new MemorySaver()` of `@langchain/langgraph`',
    (text) => text.replace('interruptBefore:', 'checkpointer: new MemorySaver(), interruptBefore:'),
  ],
  [
    'pydantic-ai',
    'desk.py:8',
    PYDANTIC_AI.replace('tool_plain', 'tool_plain(requires_approval=True)').replace(
      ', output_type=[str, DeferredToolRequests]',
      '',
    ),
    'Add `DeferredToolRequests` to `output_type` of the agent',
  ],
  [
    'mastra',
    'desk.ts:8',
    MASTRA.replace("charge',", "charge',\n  requireApproval: true,").replace(/for await[\s\S]*$/, ''),
    'call `approveToolCall()` or reject',
  ],
])('a program of %s names what lets a person answer at %s', async (_, at, text, words, answered) => {
  const [file = ''] = at.split(':');
  const folder = folderWith({ [file]: text });
  expect(await gatesIn(folder)).toEqual([`${at} approval/unanswered`]);
  expect((await runCli(folder, ['check'])).stdout.replace(/\s+/g, ' ')).toContain(words);
  if (answered) expect(await gatesIn(folderWith({ [file]: answered(text) }))).toEqual([]);
});

it.each([
  ['langchain', 'desk.py', LANGCHAIN.replace('from deepagents', 'from house.agents')],
  ['langchain', 'desk.ts', LANGCHAIN_TS.replaceAll("'@langchain/langgraph", "'house-graphs")],
  ['pydantic-ai', 'desk.py', PYDANTIC_AI.replace('from pydantic_ai', 'from house.agents')],
  ['mastra', 'desk.ts', MASTRA.replaceAll('@mastra/core', 'house-agents')],
])('a program of %s is none with the names of another package: %s', async (_, file, text) => {
  const folder = folderWith({ [file]: text });
  const { stdout } = await runCli(folder, ['check', '--format', 'json', '--allow-none']);
  expect((JSON.parse(stdout) as { systems: unknown[] }).systems).toEqual([]);
});

const CONFIG = { 'agent-lint.config.yaml': 'requirements: { needs: [code-first-control] }\n' };

/** The tool and its agent are in two files. */
const vercel = (gates: string) => ({
  ...CONFIG,
  'package.json': '{ "name": "desk", "dependencies": { "ai": "^7.0.0" } }',
  'src/tools.ts': `import { tool } from 'ai';
export const tools = {
  issue_refund: tool({
    description: 'Pays a charge back',
    execute: async ({ charge }: { charge: string }) =>
      fetch(\`https://pay.example.com/refunds/\${charge}\`, { method: 'POST' }),
  }),
};
`,
  'src/desk.ts': `import { isStepCount, ToolLoopAgent } from 'ai';
import { tools } from './tools';
export const desk = new ToolLoopAgent({ id: 'desk', tools, stopWhen: isStepCount(5)${gates} });
`,
});

/** The tools, its checks and the run are in three files. */
const claudeTs = (answer: string) => ({
  ...CONFIG,
  'package.json': '{ "name": "desk", "dependencies": { "@anthropic-ai/claude-agent-sdk": "0.3.330" } }',
  'src/tools.ts': `import { createSdkMcpServer, tool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';
const refund = tool('refund', 'Pays a charge back', { charge: z.string() }, async ({ charge }) => {
  await fetch(\`https://pay.example.com/refunds/\${charge}\`, { method: 'POST' });
  return { content: [{ type: 'text', text: 'done' }] };
});
export const pay = createSdkMcpServer({ name: 'pay', tools: [refund] });
`,
  'src/checks.ts': `export const checkPrompt = async () => ({});
export const checkAnswer = async () => ({});
`,
  'src/desk.ts': `import { createInterface } from 'node:readline/promises';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { checkAnswer, checkPrompt } from './checks.js';
import { pay } from './tools.js';
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const options = {
  permissionMode: 'default' as const,
  settingSources: [],
  maxTurns: 8,
  tools: [],
  mcpServers: { pay },
  hooks: { UserPromptSubmit: [{ hooks: [checkPrompt] }], Stop: [{ hooks: [checkAnswer] }] },
  ${answer}
};
for await (const message of query({ prompt: process.argv[2] ?? '', options })) console.log(message);
`,
});

const claude = (answer: string) => ({
  ...CONFIG,
  'requirements.txt': 'claude-agent-sdk==0.2.143\n',
  'desk/__init__.py': '',
  'desk/tools.py': `import httpx
from claude_agent_sdk import create_sdk_mcp_server, tool


@tool("refund", "Pays a charge back", {"charge": str})
async def refund(args):
    async with httpx.AsyncClient() as client:
        await client.post(f"https://pay.example.com/refunds/{args['charge']}")
    return {"content": [{"type": "text", "text": "done"}]}


pay = create_sdk_mcp_server(name="pay", tools=[refund])
`,
  'desk/main.py': `import sys
from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient, HookMatcher, PermissionResultAllow, PermissionResultDeny
from desk.tools import pay


async def check(given, id, context):
    return {}


async def may_use(name, given, context):
    ${answer}


options = ClaudeAgentOptions(
    permission_mode="default",
    setting_sources=[],
    max_turns=8,
    tools=[],
    mcp_servers={"pay": pay},
    can_use_tool=may_use,
    hooks={"UserPromptSubmit": [HookMatcher(hooks=[check])], "Stop": [HookMatcher(hooks=[check])]},
)


async def main():
    async with ClaudeSDKClient(options=options) as client:
        await client.query(sys.argv[1])
        async for message in client.receive_response():
            print(message)
`,
});

const decides = (test: string): string =>
  `canUseTool: async (name: string, input: Record<string, unknown>) => (${test} ? { behavior: 'allow' as const, updatedInput: input } : { behavior: 'deny' as const, message: 'no' }),`;
const ASKS = 'return PermissionResultAllow() if input(name) == "y" else PermissionResultDeny(message="no")';

it.each<[string, string, Record<string, string>, string[]]>([
  ['vercel-ai', 'an ungated tool of another file', vercel(''), ['src/tools.ts:3:3 error approval/missing']],
  ['vercel-ai', 'no gated tool', vercel(", toolApproval: { issue_refund: 'user-approval' }"), []],
  [
    'claude-agent-sdk',
    'a callback that approves by itself',
    claudeTs(decides('Number(input.amount) < 50')),
    ['src/desk.ts:13:71 error approval/auto-approved'],
  ],
  [
    'claude-agent-sdk',
    'no callback that asks a person',
    claudeTs(decides("(await terminal.question(name)) === 'y'")),
    [],
  ],
  [
    'claude-agent-sdk',
    'a list that approves',
    claudeTs("allowedTools: ['mcp__pay__refund'],"),
    ['src/desk.ts:13:18 error approval/auto-approved'],
  ],
  [
    'claude-agent-sdk',
    'a callback in Python that approves by itself',
    claude('return PermissionResultAllow()'),
    ['desk/main.py:11:5 error approval/auto-approved'],
  ],
  ['claude-agent-sdk', 'no callback in Python that asks a person', claude(ASKS), []],
])('reports of a program of %s in several files %s', async (_, __, files, expected) => {
  expect(findingsOf(await runCli(folderWith(files), ['check', '--format', 'json']))).toEqual(expected);
});
