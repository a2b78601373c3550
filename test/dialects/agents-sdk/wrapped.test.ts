import { describe, expect, it } from 'vitest';
import { inspect, lintProject } from '../../../src/index.js';
import { withTree } from './tree.js';

const errorsIn = async (files: Record<string, string>) => {
  const { findings } = await withTree(files, (cwd) => lintProject({ cwd, asOf: '2026-11-20' }));
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, file, range }) => `${file}:${range.start.line}:${range.start.column} ${rule}`);
};

const PYTHON = `from agents import Agent, Runner, function_tool
from pydantic import BaseModel

class Report(BaseModel):
    text: str

writer = Agent(name="Writer")

@function_tool
def send_mail(text: str) -> None:
    smtp.send(text)

mailer = Agent(name="Mailer", tools=[send_mail])

async def ask(text: str) -> str:
    result = await Runner.run(writer, text)
    return str(result.final_output)

@function_tool
async def write_report(query: str) -> Report:
    print("writing")
    result = await Runner.run(writer, f"Query: {query}")
    return result.final_output_as(Report)

@function_tool
async def send_report(query: str) -> Report:
    try:
        await Runner.run(mailer, await ask(query))
    except Exception as e:
        raise ValueError(str(e))
    return Report(text="sent")
`;

const MANAGER = `
manager = Agent(name="Manager", tools=[write_report, send_report])
`;

describe('a function that does nothing but run agents', () => {
  it('is judged by the tools of those agents, each once where it stands', async () => {
    expect(await errorsIn({ 'a.py': PYTHON + MANAGER })).toEqual(['a.py:10:5 approval/missing']);
  });

  it('is an agent called like a tool, so that they are one system', async () => {
    const { systems } = await withTree({ 'a.py': PYTHON + MANAGER }, (cwd) => inspect({ cwd }));
    expect(systems.map(({ agents }) => agents.map(({ name }) => name))).toEqual([
      ['Manager', 'Writer', 'Mailer'],
    ]);
    expect(systems[0]?.agents[0]).toMatchObject({
      tools: [
        { name: 'write_report', kind: 'agent', effect: 'read', range: { start: { line: 20, column: 11 } } },
        { name: 'send_report', kind: 'agent', effect: 'outward', range: { start: { line: 26, column: 11 } } },
      ],
      delegatesTo: ['Writer', 'Mailer', 'Writer'],
    });
  });

  it.each([
    ['writes a file itself', '    open("x", "w").write(query)\n'],
    ['calls what is not known', '    store.save(query)\n'],
    ['runs an agent that is not known as well', '    await Runner.run(pick(query), query)\n'],
  ])('is judged by its own name where it %s', async (_, line) => {
    const files = { 'a.py': PYTHON.replace('    print("writing")\n', line) + MANAGER };
    expect(await errorsIn(files)).toEqual(['a.py:10:5 approval/missing', 'a.py:20:11 approval/missing']);
  });

  it('keeps a gate of its own', async () => {
    const gated = PYTHON.replace(
      '@function_tool\nasync def send_report',
      '@function_tool(needs_approval=True)\nasync def send_report',
    );
    const { systems } = await withTree({ 'a.py': gated + MANAGER }, (cwd) => inspect({ cwd }));
    const tools = systems.flatMap(({ agents }) => agents.flatMap((agent) => agent.tools));
    expect(tools.find(({ name }) => name === 'send_report')).toMatchObject({
      kind: 'function',
      effect: 'outward',
      approval: { state: 'shown', value: 'needs_approval: true' },
    });
  });

  it('is the same in TypeScript', async () => {
    const files = {
      'a.ts': `import { Agent, run, tool } from '@openai/agents';
const writer = new Agent({ name: 'Writer' });
const writeReport = tool({
  name: 'write_report',
  execute: async ({ query }) => {
    console.log('writing');
    const result = await run(writer, query);
    return JSON.stringify(result.finalOutput);
  },
});
const writeFile = tool({
  name: 'write_file',
  execute: async ({ query }) => {
    const result = await run(writer, query);
    await fs.writeFile('x', result.finalOutput);
  },
});
export const manager = new Agent({ name: 'Manager', tools: [writeReport, writeFile] });
`,
    };
    expect(await errorsIn(files)).toEqual(['a.ts:12:9 approval/missing']);
  });
});

describe('a class that extends a generic one of the SDK', () => {
  it('makes agents, also in a folder of its own', async () => {
    const files = {
      'app/agents/__init__.py': 'from .base import OwnAgent\n',
      'app/agents/base.py':
        'from agents import Agent\nfrom agents.run_context import TContext\n\n\nclass OwnAgent(Agent[TContext]):\n    def __init__(self, *args, parser=None, **kwargs):\n        super().__init__(*args, **kwargs)\n',
      'app/agents/one.py':
        'from agents import function_tool\nfrom .base import OwnAgent\n\n\n@function_tool\ndef issue_refund(order: str): ...\n\n\ndef make(config) -> OwnAgent:\n    return OwnAgent(name="One", tools=[issue_refund])\n',
    };
    expect(await errorsIn(files)).toEqual(['app/agents/one.py:6:5 approval/missing']);
  });
});

describe('what a class of the project makes', () => {
  it('has the agents and tools that its methods give it, also from another file', async () => {
    const files = {
      'mail.py': `from agents import Agent, function_tool


@function_tool
def send_mail(text: str): ...


class Mail:
    def __init__(self):
        self.agent = Agent(name="Mailer", tools=[send_mail])
        self.agent_tool = self.agent.as_tool(tool_name="mail_tool", tool_description="x")

    def get_agent(self):
        return self.agent
`,
      'support.py': `from agents import Agent
from mail import Mail


class Support:
    def __init__(self, *settings):
        self.mail = Mail()
        self.pick = self._build(*settings)
        self.agent = Agent(
            name="Support", tools=[self.mail.agent_tool, self.pick.as_tool("pick")], handoffs=[self.mail.get_agent()]
        )

    def _build(self, model, size):
        return Agent(name="Picker", model=model)
`,
    };
    const { systems } = await withTree(files, (cwd) => inspect({ cwd }));
    expect(systems).toHaveLength(1);
    expect(systems[0]?.unresolved).toEqual([]);
    expect(systems[0]?.agents[0]).toMatchObject({
      name: 'Support',
      tools: [
        { name: 'mail_tool', effect: 'outward', range: { start: { line: 11, column: 27 } } },
        { name: 'pick', effect: 'read' },
      ],
      handoffs: ['Mailer'],
      delegatesTo: ['Mailer', 'Picker'],
    });
  });

  it('is made with the rest of the arguments by its function', async () => {
    const files = {
      'a.py': `from agents import Agent, function_tool


@function_tool
def send_mail(text: str): ...


def tool_from(name: str, tool_name: str, **kwargs):
    agent = Agent(name=name, **kwargs)
    return agent.as_tool(tool_name, "x")


mail = tool_from(name="Mailer", tool_name="mail_tool", tools=[send_mail])
support = Agent(name="Support", tools=[mail])
`,
    };
    expect(await errorsIn(files)).toEqual(['a.py:5:5 approval/missing']);
    const { systems } = await withTree(files, (cwd) => inspect({ cwd }));
    expect(systems.map(({ agents }) => agents.map(({ name }) => name))).toEqual([['Support', 'Mailer']]);
    expect(systems[0]?.unresolved).toEqual([]);
  });
});

describe('a function that a decorator of another package makes a tool', () => {
  const program = (decorators: string) => ({
    'a.py': `from functools import cache
from agents import Agent
from durable.ext import durable_function_tool


${decorators}
def book_hotel(name: str):
    """Book a hotel."""


agent = Agent(name="Travel", tools=[book_hotel])
`,
  });

  it.each(['@durable_function_tool', '@durable_function_tool(retries=3)'])(
    'has its effect, and a gate that is not known: %s',
    async (decorators) => {
      const { systems } = await withTree(program(decorators), (cwd) => inspect({ cwd }));
      expect(systems[0]?.unresolved).toEqual([]);
      expect(systems[0]?.agents[0]?.tools).toMatchObject([
        {
          name: 'book_hotel',
          effect: 'outward',
          approval: {
            state: 'undecidable',
            why: 'made by `durable_function_tool` of `durable.ext`, which is not read',
          },
          range: { start: { line: 7, column: 5 } },
        },
      ]);
    },
  );

  it('is none where the decorator makes no tool', async () => {
    const { systems } = await withTree(program('@cache'), (cwd) => inspect({ cwd }));
    expect(systems[0]?.agents[0]?.tools).toEqual([]);
    expect(systems[0]?.unresolved.map(({ why }) => why)).toEqual(['a function']);
  });
});
