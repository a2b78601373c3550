import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const graph = (run: string): string => `from langchain_openai import ChatOpenAI
from langgraph.graph import MessagesState, StateGraph
from registry import tool_registry

llm = ChatOpenAI(model="m")


def call_model(state):
    return {"messages": [llm.invoke(state["messages"])]}


def run_tools(state):
    return {"messages": [${run} for call in state["messages"][-1].tool_calls]}


graph = StateGraph(MessagesState)
graph.add_node("model", call_model)
graph.add_node("tools", run_tools)
graph.set_entry_point("model")
graph.add_edge("model", "tools")
app = graph.compile()
print(app.invoke({"messages": []}, {"recursion_limit": 9}))
`;

it.each([
  ['tool_registry.get(call["name"]).invoke(call["args"])', ['tools of `app`']],
  ['call["args"]', []],
])('names what a node of a graph runs by the name in a call of the model: %s', async (run, expected) => {
  const { unresolved } = await lintFiles({ 'a.py': graph(run) });
  expect(unresolved.map(({ what }) => what)).toEqual(expected);
});
