import { isTestFile } from '../../model/test-file.js';
import type { Expression, Statement, Target } from '../ir/ir.js';
import { boundBy, expressionsIn, statementsIn, within } from '../ir/walk.js';
import { Heap } from '../values/heap.js';
import { joinStates, MAY_RUN, union } from '../values/join.js';
import { type Cell, cellOf, type Scope } from '../values/scope.js';
import type { SourceFile } from '../values/source.js';
import {
  type At,
  type CallEvent,
  type ClassValue,
  type Context,
  type FunctionValue,
  isSame,
  type Made,
  type Origin,
  originOf,
  type RecordState,
  type Slot,
  type State,
  taken,
  type Value,
} from '../values/value.js';
import { SEVERAL } from './branches.js';
import { builtInCall } from './built-ins.js';
import { applyAny, callAt, runAlone, setFields } from './calls.js';
import { constructorOf, lineOf, memberOfClass } from './classes.js';
import { evaluate } from './expressions.js';
import { makeFunction, newBody, takesSelf } from './functions.js';
import type { Arguments, EnvironmentEvent, Frame, Link, Machine } from './machine.js';
import { inheritedMember, itemOf, memberOf, superMember } from './members.js';
import type { Exported, ModuleState } from './module-state.js';
import { exportedNames, exportOf, importedValue, newModule } from './modules.js';
import { addCell } from './scopes.js';
import { itemsOf, whyOf } from './slots.js';
import { run } from './statements.js';
import { assignTo, setMember } from './targets.js';

/** Steps that one file may cost before its functions are evaluated no more: expressions and statements, in all contexts. */
export const MAX_STEPS = 600_000;
/** Steps after which nothing of it is. */
const MAX_STEPS_OF_ALL = 2 * MAX_STEPS;
const TOO_MANY_STEPS = 'evaluated in part: it would take too many steps';
/** Expressions and calls within each other. */
const MAX_DEPTH = 500;

/** What evaluation found. */
export interface Evaluation {
  /** Runs files, each module once, and then the functions in them that nobody calls. */
  include(files: readonly SourceFile[]): void;
  eventsIn(file: SourceFile): readonly CallEvent[];
  /** How many calls were told so far. */
  callCount(): number;
  /** The files that ran and make calls, in the order in which they first did. */
  filesWithCalls(): readonly SourceFile[];
  /** The calls at one place, one for each context. */
  eventsAt(call: Expression): readonly CallEvent[];
  /** The calls in a function, in the order of the text. It is evaluated where nobody calls it. */
  callsIn(one: FunctionValue): readonly CallEvent[];
  /** What each return of a function gives, its own body only. */
  returnsOf(one: FunctionValue): readonly Slot[];
  /** The name that a call is given to. */
  boundTo(call: Expression): string | undefined;
  /** What a file sets in members of something outside of the project. */
  givenOutside(file: SourceFile, value: Value): RecordState;
  /** The members of a package, and of members of it, that a file sets. */
  pathsGivenTo(file: SourceFile, module: string): readonly (readonly string[])[];
  environmentIn(file: SourceFile): readonly EnvironmentEvent[];
  assignedTo(file: SourceFile, name: string): readonly Slot[];
  functionsIn(file: SourceFile): readonly FunctionValue[];
  classesIn(file: SourceFile): readonly ClassValue[];
  moduleState(file: SourceFile): ModuleState | undefined;
  /** Why the evaluation of a file ended early. */
  limitOf(file: SourceFile): string | undefined;
  readonly machine: Machine;
}

/** Finds the file that a module name stands for. */
export type FindModule = (specifier: string, from: SourceFile) => SourceFile | undefined;

const ROOT: Context = {
  number: 0,
  at: undefined,
  turn: undefined,
  depth: 0,
  of: undefined,
  isTurn: false,
  parent: undefined,
};

/** The evaluation of a project, before any file of it has run. */
export function evaluationOf(find: FindModule): Evaluation {
  const root = new Heap();
  const modules = new Map<SourceFile, ModuleState>();
  const found = new Map<string, ModuleState | undefined>();
  const ids = new Map<object, Map<string | number, number>>();
  const contexts = new Map<object, Map<object, Map<number, Map<number, Context>>>>();
  const links = new Map<number, Link>();
  const types = new Map<number, Origin>();
  const events = new Map<Expression, Map<number, CallEvent>>();
  const eventsByFile = new Map<SourceFile, Map<Expression, Map<number, CallEvent>>>();
  const environment = new Map<SourceFile, Map<object, EnvironmentEvent>>();
  const bound = new Map<Expression, string>();
  const returns = new Map<object, Map<object, Slot>>();
  const outside = new Map<SourceFile, Outside[]>();
  const assigned = new Map<SourceFile, Map<string, Map<object, Slot>>>();
  const functions: FunctionValue[] = [];
  const functionsByFile = new Map<SourceFile, Map<number, FunctionValue>>();
  const classes = new Map<SourceFile, Map<number, ClassValue>>();
  const objects = new Map<number, Made[]>();
  const pending = new Map<Statement, Frame>();
  const early = new Map<Statement, Frame | 'running'>();
  const counts = new Map<object, number>();
  const shared = new Map<object, Map<string, Value>>();
  const active: FunctionValue[] = [];
  const making: ClassValue[] = [];
  const limits = new Map<SourceFile, string>();
  const steps = new Map<SourceFile, number>();
  const seenFunctions = new Set<number>();
  const derived = new Map<number, ClassValue[]>();
  let counted = 0;
  let lastId = 0;
  let told = 0;
  let depth = 0;

  const m: Machine = {
    heap: root,
    looking: new Set(),
    repeating: 0,
    evaluate: (expression, frame) => evaluate(m, expression, frame),
    run: (statements, frame) => run(m, statements, frame),
    assign: (target, slot, frame, operator) => assignTo(m, target, slot, frame, operator),
    call: (expression, frame) => callAt(m, expression, frame),
    apply: (target, given, site) => applyAny(m, target, given, site),
    builtInCall: (target, receiver, given, site) => builtInCall(m, target, receiver, given, site),
    builtInName: () => undefined,
    member: (object, name, at) => memberOf(m, object, name, at),
    item: (object, index, at) => itemOf(m, object, index, at),
    typeOrigin(type, frame) {
      if (type.kind === 'member') {
        const origin = m.typeOrigin(type.object, frame);
        return origin && taken(origin, type.property);
      }
      const cell = type.kind === 'name' ? cellOf(frame.scope, type.name) : undefined;
      if (!cell) return undefined;
      const value = m.read(cell);
      return types.get(cell.id) ?? (value?.kind === 'external' ? value.origin : undefined);
    },
    isType: (cell, origin) => {
      types.set(cell.id, origin);
    },
    superMember: (name, frame, at) => superMember(m, name, frame, at),
    inherited: (object, name) => inheritedMember(m, object, name),
    property(getter, at) {
      if (active.some(({ definition }) => definition === getter.definition)) return undefined;
      const frame = frameOf(getter);
      const result = applyAny(m, { ...getter, decorators: [] }, NO_ARGUMENTS, { frame, at, isNew: false });
      return result.kind === 'unknown' && result.at === at ? undefined : result;
    },
    setMember: (object, name, slot) => setMember(m, object, name, slot),
    entered(value, frame) {
      if (value.kind !== 'made' || !value.of) return value;
      const enter = memberOfClass(m, value.of, '__aenter__') ?? memberOfClass(m, value.of, '__enter__');
      const method = enter?.slot.value;
      if (method?.kind !== 'function') return value;
      const at: At = { file: frame.file, span: method.definition };
      const result = applyAny(m, { ...method, self: value }, NO_ARGUMENTS, { frame, at, isNew: false });
      return result.kind === 'unknown' ? value : result;
    },
    copy(value, at, context) {
      if (value.kind === 'list') return m.list(at, context, { items: itemsOf(m, value) });
      if (value.kind === 'record') return m.record(at, context, m.recordState(value));
      if (isOsEnvironment(value))
        return m.record(at, context, { members: new Map(), open: { why: whyOf(value), at } });
      return undefined;
    },

    number: () => ++lastId,
    identify(place, context, role = '') {
      const key = role === '' ? context.number : `${context.number} ${role}`;
      let known = ids.get(place);
      if (!known) {
        known = new Map();
        ids.set(place, known);
      }
      const before = known.get(key);
      if (before !== undefined) return before;
      known.set(key, ++lastId);
      return lastId;
    },
    list(at, context, state) {
      const id = m.identify(at.span, context, 'list');
      m.heap.set(id, { kind: 'list', ...state });
      return { kind: 'list', id, at, context };
    },
    record(at, context, state) {
      const id = m.identify(at.span, context, 'record');
      m.heap.set(id, { kind: 'record', ...state });
      return { kind: 'record', id, at, context };
    },
    listState({ id }) {
      const state = m.heap.get(id);
      return state?.kind === 'list' ? state : EMPTY_LIST;
    },
    recordState({ id }) {
      const state = m.heap.get(id);
      return state?.kind === 'record' ? state : EMPTY_RECORD;
    },
    update: (id: number, state: State) => m.heap.set(id, state),
    read(cell) {
      const state = m.heap.get(cell.id);
      if (state?.kind === 'value') return state.value;
      const link = links.get(cell.id);
      if (!link) return undefined;
      const value = importedValue(m, link.at, link.specifier, link.imported);
      if (value === 'later') return undefined;
      links.delete(cell.id);
      root.set(cell.id, { kind: 'value', value });
      return value;
    },
    forget: (cell) => m.heap.forget(cell.id),
    write: (cell, value) => m.heap.set(cell.id, { kind: 'value', value }),
    cellForWrite(name, frame) {
      const found = cellOf(frame.scope, name);
      if (found) return found;
      // A name that nothing declares is one of the module.
      let scope: Scope = frame.scope;
      while (scope.parent) scope = scope.parent;
      return addCell(m, scope, name);
    },

    moduleOf(specifier, from) {
      const key = `${from.file}\0${specifier}`;
      if (!found.has(key)) {
        const file = find(specifier, from);
        found.set(key, file && load(file));
      }
      const module = found.get(key);
      if (module?.stage === 'new') start(module);
      return module;
    },
    moduleState: (file) => modules.get(file),
    exportedValues(file) {
      const module = modules.get(file);
      if (!module || module.whole || module.stars.some((one) => !one.module)) return undefined;
      return [...exportedNames(m, module)].flatMap((name) => exportOf(m, module, name) ?? []);
    },
    link: (cell, link) => {
      links.set(cell.id, link);
    },
    whyUnset(cell) {
      return links.has(cell.id) ? 'follows more names than are looked at' : undefined;
    },
    star(specifier, frame) {
      const own = modules.get(frame.file);
      const module = m.moduleOf(specifier, frame.file);
      own?.stars.push({ specifier, module });
      if (!module || module === own) return;
      for (const name of exportedNames(m, module)) {
        const value = exportOf(m, module, name);
        if (value) m.write(cellIn(frame.scope, name), value);
      }
    },
    outsideStar: (frame) =>
      frame.file.isPython
        ? modules.get(frame.file)?.stars.find(({ module }) => !module)?.specifier
        : undefined,
    exports: (statement, frame) => exportFrom(m, statement, frame),
    exportsMember(target, slot, frame) {
      if (frame.file.isPython) return;
      const module = modules.get(frame.file);
      const { object, property } = target;
      if (!module) return;
      if (object.kind === 'name' && object.name === 'module' && property === 'exports') module.whole = slot;
      else if (isExports(object)) module.exports.set(property, { kind: 'slot', slot });
    },
    early(declaration) {
      const frame = pending.get(declaration);
      const before = early.get(declaration);
      if (before === 'running') return 'running';
      if (!frame || before === frame) return false;
      early.set(declaration, 'running');
      run(m, [declaration], frame);
      early.set(declaration, frame);
      return true;
    },
    isEarly: (statement, frame) => {
      const at = early.get(statement);
      return at !== undefined && at !== 'running' && at.scope === frame.scope;
    },
    declares: (statement, frame) => {
      pending.set(statement, frame);
    },

    turn: (parent, of, index) => m.context(parent, of, index, of),
    context(parent, at, turn, of) {
      const known = childMap(childMap(childMap(contexts, at.span), of.span), parent.number);
      const before = known.get(turn ?? -1);
      if (before) return before;
      const isTurn = turn !== undefined;
      const isCall = at.span !== of.span;
      const depth = isCall ? parent.depth + 1 : parent.depth;
      const made: Context = {
        number: m.number(),
        at,
        turn,
        depth,
        of,
        isTurn,
        parent,
        ...(isCall && { call: at }),
      };
      known.set(turn ?? -1, made);
      return made;
    },
    tell(event) {
      let all = events.get(event.expression);
      if (!all) {
        all = new Map();
        events.set(event.expression, all);
        let own = eventsByFile.get(event.file);
        if (!own) {
          own = new Map();
          eventsByFile.set(event.file, own);
        }
        own.set(event.expression, all);
      }
      const before = all.get(event.context.number);
      if (!before) {
        told++;
        all.set(event.context.number, event);
        return event;
      }
      // The same call once more: on another way, or in another turn of a loop.
      before.target = both(before.target, event.target, event);
      before.positional = bothLists(before.positional, event.positional, event);
      before.named = joinStates(before.named, event.named, SEVERAL) as RecordState;
      before.isConditional ||= event.isConditional;
      return before;
    },
    note(file, name, slot) {
      let names = assigned.get(file);
      if (!names) {
        names = new Map();
        assigned.set(file, names);
      }
      let slots = names.get(name);
      if (!slots) {
        slots = new Map();
        names.set(name, slots);
      }
      slots.set(slot.written.span, slot);
      const given = without(slot.written.span as Expression);
      if (given.kind === 'call') bound.set(given, name);
    },
    returned(one, slots) {
      const known = returns.get(one.definition) ?? new Map<object, Slot>();
      for (const slot of slots) known.set(slot.written.span, slot);
      returns.set(one.definition, known);
    },
    givenOutside(object, name, slot, file) {
      const origin = originOf(object);
      if (!origin) return;
      const all = outside.get(file);
      const path = [...(origin.dotted === '' ? [] : origin.dotted.split('.')), name];
      const given: Outside = { module: origin.module, path, slot };
      if (all) all.push(given);
      else outside.set(file, [given]);
    },
    noteEnvironment(target, name, slot, frame) {
      if ((target.kind === 'member' || target.kind === 'index') && isEnvironment(m, target.object, frame))
        childMap(environment, frame.file).set(target, { file: frame.file, name, slot, span: target });
    },
    made(one) {
      if (seenFunctions.has(one.id)) return;
      seenFunctions.add(one.id);
      functions.push(one);
      let own = functionsByFile.get(one.at.file);
      if (!own) {
        own = new Map();
        functionsByFile.set(one.at.file, own);
      }
      own.set(one.id, one);
    },
    madeClass(one) {
      let own = classes.get(one.at.file);
      if (!own) {
        own = new Map();
        classes.set(one.at.file, own);
      }
      own.set(one.id, one);
    },
    madeObject(one) {
      if (!one.of) return;
      const all = objects.get(one.of.id);
      if (!all) objects.set(one.of.id, [one]);
      else if (!all.some(({ id }) => id === one.id)) all.push(one);
    },
    running(one, body) {
      active.push(one);
      try {
        return body();
      } finally {
        active.pop();
      }
    },
    isRunning: (one) => active.some(({ definition }) => definition === one.definition),
    constructing(one, body) {
      making.push(one);
      try {
        body();
      } finally {
        making.pop();
      }
    },
    isConstructing: (one) => making.filter(({ definition }) => definition === one.definition).length > 1,
    count(one) {
      const next = (counts.get(one.definition) ?? 0) + 1;
      counts.set(one.definition, next);
      return next;
    },
    share(one, given, result) {
      let known = shared.get(one.definition);
      if (!known) {
        known = new Map();
        shared.set(one.definition, known);
      }
      known.set(keyOfArguments(given), result);
    },
    sharedResult: (one, given) => shared.get(one.definition)?.get(keyOfArguments(given)),
    limit(file, why) {
      if (!limits.has(file)) limits.set(file, why);
    },
    step(file) {
      const taken = (steps.get(file) ?? 0) + 1;
      steps.set(file, taken);
      if (taken <= MAX_STEPS_OF_ALL) return true;
      m.limit(file, TOO_MANY_STEPS);
      return false;
    },
    isSpent(file) {
      if ((steps.get(file) ?? 0) <= MAX_STEPS) return false;
      m.limit(file, TOO_MANY_STEPS);
      return true;
    },
    deeper(make, instead) {
      if (depth >= MAX_DEPTH) return instead();
      depth++;
      try {
        return make();
      } finally {
        depth--;
      }
    },
  };

  const cellIn = (scope: Scope, name: string): Cell => scope.cells.get(name) ?? addCell(m, scope, name);

  const load = (file: SourceFile): ModuleState => {
    const before = modules.get(file);
    if (before) return before;
    const module = newModule(m, file);
    modules.set(file, module);
    return module;
  };

  const frameIn = (module: ModuleState): Frame => ({
    file: module.file,
    scope: module.scope,
    context: ROOT,
    inside: undefined,
    self: undefined,
    inClass: undefined,
    body: newBody(root),
  });

  const frameOf = (one: FunctionValue): Frame => ({
    file: one.at.file,
    scope: one.scope,
    context: one.context,
    inside: undefined,
    self: undefined,
    inClass: undefined,
    body: newBody(m.heap),
  });

  /** Runs a module, whoever asked for it first. */
  const start = (module: ModuleState): void => {
    if (module.stage !== 'new') return;
    module.stage = 'running';
    const { program } = module;
    if (program) {
      const before = m.heap;
      m.heap = root;
      const frame = frameIn(module);
      declareExports(module);
      run(m, program.body, frame);
      m.heap = before;
    }
    module.stage = 'done';
  };

  /** Exports that are names are there before the module runs: modules import each other. */
  const declareExports = (module: ModuleState): void => {
    if (module.file.isPython) return;
    for (const one of module.program?.body ?? []) {
      if (one.kind === 'export' || one.kind === 'exported') exportFrom(m, one, frameIn(module));
    }
  };

  /** The object of a method that nobody calls: one for each that is made of its class, else one of no call in particular. */
  const selvesOf = (one: FunctionValue): (Value | undefined)[] => {
    const { inClass } = one;
    if (!inClass || (one.at.file.isPython && !takesSelf(one)))
      return [inClass && isClassMethod(one) ? inClass : undefined];
    const line = [inClass, ...extending(inClass)];
    const known = line.flatMap(({ id }) => objects.get(id) ?? []);
    if (known.length > 0) return known.slice(0, MOST_OBJECTS);
    // What a class is extended for is made of the classes that extend it.
    return (line.length > 1 ? line.slice(1, 1 + MOST_OBJECTS) : line).map(generic);
  };
  /** Classes that extend a class, by the files that have run. */
  const extending = (base: ClassValue): readonly ClassValue[] => {
    let count = 0;
    for (const all of classes.values()) count += all.size;
    if (count !== counted) {
      counted = count;
      derived.clear();
      for (const all of classes.values())
        for (const one of all.values())
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
  const isClassMethod = (one: FunctionValue): boolean =>
    one.decorators.some(({ written }) => (written.span as { name?: string }).name === 'classmethod');

  const generics = new Map<number, Made>();
  /** An object of a class that nothing here makes. */
  const generic = (one: ClassValue): Made => {
    const before = generics.get(one.id);
    if (before) return before;
    const span = one.definition.nameSpan ?? one.definition;
    const callee: Expression = {
      kind: 'name',
      name: one.definition.name ?? '',
      start: span.start,
      end: span.end,
    };
    const call: CallEvent = {
      file: one.at.file,
      expression: {
        kind: 'call',
        start: span.start,
        end: span.end,
        callee,
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
    };
    const made: Made = {
      kind: 'made',
      id: m.identify(one.definition, one.context, 'generic'),
      at: one.at,
      context: one.context,
      call,
      of: one,
      isGeneric: true,
    };
    generics.set(one.id, made);
    root.set(made.id, { kind: 'record', members: new Map() });
    const heap = m.heap;
    const view = root.branch();
    m.heap = view;
    const module = modules.get(one.at.file);
    if (!one.at.file.isPython && module)
      for (const each of [...lineOf(one).classes].reverse()) setFields(m, each, made, frameIn(module));
    const maker = constructorOf(m, one);
    if (maker) {
      alone.add(maker.id);
      runAlone(m, maker, made, one.context);
    }
    m.heap = heap;
    root.merge([root.branch(), view], MAY_RUN);
    return made;
  };

  const sorted = new Map<SourceFile, readonly CallEvent[]>();
  const alone = new Set<number>();
  /** Evaluates a function for no call in particular, once. */
  const runOnce = (one: FunctionValue): void => {
    if (alone.has(one.id)) return;
    alone.add(one.id);
    if (m.isSpent(one.at.file)) return;
    const selves = selvesOf(one);
    for (const [place, self] of selves.entries()) {
      const of: At = { file: one.at.file, span: one.definition };
      const context = selves.length > 1 ? m.turn(one.context, of, place) : one.context;
      const view = root.branch();
      m.heap = view;
      runAlone(m, one, self, context);
      m.heap = root;
      root.merge([root.branch(), view], MAY_RUN);
    }
  };
  const own = new Set<SourceFile>();
  let ran = 0;
  const include = (files: readonly SourceFile[]): void => {
    for (const file of files) own.add(file);
    for (const file of files) {
      const module = load(file);
      if (module.stage === 'new') start(module);
    }
    sorted.clear();
    // Whoever calls another comes first: that one is then evaluated for what it is called with.
    const waiting = functions.slice(ran).filter((one) => own.has(one.at.file) && !counts.has(one.definition));
    const mentioned = mentionedIn(waiting);
    for (const one of waiting) {
      const { name } = one.definition;
      const by = name === undefined ? undefined : mentioned.get(name);
      const isMentioned = by !== undefined && by.size > (by.has(one) ? 1 : 0);
      if (!isMentioned && !counts.has(one.definition)) runOnce(one);
    }
    for (; ran < functions.length; ran++) {
      const one = functions[ran] as FunctionValue;
      if (own.has(one.at.file) && !counts.has(one.definition)) runOnce(one);
    }
    // Fields of a class that nothing makes.
    for (const file of files)
      for (const one of classes.get(file)?.values() ?? [])
        if (!objects.has(one.id) && extending(one).length === 0) generic(one);
  };
  /** Runs a function of a file that nobody asked about, and those in it. */
  const ensure = (one: FunctionValue): void => {
    if (own.has(one.at.file) || counts.has(one.definition)) return;
    const before = functions.length;
    runOnce(one);
    for (let index = before; index < functions.length; index++) {
      const inner = functions[index] as FunctionValue;
      if (!counts.has(inner.definition)) runOnce(inner);
    }
    sorted.delete(one.at.file);
  };

  const inOrder = (all: Iterable<Map<number, CallEvent>>): CallEvent[] =>
    [...all]
      .flatMap((one) => [...one.values()])
      .sort((a, b) => a.expression.start - b.expression.start || b.expression.end - a.expression.end);
  const eventsIn = (file: SourceFile): readonly CallEvent[] => {
    let known = sorted.get(file);
    if (!known) {
      known = inOrder(eventsByFile.get(file)?.values() ?? []);
      sorted.set(file, known);
    }
    return known;
  };
  return {
    machine: m,
    include,
    eventsIn,
    callCount: () => told,
    filesWithCalls: () => [...eventsByFile.keys()],
    callsIn(one) {
      ensure(one);
      const { start, end } = one.definition.bodySpan ?? one.definition;
      const all = eventsIn(one.at.file);
      const found: CallEvent[] = [];
      for (let index = firstFrom(all, start); index < all.length; index++) {
        const event = all[index] as CallEvent;
        if (event.expression.start >= end) break;
        if (found.at(-1)?.expression !== event.expression) found.push(event);
      }
      return found;
    },
    returnsOf(one) {
      ensure(one);
      return [...(returns.get(one.definition)?.values() ?? [])].sort(
        (a, b) => a.written.span.start - b.written.span.start,
      );
    },
    eventsAt: (call) => [...(events.get(call)?.values() ?? [])],
    boundTo: (call) => bound.get(call),
    givenOutside(file, value) {
      const origin = originOf(value);
      const prefix = origin && origin.dotted !== '' ? origin.dotted.split('.') : [];
      const given = (outside.get(file) ?? []).filter(
        ({ module, path }) =>
          module === origin?.module && prefix.every((name, index) => path[index] === name),
      );
      return nested(
        m,
        given.map(({ path, slot }) => ({ path: path.slice(prefix.length), slot })),
      );
    },
    pathsGivenTo: (file, module) =>
      (outside.get(file) ?? []).filter((one) => one.module === module).map(({ path }) => path),
    environmentIn: (file) =>
      [...(environment.get(file)?.values() ?? [])].sort((a, b) => a.span.start - b.span.start),
    assignedTo: (file, name) =>
      [...(assigned.get(file)?.get(name)?.values() ?? [])].sort(
        (a, b) => a.written.span.start - b.written.span.start,
      ),
    functionsIn: (file) => [...(functionsByFile.get(file)?.values() ?? [])],
    classesIn: (file) => [...(classes.get(file)?.values() ?? [])],
    moduleState: (file) => modules.get(file),
    limitOf: (file) => limits.get(file),
  };
}

/** What is set in a member of something outside of the project. */
interface Outside {
  readonly module: string;
  readonly path: readonly string[];
  readonly slot: Slot;
}

/** Members by their paths, as objects within objects. */
function nested(
  m: Machine,
  given: readonly { readonly path: readonly string[]; readonly slot: Slot }[],
  depth = 0,
): RecordState {
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
      const context = m.turn(ROOT, written, depth);
      members.set(name, { value: m.record(written, context, { members: inner.members }), written });
    }
  }
  return { kind: 'record', members };
}

/** The first of some calls, in the order of the text, that begins at an offset or behind it. */
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

/** An expression without its brackets, casts and awaits. */
function without(one: Expression): Expression {
  let at = one;
  while (at.kind === 'same') at = at.value;
  return at;
}

function childMap<K, L, V>(maps: Map<K, Map<L, V>>, key: K): Map<L, V> {
  let found = maps.get(key);
  if (!found) {
    found = new Map();
    maps.set(key, found);
  }
  return found;
}

/** What a call has on one way and on another. */
function both(a: Value, b: Value, { file, expression }: CallEvent): Value {
  return union([a, b], { file, span: expression }, SEVERAL);
}

function bothLists(a: readonly Slot[], b: readonly Slot[], event: CallEvent): readonly Slot[] {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  return long.map((slot, index) => {
    const other = short[index];
    return other && !isSame(slot.value, other.value)
      ? { ...slot, value: both(slot.value, other.value, event) }
      : slot;
  });
}

/** Which functions mention a name, by the name. */
function mentionedIn(functions: readonly FunctionValue[]): ReadonlyMap<string, ReadonlySet<FunctionValue>> {
  const by = new Map<string, Set<FunctionValue>>();
  for (const one of functions) {
    for (const statement of statementsIn(one.definition.body())) {
      for (const expression of expressionsIn(statement)) {
        for (const part of within(expression)) {
          const name = part.kind === 'name' ? part.name : part.kind === 'member' ? part.property : undefined;
          if (name === undefined) continue;
          const known = by.get(name);
          if (known) known.add(one);
          else by.set(name, new Set([one]));
        }
      }
    }
  }
  return by;
}

/** Objects of one class that a method which nobody calls is evaluated for. */
const MOST_OBJECTS = 4;

const EMPTY_LIST = { kind: 'list', items: [] } as const;
const EMPTY_RECORD: RecordState = { kind: 'record', members: new Map() };
const NO_ARGUMENTS: Arguments = { positional: [], named: EMPTY_RECORD };

/** What a statement exports from its module. */
function exportFrom(m: Machine, one: Statement, frame: Frame): void {
  const module = m.moduleState(frame.file);
  if (!module || frame.scope !== module.scope) return;
  const at = (span: { start: number; end: number }): At => ({ file: frame.file, span });
  const set = (name: string, exported: Exported): void => {
    module.exports.set(name, exported);
  };
  const setCell = (name: string, local: string): void => {
    const cell = module.scope.cells.get(local);
    if (cell) set(name, { kind: 'cell', cell });
  };
  switch (one.kind) {
    case 'export': {
      const { specifier } = one;
      if (one.isTypeOnly) return;
      if (specifier === undefined) for (const { exported, local } of one.bindings) setCell(exported, local);
      else {
        for (const { exported, local, span } of one.bindings)
          set(exported, { kind: 'from', specifier, imported: local, at: at(span) });
        if (one.star === '') {
          if (module.stars.every((star) => star.specifier !== specifier))
            module.stars.push({ specifier, module: m.moduleOf(specifier, frame.file) });
        } else if (one.star !== undefined)
          set(one.star, { kind: 'from', specifier, imported: '*', at: at(one) });
      }
      return;
    }
    case 'export-value': {
      const slot: Slot = { value: evaluate(m, one.value, frame), written: at(one.value) };
      if (one.name === '=') module.whole = slot;
      else set('default', { kind: 'slot', slot });
      return;
    }
    case 'exported': {
      const { statement, isDefault } = one;
      for (const name of declaredBy(statement)) setCell(isDefault ? 'default' : name, name);
      if (isDefault && statement.kind === 'function' && statement.definition.name === undefined) {
        const value = makeFunction(m, statement.definition, frame);
        set('default', { kind: 'slot', slot: { value, written: at(statement) } });
      }
      return;
    }
    default:
  }
}

function* declaredBy(one: Statement): Generator<string> {
  if (one.kind === 'assign') for (const target of one.targets) yield* boundBy(target);
  else if (one.kind === 'declare') yield* boundBy(one.target);
  else if (one.kind === 'function' || one.kind === 'class') {
    if (one.definition.name !== undefined) yield one.definition.name;
  } else if (one.kind === 'enum') yield one.name;
  else if (one.kind === 'block') for (const inner of one.body) yield* declaredBy(inner);
}

/** `exports`, `module.exports` */
function isExports(one: Expression): boolean {
  if (one.kind === 'name') return one.name === 'exports';
  return (
    one.kind === 'member' &&
    one.property === 'exports' &&
    one.object.kind === 'name' &&
    one.object.name === 'module'
  );
}

/** `process.env`, `import.meta.env`, `os.environ` */
function isEnvironment(m: Machine, one: Expression, frame: Frame): boolean {
  if (one.kind === 'same') return isEnvironment(m, one.value, frame);
  if (frame.file.isPython) return isOsEnvironment(evaluate(m, one, frame));
  if (one.kind !== 'member' || one.property !== 'env') return false;
  const { object } = one;
  if (object.kind === 'name') return object.name === 'process';
  return (
    object.kind === 'member' &&
    object.property === 'meta' &&
    object.object.kind === 'name' &&
    object.object.name === 'import'
  );
}

/** `os.environ`, whose members no file tells. */
function isOsEnvironment(value: Value): boolean {
  const origin = originOf(value);
  return origin?.module === 'os' && origin.dotted === 'environ';
}

/** Tells arguments apart: by what they are, as far as that is known. */
function keyOfArguments({ positional, named }: Arguments): string {
  const key = ({ value }: Slot): string => keyOfValue(value);
  return [...positional.map(key), ...[...named.members].map(([name, slot]) => `${name}=${key(slot)}`)].join(
    '\0',
  );
}

function keyOfValue(value: Value): string {
  switch (value.kind) {
    case 'scalar':
      return `${typeof value.scalar}:${String(value.scalar)}`;
    case 'nothing':
      return 'nothing';
    case 'list':
    case 'record':
    case 'made':
    case 'function':
    case 'class':
      return `#${value.id}`;
    case 'module':
      return `module:${value.file.file}`;
    case 'union':
      return value.members.map(keyOfValue).join('|');
    default:
      return `${value.kind}:${whyOf(value)}`;
  }
}

export type { Target };
