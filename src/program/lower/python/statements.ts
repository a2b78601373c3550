import type { Case, Expression, Handler, Statement, Target } from '../../ir/ir.js';
import {
  allOf,
  childOf,
  childrenOf,
  endOf,
  fieldOf,
  firstChild,
  hasMark,
  type NodeId,
  operatorOf,
  spanOf,
  startOf,
  textOf,
  typeOf,
} from '../../tree/tree.js';
import { isOf, type Lowering, type ReadStatement, tupleOf, unknown } from '../lowering.js';
import { definitionStatement } from './definitions.js';
import { importFromStatement, importStatement } from './imports.js';
import { readCase } from './match.js';
import { AUGMENTED } from './targets.js';

/** How the statements of Python are read, by the types of their nodes. */
export const STATEMENTS: Readonly<Record<string, ReadStatement>> = {
  import_statement: importStatement,
  import_from_statement: importFromStatement,
  future_import_statement: importFromStatement,
  expression_statement: expressionStatement,
  assignment,
  augmented_assignment: augmented,
  assert_statement: asserted,
  print_statement: unread,
  exec_statement: unread,
  return_statement: (from, node, out) => {
    const returned = firstChild(from.tree, node);
    const value = returned === undefined ? undefined : from.expression(returned);
    out.push({ kind: 'return', value, start: startOf(from.tree, node), end: endOf(from.tree, node) });
  },
  raise_statement: raise,
  delete_statement: (from, node, out) => {
    const targets = childrenOf(from.tree, node).flatMap((child) =>
      isOf(from.tree, child, 'expression_list') ? childrenOf(from.tree, child) : [child],
    );
    out.push({
      kind: 'delete',
      targets: targets.map(from.target),
      start: startOf(from.tree, node),
      end: endOf(from.tree, node),
    });
  },
  pass_statement: () => undefined,
  break_statement: ({ tree }, node, out) =>
    void out.push({ kind: 'break', label: undefined, start: startOf(tree, node), end: endOf(tree, node) }),
  continue_statement: ({ tree }, node, out) =>
    void out.push({ kind: 'continue', label: undefined, start: startOf(tree, node), end: endOf(tree, node) }),
  global_statement: outer,
  nonlocal_statement: outer,
  if_statement: (from, node, out) =>
    branch(from, node, allOf(from.tree, node, 'alternative'), out, spanOf(from.tree, node).end),
  for_statement: loop,
  while_statement: whileLoop,
  try_statement: attempt,
  with_statement: entered,
  match_statement: match,
  function_definition: definitionStatement,
  class_definition: definitionStatement,
  decorated_definition: definitionStatement,
};

function expressionStatement(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const children = childrenOf(tree, node);
  const [first] = children;
  if (first === undefined) return;
  const isTuple = children.length > 1 || hasMark(tree, node, ',');
  if (isTuple) {
    const elements = children.map((child) => ({ value: from.expression(child), spread: false }));
    const value: Expression = {
      kind: 'list',
      elements,
      start: startOf(tree, node),
      end: endOf(tree, node),
    };
    out.push({ kind: 'expression', value, start: startOf(tree, node), end: endOf(tree, node) });
  } else if (isOf(tree, first, 'assignment')) assignment(from, first, out);
  else if (isOf(tree, first, 'augmented_assignment')) augmented(from, first, out);
  // A `...` statement does as little as `pass`.
  else if (!isOf(tree, first, 'ellipsis')) {
    out.push({
      kind: 'expression',
      value: from.expression(first),
      start: startOf(tree, node),
      end: endOf(tree, node),
    });
  }
}

/** `assert test, message` raises if the test fails. */
function asserted(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const [test, message] = childrenOf(tree, node);
  if (test === undefined) return;
  const raised = message === undefined ? undefined : from.expression(message);
  out.push({
    kind: 'if',
    isAssertion: true,
    test: { kind: 'not', operand: from.expression(test), start: startOf(tree, test), end: endOf(tree, test) },
    body: [{ kind: 'throw', value: raised, start: startOf(tree, node), end: endOf(tree, node) }],
    otherwise: [],
    start: startOf(tree, node),
    end: endOf(tree, node),
  });
}

/** `a = b = value`, `a: T = value`, `a: T` */
function assignment(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const targets: Target[] = [];
  let annotation: NodeId | undefined;
  let value: NodeId | undefined = node;
  while (value !== undefined && isOf(tree, value, 'assignment')) {
    const left = fieldOf(tree, value, 'left');
    if (left !== undefined) targets.push(from.target(left));
    annotation ??= fieldOf(tree, value, 'type');
    value = fieldOf(tree, value, 'right');
  }
  const [target] = targets;
  if (target === undefined) return;
  const rest = {
    declares: undefined,
    isTyped: annotation !== undefined,
    ...(annotation !== undefined && { annotation: from.expression(annotation) }),
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
  if (value === undefined) out.push({ kind: 'declare', target, ...rest });
  else out.push({ kind: 'assign', targets, value: from.expression(value), operator: 'set', ...rest });
}

function augmented(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const left = fieldOf(tree, node, 'left');
  const right = fieldOf(tree, node, 'right');
  if (left === undefined || right === undefined) {
    unread(from, node, out);
    return;
  }
  out.push({
    kind: 'assign',
    targets: [from.target(left)],
    value: from.expression(right),
    operator: AUGMENTED[operatorOf(tree, node) ?? ''] ?? 'other',
    declares: undefined,
    isTyped: false,
    start: startOf(tree, node),
    end: endOf(tree, node),
  });
}

/** A statement that binds nothing: the expressions in it run. */
function unread(from: Lowering, node: NodeId, out: Statement[]): void {
  out.push({
    kind: 'expression',
    value: unknown(from, node),
    start: startOf(from.tree, node),
    end: endOf(from.tree, node),
  });
}

/** `raise error from cause` */
function raise(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const cause = fieldOf(tree, node, 'cause');
  const raised = firstChild(tree, node);
  let value = raised === undefined || raised === cause ? undefined : from.expression(raised);
  if (cause !== undefined && value && !isOf(tree, cause, 'identifier', 'none')) {
    value = {
      kind: 'sequence',
      values: [from.expression(cause), value],
      start: startOf(tree, node),
      end: endOf(tree, node),
    };
  }
  out.push({ kind: 'throw', value, start: startOf(tree, node), end: endOf(tree, node) });
}

function outer({ tree }: Lowering, node: NodeId, out: Statement[]): void {
  const names = childrenOf(tree, node).map((child) => textOf(tree, child));
  out.push({ kind: 'outer', names, start: startOf(tree, node), end: endOf(tree, node) });
}

const blockOf = (from: Lowering, node: NodeId | undefined): readonly Statement[] =>
  node === undefined ? [] : from.statements(node);

/** The statements behind `else:` or `finally:`. */
function clauseOf(from: Lowering, node: NodeId, type: string): readonly Statement[] {
  const clause = childOf(from.tree, node, type);
  return blockOf(from, clause === undefined ? undefined : childOf(from.tree, clause, 'block'));
}

/** An `if`, or an `elif` of it; each of those that follow is inside the one before. */
function branch(
  from: Lowering,
  node: NodeId,
  alternatives: readonly NodeId[],
  out: Statement[],
  end: number,
): void {
  const { tree } = from;
  const test = fieldOf(tree, node, 'condition');
  if (test === undefined) {
    unread(from, node, out);
    return;
  }
  const then = blockOf(from, fieldOf(tree, node, 'consequence'));
  const [next, ...others] = alternatives;
  let otherwise: readonly Statement[] = [];
  if (isOf(tree, next, 'elif_clause')) {
    otherwise = from.nested(next as NodeId, (inner) => branch(from, next as NodeId, others, inner, end));
  } else if (next !== undefined) otherwise = blockOf(from, fieldOf(tree, next, 'body'));
  const start = tree.starts[node] as number;
  out.push({ kind: 'if', test: from.expression(test), body: then, otherwise, start, end });
}

function loop(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const left = fieldOf(tree, node, 'left');
  const right = fieldOf(tree, node, 'right');
  if (left === undefined || right === undefined) {
    unread(from, node, out);
    return;
  }
  out.push({
    kind: 'for',
    target: from.target(left),
    declares: undefined,
    iterable: from.expression(right),
    over: 'items',
    body: blockOf(from, fieldOf(tree, node, 'body')),
    otherwise: clauseOf(from, node, 'else_clause'),
    start: startOf(tree, node),
    end: endOf(tree, node),
  });
}

function whileLoop(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const test = fieldOf(tree, node, 'condition');
  out.push({
    kind: 'while',
    initial: [],
    test: test === undefined ? undefined : from.expression(test),
    update: [],
    runsOnce: false,
    body: blockOf(from, fieldOf(tree, node, 'body')),
    otherwise: clauseOf(from, node, 'else_clause'),
    start: startOf(tree, node),
    end: endOf(tree, node),
  });
}

function attempt(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const handlers = childrenOf(tree, node).filter((child) => isOf(tree, child, 'except_clause'));
  out.push({
    kind: 'try',
    body: blockOf(from, fieldOf(tree, node, 'body')),
    handlers: handlers.map((one) => handlerOf(from, one)),
    otherwise: clauseOf(from, node, 'else_clause'),
    last: clauseOf(from, node, 'finally_clause'),
    start: startOf(tree, node),
    end: endOf(tree, node),
  });
}

/** `except Error as name:`, `except (A, B):`, `except A, name:` of Python 2. */
function handlerOf(from: Lowering, node: NodeId): Handler {
  const { tree } = from;
  const [value, second] = allOf(tree, node, 'value');
  const isNamed = value !== undefined && isOf(tree, value, 'as_pattern');
  const alias = (isNamed ? fieldOf(tree, value, 'alias') : fieldOf(tree, node, 'alias')) ?? second;
  return {
    target: alias === undefined ? undefined : from.target(alias),
    body: blockOf(from, childOf(tree, node, 'block')),
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

function entered(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const clause = childOf(tree, node, 'with_clause');
  const items = (clause === undefined ? [] : childrenOf(tree, clause)).flatMap((item) => {
    const value = fieldOf(tree, item, 'value') ?? firstChild(tree, item);
    return value === undefined ? [] : enteredItems(from, value);
  });
  out.push({
    kind: 'with',
    items,
    body: blockOf(from, fieldOf(tree, node, 'body')),
    start: startOf(tree, node),
    end: endOf(tree, node),
  });
}

type Entered = (Statement & { kind: 'with' })['items'][number];

/** `a as b`, `(a as b)`, `(a as b, c as d)` */
function enteredItems(from: Lowering, node: NodeId): Entered[] {
  const { tree } = from;
  const inner = isOf(tree, node, 'parenthesized_expression', 'tuple') ? childrenOf(tree, node) : [];
  if (inner.some((one) => isOf(tree, one, 'as_pattern'))) {
    return inner.flatMap((one) => enteredItems(from, one));
  }
  const value = isOf(tree, node, 'as_pattern') ? firstChild(tree, node) : node;
  const alias = isOf(tree, node, 'as_pattern') ? fieldOf(tree, node, 'alias') : undefined;
  if (value === undefined) return [];
  return [{ value: from.expression(value), target: alias === undefined ? undefined : from.target(alias) }];
}

function match(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const subject = tupleOf(from, allOf(tree, node, 'subject'));
  const body = fieldOf(tree, node, 'body');
  if (!subject) {
    unread(from, node, out);
    return;
  }
  const clauses = body === undefined ? [] : childrenOf(tree, body);
  const cases: Case[] = clauses.flatMap((clause) =>
    typeOf(tree, clause) === 'case_clause' ? [readCase(from, clause)] : [],
  );
  out.push({ kind: 'switch', subject, cases, start: startOf(tree, node), end: endOf(tree, node) });
}
