import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { largeSystem } from './large.js';

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

/** The examples, and a system of 60 agents and 500 tools. */
export function projects(): Reviewed[] {
  const cwd = mkdtempSync(join(tmpdir(), 'agent-lint-browser-'));
  mkdirSync(join(cwd, 'large'));
  writeFileSync(join(cwd, 'large/large.agent.json'), largeSystem());
  const examples = ['claims-desk', 'eu-clinic', 'refund-bot', 'support-desk'];
  return [
    ...examples.map((name) => ({ name, cwd: ROOT, paths: [`examples/${name}`] })),
    { name: 'a system of 60 agents and 500 tools', cwd: join(cwd, 'large'), paths: [] },
  ];
}

/** What a command of agent-lint prints. */
export function printed(cwd: string, ...args: string[]): string {
  const run = spawnSync(process.execPath, [BIN, ...args], { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout;
}
