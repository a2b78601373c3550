import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/index.js';
import { lintFiles } from '../../rules/lint-files.js';
import { expectCleared } from '../frameworks/fixes.js';

async function read(file: string, text: string): Promise<Finding[]> {
  const { findings } = await lintFiles({ [file]: text });
  return findings.filter(({ rule }) => /^(?:approval|delegation)/.test(rule));
}

const ACT = `def wire_money(to: str) -> str:
    """Wires money."""
    return requests.post("https://bank.example.com/transfers", json={"to": to}).text
`;
const ANSWER = `config = {"configurable": {"thread_id": "1"}, "recursion_limit": 20}
result = agent.invoke({"messages": [("user", input())]}, config)
while "__interrupt__" in result:
    kind = "approve" if input("Run it? ") == "y" else "reject"
    result = agent.invoke(Command(resume={"decisions": [{"type": kind}]}), config)
`;
const python = (made: string): string => `import requests
from deepagents import create_deep_agent
from langchain.agents import AgentExecutor, create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import Command
${ACT}${made}
${ANSWER}`;
const GRAPH = `builder = StateGraph(MessagesState)
builder.add_node("act", ToolNode([wire_money]))
builder.add_edge(START, "act")
agent = builder.compile(checkpointer=InMemorySaver())`;

const script = (made: string): string => `import { createDeepAgent } from 'deepagents';
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { Command, MemorySaver, MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
const wire = tool(async ({ to }) => (await fetch(\`https://bank.example.com/transfers/\${to}\`, { method: 'POST' })).text(), { name: 'wire_money', description: 'd' });
const checkpointer = new MemorySaver();
${made}
const config = { configurable: { thread_id: '1' }, recursionLimit: 20 };
let result = await agent.invoke({ messages: [] }, config);
while (result.__interrupt__) {
  const type = confirm('Run it?') ? 'approve' : 'reject';
  result = await agent.invoke(new Command({ resume: { decisions: [{ type }] } }), config);
}
`;
const NODES =
  "const agent = new StateGraph(MessagesAnnotation).addNode('act', new ToolNode([wire])).addEdge('__start__', 'act')";
const human = (entry: string): string =>
  `agent = create_agent("m", tools=[wire_money], checkpointer=InMemorySaver(), middleware=[HumanInTheLoopMiddleware(interrupt_on={"wire_money": ${entry}})])`;

describe('the fix of a finding clears it, and causes no other', () => {
  it.each<[string, string, string, string]>([
    [
      'a.py',
      'approval/missing',
      python('agent = create_deep_agent("m", tools=[wire_money], checkpointer=InMemorySaver())'),
      'Set `interrupt_on={"wire_money": True}` of `',
    ],
    [
      'a.py',
      'approval/missing',
      python(GRAPH),
      'Set `interrupt_before=["act"]` of `builder.compile()` (a.py:',
    ],
    [
      'a.py',
      'approval/missing',
      python(human('True').replace('"wire_money": True', '"other": True')),
      'Set `"wire_money": True` in `interrupt_on`: ',
    ],
    ['a.py', 'approval/missing', python(human('False')), 'Set `"wire_money": True` in `interrupt_on`: '],
    [
      'a.py',
      'approval/auto-approved',
      python(human('{"allowed_decisions": ["approve"]}')),
      'Set `"wire_money": True` in `interrupt_on`: ',
    ],
    [
      'a.ts',
      'approval/missing',
      script("const agent = createDeepAgent({ model: 'm', tools: [wire], checkpointer });"),
      'Set `interruptOn: { wire_money: true }` of `',
    ],
    [
      'a.ts',
      'approval/missing',
      script(`${NODES}.compile({ checkpointer });`),
      "Set `interruptBefore: ['act']` of `compile()` (a.ts:",
    ],
    [
      'a.ts',
      'approval/missing',
      script(
        "const agent = createAgent({ model: 'm', tools: [wire], checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { wire_money: false } })] });",
      ),
      'Set `wire_money: true` in `interruptOn`: ',
    ],
  ])('in %s: %s', async (file, rule, text, remedy) => {
    await expectCleared((one) => read(file, one), text, { rule, remedy });
  });
});

describe('the remedy of a tool whose agent cannot wait for an answer', () => {
  const CHOICE = / Choose a `checkpointer` for `([^`]+)`, for example /;
  const made = (file: string, given: string): string =>
    file === 'a.py'
      ? python(GRAPH.replace('checkpointer=InMemorySaver()', given && 'checkpointer=InMemorySaver()'))
      : script(`const agent = createDeepAgent({ model: 'm', tools: [wire]${given && ', checkpointer'} });`);

  it.each([
    ['a.py', '', ['builder.compile()', 0]],
    ['a.py', 'given', [undefined, 1]],
    ['a.ts', '', ['createDeepAgent()', 0]],
    ['a.ts', 'given', [undefined, 1]],
  ])('names what it lacks, and has an edit only where that is all: %s %s', async (file, given, expected) => {
    const [found] = await read(file, made(file, given));
    expect(found?.rule).toBe('approval/missing');
    expect([CHOICE.exec(found?.remediation ?? '')?.[1], found?.fixes.length]).toEqual(expected);
  });

  it('names none where a server brings it', async () => {
    const { findings } = await lintFiles({
      'a.py': made('a.py', ''),
      'langgraph.json': '{ "graphs": { "agent": "./a.py:agent" } }',
    });
    const found = findings.find(({ rule }) => rule === 'approval/missing');
    expect([CHOICE.test(found?.remediation ?? ''), found?.fixes.length]).toEqual([false, 1]);
  });
});

describe('what a person pastes clears the finding, and causes no other', () => {
  const BARE = 'agent = create_agent("m", tools=[wire_money], checkpointer=InMemorySaver())';
  const MADE = "const agent = createAgent({ model: 'm', tools: [wire], checkpointer });";
  it.each<[string, string, string, string, [string, string]]>([
    [
      'a.py',
      'approval/missing',
      python(BARE),
      'Add `HumanInTheLoopMiddleware(interrupt_on={"wire_money": True})` of `langchain.agents.middleware` to `middleware` of `',
      [
        'InMemorySaver())',
        'InMemorySaver(), middleware=[HumanInTheLoopMiddleware(interrupt_on={"wire_money": True})])',
      ],
    ],
    [
      'a.py',
      'approval/unanswered',
      python(human('True').replace(', checkpointer=InMemorySaver()', '')),
      'Choose a `checkpointer` for `create_agent()`, for example `InMemorySaver()` of `langgraph.checkpoint.memory`, and give each run a `thread_id` in `configurable`.',
      ['tools=[wire_money],', 'tools=[wire_money], checkpointer=InMemorySaver(),'],
    ],
    [
      'a.ts',
      'approval/missing',
      script(MADE),
      'Add `humanInTheLoopMiddleware({ interruptOn: { wire_money: true } })` of `langchain` to `middleware` of `',
      [
        'checkpointer });',
        'checkpointer, middleware: [humanInTheLoopMiddleware({ interruptOn: { wire_money: true } })] });',
      ],
    ],
  ])('in %s: %s', async (file, rule, text, remedy, [from, to]) => {
    const before = await read(file, text);
    expect(before.map((one) => one.rule)).toEqual([rule]);
    expect(before[0]?.remediation.slice(0, remedy.length)).toBe(remedy);
    expect(text).toContain(from);
    expect(await read(file, text.replace(from, to))).toEqual([]);
  });
});

describe('the remedy of a gate that is off by default', () => {
  const chosen = (test: string): string =>
    python(
      `agent = create_agent("m", tools=[wire_money], checkpointer=InMemorySaver(), middleware=[HumanInTheLoopMiddleware(interrupt_on={"wire_money": True})] if ${test} else [])`,
    ).replace('import requests', 'import os\nimport requests');
  const made = (test: string): string =>
    script(
      `const gate = humanInTheLoopMiddleware({ interruptOn: { wire_money: true } });\nconst agent = createAgent({ model: 'm', tools: [wire], checkpointer, middleware: ${test} ? [gate] : [] });`,
    );
  const THEN = ': approval is then required unless the setting switches it off.';
  it.each([
    [
      'a.py',
      chosen,
      'os.getenv("ASK", "0") == "1"',
      'Make `"1"` the default of `ASK` where the program reads it, in place of `"0"`',
      'os.getenv("ASK", "1") == "1"',
    ],
    [
      'a.py',
      chosen,
      'os.getenv("ASK") == "1"',
      'Make `"1"` the default of `ASK` where the program reads it',
      'os.getenv("ASK", "1") == "1"',
    ],
    [
      'a.py',
      chosen,
      'os.getenv("ASK")',
      'Make `"true"` the default of `ASK` where the program reads it',
      'os.getenv("ASK", "true")',
    ],
    [
      'a.py',
      chosen,
      'os.getenv("AUTO_APPROVE", "true").lower() != "true"',
      'Make `"false"` the default of `AUTO_APPROVE` where the program reads it, in place of `"true"`',
      'os.getenv("AUTO_APPROVE", "false").lower() != "true"',
    ],
    [
      'a.ts',
      made,
      "process.env.ASK === '1'",
      'Make `"1"` the default of `ASK` where the program reads it',
      "(process.env.ASK ?? '1') === '1'",
    ],
  ] as const)('is its default: %s %o %s', async (file, text, test, remedy, better) => {
    const found = await read(file, text(test));
    expect(found.map(({ rule }) => rule)).toEqual(['approval/missing']);
    expect(found[0]?.remediation.slice(0, remedy.length + THEN.length)).toBe(remedy + THEN);
    expect(await read(file, text(better))).toEqual([]);
  });

  it('is another one where a program tests a setting twice', async () => {
    const found = await read('a.ts', made("(process.env.AUTO ?? 'true') !== 'true'"));
    expect(found.map(({ rule, remediation }) => [rule, remediation.includes('the default of')])).toEqual([
      ['approval/missing', false],
    ]);
  });
});
