import { describe, expect, it } from 'vitest';
import { findingsOf, folderWith, runCli } from './run-cli.js';

const check = async (files: Record<string, string>, ...args: string[]) =>
  findingsOf(await runCli(folderWith(files), ['check', '--format', 'json', ...args]));

const acts = async (files: Record<string, string>) =>
  (await check(files)).filter((one) => /approval|scope|mcp\//.test(one));

const SERVER =
  'import shutil\n\nfrom mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("desk")\n\n@mcp.tool()\ndef delete_user(user: str) -> str:\n    """Delete a user."""\n    shutil.rmtree("users")\n    return user\n\n@mcp.tool()\ndef get_user(user: str) -> str:\n    """Get a user."""\n    return open("users.txt").read()\n\nmcp.run()\n';

const SCRIPT =
  "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\n\nconst server = new McpServer({ name: 'desk', version: '1' });\nserver.registerTool('delete_user', { description: 'Delete a user' }, async () => ({ content: [] }));\n";

const agent = (params: string, more = '') =>
  `import sys\nfrom pathlib import Path\n\nfrom agents import Agent\nfrom agents.mcp import MCPServerStdio\n\ndesk = MCPServerStdio(params=${params}${more})\nclerk = Agent(name="Clerk", mcp_servers=[desk])\n`;

describe('the command of a program that starts a server of the repository', () => {
  it.each([
    ['a script', '{"command": "python", "args": ["server/desk.py"]}'],
    ['a script by the interpreter that runs', '{"command": sys.executable, "args": ["server/desk.py"]}'],
    [
      'a path that is computed',
      '{"command": "python", "args": [str(Path(__file__).parent / "server" / "desk.py")]}',
    ],
    ['a path of another machine', '{"command": "python", "args": ["/srv/desks/server/desk.py"]}'],
    ['a module', '{"command": "python", "args": ["-m", "server.desk"]}'],
    ['uv in a folder', '{"command": "uv", "args": ["--directory", "server", "run", "desk.py"]}'],
    ['the command of the SDK', '{"command": "uv", "args": ["run", "mcp", "run", "server/desk.py:mcp"]}'],
    ['a command of the project', '{"command": "uv", "args": ["run", "desk-mcp"]}'],
  ])('is %s', async (_, params) => {
    expect(
      await acts({
        'agent.py': agent(params),
        'server/__init__.py': '',
        'server/desk.py': SERVER,
        'pyproject.toml': '[project]\nname = "desk"\n\n[project.scripts]\ndesk-mcp = "server.desk:main"\n',
      }),
    ).toEqual([
      'agent.py:7:8 warning scope/unrestricted-server',
      'server/desk.py:8:5 error approval/missing',
    ]);
  });
});

it('judges the tools of a server where a client starts it, by the gate of the client', async () => {
  expect(
    await acts({
      '.mcp.json': '{ "mcpServers": { "desk": { "command": "node", "args": ["dist/index.js"] } } }\n',
      'src/index.ts': SCRIPT,
    }),
  ).toEqual(['.mcp.json:1:40 warning scope/unrestricted-server']);
});

it.each([
  ['npx with a runner of TypeScript', '"npx", "args": ["tsx", "./src/index.ts"]', 'package.json'],
  ['a script of the manifest', '"npm", "args": ["run", "mcp"]', 'package.json'],
  ['the name of the package', '"npx", "args": ["-y", "@acme/desk"]', 'package.json'],
  ['the command that it installs', '"desk-mcp"', 'package.json'],
])('finds the server behind %s', async (_, command, manifest) => {
  expect(
    (
      await acts({
        '.mcp.json': `{ "mcpServers": { "desk": { "command": ${command} } } }\n`,
        [manifest]:
          '{ "name": "@acme/desk", "bin": { "desk-mcp": "dist/index.js" }, "scripts": { "mcp": "tsx src/index.ts" } }\n',
        'src/index.ts': SCRIPT,
      })
    ).filter((one) => !one.includes('unpinned')),
  ).toEqual([expect.stringMatching(/^\.mcp\.json:1:\d+ warning scope\/unrestricted-server$/)]);
});

it('judges a tool that a client allows by name by what its server does', async () => {
  const client = `from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient

client = ClaudeSDKClient(options=ClaudeAgentOptions(
    allowed_tools=["mcp__desk__clear_mark"],
    setting_sources=[], strict_mcp_config=True, max_turns=9, tools=[],
    mcp_servers={"desk": {"command": "python", "args": ["desk.py"]}},
))
`;
  const server = (body: string): string => `import shutil

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("desk")

@mcp.tool()
def clear_mark(user: str) -> str:
    """Clears the mark."""
    ${body}
    return user

mcp.run()
`;
  const errors = async (body: string) =>
    (await check({ 'agent.py': client, 'desk.py': server(body) })).filter((one) => one.includes(' error '));
  expect(await errors('open("marks.txt", "a").write(user)')).toEqual([]);
  expect(await errors('shutil.rmtree(user)')).toEqual(['agent.py:4:20 error approval/auto-approved']);
});

it('leaves out what an allow-list leaves out', async () => {
  const filter = ', tool_filter={"allowed_tool_names": ["get_user"]}';
  const params = '{"command": "python", "args": ["desk.py"]}';
  expect(await acts({ 'agent.py': agent(params, filter), 'desk.py': SERVER })).toEqual([]);
});

it('says nothing of the scope of a server whose tools only read', async () => {
  const params = '{"command": "python", "args": ["desk.py"]}';
  const reading = SERVER.replace(/@mcp\.tool\(\)\ndef delete_user[^@]*/, '');
  expect(await acts({ 'agent.py': agent(params), 'desk.py': reading })).toEqual([]);
});

it('joins no server and agent that nothing starts together', async () => {
  const params = '{"command": "python", "args": ["other.py"]}';
  expect(await acts({ 'agent.py': agent(params), 'desk.py': SERVER })).toEqual([
    'agent.py:7:8 warning scope/unrestricted-server',
    'desk.py:8:5 warning mcp/act-not-annotated',
  ]);
});

it('names the entry that starts the server beside the finding at the definition', async () => {
  const files = { 'agent.py': agent('{"command": "python", "args": ["desk.py"]}'), 'desk.py': SERVER };
  const run = await runCli(folderWith(files), ['check', '--format', 'json', '--only', 'approval/missing']);
  const [finding] = JSON.parse(run.stdout).findings;
  expect([finding.agent, finding.file, finding.related[0].file, finding.related[0].message]).toEqual([
    'Clerk',
    'desk.py',
    'agent.py',
    'The entry of `desk`.',
  ]);
});

it('reports an annotation that is milder than what the body does', async () => {
  const server = SERVER.replace('@mcp.tool()', '@mcp.tool(annotations={"readOnlyHint": True})').replaceAll(
    'delete_user',
    'tidy_up',
  );
  expect(
    await acts({ 'agent.py': agent('{"command": "python", "args": ["desk.py"]}'), 'desk.py': server }),
  ).toEqual([
    'agent.py:7:8 warning scope/unrestricted-server',
    'desk.py:8:5 info approval/effect-lowered',
    'desk.py:8:5 error approval/missing',
  ]);
});

it.each(['desk.py', 'agent.py', '.mcp.json'])(
  'reports of %s alone what a whole run reports of it',
  async (file) => {
    const files = {
      '.mcp.json': '{ "mcpServers": { "desk": { "command": "python", "args": ["-m", "desk"] } } }\n',
      'agent.py': agent('{"command": "python", "args": ["desk.py"]}'),
      'desk.py': SERVER,
    };
    // Only a whole run reports what no file decides.
    const decided = (found: string[]) => found.filter((one) => !one.endsWith('runtime/undecided'));
    const whole = decided(await check(files));
    const alone = decided(await check(files, file));
    expect(alone.filter((one) => !whole.includes(one))).toEqual([]);
    expect(whole.filter((one) => one.startsWith(file) && !alone.includes(one))).toEqual([]);
  },
);
