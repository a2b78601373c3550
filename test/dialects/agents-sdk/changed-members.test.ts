import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** Agents with their tools, and where a tool without a gate is found. */
async function read(files: Record<string, string>) {
  const { systems, findings } = await lintFiles(files);
  const agents = systems.flatMap((system) => system.agents);
  return {
    agents: agents.map(({ name, tools }) => [name, ...tools.map((tool) => tool.name)].join(' ')).sort(),
    ungated: findings
      .filter(({ rule }) => rule === 'approval/missing')
      .map(({ file, range: { start } }) => `${file}:${start.line}:${start.column}`),
  };
}

const HEAD_TS = `import { Agent, run, tool } from '@openai/agents';
const send = tool({ name: 'send_email', execute: async () => 'sent' });
`;
const HEAD_PY = `from agents import Agent, function_tool
@function_tool
def send_email(to: str): ...
`;

describe('an agent that is given a tool by another way than its own name', () => {
  it.each([
    [
      'what is taken out',
      'const { mailer } = { mailer: new Agent({ name: "A" }) };\nmailer.tools.push(send);',
    ],
    [
      'what a function gives, taken out',
      'function team() { const mailer = new Agent({ name: "A" }); return { mailer }; }\nconst { mailer } = team();\nmailer.tools.push(send);',
    ],
    [
      'a member of what a function gives',
      'function team() { const mailer = new Agent({ name: "A" }); return { mailer }; }\nconst all = team();\nall.mailer.tools.push(send);',
    ],
    [
      'a member that is set later',
      'const all: Record<string, Agent> = {};\nall.mailer = new Agent({ name: "A" });\nall.mailer.tools.push(send);',
    ],
    [
      'a static field',
      'class Team { static mailer = new Agent({ name: "A" }); }\nTeam.mailer.tools.push(send);',
    ],
    [
      'a field of an object',
      'class Team { mailer = new Agent({ name: "A" }); }\nconst team = new Team();\nteam.mailer.tools = [send];',
    ],
    [
      'what a constructor takes',
      'const mailer = new Agent({ name: "A" });\nclass Team {\n  constructor(private readonly m: Agent) {}\n  wire() { this.m.tools.push(send); }\n}\nnew Team(mailer).wire();',
    ],
    [
      'what a constructor gives a field',
      'const mailer = new Agent({ name: "A" });\nclass Team {\n  m: Agent;\n  constructor(m: Agent) { this.m = m; }\n  wire() { this.m.tools.push(send); }\n}\nnew Team(mailer).wire();',
    ],
    ['a list behind a cast', 'const mailer = new Agent({ name: "A" });\n(mailer.tools as Loose).push(send);'],
    [
      'a list behind a cast of another kind',
      'const mailer = new Agent({ name: "A" });\n(<Loose[]>mailer.tools)?.push(send);',
    ],
    [
      'a list that is put together of itself',
      'const mailer = new Agent({ name: "A", tools: [send] });\nmailer.tools = [...mailer.tools];',
    ],
    [
      'an agent behind a cast',
      'const mailer = new Agent({ name: "A" });\n(mailer as Loose).tools.push(send);',
    ],
  ])('has it in TypeScript: %s', async (_, text) => {
    expect(await read({ 'a.ts': `${HEAD_TS}${text}\n` })).toEqual({
      agents: ['A send_email'],
      ungated: ['a.ts:2:27'],
    });
  });

  it.each([
    [
      'a list that is put together of itself',
      'a = Agent(name="A", tools=[send_email])\na.tools = a.tools + []',
    ],
    [
      'a list that is taken apart into itself',
      'a = Agent(name="A", tools=[send_email])\na.tools = [*a.tools]',
    ],
    ['a dict', 'team = {}\nteam["a"] = Agent(name="A")\nteam["a"].tools.append(send_email)'],
    ['an attribute of a class', 'class Team:\n    a = Agent(name="A")\nTeam.a.tools.append(send_email)'],
    ['what a dict is asked for', 'team = {"m": Agent(name="A")}\nteam.get("m").tools.append(send_email)'],
    [
      'a property',
      'from functools import cached_property\nclass Team:\n    @cached_property\n    def a(self):\n        return Agent(name="A")\nteam = Team()\nteam.a.tools.append(send_email)',
    ],
    [
      'what a constructor gives a field',
      'a = Agent(name="A")\nclass Team:\n    def __init__(self, lead, *, m=None):\n        self.m = m\n    def wire(self):\n        self.m.tools.append(send_email)\nTeam(None, m=a).wire()',
    ],
  ])('has it in Python: %s', async (_, text) => {
    expect(await read({ 'a.py': `${HEAD_PY}${text}\n` })).toEqual({
      agents: ['A send_email'],
      ungated: ['a.py:3:5'],
    });
  });

  it.each([
    ['a module of a package', 'from pkg import parts', 'parts.mailer'],
    ['a module beside it', 'from . import parts', 'parts.mailer'],
    ['a module by its whole name', 'import pkg.parts', 'pkg.parts.mailer'],
    ['all of a module', 'from pkg.parts import *', 'mailer'],
  ])('has it from another file: %s', async (_, imported, agent) => {
    const files = {
      'pkg/__init__.py': '',
      'pkg/parts.py': `${HEAD_PY}mailer = Agent(name="A")\n`,
      'pkg/app.py': `${imported}\nfrom pkg.parts import send_email\n${agent}.tools.append(send_email)\n`,
    };
    expect(await read(files)).toEqual({ agents: ['A send_email'], ungated: ['pkg/parts.py:3:5'] });
  });

  it('has it from a file that has the team made', async () => {
    const files = {
      'team.ts': `import { Agent } from '@openai/agents';
export function createTeam() {
  const mailer = new Agent({ name: 'A' });
  return { mailer, other: new Agent({ name: 'B' }) };
}
`,
      'app.ts': `${HEAD_TS}import { createTeam } from './team.js';\nconst team = createTeam();\nteam.mailer.tools.push(send);\n`,
    };
    expect(await read(files)).toEqual({ agents: ['A send_email', 'B'], ungated: ['app.ts:2:27'] });
  });

  it('is distinguished from others that the same function makes', async () => {
    const text = `${HEAD_PY}def make(name):
    return Agent(name=name)
class Team:
    def __init__(self):
        self.a = make("A")
        self.b = make("B")
        self.b.tools.append(send_email)
`;
    expect((await read({ 'a.py': text })).agents).toEqual(['A', 'B send_email']);
  });

  it('is not said to have what is taken away again', async () => {
    const team = 'class Team { static mailer = new Agent({ name: "A" }); }\n';
    const text = 'Team.mailer.tools = [send];\nTeam.mailer.tools = [];';
    expect(await read({ 'a.ts': `${HEAD_TS}${team}${text}\n` })).toEqual({ agents: ['A'], ungated: [] });
  });

  it('may have it under a condition, which is as good as a choice', async () => {
    const team = 'class Team { static mailer = new Agent({ name: "A" }); }\n';
    const text = 'if (process.env.MAIL) Team.mailer.tools = [send];';
    const { agents, ungated } = await read({ 'a.ts': `${HEAD_TS}${team}${text}\n` });
    expect([agents, ungated]).toEqual([['A send_email'], ['a.ts:2:27']]);
  });

  it('is not given one by a test', async () => {
    const files = {
      'team.ts': `import { Agent } from '@openai/agents';\nexport class Team { static mailer = new Agent({ name: 'A' }); }\n`,
      'team.test.ts': `${HEAD_TS}import { Team } from './team.js';\nTeam.mailer.tools.push(send);\n`,
    };
    expect(await read(files)).toEqual({ agents: ['A'], ungated: [] });
  });
});

it('a gate that is set in a member of an object gates the tool that is made of it', async () => {
  const text = `import { Agent, tool } from '@openai/agents';
const all: Record<string, Agent> = {};
all.send = { name: 'send_email', execute: async () => '' };
all.drop = { name: 'delete_row', execute: async () => '' };
all.drop.needsApproval = true;
new Agent({ name: 'A', tools: [tool(all.send), tool(all.drop)] });
`;
  expect((await read({ 'a.ts': text })).ungated).toEqual(['a.ts:3:20']);
});

const TEAM = `class Team:
    def __init__(self, m, other):
        self.m = m
    def wire(self):
        self.m.tools.append(send_email)
`;

describe('an agent beside a change of something else', () => {
  it.each([
    ['for another parameter', `${TEAM}Team(None, a).wire()`],
    ['of another name', `${TEAM}class Own:\n    def __init__(self, m): ...\nOwn(a)`],
    ['that another key gives', 'team = {"m": a, "n": Desk()}\nteam.get("n").tools.append(send_email)'],
    ['that a list of another name has', 'team = {"m": a}\nteam.get("m").notes.append(send_email)'],
    ['that is declared here', 'from parts import *\nmailer = Desk()\nmailer.tools.append(send_email)'],
    ['whose field is replaced', `${TEAM.replace('= m\n', '= copies(m)\n')}Team(a, None).wire()`],
  ])('has no tool of it: %s', async (_, text) => {
    expect(await read({ 'a.py': `${HEAD_PY}a = Agent(name="A")\n${text}\n` })).toEqual({
      agents: ['A'],
      ungated: [],
    });
  });
});

describe('agents that another module joins, behind a cast', () => {
  it('hand off to each other, as where it says so without one', async () => {
    const agent = (name: string) =>
      `import { RealtimeAgent } from '@openai/agents/realtime';\nexport const ${name} = new RealtimeAgent({ name: '${name}', instructions: 'Help.', handoffs: [] });\n`;
    const { systems } = await lintFiles({
      'sales.ts': agent('sales'),
      'returns.ts': agent('returns'),
      'index.ts':
        "import { sales } from './sales';\nimport { returns } from './returns';\n(sales.handoffs as Loose).push(returns);\n(returns.handoffs as Loose).push(sales);\nexport const team = [sales, returns];\n",
    });
    const handoffs = systems.map(({ agents }) =>
      agents.map(({ name, handoffs: to }) => [name, ...to.map((one) => one.name)].join(' ')).sort(),
    );
    expect(handoffs).toEqual([['returns sales', 'sales returns']]);
  });

  it('are left alone by what a function gives, and by a call of what is cast', async () => {
    expect(
      await read({
        'a.ts': `${HEAD_TS}const mailer = new Agent({ name: "A" });\n(copyOf(mailer) as Loose).tools.push(send);\n(mailer as Loose)(send);\n(mailer.tools as Loose).map(send);\n`,
      }),
    ).toEqual({ agents: ['A'], ungated: [] });
  });
});

describe('a gate among options', () => {
  const IN_TS = (write: string): string => `import { Agent, tool } from '@openai/agents';
import { key } from './elsewhere';
const options = { name: 'send_email', needsApproval: true, execute: async () => 'sent' };
${write}
const send = tool(options);
const a = new Agent({ name: 'A', tools: [send] });
`;
  const IN_PY = (write: string): string => `from agents import Agent, function_tool
from elsewhere import key
options = {"needs_approval": True}
${write}
@function_tool(**options)
def send_email(to: str): ...
a = Agent(name="A", tools=[send_email])
`;
  it.each([
    ['ts', 'delete options.other;', 'shown'],
    ['ts', 'delete options.needsApproval;', 'absent'],
    ['ts', 'delete options[key()];', 'undecidable'],
    ['py', 'options.pop("other", None)', 'shown'],
    ['py', 'del options["needs_approval"]', 'absent'],
    ['py', 'del options[key()]', 'undecidable'],
    ['py', 'options.pop(key(), None)', 'undecidable'],
    ['py', 'options.popitem()', 'undecidable'],
  ])('is as sure as the key under which an option is removed: %s %s', async (language, write, state) => {
    const text = language === 'ts' ? IN_TS(write) : IN_PY(write);
    const { systems } = await lintFiles({ [`a.${language}`]: text });
    expect(systems[0]?.agents[0]?.tools.map(({ approval }) => approval.state)).toEqual([state]);
  });
});
