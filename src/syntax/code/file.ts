import type { Range } from '../../model/place.js';
import { type RawComment, TextDocument } from '../document.js';
import type { Comment, Format, SourceDocument, SyntaxNode } from '../node.js';
import { type Language, languageOf } from './language.js';
import { MAX_STEPS, reasonToSkip } from './limits.js';
import { type Exports, exportsOf } from './names/exported.js';
import type { Site } from './names/outline.js';
import type { Part } from './names/part.js';
import { type Parts, partsOf } from './names/parts.js';
import { moduleScope, type Scope } from './names/scopes.js';
import type { Project } from './project.js';
import { decoratorsOf } from './python/definitions.js';
import { type Cst, SourceTree } from './tree/cst.js';
import { type GrammarName, grammar as loadedGrammar } from './tree/grammars.js';

/** A program as a document. It has no problems: what cannot be parsed is passed over, and `gap` says so. */
export interface CodeDocument extends SourceDocument {
  readonly grammar: GrammarName;
  /** Why the file is not read at all: minified, too large, too slow to parse. */
  readonly skipped: string | undefined;
  /** What of it could not be read so far, in words: all of it, a part, or what takes too many steps to evaluate. */
  readonly gap: string | undefined;
  /** Frees the tree. Nodes stay valid; one that needs more of the tree has it parsed again. */
  dispose(): void;
}

/** One file of code: its tree, and what is known about its names. Everything is found on demand and kept. */
export class CodeFile implements CodeDocument {
  readonly problems = [];
  readonly roots: SyntaxNode[] = [];
  readonly format: Format;
  readonly language: Language;
  readonly tree: SourceTree;
  private readonly source: TextDocument;
  private readonly tooDense: string | undefined;
  private stepsLeft = MAX_STEPS;
  private tooDear = false;
  /** Where it could not be parsed; 0 where that cannot be told. */
  private brokenAt: number | undefined;
  private bindsArguments: boolean | undefined;
  private divided: Parts | undefined;
  private given: Exports | undefined;
  private globals: ReadonlySet<string> | undefined;
  /** The scope of the whole file. */
  readonly module: Scope;

  constructor(
    readonly project: Project,
    readonly file: string,
    readonly grammar: GrammarName,
    readonly text: string,
  ) {
    // A name of the union that the other formats stand in.
    this.format = grammar as string as Format;
    this.language = languageOf(grammar);
    this.tree = new SourceTree(text, loadedGrammar(grammar));
    this.source = new TextDocument(file, this.format, text, () => this.rawComments());
    this.tooDense = reasonToSkip(text);
    this.module = moduleScope(text.length);
  }

  get skipped(): string | undefined {
    return this.tooDense ?? (this.tooDear ? 'parsing it takes too much time or memory' : undefined);
  }

  get gap(): string | undefined {
    if (this.skipped !== undefined) return `not read: ${this.skipped}`;
    if (this.brokenAt !== undefined) {
      const at = this.brokenAt;
      return `parsed in part${at > 0 ? `: see line ${this.range(at, at).start.line}` : ''}`;
    }
    return this.stepsLeft <= 0 ? 'evaluated in part: it would take too many steps' : undefined;
  }

  comments(): readonly Comment[] {
    return this.source.comments();
  }

  dispose(): void {
    this.tree.release();
  }

  /** Line and column of two offsets; `end` exclusive. */
  range(start: number, end: number): Range {
    return this.source.range(start, end);
  }

  /** Counts one step of evaluation; false once the file has cost all that it may. */
  step(): boolean {
    return this.stepsLeft-- > 0;
  }

  /** Whether more than half of the steps are gone. */
  get isHalfSpent(): boolean {
    return this.stepsLeft < MAX_STEPS / 2;
  }

  root(): Cst | undefined {
    if (this.tooDense !== undefined || this.tooDear) return undefined;
    const isNew = !this.tree.isOpen;
    const root = this.tree.root();
    if (!root) this.tooDear = true;
    else if (isNew) {
      if (root.isBroken) this.brokenAt = root.firstBroken ?? 0;
      this.project.parsed(this);
    }
    return root;
  }

  /** Its parts, in the order of the text: one where its statements cannot be told apart. */
  parts(): readonly Part[] {
    this.divided ??= partsOf(this);
    return this.divided.all;
  }

  /** The part that an offset stands in. */
  partAt(offset: number): Part {
    this.divided ??= partsOf(this);
    return this.divided.at(offset);
  }

  /** The part whose statements declare a name of the module, where some may. */
  partOf(name: string): Part {
    this.divided ??= partsOf(this);
    return this.divided.of(name);
  }

  /** The texts of statements by their number; of the whole file without. */
  textsOf(statements: readonly number[] | undefined): readonly string[] {
    this.divided ??= partsOf(this);
    return statements ? statements.map(this.divided.text) : [this.text];
  }

  /** The innermost scope around an offset. */
  scopeAround(offset: number): Scope {
    return offset >= this.text.length ? this.module : this.partAt(offset).scopes().around(offset);
  }

  /** The class that begins at an offset. */
  classAt(offset: number): Scope | undefined {
    return this.partAt(offset).scopes().startingAt(offset, 'class');
  }

  /** The part that declares a name in a scope. */
  partDeclaring(scope: Scope, name: string): Part {
    return scope === this.module ? this.partOf(name) : this.partAt(scope.start);
  }

  /** What declares or assigns a name in a scope. */
  sitesIn(scope: Scope, name: string): readonly Site[] | undefined {
    return this.partDeclaring(scope, name).sitesOf(name)?.get(scope);
  }

  /** Whether a function of the file says that it gives a name of the module another value. */
  isGlobal(name: string): boolean {
    this.globals ??= new Set(this.language.globals(this.text));
    return this.globals.has(name);
  }

  /** What it exports, and whose exports it passes on. */
  exports(): Exports {
    this.given ??= exportsOf(this);
    return this.given;
  }

  /** The function whose scope this is. */
  functionOf(scope: Scope): Cst | undefined {
    return scope === this.module ? undefined : this.partAt(scope.start).functionOf(scope);
  }

  /** Whether some function of the file may be called with arguments that were bound before (`functools.partial`). */
  get mayBindArguments(): boolean {
    this.bindsArguments ??= this.language.isPython && this.text.includes('partial(');
    return this.bindsArguments;
  }

  /** Expressions behind the `@` of what decorates a definition. */
  decoratorsOf(definition: Cst): readonly Cst[] {
    const around = this.partAt(definition.start).decorated(definition);
    return around ? decoratorsOf(around) : this.language.define(definition).decorators;
  }

  private rawComments(): RawComment[] {
    if (!this.root()) return [];
    const comments: RawComment[] = [];
    this.tree.query(this.tree.grammar.comments, (_, { startIndex, endIndex }) => {
      const text = withoutMarks(this.text.slice(startIndex, endIndex));
      comments.push({ text, start: startIndex });
    });
    return comments;
  }
}

/** The words of a comment without `//`, `#`, `/*` and the stars that lines of a block begin with. */
function withoutMarks(comment: string): string {
  if (comment.startsWith('/*')) {
    const inner = comment.slice(2, comment.endsWith('*/') ? -2 : undefined);
    return inner
      .split('\n')
      .map((line) =>
        line
          .trim()
          .replace(/^\*{1,2}/, '')
          .trim(),
      )
      .join('\n')
      .trim();
  }
  return comment.replace(/^(?:\/\/+|#+)/, '').trim();
}
