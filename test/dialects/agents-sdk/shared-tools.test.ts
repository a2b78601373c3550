import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const TOOL = `import requests
from agents import function_tool

@function_tool(needs_approval=True)
def issue_refund(charge: str) -> str:
    """Refund a charge."""
    requests.post("https://pay.example.com/refunds", json={"charge": charge})
    return "ok"
`;

const desk = (name: string, answer: string): string => `from agents import Agent, Runner
from shop_tools import issue_refund

${name} = Agent(name="${name}", tools=[issue_refund])
result = Runner.run_sync(${name}, "Refund it")
state = result.to_state()
for item in result.interruptions:
    ${answer}state.approve(item)
result = Runner.run_sync(${name}, state)
`;

it.each([
  ['both ask', 'if input("Approve? ") == "y": ', []],
  ['one asks', '', ['blind']],
])('A tool that two programs share is answered by each for itself: %s', async (_, answer, expected) => {
  const { findings } = await lintFiles({
    'asking.py': desk('asking', 'if input("Approve? ") == "y": '),
    'blind.py': desk('blind', answer),
    'shop_tools.py': TOOL,
  });
  const found = findings.filter(({ rule }) => rule === 'approval/auto-approved');
  expect(found.map(({ agent }) => agent)).toEqual(expected);
});
