import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { findingsOf } from './findings.js';

const MISSING = 'approval/missing at def wire_money(to: str) -> str:';
const UNKNOWN = 'approval/missing ?';

const ACT = `import os
import requests
from deepagents import CompiledSubAgent, SubAgent, create_deep_agent
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langgraph.types import Command


def wire_money(to: str) -> str:
    """Wires money."""
    return requests.post("https://bank.example.com/transfers", json={"to": to}).text


PAYER = {"name": "payer", "description": "d", "system_prompt": "p", "tools": [wire_money]}
GATE = {"wire_money": True}
`;
const ANSWER = `
config = {"configurable": {"thread_id": "1"}}
result = agent.invoke({"messages": [("user", input())]}, config)
while "__interrupt__" in result:
    kind = "approve" if input("Run it? ") == "y" else "reject"
    result = agent.invoke(Command(resume={"decisions": [{"type": kind}]}), config)
`;
const deep = (options: string, before = ''): string =>
  `${ACT}${before}
agent = create_deep_agent(model="m", checkpointer=saver, ${options})
${ANSWER}`;

describe('a subagent of create_deep_agent', () => {
  it.each<[string, string, string[]]>([
    ['inherits the gates of the agent', deep('interrupt_on=GATE, subagents=[PAYER]'), []],
    ['inherits none where the agent has none', deep('subagents=[PAYER]'), [MISSING]],
    [
      'inherits the tools with the gates',
      deep(
        'tools=[wire_money], interrupt_on=GATE, subagents=[{"name": "payer", "description": "d", "system_prompt": "p"}]',
      ),
      [],
    ],
    ['has its own gate in its dict', deep('subagents=[{**PAYER, "interrupt_on": {"wire_money": True}}]'), []],
    ['has its own gate, set later', deep('subagents=[PAYER]', 'PAYER["interrupt_on"] = GATE\n'), []],
    [
      'is let through by its own entry, set later',
      deep(
        'interrupt_on=GATE, subagents=[PAYER]',
        'PAYER["interrupt_on"] = {\n    "wire_money": False,\n}\n',
      ),
      ['approval/missing at "wire_money": False,'],
    ],
    [
      'has its own gate in a typed dict',
      deep(
        'subagents=[SubAgent(name="payer", description="d", system_prompt="p", tools=[wire_money], interrupt_on=GATE)]',
      ),
      [],
    ],
    [
      'has none where a variable has to switch it on',
      deep('subagents=[PAYER]', 'if os.environ.get("ASK"):\n    PAYER["interrupt_on"] = GATE\n'),
      [MISSING],
    ],
    [
      'has one until a variable switches it off',
      deep('subagents=[PAYER]', 'if not os.environ.get("FAST"):\n    PAYER["interrupt_on"] = GATE\n'),
      [],
    ],
    [
      'has none of the agent where it is compiled by itself',
      deep(
        'interrupt_on=GATE, subagents=[CompiledSubAgent(name="payer", description="d", runnable=create_agent("m", tools=[wire_money]))]',
      ),
      [MISSING],
    ],
    [
      'has none of the agent where its dict contains a compiled one',
      deep(
        'interrupt_on=GATE, subagents=[{"name": "payer", "description": "d", "runnable": create_agent("m", tools=[wire_money])}]',
      ),
      [MISSING],
    ],
    [
      'has the gate that it is compiled with',
      deep(
        'subagents=[CompiledSubAgent(name="payer", description="d", runnable=create_agent("m", tools=[wire_money], middleware=[HumanInTheLoopMiddleware(interrupt_on=GATE)]))]',
      ),
      [],
    ],
  ])('%s', async (_, text, expected) => {
    expect(await findingsOf('desk.py', text)).toEqual(expected);
  });
});

describe('the gates of create_deep_agent', () => {
  it.each<[string, string, string[]]>([
    ['hold in options that are spread', '**options', []],
    [
      'hold for names that a comprehension takes from a list',
      'interrupt_on={name: True for name in ["wire_money"]}',
      [],
    ],
    ['are off unless a variable is set', 'interrupt_on={"wire_money": os.getenv("ASK") == "1"}', [MISSING]],
    [
      'are on until a variable switches them off',
      'interrupt_on={"wire_money": os.getenv("ASK", "1") == "1"}',
      [],
    ],
    [
      'are off without the variable that chooses them',
      'interrupt_on=GATE if os.getenv("ASK") else None',
      [MISSING],
    ],
    ['are not known under keys that are computed', 'interrupt_on={load(): True}', [UNKNOWN]],
  ])('%s', async (_, option, expected) => {
    expect(
      await findingsOf(
        'desk.py',
        deep(`tools=[wire_money], ${option}`, 'options = {"interrupt_on": GATE}\n'),
      ),
    ).toEqual(expected);
  });
});

describe('a subagent that middleware starts', () => {
  const started = (options: string): string =>
    `${ACT.replace('CompiledSubAgent, SubAgent', 'SubAgentMiddleware')}
agent = create_agent("m", tools=[], checkpointer=saver, middleware=[SubAgentMiddleware(default_model="m", ${options})])
${ANSWER}`;

  it.each<[string, string, string[]]>([
    ['has the tools of its defaults', 'default_tools=[wire_money]', [MISSING]],
    ['has the gates of its defaults', 'default_tools=[wire_money], default_interrupt_on=GATE', []],
    ['is listed by it', 'default_tools=[], subagents=[PAYER]', [MISSING]],
    [
      'inherits the gates of its defaults',
      'default_tools=[], default_interrupt_on=GATE, subagents=[PAYER]',
      [],
    ],
  ])('%s', async (_, options, expected) => {
    expect(await findingsOf('desk.py', started(options))).toEqual(expected);
  });

  it('is told its own option where it lacks a gate', async () => {
    const { findings } = await lintFiles({ 'desk.py': started('default_tools=[wire_money]') });
    const [missing] = findings.filter(({ rule }) => rule === 'approval/missing');
    expect(missing?.remediation).toMatch(/^Set `default_interrupt_on=/);
  });
});
