import { parseDocument } from '../../syntax/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import type { ReadContext } from '../dialect.js';

/**
 * Settings in JSON; undefined where they are computed. They are parsed as YAML, which JSON is as well: a project may
 * have no other file in JSON, and then only the parser of the workflow is loaded.
 */
export function settingsIn(stated: string): SyntaxNode | undefined {
  const text = withoutExpressions(stated.trim());
  if (!text.startsWith('{')) return undefined;
  const { roots, problems } = parseDocument('settings.json', 'yaml', text);
  return problems.length > 0 ? undefined : roots[0];
}

/** A text with a number in place of each expression: it is JSON only after they are evaluated. */
function withoutExpressions(text: string): string {
  const [first = '', ...rest] = text.split('${{');
  return [first, ...rest.map((part) => `0${part.slice(part.indexOf('}}') + 2)}`)].join('');
}

/** What a file in YAML says, or the front matter of a page. */
export function statedIn(file: string, text: string): SyntaxNode | undefined {
  const front = /^\uFEFF?---[\r\n]([\s\S]*?)[\r\n]---/.exec(text)?.[1];
  return parseDocument(file, 'yaml', file.endsWith('.md') ? (front ?? '') : text).roots[0];
}

/** What starts a workflow. YAML 1.1 reads the bare word `on` as true. */
export const onOf = (root: SyntaxNode | undefined): SyntaxNode | undefined =>
  root?.get('on') ?? root?.get('true');

/** Most templates that are read. */
const MOST_TEMPLATES = 50;

/** The labels that templates of issues set, in lower case: an issue of anybody has them when it is opened. */
export function templateLabels(root: SyntaxNode, { filesIn, readBeside }: ReadContext): ReadonlySet<string> {
  const { file: workflow } = root.document;
  const folder = workflow.slice(0, Math.max(0, workflow.lastIndexOf('.github')));
  const files = filesIn?.(`${folder}.github/ISSUE_TEMPLATE/`) ?? [];
  const labels = files
    .filter((file) => /\.(?:md|ya?ml)$/.test(file))
    .slice(0, MOST_TEMPLATES)
    .flatMap((file) => {
      const text = readBeside?.(file) ?? '';
      if (!text.includes('labels')) return [];
      const stated = statedIn(file, text)?.get('labels');
      const one = stringOf(stated);
      return one === undefined
        ? (stated?.items() ?? []).flatMap((item) => stringOf(item) ?? [])
        : one.split(',');
    });
  return new Set(labels.map((label) => label.trim().toLowerCase()));
}
