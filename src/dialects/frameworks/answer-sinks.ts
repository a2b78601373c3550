import type { Sink } from '../../program/index.js';
import type { AnswerSink } from './profile.js';

/** Each key of a member, each object in a list. */
const EACH = '[]';

/** The places of some profiles where a program approves, without duplicates, by sink. */
export function sinksOf(data: readonly AnswerSink[]): ReadonlyMap<Sink, AnswerSink> {
  const distinct = new Map(data.map((one) => [JSON.stringify(one), one]));
  return new Map([...distinct.values()].map((one) => [sinkOf(one), one]));
}

function sinkOf({ call, argument = 0, set, returned, value }: AnswerSink): Sink {
  if (returned !== undefined) return { kind: 'return', option: returned, value };
  if (set === undefined) {
    const isEach = typeof argument === 'string' && argument.endsWith(EACH);
    const name = isEach ? argument.slice(0, -EACH.length) : argument;
    return { kind: 'call', name: call ?? '', argument: name, ...(isEach ? { isEach } : {}), value };
  }
  const isKeyed = set.endsWith(EACH);
  return { kind: 'set', member: isKeyed ? set.slice(0, -EACH.length) : set, isKeyed, value };
}
