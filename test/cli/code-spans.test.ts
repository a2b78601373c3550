import { readFileSync } from 'node:fs';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { newRepository, type Repository } from './repository.js';
import { runCli } from './run-cli.js';

/** Names with every run of backticks at either end, and markup behind them. */
const NAMES = ['issue_refund` <img src=x> **b**', '`delete_all<img src=y>', 'send``mail`'];

const agent = (tools: readonly string[]) =>
  JSON.stringify({
    runtime: 'managed',
    agent: { model: 'm', instructions: 'Help.', tools: tools.map((name) => ({ type: 'function', name })) },
    environment: { type: 'hosted' },
    controls: { tools: Object.fromEntries(tools.map((name) => [name, { effect: 'outward' }])) },
  });

interface Markup {
  type: string;
  value?: string;
  children?: Markup[];
}

/** The code spans of a Markdown text; fails where it holds a tag, an image or strong text of a name. */
function spansOf(markdown: string): string[] {
  const nodes = (node: Markup): Markup[] => [node, ...(node.children ?? []).flatMap(nodes)];
  const all = nodes(unified().use(remarkParse).use(remarkGfm).parse(markdown) as Markup);
  expect(all.filter(({ type, value = '' }) => type === 'html' && value.includes('img'))).toEqual([]);
  return all.flatMap(({ type, value = '' }) => (type === 'inlineCode' ? [value] : []));
}

function repository(): Repository {
  const one = newRepository({ 'a.agent.json': agent([]) });
  one.write('a.agent.json', agent(NAMES));
  return one;
}

describe('a name with backticks is one code span in Markdown', () => {
  it.each([
    ['of check', ['check', '--format', 'markdown']],
    ['of the review', ['review', '--format', 'markdown']],
    ['of the waivers', ['waivers', '--format', 'markdown']],
    ['of the difference', ['diff', 'main', '--format', 'markdown']],
  ])('%s', async (_, args) => {
    const spans = spansOf((await repository().run(...args)).stdout);
    for (const name of NAMES) expect(spans).toContain(name);
  });

  it('of the decision record', async () => {
    const one = repository();
    const { stdout } = await one.run(
      'decide',
      '--format',
      'adr',
      '--residency',
      'eu',
      '--need',
      'simple-assistant',
    );
    spansOf(stdout);
  });

  it('of the summary of a step', async () => {
    const one = repository();
    const summary = `${one.folder}/summary.md`;
    one.write('summary.md', '');
    await runCli(one.folder, ['check', '--format', 'github'], '', { GITHUB_STEP_SUMMARY: summary });
    const spans = spansOf(readFileSync(summary, 'utf8'));
    for (const name of NAMES) expect(spans).toContain(name);
  });

  it('and is written so in the message, and the snippet of its remedy too', async () => {
    const report = JSON.parse((await repository().run('check', '--format', 'json')).stdout);
    const found = report.findings.find(
      ({ rule, path }: { rule: string; path: string }) =>
        rule === 'approval/missing' && path.includes('issue_refund'),
    );
    expect(found.message).toBe(
      '``issue_refund` <img src=x> **b**`` pays out money without human approval (declared).',
    );
    expect(found.remediation).toBe(
      'Require human approval where ``issue_refund` <img src=x> **b**`` runs, and claim it under ``controls.tools.issue_refund` <img src=x> **b**`` in a.agent.json: `"approval": { "by": "human" }`.',
    );
  });
});
