import { describe, expect, it } from 'vitest';
import { folderWith, runCli } from './run-cli.js';

/** The names of the tools of a program and what is not resolved in it. */
async function toolsOf(file: string, text: string): Promise<string[]> {
  const run = await runCli(folderWith({ [file]: text }), ['inspect', '--format', 'json']);
  const { systems } = JSON.parse(run.stdout) as {
    systems: { agents: { tools: { name: string }[] }[]; unresolved: { why: string }[] }[];
  };
  return systems.flatMap(({ agents, unresolved }) => [
    ...agents.flatMap(({ tools }) => tools.map(({ name }) => name)),
    ...unresolved.map(({ why }) => why),
  ]);
}

const python = (tools: string, before = ''): string => `from agents import Agent, Runner, function_tool
import os
from shutil import rmtree
${before}

@function_tool
def lookup(key: str) -> str:
    """Look something up."""
    return key

@function_tool(name_override="remove")
def tidy(path: str) -> str:
    """Tidy up."""
    rmtree(path)
    return "ok"

@function_tool
def count(key: str) -> str:
    """Count something."""
    return key

ALL = [lookup, tidy, count]
agent = Agent(name="Desk", tools=${tools})
Runner.run_sync(agent, "hi")
`;

const script = (tools: string, before = ''): string => `import { Agent, run, tool } from '@openai/agents';
import { rm } from 'node:fs/promises';
${before}
const made = (name, execute) => tool({ name, description: '', parameters: {}, execute });
const all = [
  made('lookup', async ({ key }) => key),
  made('remove', async ({ path }) => rm(path)),
  made('count', async ({ key }) => key),
];
const agent = new Agent({ name: 'Desk', tools: ${tools} });
await run(agent, 'hi');
`;

describe('a list of tools that is filtered by a literal configuration', () => {
  it('is what the filter leaves, in Python', async () => {
    const safe = 'SAFE = {"lookup", "count"}';
    const of = (filter: string, before = safe): Promise<string[]> =>
      toolsOf('desk.py', python(filter, before));
    expect(await of('[t for t in ALL if t.name in SAFE]')).toEqual(['lookup', 'count']);
    expect(await of('[t for t in ALL if t.name not in ("remove",)]')).toEqual(['lookup', 'count']);
    expect(await of('[t for t in ALL if t.name == "count"]')).toEqual(['count']);
    expect(await of('[t for t in ALL if t.name in SAFE and t.name != "count"]')).toEqual(['lookup']);
    expect(await of('[*[t for t in ALL if t.name in SAFE], tidy]')).toEqual(['lookup', 'count', 'remove']);
    expect(await of('list(filter(lambda t: t.name in SAFE, ALL))')).toEqual(['lookup', 'count']);
  });

  it('is what the filter leaves, in TypeScript', async () => {
    const safe = "const SAFE = ['lookup', 'count'];";
    const of = (filter: string, before = safe): Promise<string[]> =>
      toolsOf('desk.ts', script(filter, before));
    expect(await of('all.filter((one) => SAFE.includes(one.name))')).toEqual(['lookup', 'count']);
    expect(await of("all.filter((one) => one.name !== 'remove')")).toEqual(['lookup', 'count']);
    expect(await of('all.filter(({ name }) => SAFE.includes(name))')).toEqual(['lookup', 'count']);
    expect(await of('[...all.filter((one) => SAFE.includes(one.name)), all[1]]')).toEqual([
      'lookup',
      'count',
      'remove',
    ]);
  });

  it('is not known where the configuration is none that the program states', async () => {
    const chosen = 'chosen by a condition';
    const all = ['lookup', 'remove', 'count', chosen];
    const safe = 'SAFE = os.environ["SAFE"].split(",")';
    expect(await toolsOf('desk.py', python('[t for t in ALL if t.name in SAFE]', safe))).toEqual(all);
    expect(
      await toolsOf('desk.py', python('[t for t in ALL if t.name in SAFE or t.strict]', 'SAFE = ["count"]')),
    ).toEqual(all);
    const fromOutside = "const SAFE = process.env.SAFE.split(',');";
    expect(
      await toolsOf('desk.ts', script('all.filter((one) => SAFE.includes(one.name))', fromOutside)),
    ).toEqual(all);
  });
});

describe('a tool that requests any address that the model chooses', () => {
  const flows = async (file: string, text: string): Promise<string[]> => {
    const run = await runCli(folderWith({ [file]: text }), [
      'check',
      '--format',
      'compact',
      '--only',
      'scope/toxic-flow',
    ]);
    return run.stdout.split('\n').filter((line) => line.startsWith(file));
  };

  it('is a way out of a toxic flow, and none where only the query varies', async () => {
    const desk = (address: string): string => `import requests
from agents import Agent, Runner, function_tool

@function_tool
def read_inbox() -> str:
    """Read mail."""
    return "mail"

@function_tool
def open_page(url: str) -> str:
    """Open a page."""
    return requests.get(${address}).text

agent = Agent(name="Desk", tools=[read_inbox, open_page])
Runner.run_sync(agent, "hi")
`;
    expect(await flows('desk.py', desk('url'))).toEqual([
      'desk.py:14:20: warning scope/toxic-flow A prompt injection can make `Desk` leak data: `open_page` reads untrusted content, `read_inbox` reads private data, and `open_page` sends it out without approval. The smallest fix: a human gate on `open_page`.',
    ]);
    expect(await flows('desk.py', desk('"https://docs.example.com/?q=" + url'))).toEqual([]);
  });

  it('is one in TypeScript as well', async () => {
    const desk = (address: string): string => `import { Agent, run, tool } from '@openai/agents';
const readInbox = tool({ name: 'read_inbox', description: '', parameters: {}, execute: async () => 'mail' });
const openPage = tool({ name: 'open_page', description: '', parameters: {}, execute: async ({ url }) => (await fetch(${address})).text() });
const agent = new Agent({ name: 'Desk', tools: [readInbox, openPage] });
await run(agent, 'hi');
`;
    expect(await flows('desk.ts', desk('url'))).toHaveLength(1);
    expect(await flows('desk.ts', desk("'https://docs.example.com/?q=' + url"))).toEqual([]);
  });
});
