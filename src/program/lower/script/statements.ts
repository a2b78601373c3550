import type { Case, Declares, Entry, Expression, Handler, Statement, Target } from '../../ir/ir.js';
import {
  allOf,
  childrenOf,
  endOf,
  fieldOf,
  firstChild,
  hasMark,
  type NodeId,
  operatorOf,
  startOf,
  textOf,
  typeOf,
} from '../../tree/tree.js';
import { entry, isOf, type Lowering, type ReadStatement, unknown } from '../lowering.js';
import { classStatement, functionStatement } from './definitions.js';
import { keyOf } from './keys.js';
import { ambientDeclaration, exportStatement, importAlias, importStatement } from './modules.js';
import { AUGMENTED } from './targets.js';

/** How the statements of TypeScript and JavaScript are read, by the types of their nodes. */
export const STATEMENTS: Readonly<Record<string, ReadStatement>> = {
  import_statement: importStatement,
  import_alias: importAlias,
  export_statement: exportStatement,
  ambient_declaration: ambientDeclaration,
  expression_statement: expressionStatement,
  lexical_declaration: variables,
  variable_declaration: variables,
  function_declaration: functionStatement,
  generator_function_declaration: functionStatement,
  class_declaration: classStatement,
  abstract_class_declaration: classStatement,
  enum_declaration: enumeration,
  internal_module: namespace,
  module: namespace,
  statement_block: (from, node, out) =>
    void out.push({
      kind: 'block',
      body: from.statements(node),
      start: startOf(from.tree, node),
      end: endOf(from.tree, node),
    }),
  return_statement: (from, node, out) =>
    void out.push({
      kind: 'return',
      value: first(from, node),
      start: startOf(from.tree, node),
      end: endOf(from.tree, node),
    }),
  throw_statement: (from, node, out) =>
    void out.push({
      kind: 'throw',
      value: first(from, node),
      start: startOf(from.tree, node),
      end: endOf(from.tree, node),
    }),
  if_statement: branch,
  for_statement: countedLoop,
  for_in_statement: loop,
  while_statement: (from, node, out) => whileLoop(from, node, out, false),
  do_statement: (from, node, out) => whileLoop(from, node, out, true),
  try_statement: attempt,
  switch_statement: choice,
  with_statement: (from, node, out) => {
    const object = condition(from, fieldOf(from.tree, node, 'object'));
    const items = object ? [{ value: object, target: undefined }] : [];
    out.push({
      kind: 'with',
      items,
      body: bodyOf(from, node),
      start: startOf(from.tree, node),
      end: endOf(from.tree, node),
    });
  },
  break_statement: (from, node, out) =>
    void out.push({
      kind: 'break',
      label: labelOf(from, node),
      start: startOf(from.tree, node),
      end: endOf(from.tree, node),
    }),
  continue_statement: (from, node, out) =>
    void out.push({
      kind: 'continue',
      label: labelOf(from, node),
      start: startOf(from.tree, node),
      end: endOf(from.tree, node),
    }),
  labeled_statement: (from, node, out) => {
    const label = labelOf(from, node) ?? '';
    out.push({
      kind: 'block',
      body: bodyOf(from, node),
      label,
      start: startOf(from.tree, node),
      end: endOf(from.tree, node),
    });
  },
  empty_statement: () => undefined,
  debugger_statement: () => undefined,
  function_signature: () => undefined,
};

function first(from: Lowering, node: NodeId): Expression | undefined {
  const inner = firstChild(from.tree, node);
  return inner === undefined ? undefined : from.expression(inner);
}

function labelOf({ tree }: Lowering, node: NodeId): string | undefined {
  const label = fieldOf(tree, node, 'label');
  return label === undefined ? undefined : textOf(tree, label);
}

/** The brackets around a condition belong to the statement. */
function condition(from: Lowering, node: NodeId | undefined): Expression | undefined {
  if (node === undefined || isOf(from.tree, node, 'empty_statement')) return undefined;
  return isOf(from.tree, node, 'parenthesized_expression') ? first(from, node) : from.expression(node);
}

/** The statements of a block, or the one statement in its place. */
function blockOf(from: Lowering, node: NodeId | undefined): readonly Statement[] {
  if (node === undefined) return [];
  return isOf(from.tree, node, 'statement_block') ? from.statements(node) : from.statement(node);
}

const bodyOf = (from: Lowering, node: NodeId): readonly Statement[] =>
  blockOf(from, fieldOf(from.tree, node, 'body'));

function expressionStatement(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const inner = firstChild(tree, node);
  if (inner === undefined) return;
  switch (typeOf(tree, inner)) {
    case 'internal_module':
      namespace(from, inner, out);
      return;
    case 'assignment_expression':
    case 'augmented_assignment_expression':
      assignment(from, inner, node, out);
      return;
    // The grammar takes `await using a = b()` for an awaited assignment.
    case 'await_expression': {
      const declared = firstChild(tree, inner);
      if (declared === undefined || !isOf(tree, declared, 'assignment_expression')) break;
      if (!hasMark(tree, declared, 'using')) break;
      assignment(from, declared, node, out);
      return;
    }
    case 'unary_expression': {
      const target = fieldOf(tree, inner, 'argument');
      if (operatorOf(tree, inner) !== 'delete' || target === undefined) break;
      out.push({
        kind: 'delete',
        targets: [from.target(target)],
        start: startOf(tree, node),
        end: endOf(tree, node),
      });
      return;
    }
    default:
      break;
  }
  out.push({
    kind: 'expression',
    value: from.expression(inner),
    start: startOf(tree, node),
    end: endOf(tree, node),
  });
}

/** `a = b = value`, `a += value` */
function assignment(from: Lowering, node: NodeId, statement: NodeId, out: Statement[]): void {
  const { tree } = from;
  const operator = AUGMENTED[operatorOf(tree, node) ?? '='] ?? 'other';
  const targets: Target[] = [];
  let value: NodeId | undefined = node;
  do {
    const left = fieldOf(tree, value, 'left');
    if (left !== undefined) targets.push(from.target(left));
    value = fieldOf(tree, value, 'right');
  } while (operator === 'set' && value !== undefined && isOf(tree, value, 'assignment_expression'));
  if (value === undefined) {
    unread(from, node, out);
    return;
  }
  out.push({
    kind: 'assign',
    targets,
    value: from.expression(value),
    operator,
    declares: hasMark(tree, node, 'using') ? 'const' : undefined,
    isTyped: false,
    start: startOf(tree, statement),
    end: endOf(tree, statement),
  });
}

/** Code that could not be read: the expressions in it may run. */
function unread(from: Lowering, node: NodeId, out: Statement[]): void {
  out.push({
    kind: 'expression',
    value: unknown(from, node),
    start: startOf(from.tree, node),
    end: endOf(from.tree, node),
  });
}

/** `const a = 1, b = 2`: a statement for each variable. */
function variables(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const declares: Declares = hasMark(tree, node, 'const')
    ? 'const'
    : hasMark(tree, node, 'let')
      ? 'let'
      : 'var';
  for (const one of childrenOf(tree, node)) {
    const name = isOf(tree, one, 'variable_declarator') ? fieldOf(tree, one, 'name') : undefined;
    if (name === undefined) continue;
    const value = fieldOf(tree, one, 'value');
    const target = from.target(name);
    const isTyped = fieldOf(tree, one, 'type') !== undefined;
    const rest = {
      declares,
      isTyped,
      start: startOf(tree, one),
      end: endOf(tree, one),
    };
    if (value === undefined) out.push({ kind: 'declare', target, ...rest });
    else
      out.push({
        kind: 'assign',
        targets: [target],
        value: from.expression(value),
        operator: 'set',
        ...rest,
      });
  }
}

function enumeration(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const name = fieldOf(tree, node, 'name');
  const body = fieldOf(tree, node, 'body');
  if (name === undefined || body === undefined) return;
  const entries: Entry[] = [];
  /** The number of an enum member without a value; undefined if it is not known. */
  let next: number | undefined = 0;
  for (const member of childrenOf(tree, body)) {
    const key = fieldOf(tree, member, 'name') ?? member;
    const given = fieldOf(tree, member, 'value');
    const value: Expression =
      given !== undefined
        ? from.expression(given)
        : next === undefined
          ? { kind: 'unknown', why: 'computed', parts: [], start: startOf(tree, key), end: endOf(tree, key) }
          : { kind: 'literal', scalar: next, start: startOf(tree, key), end: endOf(tree, key) };
    next = value.kind === 'literal' && typeof value.scalar === 'number' ? value.scalar + 1 : undefined;
    entries.push(entry(tree, member, keyOf(from, key), value));
  }
  out.push({
    kind: 'enum',
    name: textOf(tree, name),
    entries,
    start: startOf(tree, node),
    end: endOf(tree, node),
  });
}

/** `namespace A { ... }` */
function namespace(from: Lowering, node: NodeId, out: Statement[]): void {
  out.push({
    kind: 'block',
    body: bodyOf(from, node),
    start: startOf(from.tree, node),
    end: endOf(from.tree, node),
  });
}

function branch(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const test = condition(from, fieldOf(tree, node, 'condition'));
  if (!test) {
    unread(from, node, out);
    return;
  }
  const then = blockOf(from, fieldOf(tree, node, 'consequence'));
  const clause = fieldOf(tree, node, 'alternative');
  const otherwise = clause === undefined ? [] : blockOf(from, firstChild(tree, clause));
  out.push({ kind: 'if', test, body: then, otherwise, start: startOf(tree, node), end: endOf(tree, node) });
}

/** `for (let i = 0; i < n; i++)` */
function countedLoop(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const start = fieldOf(tree, node, 'initializer');
  const increment = fieldOf(tree, node, 'increment');
  const isSequence = increment !== undefined && isOf(tree, increment, 'sequence_expression');
  const updates = increment === undefined ? [] : isSequence ? childrenOf(tree, increment) : [increment];
  out.push({
    kind: 'while',
    initial: start === undefined ? [] : initialOf(from, start),
    test: condition(from, fieldOf(tree, node, 'condition')),
    update: updates.map(from.expression),
    runsOnce: false,
    body: bodyOf(from, node),
    otherwise: [],
    start: startOf(tree, node),
    end: endOf(tree, node),
  });
}

function initialOf(from: Lowering, node: NodeId): readonly Statement[] {
  if (!isOf(from.tree, node, 'assignment_expression')) return from.statement(node);
  return from.nested(node, (out) => assignment(from, node, node, out));
}

function declaresOf({ tree }: Lowering, node: NodeId): Declares | undefined {
  const kind = fieldOf(tree, node, 'kind');
  const word = kind === undefined ? undefined : typeOf(tree, kind);
  return word === 'const' || word === 'let' || word === 'var' ? word : undefined;
}

/** `for (const a of list)`, `for (const key in object)` */
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
    declares: declaresOf(from, node),
    iterable: from.expression(right),
    over: operatorOf(tree, node) === 'in' ? 'keys' : 'items',
    body: bodyOf(from, node),
    otherwise: [],
    start: startOf(tree, node),
    end: endOf(tree, node),
  });
}

function whileLoop(from: Lowering, node: NodeId, out: Statement[], runsOnce: boolean): void {
  out.push({
    kind: 'while',
    initial: [],
    test: condition(from, fieldOf(from.tree, node, 'condition')),
    update: [],
    runsOnce,
    body: bodyOf(from, node),
    otherwise: [],
    start: startOf(from.tree, node),
    end: endOf(from.tree, node),
  });
}

function attempt(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const handlers = allOf(tree, node, 'handler').map((clause): Handler => {
    const parameter = fieldOf(tree, clause, 'parameter');
    const target = parameter === undefined ? undefined : from.target(parameter);
    return {
      target,
      body: bodyOf(from, clause),
      start: startOf(tree, clause),
      end: endOf(tree, clause),
    };
  });
  const finalizer = fieldOf(tree, node, 'finalizer');
  out.push({
    kind: 'try',
    body: bodyOf(from, node),
    handlers,
    otherwise: [],
    last: finalizer === undefined ? [] : bodyOf(from, finalizer),
    start: startOf(tree, node),
    end: endOf(tree, node),
  });
}

function choice(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const subject = condition(from, fieldOf(tree, node, 'value'));
  if (!subject) {
    unread(from, node, out);
    return;
  }
  const body = fieldOf(tree, node, 'body');
  const clauses = body === undefined ? [] : childrenOf(tree, body);
  const cases = clauses.map((clause, index): Case => {
    const value = fieldOf(tree, clause, 'value');
    return {
      tests: value === undefined ? [] : [from.expression(value)],
      isDefault: isOf(tree, clause, 'switch_default'),
      guard: undefined,
      binds: [],
      body: allOf(tree, clause, 'body').flatMap(from.statement),
      fallsThrough: index < clauses.length - 1,
      start: startOf(tree, clause),
      end: endOf(tree, clause),
    };
  });
  out.push({ kind: 'switch', subject, cases, start: startOf(tree, node), end: endOf(tree, node) });
}
