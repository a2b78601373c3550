import type { Edits } from '../../model/fix.js';
import type { Position, Range } from '../../model/place.js';
import { type RawComment, TextDocument } from '../../syntax/document.js';
import type { Splice } from '../../syntax/edit/splice.js';
import { lineStarts } from '../../syntax/lines.js';
import type { Comment, Format, SourceDocument, SyntaxNode, SyntaxProblem } from '../../syntax/node.js';
import type { Evaluation } from '../evaluate/index.js';
import type { Program } from '../ir/ir.js';
import type { Language } from '../language.js';
import { MAX_CELLS, reasonToSkip } from '../limits.js';
import { lowerProgram } from '../lower/index.js';
import { isImportedValue } from '../modules/paths.js';
import type { Reason } from '../reason.js';
import { reasonText } from '../reason-text.js';
import { type GrammarName, languageOf } from '../tree/grammars.js';
import { isNotebook, type Notebook, readNotebook } from '../tree/notebook.js';
import { commentsOf, parseTree, type Tree } from '../tree/tree.js';
import type { EnvironmentVariable, SourceFile, VariableFor } from '../values/source.js';

/**
 * A program as a document. Code that cannot be parsed is skipped, and `gap` says so; a notebook that is no JSON has a
 * problem. `text` is the code of a notebook, and `file` the notebook.
 */
export interface CodeDocument extends SourceDocument {
  readonly grammar: GrammarName;
  /** Why the file is not read at all: minified, too large, too slow to parse. */
  readonly skipped: string | undefined;
  /** In words, what could not be read so far: the file, a part of it, or code that takes too many steps to evaluate. */
  readonly gap: string | undefined;
  /** A cell of a notebook does not parse, and is not read. */
  readonly hasUnreadCells: boolean;
  /** It has an error of syntax. */
  readonly isBroken: boolean;
  /** Its evaluation took too many steps and ended early. */
  readonly isCutShort: boolean;
  /** Frees the tree. Nodes stay valid; a node that needs the tree parses the file again. */
  dispose(): void;
}

/** How a file of data is read as a program: it gives the data. */
const GIVES = { before: 'module.exports = (', after: ')' };

/** One file of code: its tree, its representation, and the evaluation of its project. */
export class CodeFile implements CodeDocument, SourceFile {
  readonly text: string;
  readonly problems: readonly SyntaxProblem[];
  readonly inFile?: (range: Range) => Range;
  readonly roots: SyntaxNode[] = [];
  readonly format: Format;
  readonly language: Language;
  private readonly source: TextDocument;
  private readonly tooDense: Reason | undefined;
  private tooDear = false;
  private readonly notebook: Notebook | undefined;
  /** What is before the text of the file in `text`. */
  private readonly before: string;
  /** What is parsed: the text without cells that do not parse. */
  private code: string;
  private readonly unread: Reason[] = [];
  private brokenAt: number | undefined;
  private known: Program | undefined;
  private parsed: Tree | undefined;

  constructor(
    readonly file: string,
    readonly grammar: GrammarName,
    text: string,
    /** The evaluation of its project, as far as it was queried. */
    readonly evaluation: () => Evaluation,
    private readonly variableFor?: VariableFor,
  ) {
    // A name of the union that the other formats are in.
    this.format = grammar as string as Format;
    this.language = languageOf(grammar);
    const notebook = isNotebook(file) ? readNotebook(file, text) : undefined;
    this.notebook = notebook;
    const isValue = isImportedValue(file);
    this.before = isValue ? GIVES.before : '';
    this.text = notebook?.text ?? (isValue ? GIVES.before + text + GIVES.after : text);
    this.code = this.text;
    this.problems = notebook?.problem ? [notebook.problem] : [];
    this.source = new TextDocument(file, this.format, isValue ? text : this.text, () => this.rawComments());
    this.tooDense = notebook?.language
      ? { kind: 'kernel', language: notebook.language }
      : isValue
        ? undefined
        : reasonToSkip(this.text);
    if (notebook) this.inFile = ({ start, end }) => this.range(this.offsetOf(start), this.offsetOf(end));
  }

  variable(name: string): EnvironmentVariable | undefined {
    return this.variableFor?.(this.file, name);
  }

  get skipped(): string | undefined {
    this.program();
    const why = this.tooDense ?? (this.tooDear ? 'costly-parse' : undefined);
    return why && reasonText(why);
  }

  get gap(): string | undefined {
    const { skipped } = this;
    if (skipped !== undefined) return `not read: ${skipped}`;
    if (this.hasUnreadCells) {
      const more = this.unread.length - MAX_CELLS;
      const named = this.unread.slice(0, MAX_CELLS).map(reasonText).join('; ');
      return `read in part: ${named}${more > 0 ? `; and ${more} more` : ''}`;
    }
    if (this.brokenAt !== undefined) {
      const at = this.brokenAt;
      return at > 0 ? `line ${this.range(at, at).start.line} does not parse` : 'a part does not parse';
    }
    const limit = this.evaluation().limitOf(this);
    return limit && reasonText(limit);
  }

  get isBroken(): boolean {
    this.program();
    return this.brokenAt !== undefined;
  }

  get isCutShort(): boolean {
    return this.evaluation().limitOf(this) === 'file-steps';
  }

  get hasUnreadCells(): boolean {
    this.program();
    return this.unread.length > 0;
  }

  comments(): readonly Comment[] {
    return this.source.comments();
  }

  dispose(): void {
    this.parsed = undefined;
  }

  /** Line and column of two offsets; `end` exclusive. */
  range(start: number, end: number): Range {
    const { length } = this.before;
    return (this.notebook ?? this.source).range(start - length, end - length);
  }

  /** Changes of the text as edits of the file; undefined where the file cannot be edited there. */
  edits(splices: readonly Splice[]): Edits {
    if (this.hasUnreadCells || this.before !== '') return undefined;
    if (this.notebook) return this.notebook.edits(splices);
    return splices.map(({ start, end, text }) => ({ file: this.file, range: this.range(start, end), text }));
  }

  /** The tree; undefined where the text is not read. */
  tree(): Tree | undefined {
    if (this.tooDense !== undefined || this.tooDear || this.problems.length > 0) return undefined;
    this.parsed ??= this.parse();
    if (!this.parsed) this.tooDear = true;
    else this.brokenAt = this.parsed.brokenAt;
    return this.parsed;
  }

  program(): Program | undefined {
    if (this.known) return this.known;
    const tree = this.tree();
    this.known = tree && lowerProgram(tree);
    return this.known;
  }

  /** A bracket that a cell leaves open would reach into the next one: a cell that does not parse is left out. */
  private parse(): Tree | undefined {
    const tree = parseTree(this.grammar, this.code);
    if (tree?.brokenAt === undefined) return tree;
    const kept: string[] = [];
    let from = 0;
    for (const { number, start, end } of this.notebook?.cells ?? []) {
      const cell = this.text.slice(start, end);
      const own = parseTree(this.grammar, cell);
      if (own && own.brokenAt === undefined) continue;
      const line = lineStarts(cell.slice(0, own?.brokenAt ?? 0)).length;
      this.unread.push({ kind: 'cell', number, line });
      kept.push(this.text.slice(from, start), cell.replace(/\S/g, ' '));
      from = end;
    }
    if (this.unread.length === 0) return tree;
    this.code = kept.join('') + this.text.slice(from);
    return parseTree(this.grammar, this.code);
  }

  private offsetOf({ line, column }: Position): number {
    return (lineStarts(this.text)[line - 1] ?? this.text.length) + column - 1;
  }

  private rawComments(): RawComment[] {
    const tree = this.tree();
    if (!tree) return [];
    return commentsOf(tree).map(({ start, end }) => ({
      text: withoutMarks(this.text.slice(start, end)),
      start: start - this.before.length,
    }));
  }
}

/** The words of a comment without `//`, `#`, `/*` and the stars that lines of a block begin with. */
function withoutMarks(comment: string): string {
  if (comment.startsWith('/*')) {
    const inner = comment.slice(2, comment.endsWith('*/') ? -2 : undefined);
    return inner.split('\n').map(withoutStars).join('\n').trim();
  }
  return comment.replace(/^(?:\/\/+|#+)/, '').trim();
}

const withoutStars = (line: string): string =>
  line
    .trim()
    .replace(/^\*{1,2}/, '')
    .trim();
