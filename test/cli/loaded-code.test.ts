import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import recorded from './loaded-code.json' with { type: 'json' };
import { BIN, folderWith, runBinary, scriptHook } from './run-cli.js';

/** Notes the scripts that a run loads, with their sizes. */
const HOOK = scriptHook('{}', 'noted[name] = source.length;');

const AGENT = '{ "agent": { "model": "m" }, "multi_agent": { "enabled": true } }';
const YAML = 'agent:\n  model: m\nmulti_agent:\n  enabled: true\n';
const PROGRAM = `import { Agent, tool } from '@openai/agents';
export const refund = tool({ name: 'refund_order', description: 'Refunds an order.', execute: async () => 'done' });
export const agent = new Agent({ name: 'Support', tools: [refund] });
`;

/** The scripts of a run over one file, with their sizes in characters. */
function loadedBy(name: string, text: string): Record<string, number> {
  const folder = folderWith({ [name]: text, 'hook/hook.cjs': HOOK });
  const list = join(folder, 'hook/list.json');
  const { status } = runBinary(folder, ['check', name], '', {
    NODE_OPTIONS: `--require ${JSON.stringify(join(folder, 'hook/hook.cjs'))}`,
    LIST: list,
    XDG_CACHE_HOME: join(folder, 'home'),
  });
  expect(status).toBe(1);
  return JSON.parse(readFileSync(list, 'utf8')) as Record<string, number>;
}

const FILES = [
  ['json', 'a.agent.json', AGENT],
  ['yaml', 'a.agent.yaml', YAML],
  ['program', 'a.ts', PROGRAM],
] as const;

test.each(FILES)('a run over one %s file loads at most 3 % more code than recorded', (kind, name, text) => {
  const characters = Object.values(loadedBy(name, text)).reduce((sum, size) => sum + size, 0);
  expect(characters).toBeGreaterThan(0);
  // What is more is either needed by each run, or behind an import that waits for it.
  expect(Math.ceil(characters / 1000)).toBeLessThanOrEqual(Math.floor(recorded[kind] * 1.03));
});

test('a run without programs loads no script of those that read them', () => {
  const [json, program] = [FILES[0], FILES[2]].map(([, name, text]) => Object.keys(loadedBy(name, text)));
  expect(json).toContain('plain.cjs');
  expect(json).not.toContain('program-reader.cjs');
  expect(program).toContain('program-reader.cjs');
});

const SETTINGS = '{ "permissions": { "allow": ["Bash(rm:*)"] } }';
const WITH_TOOL =
  '{ "agent": { "model": "m", "tools": [{ "type": "custom", "name": "refund_order", "description": "d" }] } }';

// The last column: scripts of rooms that the file needs; findings about it may offer an edit.
test.each([
  ['a.agent.json', AGENT, ['edit.cjs']],
  ['a.agent.json', WITH_TOOL, ['edit.cjs', 'effects.cjs']],
  [
    '.claude/settings.json',
    SETTINGS,
    ['claude-settings.cjs', 'clients.cjs', 'commands.cjs', 'edit.cjs', 'programs.cjs', 'shell.cjs'],
  ],
])('%s with %s loads what it needs of the rooms that wait', (name, text, needed) => {
  const rooms = [
    'claude-settings',
    'clients',
    'commands',
    'edit',
    'effects',
    'github-workflow',
    'programs',
    'shell',
  ];
  const loaded = Object.keys(loadedBy(name, text));
  expect(rooms.map((room) => `${room}.cjs`).filter((script) => loaded.includes(script))).toEqual(needed);
});

test('each letter of a script is one byte: it is read as such', () => {
  const folder = join(dirname(BIN), 'cli');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.cjs'));
  expect(scripts).toContain('plain.cjs');
  for (const name of scripts) {
    const bytes = readFileSync(join(folder, name));
    expect([name, bytes.every((byte) => byte < 128)]).toEqual([name, true]);
  }
});
