import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll } from 'vitest';
import { largeSystem, manySystems } from './large.js';

const ROOT = resolve(import.meta.dirname, '../..');
const BIN = join(ROOT, 'dist/agent-lint.cjs');

/** Debian's Chromium, or the one that `CHROMIUM` names; undefined where there is none. */
export const CHROMIUM = [process.env.CHROMIUM ?? '', '/usr/bin/chromium'].find(
  (path) => path !== '' && existsSync(path),
);

/** What starts no service of its own and asks no network. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser with a profile of its own. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM ?? '', headless: true, args: FLAGS });
}

/** A project under review. */
export interface Reviewed {
  name: string;
  cwd: string;
  paths: string[];
}

/** Names of strangers that try to run something, to leave their place, or to break the page. */
const HOSTILE = [
  '</script><script>window.ran = 1</script>',
  '"><img src=x onerror="window.ran = 1">',
  '\u202egnp.exe',
  'n'.repeat(10_000),
  '`code` **bold** | cell [link](javascript:window.ran=1) <b>',
  '$1 \\ # %%{init: {}}%% end; click a call',
];

function hostileSystem(): string {
  const agents = Object.fromEntries(
    HOSTILE.map((name, at) => [
      name,
      {
        model: name,
        tools: HOSTILE.map((one) => ({ type: 'function', name: `delete ${one}`, description: one })),
        mcp_servers: [{ url: `javascript:window.ran=${at}` }, { url: `https://x.example/${name}` }],
        handoffs: [HOSTILE[(at + 1) % HOSTILE.length]],
      },
    ]),
  );
  const agent = { model: 'm', instructions: HOSTILE[1], tools: [], handoffs: HOSTILE };
  return JSON.stringify({ runtime: 'framework', agent, agents, environment: { type: HOSTILE[0] } });
}

/** The examples, a system of 60 agents and 500 tools, 184 systems, and one with hostile names. */
export function projects(): Reviewed[] {
  const cwd = mkdtempSync(join(tmpdir(), 'agent-lint-browser-'));
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));
  mkdirSync(join(cwd, 'large'));
  writeFileSync(join(cwd, 'large/large.agent.json'), largeSystem());
  for (const [path, text] of manySystems()) {
    const file = join(cwd, 'many', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  mkdirSync(join(cwd, 'hostile'));
  writeFileSync(join(cwd, 'hostile/hostile.agent.json'), hostileSystem());
  const examples = ['claims-desk', 'eu-clinic', 'refund-bot', 'support-desk'];
  return [
    ...examples.map((name) => ({ name, cwd: ROOT, paths: [`examples/${name}`] })),
    { name: 'a system of 60 agents and 500 tools', cwd: join(cwd, 'large'), paths: [] },
    { name: '184 systems', cwd: join(cwd, 'many'), paths: [] },
    { name: 'hostile names', cwd: join(cwd, 'hostile'), paths: [] },
  ];
}

/** What a command of agent-lint prints. */
export function printed(cwd: string, ...args: string[]): string {
  const run = spawnSync(process.execPath, [BIN, ...args], { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout;
}
