import type { Definition } from '../language.js';
import type { Parameter } from '../names/outline.js';
import type { Cst } from '../tree/cst.js';
import { textValue } from '../tree/spelling.js';
import { readPython } from './expressions.js';

/** Reads a function, lambda or class of Python. Decorators stand around it: see `decoratorsOf`. */
export function readPythonFunction(node: Cst): Definition {
  const nameNode = node.field('name');
  const isClass = node.type === 'class_definition';
  const body = node.field('body');
  const bases = node.field('superclasses')?.children() ?? [];
  return {
    kind: isClass ? 'class' : 'function',
    name: nameNode?.text,
    nameNode,
    decorators: [],
    docstring: body && docstringOf(body),
    parameters: isClass ? [] : parametersOf(node),
    bases: bases.filter(({ type }) => type !== 'keyword_argument').map(unparametrised),
    body,
    bodyIsExpression: node.type === 'lambda',
  };
}

/** `Agent[Context]` as a base is `Agent`. */
function unparametrised(base: Cst): Cst {
  return (base.type === 'subscript' ? base.field('value') : undefined) ?? base;
}

/** The expressions behind the `@` of a decorated definition. */
export function decoratorsOf(decorated: Cst): Cst[] {
  return decorated
    .children()
    .filter(({ type }) => type === 'decorator')
    .flatMap((decorator) => decorator.children().slice(0, 1));
}

function docstringOf(body: Cst): string | undefined {
  const first = body.children()[0];
  const literal = first?.type === 'expression_statement' ? first.children()[0] : undefined;
  const read = literal && readPython(literal);
  return read?.kind === 'text' ? textValue(literal?.tree.text ?? '', read.pieces).trim() : undefined;
}

function parametersOf(node: Cst): Parameter[] {
  return (node.field('parameters')?.children() ?? []).flatMap((child) => {
    const named = child.type === 'identifier' ? child : (child.field('name') ?? child.children()[0]);
    const inner = named?.type.endsWith('splat_pattern') ? named.children()[0] : named;
    if (inner?.type !== 'identifier') return [];
    return [{ name: inner.text, binds: [inner.text], node: child }];
  });
}
