import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import type { ReadContext } from '../dialect.js';
import { statedIn } from './documents.js';

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
