import { describe, expect, it } from 'vitest';
import { findingsOf, rulesOf } from './findings.js';

const RUN = '.invoke({"messages": [("user", input())]}, {"recursion_limit": 20})\n';
const ACT = `import requests
def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    return requests.post(f"https://api.example.com/refunds/{charge}").text
`;
const python = (head: string, maker = 'create_agent'): string =>
  `${head}\n${ACT}agent = ${maker}("m", tools=[issue_refund])\nagent${RUN}`;

const SCRIPT = `const refund = tool(async ({ id }) => (await fetch(\`https://api.example.com/refunds/\${id}\`, { method: 'POST' })).text(), { name: 'issue_refund', description: 'd' });
`;
const script = (head: string, maker = 'createAgent'): string =>
  `${head}\n${SCRIPT}const agent = ${maker}({ model: 'm', tools: [refund] });\nagent.invoke({ messages: [] }, { recursionLimit: 20 });\n`;

const LATE =
  'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from langchain.agents import create_agent\n';

describe('an agent is read, however its constructor is imported', () => {
  it.each<[string, Record<string, string>]>([
    ['by another name', { 'a.py': python('from langchain.agents import create_agent as make', 'make') }],
    ['in a module', { 'a.py': python('import langchain.agents as lc', 'lc.create_agent') }],
    [
      'in a module of a package',
      { 'a.py': python('import langchain.agents', 'langchain.agents.create_agent') },
    ],
    ['with all names of its module', { 'a.py': python('from langchain.agents import *') }],
    [
      'if it is there',
      {
        'a.py': python(
          'try:\n    from langchain.agents import create_agent\nexcept ImportError:\n    create_agent = None',
        ),
      },
    ],
    [
      'from a module of the project',
      {
        'lc.py': 'from langchain.agents import create_agent\n',
        'a.py': python('from lc import create_agent'),
      },
    ],
    [
      'from all names of a module of the project',
      { 'lc.py': 'from langchain.agents import create_agent\n', 'a.py': python('from lc import *') },
    ],
    [
      'for types, and again in a function',
      {
        'a.py': `${LATE}${ACT}def build():\n    from langchain.agents import create_agent\n    return create_agent("m", tools=[issue_refund])\nagent = build()\nagent${RUN}`,
      },
    ],
    ['by another name', { 'a.ts': script("import { createAgent as make, tool } from 'langchain';", 'make') }],
    [
      'in a namespace',
      { 'a.ts': script("import * as lc from 'langchain';\nconst { tool } = lc;", 'lc.createAgent') },
    ],
    ['by `require`', { 'a.cjs': script("const { createAgent, tool } = require('langchain');") }],
    [
      'in what `require` returns',
      { 'a.cjs': script("const lc = require('langchain');\nconst tool = lc.tool;", 'lc.createAgent') },
    ],
    ['by `import()`', { 'a.ts': script("const { createAgent, tool } = await import('langchain');") }],
    [
      'from a module of the project',
      {
        'lc.ts': "export { createAgent, tool } from 'langchain';\n",
        'a.ts': script("import { createAgent, tool } from './lc';"),
      },
    ],
  ])('%s', async (_, files) => {
    expect(await rulesOf(files)).toEqual(['approval/missing']);
  });

  it.each([
    ['a.py', `${LATE}${ACT}def show(agent: "create_agent"):\n    return agent\n`],
    ['a.ts', "import type { createAgent } from 'langchain';\nexport type Make = typeof createAgent;\n"],
  ])('and none where it is imported for types alone: %s', async (file, text) => {
    expect(await findingsOf(file, text)).toEqual([]);
  });

  it.each([
    ['a.py', `${python('from langchain.agents import create_agent')}def broken(:\n`],
    ['a.ts', `${script("import { createAgent, tool } from 'langchain';")}function ( {\n`],
  ])('also beside a syntax error, which is listed: %s', async (file, text) => {
    expect((await findingsOf(file, text)).map((one) => one.replace(/ at .*/, ''))).toEqual([
      'approval/missing',
      'approval/missing ?',
    ]);
  });
});

describe('a file with two frameworks', () => {
  const BOTH = 'from langchain.agents import create_agent\nfrom pydantic_ai import Agent';
  it('has the agents of both', async () => {
    const text = python(BOTH).replace(
      'agent.invoke',
      `def wire_money(to: str) -> str:
    """Wires money."""
    return requests.post("https://bank.example.com/transfers", json={"to": to}).text
other = Agent("openai:gpt-5", tools=[wire_money])
other.run_sync(input())
agent.invoke`,
    );
    expect((await findingsOf('a.py', text)).sort()).toEqual([
      'approval/missing at def issue_refund(charge: str) -> str:',
      'approval/missing at def wire_money(to: str) -> str:',
    ]);
  });

  it('may run an agent of one as a tool of the other, whose own tools are checked once', async () => {
    const text = `${BOTH}\n${ACT}agent = create_agent("m", tools=[issue_refund])
def ask_desk(text: str) -> str:
    """Asks the desk."""
    return agent.invoke({"messages": [("user", text)]}, {"recursion_limit": 20})["messages"][-1].text
other = Agent("openai:gpt-5", tools=[ask_desk])
other.run_sync(input())
`;
    expect(await findingsOf('a.py', text)).toEqual([
      'approval/missing at def issue_refund(charge: str) -> str:',
    ]);
  });
});
