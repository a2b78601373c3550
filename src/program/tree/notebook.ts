import type { TextEdit } from '../../model/fix.js';
import type { Range } from '../../model/place.js';
import { countWhile } from '../../model/sorted.js';
import type { Splice } from '../../syntax/edit/splice.js';
import {
  parseDocument,
  type SyntaxNode,
  type SyntaxProblem,
  withoutByteOrderMark,
} from '../../syntax/index.js';
import { lineStarts } from '../../syntax/lines.js';

/** The code cells of a Jupyter notebook, in their order, as one program, and the way back to the text of the file. */
export interface Notebook {
  /** The program; the text of the file where that is no JSON, so that a search by words still finds it. */
  readonly text: string;
  /** What is wrong with the JSON: nothing is read then. */
  readonly problem: SyntaxProblem | undefined;
  /** The language of its kernel, where that is not Python: nothing is read then. */
  readonly language: string | undefined;
  readonly cells: readonly Cell[];
  /** The range of the file that a range of the program is written in, with the cell and line of its start. */
  range(start: number, end: number): Range;
  /** Changes of the program as edits of the file; undefined where one is not within one text of the JSON. */
  edits(splices: readonly Splice[]): TextEdit[] | undefined;
}

/** A code cell, by its offsets in the program. */
export interface Cell {
  /** Counted from 1 among all cells. */
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/** A text of the JSON: a line of a cell, or all of it. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly node: SyntaxNode;
}

/** Whether a path is that of a notebook. */
export const isNotebook = (path: string): boolean => /\.ipynb$/i.test(path);

let last: { file: string; text: string; notebook: Notebook } | undefined;

/**
 * Reads a notebook (nbformat 4). Outputs are not read. The last one is kept: a file is searched by several readers before
 * it is opened. Needs the parser of JSON loaded.
 */
export function readNotebook(file: string, text: string): Notebook {
  if (last?.file !== file || last.text !== text) last = { file, text, notebook: read(file, text) };
  return last.notebook;
}

/** The program in a file: its text, or the code of a notebook. */
export const programText = (file: string, text: string): string =>
  isNotebook(file) ? readNotebook(file, text).text : withoutByteOrderMark(text);

function read(file: string, raw: string): Notebook {
  const { roots, problems } = parseDocument(file, 'json', raw);
  const problem = problems.find(({ kind }) => kind !== 'duplicate-key');
  const root = roots[0];
  const cells: Cell[] = [];
  const pieces: Piece[] = [];
  let text = problem ? withoutByteOrderMark(raw) : '';
  for (const [index, cell] of (problem ? [] : (root?.get('cells')?.items() ?? [])).entries()) {
    const nodes = sourceOf(cell);
    const code = withoutMagics(nodes.map(({ scalar }) => String(scalar)).join(''));
    if (code === undefined) continue;
    const start = text.length;
    let at = start;
    for (const node of nodes) {
      const end = at + String(node.scalar).length;
      pieces.push({ start: at, end, node });
      at = end;
    }
    text += code.endsWith('\n') ? code : `${code}\n`;
    cells.push({ number: index + 1, start, end: at });
  }
  const pieceAt = (offset: number): Piece | undefined =>
    pieces[Math.max(0, countWhile(pieces, ({ start }) => start <= offset) - 1)];
  const positions = (start: number, end: number): Range | undefined => {
    const first = pieceAt(start);
    const final = pieceAt(Math.max(start, end - 1));
    if (!first || !final) return undefined;
    const from = Math.min(start, first.end) - first.start;
    const to = Math.min(end, final.end) - final.start;
    return {
      start: first.node.within(from, Math.min(from + 1, first.end - first.start)).range().start,
      end: final.node.within(end > start ? Math.max(0, to - 1) : to, to).range().end,
    };
  };
  return {
    text,
    problem,
    language: root && languageOf(root),
    cells,
    range(start, end) {
      const found = positions(start, end);
      if (!found) return { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
      const cell = cells[Math.max(0, countWhile(cells, (one) => one.start <= start) - 1)];
      if (!cell) return found;
      const line = lineStarts(text.slice(cell.start, start)).length;
      return { ...found, cell: { number: cell.number, line } };
    },
    edits(splices) {
      const edits: TextEdit[] = [];
      for (const { start, end, text: added } of splices) {
        const piece = pieceAt(start);
        const range = positions(start, end);
        if (!piece || !range || end > piece.end) return undefined;
        edits.push({ file, range, text: JSON.stringify(added).slice(1, -1) });
      }
      return edits;
    },
  };
}

/** The language of the kernel, where it is stated and is neither Python nor one whose code is Python, too. */
function languageOf(root: SyntaxNode): string | undefined {
  const metadata = root.get('metadata');
  const info = metadata?.get('language_info');
  const stated = [
    info?.get('name'),
    metadata?.get('kernelspec')?.get('language'),
    info?.get('mimetype'),
  ].flatMap((node) => (typeof node?.scalar === 'string' ? [node.scalar] : []));
  return stated.some((one) => /python/i.test(one)) ? undefined : stated[0];
}

/** The texts of a code cell: its lines, or one text of all of them. */
function sourceOf(cell: SyntaxNode): readonly SyntaxNode[] {
  const source = cell.get('source');
  const language = cell.get('metadata')?.get('vscode')?.get('languageId')?.scalar ?? 'python';
  if (!source || cell.get('cell_type')?.scalar !== 'code' || language !== 'python') return [];
  return (source.kind === 'array' ? source.items() : [source]).filter(({ kind }) => kind === 'string');
}

/** Magics whose cell, or whose line, is code of the notebook. */
const TRANSPARENT = /^%%(?:time|timeit|capture|prun)\b/;
const TIMED = /^([ \t]*)%(?:time|timeit|prun)[ \t]+(?=[^\s-])/;

/** Lines that only IPython understands: `%pip`, `!ls`, `?name`, `name??`, and the sides of `files = !ls`. */
const MAGIC = /^([ \t]*)(?:[%!?]|[\w.]+\?{1,2}[ \t]*\r?\n?$)/;
const ASSIGNED = /^([\w., \t*]*=[ \t]*)[%!]/;

/**
 * A cell with the lines that only IPython understands written as the name `_`, so that every offset stays. Undefined if
 * the whole cell is not code of the notebook: `%%bash`, `%%writefile`.
 */
function withoutMagics(code: string): string | undefined {
  const head = code.trimStart();
  if (head.startsWith('%%') && !TRANSPARENT.test(head)) return undefined;
  if (!/[%!?]/.test(code)) return code;
  const state = new LineState();
  let isContinued = false;
  const lines = code.split(/(?<=\n|\r(?!\n))/).map((line) => {
    const magic = isContinued || state.isStart ? magicIn(line, isContinued) : undefined;
    isContinued = magic?.isCode === false && /\\\r?\n?$/.test(line);
    if (magic?.isCode !== false) state.read(magic?.text ?? line);
    return magic?.text ?? line;
  });
  return lines.join('');
}

/** A line at the start of a statement, if it is one of IPython. `isContinued`: the line before it ends in `\`. */
function magicIn(line: string, isContinued: boolean): { text: string; isCode: boolean } | undefined {
  if (isContinued) return { text: blank(line), isCode: false };
  // `%time run()` becomes `_;    run()`.
  const [timed, indentation = ''] = TIMED.exec(line) ?? [];
  if (timed !== undefined) {
    const mark = `${indentation}_;`;
    return { text: mark.padEnd(timed.length) + line.slice(timed.length), isCode: true };
  }
  const kept = (MAGIC.exec(line) ?? ASSIGNED.exec(line))?.[1];
  if (kept === undefined) return undefined;
  return { text: `${kept}_${blank(line.slice(kept.length + 1))}`, isCode: false };
}

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');

/** Whether the lines of a Python program begin a statement: not within brackets, a text of several lines, or behind `\`. */
class LineState {
  private depth = 0;
  private quote = '';
  private isJoined = false;

  get isStart(): boolean {
    return this.depth === 0 && this.quote === '' && !this.isJoined;
  }

  read(line: string): void {
    for (let at = 0; at < line.length; at++) {
      const char = line.charAt(at);
      if (char === '\\') at++;
      else if (this.quote !== '') {
        if (!line.startsWith(this.quote, at)) continue;
        at += this.quote.length - 1;
        this.quote = '';
      } else if (char === '#') {
        this.isJoined = false;
        return;
      } else if (char === '"' || char === "'") {
        this.quote = line.startsWith(char.repeat(3), at) ? char.repeat(3) : char;
        at += this.quote.length - 1;
      } else if ('([{'.includes(char)) this.depth++;
      else if (')]}'.includes(char)) this.depth = Math.max(0, this.depth - 1);
    }
    this.isJoined = /\\\r?\n?$/.test(line);
    if (this.quote.length === 1 && !this.isJoined) this.quote = '';
  }
}
