import type { Captures } from '../language.js';
import type { Cst } from '../tree/cst.js';
import type { Expression } from '../tree/expression.js';
import { lastNameAt } from '../tree/words.js';
import { addressOf } from './addresses.js';
import { membersSet, SETTERS } from './members-set.js';
import type { Write } from './outline.js';

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
    return Object.hasOwn(ACTS, name) || SETTERS.has(name) || (name === 'get' && goesOn(captures.text, start));
  };
  for (const node of captures.calls(changes)) {
    const expression = read(node);
    if (expression.kind !== 'call') continue;
    const callee = read(expression.callee);
    for (const write of membersSet(node, expression, read)) writes.push(write);
    if (callee.kind !== 'member' || !Object.hasOwn(ACTS, callee.property)) continue;
    const address = addressOf(callee.object, read);
    if (!address) continue;
    writes.push({ ...address, ...actOf(callee.property, expression.positional), node, start: node.start });
  }
  return writes;
}

/** `team.get("mailer").`: what a member of a table is asked for. */
const GOT = /[\w$.#]{1,200}\.get\(\s{0,9}["'][^"'\n]{1,80}["']\s{0,9}\)[?!]?\./y;

function goesOn(text: string, start: number): boolean {
  GOT.lastIndex = start;
  return GOT.test(text);
}

function actOf(
  method: string,
  values: readonly { node: Cst; spread: boolean }[],
): Pick<Write, 'act' | 'values'> {
  // Where an item is put in does not matter to anyone who reads the list.
  if (method === 'insert' && values.length === 2) return { act: 'append', values: values.slice(1) };
  return { act: ACTS[method] ?? 'other', values };
}
