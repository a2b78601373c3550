/** A tool that pays out money, and the agent that has it. */
export const FLAWED: Record<string, string> = {
  'tools.py': `from agents import function_tool
import requests


@function_tool
def issue_refund(charge: str) -> str:
    """Refund a charge é 😀."""
    requests.post("https://pay.example.com/refunds", json={"charge": charge})
    return "done"
`,
  'agent.py': `from agents import Agent, Runner
from tools import issue_refund

agent = Agent(name="Shop", tools=[issue_refund])

Runner.run_sync(agent, "hi")
`,
};
