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

/** Most files of one folder that are read. */
const MOST_FILES = 200;

/** The files of a folder of the project whose names a pattern fits. */
export const filesOf = (folder: string, names: RegExp, { filesIn, readBeside }: ReadContext) =>
  (filesIn?.(folder) ?? [])
    .filter((file) => names.test(file))
    .slice(0, MOST_FILES)
    .flatMap((file) => {
      const text = readBeside?.(file);
      return text === undefined ? [] : [{ file, text }];
    });

/** The labels that templates of issues set, in lower case: an issue of anybody has them when it is opened. */
export function templateLabels(root: SyntaxNode, context: ReadContext): ReadonlySet<string> {
  const { file: workflow } = root.document;
  const folder = `${workflow.slice(0, Math.max(0, workflow.lastIndexOf('.github')))}.github/ISSUE_TEMPLATE/`;
  const labels = filesOf(folder, /\.(?:md|ya?ml)$/, context).flatMap(({ file, text }) => {
    const stated = text.includes('labels') ? statedIn(file, text)?.get('labels') : undefined;
    return [stated, ...(stated?.items() ?? [])].flatMap((node) => stringOf(node)?.split(',') ?? []);
  });
  return new Set(labels.map((label) => label.trim().toLowerCase()));
}
