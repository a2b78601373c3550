import type { Expression, FunctionDefinition } from '../ir/ir.js';
import { MAX_PASSED_ON } from '../limits.js';
import type { SourceFile } from '../values/source.js';
import type { At, CallEvent, Context } from '../values/value.js';
import { callNode } from './call.js';
import type { CodeSyntaxNode } from './node.js';
import { fileOf } from './node-value.js';
import { type Dependencies, dependencies, endOf, hasSelf, mentioned } from './parameters.js';
import { CodeView, ROOT } from './view.js';

const eventOf = (node: CodeSyntaxNode): CallEvent | undefined =>
  node instanceof CodeView && node.value.kind === 'instance' ? node.value.call : undefined;

/** The calls that a call was evaluated for, nearest first: call sites of the functions around it. */
export function callersOfCall(node: CodeSyntaxNode): readonly CodeSyntaxNode[] {
  const event = eventOf(node);
  return event ? callersOf(event).map((one) => callNode(one, ROOT)) : [];
}

/**
 * The call that states a part of the arguments of a call: the nearest one out from it whose function does not pass on a
 * parameter for it. The call itself if the part depends on no parameter. Of a concatenated text the end
 * counts.
 */
export function callStating(node: CodeSyntaxNode, part: CodeSyntaxNode): CodeSyntaxNode {
  const event = eventOf(node);
  const stating = event && part instanceof CodeView ? statingCall(event, part.slot.written) : event;
  return !stating || stating === event ? node : callNode(stating, ROOT);
}

/** The calls that a call was evaluated for, nearest first: call sites of the functions around it. */
function callersOf({ context }: CallEvent): readonly CallEvent[] {
  const found: CallEvent[] = [];
  for (let at: Context | undefined = context; at; at = at.parent) {
    const caller = callerIn(at);
    if (caller) found.push(caller);
  }
  return found;
}

function callerIn({ call, parent }: Context): CallEvent | undefined {
  if (!call || !parent) return undefined;
  const all = fileOf(call)
    .evaluation()
    .eventsAt(call.span as Expression);
  return all.find(({ context }) => context.number === parent.number);
}

function statingCall(event: CallEvent, written: At): CallEvent {
  let at = event;
  let place: At | undefined = written;
  for (let depth = 0; depth < MAX_PASSED_ON; depth++) {
    const next = passingCall(at, place);
    if (!next) break;
    [at, place] = [next.event, next.place];
  }
  return at;
}

interface Passing {
  readonly event: CallEvent;
  /** The argument; undefined if it is one of several. */
  readonly place: At | undefined;
}

/** The call of an enclosing function that passes the value at a place; undefined if it comes from no parameter. */
function passingCall(event: CallEvent, place: At | undefined): Passing | undefined {
  for (let context: Context | undefined = event.context; context; context = context.parent) {
    const { of, call } = context;
    // The functions of a call are those whose text contains it, those around a closure among them.
    if (!of || !call || !contains(of, event.file, event.expression)) continue;
    const definition = of.span as FunctionDefinition;
    const isHere = place !== undefined && contains(of, place.file, place.span);
    const from = dependencies(definition, of.file.language);
    const parameters = isHere ? mentioned(endOf(place.span as Expression), from) : ofArguments(event, from);
    if (parameters.size === 0) continue;
    const caller = callerIn(context);
    return caller && { event: caller, place: argumentFor(caller, definition, parameters) };
  }
  return undefined;
}

const contains = ({ file, span }: At, other: SourceFile, inner: { start: number; end: number }): boolean =>
  file === other && span.start <= inner.start && inner.end <= span.end;

function ofArguments({ expression }: CallEvent, from: Dependencies): ReadonlySet<string> {
  const all = [...expression.positional, ...expression.named];
  return new Set(all.flatMap(({ value }) => [...mentioned(value, from)]));
}

/** The argument that a call passes for the requested parameter. */
function argumentFor(
  { file, expression }: CallEvent,
  definition: FunctionDefinition,
  names: ReadonlySet<string>,
): At | undefined {
  const [name, ...others] = names;
  if (others.length > 0) return undefined;
  const ownFrom = hasSelf(definition, file.language) ? 1 : 0;
  const index = definition.parameters.slice(ownFrom).findIndex((one) => one.name === name);
  const named = expression.named.find(({ key }) => key === name);
  const isSpread = expression.positional.slice(0, index + 1).some(({ spread }) => spread);
  const value = named?.value ?? (isSpread ? undefined : expression.positional[index]?.value);
  return value && { file, span: value };
}
