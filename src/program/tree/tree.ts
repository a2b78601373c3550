import type { Tree as WasmTree } from 'web-tree-sitter';
import type { Span } from '../ir/ir.js';
import { type Grammar, type GrammarName, grammar } from './grammars.js';

/** A node of a tree: its number in the order of the text. The root is 0, the first child of a node follows it. */
export type NodeId = number;

/** Type of nodes that the parser could not read; it is in no grammar's list. */
const ERROR = 65_535;

/** The syntax tree of one text, as flat arrays with one place for each node. Offsets are UTF-16 units. */
export interface Tree {
  readonly text: string;
  readonly grammar: Grammar;
  readonly types: Uint16Array;
  /** The field that a node is in, in its parent; 0 for none. */
  readonly fields: Uint16Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly parents: Uint32Array;
  /** The first node behind a node and its descendants: its next sibling, if it has one. */
  readonly nexts: Uint32Array;
  /** Where the first node begins that the parser inserted or could not read; undefined if all is read. */
  readonly brokenAt: number | undefined;
}

/** Parses a text; undefined if that takes too many steps or too much memory. Throws if the grammar is not loaded. */
export function parseTree(name: GrammarName, text: string): Tree | undefined {
  const ready = grammar(name);
  const wasm = ready.parse(text);
  if (!wasm) return undefined;
  try {
    return flatten(wasm, text, ready);
  } finally {
    wasm.delete();
  }
}

/** Copies a tree out of the parser's memory: each node is visited once, in the order of the text. */
function flatten(wasm: WasmTree, text: string, ready: Grammar): Tree {
  const root = wasm.rootNode;
  const size = root.descendantCount;
  const types = new Uint16Array(size);
  const fields = new Uint16Array(size);
  const starts = new Uint32Array(size);
  const ends = new Uint32Array(size);
  const parents = new Uint32Array(size);
  const nexts = new Uint32Array(size);
  const broken: NodeId[] = [];
  const cursor = wasm.walk();
  let parent = 0;
  let node = 0;
  for (let isDone = false; !isDone; node++) {
    const start = cursor.startIndex;
    const end = cursor.endIndex;
    const type = cursor.nodeTypeId;
    types[node] = type;
    fields[node] = cursor.currentFieldId;
    starts[node] = start;
    ends[node] = end;
    parents[node] = parent;
    if (type === ERROR || (start === end && cursor.nodeIsMissing)) broken.push(node);
    if (cursor.gotoFirstChild()) {
      parent = node;
      continue;
    }
    nexts[node] = node + 1;
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) {
        isDone = true;
        break;
      }
      nexts[parent] = node + 1;
      parent = parents[parent] as number;
    }
  }
  cursor.delete();
  const tree = { text, grammar: ready, types, fields, starts, ends, parents, nexts };
  return { ...tree, brokenAt: root.hasError ? firstBroken(tree, broken) : undefined };
}

/** The start of the innermost first error: it is inside all errors that it causes. */
function firstBroken(tree: Omit<Tree, 'brokenAt'>, broken: readonly NodeId[]): number {
  let found: NodeId | undefined;
  for (const node of broken) {
    if (node === 0) continue;
    if (found !== undefined && node >= (tree.nexts[found] as number)) break;
    found = node;
  }
  return found === undefined ? 0 : (tree.starts[found] as number);
}

/** The name of a node's type. */
export function typeOf(tree: Tree, node: NodeId): string {
  return tree.grammar.types[tree.types[node] as number] ?? 'ERROR';
}

/** The range of a node. */
export function spanOf(tree: Tree, node: NodeId): Span {
  return { start: tree.starts[node] as number, end: tree.ends[node] as number };
}

/**
 * Where a node begins. Objects for nodes write out `start` and `end`: there are millions, and an object created by
 * spread takes more memory and is slower to read.
 */
export function startOf(tree: Tree, node: NodeId): number {
  return tree.starts[node] as number;
}

/** Where a node ends. */
export function endOf(tree: Tree, node: NodeId): number {
  return tree.ends[node] as number;
}

/** The text of a node. */
export function textOf(tree: Tree, node: NodeId): string {
  return tree.text.slice(tree.starts[node], tree.ends[node]);
}

/** Whether a node is named, or is punctuation or a keyword. */
export function isNamed(tree: Tree, node: NodeId): boolean {
  const type = tree.types[node] as number;
  return type === ERROR || tree.grammar.named[type] === true;
}

/** Whether a node is a comment or a line continuation. */
export function isExtra(tree: Tree, node: NodeId): boolean {
  return tree.grammar.extras[tree.types[node] as number] === true;
}

/** All children of a node: punctuation, keywords and comments too. */
export function* everyChild(tree: Tree, node: NodeId): Generator<NodeId> {
  const behind = tree.nexts[node] as number;
  for (let child = node + 1; child < behind; child = tree.nexts[child] as number) yield child;
}

/** Named children, without comments. */
export function childrenOf(tree: Tree, node: NodeId): NodeId[] {
  const children: NodeId[] = [];
  const behind = tree.nexts[node] as number;
  for (let child = node + 1; child < behind; child = tree.nexts[child] as number) {
    if (isNamed(tree, child) && !isExtra(tree, child)) children.push(child);
  }
  return children;
}

/** The first named child that is no comment. */
export function firstChild(tree: Tree, node: NodeId): NodeId | undefined {
  const behind = tree.nexts[node] as number;
  for (let child = node + 1; child < behind; child = tree.nexts[child] as number) {
    if (isNamed(tree, child) && !isExtra(tree, child)) return child;
  }
  return undefined;
}

/** The first child of a type. */
export function childOf(tree: Tree, node: NodeId, type: string): NodeId | undefined {
  const behind = tree.nexts[node] as number;
  for (let child = node + 1; child < behind; child = tree.nexts[child] as number) {
    if (typeOf(tree, child) === type) return child;
  }
  return undefined;
}

/** The first child in a field of the grammar. */
export function fieldOf(tree: Tree, node: NodeId, name: string, after?: NodeId): NodeId | undefined {
  const field = tree.grammar.fields.get(name);
  if (field === undefined) return undefined;
  const behind = tree.nexts[node] as number;
  const first = after === undefined ? node + 1 : (tree.nexts[after] as number);
  for (let child = first; child < behind; child = tree.nexts[child] as number) {
    if (tree.fields[child] === field && !isExtra(tree, child)) return child;
  }
  return undefined;
}

/** All named children in a field of the grammar, for fields that can have several. */
export function allOf(tree: Tree, node: NodeId, name: string): NodeId[] {
  const field = tree.grammar.fields.get(name);
  return childrenOf(tree, node).filter((child) => tree.fields[child] === field);
}

/** Whether a node has this punctuation or keyword as a child: `async`, `get`, `*`, `?.`. */
export function hasMark(tree: Tree, node: NodeId, mark: string): boolean {
  return markOf(tree, node, mark) !== undefined;
}

/** The first child that is this punctuation or keyword. */
function markOf(tree: Tree, node: NodeId, mark: string): NodeId | undefined {
  const behind = tree.nexts[node] as number;
  for (let child = node + 1; child < behind; child = tree.nexts[child] as number) {
    if (!isNamed(tree, child) && typeOf(tree, child) === mark) return child;
  }
  return undefined;
}

/** The operator of an expression, as it is written. */
export function operatorOf(tree: Tree, node: NodeId, after?: NodeId): string | undefined {
  const operator = fieldOf(tree, node, 'operator', after) ?? fieldOf(tree, node, 'operators', after);
  return operator === undefined ? undefined : typeOf(tree, operator);
}

/** The comments of a text, in their order. */
export function commentsOf(tree: Tree): Span[] {
  const isComment = tree.grammar.types.map((type) => type === 'comment' || type === 'html_comment');
  const comments: Span[] = [];
  for (let node = 0; node < tree.types.length; node++) {
    if (isComment[tree.types[node] as number]) comments.push(spanOf(tree, node));
  }
  return comments;
}

/** The names that a text uses outside of imports, in types too. */
export function namesUsed(tree: Tree): Set<string> {
  const isImport = tree.grammar.types.map((type) => /^(?:future_)?import_(?:from_)?statement$/.test(type));
  const isName = tree.grammar.types.map((type) => type.endsWith('identifier'));
  const names = new Set<string>();
  for (let node = 0; node < tree.types.length; ) {
    const type = tree.types[node] as number;
    if (isName[type]) names.add(textOf(tree, node));
    node = isImport[type] ? (tree.nexts[node] as NodeId) : node + 1;
  }
  return names;
}

/** The innermost node of some types around a range, and the child that contains the range. */
export interface Around {
  readonly node: NodeId;
  readonly child: NodeId;
  /** The index of the named child. */
  readonly index: number;
}

/** The innermost node of these types that has a range in one of its children; a range does not contain itself. */
export function innermostAround(tree: Tree, span: Span, types: ReadonlySet<string>): Around | undefined {
  let child = lastStartingAt(tree, span.start);
  for (;;) {
    const node = tree.parents[child] as NodeId;
    if (node === child) return undefined;
    const isIn = (tree.starts[child] as number) <= span.start && span.end <= (tree.ends[child] as number);
    if (isIn && types.has(typeOf(tree, node))) {
      const index = childrenOf(tree, node).indexOf(child);
      if (index >= 0) return { node, child, index };
    }
    child = node;
  }
}

/** The last node that begins at an offset or before it. */
function lastStartingAt(tree: Tree, offset: number): NodeId {
  let low = 0;
  let high = tree.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tree.starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
