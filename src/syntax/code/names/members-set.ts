import type { Cst } from '../tree/cst.js';
import type { Expression } from '../tree/expression.js';
import { textValue } from '../tree/spelling.js';
import { addressOf } from './addresses.js';
import type { Write } from './outline.js';

/** Last names of the calls that set members of what exists, and of the one that others follow: `x.setdefault(...).append(y)`. */
export const SETTERS: ReadonlySet<string> = new Set(['setattr', 'assign', 'update', 'set', 'setdefault']);

/** What is set, and in what. */
interface Setting {
  target: Cst | undefined;
  /** A key and its value. */
  pair?: readonly [key: Cst | undefined, value: Cst | undefined];
  /** Objects whose members are taken. */
  given?: readonly Cst[];
  named?: (Expression & { kind: 'call' })['named'];
  /** The only kind of value whose method does so. */
  of?: Write['of'];
}

/** The members that `setattr(x, "a", y)`, `Object.assign(x, { a: y })`, `x.update(a=y)` and `x.set('a', y)` set. */
export function membersSet(
  node: Cst,
  call: Expression & { kind: 'call' },
  read: (node: Cst) => Expression,
): Write[] {
  const setting = settingOf(call, read);
  const address = setting?.target && addressOf(setting.target, read);
  if (!setting || !address) return [];
  const { root, path } = address;
  const { start } = node;
  const write = (act: Write['act'], value: Cst, key?: string): Write => ({
    root,
    path: key === undefined ? path : [...path, key],
    act,
    values: [{ node: value, spread: act === 'merge' }],
    of: setting.of,
    node,
    start,
  });
  const writes: Write[] = [];
  const [keyNode, value] = setting.pair ?? [];
  const key = keyNode && read(keyNode);
  if (key?.kind === 'text' && value)
    writes.push(write('assign', value, textValue(node.tree.text, key.pieces)));
  for (const one of setting.given ?? []) {
    const record = read(one);
    if (record.kind !== 'record' || record.entries.some((entry) => entry.key === undefined)) {
      writes.push(write('merge', one));
    } else for (const entry of record.entries) writes.push(write('assign', entry.value, entry.key));
  }
  for (const entry of setting.named ?? [])
    writes.push(
      entry.key === undefined ? write('merge', entry.value) : write('assign', entry.value, entry.key),
    );
  return writes;
}

function settingOf(
  { callee: calleeNode, positional, named }: Expression & { kind: 'call' },
  read: (node: Cst) => Expression,
): Setting | undefined {
  const callee = read(calleeNode);
  const [first, second, third] = positional.map((one) => one.node);
  if (callee.kind === 'name')
    return callee.name === 'setattr' ? { target: first, pair: [second, third] } : undefined;
  if (callee.kind !== 'member') return undefined;
  switch (callee.property) {
    case 'assign': {
      const object = read(callee.object);
      const isObject = object.kind === 'name' && object.name === 'Object';
      return isObject ? { target: first, given: positional.slice(1).map((one) => one.node) } : undefined;
    }
    case 'update':
      return { target: callee.object, given: first ? [first] : [], named, of: 'dict' };
    case 'set':
      return { target: callee.object, pair: [first, second], of: 'instance' };
    default:
      return undefined;
  }
}
