import { beforeAll, describe, expect, test } from 'vitest';
import {
  callsOf,
  decoratedIn,
  environmentWrites,
  importsAny,
  moduleOf,
  valueOfName,
} from '../../src/program/index.js';
import { startOf, textAt } from '../syntax/place-text.js';
import { callOf, loadAll, open, projectOf } from './open.js';

beforeAll(loadAll);

const ofAgents = { from: (module: string) => module === '@openai/agents' || module === 'agents' };

describe('calls', () => {
  test('are found by where what they call comes from, in TypeScript', () => {
    const document = open(
      'a.tsx',
      `import { Agent as A, run } from '@openai/agents';
import type { Agent } from '@openai/agents';
import * as sdk from '@openai/agents';
console.log(format(Agent()));
const a = new A<Context>({ name: 'a' });
class Team { lead = new sdk.Agent({ name: 'b' }); start() { return this.lead.asTool({}); } }
export const view = <Panel onClick={() => run(a, 'hi')} />;
a.asTool();
A.create({ name: 'c' }).clone({});
function f(run) { run(); }`,
    );
    expect(
      callsOf(document, ofAgents).map(
        ({ call }) => `${call?.callee} ${call?.origin?.dotted} ${startOf(call?.at as never)}`,
      ),
    ).toEqual([
      'new A Agent 5:11',
      'new sdk.Agent Agent 6:21',
      'this.lead.asTool Agent().asTool 6:68',
      'run run 7:43',
      'a.asTool Agent().asTool 8:1',
      'A.create().clone Agent.create().clone 9:1',
      'A.create Agent.create 9:1',
    ]);
  });

  test('are found by where what they call comes from, in Python', () => {
    const document = open(
      'a.py',
      `import agents as sdk
from agents import Agent, Runner, function_tool
print(len([]))
a = Agent[Ctx](name="a")
class Team:
    def __init__(self):
        self.lead = sdk.Agent(name="b")
    def start(self):
        return self.lead.as_tool()
async def main():
    async with sdk.mcp.MCPServerStdio(params={}) as server, other() as o:
        await Runner.run(a, "hi")
        server.list_tools()
@function_tool(strict_mode=False)
def f(Agent):
    Agent()
`,
    );
    expect(
      callsOf(document, ofAgents).map(
        ({ call }) => `${call?.callee} ${call?.origin?.dotted} ${startOf(call?.at as never)}`,
      ),
    ).toEqual([
      'Agent Agent 4:5',
      'sdk.Agent Agent 7:21',
      'self.lead.as_tool Agent().as_tool 9:16',
      'sdk.mcp.MCPServerStdio mcp.MCPServerStdio 11:16',
      'Runner.run Runner.run 12:15',
      'server.list_tools mcp.MCPServerStdio().list_tools 13:9',
      'function_tool function_tool 14:2',
    ]);
  });

  test('are found by their last name where nobody knows what is called', () => {
    const document = open(
      'a.ts',
      'function ask(client) { client.responses.create({ model: "x" }); client.create; } createAll(); x.recreate();',
    );
    const found = callsOf(document, { named: new Set(['create']) });
    expect(found.map(({ call }) => [call?.callee, call?.name, call?.origin])).toEqual([
      ['client.responses.create', 'create', undefined],
    ]);
  });

  test('are found through clients of other files', () => {
    const read = projectOf({
      'a.ts': "import { client } from './client'; client.responses.create({ store: false });",
      'client.ts':
        "import OpenAI from 'openai'; export const client = new OpenAI({ baseURL: 'https://eu.api.example.com' });",
    });
    const [call] = callsOf(read('a.ts'), { from: (module) => module === 'openai' });
    expect(call?.call?.origin).toEqual({
      module: 'openai',
      name: 'default',
      dotted: 'default().responses.create',
    });
    const client = call?.call?.receiver?.origin;
    expect(client?.dotted).toBe('default().responses');
  });

  test('have arguments, options, a receiver and the name of their result', () => {
    const document = open(
      'a.ts',
      "const extra = [1]; export const t = await (agent.asTool('x', { a: 1 }, ...extra) as Tool);",
    );
    const { call } = callOf(document, 'agent.asTool');
    expect(call?.positional.map((node) => node.toValue())).toEqual(['x', { a: 1 }, 1]);
    expect(call?.options.toValue()).toEqual({ a: 1 });
    expect(call?.named.keys()).toEqual([]);
    expect(call?.receiver?.why).toBe('`agent` is not declared in this file');
    expect(call?.boundTo).toBe('t');
    expect(call?.isNew).toBe(false);
    expect(call?.options.get('a')?.path()).toBe('a');
  });

  test('have keyword arguments with known spreads written out', () => {
    const document = open('a.py', 'base = {"model": "m"}\na = Agent("x", *[1], name="n", **base)');
    const { call } = callOf(document, 'Agent');
    expect(call?.positional.map(({ scalar }) => scalar)).toEqual(['x', 1]);
    expect(call?.named.toValue()).toEqual({ name: 'n', model: 'm' });
    expect(textAt(document, call?.named.get('name')?.at('key') as never)).toBe('name');
    expect(call?.boundTo).toBe('a');
  });

  test('name the paths of what is in their arguments', () => {
    const document = open(
      'a.ts',
      "new Agent({ name: 'a', tools: [tool({ name: 'refund', needsApproval: f() }), issue, x()] }); function issue() {}",
    );
    const tools = callOf(document, 'new Agent').call?.options.get('tools')?.items();
    expect(tools?.map((item) => item.path())).toEqual(['tools[refund]', 'tools[issue]', 'tools[2]']);
    expect(tools?.[0]?.call?.options.get('needsApproval')?.path()).toBe('tools[refund].needsApproval');
  });
});

describe('definitions', () => {
  test('have decorators, docstring, parameters and what they return, in Python', () => {
    const document = open(
      'a.py',
      `from agents import function_tool
@function_tool
@other(1)
async def refund(order: str, *, amount=1):
    """Refunds an order."""
    def inner():
        return 1
    if order:
        return {"approve": True}
    return None
class Desk:
    @function_tool(needs_approval=True)
    def close(self):
        pass
`,
    );
    const [refund, close] = decoratedIn(document);
    expect(refund?.reference).toMatchObject({
      kind: 'function',
      name: 'refund',
      docstring: 'Refunds an order.',
      parameters: ['order', 'amount'],
    });
    expect(startOf(refund?.reference?.at as never)).toBe('4:11');
    expect(textAt(document, refund?.at() as never)).toBe('refund');
    expect(refund?.at().element?.().start).toEqual({ line: 2, column: 1 });
    expect(refund?.reference?.decorators.map((node) => [node.origin?.dotted, node.call?.callee])).toEqual([
      ['function_tool', undefined],
      [undefined, 'other'],
    ]);
    expect(refund?.reference?.returned.map((node) => node.toValue())).toEqual([{ approve: true }, null]);
    expect(close?.reference?.decorators[0]?.call?.named.get('needs_approval')?.scalar).toBe(true);
  });

  test('have parameters, bases and what they return, in TypeScript', () => {
    const document = open(
      'a.ts',
      'value(async ({ a, b: [c] }, d = 1) => ({ approve: true }), Team); class Team extends Agent {}',
    );
    const [arrow, team] = callOf(document, 'value').call?.positional ?? [];
    expect(arrow?.reference?.name).toBeUndefined();
    expect(arrow?.reference?.parameters).toEqual(['{ a, b: [c] }', 'd']);
    expect(arrow?.reference?.returned.map((node) => node.toValue())).toEqual([{ approve: true }]);
    expect([team?.reference?.kind, team?.reference?.name]).toEqual(['class', 'Team']);
    expect(team?.reference?.bases.map(({ why }) => why)).toEqual(['`Agent` is not declared in this file']);
  });

  test('are asked for by name', () => {
    const document = open('a.ts', "const a = 1; export const b = { c: 'x' };");
    expect(valueOfName(document, 'b')?.toValue()).toEqual({ c: 'x' });
    expect(valueOfName(document, 'nothing')).toBeUndefined();
    expect(moduleOf(document)?.reference?.kind).toBe('module');
  });
});

describe('environment variables', () => {
  test('are seen where code sets them', () => {
    const script = open(
      'a.ts',
      "process.env.OPENAI_AGENTS_DISABLE_TRACING = '1';\nprocess.env['B'] = b; x.env.C = 1;",
    );
    expect(environmentWrites(script).map(({ name, value, at }) => [name, value.scalar, startOf(at)])).toEqual(
      [
        ['OPENAI_AGENTS_DISABLE_TRACING', '1', '1:1'],
        ['B', undefined, '2:1'],
      ],
    );
    const python = open(
      'a.py',
      'import os\nos.environ["A"] = "1"\nos.environ.setdefault("B", "2")\nos.putenv("C", "3")\nos.environ.get("D", "4")\nos.environ.update({"E": "5"}, F="6")\n',
    );
    expect(environmentWrites(python).map(({ name, value }) => [name, value.scalar])).toEqual([
      ['A', '1'],
      ['B', '2'],
      ['C', '3'],
      ['E', '5'],
      ['F', '6'],
    ]);
  });
});

describe('the text search for imports', () => {
  test.each([
    ['typescript', "import { Agent } from '@openai/agents';", true],
    ['typescript', 'const x = require("@openai/agents/realtime")', true],
    ['tsx', 'await import(`@openai/agents`)', true],
    ['typescript', "import x from '@openai/agents-extra';", false],
    ['typescript', '// uses @openai/agents', false],
    ['typescript', "import x from 'lodash'; '@openai/agentsx'; '@openai/agents", false],
    ['python', 'from agents import Agent', true],
    ['python', '  import os, agents', true],
    ['python', 'try: import agents.mcp as m', true],
    ['python', 'import os, \\\n  agents', true],
    ['python', 'importlib.import_module("agents")', true],
    ['python', 'import my_agents\nagents_list = []\nx.agents = 1', false],
    ['python', 'print("no agents here")', false],
  ] as const)('in %s reads %j as %s', (grammar, text, expected) => {
    const modules = grammar === 'python' ? ['openai', 'agents'] : ['openai', '@openai/agents'];
    expect(importsAny(text, modules, grammar)).toBe(expected);
  });
});

describe('what is not known but seen', () => {
  test('names the list that is spread', () => {
    const document = open(
      'a.ts',
      "import { toolNamespace } from '@openai/agents'; const crm = toolNamespace({ name: 'crm' }); value([...crm, ...f()]);",
    );
    const [crm, other] = callOf(document, 'value').call?.positional[0]?.items() ?? [];
    expect(crm?.kind).toBe('dynamic');
    expect(crm?.spread?.call?.origin?.dotted).toBe('toolNamespace');
    expect(crm?.spread?.call?.options.get('name')?.scalar).toBe('crm');
    expect(other?.spread?.why).toBe('computed by f()');
  });

  test('names an object once that is spread into another one again and again', () => {
    const text = `let a = { ...f() };\n${'a = { ...a, ...a };\n'.repeat(30)}value(a);`;
    const found = callOf(open('a.ts', text), 'value').call?.positional[0];
    expect(found?.spreads.map(({ why }) => why)).toEqual(['computed by f()']);
  });

  test('tells types in brackets behind a class from keys behind a dict', () => {
    const python = open(
      'a.py',
      'from x import Agent, f\nDO = {"a": Agent, "b": f}\nAgent["Context"](1)\nAgent[Context](2)\nDO["a"](3)\nDO[key](4)\n',
    );
    const targets = callsOf(python).map(({ call }) => call?.origin?.dotted ?? call?.target.may?.length);
    expect(targets).toEqual(['Agent', 'Agent', 'Agent', 2]);
  });

  test('goes on behind an assertion, whatever is known of it', () => {
    const python = open('a.py', 'seen = []\ndef f(x):\n    seen.append(x)\nassert seen == [1]\nvalue("x")\n');
    expect(callOf(python, 'value').call?.positional[0]?.scalar).toBe('x');
  });

  test('knows what each call of a function passes for a parameter', () => {
    const python = open(
      'a.py',
      'def run(a, server=None):\n    value([server])\nasync def main():\n    run(1, S())\n    await run(1, server="x")\n    other.run(1, 2)\n',
    );
    const given = callsOf(python, { named: new Set(['value']) }).map(
      ({ call }) => call?.positional[0]?.items()[0],
    );
    expect(given.map((node) => node?.call?.callee ?? node?.scalar)).toEqual(['S', 'x']);
    const script = open(
      'a.ts',
      'const run = async (a, { b }) => { value([a, b]); }; run(1, 2); function f(run) { run(3); }',
    );
    const items = callOf(script, 'value').call?.positional[0]?.items();
    expect(items?.map(({ scalar }) => scalar)).toEqual([1, undefined]);
  });
});
