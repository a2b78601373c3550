import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBrowser } from '../browser/browser.js';
import { BIN } from '../cli/run-cli.js';
import { FLAWED } from './flawed.js';

/** The folder of an installed code-server: VS Code in a browser. */
const CODE_SERVER = process.env.AGENT_LINT_CODE_SERVER ?? '';
const PACK = resolve(import.meta.dirname, '../../src/build/vscode.mjs');
const SETTINGS = {
  'extensions.autoCheckUpdates': false,
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
};

/** A server that notes that it ran, then serves. */
const OWN = `require('node:fs').writeFileSync(require('node:path').join(__dirname, 'ran.txt'), process.argv[2]);
require(${JSON.stringify(BIN)});
`;

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });

describe.skipIf(CHROMIUM === undefined || !existsSync(CODE_SERVER))('VS Code', () => {
  const home = mkdtempSync(join(tmpdir(), 'agent-lint-vscode-'));
  const entry = join(CODE_SERVER, 'out/node/entry.js');
  const flags = ['--user-data-dir', join(home, 'data'), '--extensions-dir', join(home, 'extensions')];
  const env = { PATH: process.env.PATH ?? '', HOME: home };
  let editor: ChildProcess;
  let browser: Browser;
  let address = '';

  beforeAll(async () => {
    const vsix = execFileSync(process.execPath, [PACK], { encoding: 'utf8' }).trim();
    execFileSync(process.execPath, [entry, ...flags, '--install-extension', vsix], { env });
    mkdirSync(join(home, 'data/User'), { recursive: true });
    writeFileSync(join(home, 'data/User/settings.json'), JSON.stringify(SETTINGS));
    const host = `127.0.0.1:${await freePort()}`;
    address = `http://${host}`;
    editor = spawn(
      process.execPath,
      [
        entry,
        ...flags,
        '--auth',
        'none',
        '--bind-addr',
        host,
        '--disable-telemetry',
        '--disable-update-check',
      ],
      { env, stdio: ['ignore', 'pipe', 'ignore'], detached: true },
    );
    await new Promise<void>((done) => {
      editor.stdout?.on('data', (text: Buffer) => text.includes('HTTP server listening') && done());
    });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    // With all that it started.
    if (editor?.pid !== undefined) process.kill(-editor.pid);
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  });

  /** Opens a project with an agent-lint of its own, and answers whether its authors are trusted. */
  async function opened(name: string, isTrusted: boolean): Promise<{ page: Page; ran: string }> {
    const root = join(home, name);
    const own = join(root, 'node_modules/agent-lint/dist/agent-lint.cjs');
    for (const [file, text] of Object.entries({ ...FLAWED, [own.slice(root.length + 1)]: OWN })) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 844 } })).newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(`${address}/?folder=${root}`);
    const answer = isTrusted ? /^Yes, I trust/ : /^No, I don't trust/;
    await page.getByRole('button', { name: answer }).click();
    await page.getByRole('treeitem', { name: 'tools.py' }).dblclick();
    return { page, ran: join(dirname(own), 'ran.txt') };
  }

  it('shows the findings of a project that is not trusted, makes a fix, and shows that the finding is gone', async () => {
    const { page, ran } = await opened('untrusted', false);
    await page.locator('.squiggly-error').first().waitFor();
    await page.keyboard.press('Control+Shift+M');
    const problem = page.locator('.markers-panel .monaco-list-row', { hasText: 'approval/missing' });
    expect(await problem.textContent()).toMatch(/`issue_refund`.*agent-lint.*\[Ln 6, Col 5\]/s);
    await problem.dblclick();
    await page.locator('.monaco-editor.focused').waitFor();
    await page.keyboard.press('Control+.');
    await page.locator('.action-widget .monaco-list-row', { hasText: 'needs_approval=True' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.view-line', { hasText: 'needs_approval=True' }).waitFor();
    await problem.waitFor({ state: 'detached' });
    expect(existsSync(ran)).toBe(false);
  });

  it('runs the agent-lint of a project that is trusted', async () => {
    const { page, ran } = await opened('trusted', true);
    await page.locator('.squiggly-error').first().waitFor();
    expect(readFileSync(ran, 'utf8')).toBe('lsp');
  });
});
