import type { Range } from '../../model/place.js';
import { type RawComment, TextDocument } from '../document.js';
import type { Comment, Format, SourceDocument, SyntaxNode } from '../node.js';
import { type Aliases, aliasesIn } from './aliases.js';
import { type HeldValues, heldValues, writesByScope } from './anchors.js';
import { captured } from './captures.js';
import { type Cst, SourceTree } from './cst.js';
import { type GrammarName, grammar as loadedGrammar } from './grammars.js';
import { type Captures, type Language, languageOf } from './language.js';
import { MAX_STEPS, reasonToSkip } from './limits.js';
import type { Outline, Site, Write } from './outline.js';
import type { Project } from './project.js';
import { decoratorsOf } from './python/definitions.js';
import { nestScopes, outward, type Scope, type Scopes } from './scopes.js';

/** A program as a document. It has no problems: what cannot be parsed is passed over, and `partial` says so. */
export interface CodeDocument extends SourceDocument {
  readonly grammar: GrammarName;
  /** Why the file is not read at all: minified, too large, too slow to parse. */
  readonly skipped: string | undefined;
  /** Something in it could not be parsed, or evaluating it took too many steps; the rest is read. */
  readonly partial: boolean;
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
  private tooSlow = false;
  private bindsArguments: boolean | undefined;
  private known: {
    captures?: Captures;
    scopes?: Scopes;
    outline?: Outline;
    aliases?: Aliases;
    held?: { others: number; values: HeldValues };
  } = {};
  private sitesByName: Map<string, Map<Scope, Site[]>> | undefined;
  private writesByRoot: Map<string, Write[]> | undefined;
  private readonly writesGrouped = new Map<string, ReturnType<typeof writesByScope>>();
  private functionsByStart: Map<number, Cst> | undefined;
  private decoratedByStart: Map<number, Cst> | undefined;
  /** By the start of the class, what they are to it, and the name. */
  private methods: Map<string, Cst> | undefined;
  private readonly parameterNames = new Map<Scope, ReadonlySet<string>>();

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
  }

  get skipped(): string | undefined {
    return this.tooDense ?? (this.tooSlow ? 'parsing it takes too long' : undefined);
  }

  get partial(): boolean {
    return this.stepsLeft <= 0 || (this.root()?.isBroken ?? true);
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

  root(): Cst | undefined {
    if (this.tooDense !== undefined || this.tooSlow) return undefined;
    const isNew = !this.tree.isOpen;
    const root = this.tree.root();
    if (!root) this.tooSlow = true;
    else if (isNew) this.project.parsed(this);
    return root;
  }

  /** What the query of the language finds. */
  captures(): Captures {
    this.known.captures ??= captured(this.tree, () => this.root() !== undefined);
    return this.known.captures;
  }

  scopes(): Scopes {
    this.known.scopes ??= nestScopes(
      Object.entries(this.language.scopes).flatMap(([name, kind]) =>
        this.captures()
          .all(name)
          .map(({ start, end }) => ({ kind, start, end })),
      ),
      this.text.length,
    );
    return this.known.scopes;
  }

  outline(): Outline {
    this.known.outline ??= this.language.outline(this.captures());
    return this.known.outline;
  }

  /** Where a name is declared, by the scope that it is declared in. */
  sitesOf(name: string): ReadonlyMap<Scope, readonly Site[]> | undefined {
    this.sitesByName ??= this.groupSites();
    return this.sitesByName.get(name);
  }

  /** Changes of values that begin with a name. */
  writesFrom(root: string): readonly Write[] {
    if (!this.writesByRoot) {
      this.writesByRoot = new Map();
      for (const write of this.outline().writes) {
        const before = this.writesByRoot.get(write.root);
        if (before) before.push(write);
        else this.writesByRoot.set(write.root, [write]);
      }
    }
    return this.writesByRoot.get(root) ?? [];
  }

  /** Names that are changed after they were given a value. */
  changedNames(): Iterable<string> {
    this.writesFrom('');
    return this.writesByRoot?.keys() ?? [];
  }

  /** The values of names that are changed, in this file or by others. */
  held(): HeldValues {
    const elsewhere = this.project.changedElsewhere(this);
    const known = this.known.held;
    if (known && known.others === (elsewhere?.size ?? 0)) return known.values;
    const values = heldValues(this, new Set([...this.changedNames(), ...(elsewhere?.keys() ?? [])]));
    this.known.held = { others: elsewhere?.size ?? 0, values };
    return values;
  }

  /** Changes that begin with a name of one scope. */
  writesIn(root: string, scope: Scope): readonly Write[] {
    let grouped = this.writesGrouped.get(root);
    if (!grouped) {
      grouped = writesByScope(this, root);
      this.writesGrouped.set(root, grouped);
    }
    return grouped.get(scope) ?? [];
  }

  /** The further names through which it changes values, by where these are made. */
  aliases(): Aliases {
    if (!this.known.aliases) {
      // Finding them asks for values, and those for their changes.
      this.known.aliases = new Map();
      this.known.aliases = aliasesIn(this);
    }
    return this.known.aliases;
  }

  /** The function whose scope this is. */
  functionOf(scope: Scope): Cst | undefined {
    if (!this.functionsByStart) {
      const captures = this.captures();
      const all = ['function', 'lambda'].flatMap((name) => captures.all(name));
      this.functionsByStart = new Map(all.map((node) => [node.start, node]));
    }
    return this.functionsByStart.get(scope.start);
  }

  /** The method of a class in TypeScript or JavaScript, or what reads its property (`get`); what sets one is neither. */
  methodOf(scope: Scope, name: string, kind: '' | 'get' = ''): Cst | undefined {
    if (!this.methods) {
      this.methods = new Map();
      for (const node of this.captures().all('lambda')) {
        const nameNode = node.type === 'method_definition' ? node.field('name') : undefined;
        if (!nameNode) continue;
        const role = /\b([gs]et)\s+$/.exec(this.text.slice(node.start, nameNode.start))?.[1] ?? '';
        this.methods.set(`${this.scopes().around(node.start).start} ${role} ${nameNode.text}`, node);
      }
    }
    return this.methods.get(`${scope.start} ${kind} ${name}`);
  }

  /** Whether some function of the file may be called with arguments that were bound before (`functools.partial`). */
  get mayBindArguments(): boolean {
    this.bindsArguments ??= this.language.isPython && this.text.includes('partial(');
    return this.bindsArguments;
  }

  /** The names that the parameters of a function bind. */
  parametersOf(scope: Scope): ReadonlySet<string> {
    let names = this.parameterNames.get(scope);
    if (!names) {
      const node = this.functionOf(scope);
      names = new Set(node && this.language.define(node).parameters.flatMap(({ binds }) => binds));
      this.parameterNames.set(scope, names);
    }
    return names;
  }

  /** The decorated whole around a function or class of Python. */
  decorated(definition: Cst): Cst | undefined {
    if (!this.decoratedByStart) {
      this.decoratedByStart = new Map();
      for (const node of this.captures().all('decorated')) {
        const inner = node.field('definition');
        if (inner) this.decoratedByStart.set(inner.start, node);
      }
    }
    return this.decoratedByStart.get(definition.start);
  }

  /** Expressions behind the `@` of what decorates a definition. */
  decoratorsOf(definition: Cst): readonly Cst[] {
    const around = this.decorated(definition);
    return around ? decoratorsOf(around) : this.language.define(definition).decorators;
  }

  private groupSites(): Map<string, Map<Scope, Site[]>> {
    const grouped = new Map<string, Map<Scope, Site[]>>();
    const add = (site: Site, scope: Scope): void => {
      const scopes = grouped.get(site.name) ?? new Map<Scope, Site[]>();
      grouped.set(site.name, scopes);
      const before = scopes.get(scope);
      if (before) before.push(site);
      else scopes.set(scope, [site]);
    };
    const scopes = this.scopes();
    const { sites } = this.outline();
    for (const site of sites) {
      if (!site.assigns) add(site, outward(scopes.around(site.start), this.language.binds));
    }
    // An assignment belongs to the declaration that it sees; without one it makes a global.
    for (const site of sites) {
      if (!site.assigns) continue;
      const declared = grouped.get(site.name);
      let scope = scopes.around(site.start);
      while (scope.parent && !declared?.has(scope)) scope = scope.parent;
      add(site, scope);
    }
    for (const byScope of grouped.values()) {
      for (const list of byScope.values()) list.sort((a, b) => a.start - b.start);
    }
    return grouped;
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
