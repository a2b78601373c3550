import type { CodeFile } from '../file.js';
import { read } from '../language.js';
import type { Cst } from '../tree/cst.js';
import { sideTaken } from './chosen.js';
import { eitherArray } from './either-array.js';
import { dynamic, type Members, membersAt, type Slot, type Value, type Written } from './value.js';

const WHY = 'chosen by a condition';
/** Sides of one choice, and members of all of them, that are looked at. */
const MOST_SIDES = 32;
const MOST_MEMBERS = 256;

/**
 * The members that a spread brings which is chosen by a condition, over those that are there already:
 * `...(refunds && { tools: [refund] })`, `**({"tools": [refund]} if refunds else {})`. What no side names is as it was; what
 * one names holds what any of them does, and stays open. Undefined where a side is not known in full.
 */
export function chosenMembers(
  file: CodeFile,
  node: Cst,
  before: ReadonlyMap<string, Slot>,
): Map<string, Slot> | undefined {
  const sides = sidesOf(file, node);
  const known = sides?.map((side) => membersOn(side, { file, node }));
  if (!known?.every((one) => one !== undefined)) return undefined;
  const given = new Map<string, Slot>();
  for (const key of new Set(known.flatMap(({ slots }) => [...slots.keys()]))) {
    const stated = known.flatMap(({ slots }) => slots.get(key) ?? []);
    const kept = stated.length < known.length ? before.get(key) : undefined;
    given.set(key, oneOf([...(kept ? [kept] : []), ...stated], { file, node }));
    if (!file.step() || given.size > MOST_MEMBERS) return undefined;
  }
  return given;
}

const NO_MEMBERS: Members = { slots: new Map() };

/** The members of one side; undefined where there may be others. */
function membersOn(value: Value, use: Written): Members | undefined {
  if (value.kind === 'nothing' || (value.kind === 'scalar' && !value.scalar)) return NO_MEMBERS;
  const members = value.kind === 'object' ? membersAt(value, use) : undefined;
  return members?.open ? undefined : members;
}

/** The values of which one is spread; undefined where nothing is chosen, or too much is. */
function sidesOf(file: CodeFile, start: Cst): readonly Value[] | undefined {
  const sides: Value[] = [];
  const waiting = [{ file, node: start }];
  let isChoice = false;
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    if (sides.length + waiting.length > MOST_SIDES || !at.file.step()) return undefined;
    const { node } = at;
    const expression = read(node);
    if (expression.kind === 'same') waiting.push({ file: at.file, node: expression.node });
    else if (expression.kind === 'choice') {
      const side = sideTaken(at.file, expression);
      const { options, by } = expression;
      isChoice ||= side === undefined;
      const isGuard = !side && (by?.mark === '&&' || options.length === 1);
      // What `a && b` gives where it does not give `b` is false, and a spread of that brings nothing.
      if (isGuard) sides.push({ kind: 'nothing', at });
      for (const one of side ? [side] : isGuard ? options.slice(-1) : options)
        waiting.push({ file: at.file, node: one });
    } else {
      const value = at.file.project.evaluate(at.file, node);
      // A name of something that is chosen elsewhere.
      const isNamed = value.kind === 'dynamic' && value.isChoice && value.at.node !== node;
      if (isNamed) waiting.push(value.at);
      else sides.push(value);
    }
  }
  return isChoice ? sides : undefined;
}

/** A member that is one of several: a list holds what any of them holds. */
function oneOf(slots: readonly Slot[], at: Written): Slot {
  const [first] = slots as [Slot];
  let known: Value | undefined;
  const make = (): Value => {
    const values = slots.map((slot) => slot.value());
    const list = eitherArray(at, values, WHY);
    // It stands where the first of them does, so that the same list is known again.
    return list ? { ...list, at: values[0]?.at ?? at } : { ...dynamic(at, WHY), may: [...slots] };
  };
  const value = (): Value => {
    known ??= make();
    return known;
  };
  return { written: first.written, ...(first.keyNode && { keyNode: first.keyNode }), value };
}
