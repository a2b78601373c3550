import type {
  ClassDefinition,
  ClassMember,
  Expression,
  FunctionDefinition,
  Parameter,
  Span,
  Statement,
} from '../../ir/ir.js';
import {
  allOf,
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
import { isOf, type Lowering } from '../lowering.js';
import { wordOf } from './keys.js';
import { typeName } from './types.js';

/** A function as an expression. */
export const functionExpression = (from: Lowering, node: NodeId): Expression => ({
  kind: 'function',
  definition: functionOf(from, node),
  start: startOf(from.tree, node),
  end: endOf(from.tree, node),
});

/** A class as an expression. */
export const classExpression = (from: Lowering, node: NodeId): Expression => ({
  kind: 'class',
  definition: classOf(from, node),
  start: startOf(from.tree, node),
  end: endOf(from.tree, node),
});

export const functionStatement = (from: Lowering, node: NodeId, out: Statement[]): void =>
  void out.push({
    kind: 'function',
    definition: functionOf(from, node),
    start: startOf(from.tree, node),
    end: endOf(from.tree, node),
  });

export const classStatement = (from: Lowering, node: NodeId, out: Statement[]): void =>
  void out.push({
    kind: 'class',
    definition: classOf(from, node),
    start: startOf(from.tree, node),
    end: endOf(from.tree, node),
  });

/** The representation of a function. `decorators`: those before a method, in the body of its class. */
function functionOf(from: Lowering, node: NodeId, decorators: readonly NodeId[] = []): FunctionDefinition {
  const { tree } = from;
  const type = typeOf(tree, node);
  const name = fieldOf(tree, node, 'name');
  const body = fieldOf(tree, node, 'body');
  const isBlock = isOf(tree, body, 'statement_block');
  const [first] = decorators;
  const start = first === undefined ? undefined : (tree.starts[first] as number);
  const ownName = name === undefined || isOf(tree, name, 'computed_property_name') ? undefined : name;
  return {
    name: ownName === undefined ? undefined : wordOf(tree, ownName),
    nameSpan: name === undefined ? undefined : spanOf(tree, name),
    kind: kindOf(tree, node, type, ownName),
    isStatic: hasMark(tree, node, 'static') || hasMark(tree, node, 'static get'),
    isGenerator: hasMark(tree, node, '*'),
    isAsync: hasMark(tree, node, 'async'),
    decorators: expressionsBehind(from, decorators),
    whole: start === undefined ? wholeOf(tree, node) : { start, end: endOf(tree, node) },
    docstring: undefined,
    parameters: parametersOf(from, node),
    body: from.later(() => {
      if (body === undefined) return [];
      if (isBlock) return from.statements(body);
      return [
        { kind: 'return', value: from.expression(body), start: startOf(tree, body), end: endOf(tree, body) },
      ];
    }),
    bodySpan: body === undefined ? undefined : spanOf(tree, body),
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

function kindOf(
  tree: Tree,
  node: NodeId,
  type: string,
  name: NodeId | undefined,
): FunctionDefinition['kind'] {
  if (type === 'arrow_function') return 'lambda';
  if (type !== 'method_definition') return 'function';
  if (hasMark(tree, node, 'get') || hasMark(tree, node, 'static get')) return 'getter';
  if (hasMark(tree, node, 'set')) return 'setter';
  const isInClass = isOf(tree, tree.parents[node], 'class_body');
  const isConstructor = isInClass && name !== undefined && textOf(tree, name) === 'constructor';
  return isConstructor ? 'constructor' : 'method';
}

/** The declaration with its modifiers: `export`, `declare`. */
function wholeOf(tree: Tree, node: NodeId): Span {
  const parent = tree.parents[node] as NodeId;
  const isInside = isOf(tree, parent, 'export_statement', 'ambient_declaration');
  return isInside ? wholeOf(tree, parent) : spanOf(tree, node);
}

/** The expressions behind the `@` of decorators. */
function expressionsBehind(from: Lowering, decorators: readonly NodeId[]): Expression[] {
  return decorators.flatMap((decorator) => {
    const inner = firstChild(from.tree, decorator);
    return inner === undefined ? [] : [from.expression(inner)];
  });
}

function parametersOf(from: Lowering, node: NodeId): Parameter[] {
  const { tree } = from;
  const single = fieldOf(tree, node, 'parameter');
  if (single !== undefined) return [parameterOf(from, single, single)];
  const list = fieldOf(tree, node, 'parameters');
  return (list === undefined ? [] : childrenOf(tree, list)).flatMap((child) => {
    const pattern = fieldOf(tree, child, 'pattern') ?? child;
    // The type of `this` is written like a parameter.
    return isOf(tree, pattern, 'this', 'ERROR') ? [] : [parameterOf(from, child, pattern)];
  });
}

function parameterOf(from: Lowering, node: NodeId, pattern: NodeId): Parameter {
  const { tree } = from;
  const isRest = isOf(tree, pattern, 'rest_pattern');
  const inner = isRest ? (firstChild(tree, pattern) ?? pattern) : pattern;
  const fallback = node === pattern ? undefined : fieldOf(tree, node, 'value');
  const isField =
    childOf(tree, node, 'accessibility_modifier') !== undefined ||
    childOf(tree, node, 'override_modifier') !== undefined ||
    hasMark(tree, node, 'readonly');
  return {
    name: textOf(tree, inner),
    target: from.target(inner),
    fallback: fallback === undefined ? undefined : from.expression(fallback),
    rest: isRest ? 'items' : undefined,
    isNamedOnly: false,
    isField,
    annotation: node === pattern ? undefined : typeName(from, fieldOf(tree, node, 'type')),
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

function classOf(from: Lowering, node: NodeId): ClassDefinition {
  const { tree } = from;
  const name = fieldOf(tree, node, 'name');
  const body = fieldOf(tree, node, 'body');
  const parent = tree.parents[node] as NodeId;
  const outside = isOf(tree, parent, 'export_statement') ? allOf(tree, parent, 'decorator') : [];
  return {
    name: name === undefined ? undefined : textOf(tree, name),
    nameSpan: name === undefined ? undefined : spanOf(tree, name),
    whole: wholeOf(tree, node),
    decorators: expressionsBehind(from, [...outside, ...allOf(tree, node, 'decorator')]),
    docstring: undefined,
    bases: basesOf(from, node),
    members: from.later(() => (body === undefined ? [] : membersOf(from, body))),
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

function basesOf(from: Lowering, node: NodeId): Expression[] {
  const { tree } = from;
  const heritage = childOf(tree, node, 'class_heritage');
  const clause = heritage === undefined ? undefined : childOf(tree, heritage, 'extends_clause');
  return clause === undefined ? [] : allOf(tree, clause, 'value').map(from.expression);
}

function membersOf(from: Lowering, body: NodeId): ClassMember[] {
  const { tree } = from;
  const members: ClassMember[] = [];
  let decorators: NodeId[] = [];
  for (const child of childrenOf(tree, body)) {
    switch (typeOf(tree, child)) {
      case 'decorator':
        decorators.push(child);
        continue;
      case 'method_definition': {
        const definition = functionOf(from, child, decorators);
        members.push({ kind: 'method', name: definition.name, definition });
        break;
      }
      case 'public_field_definition':
        members.push(fieldMember(from, child));
        break;
      case 'method_signature':
      case 'abstract_method_signature':
      case 'index_signature':
        break;
      case 'class_static_block': {
        const block = fieldOf(tree, child, 'body');
        const inner = block === undefined ? [] : from.statements(block);
        members.push({
          kind: 'statement',
          statement: { kind: 'block', body: inner, start: startOf(tree, child), end: endOf(tree, child) },
        });
        break;
      }
      default:
        for (const statement of from.statement(child)) members.push({ kind: 'statement', statement });
    }
    decorators = [];
  }
  return members;
}

function fieldMember(from: Lowering, node: NodeId): ClassMember {
  const { tree } = from;
  const name = fieldOf(tree, node, 'name') ?? node;
  const value = fieldOf(tree, node, 'value');
  return {
    kind: 'field',
    name: isOf(tree, name, 'computed_property_name') ? undefined : wordOf(tree, name),
    nameSpan: spanOf(tree, name),
    value: value === undefined ? undefined : from.expression(value),
    isStatic: hasMark(tree, node, 'static'),
    isTyped: fieldOf(tree, node, 'type') !== undefined,
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}
