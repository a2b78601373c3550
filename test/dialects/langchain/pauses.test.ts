import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const program = (gate: string, before: string) => `import httpx
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import interrupt


@tool
def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    ${gate}return httpx.post("https://pay.example.com/refunds", json={"charge": charge}).text


builder = StateGraph(MessagesState)
builder.add_node("tools", ToolNode([issue_refund]))
builder.add_edge(START, "tools")
graph = builder.compile(checkpointer=InMemorySaver()${before})
result = graph.invoke({"messages": []}, {"configurable": {"thread_id": "1"}})
print(result["messages"])
`;

it.each([
  [
    '',
    ', interrupt_before=["tools"]',
    'where `get_state(config).next` is not empty after a run',
    'the run stops before it, and no code of the program reads `get_state()` after the run or resumes it.',
  ],
  [
    'if interrupt(charge) != "yes":\n        return "no"\n    ',
    '',
    'read `__interrupt__` of the result',
    'its request ends the run, and no code of the program reads `__interrupt__` of the result.',
  ],
])('an unanswered gate names what answers it: %j%s', async (gate, before, words, why) => {
  const { findings } = await lintFiles({ 'graph.py': program(gate, before) });
  const found = findings.filter(({ rule }) => rule === 'approval/unanswered');
  expect(
    found.map(({ remediation }) => remediation?.includes(`Decide where a person is asked: ${words}`)),
  ).toEqual([true]);
  expect(found.map(({ message }) => message)).toEqual([`Nobody can approve \`issue_refund\`: ${why}`]);
});
