import { groupedBy } from '../model/grouped.js';
import type { Edits, Place, Position, Range } from '../model/index.js';
import { fixedPlace, isUnfilled } from '../model/index.js';
import { countWhile } from '../model/sorted.js';
import { programText } from '../program/index.js';
import { textRangeEditor } from '../syntax/edit/lines.js';
import { lineStarts, linesOf } from '../syntax/lines.js';
import type { Comment, SourceDocument } from '../syntax/node.js';

/** A comment that is for agent-lint: `agent-lint-ignore RULE -- reason (until DATE)`. */
export interface Directive {
  kind: 'ignore' | 'effect' | 'unknown';
  /** Rule ids of an ignore, the effect of an effect, the unknown word of any other comment. */
  names: string[];
  /** Empty if there is none: then the comment has no effect. */
  reason: string;
  until?: string;
  /** The line of code that it is on or above. */
  line: number;
  at: Place;
  /** As written, without the comment delimiters. */
  words: string;
  /** Removes names, and the whole comment if none is left. */
  without(names: readonly string[]): Edits;
  /** Replaces one name. */
  renamed(from: string, to: string): Edits;
}

const MARKS = { 'agent-lint-ignore': 'ignore', 'agent-lint-effect': 'effect' } as const;

/** The words of directives in comments. */
export const DIRECTIVES: readonly string[] = Object.keys(MARKS);

/** The word of a comment that begins like a directive. */
const UNKNOWN = /^(agent-lint-\w[\w-]{0,60})(?=[\s:,]|$)/;

/** All directives of a document; empty for most documents, which costs one text search. */
export function directivesOf(document: SourceDocument): Directive[] {
  if (!document.text.includes('agent-lint-')) return [];
  // People see two lines where a parser sees one: such a comment is none.
  const comments = document.comments().filter(({ text }) => !text.trimEnd().includes('\r'));
  const lines = linesOf(document.text).map((line) => line.text);
  const ownLines = new Set(
    comments.filter((comment) => isOnOwnLine(comment, lines)).map((comment) => comment.at.line),
  );
  const next = nextCodeLines(ownLines, lines, document.format === 'markdown' ? FENCE : undefined);
  return comments.flatMap((comment) => readDirective(comment, document, next, lines) ?? []);
}

/** The files that a run reads comments and declared effects from, if they differ from the checked files. */
export interface Trust {
  /** The text of a file there, also by the name that it had before. */
  textOf(file: string): string | undefined;
}

/**
 * The directives of one file that apply: a comment is identified by its words, and a new copy does not apply.
 */
export function trusted(directives: Directive[], trusts: Trust | undefined): Directive[] {
  if (!trusts) return directives;
  const seen = new Map<string, number>();
  return directives.filter(({ at, words }) => {
    const nth = seen.get(words) ?? 0;
    seen.set(words, nth + 1);
    const text = trusts.textOf(at.file);
    return nth < (text === undefined ? 0 : programText(at.file, text).split(words).length - 1);
  });
}

function readDirective(
  comment: Comment,
  document: SourceDocument,
  next: Uint32Array,
  lines: readonly string[],
): Directive | undefined {
  const text = comment.text.trim();
  const mark = (Object.keys(MARKS) as (keyof typeof MARKS)[]).find((word) => text.startsWith(word));
  const rest = text.slice(mark?.length ?? 0);
  if (mark === undefined || (rest !== '' && !/^\s/.test(rest)))
    return unknownDirective(comment, document, lines);
  const dash = rest.indexOf(' -- ');
  const names = (dash < 0 ? rest : rest.slice(0, dash))
    .split(/[\s,:]+/)
    .filter((name) => name !== '' && name !== '--');
  const { reason, until } = readReason(dash < 0 ? '' : rest.slice(dash + 4));
  const edit = () => commentEditor(comment, document, lines);
  const end = endOf(comment, lines);
  const written = lines[comment.at.line - 1]?.slice(comment.at.column - 1, end.column - 1) ?? '';
  return {
    kind: MARKS[mark],
    words: text,
    names,
    reason,
    ...(until === undefined ? {} : { until }),
    line: lineOf(
      document,
      isOnOwnLine(comment, lines) ? (next[comment.at.line + 1] ?? lines.length + 1) : comment.at.line,
    ),
    at: fixedPlace(document.file, '', inFile(document, { start: comment.at, end }), edit),
    without(some) {
      const left = names.filter((name) => !some.includes(name));
      return left.length === 0 ? edit()?.remove() : edit()?.replace(withNames(written, mark, left));
    },
    renamed: (from, to) =>
      edit()?.replace(
        withNames(
          written,
          mark,
          names.map((name) => (name === from ? to : name)),
        ),
      ),
  };
}

/** A comment whose first word is similar to a directive. */
function unknownDirective(
  comment: Comment,
  document: SourceDocument,
  lines: readonly string[],
): Directive | undefined {
  const words = comment.text.trim();
  const word = UNKNOWN.exec(words)?.[1];
  if (word === undefined) return undefined;
  const edit = () => commentEditor(comment, document, lines);
  const end = endOf(comment, lines);
  const written = lines[comment.at.line - 1]?.slice(comment.at.column - 1, end.column - 1) ?? '';
  // `agent-lint-ignore:` has a colon too many.
  const wrong = new Set([`${word}:`, `${word},`, word]);
  return {
    kind: 'unknown',
    words,
    names: [word],
    reason: '',
    line: lineOf(document, comment.at.line),
    at: fixedPlace(document.file, '', inFile(document, { start: comment.at, end }), edit),
    without: () => edit()?.remove(),
    renamed: (_, to) => {
      const found = [...wrong].find((one) => written.includes(one));
      return found === undefined ? undefined : edit()?.replace(written.replace(found, to));
    },
  };
}

/** A comment with other names: the text before and after them stays. */
function withNames(written: string, mark: string, names: readonly string[]): string {
  const start = written.indexOf(mark) + mark.length;
  const dash = written.indexOf(' -- ', start);
  const behind = dash < 0 ? (/\s*(?:\*\/|-->)$/.exec(written)?.[0] ?? '') : written.slice(dash);
  return `${written.slice(0, start)} ${names.join(', ')}${behind}`;
}

/** Edits a comment as text; one of several lines is not edited, nor one of a notebook, whose line is JSON. */
function commentEditor(comment: Comment, document: SourceDocument, lines: readonly string[]) {
  if (document.inFile || comment.text.trim().includes('\n')) return undefined;
  const { file, text } = document;
  const { at } = comment;
  const line = lineStarts(text)[at.line - 1] ?? 0;
  return textRangeEditor({
    file,
    text,
    start: line + at.column - 1,
    end: line + endOf(comment, lines).column - 1,
  });
}

/** Where a comment ends, with its closing delimiter; one of several lines at the end of its first. */
function endOf({ at, text }: Comment, lines: readonly string[]): Position {
  const line = lines[at.line - 1] ?? '';
  const words = (text.trim().split('\n', 1)[0] ?? '').trimEnd();
  const end = Math.max(line.indexOf(words, at.column - 1), at.column - 1) + words.length;
  const closing = /^\s*(?:\*\/|-->)/.exec(line.slice(end));
  return { line: at.line, column: end + (closing?.[0].length ?? 0) + 1 };
}

/** Whether nothing else is on the lines of a comment: code may follow a block comment. */
function isOnOwnLine({ at, ownLine }: Comment, lines: readonly string[]): boolean {
  const line = lines[at.line - 1]?.slice(at.column - 1) ?? '';
  const end = line.startsWith('/*') ? line.indexOf('*/') : -1;
  return ownLine && (end < 0 || line.slice(end + 2).trim() === '');
}

function readReason(text: string): { reason: string; until?: string } {
  const read = reasonAndEnd(text);
  return isUnfilled(read.reason) ? { ...read, reason: '' } : read;
}

function reasonAndEnd(text: string): { reason: string; until?: string } {
  const trimmed = text.trim();
  const open = trimmed.endsWith(')') ? trimmed.lastIndexOf('(until ') : -1;
  if (open < 0) return { reason: trimmed };
  return { reason: trimmed.slice(0, open).trim(), until: trimmed.slice(open + 7, -1).trim() };
}

/** A line that opens or closes a block of code in Markdown: a comment above the block applies to its content. */
const FENCE = /^ {0,3}(?:```|~~~)/;

/** For each line, counted from 1, itself or the first line of code below it; one pass, since comments are in blocks. */
function nextCodeLines(
  ownLines: ReadonlySet<number>,
  lines: readonly string[],
  frame: RegExp | undefined,
): Uint32Array {
  const next = new Uint32Array(lines.length + 2).fill(lines.length + 1);
  for (let line = lines.length; line > 0; line--) {
    const text = lines[line - 1] ?? '';
    const isCode = !ownLines.has(line) && text.trim() !== '' && frame?.test(text) !== true;
    next[line] = isCode ? line : (next[line + 1] ?? 0);
  }
  return next;
}

const inFile = (document: SourceDocument, range: Range): Range => document.inFile?.(range) ?? range;

/** A line of the text of a document, as `codeLine` counts them. */
function lineOf(document: SourceDocument, line: number): number {
  const start = { line, column: 1 };
  return codeLine(inFile(document, { start, end: start }));
}

const LINES_OF_CELL = 2 ** 24;

/** The line that a range starts on. The JSON of a notebook may have all code on one line: its cells are counted. */
const codeLine = ({ cell, start }: Range): number =>
  cell ? cell.number * LINES_OF_CELL + cell.line : start.line;

/**
 * Finds the directives that are on or above an element: on the line of its place, or of a start of the element around
 * it. They are sorted once, for files with thousands of comments and places.
 */
export function directivesAt(directives: readonly Directive[]): (place: Place) => Directive[] {
  const byFile = groupedBy(directives, ({ at }) => at.file);
  for (const list of byFile.values()) list.sort((a, b) => a.line - b.line);
  const directivesAround = (place: Place): Directive[] => {
    const about = place.about ? directivesAround(place.about) : [];
    const list = byFile.get(place.file);
    if (!list) return about;
    const line = codeLine(place.range());
    const found = about;
    const element = place.element?.();
    const from = Math.min(line, element ? codeLine(element) : line);
    const first = countWhile(list, (directive) => directive.line < from);
    for (let at = first; at < list.length; at++) {
      const directive = list[at];
      if (!directive || directive.line > line) break;
      found.push(directive);
    }
    return found;
  };
  return directivesAround;
}
