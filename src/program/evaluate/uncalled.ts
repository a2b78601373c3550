import { groupedBy } from '../../model/grouped.js';
import { isTestFile } from '../../model/test-file.js';
import type { Expression } from '../ir/ir.js';
import { expressionsIn, lastName, statementsIn, within } from '../ir/walk.js';
import { MAX_OBJECTS } from '../limits.js';
import type { Heap } from '../values/heap.js';
import { union } from '../values/join.js';
import type { SourceFile } from '../values/source.js';
import {
  type At,
  type CallEvent,
  type ClassValue,
  EMPTY_RECORD,
  type FunctionValue,
  type Instance,
  type Value,
} from '../values/value.js';
import { runUncalled, setFields } from './calls.js';
import { constructorOf, lineOf } from './classes.js';
import { decoratedBy, takesSelf } from './functions.js';
import { add } from './guards.js';
import type { Frame, Machine } from './machine.js';
import type { Recorded } from './records.js';

/** Evaluates what no call of the project reaches: it may run at any time. */
export interface Uncalled {
  /**
   * Evaluates the uncalled functions of some files, and the constructors of classes without instances. `mayWait`: files whose
   * functions come last once work is scarce.
   */
  runIn(files: readonly SourceFile[], mayWait?: ReadonlySet<SourceFile>): void;
  /** Evaluates one uncalled function of any file, and the functions in it. */
  ensure(one: FunctionValue): void;
  /** What `self` may be in a function. */
  selvesOf(one: FunctionValue): readonly (Value | undefined)[];
  /** The objects of a class that are known, else one that stands for any. */
  objectOf(one: ClassValue): Value | undefined;
}

/**
 * `moduleFrame`: the frame at the level of a file's module, if that was loaded. `onFile`: called before each function of a
 * file.
 */
export function uncalledOf(
  m: Machine,
  recorded: Recorded,
  moduleFrame: (file: SourceFile) => Frame | undefined,
  onFile: (file: SourceFile) => void,
): Uncalled {
  const included = new Set<SourceFile>();
  const evaluated = new Set<number>();
  const root = m.heap;
  const subclassesOf = subclassesIn(recorded);
  const genericOf = genericInstances(m, root, evaluated, moduleFrame);
  /** How many of the recorded functions were looked at. */
  let next = 0;

  const runOnce = (one: FunctionValue, waiting = 0): void => {
    if (evaluated.has(one.id)) return;
    evaluated.add(one.id);
    onFile(one.at.file);
    if (m.isSpent(one.at.file)) return;
    const selves = selvesOf(one, recorded, subclassesOf, genericOf);
    for (const [index, self] of selves.entries()) {
      const of: At = { file: one.at.file, span: one.definition };
      const context = selves.length > 1 ? m.turn(one.context, of, index) : one.context;
      const run = () => m.uncalled(one.at.file, waiting, () => runUncalled(m, one, self, context));
      runUncertain(m, root, one, () => m.runningFile(one.at.file, run), mayChange(m, one));
    }
  };

  const isWaiting = (one: FunctionValue): boolean => included.has(one.at.file) && !m.wasCalled(one);

  const isScarce = ({ at }: FunctionValue): boolean => m.workFor(at.file).isScarce();

  const runFunctions = (mayWait: ReadonlySet<SourceFile>): void => {
    const from = next;
    // Functions that no other mentions come first: they call the others with arguments.
    for (const one of unmentioned(recorded.functions.slice(next).filter(isWaiting))) {
      if (!isScarce(one) && !m.wasCalled(one)) runOnce(one);
    }
    for (; next < recorded.functions.length; next++) {
      const one = recorded.functions[next] as FunctionValue;
      if (!isScarce(one) && isWaiting(one)) runOnce(one);
    }
    for (let left = nextOf(from, mayWait); left.length > 0; left = nextOf(from, mayWait))
      for (const own of groupedBy(left, ({ at }) => m.workFor(at.file)).values())
        for (const [index, one] of own.entries()) if (!m.wasCalled(one)) runOnce(one, own.length - index - 1);
  };

  /** Functions that wait, since one: those of files that may wait come behind all others. */
  const nextOf = (from: number, mayWait: ReadonlySet<SourceFile>): readonly FunctionValue[] => {
    const all = recorded.functions.slice(from).filter((one) => isWaiting(one) && !evaluated.has(one.id));
    const first = all.filter(({ at }) => !mayWait.has(at.file));
    return first.length > 0 ? first : all;
  };

  return {
    objectOf(one) {
      const known = objectsOf(one, recorded, subclassesOf, genericOf);
      return known[0] && union(known, known[0].at, 'several');
    },
    selvesOf: (one) => selvesOf(one, recorded, subclassesOf, genericOf),
    runIn(files, mayWait = new Set()) {
      for (const file of files) included.add(file);
      runFunctions(mayWait);
      for (const file of files)
        for (const one of recorded.classesIn(file))
          if (recorded.instancesOf(one).length === 0 && subclassesOf(one).length === 0) genericOf(one);
    },
    ensure(one) {
      if (included.has(one.at.file) || m.wasCalled(one)) return;
      const before = recorded.functions.length;
      runOnce(one);
      for (let index = before; index < recorded.functions.length; index++) {
        const inner = recorded.functions[index] as FunctionValue;
        if (!m.wasCalled(inner)) runOnce(inner);
      }
    },
  };
}

/**
 * Whether what an uncalled function sets may be what the program took for known: not what a test sets, or a method that
 * nothing takes from its object.
 */
function mayChange(m: Machine, one: FunctionValue): boolean {
  if (isTestFile(one.at.file.file)) return false;
  const { inClass, definition } = one;
  return !inClass || m.isTaken(one) || definition.decorators.length > 0 || !lineOf(inClass).isKnown;
}

/**
 * Evaluates something that may run at any time or never, under no guard. `of`: the function that it enters. `mayChange`:
 * what it sets may be what the program took for known.
 */
function runUncertain(
  m: Machine,
  root: Heap,
  of: FunctionValue | undefined,
  run: () => void,
  mayChange: boolean,
): void {
  const before = m.heap;
  const { guard } = root;
  root.guard = undefined;
  const view = root.branch();
  m.heap = view;
  if (of) {
    const clock = m.heap.tick();
    add(m, { kind: 'entered', definition: of.definition, at: of.at, clock, parent: undefined });
  }
  if (mayChange) m.anyTime(view, run);
  else run();
  m.heap = before;
  root.merge([root.branch(), view], 'may-run');
  root.guard = guard;
  if (m.heap === root) root.settle();
}

/** The subclasses of a class that are recorded by the time of the question. */
function subclassesIn(recorded: Recorded): (base: ClassValue) => readonly ClassValue[] {
  const subclasses = new Map<number, ClassValue[]>();
  let counted = 0;
  const index = (): void => {
    counted = recorded.classCount();
    subclasses.clear();
    for (const one of recorded.classes())
      for (const base of lineOf(one).classes.slice(1)) {
        // A subclass in a test says nothing about the program that it tests.
        if (base.at.file !== one.at.file && isTestFile(one.at.file.file)) continue;
        const known = subclasses.get(base.id);
        if (known) known.push(one);
        else subclasses.set(base.id, [one]);
      }
  };
  return (base) => {
    if (recorded.classCount() !== counted) index();
    return subclasses.get(base.id) ?? [];
  };
}

/** Instances of classes that the project does not instantiate, one for each class. Adds their constructors to `evaluated`. */
function genericInstances(
  m: Machine,
  root: Heap,
  evaluated: Set<number>,
  moduleFrame: (file: SourceFile) => Frame | undefined,
): (one: ClassValue) => Instance {
  const instances = new Map<number, Instance>();
  const construct = (one: ClassValue, instance: Instance): void => {
    const frame = one.at.file.language.runsClassBody ? undefined : moduleFrame(one.at.file);
    if (frame) for (const each of [...lineOf(one).classes].reverse()) setFields(m, each, instance, frame);
    const init = constructorOf(m, one);
    if (!init) return;
    evaluated.add(init.id);
    runUncalled(m, init, instance, one.context);
  };
  return (one) => {
    const before = instances.get(one.id);
    if (before) return before;
    const instance: Instance = {
      kind: 'instance',
      id: m.identify(one.definition, one.context, 'generic'),
      at: one.at,
      context: one.context,
      call: constructionOf(one),
      of: one,
      isGeneric: true,
    };
    instances.set(one.id, instance);
    root.set(instance.id, EMPTY_RECORD);
    const run = (): void => m.runningFile(one.at.file, () => construct(one, instance));
    runUncertain(m, root, constructorOf(m, one), run, false);
    return instance;
  };
}

/** What `self` is in an uncalled function: each known instance of its class or its subclasses, else a generic one. */
function selvesOf(
  one: FunctionValue,
  recorded: Recorded,
  subclassesOf: (base: ClassValue) => readonly ClassValue[],
  genericOf: (one: ClassValue) => Instance,
): readonly (Value | undefined)[] {
  const { inClass } = one;
  if (!inClass || (one.at.file.language.takesSelf && !takesSelf(one)))
    return [inClass && decoratedBy(one, 'of-class') ? inClass : undefined];
  return atMost(objectsOf(inClass, recorded, subclassesOf, genericOf));
}

/** The known instances of a class and its subclasses, else a generic one. */
function objectsOf(
  inClass: ClassValue,
  recorded: Recorded,
  subclassesOf: (base: ClassValue) => readonly ClassValue[],
  genericOf: (one: ClassValue) => Instance,
): readonly Instance[] {
  const subclasses = subclassesOf(inClass);
  const known = [inClass, ...subclasses].flatMap((each) => recorded.instancesOf(each));
  if (known.length > 0) return known;
  // A class with subclasses is instantiated through them.
  return (subclasses.length > 0 ? subclasses : [inClass]).map(genericOf);
}

/** Some objects, and one that is any of the others. */
function atMost(objects: readonly Instance[]): readonly Value[] {
  const [first] = objects;
  if (!first || objects.length <= MAX_OBJECTS) return objects;
  return [...objects.slice(0, MAX_OBJECTS - 1), union(objects.slice(MAX_OBJECTS - 1), first.at, 'several')];
}

/** The call that would construct a generic instance. */
function constructionOf(one: ClassValue): CallEvent {
  const { start, end } = one.definition.nameSpan ?? one.definition;
  const callee: Expression = { kind: 'name', name: one.definition.name ?? '', start, end };
  return {
    kind: 'call',
    file: one.at.file,
    expression: {
      kind: 'call',
      start,
      end,
      callee,
      indexed: undefined,
      isNew: one.at.file.language.hasNew,
      positional: [],
      named: [],
      brackets: undefined,
    },
    context: one.context,
    inside: undefined,
    target: one,
    receivers: [],
    positional: [],
    named: EMPTY_RECORD,
    isConditional: false,
    boundBy: undefined,
    result: undefined,
    passedOn: undefined,
    hasRun: false,
    paths: [],
    times: [],
    returned: undefined,
  };
}

/** The functions whose names no other of them mentions. */
function unmentioned(functions: readonly FunctionValue[]): readonly FunctionValue[] {
  const mentioned = mentionedIn(functions);
  return functions.filter((one) => {
    const by = mentioned.get(one.definition.name ?? '');
    return by === undefined || by.size <= (by.has(one) ? 1 : 0);
  });
}

/** Which functions mention a name, by the name. */
function mentionedIn(functions: readonly FunctionValue[]): ReadonlyMap<string, ReadonlySet<FunctionValue>> {
  const by = new Map<string, Set<FunctionValue>>();
  const names = new Set(functions.map(({ definition }) => definition.name));
  for (const one of functions) {
    for (const statement of statementsIn(one.definition.body())) {
      for (const expression of expressionsIn(statement)) {
        for (const part of within(expression)) {
          const name = lastName(part);
          if (!names.has(name)) continue;
          const known = by.get(name);
          if (known) known.add(one);
          else by.set(name, new Set([one]));
        }
      }
    }
  }
  return by;
}
