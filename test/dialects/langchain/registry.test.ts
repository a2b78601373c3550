import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const NAMED = ['tools of `app`'];

const graph = (body: string): string => `from langchain_openai import ChatOpenAI
from langgraph.graph import MessagesState, StateGraph
from registry import tool_registry

llm = ChatOpenAI(model="m")


def call_model(state):
    return {"messages": [llm.invoke(state["messages"])]}


def run_tools(state):
    ${body}


graph = StateGraph(MessagesState)
graph.add_node("model", call_model)
graph.add_node("tools", run_tools)
graph.set_entry_point("model")
graph.add_edge("model", "tools")
app = graph.compile()
print(app.invoke({"messages": []}, {"recursion_limit": 9}))
`;

const each = (run: string): string =>
  `return {"messages": [${run} for call in state["messages"][-1].tool_calls]}`;

const looped = (...lines: string[]): string =>
  ['messages = []', 'for call in state["messages"][-1].tool_calls:', ...lines.map((one) => `    ${one}`)]
    .concat('return {"messages": messages}')
    .join('\n    ');

it.each([
  [each('tool_registry.get(call["name"]).invoke(call["args"])'), NAMED],
  [each('tool_registry[call["name"]].invoke(call["args"])'), NAMED],
  [looped('tool = tool_registry[call["name"]]', 'messages.append(tool.invoke(call["args"]))'), NAMED],
  [looped('name = call.get("name")', 'messages.append(tool_registry[name].invoke(call["args"]))'), NAMED],
  [
    looped(
      'for tool in tool_registry:',
      '    if tool.name == call["name"]:',
      '        messages.append(tool.invoke(call["args"]))',
    ),
    NAMED,
  ],
  [each('call["args"]'), []],
  [each('cache[call["id"]].invoke(call["args"])'), []],
  [looped('if call["name"]:', '    messages.append(llm.invoke(call["args"]))'), []],
])('names what a node of a graph runs by the name in a call of the model: %s', async (body, expected) => {
  const { unresolved } = await lintFiles({ 'a.py': graph(body) });
  expect(unresolved.map(({ what }) => what)).toEqual(expected);
});

const script = (body: string): string => `import { ChatOpenAI } from '@langchain/openai';
import { MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { registry } from 'house';
const model = new ChatOpenAI({ model: 'm' });
async function callModel(state: typeof MessagesAnnotation.State) {
  return { messages: [await model.invoke(state.messages)] };
}
async function runTools(state: typeof MessagesAnnotation.State) {
  const messages = [];
  for (const call of state.messages.at(-1).tool_calls) ${body}
  return { messages };
}
const app = new StateGraph(MessagesAnnotation).addNode('model', callModel).addNode('tools', runTools).addEdge('__start__', 'model').addEdge('model', 'tools').compile();
console.log(await app.invoke({ messages: [] }, { recursionLimit: 9 }));
`;

it.each([
  ['messages.push(await registry.get(call.name).invoke(call));', NAMED],
  ['messages.push(await registry[call.name].invoke(call));', NAMED],
  [
    '{ const { name, args } = call; const tool = registry[name]; messages.push(await tool.invoke(args)); }',
    NAMED,
  ],
  [
    '{ const tool = registry.find((one) => one.name === call.name); messages.push(await tool?.invoke(call)); }',
    NAMED,
  ],
  ['for (const one of registry) if (one.name === call.name) messages.push(await one.invoke(call));', NAMED],
  ['messages.push(call.args);', []],
  ['messages.push(await registry[call.id].invoke(call));', []],
])('so in TypeScript: %s', async (body, expected) => {
  const { unresolved } = await lintFiles({ 'a.ts': script(body) });
  expect(unresolved.map(({ what }) => what)).toEqual(expected);
});
