import { lastName } from '../ir/walk.js';
import { ALWAYS } from '../values/guard.js';
import { union } from '../values/join.js';
import { cellOf } from '../values/scope.js';
import {
  type Arguments,
  type At,
  EMPTY_RECORD,
  type FunctionValue,
  type Gate,
  noteReturned,
  type Operation,
  originOf,
  type Slot,
  unknown,
  type Value,
} from '../values/value.js';
import { bindUnknown, givesPromise, runFunction, takesSelf } from './functions.js';
import { chosenFrom, computed, gateSince, hold, holdGate, tested, settle } from './guards.js';
import type { CallSite, Machine } from './machine.js';
import { resolvesPromise } from './promises.js';
import { itemsOf } from './slots.js';

/**
 * Runs the callbacks of an unread call at its call site, with items of its arguments or its receiver. Their results
 * become its `returned`. Returns whether the callbacks tell all that the call does.
 */
export function runCallbacks(m: Machine, given: Arguments, site: CallSite, result: Value): boolean {
  const { expression, frame, event } = site;
  if (!expression || !event) return false;
  const { callee } = expression;
  const name = lastName(callee);
  const [first, second] = given.positional;
  const receiver = callee.kind === 'member' ? event.receivers[0]?.value : undefined;
  const isGlobal = callee.kind === 'name' && !cellOf(frame.scope, callee.name);
  const { language } = frame.file;
  if (receiver && first && language.containsMethods.has(name) && given.positional.length === 1) {
    event.returned = unknown(site.at, 'computed', computed(frame, 'in', [first.value, receiver]));
    return true;
  }
  const then = language.thenMethods.get(name);
  if (receiver && then && given.positional.some(({ value }) => value.kind === 'function')) {
    const returned = runThen(m, then, receiver, given, site);
    if (returned) noteReturned(event, returned);
    return true;
  }
  const by = first?.value;
  if (by?.kind === 'function') {
    const isEachFunction = isGlobal && language.eachFunctions.has(name);
    const list = isEachFunction ? second?.value : language.eachMethods.has(name) ? receiver : undefined;
    if (list) {
      runEach(m, name, list, by, site);
      return true;
    }
    const own = isGlobal ? language.laterFunctions.get(name) : undefined;
    if (own !== undefined) {
      runWith(m, by, given.positional.slice(own), site);
      return true;
    }
  }
  // What waits for the promise waits for this callback, which is passed what the call finds out.
  for (const { value } of given.positional)
    if (value.kind === 'function' && resolvesPromise(m, value))
      runOnce(m, value, { from: computed(frame, 'same', [result]), isOfAll: true });
  return language.passesArguments && runPassed(m, given, site);
}

/** Runs what waits for a promise; the result is what the new promise gives, without and with an error. */
function runThen(
  m: Machine,
  waits: readonly ('value' | 'error' | 'end')[],
  receiver: Value,
  { positional }: Arguments,
  { frame, at }: CallSite,
): Value | undefined {
  let result: Value | undefined = receiver;
  settle(m, receiver);
  for (const [index, wait] of waits.entries()) {
    const by = positional[index]?.value;
    if (by?.kind !== 'function') continue;
    const isCaught = wait === 'error';
    const from = wait === 'value' ? computed(frame, 'same', [receiver]) : undefined;
    const { value, gate } = runOnce(m, by, { from, isCaught });
    if (wait === 'value') result = value;
    else if (isCaught && value)
      result = result ? union([result, value], at, 'chosen', [ALWAYS, gate]) : value;
  }
  return result;
}

interface Ran {
  readonly value: Value | undefined;
  readonly gate: Gate;
}

interface Over {
  /** The value of its first parameter. */
  readonly from: Operation | undefined;
  /** The others are computed from the same. */
  readonly isOfAll?: true;
  /** The iterable: the callback runs only if that has items. */
  readonly list?: Value | undefined;
  readonly gate?: Gate | undefined;
  /** It is called after an error alone. */
  readonly isCaught?: boolean;
}

/** Runs a function that is called at most once. */
function runOnce(m: Machine, one: FunctionValue, { from, isOfAll, list, gate, isCaught }: Over): Ran {
  if (m.isRunning(one) || m.isSpent(one.at.file)) return { value: undefined, gate: ALWAYS };
  const base = m.heap;
  const test = list && tested(m, list);
  m.heap = base.branch();
  if (test) hold(m, test, true);
  holdGate(m, gate);
  if (isCaught) m.heap.guard = { kind: 'caught', at: one.at, clock: m.heap.tick(), parent: m.heap.guard };
  const { value } = m.running(one, () =>
    runFunction(
      m,
      one,
      one.context,
      (frame) => {
        for (const [index, parameter] of one.definition.parameters.entries())
          bindUnknown(m, one, parameter, frame, index === 0 || isOfAll ? from : undefined);
      },
      one.self,
    ),
  );
  m.count(one);
  const ran = m.heap;
  const since = gateSince(m, base.guard);
  m.heap = base.branch();
  if (test) hold(m, test, false);
  const left = m.heap;
  m.heap = base;
  // A callback for one run is taken to run.
  base.merge(test || gate || isCaught ? [left, ran] : [ran], 'may-run');
  return { value, gate: since };
}

const TESTING: ReadonlySet<string> = new Set(['filter', 'find', 'findLast', 'some', 'every']);

/** `xs.map((x) => ...)` and similar methods of an unknown list. */
function runEach(
  m: Machine,
  name: string,
  list: Value,
  by: FunctionValue,
  { frame, at, event }: CallSite,
): void {
  const [parameter] = by.definition.parameters;
  const chosen = chosenFrom(list);
  const from = chosen ? computed(frame, 'same', [chosen.item]) : computed(frame, 'each', [list]);
  const ran = runOnce(m, by, { from, ...(chosen ? { gate: chosen.gate } : { list }) });
  if (!event || !ran.value) return;
  // What an async function gives is true until it is awaited, whatever it then is.
  const value: Value =
    TESTING.has(name) && givesPromise(by) ? { kind: 'scalar', at, scalar: true } : ran.value;
  const { gate } = ran;
  const place: At = parameter ? { file: by.at.file, span: parameter } : by.at;
  const item = unknown(place, 'in-loop', from);
  const test = tested(m, value);
  const kept = gate.map((tail) => [
    ...tail,
    { kind: 'test' as const, test, holds: true, clock: m.heap.tick(), parent: undefined },
  ]);
  const depends = unknown(at, 'computed', computed(frame, 'computed', [list, value]));
  if (name === 'map' || name === 'flatMap')
    event.returned = unknown(at, 'computed', computed(frame, 'chosen', [list, value], gate));
  else if (name === 'filter')
    event.returned = unknown(at, 'computed', computed(frame, 'chosen', [list, item], kept));
  else if (name === 'find' || name === 'findLast') {
    const none: Value = { kind: 'nothing', at };
    const without = { kind: 'test' as const, test: tested(m, depends), holds: false, clock: m.heap.tick() };
    event.returned = union([item, none], at, 'chosen', [kept, [[{ ...without, parent: undefined }]]]);
  } else if (name === 'some' || name === 'every')
    event.returned = unknown(at, 'computed', computed(frame, name, [list, value]));
}

/**
 * A function that is passed with as many arguments behind it as it takes, which is run with them
 * (`asyncio.to_thread(approve_all, state, items)`), or as a target with arguments (`Thread(target=f, args=(state,))`).
 */
function runPassed(m: Machine, given: Arguments, site: CallSite): boolean {
  const { event } = site;
  if (!event) return false;
  const target = given.named.members.get('target')?.value;
  const others = given.named.members.get('args')?.value;
  if (target?.kind === 'function' && others?.kind === 'list') {
    noteReturned(event, runWith(m, target, itemsOf(m, others), site));
    return true;
  }
  const module = originOf(event.target)?.module ?? '';
  for (const [index, { value }] of given.positional.entries()) {
    if (value.kind !== 'function') continue;
    const rest = given.positional.slice(index + 1);
    const own = takesSelf(value) && value.self ? 1 : 0;
    const takes = value.definition.parameters.length - own;
    if (takes === rest.length && (takes > 0 || site.frame.file.language.runModules.has(module))) {
      noteReturned(event, runWith(m, value, rest, site));
      return true;
    }
  }
  return false;
}

const runWith = (m: Machine, one: FunctionValue, positional: readonly Slot[], site: CallSite): Value =>
  m.apply(one, { positional, named: EMPTY_RECORD }, { ...site, event: undefined } as CallSite);
