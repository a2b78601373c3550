import type { Statement } from '../ir/ir.js';
import { MAX_RUNNING } from '../limits.js';
import { Heap } from '../values/heap.js';
import { type Cell, cellOf, type Scope } from '../values/scope.js';
import type { SourceFile } from '../values/source.js';
import {
  type At,
  type CallEvent,
  EMPTY_LIST,
  EMPTY_RECORD,
  type FunctionValue,
  type Origin,
  originOf,
  type RecordState,
  type Slot,
  taken,
  type Value,
} from '../values/value.js';
import { whyOf } from '../values/why.js';
import { activityOf } from './activity.js';
import { budgetOf } from './budget.js';
import { builtInCall } from './built-ins.js';
import { applyAny, callAt } from './calls.js';
import { memberOfClass } from './classes.js';
import { isEnvironment, isOsEnvironment } from './environment.js';
import { exportFrom, exportMember } from './exports.js';
import { evaluate } from './expressions.js';
import { newBody } from './functions.js';
import { identityOf, MODULE_CONTEXT } from './identity.js';
import type { Frame, Link, Machine } from './machine.js';
import { inheritedMember, itemOf, memberOf, superMember } from './members.js';
import type { ModuleState } from './module-state.js';
import { exportedNames, exportOf, importedValue, inImportOrder, newModule } from './modules.js';
import { type OutsideEvent, type Recorded, recordsOf } from './records.js';
import { addCell } from './scopes.js';
import { itemsOf, NO_ARGUMENTS, withinBounds } from './slots.js';
import { run } from './statements.js';
import { assignTo, setMember } from './targets.js';
import { uncalledOf } from './uncalled.js';

/** What evaluation found. */
export interface Evaluation
  extends Pick<
    Recorded,
    | 'callCount'
    | 'filesWithCalls'
    | 'eventsIn'
    | 'eventsAt'
    | 'boundTo'
    | 'returnsOf'
    | 'environmentIn'
    | 'assignedTo'
    | 'functionsIn'
    | 'classesIn'
  > {
  /** Runs files, each module once, and then the functions in them that nobody calls. */
  include(files: readonly SourceFile[]): void;
  /** The calls in a function, in the order of the text. It is evaluated where nobody calls it. */
  callsIn(one: FunctionValue): readonly CallEvent[];
  /** What a file sets in members of something outside of the project. */
  givenOutside(file: SourceFile, value: Value): RecordState;
  /** The members of a package, and of members of it, that a file sets. */
  pathsGivenTo(file: SourceFile, module: string): readonly (readonly string[])[];
  moduleState(file: SourceFile): ModuleState | undefined;
  /** Why the evaluation of a file ended early. */
  limitOf(file: SourceFile): string | undefined;
  readonly machine: Machine;
}

/** Finds the file that a module name stands for. */
export type FindModule = (specifier: string, from: SourceFile) => SourceFile | undefined;

/** The evaluation of a project, before any file of it has run. */
export function evaluationOf(find: FindModule): Evaluation {
  const root = new Heap();
  const modules = new Map<SourceFile, ModuleState>();
  const found = new Map<string, ModuleState | undefined>();
  const links = new Map<number, Link>();
  /** Modules that are to run once all others have. */
  const postponed: ModuleState[] = [];
  let running = 0;
  const types = new Map<number, Origin>();
  const pending = new Map<Statement, Frame>();
  const early = new Map<Statement, Frame | 'running'>();
  const identity = identityOf();
  const budget = budgetOf();
  const { records, recorded } = recordsOf((clock) =>
    m.rounds.some(({ from, round }) => from <= clock && clock < round),
  );

  const m: Machine = {
    ...identity,
    ...budget,
    ...records,
    ...activityOf(),
    heap: root,
    repeating: 0,
    rounds: [],
    evaluate: (expression, frame) => evaluate(m, expression, frame),
    run: (statements, frame) => run(m, statements, frame),
    assign: (target, slot, frame, operator) => assignTo(m, target, slot, frame, operator),
    call: (expression, frame) => callAt(m, expression, frame),
    apply: (target, given, site) => applyAny(m, target, given, site),
    builtInCall: (target, receiver, given, site) => builtInCall(m, target, receiver, given, site),
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
      if (m.isRunning(getter)) return undefined;
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

    list(at, context, state) {
      const id = m.identify(at.span, context, 'list');
      m.heap.set(id, { kind: 'list', ...state, items: withinBounds(state.items) });
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
    update: (id, state) => m.heap.set(id, state),
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
      const module = foundModule(specifier, from);
      if (module?.stage === 'new') startWithin(module);
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
    exportsMember: (target, slot, frame) => exportMember(m, target, slot, frame),
    early(declaration) {
      const frame = pending.get(declaration);
      const before = early.get(declaration);
      if (before === 'running') return 'running';
      if (!frame || before === frame) return false;
      early.set(declaration, 'running');
      const { guard } = m.heap;
      run(m, [declaration], frame);
      m.heap.guard = guard;
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

    noteEnvironment(target, name, slot, frame) {
      if ((target.kind === 'member' || target.kind === 'index') && isEnvironment(m, target.object, frame))
        records.environment({ file: frame.file, name, slot, span: target });
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

  const foundModule = (specifier: string, from: SourceFile): ModuleState | undefined => {
    const key = `${from.file}\0${specifier}`;
    if (!found.has(key)) {
      const file = find(specifier, from);
      found.set(key, file && load(file));
    }
    return found.get(key);
  };

  const frameIn = (module: ModuleState): Frame => ({
    file: module.file,
    scope: module.scope,
    context: MODULE_CONTEXT,
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
    running++;
    const { program } = module;
    if (program) {
      const before = m.heap;
      const { guard } = root;
      m.heap = root;
      // Whatever had to happen for it to be imported, it is run as if it were the program.
      const at: At = { file: module.file, span: program };
      root.guard = { kind: 'module', at, clock: root.tick(), parent: undefined };
      const frame = frameIn(module);
      declareExports(module);
      run(m, program.body, frame);
      m.heap = before;
      root.guard = guard;
    }
    running--;
    module.stage = 'done';
  };

  /**
   * Runs a module that another one imports while that runs. Where many modules wait for one another, what it imports runs
   * first, so that the stack ends.
   */
  const startWithin = (module: ModuleState): void => {
    if (running < MAX_RUNNING) {
      start(module);
      return;
    }
    if (running >= 2 * MAX_RUNNING) {
      postponed.push(module);
      budget.limit(module.file, 'evaluated late: too many modules import each other');
      return;
    }
    for (const one of inImportOrder(module, foundModule)) start(one);
  };

  /** Exports that are names are there before the module runs: modules import each other. */
  const declareExports = (module: ModuleState): void => {
    if (module.file.isPython) return;
    for (const one of module.program?.body ?? []) {
      if (one.kind === 'export' || one.kind === 'exported') exportFrom(m, one, frameIn(module));
    }
  };

  const uncalled = uncalledOf(m, recorded, (file) => {
    const module = modules.get(file);
    return module && frameIn(module);
  });
  return {
    ...recorded,
    machine: m,
    include(files) {
      for (const file of files) {
        const module = load(file);
        if (module.stage === 'new') start(module);
      }
      for (const module of postponed) start(module);
      postponed.length = 0;
      root.settle();
      uncalled.runIn(files);
    },
    callsIn(one) {
      uncalled.ensure(one);
      const { start, end } = one.definition.bodySpan ?? one.definition;
      const all = recorded.eventsIn(one.at.file);
      const calls: CallEvent[] = [];
      for (let index = firstFrom(all, start); index < all.length; index++) {
        const event = all[index] as CallEvent;
        if (event.expression.start >= end) break;
        if (calls.at(-1)?.expression !== event.expression) calls.push(event);
      }
      return calls;
    },
    returnsOf(one) {
      uncalled.ensure(one);
      return recorded.returnsOf(one);
    },
    givenOutside(file, value) {
      const origin = originOf(value);
      const prefix = origin && origin.dotted !== '' ? origin.dotted.split('.') : [];
      const given = recorded
        .outsideIn(file)
        .filter(
          ({ module, path }) =>
            module === origin?.module && prefix.every((name, index) => path[index] === name),
        );
      return nested(
        m,
        given.map(({ path, slot }) => ({ path: path.slice(prefix.length), slot })),
      );
    },
    pathsGivenTo: (file, module) =>
      recorded.outsideIn(file).flatMap((one) => (one.module === module ? [one.path] : [])),
    moduleState: (file) => modules.get(file),
    limitOf: budget.limitOf,
  };
}

/** Members by their paths, as objects within objects. */
function nested(m: Machine, given: readonly Pick<OutsideEvent, 'path' | 'slot'>[], depth = 0): RecordState {
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
