import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

it('names the request of a graph as it stands in the result of the run', async () => {
  const { findings } = await lintFiles({
    'app.py': `import shutil
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain.tools import tool
from langgraph.checkpoint.memory import InMemorySaver

@tool
def delete_folder(path: str) -> str:
    """Delete a folder."""
    shutil.rmtree(path)
    return "ok"

agent = create_agent(
    model="openai:gpt-5",
    tools=[delete_folder],
    middleware=[HumanInTheLoopMiddleware(interrupt_on={"delete_folder": True})],
    checkpointer=InMemorySaver(),
)
result = agent.invoke({"messages": []}, config={"configurable": {"thread_id": "1"}})
print(result["messages"])
`,
  });
  expect(findings.filter(({ rule }) => rule === 'approval/unanswered').map(({ message }) => message)).toEqual(
    [
      'Nobody can approve `delete_folder`: its request ends the run, and no code of the program reads `__interrupt__` of the result.',
    ],
  );
});
