import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Review } from '../../src/review/index.js';
import { distinctGraphs } from '../../src/review/topology/graph.js';
import { CHROMIUM, openBrowser, printed, projects } from './browser.js';
import { drawChart, hasRun, unevenTables } from './in-page.mjs';

const MERMAID = join(dirname(createRequire(import.meta.url).resolve('mermaid')), 'mermaid.min.js');
let browser: Browser;

describe.skipIf(CHROMIUM === undefined)('the Markdown of the review in Chromium', () => {
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it.each(projects())('renders $name without an error', async ({ cwd, paths }) => {
    const markdown = printed(cwd, 'review', ...paths, '--format', 'markdown');
    const review = JSON.parse(printed(cwd, 'review', ...paths, '--format', 'json')) as Review;
    const html = await unified()
      .use(remarkParse)
      .use(remarkGfm)
      .use(remarkRehype)
      .use(rehypeStringify)
      .process(markdown);
    const page = await browser.newPage();
    const said: string[] = [];
    page.on('pageerror', (error) => said.push(String(error)));
    await page.setContent(`<!doctype html><html lang="en"><body>${String(html)}</body></html>`);
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.locator('table').count()).toBeGreaterThan(3);
    // A row that is broken would have more or fewer cells than its head, or end the table.
    expect(await page.evaluate(unevenTables)).toBe(0);
    const text = (await page.locator('body').textContent()) ?? '';
    // Names are complete, backticks included; what is not seen is made visible.
    const seen = (name: string) => name.replaceAll('\u202e', '\\u{202e}');
    for (const { text: edge } of review.edges) expect(text).toContain(seen(edge));
    for (const { tool } of review.tools) expect(text).toContain(seen(tool));
    const charts = await page.locator('code.language-mermaid').allTextContents();
    // Systems that look the same share a chart; one with nothing to draw has none.
    const graphs = distinctGraphs(review);
    expect(charts).toHaveLength(graphs.length);
    await page.addScriptTag({ content: readFileSync(MERMAID, 'utf8') });
    for (const [at, chart] of charts.entries()) {
      const svg = await page.evaluate(drawChart, chart);
      expect(svg).toContain('<svg');
      const boxes = (graphs[at]?.[0]?.boxes ?? []).filter(({ kind }) => kind === 'agent');
      expect(boxes.length).toBeGreaterThan(0);
      const plain = boxes.filter(({ name }) => /^\w{1,39}$/.test(name));
      for (const { name } of plain.slice(0, 5)) expect(svg).toContain(name);
    }
    expect(said).toEqual([]);
    expect(await page.evaluate(hasRun)).toBe(false);
    await page.close();
  });
});
