import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** Findings as `file:line:column rule`, sorted, without what every agent without requirements or guardrails has. */
async function found(files: Record<string, string>): Promise<string[]> {
  const { findings } = await lintFiles(files);
  return findings
    .filter(({ rule }) => rule !== 'runtime/undecided' && !rule.startsWith('guardrail/'))
    .map(({ file, range, rule }) => `${file}:${range.start.line}:${range.start.column} ${rule}`)
    .sort();
}

const AGENT = `from agents import Agent, function_tool


@function_tool
def delete_user(user: str) -> str: ...


agent = Agent(name="Desk", tools=[delete_user])
`;

describe('a folder or module `agents` of the project', () => {
  it.each([
    ['a folder', 'app/agents/__init__.py'],
    ['a module', 'app/agents.py'],
  ])('is not the package where it is %s inside a package', async (_, own) => {
    const files = { 'app/__init__.py': '', [own]: 'class Agent:\n    pass\n' };
    for (const file of ['app/services/desk.py', 'app/desk.py'])
      expect(await found({ ...files, [file]: AGENT })).toEqual([`${file}:5:5 approval/missing`]);
  });

  it('is the package where the program is started beside it', async () => {
    const own = { 'agents/__init__.py': 'class Agent:\n    pass\n', 'desk.py': AGENT };
    expect(await found(own)).toEqual([]);
    const inside = Object.fromEntries(Object.entries(own).map(([name, text]) => [`app/${name}`, text]));
    // Without `__init__.py` the folder is no package: programs are started in it.
    expect(await found(inside)).toEqual([]);
    const started = {
      ...inside,
      'app/__init__.py': '',
      'app/store.py': 'x = 1\n',
      'app/desk.py': `from store import x\n${AGENT}`,
    };
    expect(await found(started)).toEqual([]);
    const named = { ...started, 'app/desk.py': `from app.store import x\n${AGENT}` };
    expect(await found(named)).toEqual(['app/desk.py:6:5 approval/missing']);
  });
});

describe('a copy of the SDK in the tree', () => {
  const copy = (gives: string) => ({
    'src/agents/__init__.py': `from .agent import ${gives}\nfrom .run import RunConfig, Runner\n`,
    'src/agents/agent.py': 'class Agent:\n    pass\n\n\ndef function_tool(function):\n    return function\n',
    'src/agents/run.py': 'class Runner:\n    pass\n\n\nclass RunConfig:\n    pass\n',
    'src/agents/mcp.py': 'class MCPServerStdio:\n    pass\n',
  });
  const USES_MCP = `${AGENT}
from agents.mcp import MCPServerStdio

files = Agent(name="Files", mcp_servers=[MCPServerStdio(params={"command": "npx", "args": ["server-filesystem", "/"]})])
`;

  it('is the SDK, with its modules', async () => {
    expect(await found({ ...copy('Agent, function_tool'), 'examples/desk.py': USES_MCP })).toEqual([
      'examples/desk.py:12:113 scope/filesystem-root',
      'examples/desk.py:12:42 scope/unrestricted-server',
      'examples/desk.py:12:92 mcp/unpinned-package',
      'examples/desk.py:5:5 approval/missing',
    ]);
  });

  it('is recognised by all of the names that the SDK gives', async () => {
    expect(await found({ ...copy('Agent'), 'examples/desk.py': AGENT })).toEqual([]);
  });
});

describe('a function that another package makes into a tool', () => {
  const workflow = (maker: string, from: string) => `from agents import Agent
from ${from}
from billing import issue_refund

agent = Agent(name="Desk", tools=[${maker}(issue_refund, start_to_close_timeout=9)])
`;
  const activity = `from temporalio import activity


@activity.defn
async def issue_refund(order: str) -> str:
    """Pays an order back."""
`;

  it.each([
    ['openai_agents.workflow.activity_as_tool', 'temporalio.contrib import openai_agents'],
    ['activity_as_tool', 'temporalio.contrib.openai_agents.workflow import activity_as_tool'],
  ])('has no gate where that package takes none: %s', async (maker, from) => {
    const { findings } = await lintFiles({
      'desk.py': workflow(maker, from),
      'billing.py': activity,
    });
    const [finding, ...more] = findings.filter(({ severity }) => severity === 'error');
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      rule: 'approval/not-gateable',
      file: 'billing.py',
      range: { start: { line: 5, column: 11 } },
      message:
        '`issue_refund` pays out money without human approval (inferred from its name: "refund"). Approval cannot be required here: `activity_as_tool` has no approval option.',
    });
  });

  it('is a tool whose gate is not known where that package is not', async () => {
    const files = { 'desk.py': workflow('as_tool', 'durable.ext import as_tool'), 'billing.py': activity };
    const { systems, findings } = await lintFiles(files);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(systems[0]?.agents[0]?.tools).toMatchObject([
      {
        name: 'issue_refund',
        approval: { state: 'undecidable', why: 'made by `as_tool` of `durable.ext`, which is not read' },
      },
    ]);
  });

  it('is distinguished from a call that makes no tool, and from one that is given none', async () => {
    for (const [maker, from] of [
      ['pick', 'durable.ext import pick'],
      ['as_tool', 'tools import as_tool'],
    ]) {
      const files = { 'desk.py': workflow(maker as string, from as string), 'billing.py': activity };
      const { systems } = await lintFiles({ ...files, 'tools.py': 'as_tool = choose()\n' });
      expect(systems[0]?.agents[0]?.tools).toEqual([]);
    }
  });
});

describe('programs that share a library', () => {
  const agent = (name: string, more = '') => `from agents import Agent, set_tracing_disabled
from library import run_agent
${more}
agent = Agent(name="${name}", instructions="x")
run_agent(agent)
`;
  const library =
    'from agents import Runner\n\n\ndef run_agent(agent):\n    return Runner.run_sync(agent, "x")\n';

  it('switch tracing off for themselves alone', async () => {
    const files = {
      'a.py': agent('A'),
      'b.py': agent('B', 'set_tracing_disabled(True)'),
      'library.py': library,
    };
    const { findings, systems } = await lintFiles(files);
    const [off, ...more] = findings.filter(({ rule }) => rule === 'tracing/disabled');
    expect(more).toEqual([]);
    expect(off).toMatchObject({ file: 'b.py', range: { start: { line: 3, column: 1 } } });
    expect(off?.message).toContain('`B`');
    expect(systems.map(({ file, tracing }) => `${file} ${tracing.state}`).sort()).toEqual([
      'a.py shown',
      'b.py absent',
    ]);
  });

  it('are one program where something imports both', async () => {
    const files = {
      'a.py': agent('A'),
      'b.py': 'from agents import set_tracing_disabled\n\nset_tracing_disabled(True)\n',
      'library.py': library,
      'main.py': 'import a\nimport b\n\nprint(a.agent, b)\n',
    };
    const { systems } = await lintFiles(files);
    expect(systems.map(({ file, tracing }) => `${file} ${tracing.state}`)).toEqual(['a.py absent']);
  });

  it('count as one where they import each other in a circle', async () => {
    const files = {
      'a.py': `import b\n${agent('A')}`,
      'b.py': 'import a\nfrom agents import set_tracing_disabled\n\nset_tracing_disabled(True)\n',
      'library.py': library,
    };
    const { systems } = await lintFiles(files);
    expect(systems.map(({ file, tracing }) => `${file} ${tracing.state}`)).toEqual(['a.py absent']);
  });
});
