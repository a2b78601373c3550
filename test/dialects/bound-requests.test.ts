import { expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const HEAD = `from functools import partial
from openai import OpenAI
client = OpenAI(base_url="https://eu.api.example.com/v1")
`;
const SHELL = 'tools=[{"type": "shell"}]';

/** Systems by dialect, with where they stand, their tools and the host that they call. */
async function systemsIn(files: Record<string, string>): Promise<string[]> {
  const { systems } = await lintFiles(files);
  return systems.map(({ dialect, at, agents, endpoint }) => {
    const tools = agents.flatMap((agent) => agent.tools.map(({ name }) => name));
    return [dialect, at.range().start.line, ...tools, endpoint?.host].join(' ');
  });
}

it.each([
  ['where it is bound', `ask = partial(client.responses.create, ${SHELL})\n`, 4],
  ['where it is called', `ask = partial(client.responses.create, ${SHELL})\nask(input="x")\n`, 5],
  ['with what the call adds', `ask = partial(client.responses.create)\nask(input="x", ${SHELL})\n`, 5],
])('a request whose arguments are bound before is read %s', async (_, text, line) => {
  expect(await systemsIn({ 'a.py': `${HEAD}${text}` })).toEqual([
    `responses ${line} shell eu.api.example.com`,
  ]);
});

it('one of a client from another file is read', async () => {
  const files = {
    'llm.py': 'from openai import OpenAI\nclient = OpenAI()\n',
    'a.py': `from functools import partial\nfrom llm import client\nask = partial(client.responses.create, ${SHELL})\n`,
  };
  expect(await systemsIn(files)).toEqual(['responses 3 shell ']);
});

it('a session is created once, by the call', async () => {
  const text = `start = partial(client.beta.agents.sessions.create, agent={"model": "m", ${SHELL.replace('tools=', '"tools": ')}})
start(environment={"type": "hosted"})
`;
  expect(await systemsIn({ 'a.py': `${HEAD}${text}` })).toEqual(['session 5 shell ']);
});

it.each([
  ['another method is bound', `ask = partial(client.chat.completions.create, ${SHELL})\n`],
  ['what it is passed is something else', `show = partial(print, client.responses.create, ${SHELL})\n`],
  [
    'another function has the name',
    `def partial(*a, **k): ...\nask = partial(client.files.create, ${SHELL})\n`,
  ],
])('no request is read where %s', async (_, text) => {
  expect(await systemsIn({ 'a.py': `${HEAD}${text}` })).toEqual([]);
});

it.each([
  ['of a package', 'from agents import *\n'],
  ['of a package and a module of it', 'from agents import *\nfrom agents.mcp import *\n'],
])('a module that only hands on all %s leads to the SDK', async (_, sdk) => {
  const main = 'from sdk import Agent, ShellTool\nAgent(name="A", tools=[ShellTool(executor=go)])\n';
  expect(await systemsIn({ 'sdk.py': sdk, 'main.py': main })).toEqual(['agents-sdk 2 shell ']);
});

it('one that hands on all of two packages does not', async () => {
  const files = {
    'sdk.py': 'from kits import *\nfrom tools import *\n',
    'main.py': 'from sdk import Agent, ShellTool\nAgent(name="A", tools=[ShellTool(executor=go)])\n',
  };
  expect(await systemsIn(files)).toEqual([]);
});
