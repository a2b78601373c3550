import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { DEFAULT, python, script } from '../claude-agent-sdk/programs.js';

/** Findings on approval, as rule and what approves, and what is not assessed of a missing gate. */
async function gates(text: string): Promise<string[]> {
  const isPython = /^(?:from|import) [\w.]+(?: import [\w, ]+)?\n/.test(text);
  const { findings, notAssessed } = await lintFiles({ [isPython ? 'desk.py' : 'desk.ts']: text });
  return [
    ...findings.flatMap(({ rule, message }) =>
      /^approval\/(?:auto-approved|missing)$/.test(rule)
        ? [`${rule}: ${message.replace(/^.*(?:: approved by|\):) /, '')}`]
        : [],
    ),
    ...notAssessed.flatMap(({ rule, message }) =>
      rule === 'approval/missing' ? [message.replace(/^.*?: /, '')] : [],
    ),
  ];
}

/** Who is asked, as lines before a program and a value that is tested. */
interface Asked {
  readonly imports: string;
  readonly answer: string;
}

const SCRIPT = {
  ai: {
    imports: "import { generateText as ask } from 'ai';",
    answer: "(await ask({ model: 'm', prompt: 'Is it safe?' })).text",
  },
  openai: {
    imports: "import OpenAI from 'openai';\nconst client = new OpenAI();",
    answer: "(await client.chat.completions.create({ model: 'm', messages: [] })).choices[0].message.content",
  },
  anthropic: {
    imports: "import Anthropic from '@anthropic-ai/sdk';\nconst client = new Anthropic();",
    answer: "(await client.messages.create({ model: 'm', max_tokens: 9, messages: [] })).content[0].text",
  },
  person: {
    imports:
      "import { createInterface } from 'node:readline/promises';\nconst client = createInterface({ input: process.stdin, output: process.stdout });",
    answer: "(await client.question('Is it safe?'))",
  },
  unread: { imports: "import { ask } from '@acme/desk';", answer: "(await ask('Is it safe?'))" },
} as const satisfies Record<string, Asked>;

const PYTHON = {
  openai: {
    imports: 'from openai import OpenAI\nclient = OpenAI()',
    answer: 'client.chat.completions.create(model="m", messages=[]).choices[0].message.content',
  },
  anthropic: {
    imports: 'import anthropic\nclient = anthropic.Anthropic()',
    answer: 'client.messages.create(model="m", max_tokens=9, messages=[]).content[0].text',
  },
  person: { imports: 'import json', answer: 'input("Is it safe?")' },
  unread: { imports: 'from acme import ask', answer: 'ask("Is it safe?")' },
} as const satisfies Record<string, Asked>;

const PAY = "async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' })";

const PROGRAMS_IN_SCRIPT: Record<string, (asked: Asked) => string> = {
  'Claude Agent SDK': ({ imports, answer }) =>
    `${imports}\n${script(
      DEFAULT.ts,
      `canUseTool: async (name, input) => { if (${answer} === 'yes') return { behavior: 'allow', updatedInput: input }; return { behavior: 'deny', message: 'no' }; }`,
    )}`,
  'Agents SDK': ({ imports, answer }) => `${imports}
import { Agent, run, tool } from '@openai/agents';
const refund = tool({ name: 'issue_refund', description: 'Pays back', parameters: {}, needsApproval: true, execute: ${PAY} });
const desk = new Agent({ name: 'Desk', tools: [refund] });
let result = await run(desk, 'hi');
for (const one of result.interruptions) {
  if (${answer} === 'yes') result.state.approve(one);
  else result.state.reject(one);
}
result = await run(desk, result.state);
`,
  LangChain: ({ imports, answer }) => `${imports}
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { Command, MemorySaver } from '@langchain/langgraph';
const refund = tool(${PAY}, { name: 'issue_refund', description: 'Pays back' });
const desk = createAgent({ model: 'm', tools: [refund], checkpointer: new MemorySaver(), middleware: [humanInTheLoopMiddleware({ interruptOn: { issue_refund: true } })] });
let result = await desk.invoke({ messages: [] }, {});
if (result.__interrupt__)
  if (${answer} === 'yes') result = await desk.invoke(new Command({ resume: { decisions: [{ type: 'approve' }] } }), {});
`,
};

const PROGRAMS_IN_PYTHON: Record<string, (asked: Asked) => string> = {
  'Claude Agent SDK': ({ imports, answer }) =>
    `${imports}\n${python(DEFAULT.py, 'can_use_tool=may_use').replace(
      '    return PermissionResultAllow()',
      `    if ${answer} == "yes":\n        return PermissionResultAllow()\n    return PermissionResultDeny(message="no")`,
    )}`,
  'Agents SDK': ({ imports, answer }) => `${imports}
import stripe
from agents import Agent, Runner, function_tool


@function_tool(needs_approval=True)
def issue_refund(charge: str) -> str:
    return stripe.Refund.create(charge=charge)


desk = Agent(name="Desk", tools=[issue_refund])
result = Runner.run_sync(desk, "hi")
state = result.to_state()
for one in result.interruptions:
    if ${answer} == "yes":
        state.approve(one)
result = Runner.run_sync(desk, state)
`,
  'Pydantic AI': ({ imports, answer }) => `${imports}
import stripe
from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults, Tool


def issue_refund(charge: str) -> str:
    """Refund a charge."""
    return stripe.Refund.create(charge=charge)


desk = Agent("openai:gpt-5", tools=[Tool(issue_refund, requires_approval=True)], output_type=[str, DeferredToolRequests])
result = desk.run_sync("hi")
answers = DeferredToolResults()
for call in result.output.approvals:
    if ${answer} == "yes":
        answers.approvals[call.tool_call_id] = True
result = desk.run_sync(message_history=result.all_messages(), deferred_tool_results=answers)
`,
  LangChain: ({ imports, answer }) => `${imports}
import stripe
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command


def issue_refund(charge: str) -> str:
    """Refund a charge."""
    return stripe.Refund.create(charge=charge)


desk = create_agent("openai:gpt-5", tools=[issue_refund], middleware=[HumanInTheLoopMiddleware(interrupt_on={"issue_refund": True})], checkpointer=InMemorySaver())
result = desk.invoke({"messages": []}, config={})
if "__interrupt__" in result:
    if ${answer} == "yes":
        result = desk.invoke(Command(resume={"decisions": [{"type": "approve"}]}), config={})
`,
};

const BY = { 'Claude Agent SDK': /^can_?[uU]se_?[tT]ool$/, 'Pydantic AI': /^approvals\[\.\.\.\]$/ };

describe('a gate that another model answers', () => {
  const rows = [
    ...Object.entries(PROGRAMS_IN_SCRIPT).flatMap(([framework, program]) =>
      Object.entries(SCRIPT).map(([who, asked]) => ({ framework, who, text: program(asked) })),
    ),
    ...Object.entries(PROGRAMS_IN_PYTHON).flatMap(([framework, program]) =>
      Object.entries(PYTHON).map(([who, asked]) => ({ framework, who, text: program(asked) })),
    ),
  ];

  it.each(rows)('is answered by no person: $framework, $who', async ({ framework, who, text }) => {
    const found = await gates(text);
    if (who === 'person') expect(found).toEqual([]);
    else if (who === 'unread')
      expect(found).toEqual([expect.stringMatching(/`ask` may ask a person, or not\.$/)]);
    else {
      expect(found).toEqual([
        expect.stringMatching(
          /^approval\/auto-approved: `[^`]*` (?:is decided|decides|is set) by `.+`, which a model decides\.$/,
        ),
      ]);
      const by = /^[^`]*`([^`]*)` (?:is |decides )/.exec(found[0] ?? '')?.[1];
      expect(by).toMatch(
        BY[framework as keyof typeof BY] ??
          /^(?:approve\(\)|Command\((?:resume=\.\.\.|\{ resume: \.\.\. \})\))$/,
      );
    }
  });
});

describe('a judge in a gate of the AI SDK', () => {
  const program = ({ imports, answer }: Asked) => `${imports}
import { generateText, tool } from 'ai';
const refund = tool({ description: 'Pays back', execute: ${PAY} });
export const run = (prompt: string) => generateText({ model: 'm', prompt, tools: { refund }, toolApproval: async () => { if (${answer} === 'yes') return 'approved'; return 'denied'; } });
`;

  it.each(['ai', 'openai', 'anthropic'] as const)('is no person: %s', async (who) => {
    expect(await gates(program(SCRIPT[who]))).toEqual([
      'approval/auto-approved: `toolApproval` in a function that asks a model.',
    ]);
  });

  // A function that decides for some calls is a gate for the others.
  it.each([
    ['person', []],
    ['unread', ['`ask` may ask a person, or not.']],
  ] as const)('is not taken for a model: %s', async (who, expected) => {
    expect(await gates(program(SCRIPT[who]))).toEqual(expected);
  });
});

describe('a judge before a person', () => {
  it('lets some calls run without one', async () => {
    const { imports, answer } = SCRIPT.ai;
    const allow = "return { behavior: 'allow', updatedInput: input };";
    const text = (judge: string) => `${imports}
${SCRIPT.person.imports}
${script(DEFAULT.ts, `canUseTool: async (name, input) => { ${judge} if (${SCRIPT.person.answer} === 'y') ${allow} return { behavior: 'deny', message: 'no' }; }`)}`;
    expect(await gates(text(`if (${answer} === 'safe') ${allow}`))).toEqual([
      expect.stringMatching(/, which a model decides, lets some calls run without a person\.$/),
    ]);
    expect(await gates(text(`console.log(${answer});`))).toEqual([]);
  });
});

describe('a person who is asked in a tool whose name says what it does', () => {
  const program = (before: string): string => `import sys
from agents import Agent, function_tool
from gone import note, run_script


@function_tool
def run_python(path: str) -> str:
    """Runs a script."""
    ${before}
    if input("Run it? ") == "y":
        return run_script(path)
    return "no"


agent = Agent(name="A", tools=[run_python])
`;

  it.each([
    ['pass', []],
    ['sys.stdout.write("x")', []],
    ['note(path)', ['`note(path)` acts, which no answer is asked for, is not known.']],
  ])('is a gate where nothing else may be what it does: %s', async (before, expected) => {
    const { findings, notAssessed } = await lintFiles({ 'a.py': program(before) });
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const open = notAssessed.filter(({ rule }) => rule.startsWith('approval/'));
    expect(open.map(({ message }) => message.split('whether ').at(-1))).toEqual(expected);
  });
});
