import type {
  ClassDefinition,
  ClassMember,
  Entry,
  Expression,
  FunctionDefinition,
  Parameter,
  Span,
  Statement,
} from '../../ir/ir.js';
import { lastName } from '../../ir/walk.js';
import { textValue } from '../../tree/spelling.js';
import {
  childOf,
  childrenOf,
  endOf,
  fieldOf,
  firstChild,
  hasMark,
  type NodeId,
  spanOf,
  startOf,
  type Tree,
  textOf,
  typeOf,
} from '../../tree/tree.js';
import { entry, isOf, KEYLESS, type Lowering } from '../lowering.js';

/** A function or class behind its decorators, or one without. */
export function definitionStatement(from: Lowering, node: NodeId, out: Statement[]): void {
  const { tree } = from;
  const definition = isOf(tree, node, 'decorated_definition') ? fieldOf(tree, node, 'definition') : node;
  if (definition === undefined) return;
  out.push(
    isOf(tree, definition, 'class_definition')
      ? {
          kind: 'class',
          definition: classOf(from, definition),
          start: startOf(tree, node),
          end: endOf(tree, node),
        }
      : {
          kind: 'function',
          definition: functionOf(from, definition),
          start: startOf(tree, node),
          end: endOf(tree, node),
        },
  );
}

/** A function or lambda as an expression. */
export const functionExpression = (from: Lowering, node: NodeId): Expression => ({
  kind: 'function',
  definition: functionOf(from, node),
  start: startOf(from.tree, node),
  end: endOf(from.tree, node),
});

/** A class as an expression: inside code that could not be parsed. */
export const classExpression = (from: Lowering, node: NodeId): Expression => ({
  kind: 'class',
  definition: classOf(from, node),
  start: startOf(from.tree, node),
  end: endOf(from.tree, node),
});

function functionOf(from: Lowering, node: NodeId): FunctionDefinition {
  const { tree } = from;
  const isLambda = isOf(tree, node, 'lambda');
  const name = fieldOf(tree, node, 'name');
  const body = fieldOf(tree, node, 'body');
  const decorators = decoratorsOf(from, node);
  const ownName = name === undefined ? undefined : textOf(tree, name);
  return {
    name: ownName,
    nameSpan: name === undefined ? undefined : spanOf(tree, name),
    kind: isLambda ? 'lambda' : isMethod(tree, node) ? methodKind(ownName, decorators) : 'function',
    isStatic: decorators.some((one) => one.kind === 'name' && one.name === 'staticmethod'),
    isGenerator: body !== undefined && yields(tree, body),
    isAsync: hasMark(tree, node, 'async'),
    decorators,
    whole: wholeOf(tree, node),
    docstring: isLambda ? undefined : docstringOf(from, body),
    parameters: parametersOf(from, fieldOf(tree, node, 'parameters')),
    body: from.later(() => {
      if (body === undefined) return [];
      if (!isLambda) return from.statements(body);
      return [
        { kind: 'return', value: from.expression(body), start: startOf(tree, body), end: endOf(tree, body) },
      ];
    }),
    bodySpan: body === undefined ? undefined : spanOf(tree, body),
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

function classOf(from: Lowering, node: NodeId): ClassDefinition {
  const { tree } = from;
  const name = fieldOf(tree, node, 'name');
  const body = fieldOf(tree, node, 'body');
  const given = fieldOf(tree, node, 'superclasses');
  const bases = (given === undefined ? [] : childrenOf(tree, given)).filter(
    (one) => !isOf(tree, one, 'keyword_argument', 'dictionary_splat'),
  );
  return {
    name: name === undefined ? undefined : textOf(tree, name),
    nameSpan: name === undefined ? undefined : spanOf(tree, name),
    whole: wholeOf(tree, node),
    decorators: decoratorsOf(from, node),
    docstring: docstringOf(from, body),
    bases: bases.map((base) => unparametrised(from.expression(base))),
    members: from.later(() => (body === undefined ? [] : from.statements(body).map(memberOf))),
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

/** `Agent[Context]` as a base is `Agent`. */
const unparametrised = (base: Expression): Expression => (base.kind === 'index' ? base.object : base);

/** `name=value` and `**value` in the brackets of a call. */
export function keywordEntry(from: Lowering, node: NodeId): Entry | undefined {
  const { tree } = from;
  if (isOf(tree, node, 'keyword_argument')) {
    const name = fieldOf(tree, node, 'name');
    const value = fieldOf(tree, node, 'value');
    if (name === undefined || value === undefined) return undefined;
    return entry(
      tree,
      node,
      { key: textOf(tree, name), computed: undefined, node: name },
      from.expression(value),
    );
  }
  if (!isOf(tree, node, 'dictionary_splat')) return undefined;
  const value = firstChild(tree, node);
  if (value === undefined) return undefined;
  return entry(tree, node, KEYLESS, from.expression(value), 'spread');
}

/** A statement in the body of a class as its member. */
function memberOf(statement: Statement): ClassMember {
  if (statement.kind === 'function') {
    const { definition } = statement;
    return { kind: 'method', name: definition.name, definition };
  }
  const isSet = statement.kind === 'assign' && statement.operator === 'set' && statement.targets.length === 1;
  const target = isSet ? statement.targets[0] : statement.kind === 'declare' ? statement.target : undefined;
  if (target?.kind !== 'name' || !(statement.kind === 'assign' || statement.kind === 'declare')) {
    return { kind: 'statement', statement };
  }
  return {
    kind: 'field',
    name: target.name,
    nameSpan: { start: target.start, end: target.end },
    value: statement.kind === 'assign' ? statement.value : undefined,
    isStatic: true,
    isTyped: statement.isTyped,
    ...(statement.annotation && { annotation: statement.annotation }),
    start: statement.start,
    end: statement.end,
  };
}

/** The decorated definition around a definition. */
function decoratedAround(tree: Tree, node: NodeId): NodeId | undefined {
  const parent = tree.parents[node] as NodeId;
  return isOf(tree, parent, 'decorated_definition') ? parent : undefined;
}

const wholeOf = (tree: Tree, node: NodeId): Span => spanOf(tree, decoratedAround(tree, node) ?? node);

/** The expressions behind the `@` of what decorates a definition. */
function decoratorsOf(from: Lowering, node: NodeId): Expression[] {
  const around = decoratedAround(from.tree, node);
  if (around === undefined) return [];
  const decorators: Expression[] = [];
  for (const child of childrenOf(from.tree, around)) {
    const inner = isOf(from.tree, child, 'decorator') ? firstChild(from.tree, child) : undefined;
    if (inner !== undefined) decorators.push(from.expression(inner));
  }
  return decorators;
}

/** Whether a function is directly in the body of a class. */
function isMethod(tree: Tree, node: NodeId): boolean {
  const block = tree.parents[decoratedAround(tree, node) ?? node] as NodeId;
  return isOf(tree, block, 'block') && isOf(tree, tree.parents[block], 'class_definition');
}

function methodKind(
  name: string | undefined,
  decorators: readonly Expression[],
): 'method' | 'getter' | 'setter' | 'constructor' {
  for (const one of decorators) {
    const word = lastName(one);
    if (word === 'property' || word === 'cached_property' || word === 'getter') return 'getter';
    if (word === 'setter' || word === 'deleter') return 'setter';
  }
  return name === '__init__' ? 'constructor' : 'method';
}

/** Whether a body has a `yield` of its own. */
function yields(tree: Tree, body: NodeId): boolean {
  const behind = tree.nexts[body] as number;
  for (let node = body; node < behind; ) {
    const type = tree.grammar.types[tree.types[node] as number];
    if (type === 'yield') return true;
    const isOther = type === 'function_definition' || type === 'class_definition' || type === 'lambda';
    node = isOther && node !== body ? (tree.nexts[node] as number) : node + 1;
  }
  return false;
}

/** The docstring of a body. */
function docstringOf(from: Lowering, body: NodeId | undefined): string | undefined {
  const { tree } = from;
  const first = body === undefined ? undefined : firstChild(tree, body);
  const literal = isOf(tree, first, 'expression_statement') ? firstChild(tree, first as NodeId) : undefined;
  if (literal === undefined || !isOf(tree, literal, 'string', 'concatenated_string')) return undefined;
  const read = from.expression(literal);
  return read.kind === 'text' ? textValue(tree.text, read.pieces).trim() : undefined;
}

function parametersOf(from: Lowering, list: NodeId | undefined): Parameter[] {
  const { tree } = from;
  const parameters: Parameter[] = [];
  let isNamedOnly = false;
  for (const child of list === undefined ? [] : childrenOf(tree, list)) {
    const type = typeOf(tree, child);
    if (type === 'keyword_separator') isNamedOnly = true;
    const parameter = parameterOf(from, child, isNamedOnly);
    if (!parameter) continue;
    parameters.push(parameter);
    if (parameter.rest === 'items') isNamedOnly = true;
  }
  return parameters;
}

function parameterOf(from: Lowering, node: NodeId, isNamedOnly: boolean): Parameter | undefined {
  const { tree } = from;
  const type = typeOf(tree, node);
  const isWrapped = type === 'typed_parameter' || type.endsWith('default_parameter');
  const pattern = isWrapped ? (fieldOf(tree, node, 'name') ?? firstChild(tree, node)) : node;
  if (pattern === undefined) return undefined;
  const rest = REST[typeOf(tree, pattern)];
  const inner = rest ? firstChild(tree, pattern) : pattern;
  if (inner === undefined || !isOf(tree, inner, 'identifier', 'tuple_pattern')) return undefined;
  const fallback = fieldOf(tree, node, 'value');
  const annotation = childOf(tree, node, 'type');
  return {
    name: textOf(tree, inner),
    target: from.target(inner),
    fallback: fallback === undefined ? undefined : from.expression(fallback),
    rest,
    isNamedOnly: isNamedOnly && rest === undefined,
    isField: false,
    annotation: annotation === undefined ? undefined : from.expression(annotation),
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

const REST: Readonly<Record<string, 'items' | 'members' | undefined>> = {
  list_splat_pattern: 'items',
  dictionary_splat_pattern: 'members',
};
