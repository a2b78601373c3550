import type { Definition } from '../language.js';
import type { Parameter } from '../names/outline.js';
import type { Cst } from '../tree/cst.js';
import { boundBy } from './patterns.js';

/** Reads a function or class of TypeScript or JavaScript. */
export function readTypescriptFunction(node: Cst): Definition {
  const nameNode = node.field('name');
  const isClass = node.type === 'class' || node.type.endsWith('class_declaration');
  const body = node.field('body');
  return {
    kind: isClass ? 'class' : 'function',
    name: nameNode?.text,
    nameNode,
    decorators: node
      .all('decorator')
      .map((decorator) => decorator.children()[0])
      .filter((decorator) => decorator !== undefined),
    docstring: undefined,
    parameters: isClass ? [] : parametersOf(node),
    bases: isClass ? basesOf(node) : [],
    body,
    bodyIsExpression: body !== undefined && body.type !== 'statement_block' && !isClass,
  };
}

function parametersOf(node: Cst): Parameter[] {
  const single = node.field('parameter');
  if (single) return [{ name: single.text, binds: [single.text], node: single }];
  return (node.field('parameters')?.children() ?? []).map((child) => {
    const pattern = child.field('pattern') ?? child;
    const binds = boundBy(pattern, undefined).map(({ name }) => name);
    return { name: pattern.type === 'identifier' ? pattern.text : (binds[0] ?? ''), binds, node: child };
  });
}

function basesOf(node: Cst): Cst[] {
  const heritage = node.children().find(({ type }) => type === 'class_heritage');
  const clause = heritage?.children().find(({ type }) => type === 'extends_clause') ?? heritage;
  const base = clause?.field('value') ?? (clause === heritage ? heritage?.children()[0] : undefined);
  return base ? [base] : [];
}
