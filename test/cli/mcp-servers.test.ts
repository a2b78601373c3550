import { expect, it } from 'vitest';
import { findingsOf, folderWith, runCli } from './run-cli.js';

const check = async (files: Record<string, string>) =>
  findingsOf(await runCli(folderWith(files), ['check', '--format', 'json']));

/** The tools of each server that `inspect` lists, with their effects. */
async function served(files: Record<string, string>): Promise<Record<string, string[]>> {
  const run = await runCli(folderWith(files), ['inspect', '--format', 'json']);
  type System = { serves?: { name: string; tools: { name: string; effect: string }[] } };
  return Object.fromEntries(
    (JSON.parse(run.stdout).systems as System[]).flatMap(({ serves }) =>
      serves ? [[serves.name, serves.tools.map(({ name, effect }) => `${name} ${effect}`)]] : [],
    ),
  );
}

it('reads each spelling of a tool in the SDKs of Python', async () => {
  const files = {
    'high.py':
      'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("high")\n\n@mcp.tool(name="list_users")\ndef one() -> str:\n    return db.users()\n\n@mcp.tool()\ndef delete_user(user: str) -> str:\n    """Delete a user."""\n    return db.drop(user)\n',
    'two.py':
      'from mcp.server.mcpserver import MCPServer\n\nserver = MCPServer("two")\n\n@server.tool()\ndef send_mail(to: str) -> str:\n    return mail.send(to)\n',
    'bare.py':
      'from fastmcp import FastMCP\n\nmcp = FastMCP(name="bare")\n\n@mcp.tool\ndef get_report(name: str) -> str:\n    return db.report(name)\n\ndef refund(charge: str) -> str:\n    return ledger.refund(charge)\n\nmcp.add_tool(refund)\n',
    'low.py':
      'from mcp import types\nfrom mcp.server.lowlevel import Server\n\nserver = Server("low")\nTOOLS = [types.Tool(name="run_sql", description="Run SQL", inputSchema={})]\n\n@server.list_tools()\nasync def tools():\n    return TOOLS\n\n@server.call_tool()\nasync def call(name, arguments):\n    return []\n',
    'option.py':
      'from mcp.server import Server\nfrom mcp.types import ListToolsResult, Tool\n\nasync def tools(ctx, params):\n    return ListToolsResult(tools=[Tool(name="wipe_disk", description="Wipe a disk", inputSchema={})])\n\nserver = Server("option", on_list_tools=tools)\n',
  };
  expect(await served(files)).toEqual({
    high: ['list_users read', 'delete_user destructive'],
    two: ['send_mail outward'],
    bare: ['get_report read', 'refund outward'],
    low: ['run_sql destructive'],
    option: ['wipe_disk destructive'],
  });
  expect(await check(files)).toEqual([
    'bare.py:9:5 warning mcp/act-not-annotated',
    'high.py:10:5 warning mcp/act-not-annotated',
    'low.py:5:26 warning mcp/act-not-annotated',
    'option.py:5:45 warning mcp/act-not-annotated',
  ]);
});

it('reads each spelling of a tool in the SDKs of TypeScript', async () => {
  const files = {
    'one.ts':
      "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\n\nconst server = new McpServer({ name: 'one', version: '1' });\nserver.registerTool('get_user', { description: 'Get a user' }, async () => ({ content: [] }));\nserver.tool('delete_user', 'Delete a user', { id: 1 }, async () => ({ content: [] }));\nserver.tool('drop_table', { id: 1 }, { destructiveHint: true }, async () => ({ content: [] }));\n",
    'two.ts':
      "import { McpServer } from '@modelcontextprotocol/server';\n\nconst server = new McpServer({ name: 'two', version: '1' });\nserver.registerTool('run_shell', { description: 'Run a shell command' }, async () => ({ content: [] }));\n",
    'fast.ts':
      "import { FastMCP } from 'fastmcp';\n\nconst server = new FastMCP({ name: 'fast', version: '1.0.0' });\nserver.addTool({ execute: async () => 'ok', name: 'pay_invoice', description: 'Pay an invoice' });\n",
    'use.ts':
      "import { MCPServer } from 'mcp-use/server';\n\nconst server = new MCPServer({ name: 'use', version: '1.0.0' });\nserver.tool({ name: 'delete_page', description: 'Delete a page' }, async () => ({ content: [] }));\n",
    'low.js':
      "const { Server } = require('@modelcontextprotocol/sdk/server/index.js');\nconst { ListToolsRequestSchema } = require('@modelcontextprotocol/sdk/types.js');\n\nconst TOOLS = [{ name: 'send_text', description: 'Send a text' }, { name: 'cancel_order', description: 'Cancel' }];\nconst server = new Server({ name: 'low', version: '1' });\nserver.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: TOOLS }));\n",
  };
  expect(await served(files)).toEqual({
    one: ['get_user read', 'delete_user destructive', 'drop_table destructive'],
    two: ['run_shell destructive'],
    fast: ['pay_invoice outward'],
    use: ['delete_page destructive'],
    low: ['send_text outward', 'cancel_order destructive'],
  });
  expect(await check(files)).toEqual([
    'fast.ts:4:51 warning mcp/act-not-annotated',
    'low.js:4:75 warning mcp/act-not-annotated',
    'one.ts:5:13 warning mcp/act-not-annotated',
    'two.ts:4:21 warning mcp/act-not-annotated',
    'use.ts:4:21 warning mcp/act-not-annotated',
  ]);
});

it('reads tools that other files register on a server that they are given', async () => {
  const files = {
    'app/server.py':
      'from mcp.server.fastmcp import FastMCP\nfrom app.tools import register\n\nmcp = FastMCP("main")\nregister(mcp)\n',
    'app/__init__.py': '',
    'app/tools.py':
      'def register(mcp):\n    @mcp.tool()\n    def delete_row(row: str) -> str:\n        return db.drop(row)\n',
    'web/server.ts':
      "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\nimport { register } from './tools.js';\n\nconst server = new McpServer({ name: 'web', version: '1' });\nregister(server);\n",
    'web/tools.ts':
      "import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\n\nexport function register(server: McpServer) {\n  for (const name of ['delete_page', 'get_page']) server.registerTool(name, { description: 'x' }, async () => ({}));\n}\n",
  };
  expect(await served(files)).toEqual({
    main: ['delete_row destructive'],
    web: ['delete_page destructive', 'get_page read'],
  });
});

it.each([
  ['without brackets', '@mcp.tool', 'mcp', { main: ['delete_row destructive'] }],
  ['with brackets', '@mcp.tool()', 'mcp', { main: ['delete_row destructive'] }],
  ['but is given something else', '@mcp.tool', 'object()', {}],
])('reads a tool that another file decorates on a server, %s', async (_, decorator, given, tools) => {
  expect(
    await served({
      'server.py': `from fastmcp import FastMCP\nfrom rows import register\n\nmcp = FastMCP("main")\nregister(${given})\n`,
      'rows.py': `def register(mcp):\n    ${decorator}\n    def delete_row(row: str) -> str:\n        return db.drop(row)\n`,
    }),
  ).toEqual(tools);
});

const IN_SCRIPT = "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\n\n";
const REGISTERS =
  "server.registerTool('delete_page', { description: 'x' }, async () => ({ content: [] }));\n";
const DELETES = 'def delete_row(row: str) -> str:\n    return db.drop(row)\n';
const FAST = 'from fastmcp import FastMCP\n\n';

it.each<[string, string, string, Record<string, string[]>]>([
  [
    'that a decorator with options is called with',
    'server.py',
    `${FAST}mcp = FastMCP("main")\n\n${DELETES}\nmcp.tool(description="Delete it.")(delete_row)\n`,
    { main: ['delete_row destructive'] },
  ],
  [
    'that a decorator without options is called with',
    'server.py',
    `${FAST}mcp = FastMCP("main")\n\n${DELETES}\nmcp.tool()(delete_row)\nmcp.prompt()(delete_row)\n`,
    { main: ['delete_row destructive'] },
  ],
  [
    'of a server that each branch constructs',
    'server.py',
    `import os\n${FAST}if os.environ.get("T"):\n    mcp = FastMCP("main", auth=object())\nelse:\n    mcp = FastMCP("main")\n\n@mcp.tool()\n${DELETES}`,
    { main: ['delete_row destructive'] },
  ],
  [
    'of a server that each branch constructs, by a bare decorator',
    'server.py',
    `import os\n${FAST}mcp = FastMCP("main", auth=object()) if os.environ.get("T") else FastMCP("main")\n\n@mcp.tool\n${DELETES}`,
    { main: ['delete_row destructive'] },
  ],
  [
    'of a server that a condition chooses',
    'server.ts',
    `${IN_SCRIPT}const server = process.env.T ? new McpServer({ name: 'main', version: '2' }) : new McpServer({ name: 'main', version: '1' });\n${REGISTERS}`,
    { main: ['delete_page destructive'] },
  ],
  [
    'of a server by default',
    'server.ts',
    `${IN_SCRIPT}export function start(options: { make?: () => McpServer } = {}) {\n  const make = options.make ?? (() => new McpServer({ name: 'main', version: '1' }));\n  const server = make();\n  ${REGISTERS}  return server;\n}\n`,
    { main: ['delete_page destructive'] },
  ],
])('reads a tool %s', async (_, file, text, tools) => {
  expect(await served({ [file]: text })).toEqual(tools);
});

it.each<[string, string, string, string[]]>([
  [
    'whose tools are not seen',
    'server.ts',
    `import { addAll } from 'tool-pack';\n${IN_SCRIPT}const server = new McpServer({ name: 'main', version: '1' });\naddAll(server);\n`,
    ['server.ts'],
  ],
  [
    'whose tools are not seen, in Python',
    'server.py',
    `from tool_pack import add_all\n${FAST}mcp = FastMCP("main")\nadd_all(mcp)\n`,
    ['server.py'],
  ],
  [
    'that offers resources',
    'server.py',
    `${FAST}mcp = FastMCP("main")\n\n@mcp.resource("data://a")\ndef a() -> str:\n    return "a"\n`,
    [],
  ],
  ['that offers tools', 'server.py', `${FAST}mcp = FastMCP("main")\n\n@mcp.tool()\n${DELETES}`, []],
])('names the file of a server %s', async (_, file, text, files) => {
  const run = await runCli(folderWith({ [file]: text }), ['check', '--format', 'json']);
  const { unread } = JSON.parse(run.stdout) as { unread: { framework: string; files: string[] }[] };
  expect(unread.flatMap((one) => one.files)).toEqual(files);
});

it('reports no approval, tracing or guardrail of a server that nobody in the repository starts', async () => {
  expect(
    await check({
      'server.py':
        'from mcp.server.fastmcp import FastMCP\nfrom mcp.types import ToolAnnotations\n\nmcp = FastMCP("mail")\n\n@mcp.tool()\ndef send_mail(to: str) -> str:\n    return mail.send(to)\n\n@mcp.tool(annotations=ToolAnnotations(destructiveHint=True))\ndef delete_mail(id: str) -> str:\n    return mail.drop(id)\n',
    }),
  ).toEqual([]);
});

it('lets a comment beside a tool of a server declare its effect', async () => {
  expect(
    await check({
      'server.py':
        'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("mail")\n\n# agent-lint-effect change -- moves it to the bin\n@mcp.tool()\ndef delete_mail(id: str) -> str:\n    return mail.bin(id)\n',
    }),
  ).toEqual([]);
});

it('takes a client of MCP servers and a module of the project named mcp for no server', async () => {
  expect(
    await served({
      'client.py':
        'from mcp import ClientSession, StdioServerParameters\nfrom mcp.client.stdio import stdio_client\n\nparams = StdioServerParameters(command="python", args=["server.py"])\n',
      'mcp/__init__.py': 'from mcp.server import Server\n',
      'mcp/server.py':
        'class Server:\n    def tool(self):\n        return lambda fn: fn\n\nserver = Server()\n\n@server.tool()\ndef delete_all() -> str:\n    return "x"\n',
    }),
  ).toEqual({});
});

it('counts the acts of a server, and leaves those that its clients decide', async () => {
  const server =
    'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("desk")\n\n@mcp.tool()\ndef delete_user(user: str) -> str:\n    return db.drop(user)\n\n@mcp.tool()\ndef send_mail(text: str) -> str:\n    return mails.send(text)\n';
  const { stdout } = await runCli(folderWith({ 'desk.py': server }), ['check', '--format', 'pretty']);
  const text = stdout.replaceAll(/\s+/g, ' ');
  expect(text).toContain(
    'Not decided for `send_mail` (desk.py:10): no agent is seen to take the tools of its server, so each client of the server decides.',
  );
  expect(text).toContain(' 1 of 2 acts was not decided. ');
});
