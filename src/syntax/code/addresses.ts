import type { Cst } from './cst.js';
import type { Expression } from './expression.js';
import type { Captures } from './language.js';
import { membersSet, SETTERS } from './members-set.js';
import type { Step, Write } from './outline.js';
import { textValue } from './spelling.js';
import { lastNameAt } from './words.js';

/** A name and the members behind it: `agents.billing.tools`, `AGENTS["billing"]`. */
export interface Address {
  root: string;
  path: readonly Step[];
}

const DEEPEST = 12;

/** Reads an expression as an address; undefined where it is none. */
export function addressOf(node: Cst, read: (node: Cst) => Expression): Address | undefined {
  const path: Step[] = [];
  let at = node;
  for (let hops = 0; hops < DEEPEST; hops++) {
    const expression = read(at);
    if (expression.kind === 'name') return { root: expression.name, path: path.reverse() };
    if (expression.kind === 'same') at = expression.node;
    else if (expression.kind === 'member') {
      path.push(expression.property);
      at = expression.object;
    } else if (expression.kind === 'element') {
      const index = read(expression.index);
      if (index.kind === 'text') path.push(textValue(at.tree.text, index.pieces));
      else if (index.kind === 'literal' && typeof index.scalar === 'number') path.push(index.scalar);
      else return undefined;
      at = expression.object;
    } else if (expression.kind === 'call') {
      // `x.setdefault("tools", [])` is the member, made where there was none.
      const callee = read(expression.callee);
      const key = expression.positional[0] && read(expression.positional[0].node);
      if (callee.kind !== 'member' || callee.property !== 'setdefault' || key?.kind !== 'text')
        return undefined;
      path.push(textValue(at.tree.text, key.pieces));
      at = callee.object;
    } else return undefined;
  }
  return undefined;
}

/** Reads the object of `x[key]`, whose key is computed, as an address. */
export function keyedAddressOf(node: Cst, read: (node: Cst) => Expression): Address | undefined {
  const expression = read(node);
  return expression.kind === 'element' ? addressOf(expression.object, read) : undefined;
}

const ACTS: Readonly<Record<string, Write['act']>> = {
  push: 'append',
  append: 'append',
  add: 'append',
  unshift: 'prepend',
  extend: 'extend',
  insert: 'other',
  splice: 'other',
  pop: 'other',
  shift: 'other',
  remove: 'remove',
  discard: 'remove',
  clear: 'clear',
};

/** The changes that calls of list methods make (`x.tools.push(y)`). */
export function writesByCalls(captures: Captures, read: (node: Cst) => Expression): Write[] {
  const writes: Write[] = [];
  const changes = (start: number): boolean => {
    const name = lastNameAt(captures.text, start);
    return Object.hasOwn(ACTS, name) || SETTERS.has(name);
  };
  for (const node of captures.calls(changes)) {
    const expression = read(node);
    if (expression.kind !== 'call') continue;
    const callee = read(expression.callee);
    writes.push(...membersSet(node, expression, read));
    if (callee.kind !== 'member' || !Object.hasOwn(ACTS, callee.property)) continue;
    const address = addressOf(callee.object, read);
    if (!address) continue;
    writes.push({ ...address, ...actOf(callee.property, expression.positional), node, start: node.start });
  }
  return writes;
}

function actOf(
  method: string,
  values: readonly { node: Cst; spread: boolean }[],
): Pick<Write, 'act' | 'values'> {
  // Where an item is put in does not matter to anyone who reads the list.
  if (method === 'insert' && values.length === 2) return { act: 'append', values: values.slice(1) };
  return { act: ACTS[method] ?? 'other', values };
}
