import { describe, expect, it } from 'vitest';
import { lintProject } from '../../../src/index.js';
import { reportJson } from '../../../src/report/formats/json.js';
import { folderWith } from '../../cli/run-cli.js';
import {
  giving,
  PYTHON_CHOICES,
  PYTHON_COPIES,
  PYTHON_DISPATCHES,
  PYTHON_REQUESTS,
  pythonLoop,
  SCRIPT_CHOICES,
  SCRIPT_COPIES,
  SCRIPT_DISPATCHES,
  SCRIPT_REQUESTS,
  SUBAGENTS,
  scriptLoop,
} from './programs.js';

const ASKS_PYTHON = 'if input("Run it? ") != "y":\n    continue';
const ASKS_SCRIPT = "if ((await terminal.question('Run it? ')) !== 'y') continue;";

interface Report {
  systems: { agents: { tools: { name: string; effect: string; approval: { state: string } }[] }[] }[];
}

/** What a program says of `tidy`, and the tools of which errors say that no person approves them. */
async function readingOf(files: Record<string, string>): Promise<unknown> {
  const result = await lintProject({ cwd: folderWith(files), asOf: '2026-11-20' });
  const { systems } = reportJson(result) as unknown as Report;
  const tools = systems.flatMap(({ agents }) => agents.flatMap((agent) => agent.tools));
  const red = result.findings.filter(
    ({ rule, severity }) => severity === 'error' && rule.startsWith('approval/'),
  );
  return {
    tidy: tools.flatMap(({ name, effect, approval }) =>
      name === 'tidy' ? [`${effect}, ${approval.state}`] : [],
    ),
    red: red.map(
      ({ message, tools }) => tools?.map(({ name }) => `\`${name}\``).join() ?? message.split(' ', 1)[0],
    ),
  };
}

const RED = { tidy: ['destructive, absent'], red: ['`tidy`'] };
const NONE = { tidy: [], red: [] };
const MET = { tidy: ['destructive, shown'], red: [] };

type Python = (typeof PYTHON_REQUESTS)[keyof typeof PYTHON_REQUESTS];
const chain = PYTHON_DISPATCHES['a chain of tests'];
const switched = SCRIPT_DISPATCHES['a chain of tests'];
const chat: Python = PYTHON_REQUESTS['the client of chat completions'];
const ofMessages = PYTHON_REQUESTS['the client of messages'];
const messages = SCRIPT_REQUESTS['the client of messages'];

describe('a loop by hand in Python', () => {
  it.each(Object.entries(PYTHON_COPIES))('gives all tools by %s', async (_, statement) => {
    expect(await readingOf(pythonLoop(...giving(ofMessages, chain, statement)))).toEqual(RED);
  });

  it.each(Object.entries(PYTHON_CHOICES))('gives no tool that acts by %s', async (_, statement) => {
    expect(await readingOf(pythonLoop(...giving(ofMessages, chain, statement)))).toEqual(NONE);
  });

  it.each(Object.entries(PYTHON_REQUESTS))('is read with a request by %s', async (_, request) => {
    expect(await readingOf(pythonLoop(request, chain))).toEqual(RED);
    expect(await readingOf(pythonLoop(request, chain, '', false))).toEqual(RED);
    expect(await readingOf(pythonLoop(request, chain, ASKS_PYTHON))).toEqual(MET);
  });

  it.each(Object.entries(PYTHON_DISPATCHES))('runs what the model calls by %s', async (_, dispatch) => {
    expect(await readingOf(pythonLoop(chat, dispatch))).toEqual(RED);
    expect(await readingOf(pythonLoop(chat, dispatch, '', false))).toEqual(RED);
    expect(await readingOf(pythonLoop(chat, dispatch, ASKS_PYTHON))).toEqual(MET);
  });
});

describe('a loop by hand in TypeScript', () => {
  it.each(Object.entries(SCRIPT_COPIES))('gives all tools by %s', async (_, statement) => {
    expect(await readingOf(scriptLoop(...giving(messages, switched, statement)))).toEqual(RED);
  });

  it.each(Object.entries(SCRIPT_CHOICES))('gives no tool that acts by %s', async (_, statement) => {
    expect(await readingOf(scriptLoop(...giving(messages, switched, statement)))).toEqual(NONE);
  });

  it.each(Object.entries(SCRIPT_REQUESTS))('is read with a request by %s', async (_, request) => {
    expect(await readingOf(scriptLoop(request, switched))).toEqual(RED);
    expect(await readingOf(scriptLoop(request, switched, ASKS_SCRIPT))).toEqual(MET);
  });

  it.each(Object.entries(SCRIPT_DISPATCHES))('runs what the model calls by %s', async (_, dispatch) => {
    expect(await readingOf(scriptLoop(messages, dispatch))).toEqual(RED);
    expect(await readingOf(scriptLoop(messages, dispatch, ASKS_SCRIPT))).toEqual(MET);
  });
});

it('is read where another file makes the client, and a function chooses which function calls it', async () => {
  const calls = (name: string, more: string) =>
    `export async function ${name}(openai, { model, history, tools }) {\n  return await openai.responses.create({ model, input: history, tools${more} });\n}\n`;
  expect(
    await readingOf({
      'small.mjs': calls('small', ''),
      'large.mjs': calls('large', ", reasoning: { effort: 'low' }"),
      'select.mjs':
        "import { large } from './large.mjs';\nimport { small } from './small.mjs';\nexport async function select(name) {\n  if (['s'].includes(name)) return small;\n  return large;\n}\n",
      'send.mjs': `import { execSync } from 'node:child_process';
import { OpenAI } from 'openai';
import { select } from './select.mjs';
const tools = [{ type: 'function', name: 'tidy', description: 'A tool.', parameters: {} }];
export async function send(history, name) {
  const model = await select(name);
  const reply = await model(new OpenAI(), { model: name, history, tools });
  const call = reply.output.find((one) => one.type === 'function_call');
  if (!call) return reply.output_text;
  if (call.name === 'tidy') history.push(execSync(JSON.parse(call.arguments).command).toString());
  return send(history, name);
}
`,
    }),
  ).toEqual({ tidy: ['destructive, absent', 'destructive, absent'], red: ['`tidy`'] });
});

describe('a tool of LangChain that a model is bound to', () => {
  const RUNS: Readonly<Record<string, string>> = {
    'a dict of them':
      'by_name = {one.name: one for one in TOOLS}\n        result = by_name[call["name"]].invoke(call["args"])',
    'a dict with their names': 'result = {"tidy": tidy, "peek": peek}[call["name"]].invoke(call)',
    'one after the other':
      'result = ""\n        for one in TOOLS:\n            if one.name == call["name"]:\n                result = one.invoke(call["args"])',
    'a test of the name':
      'result = ""\n        if call["name"] == "tidy":\n            result = tidy.invoke(call["args"])',
  };
  const program = (run: string): Record<string, string> => ({
    'desk.py': `import subprocess
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI

@tool
def tidy(command: str) -> str:
    """A tool."""
    return subprocess.run(command, shell=True).stdout

@tool
def peek(path: str) -> str:
    """A tool."""
    return open(path).read()

TOOLS = [tidy, peek]
model = ChatOpenAI(model="m").bind_tools(TOOLS)

def main(messages):
    for call in model.invoke(messages).tool_calls:
        ${run}
        messages.append(result)

main([])
`,
  });

  it.each(Object.entries(RUNS))('runs where the program calls %s', async (_, run) => {
    expect(await readingOf(program(run))).toEqual(RED);
    const asked = `if input("Run it? ") != "y":\n            continue\n        ${run}`;
    expect(await readingOf(program(asked))).toEqual(MET);
  });

  it('runs beside a graph of other files, and not where a graph imports its file', async () => {
    const run = RUNS['a dict of them'] ?? '';
    const graph = (before: string) =>
      `${before}from langgraph.graph import MessagesState, StateGraph\ngraph = StateGraph(MessagesState)\n`;
    expect(await readingOf({ ...program(run), 'graph.py': graph('') })).toEqual(RED);
    const taken = { ...program(run), 'graph.py': graph('from desk import main\n') };
    expect((await readingOf(taken)) as object).toMatchObject({ red: [] });
  });

  it('is no agent where nothing runs what the model calls', async () => {
    expect(await readingOf(program('result = call["args"]'))).toEqual(NONE);
  });
});

describe('tools that a program gives through the files between', () => {
  const python = (gate: string): Record<string, string> => ({
    'llm.py': `from openai import OpenAI


class Model:
    def __init__(self, key):
        self.key = key
        self.client = OpenAI(api_key=key)

    def ask(self, messages, tools=None):
        options = {"model": "m", "messages": messages}
        if self.key.startswith("sk-"):
            options["user"] = "desk"
        if tools:
            options["tools"] = [{"type": "function", "function": {"name": one.name, "description": one.description}} for one in tools]
        return self.client.chat.completions.create(**options).choices[0].message
`,
    'agent.py': `import json

from llm import Model


class Agent:
    def __init__(self, tools):
        self.model = Model("none")
        self.tools = {one.name: one for one in tools}
        self.messages = []

    def use(self, key):
        self.model = Model(key)

    def run(self, text):
        if text == "/clear":
            self.messages = []
            return
        self.messages.append({"role": "user", "content": text})
        answer = self.model.ask(self.messages, list(self.tools.values()))
        for call in answer.tool_calls or []:
            tool = self.tools.get(call.function.name)
            ${gate}
            self.messages.append({"role": "tool", "content": tool.run(**json.loads(call.function.arguments))})
`,
    'desk.py': `from agent import Agent


def talk(agent):
    while True:
        line = input("> ").strip()
        if line == "/quit":
            break
        if line.startswith("/key"):
            agent.use(line.split()[1].strip())
        else:
            agent.run(line)
`,
    'main.py': `import subprocess
from dataclasses import dataclass

from agent import Agent
from desk import talk


@dataclass
class Tool:
    name: str
    description: str
    run: object


def tidy(command):
    return subprocess.run(command, shell=True, capture_output=True).stdout


talk(Agent([Tool("tidy", "A tool.", tidy)]))
`,
  });
  const script = (gate: string): Record<string, string> => ({
    'llm.ts': `import OpenAI from 'openai';

export class Model {
  private client = new OpenAI();
  async ask({ messages, tools }: { messages: unknown[]; tools?: { name: string; description: string }[] }) {
    const given = tools?.map(({ name, description }) => ({ type: 'function', function: { name, description } }));
    const reply = await this.client.chat.completions.create({ model: 'm', messages, tools: given });
    return reply.choices[0].message;
  }
}
`,
    'agent.ts': `import * as readline from 'node:readline/promises';
import { Model } from './llm';

const terminal = readline.createInterface({ input: process.stdin, output: process.stdout });

export class Agent {
  constructor(private model: Model, private tools: Map<string, { name: string; description: string; run(args: { command: string }): string }>) {}
  async run(messages: unknown[]) {
    const answer = await this.model.ask({ messages, tools: [...this.tools.values()] });
    for (const call of answer.tool_calls ?? []) {
      const tool = this.tools.get(call.function.name);
      if (!tool) continue;
      ${gate}
      messages.push({ role: 'tool', content: tool.run(JSON.parse(call.function.arguments)) });
    }
  }
}
`,
    'main.ts': `import { execSync } from 'node:child_process';
import { Agent } from './agent';
import { Model } from './llm';

const tools = new Map([['tidy', { name: 'tidy', description: 'A tool.', run: ({ command }) => execSync(command).toString() }]]);
await new Agent(new Model(), tools).run([]);
`,
  });

  it('are those of the loop, and what a person typed before is no answer', async () => {
    expect(await readingOf(python(''))).toEqual(RED);
    expect(await readingOf(python('if input("Run it? ") != "y":\n                continue'))).toEqual(MET);
    expect(await readingOf(script(''))).toEqual(RED);
    expect(await readingOf(script(ASKS_SCRIPT))).toEqual(MET);
    // Calls that were saved run without a question, also where those of the loop have one.
    const files = python('if input("Run it? ") != "y":\n                continue');
    const resumed = 'import json\nfor saved in json.load(open("saved.json")):\n    print(tidy(**saved))\n';
    expect(
      await readingOf({ ...files, 'main.py': `${files['main.py']?.replace('talk(', `${resumed}talk(`)}` }),
    ).toEqual(RED);
  });

  it('are there while a context manager keeps the agent', async () => {
    const files = python('');
    const opened = `from contextlib import contextmanager

desk = None


@contextmanager
def opened():
    global desk
    desk = Agent([Tool("tidy", "A tool.", tidy)])
    try:
        yield
    finally:
        desk = None


def answer(text):
    if desk is None:
        raise RuntimeError("closed")
    desk.run(text)
`;
    const main = files['main.py']?.replace(/talk\(Agent.*\n$/, opened) ?? '';
    expect(await readingOf({ ...files, 'main.py': main })).toEqual(RED);
  });
});

describe('a tool that starts an agent', () => {
  it.each(Object.entries(SUBAGENTS))('does what the tools of that one do, in %s', async (_, program) => {
    expect(await readingOf(program(['peek']))).toEqual(NONE);
    expect(await readingOf(program(['peek', 'tidy']))).toEqual({ ...RED, red: ['`task`,`tidy`'] });
  });
});

describe('a function that the client of sessions runs', () => {
  const session = (gate: string): Record<string, string> => ({
    'desk.ts': `import { execSync } from 'node:child_process';
import * as readline from 'node:readline/promises';
import OpenAI from 'openai';

const client = new OpenAI();
const terminal = readline.createInterface({ input: process.stdin, output: process.stdout });
export const work = (input: string) =>
  client.beta.agents.sessions.create({
    agent: { model: 'm', tools: [{ type: 'function', name: 'tidy', description: 'A tool.', parameters: {} }] },
    environment: { type: 'openai_hosted' },
    input,
    toolHandlers: {
      tidy: async ({ command }: { command: string }) => {
        ${gate}
        return execSync(command).toString();
      },
    },
  });
`,
  });

  it('is the body of its tool, and is not sent', async () => {
    expect(await readingOf(session(''))).toEqual(RED);
    expect(
      await readingOf(session("if ((await terminal.question('Run it? ')) !== 'y') return 'no';")),
    ).toEqual(MET);
    const { findings } = await lintProject({ cwd: folderWith(session('')), asOf: '2026-11-20' });
    expect(findings.filter(({ message }) => message.includes('toolHandlers'))).toEqual([]);
  });
});

describe('a conversation that the client of responses runs', () => {
  const asks = "(await terminal.question('Run it? ')) === 'y'";
  const conversation = (gate: string, answer: string): Record<string, string> => ({
    'desk.ts': `import { execSync } from 'node:child_process';
import * as readline from 'node:readline/promises';
import OpenAI from 'openai';
import { ResponsesToolRunner } from 'openai/helpers/responses-tool-runner';

const terminal = readline.createInterface({ input: process.stdin, output: process.stdout });
const tidy = {
  tool: { type: 'function' as const, name: 'tidy', description: 'A tool.', parameters: {}, strict: false },
  execute: async ({ command }: Record<string, unknown>) => {
    ${gate}
    return execSync(String(command)).toString();
  },
};
const files = { type: 'mcp' as const, server_label: 'files', server_url: 'https://files.example/mcp', require_approval: 'always' as const };
const runner = new ResponsesToolRunner({ functions: [tidy] });
export const work = (input: string) =>
  runner.run(new OpenAI(), { model: 'm', input, tools: [tidy.tool, files] }, { approveMcp: ${answer} });
`,
  });

  it('has the functions of its runner as the bodies of its tools', async () => {
    expect(await readingOf(conversation('', `async () => ${asks}`))).toEqual(RED);
    expect(await readingOf(conversation(`if (!(${asks})) return 'no';`, `async () => ${asks}`))).toEqual(MET);
  });

  it('has no person where the runner approves the calls of servers by itself', async () => {
    const files = conversation(`if (!(${asks})) return 'no';`, '() => true');
    const { findings } = await lintProject({ cwd: folderWith(files), asOf: '2026-11-20' });
    expect(
      findings.filter(({ severity }) => severity === 'error').map(({ rule, message }) => [rule, message]),
    ).toEqual([
      ['approval/auto-approved', 'Every tool of `files.example` runs without approval (`approveMcp`).'],
    ]);
  });
});
