import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { reportedIn } from '../frameworks/reported-in.js';

const HEAD = `import requests
from mcp import StdioServerParameters
from smolagents import CodeAgent, DockerExecutor, DuckDuckGoSearchTool, GradioUI, LocalPythonExecutor, MCPClient, PythonInterpreterTool, Tool, ToolCallingAgent, ToolCollection, load_tool, tool
from smolagents.future import FutureTool


@tool
def refund(charge: str) -> str:
    """Refunds a charge."""
    return requests.post(f"https://pay.example.com/refunds/{charge}").text


class Wipe(Tool):
    name = "delete_account"
    description = "Deletes an account"

    def forward(self, id: str) -> str:
        return requests.delete(f"https://crm.example.com/accounts/{id}").text


class Ask(Tool):
    name = "close_account"
    description = "Deletes an account"

    def forward(self, id: str) -> str:
        if input(f"Delete {id}? ") != "yes":
            return "declined"
        return requests.delete(f"https://crm.example.com/accounts/{id}").text


class Careful(ToolCallingAgent):
    def execute_tool_call(self, tool_name, arguments):
        if input(f"{tool_name}? ") != "yes":
            return "declined"
        return super().execute_tool_call(tool_name, arguments)


`;
const CHECKED = 'final_answer_checks=[lambda answer, memory: len(answer) < 99]';
const agent = (tools: string, more = '', kind = 'ToolCallingAgent') =>
  `desk = ${kind}(name="desk", tools=[${tools}], model=model(), ${CHECKED}${more && `, ${more}`})\ndesk.run(task())\n`;
const code = (more: string) => agent('', more, 'CodeAgent');

/** What is reported and not assessed of a program, by rule and tool, agent or reason; without inputs, which nothing checks. */
async function reported(text: string): Promise<string[]> {
  const { findings, notAssessed, systems } = await lintFiles({ 'desk.py': HEAD + text });
  expect(systems.map(({ dialect }) => dialect)).toContain('smolagents');
  return reportedIn({ findings, notAssessed }).filter((one) => !one.includes('guardrail/missing-input'));
}

describe('the tools of an agent of smolagents', () => {
  it.each([
    ['a decorated function', 'refund', ['approval/missing refund']],
    ['a class', 'Wipe()', ['approval/missing delete_account']],
    ['a class that asks', 'Ask()', []],
    ['a tool of the package', 'DuckDuckGoSearchTool()', []],
    ['an interpreter with its own list', 'PythonInterpreterTool()', []],
    [
      'an interpreter with modules that act',
      'PythonInterpreterTool(authorized_imports=["os"])',
      ['approval/not-gateable python_interpreter'],
    ],
    [
      'a tool that is loaded',
      'load_tool("a/b", trust_remote_code=True)',
      ['? approval/missing its code is loaded when the program runs'],
    ],
    ['an export that no row names', 'FutureTool()', ['? approval/missing agent-lint does not read it yet']],
  ])('are read: %s', async (_, tools, expected) => {
    expect(await reported(agent(tools))).toEqual(expected);
  });

  it('are those of a managed agent', async () => {
    const inner = `inner = ToolCallingAgent(name="inner", tools=[refund], model=model(), ${CHECKED})\n`;
    expect(await reported(inner + agent('', 'managed_agents=[inner]'))).toEqual(['approval/missing refund']);
  });

  const PLAIN = 'mcp/plain-http crm.example.com';
  it.each([
    [
      'with MCPClient({"url": "https://crm.example.com/mcp"}) as tools:\n    ',
      'tools',
      'crm.example.com',
      [],
    ],
    [
      'with MCPClient({"url": "http://crm.example.com/mcp"}) as tools:\n    ',
      'tools',
      'crm.example.com',
      [PLAIN],
    ],
    [
      'with ToolCollection.from_mcp({"url": "http://crm.example.com/mcp"}) as all:\n    ',
      'all.tools',
      'crm.example.com',
      [PLAIN],
    ],
    ['client = MCPClient(StdioServerParameters(command="crm-mcp"))\n', 'client.get_tools()', 'client', []],
  ])('may be those of a server: %j', async (head, list, name, more) => {
    const text = `${head}desk = ToolCallingAgent(name="desk", tools=${list}, model=model(), ${CHECKED})\n`;
    expect(await reported(text)).toEqual([...more, `scope/unrestricted-server ${name}`]);
  });
});

describe('the code of an agent of smolagents', () => {
  const SHELL = ['approval/not-gateable python_code'];
  const NETWORK = ['approval/not-gateable python_code_with_network'];
  it.each([
    ['', []],
    ['additional_authorized_imports=["numpy", "pandas"]', []],
    ['additional_authorized_imports=["*"]', SHELL],
    ['additional_authorized_imports=["numpy", "subprocess"]', SHELL],
    ['additional_authorized_imports=["requests"]', NETWORK],
    ['additional_authorized_imports=["os", "requests"]', SHELL],
    ['additional_authorized_imports=["*"], executor_type="local"', SHELL],
    ['additional_authorized_imports=["*"], executor_type="docker"', []],
    ['additional_authorized_imports=["requests"], use_e2b_executor=True', []],
    ['additional_authorized_imports=["os"], executor=DockerExecutor(["os"])', []],
    ['additional_authorized_imports=["os"], executor=LocalPythonExecutor(["os"])', SHELL],
    ['additional_authorized_imports=["os", *given]', SHELL],
  ])('acts by what it may import: %s', async (more, expected) => {
    expect(await reported(code(more))).toEqual(expected);
  });

  it('may be gated by a method of its class', async () => {
    expect(await reported(agent('refund', '', 'Careful'))).toEqual(['? approval/missing refund']);
  });

  it.each([
    ['max_steps=None', ['delegation/unbounded-turns desk']],
    ['max_steps=9', []],
    ['', []],
  ])('runs in steps that are bounded: %s', async (more, expected) => {
    expect(await reported(agent('DuckDuckGoSearchTool()', more))).toEqual(expected);
  });
});
