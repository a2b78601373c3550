import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { reportedIn } from '../frameworks/reported-in.js';

const HEAD = `import requests
from agno.agent import Agent
from agno.approval import approval
from agno.exceptions import StopAgentRun
from agno.guardrails import PIIDetectionGuardrail, PromptInjectionGuardrail
from agno.os import AgentOS
from agno.team import Team
from agno.tools import Toolkit, tool
from agno.tools.future import FutureTools
from agno.tools.file import FileTools
from agno.tools.mcp import MCPTools, MultiMCPTools
from agno.tools.python import PythonTools
from agno.tools.shell import ShellTools
from agno.tools.slack import SlackTools
from agno.tools.workspace import Workspace
from agno.tools.yfinance import YFinanceTools


def refund(charge: str) -> dict:
    """Refunds a charge."""
    return requests.post(f"https://pay.example.com/refunds/{charge}").json()


class Bank(Toolkit):
    def __init__(self, **kwargs):
        super().__init__(name="bank", tools=[self.transfer_money, self.balance], **kwargs)

    def transfer_money(self, to: str) -> str:
        """Transfers money."""
        return requests.post("https://bank.example.com/transfers", json={"to": to}).text

    def balance(self) -> str:
        """Reads the balance."""
        return requests.get("https://bank.example.com/balance").text


class Mail(Toolkit):
    def __init__(self):
        super().__init__(name="mail")
        self.register(self.send_mail)

    def send_mail(self, text: str) -> str:
        """Sends mail."""
        return requests.post("https://mail.example.com/messages", json={"text": text}).text


`;
const agent = (tools: string, more = '') =>
  `desk = Agent(name="desk", tools=[${tools}], tool_call_limit=9, pre_hooks=[PromptInjectionGuardrail()], post_hooks=[PIIDetectionGuardrail()]${more && `, ${more}`})\nos = AgentOS(agents=[desk])\n`;

/** What is reported and not assessed of a program, by rule and tool, agent or reason. */
async function reported(text: string, more: Record<string, string> = {}): Promise<string[]> {
  const { findings, notAssessed, systems } = await lintFiles({ 'desk.py': HEAD + text, ...more });
  expect(systems.map(({ dialect }) => dialect)).toContain('agno');
  return reportedIn({ findings, notAssessed });
}

const MISSING = 'approval/missing refund';
const HOOKS = `def ask(fc):
    if input("Go? ") != "yes":
        raise StopAgentRun("no")


def goes_on(fc):
    input("Go? ")


def fails(fc):
    if input("Go? ") != "yes":
        raise ValueError("no")


def whatever(function_name, function_call, arguments):
    if input("Go? ") != "yes":
        return function_call(**arguments)
    return function_call(**arguments)


def asks(function_name, function_call, arguments):
    return function_call(**arguments) if input("Go? ") == "yes" else "refused"


def around(function_name, function_call, arguments):
    print(function_name)
    return function_call(**arguments)


def refuses(function_name, function_call, arguments):
    return "no" if function_name == "refund" else function_call(**arguments)


def refuses_other(function_name, function_call, arguments):
    return "no" if function_name == "look" else function_call(**arguments)


`;
const open = (...names: string[]) => names.map((name) => `approval/open-ended-tool ${name}`);

describe('the tools of an Agno agent', () => {
  it.each([
    ['a function', 'refund', [MISSING]],
    [
      'a function that the decorator is called with',
      'tool(requires_confirmation=True)(refund)',
      ['? approval/missing agent-lint does not read it yet'],
    ],
    ['a group of the package', 'ShellTools()', open('run_shell_command')],
    ['a group with a gate by name', 'ShellTools(requires_confirmation_tools=["run_shell_command"])', []],
    [
      'a group with a gate of another name',
      'ShellTools(requires_confirmation_tools=["other"])',
      open('run_shell_command'),
    ],
    [
      'a group with a computed gate',
      'ShellTools(requires_confirmation_tools=names())',
      ['? approval/open-ended-tool run_shell_command'],
    ],
    ['a group with a tool switched off', 'ShellTools(enable_run_shell_command=False)', []],
    [
      'a group with a computed switch',
      'ShellTools(enable_run_shell_command=ask())',
      ['? approval/missing computed by ask()'],
    ],
    ['a group with a tool that is off by default', 'FileTools(enable_save_file=False)', []],
    [
      'a group with that tool switched on',
      'FileTools(enable_save_file=False, enable_delete_file=True)',
      ['approval/missing delete_file'],
    ],
    [
      'a group with a list',
      'SlackTools(include_tools=["send_message", "list_channels"])',
      ['approval/missing send_message'],
    ],
    [
      'a group without what acts',
      'SlackTools(exclude_tools=["send_message", "send_message_thread", "upload_file"])',
      [],
    ],
    ['a group that asks by itself', 'Workspace(".")', []],
    ['the same without the question', 'Workspace(".", allowed=["shell"])', open('run_command')],
    ['a group that reads', 'YFinanceTools()', []],
    ['a group of the project', 'Bank()', ['approval/missing transfer_money']],
    ['the same with a gate by name', 'Bank(requires_confirmation_tools=["transfer_money"])', []],
    ['the same without the tool', 'Bank(include_tools=["balance"])', []],
    ['a group that registers its tools', 'Mail()', ['approval/missing send_mail']],
    [
      'servers of a list',
      'MultiMCPTools(urls=[])',
      ['? approval/missing it asks the servers for their tools when the program runs'],
    ],
    ['an export that no row names', 'FutureTools()', ['? approval/missing agent-lint does not read it yet']],
  ])('are read: %s', async (_, tools, expected) => {
    expect(await reported(agent(tools))).toEqual(expected);
  });

  it.each([
    ['@tool\n', [MISSING]],
    ['@tool(requires_confirmation=True)\n', []],
    ['@tool(requires_confirmation=False)\n', [MISSING]],
    ['@approval\n@tool\n', []],
    ['@tool\n@approval\n', []],
    ['@approval(type="required")\n@tool()\n', []],
    ['@tool(pre_hook=ask)\n', []],
    ['@tool(pre_hook=goes_on)\n', [MISSING]],
    ['@tool(pre_hook=fails)\n', [MISSING]],
    ['@tool(tool_hooks=[asks])\n', []],
    ['@tool(tool_hooks=[whatever])\n', [MISSING]],
    ['@tool(tool_hooks=[around])\n', [MISSING]],
  ])('are gated by a decorator: %j', async (decorators, expected) => {
    const text = `${HEAD}${HOOKS}${agent('refund')}`.replace('def refund', `${decorators}def refund`);
    const { findings, notAssessed } = await lintFiles({ 'desk.py': text });
    expect(reportedIn({ findings, notAssessed })).toEqual(expected);
  });

  it.each([
    ['asks a person', 'asks', []],
    ['only notes the call', 'around', [MISSING]],
    ['refuses the tool', 'refuses', []],
    ['refuses another', 'refuses_other', [MISSING]],
  ])('may be gated by a function around each call: one that %s', async (_, hook, expected) => {
    expect(await reported(HOOKS + agent('refund', `tool_hooks=[${hook}]`))).toEqual(expected);
  });

  it.each([
    ['keeps the hooks', '{"name": "copy"}', []],
    ['takes the hooks away', '{"tool_hooks": None}', [MISSING]],
    ['takes tool and hooks away', '{"tool_hooks": None, "tools": [Bank(include_tools=["balance"])]}', []],
  ])('are those of a copy: one that %s', async (_, update, expected) => {
    const text = `${HOOKS}${agent('refund', 'tool_hooks=[asks]')}copy = desk.deep_copy(update=${update})\n`;
    expect(await reported(text)).toEqual(expected);
  });

  it('of a version before 2 run code only where they are switched on', async () => {
    const lock = { 'uv.lock': '[[package]]\nname = "agno"\nversion = "1.8.0"\n' };
    expect(await reported(agent('PythonTools()'), lock)).toEqual(open('save_to_file_and_run'));
    expect(await reported(agent('PythonTools(save_and_run=False, run_code=True)'), lock)).toEqual(
      open('run_python_code'),
    );
    expect(await reported(agent('PythonTools()'))).toEqual(open('run_python_code', 'save_to_file_and_run'));
  });
});

describe('a gate of an Agno agent', () => {
  const gated = (rest: string) =>
    `desk = Agent(name="desk", tools=[refund], tool_call_limit=9, pre_hooks=[PromptInjectionGuardrail()], post_hooks=[PIIDetectionGuardrail()])\nrun = desk.run("Refund 7")\n${rest}`;

  it.each([
    ['nobody', '', ['approval/unanswered refund']],
    [
      'a person',
      'for one in run.active_requirements or []:\n    if input("Refund? ") == "yes":\n        one.confirm()\n    else:\n        one.reject()\ndesk.continue_run(run_id=run.run_id, requirements=run.requirements)\n',
      [],
    ],
    [
      'the program',
      'for one in run.active_requirements or []:\n    one.confirm()\ndesk.continue_run(run_id=run.run_id, requirements=run.requirements)\n',
      ['approval/auto-approved refund'],
    ],
    [
      'the program, by a member',
      'for one in run.tools_requiring_confirmation:\n    one.confirmed = True\ndesk.continue_run(run_response=run)\n',
      ['approval/auto-approved refund'],
    ],
    ['a page of the package', 'os = AgentOS(agents=[desk])\n', []],
  ])('is answered by %s', async (_, rest, expected) => {
    const text = `${HEAD}${gated(rest)}`.replace(
      'def refund',
      '@tool(requires_confirmation=True)\ndef refund',
    );
    const { findings, notAssessed } = await lintFiles({ 'desk.py': text });
    expect(reportedIn({ findings, notAssessed })).toEqual(expected);
  });
});

describe('a team', () => {
  it('has the tools of its members', async () => {
    expect(
      await reported(
        `${agent('refund')}team = Team(members=[desk], tool_call_limit=9, pre_hooks=[PromptInjectionGuardrail()], post_hooks=[PIIDetectionGuardrail()])\n`,
      ),
    ).toEqual([MISSING]);
  });

  it('and an agent without a limit are reported', async () => {
    const text = (tools: string) => agent(tools).replace(', tool_call_limit=9', '');
    expect(await reported(text('Workspace(".")'))).toEqual(['delegation/unbounded-turns desk']);
    expect(await reported(text(''))).toEqual([]);
  });

  it('may use a server whose list of names is stated', async () => {
    const server = (more: string) => agent(`MCPTools(url="https://crm.example.com/mcp"${more})`);
    expect(await reported(server(''))).toEqual(['scope/unrestricted-server crm.example.com']);
    expect(await reported(server(', include_tools=["look"]'))).toEqual([]);
    expect(await reported(server(', include_tools=["delete_user"]'))).toEqual([
      'approval/missing delete_user',
    ]);
    expect(
      await reported(server(', include_tools=["delete_user"], requires_confirmation_tools=["delete_user"]')),
    ).toEqual(['? approval/missing delete_user']);
  });
});
