import { ROOT_STEPS, WORK_SHARES } from '../limits.js';
import type { SourceFile } from '../values/source.js';
import type { CallEvent, Context, FunctionValue, Guard, SetEvent, Value } from '../values/value.js';
import { activityOf } from './activity.js';
import { budgetOf, type WorkFor } from './budget.js';
import { runPassedOver, runUncalled } from './calls.js';
import { decorated, outerFrame } from './functions.js';
import { add, holdMember } from './guards.js';
import { MODULE_CONTEXT } from './identity.js';
import type { Frame, Machine } from './machine.js';
import type { ModuleState } from './module-state.js';
import { recordsOf } from './records.js';

/** What one function does when something outside of the program calls it with arguments that are not known, or a module. */
export interface RootRun {
  /** The function whose parameters the caller gives: itself, or what a decorator of the project put in its place; of a module none. */
  readonly roots: readonly FunctionValue[];
  /** The calls that it reaches, in the order in which they first ran. */
  readonly calls: readonly CallEvent[];
  /** The members and keys that it sets. */
  readonly sets: readonly SetEvent[];
  /** The functions of the project that ran, by their definitions. */
  readonly functions: ReadonlyMap<FunctionValue['definition'], FunctionValue>;
  /** Every function of the project that it calls ran to its end. */
  readonly isWhole: boolean;
  /** It took more work than one may. */
  readonly isCut: boolean;
  /** The calls that lead to one of these, outermost first. */
  callersOf(event: CallEvent): readonly CallEvent[];
  /** It runs in a function that was passed to a call which is not read: that call may run it, or not. */
  isPassed(event: CallEvent): boolean;
}

/** Runs functions as roots. */
export interface Roots {
  /** The same run for the same function. */
  runOf(one: FunctionValue): RootRun;
  /** What the code of a module does when it runs. */
  runOfModule(module: ModuleState): RootRun;
}

/** Starts a run: with a function, or with a module. */
interface RootStart {
  runRoot(value: Value): void;
  runModule(module: ModuleState): void;
}

/**
 * Runs functions as roots, each with records, counts and a budget of its own, in a view of the heap that is dropped: what it
 * reaches does not depend on who else calls the same helpers, and changes nothing of what the program is known to do.
 * `workFor`: that of a program, of which each has a part. `selvesOf`: the objects that a method may be called on.
 */
export function rootsOf(
  m: Machine,
  workFor: WorkFor,
  selvesOf: (one: FunctionValue) => readonly (Value | undefined)[],
): Roots {
  const root = m.heap;
  const known = new Map<number, RootRun>();
  const modules = new Map<SourceFile, RootRun>();

  const runOf = (one: FunctionValue): RootRun => {
    const before = known.get(one.id);
    if (before && one.self === undefined) return before;
    const run = newRun(one.at.file, ({ runRoot }) => runRoot(decorated(m, one, frameOf(m, one))));
    known.set(one.id, run);
    return run;
  };

  const runOfModule = (module: ModuleState): RootRun => {
    const { file } = module;
    const run = modules.get(file) ?? newRun(file, ({ runModule }) => runModule(module));
    modules.set(file, run);
    return run;
  };

  /** Runs something of a file as a root. */
  const newRun = (file: SourceFile, start: (how: RootStart) => void): RootRun => {
    const { records, recorded } = recordsOf((clock) =>
      m.rounds.some(({ from, round }) => from <= clock && clock < round),
    );
    const calls: CallEvent[] = [];
    const activity = activityOf();
    const sets: SetEvent[] = [];
    const ran = new Map<FunctionValue['definition'], FunctionValue>();
    const work = workFor(file).part(WORK_SHARES, ROOT_STEPS);
    const steps = budgetOf(() => work);
    const own: Partial<Machine> = {
      ...records,
      ...activity,
      running(callee, body) {
        ran.set(callee.definition, callee);
        return activity.running(callee, body);
      },
      recordEvent(event) {
        const recorded = records.recordEvent(event);
        if (recorded !== event) return recorded;
        if (event.kind === 'call') calls.push(event);
        else if (event.kind === 'set') sets.push(event);
        return recorded;
      },
      // A module that is imported first here belongs to the whole program, and not to the root.
      moduleState: (other) => during(whole, () => m.moduleState(other)),
      moduleOf: (specifier, from) => during(whole, () => m.moduleOf(specifier, from)),
      objectOf: (type) => during(whole, () => m.objectOf(type)),
      limit: steps.limit,
      isSpent: steps.isSpent,
      step: steps.step,
      spend: steps.spend,
    };
    const whole: Partial<Machine> = {};
    for (const key of Object.keys(own) as (keyof Machine)[]) Object.assign(whole, { [key]: m[key] });
    const passers = new Map<FunctionValue['definition'], CallEvent>();
    const passed = new Set<FunctionValue['definition']>();
    const roots: FunctionValue[] = [];
    const view = root.branch();

    const enter = (callee: FunctionValue, guard: Guard | undefined, run: () => void): void => {
      m.heap = view.branch();
      m.heap.guard = guard;
      if (!guard) add(m, enteredBy(callee, m.heap.tick()));
      run();
    };

    const runRoot = (value: Value): void => {
      if (value.kind === 'union') {
        for (const member of value.members)
          if (member.kind === 'function') {
            roots.push(member);
            enter(member, undefined, () => {
              holdMember(m, value, member);
              runUncalled(m, member, member.self, member.context);
            });
          }
        return;
      }
      if (value.kind !== 'function') return;
      roots.push(value);
      for (const self of value.self ? [value.self] : selvesOf(value))
        enter(value, undefined, () => runUncalled(m, value, self, value.context));
    };

    const runModule = ({ scope, program }: ModuleState): void => {
      if (!program) return;
      const { moduleState } = m;
      // What the module exports stays what it is.
      const unchanged: Partial<Machine> = {
        moduleState: (other) => (other === file ? undefined : moduleState(other)),
        star: () => undefined,
      };
      during(unchanged, () => {
        m.heap = view.branch();
        m.heap.guard = { kind: 'module', at: { file, span: program }, clock: root.tick(), parent: undefined };
        m.run(program.body, outerFrame({ file, scope, context: MODULE_CONTEXT }, m.heap));
      });
    };

    /** Functions that a call leads to without having run them: it was not followed, or is passed them. */
    const follow = (event: CallEvent): void => {
      if (event.hasRun) return;
      const guard = event.paths[0]?.guard;
      for (const callee of functionsIn(event.target)) {
        if (ran.has(callee.definition)) continue;
        passers.set(callee.definition, event);
        enter(callee, guard, () => runPassedOver(m, callee, event, frameOf(m, callee)));
      }
      for (const callee of passedFunctions(m, event)) {
        if (ran.has(callee.definition)) continue;
        passers.set(callee.definition, event);
        passed.add(callee.definition);
        const clock = root.tick();
        enter(callee, { kind: 'call', event, clock, parent: guard }, () =>
          runUncalled(m, callee, callee.self, callee.context),
        );
      }
    };

    during(own, () => {
      start({ runRoot, runModule });
      for (let index = 0; index < calls.length; index++) follow(calls[index] as CallEvent);
    });
    for (const [limited, why] of steps.limits())
      if (why === 'file-steps') m.limit(file, 'root-steps');
      else m.limit(limited, why);
    const isCut = [...steps.limits().values()].includes('file-steps');
    const innermost = ({ inside }: CallEvent): FunctionValue['definition'] | undefined => inside?.definition;
    const run: RootRun = {
      roots,
      calls,
      sets,
      functions: ran,
      isCut,
      isWhole:
        steps.limits().size === 0 &&
        roots.length > 0 &&
        calls.every(
          (event) => event.hasRun || functionsIn(event.target).every((each) => ran.has(each.definition)),
        ),
      callersOf(event) {
        const found: CallEvent[] = [];
        const seen = new Set<CallEvent>();
        for (let at: CallEvent | undefined = event; at && !seen.has(at); ) {
          seen.add(at);
          let next: CallEvent | undefined;
          let outermost = at;
          for (let context: Context | undefined = at.context; context; context = context.parent) {
            if (!context.call) continue;
            next = recorded.callerOf(context);
            if (!next) break;
            found.push(next);
            outermost = next;
          }
          const definition = innermost(outermost);
          const passer: CallEvent | undefined = definition && passers.get(definition);
          if (passer) found.push(passer);
          at = passer;
        }
        return found.reverse();
      },
      isPassed(event) {
        const all = [event, ...run.callersOf(event)];
        return all.some((each) => {
          const definition = innermost(each);
          return definition !== undefined && passed.has(definition);
        });
      },
    };
    return run;
  };

  /** Runs something with other parts of the machine in their places. */
  const during = <T>(parts: Partial<Machine>, run: () => T): T => {
    const before: Partial<Machine> = {};
    for (const key of Object.keys(parts) as (keyof Machine)[]) Object.assign(before, { [key]: m[key] });
    const { heap } = m;
    const { guard } = root;
    root.guard = undefined;
    Object.assign(m, parts);
    try {
      return run();
    } finally {
      Object.assign(m, before);
      m.heap = heap;
      root.guard = guard;
      if (m.heap === root) root.settle();
    }
  };

  return { runOf, runOfModule };
}

const frameOf = (m: Machine, { at, scope, context }: FunctionValue): Frame =>
  outerFrame({ file: at.file, scope, context }, m.heap);

const enteredBy = ({ definition, at }: FunctionValue, clock: number): Guard => ({
  kind: 'entered',
  definition,
  at,
  clock,
  parent: undefined,
});

const isFunction = ({ kind }: Value): boolean => kind === 'function';

function functionsIn(value: Value): readonly FunctionValue[] {
  if (value.kind === 'function') return [value];
  return value.kind === 'union' ? value.members.filter((one): one is FunctionValue => isFunction(one)) : [];
}

/** The functions that a call is passed, also in a list or as an option. */
function passedFunctions(m: Machine, { positional, named }: CallEvent): readonly FunctionValue[] {
  const inner = (value: Value): readonly Value[] => {
    if (value.kind === 'list') return m.listState(value).items.map((slot) => slot.value);
    if (value.kind === 'record') return [...m.recordState(value).members.values()].map((slot) => slot.value);
    return [value];
  };
  return [...positional, ...named.members.values()].flatMap(({ value }) => inner(value).flatMap(functionsIn));
}
