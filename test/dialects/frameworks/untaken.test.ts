import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const AI = "import { generateText, tool } from 'ai';\n";
const RUN =
  "tool({ description: 'Run a command.', inputSchema: {}, execute: async ({ line }) => execSync(line) })";
const SHELL = "import { execSync } from 'node:child_process';\n";
const DELETES = '    """Removes a folder."""\n    shutil.rmtree(path)\n    return path\n';

/** A program, and the tools that are listed because no agent is seen to take them. */
it.each<[string, Record<string, string>, readonly string[]]>([
  [
    'a tool of the AI SDK in a file of its own',
    {
      'tools.ts': `${AI}${SHELL}export const run_command = ${RUN};\n`,
      'main.ts': `${AI}export const go = (prompt, tools) => generateText({ model: 'm', prompt, tools });\n`,
    },
    ['run_command'],
  ],
  [
    'a tool that an agent of another file takes',
    {
      'tools.ts': `${AI}${SHELL}export const run_command = ${RUN};\n`,
      'main.ts': `${AI}import { run_command } from './tools';\nexport const go = (prompt) => generateText({ model: 'm', prompt, tools: { run_command } });\n`,
    },
    [],
  ],
  [
    'a tool of a registry that a node of a graph asks by name',
    {
      'tools.ts': `import { tool } from '@langchain/core/tools';\n${SHELL}export const runs = tool(async ({ line }) => execSync(line), { name: 'run_command', description: 'Run a command.' });\nclass Registry {\n  tools = new Map();\n  add(one) { this.tools.set(one.name, one); }\n  get(name) { return this.tools.get(name); }\n}\nexport const registry = new Registry();\nregistry.add(runs);\n`,
      'graph.ts':
        "import { StateGraph } from '@langchain/langgraph';\nimport { registry } from './tools';\nconst act = async (state) => ({ done: await registry.get(state.name).invoke(state.input) });\nexport const agent = new StateGraph({}).addNode('act', act).addEdge('__start__', 'act').compile();\n",
    },
    ['run_command'],
  ],
  [
    'a tool of Mastra',
    {
      'main.ts': `import { Agent } from '@mastra/core/agent';\nimport { createTool } from '@mastra/core/tools';\n${SHELL}export const runs = createTool({ id: 'run_command', description: 'Run a command.', execute: async ({ line }) => execSync(line) });\nexport const desk = new Agent({ name: 'desk', model: 'm', tools: {} });\n`,
    },
    ['run_command'],
  ],
  [
    'a function of the Agents SDK',
    {
      'main.py': `import shutil\nfrom agents import Agent, function_tool\n\n\n@function_tool\ndef remove_folder(path: str) -> str:\n${DELETES}\n\n@function_tool\ndef count(path: str) -> int:\n    """Counts."""\n    return len(path)\n\n\ndesk = Agent(name="desk")\n`,
    },
    ['remove_folder'],
  ],
  [
    'a function of LangChain, and its twin of an agent',
    {
      'main.py': `import shutil\nfrom langchain.agents import create_agent\nfrom langchain_core.tools import tool\n\n\n@tool\ndef remove_folder(path: str) -> str:\n${DELETES}\n\n@tool\ndef remove_tree(path: str) -> str:\n${DELETES}\n\ndesk = create_agent("m", tools=[remove_tree])\n`,
    },
    ['remove_folder'],
  ],
  [
    'a tool that asks by itself',
    {
      'tools.ts': `${AI}${SHELL}export const run_command = ${RUN.replace('inputSchema', 'needsApproval: true, inputSchema')};\n`,
    },
    [],
  ],
  [
    'a tool of an agent that nothing makes',
    {
      'main.py': `import shutil\nfrom agents import Agent, Runner, function_tool\n\n\n@function_tool\ndef remove_folder(path: str) -> str:\n${DELETES}\n\nRunner.run_sync(Agent(name="desk"), "hi")\nraise SystemExit\nRunner.run_sync(Agent(name="late", tools=[remove_folder]), "hi")\n`,
    },
    [],
  ],
  ['a tool of a test', { 'tools.test.ts': `${AI}${SHELL}export const run_command = ${RUN};\n` }, []],
])('lists the acting tools that no agent takes: %s', async (_, files, expected) => {
  const { notAssessed } = await lintFiles(files);
  const listed = notAssessed.filter(({ message }) => message.includes('no agent is seen to take it'));
  expect(listed.map(({ rule, message }) => [rule, /`(\w+)`/.exec(message)?.[1]])).toEqual(
    expected.map((name) => ['approval/missing', name]),
  );
});

it.each<[string, Record<string, string>, readonly (readonly [string | undefined, string | undefined])[]]>([
  [
    'by its key in a map',
    {
      'main.ts': `${AI}import { send_invoice } from './gone';\nexport const go = (prompt) => generateText({ model: 'm', prompt, tools: { sendInvoice: send_invoice, look: send_invoice } });\n`,
    },
    [
      ['sendInvoice', 'outward'],
      ['look', undefined],
    ],
  ],
  [
    'by the name that a list imports it by',
    {
      'main.py':
        'from acme import Kit, delete_invoice\nfrom agents import Agent\n\ndesk = Agent(name="desk", tools=[delete_invoice, Kit().pay])\n',
    },
    [
      ['delete_invoice', 'destructive'],
      [undefined, undefined],
    ],
  ],
])('names a tool whose code is not read %s', async (_, files, expected) => {
  const { notAssessed, acts } = await lintFiles(files);
  const listed = notAssessed.filter(({ rule, isImport }) => rule === 'approval/missing' && !isImport);
  expect(listed.map(({ tool, act }) => [tool, act])).toEqual(expected);
  expect(listed.every(({ tool, why }) => (tool === undefined) === (why !== 'tool-not-read'))).toBe(true);
  expect(acts).toBe(1);
});

it('names what a server sends that no agent of the repository starts', async () => {
  const tool = (name: string) =>
    `server.registerTool('${name}', {}, async () => ({ content: [{ type: 'text', text: '' }] }));\n`;
  const { findings, notAssessed } = await lintFiles({
    'server.ts': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\nconst server = new McpServer({ name: 'parcels', version: '1' });\n${tool('send_invoice')}${tool('read_invoice')}`,
  });
  expect(findings).toEqual([]);
  expect(notAssessed.map(({ rule, tool: name, act }) => [rule, name, act])).toEqual([
    ['mcp/act-not-annotated', 'send_invoice', 'outward'],
  ]);
});
