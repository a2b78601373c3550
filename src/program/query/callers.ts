import { argumentsOf, type CallEvent, type Context, isSame, type Value, valuesOf } from '../values/value.js';
import { callNode } from './call.js';
import type { CodeSyntaxNode } from './node.js';
import { fileOf } from './node-value.js';
import { CodeView, ROOT } from './view.js';

interface Caller {
  readonly event: CallEvent;
  /** The context of what it calls. */
  readonly context: Context;
}

const eventOf = (node: CodeSyntaxNode): CallEvent | undefined =>
  node instanceof CodeView && node.value.kind === 'instance' ? node.value.call : undefined;

/** The calls that a call was evaluated for, nearest first: call sites of the functions around it. */
export const callersOfCall = (node: CodeSyntaxNode): readonly CodeSyntaxNode[] =>
  callersOf(eventOf(node)).map(({ event }) => callNode(event, ROOT));

/**
 * The call that states a part of the arguments of a call: the nearest one out from it whose own function is not passed
 * that part. Of a concatenated text the end counts.
 */
export function callStating(node: CodeSyntaxNode, part: CodeSyntaxNode): CodeSyntaxNode {
  const sender = eventOf(node);
  if (!sender || !(part instanceof CodeView) || part.value.kind === 'options') return node;
  let [stating, stated]: readonly [CallEvent, Value] = [sender, part.value];
  for (const { event, context } of callersOf(sender)) {
    // The functions of a call are those whose text contains it, those around a closure among them.
    const passed = contains(context, stating) && argumentFor(stated, event, part.m);
    if (passed) [stating, stated] = [event, passed];
  }
  return stating === sender ? node : callNode(stating, ROOT);
}

function callersOf(event: CallEvent | undefined): readonly Caller[] {
  const found: Caller[] = [];
  for (let context = event?.context; context; context = context.parent) {
    const caller = context.call && fileOf(context.call).evaluation().callerOf(context);
    if (caller) found.push({ event: caller, context });
  }
  return found;
}

const contains = ({ of }: Context, { file, expression }: CallEvent): boolean =>
  of?.file === file && of.span.start <= expression.start && expression.end <= of.span.end;

/** The part of the arguments of a call that a value is computed from. */
function argumentFor(value: Value, call: CallEvent, m: CodeView['m']): Value | undefined {
  // `paths.map(send)` passes the items of the list.
  const lists = call.receivers.flatMap(({ value: one }) => (one.kind === 'list' ? one : []));
  const parts = allFrom([...valuesOf(argumentsOf(call)), ...lists], (one) => membersOf(m, one));
  for (const one of allFrom([value], operandsOf)) {
    const same = parts.find((part) => isTheSame(one, part));
    if (same) return same;
  }
  return undefined;
}

/** Equal texts that are written at two places are two. */
const isTheSame = (a: Value, b: Value): boolean =>
  isSame(a, b) && ((a.kind !== 'scalar' && a.kind !== 'nothing') || a.at.span === b.at.span);

/** Values and whatever is reached from them, the nearest first. */
function allFrom(values: readonly Value[], next: (value: Value) => readonly Value[]): readonly Value[] {
  const found = new Set(values);
  for (const value of found) for (const one of next(value)) found.add(one);
  return [...found];
}

function membersOf(m: CodeView['m'], value: Value): readonly Value[] {
  if (value.kind === 'union') return value.members;
  if (value.kind === 'list') return valuesOf(m.listState(value).items);
  return value.kind === 'record' ? valuesOf(m.recordState(value).members.values()) : [];
}

/** What a value is computed from; the end of a concatenated text: the path of an address. */
function operandsOf(value: Value): readonly Value[] {
  switch (value.kind) {
    case 'union':
      return value.members;
    case 'instance': {
      const { call } = value;
      return call.returned ? [call.returned] : valuesOf([...argumentsOf(call), ...call.receivers]);
    }
    case 'external':
      return value.takenFrom ? [value.takenFrom.object] : [];
    case 'scalar':
      return endOf(value.parts ?? []);
    case 'unknown': {
      const { from, takenFrom, ends } = value;
      if (takenFrom) return [takenFrom.object];
      return ends === undefined ? (from?.parts ?? []) : endOf(from?.parts ?? []);
    }
    default:
      return [];
  }
}

/** The last part of a text that is more than a character between others. */
const endOf = (parts: readonly Value[]): readonly Value[] =>
  parts.filter((one) => one.kind !== 'scalar' || String(one.scalar).length > 1).slice(-1);
