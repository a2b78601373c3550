import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../editors/playground/examples.js';
import { nameFor } from '../../editors/playground/names.js';
import { lint } from '../../src/index.js';
import type { Requirements } from '../../src/model/index.js';
import { CHROMIUM, openBrowser } from './browser.js';
import { contentWidth, hasRun, putText, runAxe, selectedText } from './in-page.mjs';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = pathToFileURL(join(ROOT, 'editors/playground/dist/index.html')).href;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };

let browser: Browser;

interface Opened {
  page: Page;
  /** What the console said. */
  said: string[];
  /** What was asked for. */
  asked: string[];
}

/** The page, with what its address has in the fragment. */
async function opened(options: BrowserContextOptions = { viewport: WIDE }, fragment = ''): Promise<Opened> {
  const page = await (await browser.newContext(options)).newPage();
  const said: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(String(error)));
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(PAGE + fragment);
  await checked(page);
  return { page, said, asked };
}

/** Waits for the check of what the page has now: a pause of typing begins it. */
async function checked(page: Page): Promise<void> {
  await page.waitForTimeout(300);
  await page.locator('#answer[aria-busy=false]').waitFor({ state: 'attached' });
}

const bare = (text: string | null) => (text ?? '').replaceAll('`', '').trim();

/** The findings that the page shows: severity, rule, place, message and remedy. */
async function shown(page: Page): Promise<string[][]> {
  const found = [];
  for (const one of await page.locator('.finding').all())
    found.push([
      (await one.getAttribute('data-severity')) ?? '',
      (await one.getAttribute('data-rule')) ?? '',
      bare(await one.locator('.place').first().textContent()),
      bare(await one.locator('.message').textContent()),
      bare(await one.locator('dt:text-is("Fix") + dd').textContent()),
    ]);
  return found.sort();
}

/** The findings of the library on a project of this file. */
async function linted(name: string, text: string, requirements?: Requirements): Promise<string[][]> {
  const cwd = mkdtempSync(join(tmpdir(), 'agent-lint-playground-'));
  try {
    mkdirSync(join(cwd, dirname(name)), { recursive: true });
    mkdirSync(join(cwd, '.git'));
    writeFileSync(join(cwd, name), text);
    if (requirements) writeFileSync(join(cwd, 'agent-lint.config.json'), JSON.stringify({ requirements }));
    const { findings } = await lint({ cwd });
    return findings
      .map(({ severity, rule, file, range: { start }, message, remediation }) =>
        [severity, rule, `${file}:${start.line}:${start.column}`, message, remediation].map(bare),
      )
      .sort();
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

describe.skipIf(CHROMIUM === undefined)('the playground in Chromium', () => {
  beforeAll(async () => {
    const built = spawnSync(process.execPath, ['src/build/playground.mjs'], { cwd: ROOT, encoding: 'utf8' });
    expect(built.stderr).toBe('');
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it('gives the findings of the library on every example, and says nothing on the console', async () => {
    const { page, said } = await opened();
    for (const [at, { name, text, title }] of EXAMPLES.entries()) {
      await page.selectOption('#example', String(at));
      await checked(page);
      expect(await shown(page), title).toEqual(await linted(name, text));
      expect(await page.locator('#inventory pre').textContent()).toContain(name);
      expect(await page.locator('#topology figure svg').count(), title).toBe(1);
    }
    expect(said).toEqual([]);
    await page.context().close();
  });

  it('has examples with an error, without one and without a finding', async () => {
    const worst = await Promise.all(
      EXAMPLES.map(async ({ name, text }) => (await linted(name, text)).map(([severity]) => severity)),
    );
    expect(
      worst.map((all) => ['error', 'warning', 'info'].find((one) => all.includes(one)) ?? 'none'),
    ).toEqual(['error', 'warning', 'error', 'warning', 'error', 'none']);
  });

  it('decides by the requirements, also without an agent', async () => {
    const { page } = await opened();
    const decision = page.locator('#decision .strong');
    const text = EXAMPLES[0]?.text ?? '';
    expect(await decision.textContent()).toContain('No runtime is recommended');
    await page.getByLabel('The whole agent in your own infrastructure').check();
    await page.getByLabel('Data may be processed in').fill('eu');
    await page.getByLabel('Zero data retention').check();
    await page.getByLabel('A beta service is').selectOption('forbidden');
    await page.getByLabel('The team writes').fill('python, typescript');
    await page.getByLabel('Preferred runtime').selectOption('framework');
    await checked(page);
    const recommended = 'Recommended runtime: the open-source agent framework';
    expect(await decision.textContent()).toContain(recommended);
    expect(await shown(page)).toEqual(
      await linted('agent.py', text, {
        residency: ['eu'],
        zero_data_retention: true,
        needs: ['self-hosted-execution'],
        beta: 'forbidden',
        languages: ['python', 'typescript'],
        prefer: ['framework'],
      }),
    );
    await page.locator('#text').fill('print("no agent")\n');
    await checked(page);
    expect(await decision.textContent()).toContain(recommended);
    expect(await page.locator('#notes').textContent()).toContain('Not read as an agent: ');
    await page.getByLabel('Data may be processed in').fill('europe');
    await checked(page);
    expect(await page.getByRole('alert').textContent()).toContain('Did you mean `eu`?');
    expect(await page.locator('#answer').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Clear the requirements' }).click();
    await checked(page);
    expect(await decision.textContent()).toContain('No runtime is recommended');
    await page.context().close();
  });

  it('selects what a finding is about, and follows its links without changing the address', async () => {
    const { page } = await opened();
    await page.locator('.finding[data-rule="approval/missing"] .place').click();
    expect(await page.evaluate(selectedText)).toBe('issue_refund');
    expect(await page.locator('#position').textContent()).toBe('Line 7, column 5.');
    await page.getByRole('navigation').getByText('Decision').click();
    expect(await page.evaluate('document.activeElement.id')).toBe('decision');
    expect(page.url()).toBe(PAGE);
    await page.context().close();
  });

  it('keeps text, name and requirements in the fragment of a link', async () => {
    const { page } = await opened();
    const text = 'runtime: managed\nagent: { model: m, instructions: "ü 😀 </script>" }\n';
    await page.locator('#text').fill(text);
    await page.locator('#name').selectOption('agent.agent.yaml');
    await page.getByLabel('Data may be processed in').fill('eu');
    await page.getByRole('button', { name: 'Copy a link' }).click();
    await page.locator('#linked:not(:empty)').waitFor();
    const url = page.url();
    expect(url.startsWith(`${PAGE}#`)).toBe(true);
    await checked(page);
    const found = await shown(page);
    expect(found.some(([, rule]) => rule === 'runtime/ineligible')).toBe(true);
    await page.context().close();
    const again = await opened({ viewport: WIDE }, url.slice(PAGE.length));
    expect(await again.page.locator('#text').inputValue()).toBe(text);
    expect(await again.page.locator('#name').inputValue()).toBe('agent.agent.yaml');
    expect(await again.page.getByLabel('Data may be processed in').inputValue()).toBe('eu');
    expect(await shown(again.page)).toEqual(found);
    await again.page.context().close();
  });

  it.each([
    ['no base64', '#t=%%%&n=agent.py'],
    ['no text', '#t=AAAA&n=agent.py'],
    ['a cut one', '#t=y0jNyclX&n=agent.py'],
  ])('opens an example for a damaged link: %s', async (_, fragment) => {
    const { page } = await opened({ viewport: WIDE }, fragment);
    expect(await page.locator('#linked').textContent()).toContain('damaged');
    expect(await page.locator('#text').inputValue()).toBe(EXAMPLES[0]?.text);
    await page.context().close();
  });

  it('asks for nothing but its own scripts, and for a grammar when a program needs it', async () => {
    const { page, asked } = await opened();
    const beside = () =>
      asked.filter((url) => !url.startsWith('blob:')).map((url) => url.replace(/^.*\//, ''));
    const first = ['index.html', 'core.js', 'grammar-tree-sitter.js', 'grammar-python.js'];
    expect(beside()).toEqual(first);
    expect(asked.every((url) => url.startsWith('file:') || url.startsWith('blob:null/'))).toBe(true);
    await page.selectOption('#example', '2');
    await checked(page);
    expect(beside()).toEqual(first);
    await page.selectOption('#example', '1');
    await checked(page);
    expect(beside()).toEqual([...first, 'grammar-typescript.js']);
    // The policy forbids what a script would send.
    const sent = 'fetch("https://example.com/").then(() => "sent", () => "refused")';
    expect(await page.evaluate(sent)).toBe('refused');
    await page.context().close();
  });

  it.each([
    [PHONE, 'light'],
    [PHONE, 'dark'],
    [WIDE, 'light'],
    [WIDE, 'dark'],
  ] as const)('has no violation of accessibility and fits at %o, %s', async (viewport, colorScheme) => {
    const { page } = await opened({ viewport, colorScheme, bypassCSP: true });
    await page.addScriptTag({ content: AXE });
    for (const at of EXAMPLES.keys()) {
      await page.selectOption('#example', String(at));
      await checked(page);
      expect(await page.evaluate(contentWidth)).toBeLessThanOrEqual(viewport.width);
      const found = await page.evaluate(runAxe);
      expect(found.map(({ id, impact, html }) => `${impact} ${id}: ${html}`)).toEqual([]);
    }
    await page.context().close();
  });

  it('runs nothing that a hostile text contains, and stays alive on a large one', async () => {
    const { page, said } = await opened();
    const evil = '</script><img src=x onerror="window.ran=1"><script>window.ran=1</script>';
    const agent = {
      model: evil,
      instructions: '\u0000\u202e\u001b[31m',
      tools: [{ type: 'function', name: `delete ${evil}` }],
    };
    const texts: [name: string, text: string][] = [
      ['session.json', JSON.stringify({ agent, multi_agent: { enabled: true } })],
      ['agent.agent.yaml', `runtime: ${evil}\u0001\nagent:\n  - \u0007${evil}`],
      ['session.json', `{"agent":{"model":"${'m'.repeat(2_000_000)}"}}`],
      ['agent.py', `from agents import Agent\n${'x = [1, 2, 3]\n'.repeat(150_000)}`],
      ['agent.py', `from agents import Agent\nx = ${'('.repeat(200_000)}`],
      ['.mcp.json', '['.repeat(1_000_000)],
    ];
    for (const [name, text] of texts) {
      await page.locator('#name').selectOption(name);
      await page.evaluate(putText, text);
      await checked(page);
      expect(await page.locator('#summary').textContent(), name).toMatch(/^\d+ errors?, /);
      expect(await page.evaluate(hasRun)).toBe(false);
    }
    await page.selectOption('#example', '0');
    await checked(page);
    expect(await shown(page)).toHaveLength(3);
    expect(said).toEqual([]);
    await page.context().close();
  });

  it('knows the examples by their text', () => {
    for (const { name, text } of EXAMPLES) expect(nameFor(text)).toBe(name);
  });
});
