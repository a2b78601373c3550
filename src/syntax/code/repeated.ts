import type { Cst } from './cst.js';
import { resultFor, valueWith } from './instances.js';
import { read } from './language.js';
import { once, unknownItems } from './slots.js';
import { dynamic, itemsAt, membersAt, type Slot, type Value, type Written } from './value.js';

type List = Value & { kind: 'array' };

/** Most items of a list for which what stands behind it is read anew. */
const MOST = 100;

/** A list with one item for each of another; what is not known of that one is not known of this one. */
function listOf(
  at: Written,
  items: () => readonly Slot[],
  give: (item: Slot, index: number) => Value,
): Value {
  const slots = (): readonly Slot[] => {
    const from = items();
    const own = from.slice(0, MOST).map((item, index): Slot => {
      let known: Value | undefined;
      return {
        written: at,
        value() {
          const value = item.value();
          const isOpen = value.kind === 'dynamic' && value.spread !== undefined;
          known ??= isOpen ? dynamic(at, value.why) : give(item, index);
          return known;
        },
      };
    });
    return from.length > MOST ? [...own, unknownSlot(at, 'made for too many items')] : own;
  };
  return { kind: 'array', at, slots: once(at.file, slots, unknownItems(at)) };
}

const unknownSlot = (written: Written, why: string): Slot => ({
  written,
  value: () => dynamic(written, why),
});

/** `list.map((one) => ...)`: what a function of the project gives for each item of a known list. */
export function mapped(at: Written, list: List, give: Value): Value | undefined {
  if (give.kind !== 'definition' || give.definition.kind === 'class') return undefined;
  const why = 'a function gives it that does more';
  return listOf(
    at,
    () => itemsAt(list, at),
    (item, index) => resultFor(at, give, item, index) ?? dynamic(at, why),
  );
}

/** `[make(one) for one in known]`; undefined where it chooses, goes through several lists, or through one that is not known. */
export function comprehended(at: Written): Value | undefined {
  const { file, node } = at;
  const [body, clause, ...others] = node.children();
  if (!body || clause?.type !== 'for_in_clause' || others.length > 0) return undefined;
  const left = clause.field('left');
  const right = clause.field('right');
  const from = right && file.project.evaluate(file, right);
  const bound = left && right && boundNames(left);
  if (!bound || !from) return undefined;
  const source = bound.length === 2 ? pairsOf(at, right) : from;
  if (source?.kind !== 'array') return undefined;
  return listOf(
    at,
    () => itemsAt(source, at),
    (item, index) => {
      const names = new Map(bound.map((name, place) => [name, () => part(item, bound.length, place, at)]));
      return valueWith(at, names, body, index) ?? dynamic(at, 'computed by a comprehension');
    },
  );
}

/** The names before `in`: one, or two for the keys and values of an object. */
function boundNames(left: Cst): string[] | undefined {
  if (left.type === 'identifier') return [left.text];
  const names = left.children();
  const isPair = ['pattern_list', 'tuple_pattern'].includes(left.type) && names.length === 2;
  return isPair && names.every(({ type }) => type === 'identifier')
    ? names.map(({ text }) => text)
    : undefined;
}

/** `known.items()`, as a list of lists. */
function pairsOf(at: Written, node: Cst): Value | undefined {
  const { file } = at;
  const called = read(node);
  const callee = called.kind === 'call' && called.positional.length === 0 ? read(called.callee) : undefined;
  if (callee?.kind !== 'member' || callee.property !== 'items') return undefined;
  const object = file.project.evaluate(file, callee.object);
  if (object.kind !== 'object') return undefined;
  const { slots, open } = membersAt(object, at);
  if (open) return undefined;
  const pairs = [...slots].map(([key, slot]): Slot => {
    const name: Slot = {
      written: slot.written,
      value: () => ({ kind: 'scalar', at: slot.written, scalar: key }),
    };
    return { written: slot.written, value: () => ({ kind: 'array', at, slots: () => [name, slot] }) };
  });
  return { kind: 'array', at, slots: () => pairs };
}

function part(item: Slot, count: number, place: number, at: Written): Value {
  const value = item.value();
  if (count === 1) return value;
  const slot = value.kind === 'array' ? value.slots()[place] : undefined;
  return slot?.value() ?? dynamic(at, 'changes in a loop');
}
