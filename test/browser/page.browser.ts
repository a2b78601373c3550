import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Review } from '../../src/review/index.js';
import { CHROMIUM, openBrowser, printed, projects, type Reviewed } from './browser.js';
import {
  contentWidth,
  deadLinks,
  hasRun,
  overlappingTexts,
  runAxe,
  shownFindings,
  standsOut,
  wrongStops,
} from './in-page.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const DESKTOP = { width: 1280, height: 844 };
const WIDE = { width: 1440, height: 900 };
const TABLET = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };

let browser: Browser;
let server: Server;
let html = '';
let asked: string[] = [];

/** A page of the review, from a server that notes each request, with what the console said. */
async function opened(options: BrowserContextOptions): Promise<{ page: Page; said: string[] }> {
  asked = [];
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(String(error)));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/review.html`);
  return { page, said };
}

describe.skipIf(CHROMIUM === undefined)('the page of the review in Chromium', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(html);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  describe.each(projects())('of $name', (project: Reviewed) => {
    let review: Review;
    beforeAll(() => {
      html = printed(project.cwd, 'review', ...project.paths);
      review = JSON.parse(printed(project.cwd, 'review', ...project.paths, '--format', 'json')) as Review;
    });

    it('loads nothing else and says nothing on the console, in light and dark', async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, said } = await opened({ viewport: DESKTOP, colorScheme });
        await page.waitForLoadState('networkidle');
        expect(said).toEqual([]);
        expect(asked).toEqual(['/review.html']);
        expect(await page.evaluate(hasRun)).toBe(false);
        await page.context().close();
      }
    });

    it.each([
      [PHONE, 'light'],
      [TABLET, 'light'],
      [WIDE, 'light'],
      [WIDE, 'dark'],
    ] as const)('has no violation of accessibility at %o, %s', async (viewport, colorScheme) => {
      const { page } = await opened({ viewport, colorScheme, bypassCSP: true });
      await page.addScriptTag({ content: AXE });
      const found = await page.evaluate(runAxe);
      expect(found.map(({ id, impact, html: where }) => `${impact} ${id}: ${where}`)).toEqual([]);
      await page.context().close();
    });

    it.each([PHONE, TABLET, WIDE])('stops the keyboard only at what scrolls, at %o', async (viewport) => {
      const { page } = await opened({ viewport });
      expect(await page.evaluate(wrongStops)).toEqual([]);
      expect(await page.evaluate(deadLinks)).toEqual([]);
      await page.context().close();
    });

    it('lets the arrows of a box stand out while it is pointed at or has the focus', async () => {
      const { page } = await opened({ viewport: WIDE });
      const node = page.locator('figure svg:has(.arrow) .node:has(a)').first();
      if ((await node.count()) === 0) return;
      await node.locator('a').focus();
      expect(await node.evaluate(standsOut)).toBe(true);
      await page.context().close();
    });

    it('has every name and arrow of the inventory, without JavaScript too', async () => {
      const { page } = await opened({ viewport: DESKTOP, javaScriptEnabled: false });
      const text = (await page.locator('body').textContent()) ?? '';
      // What is not seen is made visible.
      const seen = (name: string) => name.replaceAll('\u202e', '\\u{202e}');
      const names = review.systems.flatMap(({ agents }) =>
        agents.flatMap((agent) => [
          agent.name,
          ...agent.tools.map(({ name }) => name),
          ...agent.mcpServers.flatMap(({ name, tools }) => [name, ...tools.map((tool) => tool.name)]),
        ]),
      );
      expect(
        [...names, ...review.edges.map((edge) => edge.text)].filter((name) => !text.includes(seen(name))),
      ).toEqual([]);
      const hidden = await page.locator('.finding:not(:visible), section:not(:visible)').count();
      expect(hidden).toBe(0);
      await page.context().close();
    });

    it('answers the four questions on the first screen', async () => {
      const { page } = await opened({ viewport: DESKTOP });
      const cards = await page.locator('.card').all();
      expect(cards).toHaveLength(4);
      for (const card of cards) {
        const box = await card.boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(DESKTOP.height);
      }
      const cut = await page
        .locator('.card .term')
        .evaluateAll((terms) => terms.filter((one) => one.scrollHeight > one.clientHeight + 1).length);
      expect(cut).toBe(0);
      await page.context().close();
    });

    it('does not scroll sideways on a phone', async () => {
      const { page } = await opened({ viewport: PHONE });
      const width = await page.evaluate(contentWidth);
      expect(width).toBeLessThanOrEqual(PHONE.width);
      await page.context().close();
    });

    it('draws no text over another in its pictures', async () => {
      const { page } = await opened({ viewport: DESKTOP });
      const overlaps = await page.evaluate(overlappingTexts);
      expect(overlaps).toEqual([]);
      await page.context().close();
    });

    it('filters findings by keyboard', async () => {
      const { page } = await opened({ viewport: DESKTOP });
      if (review.findings.length === 0) {
        expect(await page.locator('.filters').count()).toBe(0);
        return;
      }
      const shown = () => page.evaluate(shownFindings);
      expect(await shown()).toBe(review.findings.length);
      await page.locator('[name=severity][value=error]').focus();
      await page.keyboard.press('Space');
      const without = review.findings.filter(({ severity }) => severity !== 'error');
      expect(await shown()).toBe(without.length);
      expect(await page.locator('.filters [role=status]').textContent()).toBe(
        `${without.length} of ${review.findings.length} findings shown`,
      );
      await page.keyboard.press('Space');
      const rule = await page.locator('[name=rule] option').nth(1).getAttribute('value');
      await page.locator('[name=rule]').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      expect(await page.locator('[name=rule]').inputValue()).toBe(rule);
      expect(await shown()).toBe(review.findings.filter((one) => one.rule === rule).length);
      await page.context().close();
    });

    it.runIf(project.paths.length > 0)('prints on at most seven pages', async () => {
      const { page } = await opened({ viewport: DESKTOP });
      const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
      const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
      expect(pages).toBeGreaterThan(0);
      expect(pages).toBeLessThanOrEqual(7);
      await page.context().close();
    });
  });
});
