import type { Range } from '../../model/place.js';
import { type RawComment, TextDocument } from '../../syntax/document.js';
import type { Comment, Format, SourceDocument, SyntaxNode } from '../../syntax/node.js';
import type { Evaluation } from '../evaluate/index.js';
import type { Program } from '../ir/ir.js';
import type { Language } from '../language.js';
import { reasonToSkip } from '../limits.js';
import { lowerProgram } from '../lower/index.js';
import type { Reason } from '../reason.js';
import { reasonText } from '../reason-text.js';
import { type GrammarName, languageOf } from '../tree/grammars.js';
import { commentsOf, parseTree, type Tree } from '../tree/tree.js';
import type { SourceFile } from '../values/source.js';

/** A program as a document. It has no problems: code that cannot be parsed is skipped, and `gap` says so. */
export interface CodeDocument extends SourceDocument {
  readonly grammar: GrammarName;
  /** Why the file is not read at all: minified, too large, too slow to parse. */
  readonly skipped: string | undefined;
  /** In words, what could not be read so far: the file, a part of it, or code that takes too many steps to evaluate. */
  readonly gap: string | undefined;
  /** Frees the tree. Nodes stay valid; a node that needs the tree parses the file again. */
  dispose(): void;
}

/** One file of code: its tree, its representation, and the evaluation of its project. */
export class CodeFile implements CodeDocument, SourceFile {
  readonly problems = [];
  readonly roots: SyntaxNode[] = [];
  readonly format: Format;
  readonly language: Language;
  private readonly source: TextDocument;
  private readonly tooDense: Reason | undefined;
  private tooDear = false;
  private brokenAt: number | undefined;
  private known: Program | undefined;
  private parsed: Tree | undefined;

  constructor(
    readonly file: string,
    readonly grammar: GrammarName,
    readonly text: string,
    /** The evaluation of its project, as far as it was queried. */
    readonly evaluation: () => Evaluation,
  ) {
    // A name of the union that the other formats are in.
    this.format = grammar as string as Format;
    this.language = languageOf(grammar);
    this.source = new TextDocument(file, this.format, text, () => this.rawComments());
    this.tooDense = reasonToSkip(text);
  }

  get skipped(): string | undefined {
    this.program();
    const why = this.tooDense ?? (this.tooDear ? 'costly-parse' : undefined);
    return why && reasonText(why);
  }

  get gap(): string | undefined {
    const { skipped } = this;
    if (skipped !== undefined) return `not read: ${skipped}`;
    if (this.brokenAt !== undefined) {
      const at = this.brokenAt;
      return `parsed in part${at > 0 ? `: see line ${this.range(at, at).start.line}` : ''}`;
    }
    const limit = this.evaluation().limitOf(this);
    return limit && reasonText(limit);
  }

  comments(): readonly Comment[] {
    return this.source.comments();
  }

  dispose(): void {
    this.parsed = undefined;
  }

  /** Line and column of two offsets; `end` exclusive. */
  range(start: number, end: number): Range {
    return this.source.range(start, end);
  }

  /** The tree; undefined where the text is not read. */
  tree(): Tree | undefined {
    if (this.tooDense !== undefined || this.tooDear) return undefined;
    this.parsed ??= parseTree(this.grammar, this.text);
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

  private rawComments(): RawComment[] {
    const tree = this.tree();
    if (!tree) return [];
    return commentsOf(tree).map(({ start, end }) => ({
      text: withoutMarks(this.text.slice(start, end)),
      start,
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
