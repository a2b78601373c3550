import { expect, it } from 'vitest';
import { folderWith, runCli } from './run-cli.js';

/** The tools that the servers of a project offer as `name effect: because`. */
async function servedBy(files: Record<string, string>): Promise<string[]> {
  const { stdout } = await runCli(folderWith(files), ['inspect', '--format', 'json']);
  const { systems } = JSON.parse(stdout) as {
    systems: { serves?: { tools: { name: string; effect: string; because: string }[] } }[];
  };
  return systems.flatMap(({ serves }) =>
    (serves?.tools ?? []).map(({ name, effect, because }) => `${name} ${effect}: ${because}`),
  );
}

/** The findings about annotations as `line message`. */
async function reportedBy(files: Record<string, string>): Promise<string[]> {
  const { stdout } = await runCli(folderWith(files), [
    'check',
    '--format',
    'json',
    '--only',
    'mcp/act-not-annotated',
  ]);
  const { findings } = JSON.parse(stdout) as {
    findings: { message: string; range: { start: { line: number } } }[];
  };
  return findings.map(({ range, message }) => `${range.start.line} ${message}`);
}

const PYTHON = {
  'server.py': `import mcp.types as types
from mcp.server import Server
from work import archive

app = Server("files")

@app.list_tools()
async def list_tools():
    return [
        types.Tool(name="show", description="", inputSchema={}),
        types.Tool(name="tidy", description="", inputSchema={}),
        types.Tool(name="keep", description="", inputSchema={}),
    ]

@app.call_tool()
async def call_tool(name: str, arguments: dict):
    if name == "show":
        return [types.TextContent(type="text", text=open(arguments["path"]).read())]
    elif name == "tidy":
        return archive(arguments["path"])
    elif name == "keep":
        open(arguments["path"], "a").write("x")
        return []
    raise ValueError(name)
`,
  'work.py': 'import os\n\n\ndef archive(path):\n    os.remove(path)\n    return []\n',
};

it('judges a tool of a low-level server by the branch of its name, in Python', async () => {
  expect(await servedBy(PYTHON)).toEqual([
    'show read: its name: "show"',
    'tidy destructive: its body, which runs `os.remove(path)` at work.py:5',
    'keep change: its body, which runs `open(arguments["path"], "a")` at server.py:22',
  ]);
  expect(await reportedBy(PYTHON)).toEqual([
    '11 `tidy` deletes permanently (runs `os.remove(path)` at work.py:5), and no annotation marks it as destructive: a client that relies on annotations can run it without asking.',
  ]);
});

it('judges a tool of a low-level server by the branch of its name, in TypeScript', async () => {
  const program = `import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { readFileSync, rmSync } from 'node:fs';
const server = new Server({ name: 'files', version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    { name: 'show', description: '', inputSchema: {} },
    { name: 'tidy', description: '', inputSchema: {} },
    { name: 'marked', description: '', inputSchema: {}, annotations: { destructiveHint: true } },
  ],
}));
server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: args } = request.params;
  switch (name) {
    case 'show':
      return { content: [{ type: 'text', text: readFileSync(args.path, 'utf8') }] };
    case 'tidy':
      rmSync(args.path);
      return { content: [] };
    case 'marked':
      rmSync(args.path);
      return { content: [] };
  }
  throw new Error('unknown tool');
});
`;
  expect(await servedBy({ 'server.ts': program })).toEqual([
    'show read: its name: "show"',
    'tidy destructive: its body, which runs `rmSync(args.path)` (`fs.rmSync`) at server.ts:18',
    'marked destructive: its body, which runs `rmSync(args.path)` (`fs.rmSync`) at server.ts:21',
  ]);
  expect(await reportedBy({ 'server.ts': program })).toEqual([
    '8 `tidy` deletes permanently (runs `rmSync(args.path)` (`fs.rmSync`) at server.ts:18), and no annotation marks it as destructive: a client that relies on annotations can run it without asking.',
  ]);
});
