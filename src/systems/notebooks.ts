import type { Place, Range } from '../model/index.js';
import type { GrammarName } from '../program/index.js';
import { parseDocument, type SyntaxNode } from '../syntax/index.js';

/** The code cells of a notebook as one program, and the mapping back to the cells. */
export interface Notebook {
  text: string;
  grammar: GrammarName;
  /** Where a line of the program is written in the notebook. */
  sourceOf(range: Range): NotebookSource | undefined;
}

/** A line of a cell. */
export interface NotebookSource {
  /** The text in the `.ipynb` file. */
  at: Place;
  /** Counted from 1: `cell 3, line 2`. */
  words: string;
}

/** A program that may use frameworks that are not read; `notebook`: the notebook whose code it is. */
export interface OtherProgram {
  text: string;
  notebook?: Notebook;
}

/** Magics whose cell is code of the notebook's own language. */
const TRANSPARENT = /^%%(?:time|timeit|capture|prun)\b/;

const GRAMMARS: Readonly<Record<string, GrammarName>> = {
  python: 'python',
  typescript: 'typescript',
  javascript: 'tsx',
};

/**
 * Reads a Jupyter notebook (nbformat 4). Lines that only the notebook understands (`%pip`, `!ls`) are left out.
 * Undefined if it is none, or in another language. Needs the parser of JSON loaded.
 */
export function readNotebook(file: string, text: string): Notebook | undefined {
  const root = parseDocument(file, 'notebook', text).roots[0];
  const metadata = root?.get('metadata');
  const stated = metadata?.get('language_info')?.get('name') ?? metadata?.get('kernelspec')?.get('language');
  const language = typeof stated?.scalar === 'string' ? stated.scalar.toLowerCase() : 'python';
  const grammar = Object.hasOwn(GRAMMARS, language) ? GRAMMARS[language] : undefined;
  if (!root || !grammar) return undefined;
  const lines: string[] = [];
  const sources: (() => NotebookSource)[] = [];
  for (const [index, cell] of (root.get('cells')?.items() ?? []).entries()) {
    const source = cell.get('source');
    if (cell.get('cell_type')?.scalar !== 'code' || !source) continue;
    const written = linesOf(source);
    const first = written.find((line) => line.text.trim() !== '')?.text.trim() ?? '';
    if (first.startsWith('%%') && !TRANSPARENT.test(first)) continue;
    for (const [line, { text: own, node }] of written.entries()) {
      lines.push(own.replace(/^(\s*)[%!].*$/, grammar === 'python' ? '$1pass' : '$1'));
      sources.push(() => ({ at: node.at(), words: `cell ${index + 1}, line ${line + 1}` }));
    }
  }
  return {
    text: lines.join('\n'),
    grammar,
    sourceOf: ({ start }) => sources[start.line - 1]?.(),
  };
}

/** The lines of a cell: each an item of a list, or all in one text. */
function linesOf(source: SyntaxNode): { text: string; node: SyntaxNode }[] {
  const parts = source.kind === 'array' ? source.items() : [source];
  return parts.flatMap((node) => {
    const { scalar } = node;
    if (typeof scalar !== 'string') return [];
    return scalar
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
      .map((text) => ({ text, node }));
  });
}
