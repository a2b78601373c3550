import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const HEAD = `from agents import Agent, FunctionTool, HostedMCPTool, function_tool
from agents.mcp import MCPServerStreamableHttp
@function_tool(needs_approval=True)
def delete_entry(id: str) -> str:
    return id
`;
const agents = (before: string, options: string) => `${HEAD}${before}Agent(name="A", ${options})\n`;
const local = (name: string, tool = 'delete_entry') =>
  `${name} = MCPServerStreamableHttp(name="${name}", params={"url": "https://${name}.example.com/mcp"}, require_approval="always", tool_filter={"allowed_tool_names": ["${tool}"]})\n`;
const hosted = (name: string) =>
  `${name} = HostedMCPTool(tool_config={"type": "mcp", "server_label": "${name}", "server_url": "https://${name}.example.com/mcp", "allowed_tools": ["delete_entry"], "require_approval": "always"})\n`;
const AND_ONE = 'tools=[delete_entry], mcp_servers=[one]';
const PREFIX = `${AND_ONE}, mcp_config={"include_server_in_tool_names": True}`;
const AGAIN = `def other(id: str): return id
again = FunctionTool(name="delete_entry", description="", params_json_schema={}, on_invoke_tool=other, needs_approval=True)
`;
const OTHER_AGENT = `${AGAIN}Agent(name="B", tools=[again])\n`;
const PICKED = 'tools=[delete_entry if os.getenv("LIVE") else again]';

const CRM = '"crm": {"transport": "streamable_http", "url": "https://crm.example.com/mcp"}';
const CRM_PAY = `${CRM}, "pay": {"transport": "streamable_http", "url": "https://pay.example.com/mcp"}`;
const langchain = (servers: string, own = '', asks = 'True') => `import requests
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain_mcp_adapters.client import MultiServerMCPClient
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command


def delete_entry(id: str) -> str:
    """Deletes an entry."""
    return requests.delete(f"https://api.example.com/entries/{id}").text


config = {"configurable": {"thread_id": "1"}, "recursion_limit": 20}

async def main():
    client = MultiServerMCPClient({${servers})
    found = await client.get_tools()
    gate = HumanInTheLoopMiddleware(interrupt_on={"delete_entry": ${asks}})
    agent = create_agent("m", tools=[${own}*found], checkpointer=InMemorySaver(), middleware=[gate])
    result = await agent.ainvoke({"messages": []}, config)
    while "__interrupt__" in result:
        kind = "approve" if input("Run it? ") == "yes" else "reject"
        result = await agent.ainvoke(Command(resume={"decisions": [{"type": kind}]}), config)
`;

const BOTH = '...(await crm.tools()), ...(await pay.tools())';
const offering = (tool: string) => BOTH.replace('()', `({ schemas: { ${tool}: {} } })`);
const ASKS = "{ delete_entry: 'user-approval' }";
const vercel = (tools: string, gate = ASKS) => `import { generateText } from 'ai';
import { createMCPClient } from '@ai-sdk/mcp';
import { wrapMcpTools } from '@ai-sdk/policy-opa';
const crm = await createMCPClient({ transport: { type: 'http', url: 'https://crm.example.com/mcp' } });
const pay = await createMCPClient({ transport: { type: 'http', url: 'https://pay.example.com/mcp' } });
const tools = { ${tools} };
const result = await generateText({ model: 'm', prompt: 'x', tools, toolApproval: ${gate} });
for (const part of result.content) if (part.type === 'tool-approval-request') console.log(part);
`;

/** The saved lists of both servers, with one tool each. */
const saved = (...tools: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    ['crm.example.com', 'pay.example.com'].map((name, at) => [
      `.agent-lint/tools/${name}.json`,
      JSON.stringify({
        server: { name },
        tools: [{ name: tools[at], description: 'x', inputSchema: { type: 'object' } }],
      }),
    ]),
  );
const DELETE_GET = saved('delete_entry', 'get_entry');
const DELETE_DELETE = saved('delete_entry', 'delete_entry');

const OTHER = ' What is approved as `delete_entry` may be another tool: ';
const TWICE = '`A` has 2 tools of that name.';
const KEYED = 'the gate is found by the name, and `crm.example.com`';
const TOO = `${KEYED} can offer a tool of that name, too.`;
const CAN = `${KEYED} and \`pay.example.com\` can both offer a tool of that name.`;
const DO = CAN.replace('can both', 'both');

it.each<[string, string, string, string[], Record<string, string>?]>([
  ['agents-sdk', 'a tool and a server', agents(local('one'), AND_ONE), [`3:31 ${TWICE}`, `6:107 ${TWICE}`]],
  ['agents-sdk', 'a tool and a server of another', agents(local('one', 'get_entry'), AND_ONE), []],
  ['agents-sdk', 'a tool and a server with a prefix', agents(local('one'), PREFIX), []],
  [
    'agents-sdk',
    'servers of the operator',
    agents(hosted('one') + hosted('two'), 'tools=[one, two]'),
    [`6:172 ${TWICE}`, `7:172 ${TWICE}`],
  ],
  [
    'agents-sdk',
    'servers that the SDK refuses to start together',
    agents(local('one') + local('two'), 'mcp_servers=[one, two]'),
    [],
  ],
  ['agents-sdk', 'a tool that is listed twice', agents('', 'tools=[delete_entry, delete_entry]'), []],
  ['agents-sdk', 'tools of two agents', agents(OTHER_AGENT, 'tools=[delete_entry]'), []],
  [
    'agents-sdk',
    'tools',
    agents(OTHER_AGENT, 'tools=[delete_entry, again]'),
    [`3:31 ${TWICE}`, `7:119 ${TWICE}`],
  ],
  [
    'agents-sdk',
    'tools that read',
    agents(OTHER_AGENT, 'tools=[delete_entry, again]').replaceAll('delete', 'get'),
    [],
  ],
  ['agents-sdk', 'tools of which a condition picks one', agents(`import os\n${AGAIN}`, PICKED), []],
  ['langchain', 'two servers', langchain(`${CRM_PAY}}`), [`19:67 ${CAN}`]],
  ['langchain', 'one server', langchain(`${CRM}}`), []],
  ['langchain', 'two servers with prefixes', langchain(`${CRM_PAY}}, tool_name_prefix=True`), []],
  ['langchain', 'two servers and a gate that asks nobody', langchain(`${CRM_PAY}}`, '', 'False'), []],
  ['langchain', 'a tool and a server', langchain(`${CRM}}`, 'delete_entry, '), [`19:67 ${TOO}`]],
  ['langchain', 'a tool and a prefix', langchain(`${CRM}}, tool_name_prefix=True`, 'delete_entry, '), []],
  ['langchain', 'saved lists of which one has it', langchain(`${CRM_PAY}}`), [], DELETE_GET],
  ['langchain', 'saved lists that have it', langchain(`${CRM_PAY}}`), [`19:67 ${DO}`], DELETE_DELETE],
  ['vercel-ai', 'two servers', vercel(BOTH), [`7:99 ${CAN}`]],
  ['vercel-ai', 'a wrapper', vercel(BOTH, `wrapMcpTools(tools, ${ASKS}).toolApproval`), [`7:119 ${CAN}`]],
  ['vercel-ai', 'one server', vercel('...(await crm.tools())'), []],
  ['vercel-ai', 'two servers of which one lists its tools', vercel(offering('get_entry')), []],
  ['vercel-ai', 'two servers of which one lists the tool', vercel(offering('delete_entry')), []],
  ['vercel-ai', 'two servers and a gate for all', vercel(BOTH, "() => 'user-approval'"), []],
  ['vercel-ai', 'two servers and a name that reads', vercel(BOTH, "{ get_entry: 'user-approval' }"), []],
  ['vercel-ai', 'two servers and an entry that approves', vercel(BOTH, "{ delete_entry: 'approved' }"), []],
  ['vercel-ai', 'saved lists of which one has it', vercel(BOTH), [], DELETE_GET],
  ['vercel-ai', 'saved lists that have it', vercel(BOTH), [`7:99 ${DO}`], DELETE_DELETE],
  ['vercel-ai', 'saved lists of another', vercel(BOTH), [], saved('get_entry', 'get_entry')],
])(
  '%s reports a gate by a name that several can have: %s',
  async (framework, _, text, expected, lists = {}) => {
    const file = framework === 'vercel-ai' ? 'a.ts' : 'a.py';
    const { findings, notAssessed } = await lintFiles({ [file]: text, ...lists });
    const found = [
      ...findings.map(
        ({ range: { start }, severity, rule, message }) =>
          `${severity} ${rule} ${start.line}:${start.column} ${message}`,
      ),
      ...notAssessed.map(({ rule, message }) => `? ${rule} ${message}`),
    ];
    expect(
      found.filter((one) => /^(?!info)\S+ (?:approval|delegation)\/(?!.*no run of .* is seen)/.test(one)),
    ).toEqual(expected.map((one) => `warning approval/shared-name ${one.replace(' ', OTHER)}`));
  },
);
