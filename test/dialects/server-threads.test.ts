import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const CONFIG = 'requirements: { zero_data_retention: true, needs: [code-first-control] }\n';

/** What `runtime/stores-state` reports of a program under zero retention, as the text of its line, and what is not assessed. */
async function threadsOf(files: Record<string, string>): Promise<string[]> {
  const { findings, notAssessed } = await lintFiles({ 'agent-lint.config.yaml': CONFIG, ...files });
  const lineOf = (file: string, line: number) => (files[file] ?? '').split('\n')[line - 1]?.trim();
  return [
    ...findings
      .filter(({ rule }) => rule === 'runtime/stores-state')
      .map(({ file, range: { start } }) => `${file}: ${lineOf(file, start.line)}`),
    ...notAssessed.filter(({ rule }) => rule === 'runtime/stores-state').map(({ message }) => message),
  ];
}

const python = (line: string): string => `from openai import OpenAI
client = OpenAI()
def ask(thread_id, question):
    ${line}
`;
const script = (line: string): string => `import OpenAI from 'openai';
const client = new OpenAI();
export async function ask(thread: string, question: string) {
  ${line}
}
`;

describe('a thread of OpenAI Assistants is kept by the operator', () => {
  it.each([
    ['a.py', python('return client.beta.threads.create()')],
    [
      'a.py',
      python('return client.beta.threads.create_and_run(assistant_id="a", thread={"messages": question})'),
    ],
    ['a.py', python('return client.beta.threads.runs.create(thread_id=thread_id, assistant_id="a")')],
    ['a.py', python('return client.beta.threads.runs.stream(thread_id, assistant_id="a")')],
    ['a.ts', script('return client.beta.threads.create();')],
    ['a.ts', script("return client.beta.threads.createAndRunPoll({ assistant_id: 'a' });")],
    ['a.ts', script("return client.beta.threads.runs.createAndPoll(thread, { assistant_id: 'a' });")],
  ])('%s: %s', async (file, text) => {
    const line = text.split('\n').find((one) => one.includes('threads.'));
    expect(await threadsOf({ [file]: text })).toEqual([`${file}: ${line?.trim()}`]);
  });

  it.each([
    ['a.py', python('return client.chat.completions.create(messages=question)')],
    ['a.py', python('return client.beta.threads.delete(thread_id)')],
    ['a.ts', script('return client.beta.threads.messages.list(thread);')],
  ])('but not by another call of the client: %s', async (file, text) => {
    expect(await threadsOf({ [file]: text })).toEqual([]);
  });

  it('once for a file that creates it and runs in it, and again in a file that only runs in it', async () => {
    const files = {
      'client.ts': "import OpenAI from 'openai';\nexport const client = new OpenAI();\n",
      'first.ts':
        "import { client } from './client';\nexport const ask = async () => {\n  const { id } = await client.beta.threads.create();\n  return client.beta.threads.runs.create(id, { assistant_id: 'a' });\n};\n",
      'next.ts':
        "import { client } from './client';\nexport const ask = (id: string) => client.beta.threads.runs.stream(id, { assistant_id: 'a' });\n",
    };
    expect(await threadsOf(files)).toEqual([
      'first.ts: const { id } = await client.beta.threads.create();',
      "next.ts: export const ask = (id: string) => client.beta.threads.runs.stream(id, { assistant_id: 'a' });",
    ]);
  });

  it('and not where retention does not matter', async () => {
    const { findings } = await lintFiles({ 'a.py': python('return client.beta.threads.create()') });
    expect(findings.filter(({ rule }) => rule === 'runtime/stores-state')).toEqual([]);
  });
});

const HOST = 'https://desk.us.langgraph.app';
const sdk = (line: string, url = `"${HOST}"`): string => `import os
from langgraph_sdk import get_client
client = get_client(url=${url})
async def ask(thread_id, question):
    ${line}
`;
const remote = (line: string): string => `from langgraph.pregel.remote import RemoteGraph
graph = RemoteGraph("desk", url="${HOST}")
def ask(thread_id, question):
    ${line}
`;
const client = (
  line: string,
  url = `'${HOST}'`,
): string => `import { Client } from '@langchain/langgraph-sdk';
const client = new Client({ apiUrl: ${url} });
export async function ask(thread: string, question: string) {
  ${line}
}
`;
const graph = (line: string): string => `import { RemoteGraph } from '@langchain/langgraph/remote';
const graph = new RemoteGraph({ graphId: 'desk', url: '${HOST}' });
export async function ask(thread: string, question: string) {
  ${line}
}
`;

describe('a thread of a LangGraph server', () => {
  const KEPT: readonly [string, string][] = [
    ['a.py', sdk('return await client.threads.create()')],
    ['a.py', sdk('return await client.runs.wait(thread_id, "desk", input=question)')],
    ['a.py', sdk('return client.runs.stream(thread_id=thread_id, assistant_id="desk")')],
    ['a.py', remote('return graph.invoke(question, {"configurable": {"thread_id": thread_id}})')],
    ['a.py', remote('return graph.stream(question, config={"configurable": {"thread_id": thread_id}})')],
    ['a.ts', client('return client.threads.create();')],
    ['a.ts', client("return client.runs.create(thread, 'desk', { input: { question } });")],
    ['a.ts', graph('return graph.invoke({ question }, { configurable: { thread_id: thread } });')],
    [
      'a.ts',
      `import { useStream } from '@langchain/langgraph-sdk/react';\nexport const useDesk = () => useStream({ apiUrl: '${HOST}', assistantId: 'desk' });\n`,
    ],
  ];
  it.each(KEPT)('is kept by the operator: %s: %s', async (file, text) => {
    const line = text
      .split('\n')
      .reverse()
      .find((one) => /\.(?:create|wait|stream|invoke)\(|useStream\(/.test(one));
    expect(await threadsOf({ [file]: text })).toEqual([`${file}: ${line?.trim()}`]);
  });

  it.each([
    ['a.py', sdk('return await client.runs.wait(None, "desk", input=question)')],
    ['a.py', remote('return graph.invoke(question)')],
    ['a.ts', client("return client.runs.create(null, 'desk', { input: { question } });")],
    ['a.ts', graph('return graph.invoke({ question });')],
  ])('is none in a run without one: %s: %s', async (file, text) => {
    expect(await threadsOf({ [file]: text })).toEqual([]);
  });

  it.each([
    [
      'a.py',
      sdk('return await client.threads.create()', 'os.environ["DESK"]'),
      'its address is not written out',
    ],
    [
      'a.ts',
      client('return client.threads.create();', "'http://localhost:2024'"),
      'it is called at localhost',
    ],
  ])('may be kept by the project where %s calls another address', async (file, text, why) => {
    expect(await threadsOf({ [file]: text })).toEqual([
      `Whether \`threads.create\` makes the operator keep state: who runs the LangGraph server is not known: ${why}.`,
    ]);
  });

  it.each([
    ['a.ts', 'export const open = (channel: Channel) => channel.threads.create({ name: "a" });\n'],
    [
      'a.py',
      'from forum import board\n\ndef open(name):\n    return board.threads.create(name), board.runs.create(name)\n',
    ],
  ])('is not what has the same name: %s', async (file, text) => {
    expect(await threadsOf({ [file]: text })).toEqual([]);
  });
});

describe('the tools of an assistant', () => {
  const assistant = (ask: string): string => `import json
import subprocess
from openai import OpenAI
client = OpenAI()
TOOLS = [{"type": "function", "function": {"name": "run_shell", "description": "Runs it.", "parameters": {}}}]
desk = client.beta.assistants.create(model="m", tools=TOOLS)
def answer(run):
    for call in run.required_action.submit_tool_outputs.tool_calls:
        arguments = json.loads(call.function.arguments)
        if call.function.name == "run_shell"${ask}:
            subprocess.run(arguments["command"], shell=True)
`;
  it.each([
    ['run without a person', '', ['approval/open-ended-tool']],
    ['run once a person agrees', ' and input("Run it? ") == "y"', []],
  ])('%s', async (_, ask, expected) => {
    const { findings } = await lintFiles({ 'a.py': assistant(ask) });
    expect(findings.map(({ rule }) => rule).filter((one) => one.startsWith('approval/'))).toEqual(expected);
  });
});
