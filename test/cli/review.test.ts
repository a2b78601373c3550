import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SystemJson } from '../../src/compare/system-json.js';
import type { Finding } from '../../src/model/index.js';
import type { Review } from '../../src/review/index.js';
import { validatorOf } from '../report/schemas.js';
import { folderWith, inTurn, runCli } from './run-cli.js';

const ROOT = resolve(import.meta.dirname, '../..');
const EXAMPLES = ['claims-desk', 'eu-clinic', 'refund-bot', 'support-desk'].map((name) => `examples/${name}`);

/** Text of an HTML page without tags, as a reader sees it. */
const textOf = (html: string): string =>
  html
    .replace(/<(style|script)>[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** Text of Markdown without its escapes. */
const plainOf = (markdown: string): string =>
  markdown.replace(/\\(?=[\\`*_[\]<>|#~@&$])/g, '').replaceAll('<span></span>', '');

const withoutCode = (text: string) => text.replaceAll('`', '');

const json = async <T>(cwd: string, ...args: string[]): Promise<T> =>
  JSON.parse((await runCli(cwd, args)).stdout) as T;

interface DecisionJson {
  outcome: string;
  recommended: string | null;
  files: string[];
}

describe.each(EXAMPLES)('the review of %s', async (example) => {
  const page = textOf((await runCli(ROOT, ['review', example])).stdout);
  const markdown = plainOf((await runCli(ROOT, ['review', example, '--format', 'markdown'])).stdout);
  const review = await json<Review>(ROOT, 'review', example, '--format', 'json');
  const both: [string, string][] = [
    ['page', withoutCode(page)],
    ['Markdown', withoutCode(markdown)],
  ];

  it('has the systems of inspect', async () => {
    const { systems } = await json<{ systems: SystemJson[] }>(ROOT, 'inspect', example, '--format', 'json');
    expect(review.systems).toEqual(systems);
    const names = systems.flatMap(({ agents }) =>
      agents.flatMap((agent) => [
        agent.name,
        ...agent.tools.map(({ name }) => name),
        ...agent.mcpServers.flatMap((server) => [server.name, ...server.tools.map(({ name }) => name)]),
      ]),
    );
    for (const [kind, text] of both) for (const name of names) expect(text, kind).toContain(name);
  });

  it('has the findings and decisions of check', async () => {
    const report = await json<{ findings: Finding[]; decisions: DecisionJson[] }>(
      ROOT,
      'check',
      example,
      '--format',
      'json',
    );
    const prints = (all: readonly Finding[]) => all.map(({ fingerprint }) => fingerprint).sort();
    expect(prints([...review.findings, ...review.ignored])).toEqual(prints(report.findings));
    expect(
      review.decisions.map(({ outcome, recommended, files }) => ({ outcome, recommended, files })),
    ).toEqual(report.decisions.map(({ outcome, recommended, files }) => ({ outcome, recommended, files })));
    for (const [kind, text] of both) {
      for (const { rule, message, remediation } of review.findings) {
        expect(text, kind).toContain(rule);
        expect(text, kind).toContain(withoutCode(message));
        expect(text, kind).toContain(withoutCode(remediation));
      }
    }
  });

  it('words decisions as decide does', async () => {
    const words = (await runCli(ROOT, ['decide', example])).stdout.replace(/\s+/g, ' ');
    for (const { words: own } of review.decisions) {
      for (const sentence of [...own.sentences, ...own.runtimes.flatMap(({ reasons }) => reasons)]) {
        expect(words).toContain(sentence);
        for (const [kind, text] of both) expect(text, kind).toContain(sentence);
      }
      for (const { runtime, verdict } of own.runtimes) {
        expect(review.decisions[0]?.runtimes.find((one) => one.runtime === runtime)?.verdict).toBe(verdict);
      }
    }
  });

  it('states every arrow as text, with its source before its target', () => {
    const edges = review.systems.flatMap(({ agents }) =>
      agents.flatMap(({ name, handoffs, delegatesTo, mcpServers }) =>
        [...handoffs, ...delegatesTo, ...mcpServers.map((server) => server.name)].map(
          (to) => `${name} -> ${to}`,
        ),
      ),
    );
    expect(review.edges.map(({ text }) => text)).toEqual(edges);
    for (const edge of edges) for (const [kind, text] of both) expect(text, kind).toContain(edge);
  });

  it('is what its schema says', () => {
    const validate = validatorOf('review');
    expect(validate(review), JSON.stringify(validate.errors)).toBe(true);
  });

  it('has the same bytes in each run, and no path of the machine or date', async () => {
    for (const format of ['html', 'markdown', 'json']) {
      const [first, second] = await inTurn(
        [1, 2],
        async () => (await runCli(ROOT, ['review', example, '--format', format])).stdout,
      );
      expect(first).toBe(second);
      expect(first).not.toContain(ROOT);
      expect(first).not.toContain(new Date().toISOString().slice(0, 10));
    }
  });

  it('is the page that check --format html writes', async () => {
    const { stdout } = await runCli(ROOT, ['check', example, '--format', 'html', '--exit-zero']);
    expect(stdout).toBe((await runCli(ROOT, ['review', example])).stdout);
  });
});

const AGENT = `runtime: framework
agent:
  model: m
  tools:
    - { type: function, name: delete_user }
  handoffs: [helper]
agents:
  helper:
    model: m
    tools: [{ type: function, name: get_user }]
`;

describe('agent-lint review', () => {
  it('writes a file, and ends with 0 whatever it finds', async () => {
    const cwd = folderWith({ 'a.agent.yaml': AGENT });
    const run = await runCli(cwd, ['review', '-o', 'out/review.html']);
    expect(run).toMatchObject({ status: 0, stdout: '' });
    expect(readFileSync(join(cwd, 'out/review.html'), 'utf8')).toContain('approval/missing');
  });

  it('has one h1, an h2 for each section, a title and a language, and hides nothing without JavaScript', async () => {
    const { stdout } = await runCli(folderWith({ 'a.agent.yaml': AGENT }), ['review']);
    expect(stdout.match(/<h1[ >]/g)).toHaveLength(1);
    expect(stdout.match(/<h2[ >]/g)?.length).toBe(stdout.match(/<section[ >]/g)?.length);
    expect(stdout).toContain('<html lang="en">');
    expect(stdout).toContain('<title>Agent architecture review</title>');
    expect(stdout).not.toContain('<details');
    expect([...stdout.matchAll(/<(\w+)[^>]*? hidden[ >]/g)].map(([, name]) => name)).toEqual(['form']);
  });

  it('ends with 4 and a page that says so where there is no agent', async () => {
    const run = await runCli(folderWith({ 'a.txt': 'nothing' }), ['review']);
    expect(run.status).toBe(4);
    expect(textOf(run.stdout)).toContain('No agent configuration found');
    expect(run.stderr).toContain('No agent configuration found');
  });

  it('ends with 2 for a path that does not exist, and names it', async () => {
    const run = await runCli(folderWith({ 'a.agent.yaml': AGENT }), ['review', 'nowhere', 'a.agent.yaml']);
    expect(run.status).toBe(2);
    expect(run.stderr).toContain('nowhere: no such file or folder.');
    expect(run.stdout).toContain('a.agent.yaml');
  });

  it('leaves no half file where it cannot write', async () => {
    const cwd = folderWith({ 'a.agent.yaml': AGENT, taken: 'a file' });
    const run = await runCli(cwd, ['review', '-o', 'taken/review.html']);
    expect(run.status).toBe(2);
    expect(run.stderr).toContain('cannot write taken/review.html');
    expect(readdirSync(cwd).sort()).toEqual(['a.agent.yaml', 'taken']);
  });

  it('prints the day and the days that are left only where one is given', async () => {
    const config = `ignore:\n  - { rule: approval/missing, files: "a.agent.yaml", reason: sandbox, until: 2099-01-31 }\n`;
    const cwd = folderWith({ 'a.agent.yaml': AGENT, 'agent-lint.config.yaml': config });
    const dated = textOf((await runCli(cwd, ['review', '--as-of', '2099-01-01'])).stdout);
    expect(dated).toContain('as of 2099-01-01');
    expect(dated).toContain('Days left');
    const undated = textOf((await runCli(cwd, ['review'])).stdout);
    expect(undated).not.toContain('as of 20990101');
    expect(undated).not.toContain('Days left');
    for (const page of [dated, undated]) {
      expect(page).toContain('sandbox');
      expect(page).toContain('2099-01-31');
    }
  });
});

describe('the places of a page', () => {
  const FLOW = `runtime: framework
agent:
  instructions: Ask a person before you send anything.
  model: m
  tools:
    - { type: function, name: delete_user }
  mcp_servers: [{ url: "http://crm.example.com/mcp" }]
  handoffs: [helper]
agents:
  helper: { model: m, tools: [{ type: function, name: get_user }] }
`;
  const config = 'ignore:\n  - { rule: mcp/plain-http, files: "a.agent.yaml", reason: local }\n';
  const reviewed = async () => {
    const cwd = folderWith({ 'a.agent.yaml': FLOW, 'agent-lint.config.yaml': config });
    const page = (await runCli(cwd, ['review'])).stdout;
    return {
      page,
      review: await json<Review>(cwd, 'review', '--format', 'json'),
      ids: [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id),
    };
  };
  const linksTo = (page: string, words: string) =>
    [...page.matchAll(/<a (?:class="place" )?href="#([^"]*)">(.*?)<\/a>/g)]
      .filter(([, , html = '']) => textOf(html) === words)
      .map(([, id]) => id);

  it('are there once, and every link leads to one', async () => {
    const { page, ids } = await reviewed();
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const targets = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(30);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('name each finding by its fingerprint, ignored ones too', async () => {
    const { review, ids } = await reviewed();
    expect(review.ignored).toHaveLength(1);
    const findings = [...review.findings, ...review.ignored];
    expect(ids.filter((id) => id?.startsWith('f-')).sort()).toEqual(
      findings.map(({ fingerprint }) => `f-${fingerprint.slice(0, 12)}`).sort(),
    );
  });

  it('are led to by names, rules, places and what is to see', async () => {
    const { page, review } = await reviewed();
    const [missing] = review.findings.filter(({ rule }) => rule === 'approval/missing');
    const id = `f-${missing?.fingerprint.slice(0, 12)}`;
    // From the finding itself, the first screen, and what `approval/prose-only` tells people to see.
    expect(linksTo(page, '6:31')).toEqual([id]);
    expect(linksTo(page, 'a.agent.yaml:6:31')).toEqual([id, id]);
    expect(new Set(linksTo(page, 'approval/missing'))).toEqual(new Set(['r-approval-missing']));
    expect(page).toContain('<h3 id="r-approval-missing"><code>approval/missing</code></h3>');
    for (const [name, kind] of [
      ['a.agent.yaml', 's'],
      ['helper', 'a'],
      ['delete_user', 't'],
      ['crm.example.com', 'm'],
    ] as const) {
      const [first = '', ...others] = new Set(linksTo(page, name));
      expect(others).toEqual([]);
      expect(first).toMatch(new RegExp(`^${kind}-[\\da-f]{12}$`));
      expect(page).toContain(`<span id="${first}"><code>${name}</code></span>`);
    }
  });
});

describe('--compare', () => {
  const OTHER = AGENT.replace('delete_user', 'get_account').replace('handoffs: [helper]', 'handoffs: []');

  it('adds one section that names what changed, and leaves the rest as it is', async () => {
    const cwd = folderWith({ 'a.agent.yaml': OTHER });
    await runCli(cwd, ['review', '--format', 'json', '-o', 'old.json']);
    const after = folderWith({
      'a.agent.yaml': AGENT,
      'old.json': readFileSync(join(cwd, 'old.json'), 'utf8'),
    });
    for (const format of ['html', 'markdown']) {
      const plain = (await runCli(after, ['review', '--format', format])).stdout.split('\n');
      const compared = (
        await runCli(after, ['review', '--format', format, '--compare', 'old.json'])
      ).stdout.split('\n');
      const at = compared.findIndex((line) =>
        line.includes(format === 'html' ? '<section id="changes">' : '## Changes since'),
      );
      const added = compared.slice(at, at + compared.length - plain.length);
      expect(compared.filter((_, line) => line < at || line >= at + added.length)).toEqual(plain);
      const text = withoutCode(plainOf(textOf(added.join('\n'))));
      expect(text).toContain('delete_user of agent (a.agent.yaml) is new: destructive, no gate.');
      expect(text).toContain('get_account of agent (a.agent.yaml) is removed');
      expect(text).toContain('agent -> helper (a.agent.yaml): this handoff is new.');
      expect(text).toContain('error approval/missing at a.agent.yaml:5:31');
      expect(text).not.toContain('get_user');
    }
  });

  it('says so where nothing changed', async () => {
    const cwd = folderWith({ 'a.agent.yaml': AGENT });
    await runCli(cwd, ['review', '--format', 'json', '-o', 'old.json']);
    const run = await runCli(cwd, ['review', '--compare', 'old.json']);
    expect(textOf(run.stdout)).toContain('No change to the agents.');
    expect(run.status).toBe(0);
  });

  it.each([
    ['a file that is missing', undefined, 'old.json: no such file'],
    ['broken JSON', '{ "schema": ', 'old.json: it is not JSON'],
    ['a foreign file', '{ "schema": "agent-lint/report@1" }', 'old.json: it is not a review'],
    ['a review without its parts', '{ "schema": "agent-lint/review@1" }', 'old.json: it is not a review'],
    [
      'a review with a broken part',
      '{ "schema": "agent-lint/review@1", "systems": [{}], "decisions": [], "waivers": [], "findings": [] }',
      'old.json: it is not a review',
    ],
  ])('ends with 2 and the name for %s', async (_, text, message) => {
    const files = { 'a.agent.yaml': AGENT, ...(text === undefined ? {} : { 'old.json': text }) };
    const run = await runCli(folderWith(files), ['review', '--compare', 'old.json']);
    expect(run.status).toBe(2);
    expect(run.stderr).toContain(message);
    expect(run.stdout).toBe('');
  });
});

describe('hostile names', () => {
  const long = 'n'.repeat(10_000);
  const names = [
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '\u202egnp.exe',
    long,
    '`code` **bold** | cell [link](javascript:alert(1)) <b>',
    "'; DROP --",
  ];
  const cwd = () =>
    folderWith({
      'a.agent.json': JSON.stringify({
        runtime: 'framework',
        agent: {
          model: names[0],
          tools: names.map((name) => ({ type: 'function', name: `delete ${name}` })),
          mcp_servers: [{ url: 'javascript:alert(1)' }],
          handoffs: [names[1]],
        },
        agents: { [names[1] ?? '']: { model: 'm', tools: [] } },
      }),
    });

  it('run nothing in the page, and stand in it as inspect prints them', async () => {
    const folder = cwd();
    const { stdout, status } = await runCli(folder, ['review']);
    expect(status).toBe(0);
    expect(stdout.match(/<script/g)).toHaveLength(1);
    const tags = (stdout.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/"[^"]*"/g, '""'));
    expect(tags.filter((tag) => /^<(?:img|b)\b|\son\w+=/.test(tag))).toEqual([]);
    expect(stdout).not.toMatch(/href="(?!#)|src="|\u202e/);
    const text = textOf(stdout);
    expect(text).toContain('</script><script>alert(1)</script>');
    expect(text).toContain('\\u{202e}gnp.exe');
    const { systems } = await json<{ systems: SystemJson[] }>(folder, 'inspect', '--format', 'json');
    const printed = systems[0]?.agents[0]?.tools[3]?.name ?? '';
    expect(printed.length).toBeGreaterThan(1000);
    expect(text).toContain(printed);
  });

  it('form no markup in Markdown', async () => {
    const { stdout } = await runCli(cwd(), ['review', '--format', 'markdown']);
    const prose = stdout.replace(/```[\s\S]*?\n```/g, '').replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');
    expect(prose).not.toMatch(/(?<!\\)<(?!br>|span><\/span>|\/span>)|(?<!\\)\[link\]|\u202e/);
  });
});
