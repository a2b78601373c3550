import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, gatesIn, runCli } from './run-cli.js';

const PYTHON = `import sys
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

const SCRIPT = `import { createInterface } from 'node:readline/promises';
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

describe('a program of LangChain, as a user checks it', () => {
  it.each([
    ['desk.py', PYTHON, 8, 'checkpointer=InMemorySaver(), interrupt_on={"issue_refund": True})', 13],
    ['desk.ts', SCRIPT, 9, "checkpointer: new MemorySaver(), interruptBefore: ['tools'] }", 19],
  ])('has a gate by the fix of its finding: %s', async (file, text, line, gate, gated) => {
    const folder = folderWith({ [file]: text });
    expect(await gatesIn(folder)).toEqual([`${file}:${line} approval/missing`]);
    await runCli(folder, ['check', '--fix-unsafe', '--only', 'approval/missing']);
    const fixed = readFileSync(join(folder, file), 'utf8');
    expect(fixed.split('\n')[gated - 1]).toContain(gate);
    expect(await gatesIn(folder)).toEqual([]);
  });

  it.each([
    [
      'desk.py',
      PYTHON.replace('checkpointer=InMemorySaver()', 'interrupt_on={"issue_refund": True}'),
      13,
      'Choose a `checkpointer` for `create_deep_agent()`, for example `InMemorySaver()` of `langgraph.checkpoint.memory`',
      'interrupt_on=',
      'checkpointer=InMemorySaver(), interrupt_on=',
    ],
    [
      'desk.ts',
      SCRIPT.replace('checkpointer: new MemorySaver()', "interruptBefore: ['tools']"),
      19,
      ', for example `new MemorySaver()` of `@langchain/langgraph`',
      'interruptBefore:',
      'checkpointer: new MemorySaver(), interruptBefore:',
    ],
  ])('waits for an answer with what its finding names: %s', async (file, text, line, words, from, to) => {
    const folder = folderWith({ [file]: text });
    expect(await gatesIn(folder)).toEqual([`${file}:${line} approval/unanswered`]);
    expect((await runCli(folder, ['check'])).stdout.replace(/\s+/g, ' ')).toContain(words);
    expect(await gatesIn(folderWith({ [file]: text.replace(from, to) }))).toEqual([]);
  });

  it.each([
    ['desk.py', PYTHON.replace('from deepagents', 'from house.agents')],
    ['desk.ts', SCRIPT.replaceAll("'@langchain/langgraph", "'house-graphs")],
  ])('is none with the names of another package: %s', async (file, text) => {
    const { stdout } = await runCli(folderWith({ [file]: text }), [
      'check',
      '--format',
      'json',
      '--allow-none',
    ]);
    expect((JSON.parse(stdout) as { systems: unknown[] }).systems).toEqual([]);
  });
});
