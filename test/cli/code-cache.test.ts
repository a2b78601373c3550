import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { BIN, folderWith, runCli } from './run-cli.js';

/** Counts the scripts that are compiled with a code cache. `AS` stands for another Node than this one. */
const HOOK = `const vm = require('node:vm');
const { AS, LIST } = process.env;
if (AS) for (const [name, value] of Object.entries(JSON.parse(AS))) Object.defineProperty(process, name, { value });
let cached = 0;
vm.Script = class extends vm.Script {
  constructor(source, options) { super(source, options); if (options.cachedData) cached++; }
};
process.on('exit', () => require('node:fs').writeFileSync(LIST, String(cached)));`;

const AGENT = '{ "agent": { "model": "m" }, "multi_agent": { "enabled": true } }';

function run(other?: object) {
  const folder = folderWith({ 'a.agent.json': AGENT, 'hook/hook.cjs': HOOK });
  const list = join(folder, 'hook/cached.txt');
  const { status } = runCli(folder, ['check', 'a.agent.json'], '', {
    NODE_OPTIONS: `--require ${JSON.stringify(join(folder, 'hook/hook.cjs'))}`,
    LIST: list,
    ...(other ? { AS: JSON.stringify(other) } : {}),
  });
  return { status, cached: Number(readFileSync(list, 'utf8')) };
}

test('the Node that made the code caches takes them', () => {
  const { status, cached } = run();
  expect(status).toBe(1);
  expect(cached).toBeGreaterThan(2);
});

test.each([
  ['another version of Node', { version: 'v20.19.0' }],
  ['another machine', { arch: 'other' }],
  ['another system', { platform: 'other' }],
  ['a V8 with other settings', { config: { variables: { v8_enable_i18n_support: 0 } } }],
])('%s takes none of them', (_, other) => {
  expect(run(other)).toEqual({ status: 1, cached: 0 });
});

test('the settings that V8 was built with are kept beside them', () => {
  const made = JSON.parse(readFileSync(join(dirname(BIN), 'cli/code-cache.json'), 'utf8'));
  expect(made).toMatchObject({ version: process.version, platform: process.platform, arch: process.arch });
  expect(Object.keys(made.settings)).toContain('v8_enable_i18n_support');
});
