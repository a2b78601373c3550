import { describe, expect, it } from 'vitest';
import { findingsOf } from './findings.js';

/** A Python program whose agent has the tools of some definitions. */
const python = (tools: readonly string[], definitions: string, middleware = ''): string =>
  `import os
import json
import redis
import smtplib
import matplotlib.pyplot as plt
from fpdf import FPDF
from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware
from langchain.tools import ToolRuntime
from langchain_core.messages import ToolMessage
from langchain_core.tools import tool
from langgraph.types import Command
from tidying import tidied

store = redis.Redis()
${definitions}
agent = create_agent("m", tools=[${tools.join(', ')}]${middleware})
`;

const tool = (signature: string, body: string): string =>
  `@tool\ndef ${signature}:\n    """Does it."""\n${body.replace(/^/gm, '    ')}\n`;

const ofTool = async (signature: string, body: string): Promise<string[]> =>
  findingsOf('desk.py', python([signature.replace(/\(.*/s, '')], tool(signature, body)));

describe('a tool of a LangChain program', () => {
  it.each([
    [
      'overwrites a cache below a folder',
      'load_mail(folder: str)',
      'with open(f"{os.environ[\'HOME\']}/mail_cache.json", "w") as out:\n    out.write("{}")',
    ],
    ['saves a figure', 'plot_sales(values: list[float])', 'plt.plot(values)\nplt.savefig("chart.png")'],
    [
      'makes a PDF',
      'make_report(text: str)',
      'page = FPDF()\npage.cell(text=text)\npage.output("report.pdf")',
    ],
    ['searches what is for sale', 'realty_us_search_buy(place: str)', 'return tidied(place)'],
    [
      'writes to the state of the graph',
      'write_notes(notes: list[str], runtime: ToolRuntime)',
      'kept = {**(runtime.state.get("notes") or {}), "new": notes}\nreturn Command(update={"notes": kept, "messages": [ToolMessage("ok", tool_call_id="1")]})',
    ],
    [
      'evaluates characters of a set of arithmetic',
      'calculate(text: str)',
      'allowed = set("0123456789+-*/.() ")\nif not all(one in allowed for one in text):\n    return "no"\nreturn str(eval(text))',
    ],
  ])('needs no approval where it %s', async (_, signature, body) => {
    expect(await ofTool(signature, body)).toEqual([]);
  });

  it.each([
    ['removes a file of its own', 'forget(code: str)', 'os.remove("data/notes.json")'],
    ['removes a token', 'sign_in(code: str)', 'os.remove("data/token.json")'],
    [
      'overwrites the token of an account',
      'sign_in(code: str)',
      'with open("token.json", "w") as out:\n    out.write(code)',
    ],
    ['removes a key of a cache', 'load_user(user: str)', 'store.delete(f"cache:users:{user}")'],
    ['removes a key of a store', 'forget_user(user: str)', 'store.delete(f"users:{user}")'],
    ['removes the key that the model chooses', 'forget_user(key: str)', 'store.delete(key)'],
    ['sells', 'search_and_sell(place: str)', 'return tidied(place)'],
    [
      'evaluates characters of a set with letters',
      'calculate(text: str)',
      'allowed = set("0123456789abc_.() ")\nif not all(one in allowed for one in text):\n    return "no"\nreturn str(eval(text))',
    ],
  ])('needs approval where it %s', async (_, signature, body) => {
    const found = await ofTool(signature, body);
    expect(found.map((one) => one.replace(/\/.*? at/, ' at'))).toEqual([`approval at def ${signature}:`]);
  });
});

describe('middleware of the project', () => {
  const send = tool('send_mail(to: str)', 'smtplib.SMTP("x").sendmail("a", to, "b")\nreturn "ok"');
  const hook = (name: string): string => `class Tidy(AgentMiddleware):
    def ${name}(self, state, runtime):
        return {"messages": [self.patched(one) for one in state["messages"]]}

    def patched(self, message):
        return self.patched(tidied(message))
`;

  it.each(['before_agent', 'before_model'])('gates no tool by %s', async (name) => {
    expect(
      await findingsOf('desk.py', python(['send_mail'], hook(name) + send, ', middleware=[Tidy()]')),
    ).toEqual(['approval/missing at def send_mail(to: str):']);
  });

  it('may gate a tool by after_model', async () => {
    expect(
      await findingsOf('desk.py', python(['send_mail'], hook('after_model') + send, ', middleware=[Tidy()]')),
    ).toEqual(['approval/missing ?']);
  });
});

it('reads what a program of constants does with a list of arguments that grows', async () => {
  const program = (verb: string): string => `import { tool } from '@langchain/core/tools';
import { createAgent } from 'langchain';
import { spawnSync } from 'node:child_process';

const look = tool(async ({ kind, namespace, name }) => {
  const words = ['${verb}', kind];
  if (namespace === 'all') words.push('-A');
  else if (namespace) words.push('-n', namespace);
  if (name) words.push(name);
  return spawnSync('kubectl', words).stdout.toString();
}, { name: 'look', description: 'Works in the cluster.' });

export const agent = createAgent({ model: 'm', tools: [look] });
`;
  expect(await findingsOf('desk.ts', program('get'))).toEqual([]);
  expect((await findingsOf('desk.ts', program('delete'))).map((one) => one.split(' at ')[0])).toEqual([
    'approval/missing',
  ]);
});

it('lets a tool run commands in a sandbox of a vendor, and none on the host', async () => {
  const program = (body: string): string => `import { tool } from '@langchain/core/tools';
import { createAgent } from 'langchain';
import { Sandbox } from '@e2b/code-interpreter';
import { execSync } from 'node:child_process';

const runCommand = tool(async ({ command }, config) => {
  ${body}
}, { name: 'run_command', description: 'Runs a command.' });

export const agent = createAgent({ model: 'm', tools: [runCommand] });
`;
  const within = program(`const box = await Sandbox.connect(config?.configurable?.box);
  const done = await box.commands.run(command);
  return \`exit \${done.exitCode}\`;`);
  expect(await findingsOf('desk.ts', within)).toEqual([]);
  expect(await findingsOf('desk.ts', program('return execSync(command).toString();'))).toEqual([
    "approval/open-ended-tool at }, { name: 'run_command', description: 'Runs a command.' });",
  ]);
});

it.each([
  ['docker', 'DockerDeployment(image="python:3.12")', []],
  ['modal', 'ModalDeployment(image="python:3.12")', []],
  ['local', 'LocalDeployment()', ['approval/open-ended-tool at def bash(command: str) -> str:']],
])(
  'lets a tool run commands in a deployment of SWE-ReX, unless that is the host: %s',
  async (module, made, expected) => {
    const program = `from langchain.agents import create_agent
from langchain_core.tools import tool
from swerex.deployment.${module} import ${made.split('(', 1)[0]}
from swerex.runtime.abstract import BashAction

deployment = ${made}


@tool
async def bash(command: str) -> str:
    """Runs a command."""
    out = await deployment.runtime.run_in_session(BashAction(command=command))
    return out.output


agent = create_agent("m", tools=[bash])
`;
    const found = await findingsOf('desk.py', program);
    expect(found.map((one) => one.replace('async ', ''))).toEqual(expected);
  },
);

it('finds the tools of each of several instances that keep theirs in a field', async () => {
  const program = `import { tool } from '@langchain/core/tools';
import { createAgent } from 'langchain';
import nodemailer from 'nodemailer';

interface Spec { name: string; run: (input: { text: string }) => Promise<string> }

class Provider {
  specs: Spec[] = [];
  add(spec: Spec) { this.specs.push(spec); }
  wrap(spec: Spec) {
    return tool(async (input: { text: string }) => await spec.run(input), { name: spec.name, description: 'Works.' });
  }
  install() { return this.specs.map((spec) => this.wrap(spec)); }
}

const mail = new Provider();
mail.add({ name: 'mail', run: async ({ text }) => { await nodemailer.createTransport({}).sendMail({ text }); return 'sent'; } });
const clock = new Provider();
clock.add({ name: 'clock', run: async () => new Date().toISOString() });

export const agent = createAgent({ model: 'm', tools: [mail, clock].map((one) => one.install()).flat() });
`;
  expect((await findingsOf('desk.ts', program)).map((one) => one.split(' at ')[0])).toEqual([
    'approval/missing',
  ]);
});
