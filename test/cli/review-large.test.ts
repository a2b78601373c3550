import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Review } from '../../src/review/index.js';
import { largeSystem, manySystems } from '../browser/large.js';
import { folderWith, runCli } from './run-cli.js';

const FILES = Object.fromEntries(manySystems());

describe('the review of 184 systems', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'agent-lint-large-'));
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const page = (await runCli(cwd, ['review'])).stdout;
  const review = JSON.parse((await runCli(cwd, ['review', '--format', 'json'])).stdout) as Review;
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? '');

  it('has an index of every file with its findings', () => {
    const index = /<section id="systems">[\s\S]*?<\/section>/.exec(page)?.[0] ?? '';
    expect(Object.keys(FILES).filter((file) => !index.includes(`<code>${file}</code>`))).toEqual([]);
    expect(index).toMatch(
      /<span class="line">\d+ errors?[^<]*<\/span><span class="line"><a href="#f-\w{12}">/,
    );
    expect(index.match(/<tr>/g)?.length).toBeLessThan(Object.keys(FILES).length);
  });

  it('gives each finding its place, those that say the same in one article', () => {
    expect(review.findings.length).toBeGreaterThan(200);
    const missing = review.findings.filter(
      ({ fingerprint }) => !ids.includes(`f-${fingerprint.slice(0, 12)}`),
    );
    expect(missing).toEqual([]);
    expect(page.match(/<article class="finding /g)?.length).toBeLessThan(review.findings.length / 5);
    const counts = [...page.matchAll(/<article class="finding [^>]*?(?:data-count="(\d+)")?>/g)];
    expect(counts.reduce((sum, [, many]) => sum + Number(many ?? 1), 0)).toBe(review.findings.length);
  });

  it('has each id once, and a target for each link', () => {
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id ?? '');
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('draws systems that look the same once, and lists those without tools and arrows', () => {
    expect(page.match(/<figure /g)?.length).toBeLessThan(60);
    const list =
      /Agents without tools, servers and arrows<\/h3>\n<ul[^>]*>[\s\S]*?<\/ul>/.exec(page)?.[0] ?? '';
    expect(list).toContain('<code>services/billing-8/billing.agent.json</code>');
    expect(list).not.toContain('<code>services/search-3/search.agent.json</code>');
    const drawn = /<figcaption>[\s\S]*<\/figcaption>/.exec(page)?.[0] ?? '';
    expect(drawn).toContain('<code>services/search-3/search.agent.json</code>');
  });

  it('has no stop for the keyboard that does not scroll', () => {
    expect(page.replace(/<script>[\s\S]*?<\/script>/, '')).not.toContain('tabindex');
  });

  it('has a summary below 60 KB with outcome, findings and files', async () => {
    const summary = await runCli(cwd, ['review', '--format', 'markdown', '--summary']);
    expect(summary.status).toBe(0);
    expect(Buffer.byteLength(summary.stdout)).toBeLessThan(60_000);
    for (const heading of ['Decision', 'At a glance', 'Systems', 'Findings', 'Open questions'])
      expect(summary.stdout.split('\n')).toContain(`## ${heading}`);
    const rules = new Set(review.findings.map(({ rule }) => rule));
    for (const rule of rules) expect(summary.stdout).toContain(`\`${rule}\``);
  });
});

const MANY_TOOLS = JSON.stringify({
  agent: {
    model: 'm',
    tools: Array.from({ length: 90 }, (_, at) => ({ type: 'function', name: `list_${at}` })),
  },
  environment: { type: 'hosted' },
});

describe.each([
  ['60 agents and 500 tools', largeSystem()],
  ['one agent and 90 tools', MANY_TOOLS],
])('a page of %s', (_, text) => {
  it('has its tools folded by agent, each open where no script runs', async () => {
    const cwd = folderWith({ 'desk.agent.json': text });
    const page = (await runCli(cwd, ['review'])).stdout;
    const { tools } = JSON.parse((await runCli(cwd, ['review', '--format', 'json'])).stdout) as Review;
    const folded = /<section id="tools">[\s\S]*?<\/section>/.exec(page)?.[0] ?? '';
    const agents = [...new Set(tools.map(({ agent }) => agent))];
    const titles = [...folded.matchAll(/<details open>\n<summary>(\S+) in desk\.agent\.json: (\d+) tools?/g)];
    expect(titles.map(([, agent, many]) => [agent, Number(many)])).toEqual(
      agents.map((name) => [name, tools.filter(({ agent }) => agent === name).length]),
    );
    expect(page.match(/<details/g)).toHaveLength(agents.length);
  });
});

describe('review --summary', () => {
  it('stays below 60 KB whatever names and their number are, and says what it leaves out', async () => {
    const long = 'n'.repeat(5_000);
    const tools = Array.from({ length: 1_500 }, (_, at) => ({
      type: 'function',
      name: `delete_${at}_${long.slice(0, 200)}`,
    }));
    const agent = { model: long, instructions: long, tools };
    const cwd = folderWith({ 'a.agent.json': JSON.stringify({ runtime: 'framework', agent }) });
    const { stdout } = await runCli(cwd, ['review', '--format', 'markdown', '--summary']);
    expect(Buffer.byteLength(stdout)).toBeLessThan(60_000);
    expect(stdout).toMatch(/\n\d+ more lines in the whole review\.\n/);
  });

  it('needs --format markdown', async () => {
    const run = await runCli(folderWith({}), ['review', '--summary']);
    expect(run.status).toBe(2);
    expect(run.stderr).toContain('--summary needs --format markdown.');
  });
});
