import type { Case, Expression, Parameter, Statement, Target } from '../ir/ir.js';
import type { Language } from '../language.js';
import { MAX_ROUNDS } from '../limits.js';
import type { Heap } from '../values/heap.js';
import { widened } from '../values/join.js';
import { cellOf } from '../values/scope.js';
import { type At, type Guard, type Slot, type Test, unknown, type Value } from '../values/value.js';
import { branches } from './branches.js';
import { makeClass } from './classes.js';
import { isImportMeta } from './environment.js';
import { exportFrom } from './exports.js';
import { makeFunction } from './functions.js';
import { computed, happening, hold, holdGate, never, tested } from './guards.js';
import { enteredValue } from './implicit-calls.js';
import type { Frame, Loop, Machine } from './machine.js';
import { bindImport } from './modules.js';
import { blockScope, declaredInBlock } from './scopes.js';
import { membersOf, slotAt } from './slots.js';
import { unset } from './targets.js';
import { isEqual, testOf } from './truth.js';
import { turnsOf } from './turns.js';

/** Runs statements; whether what follows them runs too. */
export function run(m: Machine, statements: readonly Statement[], frame: Frame): boolean {
  if (frame.file.language.hasBlocks) declare(m, statements, frame);
  else if (frame.scope.kind === 'module') declareImports(m, statements, frame);
  return m.deeper(
    () => {
      for (const one of statements) {
        if (!m.step(frame.file)) return true;
        if (!execute(m, one, frame)) return false;
      }
      return true;
    },
    () => {
      m.limit(frame.file, 'too-deep');
      return true;
    },
  );
}

/** Imports and functions of JavaScript are there before the block runs; other names are found where they are needed. */
function declare(m: Machine, statements: readonly Statement[], frame: Frame): void {
  for (const statement of statements) {
    const one = statement.kind === 'exported' ? statement.statement : statement;
    if (one.kind === 'function')
      bindName(m, one.definition.name, makeFunction(m, one.definition, frame), frame);
    else if (one.kind === 'import') runImport(m, one, frame);
    else if (one.kind === 'class' || one.kind === 'enum') m.declares(one, frame);
    else if (one.kind === 'assign' && one.declares && one.declares !== 'var') m.declares(one, frame);
  }
}

/** A name that a module of Python uses before it is imported has what is imported: cells of a notebook run in any order. */
function declareImports(m: Machine, statements: readonly Statement[], frame: Frame): void {
  for (const one of statements) if (one.kind === 'import') m.declares(one, frame);
}

function bindName(m: Machine, name: string | undefined, value: Value, frame: Frame): void {
  const cell = name === undefined ? undefined : cellOf(frame.scope, name);
  if (cell) m.write(cell, value);
}

function execute(m: Machine, one: Statement, frame: Frame): boolean {
  switch (one.kind) {
    case 'expression':
      m.evaluate(one.value, frame);
      return !neverReturns(m, one.value, frame);
    case 'assign':
      if (!m.isEarly(one, frame)) assign(m, one, frame);
      return true;
    case 'declare':
      return true;
    case 'delete':
      for (const target of one.targets) unset(m, target, frame);
      return true;
    case 'function':
      if (!frame.file.language.hasBlocks)
        bindName(m, one.definition.name, makeFunction(m, one.definition, frame), frame);
      return true;
    case 'class':
      if (!m.isEarly(one, frame))
        bindName(m, one.definition.name, makeClass(m, one.definition, frame), frame);
      return true;
    case 'import':
      if (!frame.file.language.hasBlocks) runImport(m, one, frame);
      return true;
    case 'export':
    case 'export-value':
      exportFrom(m, one, frame);
      return true;
    case 'exported': {
      const goesOn = execute(m, one.statement, frame);
      exportFrom(m, one, frame);
      return goesOn;
    }
    case 'return': {
      const slot = one.value && slotAt(frame, one.value, m.evaluate(one.value, frame));
      m.recordEvent({ kind: 'return', ...happening(m, frame), place: one, slot });
      frame.body.returns.push({ slot, heap: m.heap.since(frame.body.base) });
      return false;
    }
    case 'throw': {
      const slot = one.value && slotAt(frame, one.value, m.evaluate(one.value, frame));
      m.recordEvent({ kind: 'raise', ...happening(m, frame), place: one, slot });
      const attempt = frame.body.attempts.at(-1);
      attempt?.thrown.push(m.heap.since(attempt.base));
      return false;
    }
    case 'if': {
      if (isMain(one.test, frame.file.language)) return block(m, one.body, frame);
      const { holds, test } = testOf(m, one.test, frame);
      if (one.isAssertion) {
        // It is written as what is wrong.
        if (holds === undefined) hold(m, test, false);
        return true;
      }
      const bodies = [one.body, one.otherwise];
      if (holds !== undefined) return block(m, bodies[holds ? 0 : 1] ?? [], frame);
      return branches(
        m,
        frame,
        'several',
        bodies.map((body, index) => () => {
          hold(m, test, index === 0);
          return block(m, body, frame);
        }),
      );
    }
    case 'for':
      return runFor(m, one, frame);
    case 'while':
      return runWhile(m, one, frame);
    case 'try':
      return runTry(m, one, frame);
    case 'with':
      for (const item of one.items) {
        const { value, target } = item;
        const context = slotAt(frame, value, m.evaluate(value, frame));
        const given = enteredValue(m, context.value, frame);
        m.recordEvent({ kind: 'enter', ...happening(m, frame), place: item, slot: context, given });
        if (!target) continue;
        const slot = slotAt(frame, value, given);
        if (target.kind === 'name') m.recordAssignment(frame.file, target.name, slot);
        m.assign(target, slot, frame, 'set');
      }
      return run(m, one.body, frame);
    case 'switch':
      return runSwitch(m, one, frame);
    case 'break':
    case 'continue': {
      const loop = frame.body.loops.findLast(({ label, isLoop }) =>
        one.label === undefined ? isLoop : label === one.label,
      );
      if (loop && one.kind === 'break') loop.breaks.push(m.heap.since(loop.base));
      else loop?.continues.push(m.heap.since(loop.turn));
      return false;
    }
    case 'block': {
      if (one.label === undefined) return block(m, one.body, frame);
      return leaving(m, frame, { label: one.label, isLoop: false }, () => block(m, one.body, frame));
    }
    case 'outer':
      return true;
    case 'enum': {
      const at: At = { file: frame.file, span: one };
      bindName(m, one.name, m.record(at, frame.context, membersOf(m, one.entries, frame, false)), frame);
      return true;
    }
  }
}

/** Runs a block; of JavaScript with names of its own. */
function block(m: Machine, body: readonly Statement[], frame: Frame): boolean {
  if (!frame.file.language.hasBlocks) return run(m, body, frame);
  const declared = declaredInBlock(body);
  if (declared.size === 0) return run(m, body, frame);
  return run(m, body, { ...frame, scope: blockScope(m, frame, declared) });
}

function assign(m: Machine, one: Statement & { kind: 'assign' }, frame: Frame): void {
  const slot = slotAt(frame, one.value, m.evaluate(one.value, frame));
  for (const target of one.targets) {
    m.assign(target, slot, frame, one.operator);
    if (target.kind === 'name' && one.operator === 'set') m.recordAssignment(frame.file, target.name, slot);
  }
}

function runImport(m: Machine, one: Statement & { kind: 'import' }, frame: Frame): void {
  if (one.isTypeOnly && one.bindings.length === 0) return;
  if (one.isStar) m.star(one.specifier, frame);
  else {
    if (one.bindings.length === 0) m.moduleOf(one.specifier, frame.file);
    bindImport(m, frame.scope, one);
  }
}

/** `if __name__ == "__main__":` and `if (require.main === module)` run where the file is the program. */
function isMain(test: Expression, language: Language): boolean {
  if (test.kind === 'same') return isMain(test.value, language);
  if (test.kind === 'member') return test.property === 'main' && isImportMeta(test.object);
  if (test.kind !== 'binary' || (test.operator !== 'equal' && test.operator !== 'same')) return false;
  return [test.left, test.right].some(
    (side) =>
      (side.kind === 'name' && side.name === language.mainName) ||
      (side.kind === 'member' &&
        side.property === 'main' &&
        side.object.kind === 'name' &&
        side.object.name === 'require') ||
      (side.kind === 'member' &&
        (side.property === 'url' || side.property === 'filename') &&
        isImportMeta(side.object)),
  );
}

/** A call that ends the program. */
function neverReturns(m: Machine, one: Expression, frame: Frame): boolean {
  if (one.kind !== 'call') return false;
  const { callee } = one;
  const root = callee.kind === 'member' ? callee.object : callee;
  if (root.kind !== 'name') return false;
  const name = callee.kind === 'member' ? `${root.name}.${callee.property}` : root.name;
  if (!frame.file.language.exits.has(name)) return false;
  const cell = cellOf(frame.scope, root.name);
  return callee.kind === 'name'
    ? !cell
    : !cell || m.read(cell)?.kind === 'module' || m.read(cell)?.kind === 'external';
}

/** Runs what `break` and `continue` leave; joins their ends with its own. */
function leaving(
  m: Machine,
  frame: Frame,
  of: Pick<Loop, 'label' | 'isLoop'>,
  body: (loop: Loop) => boolean,
): boolean {
  const base = m.heap;
  const loop: Loop = { ...of, base, breaks: [], turn: base, continues: [] };
  frame.body.loops.push(loop);
  m.heap = base.branch();
  // A loop takes more of the stack than other statements.
  const goesOn = m.deeper(
    () => body(loop),
    () => {
      m.limit(frame.file, 'too-deep');
      return true;
    },
  );
  frame.body.loops.pop();
  const ends = [...(goesOn ? [m.heap.since(base)] : []), ...loop.breaks];
  m.heap = base;
  base.merge(ends, 'several');
  return ends.length > 0;
}

/** The label of a loop stands before it, as a block around it. */
function runFor(m: Machine, one: Statement & { kind: 'for' }, frame: Frame): boolean {
  const iterable = m.evaluate(one.iterable, frame);
  const turns = turnsOf(m, iterable, one.over, { file: frame.file, span: one.iterable }, frame);
  return leaving(m, frame, { label: undefined, isLoop: true }, (loop) => {
    const isKnown = turns.items.length > 0 && !turns.isOpen;
    if (isKnown) {
      for (const [index, item] of turns.items.entries()) {
        const { guard } = m.heap;
        if (!turn(m, loop, () => forTurn(m, one, item, index, frame))) return false;
        // An item that may not be there may have had no turn.
        if (item.gate) m.heap.guard = guard;
        if (!m.step(frame.file)) break;
      }
      return last(m, frame, loop, one.otherwise);
    }
    for (const [index, item] of turns.items.entries()) {
      branches(m, frame, 'in-loop', [
        () => turn(m, loop, () => forTurn(m, one, item, index, frame)),
        () => {
          if (turns.isSure && !item.gate) never(m);
          return true;
        },
      ]);
    }
    if (!turns.isOpen) return last(m, frame, loop, one.otherwise);
    const written: At = { file: frame.file, span: one.target };
    const item: Slot = { value: unknown(written, 'in-loop', turns.from), written, gate: turns.gate };
    // That there are items is a test, where what chose them is not known.
    const test = turns.isChosen ? undefined : tested(m, iterable);
    const body = (): boolean => turn(m, loop, () => forTurn(m, one, item, undefined, frame));
    repeat(m, frame, { at: written, isTestedAgain: false, test: () => test, body });
    return last(m, frame, loop, one.otherwise);
  });
}

/** What runs where a loop ends by itself: it is no part of it. */
function last(m: Machine, frame: Frame, loop: Loop, otherwise: readonly Statement[]): boolean {
  if (otherwise.length === 0) return true;
  frame.body.loops.pop();
  const goesOn = block(m, otherwise, frame);
  frame.body.loops.push(loop);
  return goesOn;
}

/** One turn of a loop: it ends at its end or where it goes on with the next. Whether it does. */
function turn(m: Machine, loop: Loop, body: () => boolean): boolean {
  const start = m.heap;
  loop.turn = start;
  m.heap = start.branch();
  const goesOn = body();
  const ends = [...(goesOn ? [m.heap.since(start)] : []), ...loop.continues.splice(0)];
  m.heap = start;
  start.merge(ends, 'several');
  return ends.length > 0;
}

interface Repeated {
  readonly at: At;
  /** What is tested decides after each round whether the loop goes on. */
  readonly isTestedAgain: boolean;
  /** What a round is tested by. */
  test(round: number): Test | undefined;
  body(): boolean;
}

/**
 * Runs a body that may run any number of times, until a round changes nothing. What still changes after the last round is
 * unknown beside what it was.
 */
function repeat(m: Machine, frame: Frame, { at, isTestedAgain, test, body }: Repeated): void {
  const before = m.heap;
  const entry = before.guard;
  const loop = { from: before.tick(), round: 0 };
  m.rounds.push(loop);
  // An inner loop begins a later round of the outer one with what it left behind: one round shows that nothing changes.
  const most = Math.max(2, MAX_ROUNDS - 2 * m.repeating);
  m.repeating++;
  frame.body.uncertain++;
  for (let round = 1; ; round++) {
    // Each round begins where the loop does, with all that the rounds before it left behind.
    const rounds = before.branch();
    rounds.guard = entry;
    loop.round = before.tick();
    m.heap = rounds;
    const again = test(round);
    m.heap = rounds.branch();
    if (again) hold(m, again, true);
    const went = body();
    const end = m.heap.since(rounds);
    m.heap = rounds.branch();
    if (again) hold(m, again, false);
    const left = m.heap;
    m.heap = before;
    rounds.merge(went ? [left, end] : [left], 'in-loop');
    const changed = rounds.changedIds();
    if (round >= most)
      for (const id of changed) {
        const state = rounds.get(id);
        if (state) rounds.set(id, widened(state, at, 'in-loop'));
      }
    before.merge([rounds.since(before)], 'in-loop');
    // Whatever the last round did, the test failed then.
    if (isTestedAgain) before.guard = left.guard;
    if (!went || changed.length === 0) break;
    if (round >= most) {
      m.limit(frame.file, 'file-loops');
      break;
    }
  }
  frame.body.uncertain--;
  m.repeating--;
  m.rounds.pop();
}

function forTurn(
  m: Machine,
  one: Statement & { kind: 'for' },
  item: Slot,
  index: number | undefined,
  around: Frame,
): boolean {
  const context =
    index === undefined ? around.context : m.turn(around.context, { file: around.file, span: one }, index);
  const declared = new Map(one.declares && one.declares !== 'var' ? namesOf(one.target) : []);
  const frame: Frame = {
    ...around,
    context,
    scope: declared.size > 0 ? blockScope(m, around, declared) : around.scope,
  };
  holdGate(m, item.gate);
  m.assign(one.target, item, frame, 'set');
  return block(m, one.body, frame);
}

function* namesOf(target: Target): Generator<[string, undefined]> {
  if (target.kind === 'name') yield [target.name, undefined];
  else if (target.kind === 'items')
    for (const one of target.items) if (one.target) yield* namesOf(one.target);
  if (target.kind === 'members') for (const one of target.members) yield* namesOf(one.target);
}

function runWhile(m: Machine, one: Statement & { kind: 'while' }, around: Frame): boolean {
  const declared = declaredInBlock(one.initial);
  const frame: Frame = declared.size > 0 ? { ...around, scope: blockScope(m, around, declared) } : around;
  run(m, one.initial, frame);
  const first = one.test && !one.runsOnce ? testOf(m, one.test, frame) : undefined;
  const holds = one.test ? first?.holds : true;
  if (holds === false && !one.runsOnce) return block(m, one.otherwise, frame);
  const at: At = { file: around.file, span: one };
  return leaving(m, frame, { label: undefined, isLoop: true }, (loop) => {
    const again = (): Test | undefined => one.test && testOf(m, one.test, frame).test;
    const body = (): boolean => {
      const went = turn(m, loop, () => block(m, one.body, frame));
      if (went) for (const step of one.update) m.evaluate(step, frame);
      return went;
    };
    if (one.runsOnce || holds === true) {
      const went = body();
      if (went) repeat(m, frame, { at, isTestedAgain: true, test: again, body });
      const ends = went && !(holds === true && isEndless(one.test));
      return ends && last(m, frame, loop, one.otherwise);
    }
    const test = (round: number) => (round === 1 ? first?.test : again());
    repeat(m, frame, { at, isTestedAgain: true, test, body });
    return last(m, frame, loop, one.otherwise);
  });
}

/** `while (true)`: it ends by `break` alone. */
const isEndless = (test: Expression | undefined): boolean =>
  test === undefined || test.kind === 'literal' || (test.kind === 'same' && isEndless(test.value));

function runTry(m: Machine, one: Statement & { kind: 'try' }, frame: Frame): boolean {
  const before = m.heap;
  const attempt: { base: Heap; thrown: Heap[] } = { base: before, thrown: [] };
  const { returns } = frame.body;
  const returned = returns.length;
  frame.body.attempts.push(attempt);
  m.heap = before.branch();
  const went = block(m, one.body, frame);
  const ended = m.heap.since(before);
  frame.body.attempts.pop();
  const ends: Heap[] = [];
  const isImport = onlyImports(one.body);
  m.heap = before;
  const goesOn = (): boolean => {
    if (went) {
      m.heap = before.branch();
      m.heap.merge([ended], 'several', one.handlers.length > 0);
      if (block(m, one.otherwise, frame)) ends.push(m.heap.since(before));
    }
    frame.body.uncertain++;
    for (const handler of one.handlers) {
      m.heap = before.branch();
      // It may have failed anywhere: before it changed a thing, at its end, or where it threw.
      m.heap.merge([before.branch(), ended, ...attempt.thrown], 'several', true);
      const caught: At = { file: frame.file, span: handler };
      m.heap.guard = { kind: 'caught', at: caught, clock: before.tick(), parent: before.guard };
      const target = handler.target;
      const scope =
        target && frame.file.language.hasBlocks
          ? blockScope(m, frame, new Map(namesOf(target)))
          : frame.scope;
      const inner: Frame = { ...frame, scope };
      const at: At = { file: frame.file, span: target ?? handler };
      if (target) m.assign(target, { value: unknown(at, 'caught'), written: at }, inner, 'set');
      if (block(m, handler.body, inner) && !isImport) ends.push(m.heap.since(before));
    }
    frame.body.uncertain--;
    m.heap = before;
    before.merge(ends, 'several');
    return ends.length > 0;
  };
  const on = goesOn();
  if (one.last.length === 0) return on;
  // What returns runs it too; where it returns itself, that is what is returned.
  for (const end of returns.splice(returned)) {
    m.heap = end.heap;
    if (block(m, one.last, frame)) returns.push({ ...end, heap: m.heap.since(frame.body.base) });
  }
  m.heap = before;
  const last = block(m, one.last, frame);
  return on && last;
}

/**
 * Whether a block imports and does nothing else that may fail: what is imported is there, and what stands in for it is for
 * other machines.
 */
function onlyImports(body: readonly Statement[]): boolean {
  let imports = false;
  const isOne = (statement: Statement): boolean => {
    if (statement.kind === 'import') imports = true;
    if (statement.kind === 'import' || statement.kind === 'outer') return true;
    if (statement.kind === 'function') {
      const { decorators, parameters } = statement.definition;
      const isConstant = ({ fallback }: Parameter) => !fallback || CONSTANTS.has(fallback.kind);
      return decorators.length === 0 && parameters.every(isConstant);
    }
    const given =
      statement.kind === 'assign' || statement.kind === 'expression' ? statement.value : undefined;
    if (!given) return false;
    const loaded = loadedBy(given);
    imports ||= loaded;
    return loaded || CONSTANTS.has(given.kind);
  };
  const isWhole = body.every(isOne);
  return isWhole && imports;
}

/** What cannot fail: a flag that says whether the import went well, a text that describes it. */
const CONSTANTS: ReadonlySet<Expression['kind']> = new Set(['literal', 'nothing', 'text', 'name']);

/** Whether an expression is a module that is loaded there, or what it exports: `await import("x")`, `require("x").y`. */
function loadedBy(one: Expression): boolean {
  if (one.kind === 'module') return true;
  if (one.kind === 'same') return loadedBy(one.value);
  if (one.kind === 'member') return loadedBy(one.object);
  return one.kind === 'assign' && loadedBy(one.value);
}

function runSwitch(m: Machine, one: Statement & { kind: 'switch' }, around: Frame): boolean {
  const subject = m.evaluate(one.subject, around);
  const declared = around.file.language.hasBlocks
    ? declaredInBlock(one.cases.flatMap(({ body }) => body))
    : undefined;
  const frame: Frame =
    declared && declared.size > 0 ? { ...around, scope: blockScope(m, around, declared) } : around;
  const tests = one.cases.map((each) => caseOf(m, each, subject, frame));
  const sure = tests.findIndex(({ holds }) => holds === true);
  const isComplete = sure >= 0 || one.cases.some(({ isDefault }) => isDefault);
  return leaving(m, frame, { label: undefined, isLoop: frame.file.language.breaksSwitch }, () => {
    const isEntered = (index: number): boolean =>
      tests[index]?.holds !== false &&
      (sure < 0 || index === sure || (index < sure && !one.cases[index]?.isDefault));
    if (sure >= 0 && !one.cases.some((_, index) => index !== sure && isEntered(index)))
      return fallFrom(m, one.cases.slice(sure), frame, subject);
    const before = m.heap;
    const passed = guardsPast(m, tests);
    const ends: Heap[] = [];
    let fallen: Heap | undefined;
    frame.body.uncertain++;
    for (const [index, each] of one.cases.entries()) {
      const entries: Heap[] = fallen ? [fallen] : [];
      if (isEntered(index)) {
        const { holds, test } = tests[index] ?? {};
        m.heap = before.branch();
        // The default runs where none of the others does.
        m.heap.guard = passed[each.isDefault ? tests.length : index];
        if (test && holds === undefined) hold(m, test, true);
        enter(m, each, frame, subject);
        entries.push(m.heap.since(before));
      }
      fallen = undefined;
      const [only, another] = entries;
      if (!only) continue;
      m.heap = another ? before.branch() : only;
      if (another) m.heap.merge(entries, 'several');
      if (!run(m, each.body, frame)) continue;
      if (each.fallsThrough) fallen = m.heap.since(before);
      else ends.push(m.heap.since(before));
    }
    if (!isComplete) {
      m.heap = before.branch();
      m.heap.guard = passed[tests.length];
      ends.push(m.heap);
    }
    frame.body.uncertain--;
    m.heap = before;
    before.merge(ends, 'several');
    return ends.length > 0;
  });
}

/** The guards behind the tests of the cases before each one, and behind all: none of them holds. */
function guardsPast(
  m: Machine,
  tests: readonly { readonly test: Test | undefined }[],
): (Guard | undefined)[] {
  const before = m.heap;
  m.heap = before.branch();
  const guards = [m.heap.guard];
  for (const { test } of tests) {
    if (test) hold(m, test, false);
    guards.push(m.heap.guard);
  }
  m.heap = before;
  return guards;
}

/** Binds the names of a pattern, and tests its guard. */
function enter(m: Machine, one: Case, frame: Frame, subject: Value): void {
  for (const target of one.binds) {
    const at: At = { file: frame.file, span: target };
    const value = unknown(at, 'rest-of-pattern', computed(frame, 'computed', [subject]));
    m.assign(target, { value, written: at }, frame, 'set');
  }
  if (one.guard) hold(m, testOf(m, one.guard, frame).test, true);
}

/** A case that is sure to run, with those that run after it. */
function fallFrom(m: Machine, cases: readonly Case[], frame: Frame, subject: Value): boolean {
  for (const [index, one] of cases.entries()) {
    if (index === 0) enter(m, one, frame, subject);
    if (!run(m, one.body, frame)) return false;
    if (!one.fallsThrough) return true;
  }
  return true;
}

/** What must hold for a case, and whether it does. */
function caseOf(
  m: Machine,
  each: Case,
  subject: Value,
  frame: Frame,
): { readonly holds: boolean | undefined; readonly test: Test | undefined } {
  const values = each.tests.map((test) => m.evaluate(test, frame));
  if (each.isDefault && !each.guard) return { holds: undefined, test: undefined };
  const at: At = { file: frame.file, span: each };
  const equal = values.map((value) => unknown(at, 'computed', computed(frame, 'equal', [subject, value])));
  const [only, ...others] = equal;
  const matched =
    only && others.length === 0
      ? only
      : unknown(at, 'computed', computed(frame, only ? 'or' : 'computed', only ? equal : [subject]));
  // What a guard of it says is tested once its names are bound.
  const test = tested(
    m,
    each.guard ? unknown(at, 'computed', computed(frame, 'computed', [matched])) : matched,
  );
  if (each.guard) return { holds: undefined, test };
  const found = values.map((value) => isEqual(subject, value));
  if (found.some((one) => one === true)) return { holds: true, test };
  return { holds: found.length > 0 && found.every((one) => one === false) ? false : undefined, test };
}
