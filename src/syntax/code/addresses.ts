import type { Cst } from './cst.js';
import type { Expression } from './expression.js';
import type { Step, Write } from './outline.js';
import { textValue } from './spelling.js';

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
    } else return undefined;
  }
  return undefined;
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
  remove: 'other',
  clear: 'other',
};

/** The changes that calls of list methods make (`x.tools.push(y)`). */
export function writesByCalls(calls: readonly Cst[], read: (node: Cst) => Expression): Write[] {
  const writes: Write[] = [];
  for (const node of calls) {
    if (!Object.hasOwn(ACTS, lastNameAt(node.tree.text, node.start))) continue;
    const expression = read(node);
    if (expression.kind !== 'call') continue;
    const callee = read(expression.callee);
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

const WORD = /[\p{ID_Start}_$][\p{ID_Continue}$]*/uy;

/** The last name of the dotted path that begins at an offset and ends at a bracket; empty where there is none. */
export function lastNameAt(text: string, start: number): string {
  let last = '';
  let at = start;
  for (;;) {
    WORD.lastIndex = at;
    const found = WORD.exec(text);
    if (!found) return '';
    last = found[0];
    at = afterMarks(text, WORD.lastIndex);
    if (text.charAt(at) === '[') {
      at = afterBracket(text, at);
      if (text.charAt(at) === '(') return last;
    }
    if (text.charAt(at) !== '.') return text.charAt(at) === '(' || text.charAt(at) === '<' ? last : '';
    at = afterMarks(text, at + 1);
  }
}

/** The first name at an offset, behind `new`; empty where there is none. */
export function firstNameAt(text: string, start: number): string {
  WORD.lastIndex = start;
  const found = WORD.exec(text)?.[0] ?? '';
  if (found !== 'new') return found;
  WORD.lastIndex = afterMarks(text, WORD.lastIndex);
  return WORD.exec(text)?.[0] ?? '';
}

/** Passes over white space and the marks of optional and non-null access. */
function afterMarks(text: string, from: number): number {
  let at = from;
  while (' \t\r\n?!\\'.includes(text.charAt(at)) && at < text.length) at++;
  return at;
}

const LONGEST_INDEX = 200;

function afterBracket(text: string, from: number): number {
  const close = text.indexOf(']', from);
  return close < 0 || close - from > LONGEST_INDEX ? text.length : afterMarks(text, close + 1);
}
