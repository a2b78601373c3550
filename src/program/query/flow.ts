import { addTo } from '../../model/grouped.js';
import { keptIn } from '../../model/once.js';
import type { Place } from '../../model/place.js';
import type { SourceDocument } from '../../syntax/node.js';
import { shareOfEach } from '../evaluate/budget.js';
import type { Evaluation } from '../evaluate/index.js';
import type { FunctionDefinition, Span } from '../ir/ir.js';
import { lastName } from '../ir/walk.js';
import { FLOW_SHARES } from '../limits.js';
import { textValue } from '../tree/spelling.js';
import { startOf, withTail } from '../values/guard.js';
import type { SourceFile } from '../values/source.js';
import {
  argumentsOf,
  type CallEvent,
  type FunctionValue,
  type Guard,
  type Union,
  unknown,
  type Value,
} from '../values/value.js';
import { callNode } from './call.js';
import { CodeFile } from './document.js';
import { type Condition, conditionsOf, newConditions, simplified, withWork } from './flow/conditions.js';
import { type DefinitionPlace, definitionsOf } from './flow/places.js';
import { type Path, type Paths, pathsWhere, testedIn } from './flow/paths.js';
import { type CallShape, callOf, refreshed, shapeOf } from './flow/shape.js';
import { ANY, longestText, pathTo, type Sink, type SinkEvent, sinkEventsIn } from './flow/sinks.js';
import { writesText } from './mentioned.js';
import type { CodeSyntaxNode } from './node.js';
import { ROOT } from './view.js';

/** Which paths of a program to return. */
interface FlowQuestion {
  /** Last names of the calls whose paths to return. */
  readonly targets: ReadonlySet<string>;
  /** Only calls in these files; in all files of the project where it is undefined. */
  readonly within?: ReadonlySet<string>;
  /** Calls of functions of the project count, too, where they have one of these names. */
  readonly takesOwn?: true;
  /** Further places that set or return a value; paths on which it cannot be the wanted one are left out. */
  readonly sinks?: readonly Sink[];
  /** Whether the options of a call are `sinks`. */
  takesOptions?(call: CallShape): boolean;
  /** Whether a value takes effect where such a call is given it: what a call at a sink returns counts there. */
  takesResults?(call: CallShape): boolean;
  /** Whether a call that is not read is among the guards of the paths behind it: it may decide whether they continue. */
  mayDecide(call: CallShape): boolean;
}

/** Where paths begin: a module, or a function. */
export type FlowRoot =
  | { readonly kind: 'module'; readonly file: string }
  | {
      readonly kind: 'function';
      readonly file: string;
      readonly definition: FunctionDefinition;
      /** Enclosing functions and classes, innermost first, its own name first. */
      readonly within: readonly string[];
      /** The call that it is an argument of, and the texts in the arguments before it. */
      readonly passedTo: { readonly name: string; readonly texts: readonly string[] } | undefined;
    };

/** One path to a wanted call or sink. */
export interface Visit {
  /** The sink; undefined if it is a call of a target. */
  readonly sink: Sink | undefined;
  /** The call; for a function in an option, the call with the option. Undefined if a member is set. */
  readonly call: CallShape | undefined;
  /** The expression there: the same for all paths to it. */
  readonly written: object;
  readonly at: Place;
  /** The file where it takes effect. */
  readonly file: string;
  /** What identifies the request: receiver and arguments of a call, or the key and object that are set. */
  readonly subjects: readonly Value[];
  /** The first of them. */
  readonly item: Value | undefined;
  /** What is given, set or returned at a sink. */
  readonly value?: CodeSyntaxNode | undefined;
  /** The function that returns a value, and when it began. */
  readonly returnedBy: { readonly definition: FunctionDefinition; readonly began: number } | undefined;
  /** When it happens, and when the function around it began. */
  readonly clock: number;
  readonly began: number;
  /** The start of the path: the module that runs, or the uncalled function. */
  readonly root: FlowRoot;
  /** The conditions since some time, also for the value to be the wanted one. */
  path(since: number): Path;
}

/** The paths of some files to the wanted calls and sinks. */
export interface Flow {
  readonly visits: readonly Visit[];
  /** The calls in a file: the same list for the same file. */
  callsIn(file: string): readonly CallShape[];
  /** The function of a definition as a root; the module where it is undefined. */
  rootOf(file: string, definition: FunctionDefinition | undefined): FlowRoot;
  /** The conditions of a path, as alternatives. */
  conditions(path: Path): readonly Condition[];
  /** Simplifies conditions. */
  simplified(conditions: readonly Condition[]): readonly Condition[];
}

/** The paths to calls in the evaluation of some files. */
export function flowOf(documents: readonly SourceDocument[], question: FlowQuestion): Flow {
  const files = documents.filter(
    (one): one is CodeFile => one instanceof CodeFile && one.program() !== undefined,
  );
  const paths = pathsWhere(question.mayDecide);
  const conditions = newConditions(paths);
  const byName = new Map<string, SourceFile>(files.map((one) => [one.file, one]));
  const rootOf: Flow['rootOf'] = (name, definition) => {
    const file = byName.get(name);
    const place = definition && file && definitionsOf(file).get(definition);
    return place ? functionRoot(definition, place, file) : { kind: 'module', file: name };
  };
  const evaluation = files[0]?.evaluation();
  const workFor = evaluation && shareOfEach(evaluation.workFor, FLOW_SHARES);
  const withEvents = evaluation?.filesWithEvents() ?? [];
  for (const file of withEvents) byName.set(file.file, file);
  const { within } = question;
  const called = withEvents.filter(({ file }) => within?.has(file) ?? true);
  if (evaluation) refreshed(evaluation);
  const run = evaluation && { evaluation, question, rootOf, paths };
  const visits = run
    ? [...called.flatMap((file) => callVisits(run, file)), ...sinkVisits(run, withEvents)]
    : [];
  const calls = new Map<string, readonly CallShape[]>();
  return {
    visits,
    callsIn: (name) =>
      keptIn(calls, name, () => {
        const file = byName.get(name);
        return run && file ? run.evaluation.eventsIn(file).map(callOf) : [];
      }),
    rootOf,
    conditions(path) {
      const file = testedIn(path)[0]?.at.file ?? files[0];
      const ask = (): readonly Condition[] => conditionsOf(path, conditions);
      return file && workFor ? withWork(conditions, workFor(file), ask) : ask();
    },
    simplified,
  };
}

/** What the paths of one question are read from. */
interface FlowRun {
  readonly evaluation: Evaluation;
  readonly question: FlowQuestion;
  readonly rootOf: Flow['rootOf'];
  readonly paths: Paths;
}

/** The paths to the targets in a file. */
function callVisits({ evaluation, question, rootOf, paths }: FlowRun, file: SourceFile): Visit[] {
  return evaluation.eventsIn(file).flatMap((event) => {
    const given = asked(event, question);
    if (given === undefined) return [];
    const call = given === 'itself' ? callOf(event) : passed(callOf(event), given);
    const taken = given === 'itself' ? event.target : event.positional[given]?.value;
    const { object, given: positional, named } = call;
    const all = [object, ...positional, ...named.values()];
    const [item] = positional.length > 0 ? positional : named.values();
    return event.paths.map(({ guard: before, clock, began }): Visit => {
      const isWanted = (one: Value): boolean => isOneOf(one, question.targets);
      const guard = taken?.kind === 'union' ? chosen(before, taken, isWanted, clock) : before;
      return {
        sink: undefined,
        call,
        written: event.expression,
        at: placeIn(file, event.expression),
        file: file.file,
        subjects: all.filter((one) => one !== undefined),
        item,
        returnedBy: undefined,
        clock,
        began,
        root: rootAt(guard, file, rootOf),
        path: (since) => paths.since(guard, since),
      };
    });
  });
}

/** The paths to the sinks in some files, but those on which the value cannot be the wanted one. */
function sinkVisits({ evaluation, question, rootOf, paths }: FlowRun, files: readonly SourceFile[]): Visit[] {
  const { takesOptions = () => false, takesResults = () => false } = question;
  // A call with a usual name (`push`) takes many values: it counts only where the program has the text of the wanted one.
  const sinks = (question.sinks ?? []).filter(
    (one) =>
      one.kind !== 'call' ||
      one.argument !== ANY ||
      files.some((file) => writesText(file, longestText(one.value))),
  );
  const events = files.flatMap((file) =>
    sinkEventsIn(
      file,
      sinks,
      evaluation,
      (one) => takesOptions(callOf(one)),
      (one) => takesResults(callOf(one)),
    ),
  );
  const results = new Set(events.flatMap(({ call, by }) => (call && !by ? [call] : [])));
  const takers = takersOf(results, files, evaluation, (one) => takesResults(callOf(one)));
  return events.flatMap((event) => {
    const { by, call, sink, subjects, value, place, chosenFrom } = event;
    const taken = (call && !by && takers.get(call)) || [event];
    const visitsIn = ({ file, paths: before }: Pick<SinkEvent, 'file' | 'paths'>): Visit[] =>
      before.flatMap(({ guard: start, clock, began }): Visit[] => {
        const guard = chosenFrom ? chosen(start, chosenFrom, (one) => one === by, clock) : start;
        const ofValue = value && pathTo(value, sink.value, { clock, paths });
        if (!ofValue) return [];
        return [
          {
            sink,
            call: call && callOf(call),
            written: place,
            at: placeIn(event.file, place),
            file: file.file,
            subjects,
            value: ROOT.make({ value, written: { file: event.file, span: place } }),
            item: subjects[0],
            returnedBy: by && { definition: by.definition, began },
            clock,
            began,
            root: by ? rootOf(by.at.file.file, by.definition) : rootAt(guard, file, rootOf),
            path: (since) => [...paths.since(guard, by ? Math.max(since, began) : since), ...ofValue],
          },
        ];
      });
    return taken.flatMap(visitsIn);
  });
}

/** The calls that are given what one of some calls returns, and nothing else in its place. */
function takersOf(
  results: ReadonlySet<CallEvent>,
  files: readonly SourceFile[],
  evaluation: Evaluation,
  takes: (event: CallEvent) => boolean,
): ReadonlyMap<CallEvent, readonly CallEvent[]> {
  const takers = new Map<CallEvent, CallEvent[]>();
  if (results.size === 0) return takers;
  for (const event of files.flatMap((file) => evaluation.eventsIn(file)))
    for (const { value } of argumentsOf(event))
      if (value.kind === 'instance' && results.has(value.call) && takes(event))
        addTo(takers, value.call, event);
  return takers;
}

/** Whether a call is wanted: itself, or the argument that it runs (`to_thread(state.approve, item)`). */
function asked({ expression, target, positional }: CallEvent, { targets, takesOwn }: FlowQuestion) {
  const { callee } = expression;
  const name = lastName(callee);
  const isRead = !takesOwn && target.kind === 'function' && !takenName(target);
  if (isOneOf(target, targets) || (targets.has(name) && !isRead)) return 'itself';
  const place = positional.findIndex(({ value }) => isOneOf(value, targets));
  return place < 0 ? undefined : place;
}

/** The guards of what one of several runs, if one of them is wanted. */
function chosen(
  parent: Guard | undefined,
  of: Union,
  isWanted: (one: Value) => boolean,
  clock: number,
): Guard | undefined {
  const places = [...of.members.keys()].filter((place) => isWanted(of.members[place] as Value));
  if (places.length === 0 || places.length === of.members.length) return parent;
  const { at, why, from } = of;
  if (from) {
    const test = { value: unknown(at, why, from), clock };
    return { kind: 'test', test, holds: true, clock, parent };
  }
  const gates = places.map((place) => of.gates?.[place]);
  const tails = gates.flatMap((gate) => gate ?? [[{ kind: 'lost', clock, parent: undefined }] as const]);
  const ends = tails.flatMap((tail) => withTail(parent, tail, clock) ?? []);
  return { kind: 'choice', clock, parent, ends };
}

const takenName = (value: Value): string | undefined =>
  value.kind === 'unknown' || value.kind === 'external' ? value.takenFrom?.name : undefined;

const isOneOf = (value: Value, targets: ReadonlySet<string>): boolean =>
  value.kind === 'union'
    ? value.members.some((one) => isOneOf(one, targets))
    : targets.has(takenName(value) ?? '');

/** The call that another one runs with the arguments behind it. */
function passed(call: CallShape, place: number): CallShape {
  const callee = call.given[place] as Value;
  const shape = shapeOf(callee);
  const object = shape.kind === 'member' ? shape.object : undefined;
  return { ...call, callee, object, given: call.given.slice(place + 1) };
}

/** Where a list of guards begins. */
function rootAt(guard: Guard | undefined, file: SourceFile, rootOf: Flow['rootOf']): FlowRoot {
  const at = startOf(guard);
  return at?.kind === 'entered'
    ? rootOf(at.at.file.file, at.definition)
    : rootOf(at?.kind === 'module' ? at.at.file.file : file.file, undefined);
}

const placeIn = (file: SourceFile, span: Span): Place =>
  ROOT.make({ value: unknown({ file, span }, 'computed'), written: { file, span } }).written();

function functionRoot(definition: FunctionDefinition, place: DefinitionPlace, file: SourceFile): FlowRoot {
  const within: string[] = [];
  for (let at: DefinitionPlace | undefined = place; at; at = at.parent)
    if (at.name !== undefined) within.push(at.name);
  const { passedTo } = place;
  const callee = passedTo?.callee;
  const texts = (passedTo?.positional ?? []).flatMap(({ value }) =>
    value.kind === 'text' ? textValue(file.text, value.pieces) : [],
  );
  const name = callee ? lastName(callee) : '';
  return { kind: 'function', file: file.file, definition, within, passedTo: passedTo && { name, texts } };
}

/** A call as dialects see it. */
export const nodeOfCall = ({ event }: CallShape): CodeSyntaxNode => callNode(event, ROOT);

/** A function as dialects see it. */
export const nodeOfFunction = (value: FunctionValue): CodeSyntaxNode =>
  ROOT.make({ value, written: value.at });
