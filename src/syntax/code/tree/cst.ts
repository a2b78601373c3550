import type { Node, Query, Tree } from 'web-tree-sitter';
import type { Instance } from '../values/instances.js';
import type { Value } from '../values/value.js';
import type { Expression } from './expression.js';
import type { Grammar } from './grammars.js';
import { wordAt } from './words.js';

/** The tree of one text. It is parsed on first use and again when it is asked for after `release`. */
export class SourceTree {
  private tree: Tree | undefined;
  /** What the query of the language found, by the statements that it ran on. */
  private readonly outlines = new Map<readonly number[] | undefined, ReadonlyMap<string, readonly Node[]>>();
  private topLevel: readonly Node[] | undefined;
  private readonly known = new Map<number, Cst>();
  private readonly copies: SourceTree[] = [];
  private freed = 0;
  /** The call of a function that this is a copy for: names in it may stand for its arguments. */
  instance: Instance | undefined;

  constructor(
    readonly text: string,
    readonly grammar: Grammar,
    private readonly original?: SourceTree,
  ) {}

  /** Counts how often the tree was freed, so that a node knows whether its native twin is still there. */
  get generation(): number {
    return this.original?.generation ?? this.freed;
  }

  /** Nodes of the same tree of which other things may be known. */
  copy(instance: Instance): SourceTree {
    const made = new SourceTree(this.text, this.grammar, this);
    made.instance = instance;
    this.copies.push(made);
    return made;
  }

  get isOpen(): boolean {
    return this.tree !== undefined;
  }

  /** The whole text; undefined where parsing took too much time or memory. */
  root(): Cst | undefined {
    this.tree ??= this.grammar.parse(this.text);
    return this.tree && this.of(this.tree.rootNode);
  }

  typeName(id: number): string {
    return this.grammar.types[id] ?? 'ERROR';
  }

  /** Whether a comment begins at an offset where a node does: told from the text, which costs no step into the wasm. */
  beginsComment(offset: number): boolean {
    if (this.grammar.name === 'python') return this.text.charAt(offset) === '#';
    const mark = this.text.charAt(offset) === '/' ? this.text.charAt(offset + 1) : '';
    return mark === '/' || mark === '*';
  }

  /** One object a node, so that what is known about a node is found again. @internal */
  of(native: Node): Cst {
    const before = this.known.get(native.id);
    if (before) return before;
    const made = new Cst(this, native);
    this.known.set(native.id, made);
    return made;
  }

  /** The statements of the module, and the comments between them. @internal */
  statements(): readonly Node[] {
    this.root();
    this.topLevel ??= this.tree?.rootNode.namedChildren ?? [];
    return this.topLevel;
  }

  /** Tells each node that a query finds, with the name of its capture, in the order of the text. @internal */
  query(query: Query, found: (name: string, node: Node) => void, within?: readonly number[]): void {
    this.root();
    if (!this.tree) return;
    const nodes = within ? within.flatMap((index) => this.statements()[index] ?? []) : [this.tree.rootNode];
    for (const one of nodes) {
      for (const { captures } of query.matches(one)) {
        for (const { name, node } of captures) found(name, node);
      }
    }
  }

  /** What the query of the language finds, by capture, in some statements or in all. It goes with the tree. @internal */
  outlined(within: readonly number[] | undefined): ReadonlyMap<string, readonly Node[]> {
    const before = this.outlines.get(within);
    if (before) return before;
    const outline = new Map<string, Node[]>();
    const add = (capture: string, node: Node): void => {
      const nodes = outline.get(capture);
      if (nodes) nodes.push(node);
      else outline.set(capture, [node]);
    };
    this.query(this.grammar.outline, add, within);
    this.outlines.set(within, outline);
    return outline;
  }

  /** The node of these offsets and type in the present tree. @internal */
  find(start: number, end: number, typeId: number): Node | undefined {
    if (this.original) return this.original.find(start, end, typeId);
    this.root();
    let native = this.tree?.rootNode.descendantForIndex(start, end) ?? null;
    while (native && native.startIndex === start && native.endIndex === end) {
      if (native.typeId === typeId) return native;
      native = native.parent;
    }
    return undefined;
  }

  /** Frees the tree. Nodes stay valid: they find their twin in a new one when they need it. */
  release(): void {
    if (!this.tree) return;
    for (const one of [this, ...this.copies]) for (const node of one.known.values()) node.settle();
    this.close();
  }

  /** Frees the tree. Nodes cannot be read any more. */
  close(): void {
    if (!this.tree) return;
    for (const one of [this, ...this.copies]) one.known.clear();
    this.tree.delete();
    this.tree = undefined;
    this.outlines.clear();
    this.topLevel = undefined;
    this.freed++;
  }
}

/** A node of the concrete syntax tree. Each step into the wasm is taken once, when it is needed. */
export class Cst {
  readonly tree: SourceTree;
  readonly start: number;
  private twin: Node | undefined;
  private generation: number;
  private knownEnd: number | undefined;
  private knownType: string | undefined;
  private knownTypeId: number | undefined;
  private knownChildren: readonly Cst[] | undefined;
  /** Names of fields that were asked for, each followed by what it holds: hardly ever more than four. */
  private fields: (string | Cst | undefined)[] | undefined;
  /** What it says, once read. */
  expression: Expression | undefined;
  /** What it evaluates to, once asked; `busy` while it is being found. */
  value: Value | 'busy' | undefined;

  /** @internal */
  constructor(tree: SourceTree, native: Node) {
    this.tree = tree;
    this.twin = native;
    this.start = native.startIndex;
    this.generation = tree.generation;
  }

  get end(): number {
    this.knownEnd ??= this.native()?.endIndex ?? this.start;
    return this.knownEnd;
  }

  get type(): string {
    this.knownTypeId ??= this.native()?.typeId ?? -1;
    this.knownType ??= this.tree.typeName(this.knownTypeId);
    return this.knownType;
  }

  get text(): string {
    return this.tree.text.slice(this.start, this.end);
  }

  /** The name that begins here; what `text` is for an identifier, without a step into the wasm. */
  get word(): string {
    return wordAt(this.tree.text, this.start);
  }

  /** The child in a field of the grammar. */
  field(name: string): Cst | undefined {
    const { fields } = this;
    for (let index = 0; fields && index < fields.length; index += 2) {
      if (fields[index] === name) return fields[index + 1] as Cst | undefined;
    }
    const native = this.native()?.childForFieldId(this.tree.grammar.fields.get(name) ?? 0);
    const child = native ? this.tree.of(native) : undefined;
    if (fields) fields.push(name, child);
    else this.fields = [name, child];
    return child;
  }

  /** Named children without comments. */
  children(): readonly Cst[] {
    if (this.knownChildren) return this.knownChildren;
    const children: Cst[] = [];
    for (const native of this.native()?.namedChildren ?? []) {
      if (!this.tree.beginsComment(native.startIndex)) children.push(this.tree.of(native));
    }
    this.knownChildren = children;
    return children;
  }

  /** All of them in one field, where a field holds several. */
  all(name: string): readonly Cst[] {
    return (this.native()?.childrenForFieldName(name) ?? []).map((native) => this.tree.of(native));
  }

  /** The first child that is a mark or a keyword: the operator of an expression. */
  mark(): string | undefined {
    return this.native()?.children.find((child) => !child.isNamed)?.type;
  }

  /** The parser made it up, or could not read something in it. */
  get isBroken(): boolean {
    return this.native()?.hasError ?? true;
  }

  /** Where the first thing in it begins that the parser made up or could not read; undefined where it cannot be told. */
  get firstBroken(): number | undefined {
    let found: Node | undefined;
    for (let node = this.native(); node; ) {
      node = node.children.find((child) => child.hasError || child.isError || child.isMissing);
      found = node ?? found;
    }
    return found?.startIndex;
  }

  /** The same node in a copy of its tree. */
  in(copy: SourceTree): Cst | undefined {
    const native = this.native();
    return native && copy.of(native);
  }

  /** Whether another node is this one, or a copy of it. */
  isSame(other: Cst): boolean {
    return (
      this === other || (this.start === other.start && this.end === other.end && this.type === other.type)
    );
  }

  private native(): Node | undefined {
    if (this.generation === this.tree.generation) return this.twin;
    if (this.knownEnd === undefined || this.knownTypeId === undefined) return undefined;
    const found = this.tree.find(this.start, this.knownEnd, this.knownTypeId);
    if (!found) return undefined;
    this.twin = found;
    this.generation = this.tree.generation;
    return found;
  }

  /** Notes what is needed to find the twin again; called before the tree is freed. */
  settle(): void {
    this.knownEnd ??= this.twin?.endIndex;
    this.knownTypeId ??= this.twin?.typeId;
    this.twin = undefined;
  }
}
