import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** Agents with their tools, in the order of their names. */
async function agentsIn(file: string, text: string): Promise<string[]> {
  const { systems } = await lintFiles({ [file]: text });
  const agents = systems.flatMap((system) => system.agents);
  return agents.map(({ name, tools }) => [name, ...tools.map((tool) => tool.name)].join(' ')).sort();
}

const PYTHON = 'from agents import Agent, ShellTool\n';
const SCRIPT = "import { Agent, shellTool } from '@openai/agents';\n";
const COPY = 'clone(name="R", tools=[ShellTool(executor=go)])';
const COPY_TS = "clone({ name: 'R', tools: [shellTool({ shell })] })";

it.each([
  [
    'an agent of a class of the project',
    'a.py',
    `${PYTHON}class Own(Agent):\n    pass\nc = Own(name="C")\nr = c.${COPY}\n`,
  ],
  [
    'one of a class that extends such a class',
    'a.py',
    `${PYTHON}class Base(Agent[dict]):\n    pass\nclass Own(Base):\n    pass\nc = Own(name="C")\nr = c.${COPY}\n`,
  ],
  [
    'one of a class in TypeScript',
    'a.ts',
    `${SCRIPT}class Own extends Agent {}\nconst c = new Own({ name: 'C' });\nconst r = c.${COPY_TS};\n`,
  ],
  [
    'a private field',
    'a.ts',
    `${SCRIPT}class Desk {\n  #coder = new Agent({ name: 'C' });\n  make() { return this.#coder.${COPY_TS}; }\n}\n`,
  ],
  [
    'what another package keeps under a name',
    'a.py',
    `${PYTHON}from types import SimpleNamespace\nteam = SimpleNamespace(coder=Agent(name="C"))\nr = team.coder.${COPY}\n`,
  ],
])('a copy is read of %s', async (_, file, text) => {
  expect(await agentsIn(file, text)).toEqual(['C', 'R shell']);
});

it.each([
  [
    'what is no agent is copied',
    'a.py',
    `${PYTHON}class Own(Repository):\n    pass\nc = Own(name="C")\nr = c.${COPY}\nAgent(name="C")\n`,
  ],
  [
    'another member is copied',
    'a.py',
    `${PYTHON}from types import SimpleNamespace\nteam = SimpleNamespace(coder=Agent(name="C"), files=Repository())\nr = team.files.${COPY}\n`,
  ],
  [
    'a private field is something else',
    'a.ts',
    `${SCRIPT}class Desk {\n  #coder = new Agent({ name: 'C' });\n  #files = new Repository();\n  make() { return this.#files.${COPY_TS}; }\n}\n`,
  ],
])('no agent is read where %s', async (_, file, text) => {
  expect(await agentsIn(file, text)).toEqual(['C']);
});
