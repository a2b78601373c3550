import { isTestFile } from '../../model/test-file.js';
import type { Expression } from '../ir/ir.js';
import { expressionsIn, statementsIn, within } from '../ir/walk.js';
import { MAX_OBJECTS } from '../limits.js';
import { MAY_RUN } from '../values/join.js';
import type { SourceFile } from '../values/source.js';
import {
  type At,
  type CallEvent,
  type ClassValue,
  EMPTY_RECORD,
  type FunctionValue,
  type Made,
  type Value,
} from '../values/value.js';
import { runAlone, setFields } from './calls.js';
import { constructorOf, lineOf } from './classes.js';
import { takesSelf } from './functions.js';
import { add } from './guards.js';
import type { Frame, Machine } from './machine.js';
import type { Recorded } from './records.js';

/** Runs what nobody calls: what it does may happen. */
export interface Alone {
  /** Runs the functions and makes the classes of some files that nobody has called or made by now. */
  runIn(files: readonly SourceFile[]): void;
  /** Runs a function of a file that nobody asked about, and those in it. */
  ensure(one: FunctionValue): void;
}

/** Nothing has run alone yet. `levelOf`: the frame of a module. */
export function aloneOf(
  m: Machine,
  recorded: Recorded,
  levelOf: (file: SourceFile) => Frame | undefined,
): Alone {
  const root = m.heap;
  const own = new Set<SourceFile>();
  const alone = new Set<number>();
  const generics = new Map<number, Made>();
  const derived = new Map<number, ClassValue[]>();
  let counted = 0;
  let ran = 0;

  /** Runs something that may run or not, whenever that is. */
  const perhaps = (one: FunctionValue | undefined, run: () => void): void => {
    const before = m.heap;
    const { guard } = root;
    root.guard = undefined;
    const view = root.branch();
    m.heap = view;
    if (one)
      add(m, {
        kind: 'entered',
        definition: one.definition,
        at: one.at,
        clock: m.heap.tick(),
        parent: undefined,
      });
    run();
    m.heap = before;
    root.merge([root.branch(), view], MAY_RUN);
    root.guard = guard;
    if (m.heap === root) root.settle();
  };

  /** Classes that extend a class, by the files that have run. */
  const extending = (base: ClassValue): readonly ClassValue[] => {
    if (recorded.classCount() !== counted) {
      counted = recorded.classCount();
      derived.clear();
      for (const one of recorded.classes())
        for (const other of lineOf(one).classes.slice(1)) {
          // What a test extends says nothing of the program that it tests.
          if (other.at.file !== one.at.file && isTestFile(one.at.file.file)) continue;
          const known = derived.get(other.id);
          if (known) known.push(one);
          else derived.set(other.id, [one]);
        }
    }
    return derived.get(base.id) ?? [];
  };

  /** An object of a class that nothing here makes. */
  const generic = (one: ClassValue): Made => {
    const before = generics.get(one.id);
    if (before) return before;
    const made: Made = {
      kind: 'made',
      id: m.identify(one.definition, one.context, 'generic'),
      at: one.at,
      context: one.context,
      call: callOfNobody(one),
      of: one,
      isGeneric: true,
    };
    generics.set(one.id, made);
    root.set(made.id, EMPTY_RECORD);
    perhaps(constructorOf(m, one), () => {
      const level = one.at.file.isPython ? undefined : levelOf(one.at.file);
      if (level) for (const each of [...lineOf(one).classes].reverse()) setFields(m, each, made, level);
      const maker = constructorOf(m, one);
      if (!maker) return;
      alone.add(maker.id);
      runAlone(m, maker, made, one.context);
    });
    return made;
  };

  /** The object of a method that nobody calls: one for each that is made of its class, else one of no call in particular. */
  const selvesOf = (one: FunctionValue): (Value | undefined)[] => {
    const { inClass } = one;
    if (!inClass || (one.at.file.isPython && !takesSelf(one)))
      return [inClass && isClassMethod(one) ? inClass : undefined];
    const line = [inClass, ...extending(inClass)];
    const known = line.flatMap((each) => recorded.objectsOf(each));
    if (known.length > 0) return known.slice(0, MAX_OBJECTS);
    // What a class is extended for is made of the classes that extend it.
    return (line.length > 1 ? line.slice(1, 1 + MAX_OBJECTS) : line).map(generic);
  };

  const runOnce = (one: FunctionValue): void => {
    if (alone.has(one.id)) return;
    alone.add(one.id);
    if (m.isSpent(one.at.file)) return;
    const selves = selvesOf(one);
    for (const [place, self] of selves.entries()) {
      const of: At = { file: one.at.file, span: one.definition };
      const context = selves.length > 1 ? m.turn(one.context, of, place) : one.context;
      perhaps(one, () => runAlone(m, one, self, context));
    }
  };

  return {
    runIn(files) {
      for (const file of files) own.add(file);
      const isWaiting = (one: FunctionValue): boolean => own.has(one.at.file) && !m.wasCalled(one);
      // Whoever calls another comes first: that one is then evaluated for what it is called with.
      const waiting = recorded.functions.slice(ran).filter(isWaiting);
      const mentioned = mentionedIn(waiting);
      for (const one of waiting) {
        const { name } = one.definition;
        const by = name === undefined ? undefined : mentioned.get(name);
        const isMentioned = by !== undefined && by.size > (by.has(one) ? 1 : 0);
        if (!isMentioned && !m.wasCalled(one)) runOnce(one);
      }
      for (; ran < recorded.functions.length; ran++) {
        const one = recorded.functions[ran] as FunctionValue;
        if (isWaiting(one)) runOnce(one);
      }
      // Fields of a class that nothing makes.
      for (const file of files)
        for (const one of recorded.classesIn(file))
          if (recorded.objectsOf(one).length === 0 && extending(one).length === 0) generic(one);
    },
    ensure(one) {
      if (own.has(one.at.file) || m.wasCalled(one)) return;
      const before = recorded.functions.length;
      runOnce(one);
      for (let index = before; index < recorded.functions.length; index++) {
        const inner = recorded.functions[index] as FunctionValue;
        if (!m.wasCalled(inner)) runOnce(inner);
      }
    },
  };
}

const isClassMethod = (one: FunctionValue): boolean =>
  one.decorators.some(({ written }) => (written.span as { name?: string }).name === 'classmethod');

/** The call that makes an object of a class that nothing makes. */
function callOfNobody(one: ClassValue): CallEvent {
  const { start, end } = one.definition.nameSpan ?? one.definition;
  const callee: Expression = { kind: 'name', name: one.definition.name ?? '', start, end };
  return {
    file: one.at.file,
    expression: {
      kind: 'call',
      start,
      end,
      callee,
      indexed: undefined,
      isNew: !one.at.file.isPython,
      isOptional: false,
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
    ways: [],
    times: [],
    gave: undefined,
  };
}

/** Which functions mention a name, by the name. */
function mentionedIn(functions: readonly FunctionValue[]): ReadonlyMap<string, ReadonlySet<FunctionValue>> {
  const by = new Map<string, Set<FunctionValue>>();
  const names = new Set(functions.map(({ definition }) => definition.name));
  for (const one of functions) {
    for (const statement of statementsIn(one.definition.body())) {
      for (const expression of expressionsIn(statement)) {
        for (const part of within(expression)) {
          const name = part.kind === 'name' ? part.name : part.kind === 'member' ? part.property : undefined;
          if (name === undefined || !names.has(name)) continue;
          const known = by.get(name);
          if (known) known.add(one);
          else by.set(name, new Set([one]));
        }
      }
    }
  }
  return by;
}
