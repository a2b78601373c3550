import type { Element, Entry, Expression, Span, Statement, Target, TextPiece } from '../ir/ir.js';
import { MAX_DEPTH } from '../limits.js';
import type { Reason } from '../reason.js';
import { numberOf } from '../tree/spelling.js';
import {
  endOf,
  everyChild,
  isNamed,
  type NodeId,
  spanOf,
  startOf,
  type Tree,
  textOf,
  typeOf,
} from '../tree/tree.js';

/** The lowering of one tree: the functions that readers of a language call. */
export interface Lowering {
  readonly tree: Tree;
  /** The expression of a node. */
  expression(node: NodeId): Expression;
  /** The target of an assignment. */
  target(node: NodeId): Target;
  /** The statements in a node, in their order. */
  statements(node: NodeId): readonly Statement[];
  /** The statements of a node itself. */
  statement(node: NodeId): readonly Statement[];
  /** The statements of a node that nests one level deeper than its place in the tree: `elif`, `else if`. */
  nested(node: NodeId, read: (out: Statement[]) => void): readonly Statement[];
  /** The outermost expressions in a node that is not read further. */
  parts(node: NodeId): readonly Expression[];
  /** Lowers something on first access, once. */
  later<T>(make: () => T): () => T;
}

export type ReadExpression = (from: Lowering, node: NodeId) => Expression;

/** Adds the statements of a node. */
export type ReadStatement = (from: Lowering, node: NodeId, out: Statement[]) => void;

/**
 * How the nodes of a language are read, by the names of their types. A construct is added as one function, one line of a
 * table, and one row of `test/program/lower-python.test.ts` or `lower-script.test.ts`.
 */
export interface NodeReaders {
  readonly expressions: Readonly<Record<string, ReadExpression>>;
  readonly statements: Readonly<Record<string, ReadStatement>>;
  readonly target: (from: Lowering, node: NodeId) => Target;
  /** Types of nodes that are skipped with all their descendants: nothing in them runs. */
  readonly passedOver: readonly string[];
}

/** The depth of nesting while a tree is lowered. */
interface Nesting {
  /** One level further in; `cut` where that is too deep. */
  inside<T>(make: () => T, cut: () => T): T;
  /** Computes something on first access, once, at the depth that this is called at. */
  later<T>(make: () => T): () => T;
}

function nesting(): Nesting {
  let depth = 0;
  const at = <T>(level: number, make: () => T): T => {
    const before = depth;
    depth = level;
    try {
      return make();
    } finally {
      depth = before;
    }
  };
  return {
    inside: (make, cut) => (depth >= MAX_DEPTH ? cut() : at(depth + 1, make)),
    later<T>(make: () => T) {
      const level = depth;
      let result: { readonly value: T } | undefined;
      return () => {
        result ??= { value: at(level, make) };
        return result.value;
      };
    },
  };
}

/** Connects the readers of a language to a tree. */
export function lowering(tree: Tree, { expressions, statements, target, passedOver }: NodeReaders): Lowering {
  const { types, named } = tree.grammar;
  const asExpression = types.map((type, id) => (named[id] ? own(expressions, type) : undefined));
  const asStatement = types.map((type, id) => (named[id] ? own(statements, type) : undefined));
  const isPassedOver = types.map((type) => passedOver.includes(type));
  const { inside, later } = nesting();

  const readStatement = (node: NodeId, out: Statement[]): void => {
    const type = tree.types[node] as number;
    const statement = asStatement[type];
    const cut = () => void out.push(deepStatement(tree, node));
    if (statement) inside(() => statement(from, node, out), cut);
    else if (asExpression[type]) {
      out.push({
        kind: 'expression',
        value: from.expression(node),
        start: startOf(tree, node),
        end: endOf(tree, node),
      });
    } else if (isNamed(tree, node) && !isPassedOver[type]) inside(() => readStatements(node, out), cut);
  };
  const readStatements = (node: NodeId, out: Statement[]): void => {
    for (const child of everyChild(tree, node)) readStatement(child, out);
  };

  const from: Lowering = {
    tree,
    expression: (node) =>
      inside(
        () => {
          const read = asExpression[tree.types[node] as number];
          return read ? read(from, node) : unknown(from, node);
        },
        () => tooDeep(tree, node),
      ),
    target: (node) =>
      inside<Target>(
        () => target(from, node),
        () => ({ kind: 'unknown', parts: [], start: startOf(tree, node), end: endOf(tree, node) }),
      ),
    statements(node) {
      const out: Statement[] = [];
      readStatements(node, out);
      return out;
    },
    statement(node) {
      const out: Statement[] = [];
      readStatement(node, out);
      return out;
    },
    nested(node, read) {
      const out: Statement[] = [];
      inside(
        () => read(out),
        () => void out.push(deepStatement(tree, node)),
      );
      return out;
    },
    parts(node) {
      const parts: Expression[] = [];
      const behind = tree.nexts[node] as number;
      for (let one = node + 1; one < behind; ) {
        const type = tree.types[one] as number;
        if (asExpression[type]) parts.push(from.expression(one));
        one = asExpression[type] || isPassedOver[type] ? (tree.nexts[one] as number) : one + 1;
      }
      return parts;
    },
    later,
  };
  return from;
}

const tooDeep = (tree: Tree, node: NodeId): Expression => ({
  kind: 'unknown',
  why: 'too-deep',
  parts: [],
  start: startOf(tree, node),
  end: endOf(tree, node),
});

const deepStatement = (tree: Tree, node: NodeId): Statement => ({
  kind: 'expression',
  value: tooDeep(tree, node),
  start: startOf(tree, node),
  end: endOf(tree, node),
});

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Reads a word that is a constant: `True`, `null`. */
export const literal =
  (scalar: boolean | null) =>
  ({ tree }: Lowering, node: NodeId): Expression => ({
    kind: 'literal',
    scalar,
    start: startOf(tree, node),
    end: endOf(tree, node),
  });

/** An expression that is not read further, with those that are in it. */
export function unknown(from: Lowering, node: NodeId, why: Reason = 'computed'): Expression {
  return {
    kind: 'unknown',
    why,
    parts: from.parts(node),
    start: startOf(from.tree, node),
    end: endOf(from.tree, node),
  };
}

/** Unreadable code between the members of an object: it may be any member. */
export const unreadEntry = (from: Lowering, node: NodeId): Entry =>
  entry(from.tree, node, KEYLESS, unknown(from, node, 'unreadable'), 'spread');

/** The key of a member, or the expression that computes it, and its node; the whole member if it has none. */
export interface EntryKey {
  readonly key: string | undefined;
  readonly computed: Expression | undefined;
  readonly node?: NodeId;
}

/** A spread has no key. */
export const KEYLESS: EntryKey = { key: undefined, computed: undefined };

/** A member of an object literal, a getter or a spread. */
export function entry(
  tree: Tree,
  node: NodeId,
  { key, computed, node: keyNode = node }: EntryKey,
  value: Expression,
  as: 'value' | 'getter' | 'spread' = 'value',
): Entry {
  return {
    key,
    computed,
    keySpan: spanOf(tree, keyNode),
    value,
    spread: as === 'spread',
    isGetter: as === 'getter',
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

/** An expression with the value of one of its children. */
export function same(
  from: Lowering,
  node: NodeId,
  by: 'brackets' | 'cast' | 'await',
  inner: NodeId | undefined,
): Expression {
  if (inner === undefined) return unknown(from, node, 'unreadable');
  return {
    kind: 'same',
    by,
    value: from.expression(inner),
    start: startOf(from.tree, node),
    end: endOf(from.tree, node),
  };
}

/** The number that a literal spells. */
export function numberLiteral({ tree }: Lowering, node: NodeId): Expression {
  const scalar = numberOf(textOf(tree, node));
  return scalar === undefined
    ? {
        kind: 'unknown',
        why: 'number',
        parts: [],
        start: startOf(tree, node),
        end: endOf(tree, node),
      }
    : { kind: 'literal', scalar, start: startOf(tree, node), end: endOf(tree, node) };
}

/** `-1` is a literal; other signs are computed. */
export function negativeLiteral({ tree }: Lowering, node: NodeId, operand: NodeId): Expression | undefined {
  const scalar = numberOf(textOf(tree, operand));
  return scalar === undefined
    ? undefined
    : { kind: 'literal', scalar: -scalar, start: startOf(tree, node), end: endOf(tree, node) };
}

/** A text or, with computed parts, a template. */
export function textOrTemplate(
  span: Span,
  parts: readonly (TextPiece | Expression)[],
  isFormatted: boolean,
): Expression {
  const pieces = parts.filter((part) => 'spelling' in part);
  if (pieces.length === parts.length && !isFormatted)
    return { kind: 'text', pieces, start: span.start, end: span.end };
  return { kind: 'template', parts, isFormatted, tag: undefined, start: span.start, end: span.end };
}

/** Several expressions as one tuple, from the first to the last; a single one is itself. */
export function tupleOf(from: Lowering, nodes: readonly NodeId[], span?: Span): Expression | undefined {
  const [first] = nodes;
  const last = nodes.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (nodes.length === 1) return from.expression(first);
  const elements: Element[] = nodes.map((node) => ({ value: from.expression(node), spread: false }));
  const whole = { start: from.tree.starts[first] as number, end: from.tree.ends[last] as number };
  return { kind: 'list', elements, ...(span ?? whole) };
}

/** A name as an expression of it. */
export const nameOf = ({ tree }: Lowering, node: NodeId): Expression => ({
  kind: 'name',
  name: textOf(tree, node),
  start: startOf(tree, node),
  end: endOf(tree, node),
});

/** Whether a node is of one of some types. */
export const isOf = (tree: Tree, node: NodeId | undefined, ...types: readonly string[]): boolean =>
  node !== undefined && types.includes(typeOf(tree, node));
