import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { reportedIn } from '../frameworks/reported-in.js';

const HEAD = `import requests
from crewai import Agent, Crew, Flow, Process, Task
from crewai.hooks import HookAborted, InterceptionPoint, ToolCallHookContext, before_llm_call, before_tool_call, on, register_before_tool_call_hook
from crewai.hooks import clear_before_llm_call_hooks, clear_before_tool_call_hooks, unregister_before_tool_call_hook
from crewai.mcp import MCPServerHTTP, create_static_tool_filter
from crewai.project import CrewBase, agent, crew, task
from crewai.tools import BaseTool, tool
from crewai_tools import FutureTool, MCPServerAdapter, SerperDevTool, ZapierActionTools
from mcp import StdioServerParameters


@tool("Refund a charge")
def refund(charge: str) -> dict:
    """Refunds a charge."""
    return requests.post(f"https://pay.example.com/refunds/{charge}").json()


@tool
def look(charge: str) -> dict:
    """Reads a charge."""
    return requests.get(f"https://pay.example.com/charges/{charge}").json()


class Repay(BaseTool):
    name: str = "Pay a charge back"
    description: str = "Pays a charge back"

    def _run(self, charge: str) -> str:
        return requests.post(f"https://pay.example.com/refunds/{charge}").text


@before_llm_call
def check(context):
    if "secret" in str(context.messages):
        return False


`;
const desk = (tools: string, more = '') =>
  `desk = Agent(role="Desk", goal="Help.", backstory="Kind.", guardrail="No names.", tools=[${tools}]${more && `, ${more}`})\n`;

/** What is reported and not assessed of a program behind the imports, by rule and tool, agent or reason. */
async function reported(text: string, more: Record<string, string> = {}): Promise<string[]> {
  const { findings, notAssessed, systems } = await lintFiles({ 'desk.py': HEAD + text, ...more });
  expect(systems.map(({ dialect }) => dialect)).toContain('crewai');
  return reportedIn({ findings, notAssessed });
}

/** The agents of a program, each with its tools and whom it hands off to. */
async function agentsOf(text: string) {
  const { systems } = await lintFiles({ 'desk.py': HEAD + text });
  return systems.map(({ agents }) =>
    agents.map((one) => [one.name, one.tools.map(({ name }) => name), one.handoffs.map(({ name }) => name)]),
  );
}

const MISSING = 'approval/missing Refund a charge';

describe('the tools of a CrewAI agent', () => {
  it.each([
    ['a decorated function', 'refund', [MISSING]],
    ['a decorated function that reads', 'look', []],
    ['an object of a class of the project', 'Repay()', ['approval/missing Pay a charge back']],
    ['a tool of the package that reads', 'SerperDevTool()', []],
    [
      'tools of a service',
      'ZapierActionTools()',
      ['? approval/missing it makes its tools of a service that is not read'],
    ],
    ['an export that no row names', 'FutureTool()', ['? approval/missing agent-lint does not read it yet']],
  ])('are read: %s', async (_, tools, expected) => {
    expect(await reported(desk(tools))).toEqual(expected);
  });

  it.each([
    ['ran code before 1.14', '1.9.0', ['code_interpreter']],
    ['run none since', '1.14.0', []],
  ])('of an option that %s', async (_, version, expected) => {
    const { systems } = await lintFiles({
      'desk.py': HEAD + desk('', 'allow_code_execution=True'),
      'uv.lock': `[[package]]\nname = "crewai"\nversion = "${version}"\n`,
    });
    const tools = systems.flatMap(({ agents }) => agents.flatMap((one) => one.tools));
    expect(tools.map(({ name }) => name)).toEqual(expected);
  });
});

describe('the tools of a task of CrewAI', () => {
  const task = (more: string) => `task = Task(description="Refund.", expected_output="Done."${more})\n`;
  it.each([
    ['of an agent', 'tools=[refund], agent=desk', [MISSING]],
    ['of no agent', 'tools=[refund]', [MISSING]],
    ['of an agent that is not seen', 'tools=[refund], agent=helper()', [MISSING]],
    ['that reads', 'tools=[look]', []],
    ['without tools', 'agent=helper()', []],
  ])('are read: one %s', async (_, more, expected) => {
    const text = `from other import helper\n\n\n${desk('')}${task(`, guardrail="No names.", ${more}`)}`;
    expect((await reported(text)).filter((one) => one.includes('approval/missing'))).toEqual(expected);
  });
});

describe('a tool of CrewAI that no agent is seen to take', () => {
  it.each([['an object of a class', 'TOOLS = {"pay": Repay()}\n', ['? approval/missing Pay a charge back']]])(
    'is listed: %s',
    async (_, more, expected) => {
      expect(await reported(`${desk('refund')}${more}`)).toEqual([MISSING, ...expected].sort());
    },
  );
});

describe('functions before each call of a tool in CrewAI', () => {
  const ASK =
    '    answer = context.request_human_input(prompt="Go?")\n    return None if answer == "yes" else False\n';
  const GO = 'context.request_human_input(prompt="Go?") == "yes"';
  const no = (value: string) => `    if not ${GO}:\n        return ${value}\n    return True\n`;
  const SETUP = 'def setup():\n    register_before_tool_call_hook(guard)\n\n\n';
  const OPEN = '? approval/missing Refund a charge';
  const hook = (body: string, decorator = '@before_tool_call\n') =>
    `${decorator}def guard(context: ToolCallHookContext):\n${body}\n\n`;
  it.each([
    ['asks a person', hook(ASK), []],
    ['asks a person about this tool', hook(ASK, '@before_tool_call(tools=["refund_a_charge"])\n'), []],
    ['asks a person about another', hook(ASK, '@before_tool_call(tools=["look"])\n'), [MISSING]],
    ['refuses this tool', hook('    if context.tool_name == "refund_a_charge":\n        return False\n'), []],
    [
      'refuses another',
      hook('    if context.tool_name == "look":\n        return False\n    return None\n'),
      [MISSING],
    ],
    ['asks, then goes on', hook('    context.request_human_input(prompt="Go?")\n'), [MISSING]],
    ['returns the same for each answer', hook(no('None')), [MISSING]],
    ['returns a text where a person says no', hook(no('"no"')), [MISSING]],
    ['returns no truth value', hook(`    return ${GO} or None\n`), [MISSING]],
    ['returns whether a person says yes', hook(`    return ${GO}\n`), []],
    ['stops by its exception', hook(`    if not ${GO}:\n        raise HookAborted("no")\n`), []],
    ['fails by another one', hook(`    if not ${GO}:\n        raise ValueError("no")\n`), [MISSING]],
    ['only prints', hook('    print(context.tool_name)\n'), [MISSING]],
    ['returns something else', hook('    return True\n'), [MISSING]],
    ['is registered by a call', `${hook(ASK, '')}register_before_tool_call_hook(guard)\n`, []],
    ['is not registered', hook(ASK, ''), [MISSING]],
    [
      'asks above an amount',
      hook(`    if context.tool_input["amount"] < 100:\n        return None\n${ASK}`),
      [],
    ],
    [
      'a module may register that is loaded by its name',
      'import importlib\n\nimportlib.import_module("rules")\n',
      [OPEN],
    ],
    ['is taken away', `${hook(ASK)}clear_before_tool_call_hooks()\n`, [MISSING]],
    ['is taken away by its name', `${hook(ASK)}unregister_before_tool_call_hook(guard)\n`, [MISSING]],
    ['comes after all were taken away', `clear_before_tool_call_hooks()\n${hook(ASK)}`, []],
    ['stays where others are taken away', `${hook(ASK)}clear_before_llm_call_hooks()\n`, []],
    ['may be taken away', `${hook(ASK)}if mine():\n    clear_before_tool_call_hooks()\n`, [OPEN]],
    ['a function registers that is called', `${hook(ASK, '')}${SETUP}setup()\n`, []],
    ['a function registers that nobody calls', `${hook(ASK, '')}${SETUP}`, [OPEN]],
    [
      'is of some agents',
      hook(ASK, '@before_tool_call(agents=["Desk"])\n'),
      ['? approval/missing Refund a charge'],
    ],
    [
      'may stop by an exception',
      hook('    pass\n', '@on(InterceptionPoint.PRE_TOOL_CALL)\n'),
      ['? approval/missing Refund a charge'],
    ],
  ])('gate the tools of all agents of a program: one that %s', async (_, head, expected) => {
    expect((await reported(head + desk('refund'))).filter((one) => one.includes('missing R'))).toEqual(
      expected,
    );
  });
});

describe('functions of a file of CrewAI', () => {
  const guard =
    'from crewai.hooks import before_tool_call\n\n\n@before_tool_call\ndef guard(context):\n    return False\n';
  it.each([
    ['are those of programs that import it', 'import guard\n', []],
    ['are those of no other program', '', [MISSING]],
  ])('%s', async (_, head, expected) => {
    expect(await reported(head + desk('refund'), { 'guard.py': guard })).toEqual(expected);
  });
});

describe('the servers of a CrewAI agent', () => {
  const OPEN = 'scope/unrestricted-server';
  const params = 'params = StdioServerParameters(command="uvx", args=["tool==1.0.0"])\n';
  it.each([
    [
      'an adapter',
      `${params}with MCPServerAdapter(params) as tools:\n    ${desk('*tools').trim()}\n`,
      [OPEN],
    ],
    [
      'an adapter with names',
      `${params}adapter = MCPServerAdapter(params, "read", "list")\n${desk('*adapter.tools')}`,
      [],
    ],
    [
      'an adapter with names of tools that act',
      `${params}adapter = MCPServerAdapter(params, "write_file", *["delete_file"])\n${desk('*adapter.tools')}`,
      ['approval/not-gateable'],
    ],
    [
      'an adapter with a hook that asks',
      `${params}@before_tool_call\ndef ask(context: ToolCallHookContext):\n    return None if context.request_human_input("?") == "yes" else False\n\n\nadapter = MCPServerAdapter(params, "delete_file")\n${desk('*adapter.tools')}`,
      [],
    ],
    ['an entry', desk('', 'mcps=[MCPServerHTTP(url="https://mcp.example.com/mcp")]'), [OPEN]],
    [
      'an entry with a filter',
      desk(
        '',
        'mcps=[MCPServerHTTP(url="https://mcp.example.com/mcp", tool_filter=create_static_tool_filter(allowed_tool_names=["read"]))]',
      ),
      [],
    ],
  ])('are read: %s', async (_, text, expected) => {
    const { findings, systems } = await lintFiles({ 'desk.py': HEAD + text });
    expect(systems.flatMap(({ agents }) => agents.flatMap((one) => one.mcpServers))).toHaveLength(1);
    const rules = findings.map(({ rule }) => rule).filter((rule) => /^(?:scope|approval)\//.test(rule));
    expect(rules).toEqual(expected);
  });
});

describe('the agents of a crew', () => {
  const CREW = `@CrewBase
class Office:
    agents_config = "config/agents.yaml"

    @agent
    def writer(self) -> Agent:
        return Agent(config=self.agents_config["writer"], tools=[look])

    @agent
    def payer(self) -> Agent:
        return Agent(config=self.agents_config["payer"], tools=[refund])

    @crew
    def crew(self) -> Crew:
        return Crew(agents=self.agents, tasks=self.tasks, process=Process.sequential)
`;
  it.each([
    [
      'of a list',
      `${desk('refund')}office = Crew(agents=[desk], tasks=[])\n`,
      [
        [
          ['office', [], ['Desk']],
          ['Desk', ['Refund a charge'], []],
        ],
      ],
    ],
    [
      'of methods, named by the key of their configuration',
      CREW,
      [
        [
          ['crew', [], ['writer', 'payer']],
          ['writer', ['look'], []],
          ['payer', ['Refund a charge'], []],
        ],
      ],
    ],
    [
      'with the tools of their tasks',
      `${desk('look')}work = Task(description="d", expected_output="e", agent=desk, tools=[refund])\n`,
      [[['Desk', ['look', 'Refund a charge'], []]]],
    ],
  ])('are read: %s', async (_, text, expected) => {
    expect(await agentsOf(text)).toEqual(expected);
  });

  it('list what is not read of them', async () => {
    const text = `${desk('look', 'allow_delegation=True, memory=False')}work = Task(description="d", expected_output="e", agent=desk, guardrail=check)\noffice = Crew(agents=[desk], tasks=[work], memory=True, share_crew=True, tracing=None)\n`;
    const { systems } = await lintFiles({ 'desk.py': HEAD + text });
    expect(systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what))).toEqual([
      '`memory` of `office`',
      '`share_crew` of `office`',
      '`allow_delegation` of `Desk`',
      '`guardrail` of a run of `Desk`',
    ]);
  });

  it.each([
    ['the words alone', '', ['desk.py']],
    ['more than the words', '\n  allow_delegation: true', ['config/agents.yaml', 'desk.py']],
  ])('are reported once where a file states %s', async (_, more, expected) => {
    const words = (name: string) => `${name}:\n  role: Work\n  goal: Help\n  backstory: Kind${more}\n`;
    const { systems } = await lintFiles({
      'desk.py': HEAD + CREW,
      'config/agents.yaml': words('writer') + words('payer'),
      'config/tasks.yaml': 'work:\n  description: d\n  expected_output: e\n  agent: writer\n',
    });
    expect(systems.map(({ file }) => file).sort()).toEqual(expected);
  });
});
