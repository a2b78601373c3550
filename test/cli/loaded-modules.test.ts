import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, runBinary } from './run-cli.js';

/** What only the code of a costly module says, so that it is found in whichever file the build puts it. */
const MARKS: Readonly<Record<string, string>> = {
  yaml: 'Nested mappings are not allowed in compact mappings',
  ajv: 'strict mode: ',
  cosmiconfig: 'No loader specified for',
  'tree-sitter': 'ts_parser_new',
  dagre: 'Not possible to find intersection inside of the rectangle',
};

/** Files whose text says where it comes from, to see that each mark is one. */
const SOURCES: Readonly<Record<string, string>> = {
  yaml: 'yaml/dist/compose/resolve-block-map.js',
  ajv: 'ajv/dist/compile/util.js',
  cosmiconfig: 'cosmiconfig/dist/ExplorerSync.js',
  'tree-sitter': 'web-tree-sitter/web-tree-sitter.cjs',
  dagre: '@dagrejs/dagre/dist/dagre.esm.js',
};

/** The build's files are compiled by its own start, so what compiles them is watched; `own` is read before `fs` is. */
const HOOK = `const vm = require('node:vm');
const files = [];
vm.Script = class extends vm.Script {
  constructor(source, options) { super(source, options); files.push(options.filename); }
};
process.on('exit', () => require('node:fs').writeFileSync(process.env.LOADED, JSON.stringify(
  { files: [...files, ...Object.keys(require.cache)], own: process.moduleLoadList })));`;

interface Loaded {
  /** Costly modules by name. */
  modules: string[];
  /** Node's own modules. */
  own: string[];
  status: number | null;
}

/** Checks the files of a project with the built command, and says what that loaded. */
function loadedBy(files: Record<string, string>, named = Object.keys(files)): Loaded {
  const folder = folderWith({ ...files, 'hook/hook.cjs': HOOK });
  const list = join(folder, 'hook/loaded.txt');
  const { status } = runBinary(folder, ['check', ...named], '', {
    NODE_OPTIONS: `--require ${JSON.stringify(join(folder, 'hook/hook.cjs'))}`,
    LOADED: list,
  });
  const loaded = JSON.parse(readFileSync(list, 'utf8')) as { files: string[]; own: string[] };
  const texts = loaded.files
    .filter((file) => file.includes('dist'))
    .map((file) => readFileSync(file, 'utf8'));
  const modules = Object.keys(MARKS).filter((name) => texts.some((text) => text.includes(MARKS[name] ?? '')));
  return { modules, own: loaded.own.map((name) => name.replace('NativeModule ', '')), status };
}

const AGENT = {
  runtime: 'managed',
  requirements: { beta: 'allowed', needs: ['durable-session'] },
  headers: { 'Acme-Beta': 'agents=v1' },
  agent: { model: 'some-model', tools: [{ type: 'shell' }] },
  environment: { type: 'hosted' },
  controls: {
    tools: { shell: { approval: { by: 'human' } } },
    tracing: { sink: 'otlp' },
    guardrails: { input: ['prompt-injection'], output: ['personal-data'] },
  },
};

const COSTLY_OWN = ['assert', 'child_process', 'crypto', 'module', 'worker_threads'];

test.each([
  ['without a finding', AGENT, 0],
  ['with findings', { ...AGENT, controls: {} }, 1],
])('one JSON file %s is checked without a costly module', (_, agent, status) => {
  const loaded = loadedBy({ 'a.agent.json': JSON.stringify(agent, null, 2) });
  expect(loaded.status).toBe(status);
  expect(loaded.modules).toEqual([]);
  expect(COSTLY_OWN.filter((name) => loaded.own.includes(name))).toEqual([]);
});

test('a package.json that only names agent-lint loads nothing more', () => {
  const loaded = loadedBy({
    'a.agent.json': JSON.stringify(AGENT),
    'package.json':
      '{ "name": "a", "devDependencies": { "agent-lint-extra": "1" }, "keywords": ["agent-lint"] }',
  });
  expect(loaded).toMatchObject({ status: 0, modules: [] });
});

test('a YAML file loads the YAML parser, and a configuration loads cosmiconfig', () => {
  expect(loadedBy({ 'a.agent.yaml': JSON.stringify(AGENT) })).toMatchObject({ status: 0, modules: ['yaml'] });
  expect(
    loadedBy({
      'a.agent.json': JSON.stringify(AGENT),
      'agent-lint.config.json': '{ "preset": "recommended" }',
    }),
  ).toMatchObject({ status: 0, modules: ['cosmiconfig'] });
});

test.each(Object.keys(MARKS))('the mark of %s stands in its code', (name) => {
  const folder = resolve(import.meta.dirname, '../../node_modules');
  expect(readFileSync(join(folder, SOURCES[name] ?? ''), 'utf8')).toContain(MARKS[name]);
});

test('prose about MCP that is named alone loads nothing to read the servers beside it', () => {
  const server =
    "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\nnew McpServer({ name: 'desk', version: '1' });\n";
  const read = (text: string) => loadedBy({ 'notes.md': text, 'server.ts': server }, ['notes.md']).modules;
  expect(read('# Notes\n\nThe MCP server is started by `node server.js`.\n')).toEqual([]);
  expect(read('---\nmcpServers:\n  desk: { command: node, args: [server.js] }\n---\n\n# Desk\n')).toContain(
    'tree-sitter',
  );
});
