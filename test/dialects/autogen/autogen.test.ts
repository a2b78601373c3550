import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { reportedIn } from '../frameworks/reported-in.js';

const HEAD = `import requests
from autogen_agentchat.agents import ApprovalResponse, AssistantAgent, CodeExecutorAgent, UserProxyAgent
from autogen_agentchat.conditions import MaxMessageTermination
from autogen_agentchat.teams import RoundRobinGroupChat, Swarm
from autogen_agentchat.tools import AgentTool
from autogen_core.tools import FunctionTool, FutureTool
from autogen_ext.code_executors.docker import DockerCommandLineCodeExecutor
from autogen_ext.code_executors.local import LocalCommandLineCodeExecutor
from autogen_ext.models.openai import OpenAIChatCompletionClient
from autogen_ext.tools.langchain import LangChainToolAdapter
from autogen_ext.tools.mcp import McpWorkbench, StdioMcpToolAdapter, StdioServerParams

client = OpenAIChatCompletionClient(model="gpt-4o")
params = StdioServerParams(command="uvx", args=["tool==1.0.0"])


async def refund(charge: str) -> dict:
    """Refunds a charge."""
    return requests.post(f"https://pay.example.com/refunds/{charge}").json()


async def look(charge: str) -> dict:
    """Reads a charge."""
    return requests.get(f"https://pay.example.com/charges/{charge}").json()


`;
const desk = (tools: string, more = '') =>
  `desk = AssistantAgent("desk", model_client=client, tools=[${tools}]${more && `, ${more}`})\n`;

/** What is reported and not assessed of a program behind the imports, by rule and tool, agent or reason. */
async function reported(text: string, more: Record<string, string> = {}): Promise<string[]> {
  const { findings, notAssessed, systems } = await lintFiles({ 'desk.py': HEAD + text, ...more });
  expect(systems.map(({ dialect }) => dialect)).toContain('autogen');
  return reportedIn({ findings, notAssessed }).filter((one) => !one.includes('guardrail/'));
}

const MISSING = 'approval/missing refund';

describe('the tools of an AutoGen agent', () => {
  it.each([
    ['a function', 'refund', [MISSING]],
    ['a function that reads', 'look', []],
    ['a function tool', 'FunctionTool(refund, description="Refunds", name="refund")', [MISSING]],
    ['an agent', 'AgentTool(AssistantAgent("inner", client, tools=[refund]))', [MISSING]],
    [
      'a tool of another framework',
      'LangChainToolAdapter(x)',
      ['? approval/missing it wraps a tool of another framework, which is not read'],
    ],
    ['an export that no row names', 'FutureTool()', ['? approval/missing agent-lint does not read it yet']],
  ])('are read: %s', async (_, tools, expected) => {
    expect(await reported(desk(tools))).toEqual(expected);
  });

  it.each([
    ['all of them', 'workbench=McpWorkbench(params)', ['scope/unrestricted-server']],
    ['one by its name', 'workbench=[]', []],
  ])('come from servers: %s', async (_, more, expected) => {
    const tool = 'one = await StdioMcpToolAdapter.from_server_params(params, "read")\n';
    const { findings, systems } = await lintFiles({ 'desk.py': `${HEAD}${tool}${desk('one', more)}` });
    expect(systems.flatMap(({ agents }) => agents.flatMap((each) => each.mcpServers)).length).toBeGreaterThan(
      0,
    );
    expect(findings.map(({ rule }) => rule).filter((rule) => rule.startsWith('scope/'))).toEqual(expected);
  });
});

describe('code that an AutoGen agent runs', () => {
  const approve = (body: string) => `def approve(request):\n${body}\n\n`;
  const coder = (more: string, executor = 'LocalCommandLineCodeExecutor()') =>
    `coder = CodeExecutorAgent("coder", code_executor=${executor}${more})\n`;
  const OPEN = ['approval/open-ended-tool code_executor'];
  const DENIED = '    response = ApprovalResponse(approved=False, reason="")\n';
  const GIVEN = '    return response';
  const APPROVED = ', approval_func=approve';
  it.each([
    ['with nobody asked', coder(''), {}, OPEN],
    ['in a container', coder('', 'DockerCommandLineCodeExecutor()'), {}, []],
    [
      'where a person approves',
      approve(
        '    answer = input("Run it? ")\n    if answer == "y":\n        return ApprovalResponse(approved=True, reason="")\n    return ApprovalResponse(approved=False, reason="")',
      ) + coder(APPROVED),
      {},
      [],
    ],
    [
      'where the program approves',
      approve('    return ApprovalResponse(approved=True, reason="")') + coder(APPROVED),
      {},
      OPEN,
    ],
    [
      'where the program approves later',
      approve(`${DENIED}    response.approved = True\n${GIVEN}`) + coder(APPROVED),
      {},
      OPEN,
    ],
    [
      'where a person approves later',
      approve(`${DENIED}    if input("Run it? ") == "y":\n        response.approved = True\n${GIVEN}`) +
        coder(APPROVED),
      {},
      [],
    ],
    [
      'in a version that has no approval',
      approve('    return ApprovalResponse(approved=False, reason="")') + coder(APPROVED),
      { 'requirements.txt': 'autogen-agentchat==0.7.1\n' },
      ['approval/broken-version autogen-agentchat', ...OPEN],
    ],
  ])('is gated by a function: %s', async (_, text, more, expected) => {
    expect(await reported(text, more)).toEqual(expected);
  });
});

describe('teams of AutoGen', () => {
  const team = (more: string) => `${desk('look')}team = Swarm([desk, UserProxyAgent("user")]${more})\n`;
  const ENDLESS = 'delegation/unbounded-turns team';
  it.each([
    ['nothing', '', [ENDLESS]],
    ['turns', ', max_turns=5', []],
    ['a condition', ', termination_condition=MaxMessageTermination(5)', []],
    ['no turns', ', max_turns=None', [ENDLESS]],
  ])('are bounded by %s', async (_, more, expected) => {
    expect(await reported(team(more))).toEqual(expected);
  });

  it('are one system with their agents', async () => {
    const { systems } = await lintFiles({ 'desk.py': `${HEAD}${team(', max_turns=5')}` });
    expect(systems.map(({ agents }) => agents.map(({ name }) => name))).toEqual([['team', 'desk', 'user']]);
  });
});
