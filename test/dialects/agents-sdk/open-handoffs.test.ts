import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const TOOL = `@function_tool(needs_approval=True)
def delete_account(id: str): ...
`;
const HEAD = `import copy
from agents import Agent, Runner, function_tool
${TOOL}accounts = Agent(name="Accounts", tools=[delete_account])
`;
const triage = (handoffs: string) =>
  `triage = Agent(name="Triage", handoffs=${handoffs}, input_guardrails=[check])\n`;
const RUN = 'Runner.run_sync(triage, x)\n';

/** Agents that are told to lack an input guardrail, and those of which that is not assessed. */
async function entries(files: Record<string, string>) {
  const { findings, notAssessed } = await lintFiles(files, { only: ['guardrail/missing-input'] });
  return { missing: findings.map(({ agent }) => agent), open: notAssessed.map(({ agent }) => agent) };
}

it.each([
  ['in its file', { 'a.py': `${HEAD}${triage('pick(registry)')}${RUN}` }],
  ['by one of several', { 'a.py': `${HEAD}${triage('[registry["accounts"]]')}${RUN}` }],
  [
    'in another file of its program',
    {
      'a.py': HEAD,
      'b.py': `import a\nfrom agents import Agent, Runner\n${triage('pick(a)')}${RUN}`,
    },
  ],
])('an agent that a computed handoff may reach %s is no entry for certain', async (_, files) => {
  expect(await entries(files)).toEqual({ missing: [], open: ['Accounts'] });
});

it.each([
  ['a run begins with it', { 'a.py': `${HEAD}${triage('pick(x)')}${RUN}Runner.run_sync(accounts, x)\n` }],
  [
    'another program has the handoff',
    { 'a.py': HEAD, 'b.py': `from agents import Agent, Runner\n${triage('pick(x)')}${RUN}` },
  ],
  ['all handoffs are known', { 'a.py': `${HEAD}${triage('[]')}${RUN}` }],
  [
    'its own handoffs are computed',
    {
      'a.py': `from agents import Agent, Runner, function_tool\n${TOOL}accounts = Agent(name="Accounts", tools=[delete_account], handoffs=pick(x))\n`,
    },
  ],
])('an agent is an entry where %s', async (_, files) => {
  expect(await entries(files)).toEqual({ missing: ['Accounts'], open: [] });
});

it('a copy of a list of agents hands off to them', async () => {
  const { systems } = await lintFiles({ 'a.py': `${HEAD}${triage('copy.deepcopy([accounts])')}${RUN}` });
  expect(systems.map(({ agents }) => agents.map(({ name }) => name))).toEqual([['Triage', 'Accounts']]);
});

it('a copy of an agent or a tool has what is given to it later', async () => {
  const { systems, findings } = await lintFiles(
    {
      'a.py': `import copy
from agents import Agent, ShellTool, function_tool
@function_tool
def delete_account(id: str): ...
a = Agent(name="A")
b = copy.deepcopy(a)
b.name = "B"
b.tools.append(ShellTool(executor=go))
gated = copy.copy(delete_account)
gated.needs_approval = True
c = Agent(name="C", tools=[gated])
`,
    },
    { only: ['approval/missing', 'approval/open-ended-tool'] },
  );
  const agents = systems.flatMap((one) => one.agents.map(({ name, tools }) => [name, tools.length]));
  expect(agents).toEqual([
    ['A', 0],
    ['B', 1],
    ['C', 1],
  ]);
  expect(findings.map(({ range }) => range.start.line)).toEqual([8]);
});
