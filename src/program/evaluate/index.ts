import type { ProgramPhase } from '../../model/progress.js';
import type { Reason } from '../reason.js';
import { Heap } from '../values/heap.js';
import type { SourceFile } from '../values/source.js';
import {
  type CallEvent,
  type FunctionValue,
  originOf,
  type RecordState,
  type SetEvent,
  type Slot,
  type Value,
} from '../values/value.js';
import { activityOf } from './activity.js';
import { budgetOf, shareOfEach, type WorkFor } from './budget.js';
import { builtInCall } from './built-ins.js';
import { applyAny, callAt } from './calls.js';
import { type Changeable, changeableOf, type Widened } from './changeable.js';
import { declarationsOf } from './declarations.js';
import { evaluate } from './expressions.js';
import { identityOf, MODULE_CONTEXT } from './identity.js';
import type { ContextType, Evaluators, Machine } from './machine.js';
import { inheritedMember, itemOf, memberOf, superMember } from './members.js';
import { type FindModule, type ModuleLoading, moduleLoadingOf } from './module-loading.js';
import type { ModuleState } from './module-state.js';
import { namesOf } from './names.js';
import { objectsOf } from './objects.js';
import { type Recorded, recordsOf } from './records.js';
import { replacementsOf } from './replacements.js';
import { type RootRun, rootsOf } from './roots.js';
import { keyOf } from './slots.js';
import { run } from './statements.js';
import { assignTo, setMember } from './targets.js';
import { typeNamesOf } from './type-names.js';
import { uncalledOf } from './uncalled.js';

/** What an evaluation shares with the run that it is a part of. */
export interface OfRun {
  readonly workFor: WorkFor;
  /** How many of it share what is left of the work, with what comes behind. */
  readonly share: number;
  /** Called when something of a file is evaluated, for progress. */
  onFile?: ((phase: ProgramPhase, file: SourceFile) => void) | undefined;
}

/** The results of an evaluation. */
export interface Evaluation
  extends Pick<
    Recorded,
    | 'callCount'
    | 'filesWithEvents'
    | 'eventsIn'
    | 'eventsAt'
    | 'callerOf'
    | 'boundTo'
    | 'returnsOf'
    | 'eventsOf'
    | 'returnEventsOf'
    | 'functionsIn'
    | 'classesIn'
  > {
  /** Evaluates files, each module once, then their uncalled functions. `mayWait`: those that come last where work is scarce. */
  include(files: readonly SourceFile[], mayWait?: ReadonlySet<SourceFile>): void;
  /** The calls in a function, in the order of the text. An uncalled function is evaluated first. */
  callsIn(one: FunctionValue): readonly CallEvent[];
  /** What a function reaches when something outside of the program calls it. */
  rootRunOf(one: FunctionValue): RootRun;
  /** What the code of a module reaches; undefined where it was not loaded. */
  moduleRunOf(file: SourceFile): RootRun | undefined;
  /** What a file sets in members of something outside of the project. */
  givenOutside(file: SourceFile, value: Value): RecordState;
  /** The members of a package, and of members of it, that a file sets. */
  pathsGivenTo(file: SourceFile, module: string): readonly (readonly string[])[];
  moduleState(file: SourceFile): ModuleState | undefined;
  /** Every file that was evaluated. */
  files(): readonly SourceFile[];
  /** How far it has come: what is known of it stays as long as this does. */
  reached(): string;
  /** Why the evaluation of a file ended early. */
  limitOf(file: SourceFile): Reason | undefined;
  /** What the program took for known, and functions that may run at any time change. */
  changed(): Widened;
  readonly machine: Machine;
  /** The work of the program of a file: questions take theirs from it. */
  readonly workFor: WorkFor;
}

/**
 * The evaluation of a project, before any file of it has run. `widened`: what other code may change, as an evaluation before
 * found.
 */
export function evaluationOf(
  find: FindModule,
  contextTypes: readonly ContextType[] = [],
  widened: Widened,
  { workFor, share, onFile }: OfRun,
): Evaluation {
  const { found, widen, ...changeable } = changeableOf(widened);
  const root = new Heap(undefined, widen, (amount) => machine.spend(amount));
  const { machine, recorded, modules, limitOf } = newMachine(
    root,
    find,
    contextTypes,
    changeable,
    shareOfEach(workFor, share),
  );
  const uncalled = uncalledOf(machine, recorded, modules.moduleFrame, (file) => onFile?.('reading', file));
  machine.objectOf = uncalled.objectOf;
  const roots = rootsOf(machine, workFor, uncalled.selvesOf);
  return {
    ...recorded,
    machine,
    workFor,
    changed: found,
    include(files, mayWait) {
      modules.runAll(files);
      root.settle();
      uncalled.runIn(files, mayWait);
    },
    callsIn(one) {
      uncalled.ensure(one);
      return callsWithin(recorded.eventsIn(one.at.file), one);
    },
    rootRunOf(one) {
      onFile?.('judging', one.at.file);
      uncalled.ensure(one);
      return roots.runOf(one);
    },
    moduleRunOf(file) {
      const module = modules.moduleState(file);
      return module && roots.runOfModule(module);
    },
    returnsOf(one) {
      uncalled.ensure(one);
      return recorded.returnsOf(one);
    },
    returnEventsOf(one) {
      uncalled.ensure(one);
      return recorded.returnEventsOf(one);
    },
    givenOutside: (file, value) => membersOf(machine, recorded.eventsOf(file, 'set'), value),
    pathsGivenTo: (file, module) =>
      setOutside(recorded.eventsOf(file, 'set'), module).map(({ path }) => path),
    moduleState: modules.moduleState,
    files: modules.files,
    reached: () => `${recorded.callCount()} ${modules.files().length}`,
    limitOf,
  };
}

/** Puts the parts of the evaluation together. They share one machine, which none of them uses before it is complete. */
function newMachine(
  root: Heap,
  find: FindModule,
  contextTypes: readonly ContextType[],
  changeable: Changeable,
  workFor: WorkFor,
): {
  readonly machine: Machine;
  readonly recorded: Recorded;
  readonly modules: ModuleLoading;
  readonly limitOf: Evaluation['limitOf'];
} {
  const m = {} as Machine;
  const isStale = (clock: number): boolean =>
    m.rounds.some(({ from, round }) => from <= clock && clock < round);
  const { records, recorded } = recordsOf(isStale);
  const { limitOf, ...budget } = budgetOf(workFor);
  const modules = moduleLoadingOf(m, root, find);
  const machine: Machine = Object.assign(m, {
    ...changeable,
    ...identityOf(changeable.created),
    ...budget,
    ...records,
    ...activityOf(),
    ...objectsOf(m),
    ...namesOf(m, root),
    ...replacementsOf(m, root),
    ...typeNamesOf(m, contextTypes),
    ...modules,
    ...declarationsOf(m),
    ...delegations(m),
    heap: root,
    repeating: 0,
    rounds: [],
  } satisfies Machine);
  return { machine, recorded, modules, limitOf };
}

/** The operations of the files that evaluate syntax. */
function delegations(m: Machine): Evaluators {
  return {
    evaluate: (expression, frame) => evaluate(m, expression, frame),
    run: (statements, frame) => run(m, statements, frame),
    assign: (target, slot, frame, operator) => assignTo(m, target, slot, frame, operator),
    call: (expression, frame) => callAt(m, expression, frame),
    apply: (target, given, site) => applyAny(m, target, given, site),
    builtInCall: (target, receiver, given, site) => builtInCall(m, target, receiver, given, site),
    member: (object, name, at) => memberOf(m, object, name, at),
    item: (object, index, at) => itemOf(m, object, index, at),
    superMember: (name, frame, at) => superMember(m, name, frame, at),
    inherited: (object, name) => inheritedMember(m, object, name),
    setMember: (object, name, slot) => setMember(m, object, name, slot),
  };
}

/** The calls in a function, one event for each, in the order of the text. `all`: those of its file. */
function callsWithin(all: readonly CallEvent[], { definition }: FunctionValue): readonly CallEvent[] {
  const { start, end } = definition.bodySpan ?? definition;
  const calls: CallEvent[] = [];
  for (let index = firstFrom(all, start); index < all.length; index++) {
    const event = all[index] as CallEvent;
    if (event.expression.start >= end) break;
    if (calls.at(-1)?.expression !== event.expression) calls.push(event);
  }
  return calls;
}

/** The index of the first call that begins at an offset or after it. */
function firstFrom(all: readonly CallEvent[], start: number): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle] as CallEvent).expression.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A member of something outside of the project that is set. */
interface SetOutside {
  readonly path: readonly string[];
  readonly slot: Slot;
}

/** What is set in members of a package. */
function setOutside(sets: readonly SetEvent[], module: string | undefined): readonly SetOutside[] {
  return sets.flatMap(({ object, key, slot }) => {
    const origin = object.kind === 'external' ? object.origin : undefined;
    const name = keyOf(key);
    if (!origin || origin.module !== module || name === undefined) return [];
    return { path: [...(origin.dotted === '' ? [] : origin.dotted.split('.')), name], slot };
  });
}

/** What is set in members of a value from outside of the project. */
function membersOf(m: Machine, sets: readonly SetEvent[], value: Value): RecordState {
  const origin = originOf(value);
  const prefix = origin && origin.dotted !== '' ? origin.dotted.split('.') : [];
  const given = setOutside(sets, origin?.module).filter(({ path }) =>
    prefix.every((name, index) => path[index] === name),
  );
  return nested(
    m,
    given.map(({ path, slot }) => ({ path: path.slice(prefix.length), slot })),
  );
}

/** Members by their paths, as objects within objects. */
function nested(m: Machine, given: readonly SetOutside[], depth = 0): RecordState {
  const members = new Map<string, Slot>();
  for (const name of new Set(given.map(({ path }) => path[0] ?? ''))) {
    const own = given.filter(({ path }) => path[0] === name);
    const whole = own.findLast(({ path }) => path.length === 1);
    if (whole) members.set(name, whole.slot);
    else if (own[0]) {
      const { written } = own[0].slot;
      const inner = nested(
        m,
        own.map(({ path, slot }) => ({ path: path.slice(1), slot })),
        depth + 1,
      );
      // All of them are written at one place.
      const context = m.turn(MODULE_CONTEXT, written, depth);
      members.set(name, { value: m.record(written, context, { members: inner.members }), written });
    }
  }
  return { kind: 'record', members };
}
