import type { Case, Statement } from '../../ir/ir.js';
import { MAX_FLOW_TURNS } from '../../limits.js';
import type { At } from '../../values/value.js';
import { truthOf } from './conditions.js';
import { combined } from './expressions.js';
import { enter, pass } from './loops.js';
import { assign } from './names.js';
import { branchOf, type Path, type Result } from './state.js';
import type { Term } from './term.js';
import { bounded, type Ends, type Here, joined, type Left, noEnds, tested, type Walk } from './walk.js';

/** Runs statements on some paths. */
export function run(w: Walk, statements: readonly Statement[], paths: readonly Path[], here: Here): Ends {
  const ends = noEnds();
  ends.on = bounded(w, paths);
  if (!here.frame.file.isPython) for (const path of ends.on) declare(w, statements, path, here);
  for (const one of statements) {
    if (ends.on.length === 0) break;
    const on = ends.on;
    ends.on = [];
    for (const path of on) {
      if (w.count()) add(ends, execute(w, one, path, here));
      else ends.on.push(path);
    }
    ends.on = bounded(w, ends.on);
  }
  return ends;
}

function add(into: Ends, ends: Ends): void {
  into.on.push(...ends.on);
  addLeft(into, ends);
}

/** Adds the ends that leave what is around. */
function addLeft(into: Ends, ends: Ends): void {
  into.breaks.push(...ends.breaks);
  into.continues.push(...ends.continues);
  into.returns.push(...ends.returns);
  into.thrown.push(...ends.thrown);
}

const goingOn = (on: readonly Path[]): Ends => ({ ...noEnds(), on: [...on] });

/** Functions of JavaScript are there before the block runs. */
function declare(w: Walk, statements: readonly Statement[], path: Path, here: Here): void {
  for (const statement of statements) {
    const one = statement.kind === 'exported' ? statement.statement : statement;
    if (one.kind === 'function') bindFunction(w, one, path, here);
  }
}

function bindFunction(w: Walk, one: Statement & { kind: 'function' }, path: Path, here: Here): void {
  const { definition } = one;
  if (definition.name === undefined) return;
  const span = definition.nameSpan ?? definition;
  const at: At = { file: here.frame.file, span };
  // What a decorator makes of it is not known; evaluation knows what a call of it runs.
  const term: Term =
    definition.decorators.length > 0
      ? { kind: 'computed', at, parts: [] }
      : { kind: 'function', at, definition, frame: here.frame, self: here.frame.self };
  assign(w, { kind: 'name', name: definition.name, ...span }, term, path, here);
}

function execute(w: Walk, one: Statement, path: Path, here: Here): Ends {
  const at: At = { file: here.frame.file, span: one };
  switch (one.kind) {
    case 'expression':
      return goingOn(
        joined(
          w,
          path.names,
          w.evaluate(one.value, path, here).map(({ path: end }) => end),
        ),
      );
    case 'assign':
      return goingOn(
        w.evaluate(one.value, path, here).map(({ path: end, term }) => {
          for (const target of one.targets)
            assign(
              w,
              target,
              one.operator === 'set'
                ? term
                : combined(w, { target, operator: one.operator }, term, end, here, at),
              end,
              here,
            );
          return end;
        }),
      );
    case 'declare':
      assign(w, one.target, { kind: 'constant', at, scalar: undefined }, path, here);
      return goingOn([path]);
    case 'function':
      if (here.frame.file.isPython) bindFunction(w, one, path, here);
      return goingOn([path]);
    case 'exported':
      return execute(w, one.statement, path, here);
    case 'export-value':
      return goingOn(w.evaluate(one.value, path, here).map(({ path: end }) => end));
    case 'return':
      return {
        ...noEnds(),
        returns: one.value
          ? w.evaluate(one.value, path, here)
          : [{ path, term: { kind: 'constant', at, scalar: undefined } }],
      };
    case 'throw':
      return {
        ...noEnds(),
        thrown: one.value ? w.evaluate(one.value, path, here).map(({ path: end }) => end) : [path],
      };
    case 'if':
      return runIf(w, one, path, here, at);
    case 'for':
      return runLoop(w, path, here, one.body, one.otherwise, {
        begin: (from) =>
          w.evaluate(one.iterable, from, here).flatMap(({ path: end, term }) =>
            enter(w, term, end, { file: at.file, span: one.target }).map(({ path: inner, term: item }) => {
              assign(w, one.target, item, inner, here);
              return inner;
            }),
          ),
        leave: (from) =>
          w.evaluate(one.iterable, from, here).flatMap(({ path: end, term }) => pass(w, term, end, at) ?? []),
        leaveLater: (from) => [from],
      });
    case 'while':
      return runWhile(w, one, path, here);
    case 'try':
      return runTry(w, one, path, here, at);
    case 'with': {
      let paths = [path];
      for (const { value, target } of one.items) {
        paths = paths.flatMap((from) =>
          w.evaluate(value, from, here).map(({ path: end, term }) => {
            if (target) assign(w, target, term, end, here);
            return end;
          }),
        );
      }
      return w.run(one.body, paths, here);
    }
    case 'switch':
      return runSwitch(w, one, path, here, at);
    case 'break':
      return { ...noEnds(), breaks: [{ path, label: one.label }] };
    case 'continue':
      return { ...noEnds(), continues: [{ path, label: one.label }] };
    case 'block': {
      const ends = w.run(one.body, [path], here);
      if (one.label === undefined) return ends;
      const own = ends.breaks.filter(({ label }) => label === one.label).map(({ path: end }) => end);
      return {
        ...ends,
        on: [...ends.on, ...own],
        breaks: ends.breaks.filter(({ label }) => label !== one.label),
      };
    }
    case 'unknown': {
      let paths = [path];
      for (const part of one.parts)
        paths = paths.flatMap((from) => w.evaluate(part, from, here).map(({ path: end }) => end));
      return goingOn(paths);
    }
    default:
      return goingOn([path]);
  }
}

function runIf(w: Walk, one: Statement & { kind: 'if' }, path: Path, here: Here, at: At): Ends {
  const ends = noEnds();
  for (const { path: end, term } of w.evaluate(one.test, path, here)) {
    const sides = [true, false].map((holds) => {
      const on = tested(w, branchOf(end), term, holds);
      return w.run(holds ? one.body : one.otherwise, on ? [on] : [], here);
    });
    for (const side of sides) addLeft(ends, side);
    const on = sides.map((side) => side.on);
    ends.on.push(...(merged(w, end, term, on, at) ?? joined(w, end.names, on.flat())));
  }
  return ends;
}

/** The one path behind a test of which both sides only give names values: these then depend on the test. */
function merged(
  w: Walk,
  base: Path,
  test: Term,
  sides: readonly (readonly Path[])[],
  at: At,
): Path[] | undefined {
  const [yes, no] = sides.map((paths) => paths[0]);
  if (!yes || !no || sides.some((paths) => paths.length !== 1)) return undefined;
  const own = base.steps.length + 1;
  if (yes.steps.length !== own || no.steps.length !== own) return undefined;
  const [left, right] = [yes.names.since(base.names), no.names.since(base.names)];
  const names = base.names.branch();
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const before: Term = base.names.get(key) ?? { kind: 'constant', at, scalar: undefined };
    const [a, b] = [left.get(key) ?? before, right.get(key) ?? before];
    names.set(key, w.numberOf(a) === w.numberOf(b) ? a : { kind: 'conditional', at, test, yes: a, no: b });
  }
  return [{ names, steps: base.steps }];
}

interface Loop {
  /** The paths on which the body begins once more. */
  begin(path: Path): Path[];
  /** The paths on which the loop ends before its body ever runs. */
  leave(path: Path): Path[];
  /** The paths on which it ends behind its body. */
  leaveLater(path: Path): Path[];
  /** The body runs before the test. */
  readonly runsOnce?: boolean;
  /** What runs between two turns. */
  step?(path: Path): Path[];
}

function runLoop(
  w: Walk,
  path: Path,
  here: Here,
  body: readonly Statement[],
  otherwise: readonly Statement[],
  loop: Loop,
): Ends {
  const ends = noEnds();
  const base = branchOf(path);
  const done: Path[] = loop.runsOnce ? [] : loop.leave(branchOf(base));
  const broken: Path[] = [];
  let from: readonly Path[] = [branchOf(base)];
  for (let turn = 0; turn < MAX_FLOW_TURNS && from.length > 0; turn++) {
    const begun = turn === 0 && loop.runsOnce ? from : from.flatMap((one) => loop.begin(branchOf(one)));
    const inner = w.run(body, begun, here);
    const isOwn = ({ label }: Left): boolean => label === undefined;
    broken.push(...inner.breaks.filter(isOwn).map(({ path: end }) => end));
    ends.returns.push(...inner.returns);
    ends.thrown.push(...inner.thrown);
    ends.breaks.push(...inner.breaks.filter((one) => !isOwn(one)));
    // One with a label goes on with a loop that may be this one.
    const on = joined(w, base.names, [...inner.on, ...inner.continues.map(({ path: end }) => end)]);
    from = bounded(w, loop.step ? on.flatMap(loop.step) : on);
    for (const end of from) done.push(...loop.leaveLater(branchOf(end)));
  }
  const behind = joined(w, base.names, done);
  const last = otherwise.length > 0 ? w.run(otherwise, behind, here) : goingOn(behind);
  addLeft(ends, last);
  ends.on.push(...joined(w, base.names, [...last.on, ...broken]));
  return ends;
}

function runWhile(w: Walk, one: Statement & { kind: 'while' }, path: Path, here: Here): Ends {
  const initial = w.run(one.initial, [path], here);
  const ends = noEnds();
  const { test } = one;
  const on =
    (holds: boolean) =>
    (from: Path): Path[] => {
      if (!test) return holds ? [from] : [];
      return w.evaluate(test, from, here).flatMap(({ path: end, term }) => tested(w, end, term, holds) ?? []);
    };
  for (const from of initial.on)
    add(
      ends,
      runLoop(w, from, here, one.body, one.otherwise, {
        begin: on(true),
        leave: on(false),
        leaveLater: on(false),
        runsOnce: one.runsOnce,
        step: (end) =>
          one.update.reduce<Path[]>(
            (all, each) => all.flatMap((at) => w.evaluate(each, at, here).map(({ path: next }) => next)),
            [end],
          ),
      }),
    );
  return ends;
}

function runTry(w: Walk, one: Statement & { kind: 'try' }, path: Path, here: Here, at: At): Ends {
  const base = branchOf(path);
  const body = w.run(one.body, [branchOf(base)], here);
  const tried = [...body.on, ...body.returns.map(({ path: end }) => end), ...body.thrown];
  const ends = noEnds();
  const success = one.otherwise.length > 0 ? w.run(one.otherwise, body.on, here) : goingOn(body.on);
  add(ends, success);
  ends.breaks.push(...body.breaks);
  ends.continues.push(...body.continues);
  ends.returns.push(...body.returns);
  if (one.handlers.length === 0) ends.thrown.push(...body.thrown);
  for (const handler of one.handlers) {
    const from = branchOf(base);
    // It may have failed anywhere: what was given a value may have been given it.
    for (const end of tried)
      for (const [key, term] of end.names.since(base.names)) {
        const before = from.names.get(key);
        if (before && w.numberOf(before) !== w.numberOf(term))
          from.names.set(key, { kind: 'either', at, members: [before, term] });
      }
    from.steps = [...from.steps, { kind: 'caught', at: { file: at.file, span: handler }, clock: w.clock() }];
    const target = handler.target;
    if (target)
      assign(w, target, { kind: 'computed', at: { file: at.file, span: target }, parts: [] }, from, here);
    add(ends, w.run(handler.body, [from], here));
  }
  ends.on = joined(w, base.names, ends.on);
  if (one.last.length === 0) return ends;
  const last = w.run(one.last, ends.on, here);
  const returns = ends.returns.flatMap(({ path: end, term }) =>
    w.run(one.last, [end], here).on.map((on): Result => ({ path: on, term })),
  );
  return {
    ...last,
    breaks: [...ends.breaks, ...last.breaks],
    continues: [...ends.continues, ...last.continues],
    returns: [...returns, ...last.returns],
    thrown: [...ends.thrown, ...last.thrown],
  };
}

function runSwitch(w: Walk, one: Statement & { kind: 'switch' }, path: Path, here: Here, at: At): Ends {
  const ends = noEnds();
  for (const { path: end, term: subject } of w.evaluate(one.subject, path, here)) {
    const isComplete = one.cases.some(({ isDefault }) => isDefault);
    let left: Path | undefined = end;
    const starts = new Map<Case, Path[]>();
    for (const way of one.cases) {
      if (way.isDefault || !left) continue;
      const test: Term = testOf(w, way, subject, left, here, at);
      const on = tested(w, branchOf(left), test, true);
      if (on) {
        for (const target of way.binds)
          assign(
            w,
            target,
            { kind: 'computed', at: { file: at.file, span: target }, parts: [subject] },
            on,
            here,
          );
        starts.set(way, [on]);
      }
      left = tested(w, branchOf(left), test, false);
    }
    const byDefault = one.cases.find(({ isDefault }) => isDefault);
    if (byDefault && left) starts.set(byDefault, [left]);
    let falling: readonly Path[] = [];
    const on: Path[] = [];
    for (const way of one.cases) {
      const inner = w.run(way.body, [...(starts.get(way) ?? []), ...falling], here);
      falling = way.fallsThrough ? inner.on : [];
      if (!way.fallsThrough) on.push(...inner.on);
      const isOwn = ({ label }: Left): boolean => label === undefined && !here.frame.file.isPython;
      on.push(...inner.breaks.filter(isOwn).map(({ path: broken }) => broken));
      addLeft(ends, { ...inner, breaks: inner.breaks.filter((each) => !isOwn(each)) });
    }
    on.push(...falling, ...(!isComplete && left ? [left] : []));
    ends.on.push(...joined(w, end.names, on));
  }
  return ends;
}

/** What must hold for a case to run. */
function testOf(w: Walk, way: Case, subject: Term, path: Path, here: Here, at: At): Term {
  const tests = way.tests.map((test): Term => {
    const right = w.evaluate(test, path, here)[0]?.term ?? { kind: 'computed', at, parts: [] };
    return { kind: 'compare', at, operator: 'equal', left: subject, right };
  });
  const guard = way.guard && w.evaluate(way.guard, path, here)[0]?.term;
  const any = tests.reduce<Term | undefined>(
    (a, b) => (a ? { kind: 'logical', at, operator: 'or', left: a, right: b } : b),
    undefined,
  );
  const all = any ?? { kind: 'computed', at, parts: [subject] };
  return guard ? { kind: 'logical', at, operator: 'and', left: all, right: guard } : all;
}

export { truthOf };
