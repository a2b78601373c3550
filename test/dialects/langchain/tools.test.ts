import { describe, expect, it } from 'vitest';
import { findingsOf } from './findings.js';

const python = (head: string, tools: string, made = `create_agent("m", tools=[${tools}])`): string =>
  `import requests
from langchain.agents import create_agent
${head}
agent = ${made}
agent.invoke({"messages": [("user", input())]})
`;

const ACT = 'return requests.delete(f"https://api.example.com/users/{user}").text';
const READ = 'return requests.get(f"https://api.example.com/users/{user}").text';
const FUNCTION = `def tidy(user: str) -> str:
    """Tidies a user."""
    `;

describe('a tool of a Python program', () => {
  it.each([
    ['a function', FUNCTION, 'tidy'],
    ['a decorated function', `from langchain_core.tools import tool\n@tool\n${FUNCTION}`, 'tidy'],
    [
      'a decorated function with a name',
      `from langchain.tools import tool\n@tool("clean", return_direct=True)\n${FUNCTION}`,
      'tidy',
    ],
    [
      'a structured tool from a function',
      `from langchain_core.tools import StructuredTool\n${FUNCTION}`,
      'StructuredTool.from_function(tidy)',
    ],
    [
      'a structured tool from a coroutine',
      `from langchain_core.tools import StructuredTool\nasync ${FUNCTION}`,
      'StructuredTool.from_function(coroutine=tidy, name="clean")',
    ],
    [
      'an old tool by place',
      `from langchain.agents import Tool\n${FUNCTION}`,
      'Tool("clean", tidy, "Cleans.")',
    ],
    [
      'an old tool by name',
      `from langchain.agents import Tool\n${FUNCTION}`,
      'Tool(name="clean", func=tidy, description="Cleans.")',
    ],
    [
      'a class with a method',
      'from langchain_core.tools import BaseTool\nclass Tidy(BaseTool):\n    name: str = "tidy"\n    description: str = "d"\n    def _run(self, user: str) -> str:\n        ',
      'Tidy()',
    ],
  ])('has the effect of its body: %s', async (_, head, made) => {
    expect(
      (await findingsOf('desk.py', python(`${head}${ACT}`, made))).map((one) => one.split(' at ')[0]),
    ).toEqual(['approval/missing']);
    expect(await findingsOf('desk.py', python(`${head}${READ}`, made))).toEqual([]);
  });

  it.each([
    ['a shell', 'from langchain_community.tools import ShellTool', 'ShellTool()', 'open-ended-tool'],
    [
      'Python',
      'from langchain_experimental.tools import PythonREPLTool',
      'PythonREPLTool()',
      'open-ended-tool',
    ],
    [
      'deleting a file',
      'from langchain_community.tools.file_management import DeleteFileTool',
      'DeleteFileTool()',
      'missing',
    ],
    [
      'sending mail',
      'from langchain_community.tools.gmail.send_message import GmailSendMessage',
      'GmailSendMessage()',
      'missing',
    ],
    ['searching', 'from langchain_tavily import TavilySearch', 'TavilySearch(max_results=2)', undefined],
  ])('is ready-made: %s', async (_, head, made, rule) => {
    expect((await findingsOf('desk.py', python(head, made))).map((one) => one.split(' at ')[0])).toEqual(
      rule === undefined ? [] : [`approval/${rule}`],
    );
  });

  it.each([
    ['all', '', ['approval/missing']],
    ['those that are chosen', ', selected_tools=["read_file", "write_file"]', []],
    [
      'those that are chosen, a deletion too',
      ', selected_tools=["read_file", "file_delete"]',
      ['approval/missing'],
    ],
  ])('is of a toolkit: %s', async (_, option, expected) => {
    const text = python(
      'from langchain_community.agent_toolkits import FileManagementToolkit',
      '',
      `create_agent("m", tools=FileManagementToolkit(root_dir="/srv/desk"${option}).get_tools())`,
    );
    expect((await findingsOf('desk.py', text)).map((one) => one.split(' at ')[0])).toEqual(expected);
  });

  it.each([
    ['toolkit.get_tools()', true],
    ['toolkit.get_tools() + [look]', true],
    ['[look] + toolkit.get_tools()', true],
    ['[*toolkit.get_tools(), look]', true],
    ['[look]', false],
  ])('is of a toolkit beside other tools: %s', async (tools, isOpen) => {
    const text = `from langchain.agents import create_agent
from langchain_community.agent_toolkits import SQLDatabaseToolkit
from langchain_core.tools import tool

@tool
def look(user: str) -> str:
    """Look a user up."""
    return user

toolkit = SQLDatabaseToolkit(db=db, llm=llm)
desk = create_agent("m", tools=${tools})
desk.invoke({"messages": []}, {"recursion_limit": 20})
`;
    expect((await findingsOf('desk.py', text)).map((one) => one.split(' at ')[0])).toEqual(
      isOpen ? ['approval/open-ended-tool'] : [],
    );
  });

  it('is of an executor once, whatever the agent inside is', async () => {
    const text = `import requests
from langchain.agents import AgentExecutor, create_react_agent
${FUNCTION}${ACT}
tools = [tidy]
executor = AgentExecutor(agent=create_react_agent(llm, tools, prompt), tools=tools)
executor.invoke({"input": input()})
`;
    expect(await findingsOf('desk.py', text)).toEqual(['approval/missing at def tidy(user: str) -> str:']);
  });
});

const script = (
  made: string,
  more = '',
): string => `import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { DynamicStructuredTool, StructuredTool } from '@langchain/core/tools';
const tidy = async ({ user }: { user: string }) => (await fetch(\`https://api.example.com/users/\${user}\`, { method: 'DELETE' })).text();
class Tidy extends StructuredTool {
  name = 'tidy';
  description = 'Tidies a user';
  async _call({ user }: { user: string }) { return tidy({ user }); }
}
const one = ${made};
const agent = createAgent({ model: 'openai:gpt-5', tools: [one], checkpointer${more} });
const result = await agent.invoke({ messages: [] });
if (result.__interrupt__) await ask(result.__interrupt__);
`;

describe('a tool of a TypeScript program', () => {
  const MAKERS = [
    ['tool()', "tool(tidy, { name: 'tidy', description: 'd' })"],
    ['a structured tool', "new DynamicStructuredTool({ name: 'tidy', description: 'd', func: tidy })"],
    ['a class', 'new Tidy()'],
  ] as const;
  it.each(MAKERS)('has the effect of its body: %s', async (_, made) => {
    expect((await findingsOf('desk.ts', script(made))).map((one) => one.split(' at ')[0])).toEqual([
      'approval/missing',
    ]);
  });

  it.each(MAKERS)('has a gate in middleware: %s', async (_, made) => {
    const gate = (entry: string) =>
      `, middleware: [humanInTheLoopMiddleware({ interruptOn: { tidy: ${entry} } })]`;
    const rules = async (entry: string) =>
      (await findingsOf('desk.ts', script(made, gate(entry)))).map((one) => one.split(' at ')[0]);
    expect(await rules('true')).toEqual([]);
    expect(await rules("{ allowedDecisions: ['approve', 'reject'] }")).toEqual([]);
    expect(await rules("{ allowedDecisions: ['approve'] }")).toEqual(['approval/auto-approved']);
    expect(await rules('false')).toEqual(['approval/missing']);
  });

  it('has a gate before its node', async () => {
    const text = (compiled: string) => `import { MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { tool } from '@langchain/core/tools';
const tidy = tool(async ({ user }) => (await fetch(\`https://api.example.com/users/\${user}\`, { method: 'DELETE' })).text(), { name: 'tidy' });
const graph = new StateGraph(MessagesAnnotation).addNode('act', new ToolNode([tidy])).addEdge('__start__', 'act');
const app = graph.compile(${compiled});
const result = await app.invoke({ messages: [] });
if (result.__interrupt__) await ask(result.__interrupt__);
`;
    expect((await findingsOf('g.ts', text('{ checkpointer }'))).length).toBe(1);
    expect(await findingsOf('g.ts', text("{ checkpointer, interruptBefore: ['act'] }"))).toEqual([]);
  });
});

describe('the limit of a run', () => {
  it.each([
    ['1_000', ['delegation/unbounded-turns']],
    ['25', []],
    ['float("inf")', ['delegation/unbounded-turns']],
  ])('is in its settings: recursion_limit %s', async (limit, expected) => {
    for (const config of [`{"recursion_limit": ${limit}}`, `config={"recursion_limit": ${limit}}`]) {
      const text = python(`${FUNCTION}${READ}`, 'tidy').replace('())]})', `())]}, ${config})`);
      expect((await findingsOf('desk.py', text)).map((one) => one.split(' at ')[0])).toEqual(expected);
    }
  });
});
