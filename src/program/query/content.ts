import { groupedBy } from '../../model/grouped.js';
import { MAX_COMPARED, MAX_VALUE_DEPTH } from '../limits.js';
import { type CallEvent, contextId, type Slot, type Value } from '../values/value.js';
import { resultOf } from './call.js';
import { fileOf } from './node-value.js';

const contexts = new WeakMap<CallEvent, string>();

/**
 * The representative context of a call: calls at one place that have the same content count as one. Empty if all
 * calls at its place have the same content.
 */
export function contextOf(event: CallEvent): string {
  const known = contexts.get(event);
  if (known !== undefined) return known;
  const all = fileOf({ file: event.file, span: event.expression }).evaluation().eventsAt(event.expression);
  const byContent = groupedBy(all.length > 1 ? all : [], (one) => contentOf(resultOf(one), one));
  for (const same of byContent.values())
    for (const one of same)
      contexts.set(one, byContent.size > 1 ? (same[0] ? contextId(same[0].context) : '') : '');
  if (!contexts.has(event)) contexts.set(event, all.length > 1 ? contextId(event.context) : '');
  return contexts.get(event) ?? '';
}

/**
 * The callee, the arguments and the final members of a call, as a text: two calls at one place with the same text are
 * one. Values that are not known are distinguished by where they are written.
 */
function contentOf(result: Value, event: CallEvent): string {
  const { machine } = fileOf({ file: event.file, span: event.expression }).evaluation();
  const seen = new Map<number, number>();
  let left = MAX_COMPARED;
  let depth = 0;
  const slots = (all: Iterable<readonly [string | number, Slot]>): string =>
    [...all].map(([key, slot]) => `${key}=${of(slot.value)}`).join(',');
  const of = (value: Value): string => {
    // Contents that are too long or too deep to compare count as different.
    if (left-- <= 0 || depth >= MAX_VALUE_DEPTH) return `... ${event.context.number}`;
    depth++;
    const text = textOf(value);
    depth--;
    return text;
  };
  const textOf = (value: Value): string => {
    switch (value.kind) {
      case 'scalar':
        return JSON.stringify(value.scalar);
      case 'nothing':
        return 'nothing';
      case 'list':
        return inside(value, seen, () => `[${slots(machine.listState(value).items.entries())}]`);
      case 'record':
        return inside(value, seen, () => `{${slots(machine.recordState(value).members)}}`);
      case 'instance':
        return inside(value, seen, () => `${place(value)}(${argumentsOf(value.call)})${stateOf(value)}`);
      case 'union':
        return value.members.map(of).join('|');
      default:
        return `${value.kind} ${place(value)}`;
    }
  };
  const argumentsOf = (call: CallEvent): string =>
    `${slots(call.positional.entries())};${slots(call.named.members)}`;
  const stateOf = (value: Value & { kind: 'instance' }): string =>
    value.id === 0 ? '' : `{${slots(machine.recordState(value).members)}}`;
  return `${slots(event.receivers.entries())};${argumentsOf(event)}${result.kind === 'instance' ? stateOf(result) : ''}`;
}

function inside(value: { readonly id: number }, seen: Map<number, number>, make: () => string): string {
  const before = value.id === 0 ? undefined : seen.get(value.id);
  if (before !== undefined) return `#${before}`;
  seen.set(value.id, seen.size);
  return make();
}

const place = ({ at }: Value): string => `${at.file.file}:${at.span.start}-${at.span.end}`;
