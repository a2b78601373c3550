import type { Machine } from '../evaluate/machine.js';
import { argumentsOf, type Value, valuesOf } from '../values/value.js';

/**
 * How deep values are: 1, and that of the deepest value which it is computed from or has in it. A value that is in itself
 * counts once. No recursion: a program of many lines makes values that are as deep as it is long.
 */
export function heightsOf(m: Machine): (value: Value) => number {
  const known = new Map<Value, number>();
  const objects = new Map<number, Value>();
  // Each view of an object is the same object.
  const whole = (value: Value): Value => {
    if (value.kind !== 'list' && value.kind !== 'record') return value;
    const before = objects.get(value.id);
    if (!before) objects.set(value.id, value);
    return before ?? value;
  };
  return (value) => {
    const waiting = [whole(value)];
    for (let one = waiting.at(-1); one; one = waiting.at(-1)) {
      const before = known.get(one);
      if (before !== undefined && before > 0) {
        waiting.pop();
        continue;
      }
      const parts = partsOf(m, one).map(whole);
      // The second time, the heights of all parts are known.
      if (before === undefined) {
        known.set(one, 0);
        for (const part of parts) if (!known.has(part)) waiting.push(part);
      } else {
        known.set(one, stepsIn(one) + parts.reduce((most, part) => Math.max(most, known.get(part) ?? 0), 0));
        waiting.pop();
      }
    }
    return known.get(whole(value)) ?? 0;
  };
}

/** The levels that a value itself adds. */
function stepsIn(value: Value): number {
  if (value.kind === 'parameter') return 1 + (value.path?.length ?? 0);
  return value.kind === 'unknown' && value.from?.name === 'or' ? value.from.parts.length : 1;
}

/** The values that a value is computed from or has in it. */
function partsOf(m: Machine, value: Value): readonly Value[] {
  switch (value.kind) {
    case 'list':
      return m
        .listState(value)
        .items.flatMap((slot) => (slot.spread ? [slot.value, slot.spread] : slot.value));
    case 'record': {
      const { members, others = [] } = m.recordState(value);
      return [...valuesOf(members.values()), ...valuesOf(others)];
    }
    case 'instance': {
      const { returned, target, receivers } = value.call;
      if (value.isGeneric) return [];
      return returned
        ? [returned]
        : [target, ...valuesOf([...receivers.slice(0, 1), ...argumentsOf(value.call)])];
    }
    case 'union':
      return [...value.members, ...(value.from?.parts ?? [])];
    case 'parameter':
      return value.from?.parts ?? [];
    case 'external':
      return value.takenFrom ? [value.takenFrom.object] : [];
    case 'unknown': {
      const { later, takenFrom, each, from } = value;
      const all = [later && m.read(later), takenFrom?.object, each, ...(from?.parts ?? [])];
      return all.filter((one) => one !== undefined);
    }
    default:
      return [];
  }
}
