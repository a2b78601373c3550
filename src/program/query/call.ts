import type { Place } from '../../model/place.js';
import {
  type At,
  type CallEvent,
  originOf,
  type RecordState,
  type Slot,
  takenFromAll,
  unknown,
  type Value,
} from '../values/value.js';
import { calleeText, whyOf } from '../values/why.js';
import type { Call, CodeSyntaxNode } from './node.js';
import { fileOf, type MakeNode, type Shown } from './shown.js';

/** A call as its readers see it. Its parts are worked out when they are asked for. */
export function callOf(event: CallEvent, at: Place, make: MakeNode): Call {
  const { expression, file } = event;
  const { callee, isNew } = expression;
  const once = <T>(find: () => T): (() => T) => {
    let known: { readonly value: T } | undefined;
    return () => {
      known ??= { value: find() };
      return known.value;
    };
  };
  const here: At = { file, span: expression };
  const positional = once(() => event.positional.map(make));
  const named = once(() => make({ written: here, value: { kind: 'options', at: here, state: event.named } }));
  const options = once(() => make({ written: here, value: optionsOf(event) }));
  return {
    at,
    isNew,
    callee: `${isNew ? 'new ' : ''}${calleeText(expression)}`,
    name: callee.kind === 'name' ? callee.name : callee.kind === 'member' ? callee.property : '',
    isConditional: event.isConditional,
    hasRun: event.hasRun === true,
    functionStart: event.inside?.at.span.start,
    origin: originOf(event.target),
    get target() {
      return make({ value: event.target, written: { file, span: callee } });
    },
    get receiver() {
      const [nearest] = event.receivers;
      return nearest && make(nearest);
    },
    get receivers() {
      return event.receivers.map(make);
    },
    get positional() {
      return positional();
    },
    get named() {
      return named();
    },
    get options() {
      return options();
    },
    get passedOn() {
      const inner = event.passedOn;
      return inner && callNode(inner, make).call;
    },
    get binds() {
      const bound = boundCall(event);
      return bound && callNode(bound, make).call;
    },
    get boundBy() {
      return event.boundBy && make({ value: event.boundBy, written: event.boundBy.at });
    },
    get given() {
      const { result } = event;
      const isItself = !result || (result.kind === 'made' && result.call.expression === expression);
      return isItself ? undefined : make({ value: result, written: here });
    },
    get boundTo() {
      return fileOf(here).evaluation().boundTo(expression);
    },
  };
}

/** A node of a call, whatever it gives. */
export function callNode(event: CallEvent, make: MakeNode): CodeSyntaxNode {
  return make({ value: madeOf(event), written: { file: event.file, span: event.expression } });
}

/** What a call makes, whatever it gives: its node shows the call. */
export function madeOf(event: CallEvent): Value {
  const { result, expression, file, context } = event;
  if (result?.kind === 'made' && result.call.expression === expression) return result;
  return { kind: 'made', id: 0, at: { file, span: expression }, context, call: event, of: undefined };
}

/** The call that `functools.partial(callee, ...)` binds arguments of. */
function boundCall(event: CallEvent): CallEvent | undefined {
  const origin = originOf(event.target);
  const [first, ...rest] = event.positional;
  if (origin?.module !== 'functools' || origin.dotted !== 'partial' || !first) return undefined;
  return {
    ...event,
    target: first.value,
    positional: rest,
    result: undefined,
    receivers: takenFromAll(first.value),
  };
}

/** The options of a call, with what is given to its result later, and what a class of the project gives its base. */
function optionsOf(event: CallEvent): Shown {
  const { result, expression, file } = event;
  const at: At = { file, span: expression };
  const { machine } = fileOf(at).evaluation();
  const made = result?.kind === 'made' && result.call.expression === expression ? result : undefined;
  const state = made && machine.recordState(made);
  if (file.isPython) return { kind: 'options', at, state: together(event.named, state) };
  const literal = event.positional.find(({ value }) => value.kind === 'record');
  if (literal?.value.kind === 'record') {
    const own = made ? undefined : machine.recordState(literal.value);
    return {
      kind: 'options',
      at: literal.value.at,
      state: own ?? together(given(event, machine.recordState), state),
    };
  }
  const other = event.positional.find(({ value }) => isComputed(value));
  if (other && !(state && state.members.size > 0)) {
    const { value } = other;
    return value.kind === 'made' ? unknown(value.at, whyOf(value)) : value;
  }
  return { kind: 'options', at, state: state ?? EMPTY };
}

const EMPTY: RecordState = { kind: 'record', members: new Map() };

/** What the first object that is passed has, where its object is made of a class of the project. */
function given(event: CallEvent, stateOf: (value: { readonly id: number }) => RecordState): RecordState {
  const { result } = event;
  if (result?.kind !== 'made' || !result.of) return EMPTY;
  const literal: Slot | undefined = event.positional.find(({ value }) => value.kind === 'record');
  return literal?.value.kind === 'record' ? stateOf(literal.value) : EMPTY;
}

/** What a call passes, and what the object has that it makes: that holds. */
function together(own: RecordState, state: RecordState | undefined): RecordState {
  if (!state) return own;
  const members = new Map<string, Slot>(own.members);
  for (const [key, slot] of state.members) members.set(key, slot);
  return { kind: 'record', members, open: own.open ?? state.open };
}

/** An instance is no set of options; what a function gives may be. */
const isComputed = (value: Value): boolean =>
  value.kind === 'unknown' ||
  value.kind === 'external' ||
  value.kind === 'parameter' ||
  value.kind === 'union' ||
  (value.kind === 'made' && !value.call.expression.isNew);
