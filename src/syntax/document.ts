import type { Repair } from '../model/fix.js';
import type { Range } from '../model/place.js';
import { redact } from '../model/secrets.js';
import { lineStarts, positionAt } from './lines.js';
import type { Comment, Format, SourceDocument, SyntaxNode, SyntaxProblem } from './node.js';
import type { RepeatedKey } from './positioned-value.js';

/** A comment as offsets of its text without marks, and where it starts. */
export interface RawComment {
  text: string;
  start: number;
}

/** Finds the comments of a text. */
export type CommentFinder = (text: string) => RawComment[];

const LF = 10;
const CR = 13;

/** No comment of ours can be in a text without this. */
const OUR_MARK = 'agent-lint-';

/** One file being read: the parsers fill `roots` and `problems`. Lines are counted once, when first asked for. */
export class TextDocument implements SourceDocument {
  readonly roots: SyntaxNode[] = [];
  readonly problems: SyntaxProblem[] = [];
  readonly tolerated: SyntaxProblem[] = [];
  /** What of the text is no tree: all of a script, what is behind the front matter of a page. */
  body?: SyntaxNode;
  /** Reads another text as this file; left out where it is part of another. */
  again?: (text: string) => SourceDocument;
  private starts: number[] | undefined;

  constructor(
    readonly file: string,
    readonly format: Format,
    readonly text: string,
    private readonly findComments: CommentFinder,
  ) {}

  /** Line and column of two offsets; `end` exclusive. */
  range(start: number, end: number): Range {
    this.starts ??= lineStarts(this.text);
    const { starts } = this;
    const at = (offset: number) => positionAt(starts, this.beforeBreak(offset));
    return { start: at(start), end: at(Math.max(start, end)) };
  }

  /** Nothing is between CR and LF: an offset there is the end of the line. */
  private beforeBreak(offset: number): number {
    const isInside = this.text.charCodeAt(offset) === LF && this.text.charCodeAt(offset - 1) === CR;
    return isInside ? offset - 1 : offset;
  }

  /** Notes what is wrong at an offset; without an end, at one character. */
  problem(kind: SyntaxProblem['kind'], message: string, start: number, end?: number): void {
    const from = Math.min(start, this.text.length);
    const to = Math.min(end ?? from + 1, this.text.length);
    this.problems.push(this.problemAt(kind, message, from, to));
  }

  /** Notes what the format forbids at one character, and was read all the same. */
  tolerate(message: string, at: number, repair?: Repair): void {
    this.tolerated.push({ ...this.problemAt('syntax', message, at, at + 1), ...(repair && { repair }) });
  }

  private problemAt(kind: SyntaxProblem['kind'], message: string, from: number, to: number): SyntaxProblem {
    return { kind, message, at: { file: this.file, path: '', range: () => this.range(from, to) } };
  }

  /** Notes keys that stand twice in one object of `root`. */
  repeatedKeys(root: SyntaxNode, repeated: readonly RepeatedKey[]): void {
    const inOrder = [...repeated].sort((a, b) => a.start - b.start);
    for (const { trail, start, end, first } of inOrder) {
      const key = redact(String(trail.at(-1)).slice(0, 80));
      const line = this.range(first, first).start.line;
      const file = this.file;
      this.problems.push({
        kind: 'duplicate-key',
        message: `the key ${JSON.stringify(key)} is repeated (first on line ${line}); the last one applies`,
        repeats: { key, line },
        at: {
          file,
          get path() {
            return follow(root, trail)?.path() ?? '';
          },
          range: () => this.range(start, end),
        },
      });
    }
  }

  comments(): readonly Comment[] {
    const { text } = this;
    if (!text.includes(OUR_MARK)) return [];
    return this.findComments(text).map((comment) => {
      const at = this.range(comment.start, comment.start).start;
      const before = text.slice(comment.start - at.column + 1, comment.start);
      return { text: comment.text, at, ownLine: before.trim() === '' };
    });
  }
}

function follow(root: SyntaxNode, trail: readonly (string | number)[]): SyntaxNode | undefined {
  let node: SyntaxNode | undefined = root;
  for (const step of trail) node = typeof step === 'number' ? node?.items()[step] : node?.get(step);
  return node;
}
