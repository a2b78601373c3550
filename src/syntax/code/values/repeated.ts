import type { CodeFile } from '../file.js';
import { read } from '../language.js';
import type { Binding } from '../names/names.js';
import type { Write } from '../names/outline.js';
import { outward } from '../names/scopes.js';
import type { Cst } from '../tree/cst.js';
import { type Instance, resultFor, valueWith } from './instances.js';
import { selectedItems } from './selected.js';
import { once, unknownItems } from './slots.js';
import { dynamic, itemsAt, membersAt, type Slot, type Value, type Written } from './value.js';
import { changesOf } from './writes.js';

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

/** `[make(one) for one in known]`; undefined where it chooses by name, goes through several lists, or through one that is not known. */
export function comprehended(at: Written, ofValues = false): Value | undefined {
  const { node } = at;
  const [first, clause, test, ...others] = node.children();
  if (test && test.type !== 'if_clause') return undefined;
  // Of an object only its values are known: what its keys are is computed.
  const body = ofValues ? first?.field('value') : first?.type === 'pair' ? undefined : first;
  if (!body || clause?.type !== 'for_in_clause' || others.length > 0) return undefined;
  const left = clause.field('left');
  const right = clause.field('right');
  const bound = left && right && boundNames(left);
  if (!bound || !right) return undefined;
  const source = itemsOf(at, right, bound.length);
  const condition = test?.children()[0];
  if (!source || (test && !condition)) return undefined;
  const valueFor = (one: Cst, item: Slot, index: number): Value | undefined => {
    const names = new Map(bound.map((name, place) => [name, () => part(item, bound.length, place, at)]));
    return valueWith(at, names, one, index);
  };
  const kept = condition && selectedItems(at, itemsAt(source, at), { condition, bound }, valueFor);
  if (condition && !kept) return undefined;
  return listOf(
    at,
    () => kept ?? itemsAt(source, at),
    (item, index) => valueFor(body, item, index) ?? dynamic(at, 'computed by a comprehension'),
  );
}

/** What a change in a loop over a known list adds, turn by turn; in doubt whether it runs it is there. */
export function addedInTurns(
  file: CodeFile,
  { start, values }: Write,
  made: Written | undefined,
  spread: boolean,
): readonly Slot[] | undefined {
  const [value, ...others] = values;
  const [literal] = spread && value ? [read(value.node)] : [];
  // `tools += [x]` adds what the list is written with.
  const [only, ...more] = literal?.kind === 'list' ? literal.elements : value ? [value] : [];
  const loop = others.length + more.length === 0 ? loopAround(file, start) : undefined;
  const left = loop?.field('left');
  const right = loop?.field('right');
  if (!only || !loop || !left || !right || only.spread) return undefined;
  if (spread && literal?.kind !== 'list') return undefined;
  // A list that is made in the loop begins anew in each turn.
  if (made?.file === file && holds(loop, made.node.start)) return undefined;
  if (!file.language.isPython && loop.field('operator')?.type !== 'of') return undefined;
  const at = { file, node: loop };
  const bound = boundNames(left);
  const source = bound && itemsOf(at, right, bound.length);
  if (!bound || !source) return undefined;
  const give = (item: Slot, index: number): Value => {
    const names = new Map(bound.map((name, place) => [name, () => part(item, bound.length, place, at)]));
    return valueWith(at, names, only.node, index) ?? dynamic(at, 'changes in a loop');
  };
  const list = listOf(at, () => itemsAt(source, at), give);
  return list.kind === 'array' ? list.slots() : undefined;
}

const holds = ({ start, end }: Cst, offset: number): boolean => start <= offset && offset < end;

/** The nearest loop around a place, in the function that it stands in. */
function loopAround(file: CodeFile, start: number): Cst | undefined {
  const inner = file
    .partAt(start)
    .captures()
    .all('loop')
    .filter((loop) => holds(loop, start))
    .at(-1);
  if (!inner || inner.type === 'for_in_clause') return undefined;
  const around = outward(file.scopeAround(start), ['function', 'module']);
  return around.kind === 'module' || around.start < inner.start ? inner : undefined;
}

function itemsOf(at: Written, node: Cst, names: number): List | undefined {
  const source = (names === 2 ? pairsOf(at, node) : undefined) ?? at.file.project.evaluate(at.file, node);
  return source.kind === 'array' ? source : undefined;
}

/** `{ key(one): one for one in known }.values()`; undefined where the object is changed later. */
export function comprehendedValues(at: Written): Value | undefined {
  if (at.node.type !== 'dictionary_comprehension' || changesOf(at.file, at.node).length > 0) return undefined;
  return comprehended(at, true);
}

/** The names before `in`: one, or two for the keys and values of an object. */
function boundNames(left: Cst): string[] | undefined {
  if (left.type === 'identifier') return [left.text];
  const names = left.children();
  const isPair = ['pattern_list', 'tuple_pattern', 'array_pattern'].includes(left.type) && names.length === 2;
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

/** What a name that a loop binds stands for where one turn of the loop is read. */
export function givenInTurn({ sites, name }: Binding, turn: Instance | undefined): Value | undefined {
  if (!turn) return undefined;
  const { start } = turn.definition;
  return sites.some((site) => site.start === start || site.start === start + 1)
    ? turn.names.get(name)?.()
    : undefined;
}
