import { givesItself } from '../../evaluate/calls.js';
import { takesSelf } from '../../evaluate/functions.js';
import type { FunctionDefinition } from '../../ir/ir.js';
import { MAX_FLOW_DEPTH } from '../../limits.js';
import { type At, type CallExpression, isSame, type Value } from '../../values/value.js';
import { each } from './expressions.js';

import { runForEach } from './loops.js';
import { assign, changed, declaredIn, functionTerm, isOfFramesFrom, memberTerm } from './names.js';
import { branchOf, type Path, type Result } from './state.js';
import { type CallTerm, type FlowFrame, pathOf, type Term } from './term.js';
import { bounded, type Here, isQuiet, joined, tested, type Walk } from './walk.js';

/** A call: its callee and arguments run first, in this order. */
export function call(w: Walk, one: CallExpression, path: Path, here: Here): Result[] {
  const at: At = { file: here.frame.file, span: one };
  const { callee } = one;
  const isMember = callee.kind === 'member' && callee.object.kind !== 'super';
  const given = [...one.positional, ...one.named].map(({ value }) => value);
  return each(w, [isMember ? callee.object : callee, ...given], path, here).flatMap(
    ({ path: end, terms }) => {
      const [first, ...rest] = terms;
      if (!first) return [];
      const positional = rest.slice(0, one.positional.length);
      const named = new Map(
        one.named.flatMap(({ key }, index): [string, Term][] => {
          const term = rest[one.positional.length + index];
          return term ? [[key ?? `**${index}`, term]] : [];
        }),
      );
      const object = isMember ? first : undefined;
      const calleeAt: At = { file: at.file, span: callee };
      const target = isMember ? memberTerm(w, first, callee.property, end, calleeAt) : first;
      return callOf(w, { one, at, object, callee: target, positional, named }, end, here);
    },
  );
}

interface Given {
  readonly one: CallExpression;
  readonly at: At;
  readonly object: Term | undefined;
  readonly callee: Term;
  readonly positional: readonly Term[];
  readonly named: ReadonlyMap<string, Term>;
}

function callOf(w: Walk, given: Given, path: Path, here: Here): Result[] {
  const { one, at, object, callee, positional, named } = given;
  // One of two functions, by a test.
  if (callee.kind === 'conditional')
    return [true, false].flatMap((holds) => {
      const on = tested(w, branchOf(path), callee.test, holds);
      return on ? callOf(w, { ...given, callee: holds ? callee.yes : callee.no }, on, here) : [];
    });
  const name =
    one.callee.kind === 'name' ? one.callee.name : one.callee.kind === 'member' ? one.callee.property : '';
  // `approve = state.approve`, `state['approve']`
  const taken = callee.kind === 'member' ? callee : undefined;
  const target = targetOf(w, one);
  const term: CallTerm = {
    kind: 'call',
    at,
    id: w.newId(),
    clock: w.clock(),
    expression: one,
    name,
    callee,
    object: object ?? taken?.object,
    given: positional,
    named,
    target,
    exits: undefined,
  };
  if (w.question.targets.has(taken?.property ?? name)) {
    w.found.push({ call: term, steps: path.steps, within: here.within });
    return [{ path, term }];
  }
  if (endsProgram(term)) {
    w.ended++;
    return [];
  }
  const builtIn = ofLanguage(w, term, path, here);
  if (builtIn) return builtIn;
  const followed =
    callee.kind === 'function'
      ? callee
      : target?.kind === 'function' && givesItself(target)
        ? functionTerm(w, target)
        : undefined;
  if (followed) {
    const isMethod = target?.kind === 'function' && takesSelf(target) && target.self !== undefined;
    const results = follow(
      w,
      followed,
      isMethod ? [object ?? callee, ...positional] : positional,
      named,
      object,
      term,
      path,
      here,
    );
    if (results) return results;
    return [{ path, term: { kind: 'computed', at, parts: [...positional, ...named.values()] } }];
  }
  const passed = passedOn(w, term, path, here);
  if (passed) return passed;
  if (w.question.isTold(term)) path.steps = [...path.steps, { kind: 'call', call: term, clock: term.clock }];
  return [{ path, term }];
}

/**
 * What a call that is not followed may call with what else it is given: what is asked for, or a function of the project
 * (`asyncio.to_thread(approve_all, state, items)`); undefined where it is given neither.
 */
function passedOn(w: Walk, term: CallTerm, path: Path, here: Here): Result[] | undefined {
  const { given, named, at } = term;
  for (const [index, one] of given.entries()) {
    const others = given.slice(index + 1);
    if (one.kind === 'member' && w.question.targets.has(one.property)) {
      const call: CallTerm = { ...term, callee: one, object: one.object, given: others };
      w.found.push({ call, steps: path.steps, within: here.within });
      return [{ path, term }];
    }
    if (one.kind !== 'function' || !at.file.isPython) continue;
    const takes = one.definition.parameters.length;
    // Who is given a function without arguments may keep it for later, but for a module that is known to decide nothing.
    const runsNow = takes > 0 || (pathOf(term.callee)?.module && !w.question.isTold(term));
    if (takes === others.length && runsNow) return follow(w, one, others, named, undefined, term, path, here);
  }
  return undefined;
}

/** What is called here, where all that evaluation saw call it call the same. */
function targetOf(w: Walk, one: CallExpression): Value | undefined {
  const [first, ...others] = w.evaluation.eventsAt(one).map(({ target }) => target);
  if (!first) return undefined;
  if (first.kind === 'function')
    return others.every((other) => other.kind === 'function' && other.definition === first.definition)
      ? first
      : undefined;
  return others.every((other) => isSame(other, first))
    ? first
    : (others.find(({ kind }) => kind === 'external') ?? undefined);
}

const ENDS: ReadonlySet<string> = new Set([
  'exit',
  'quit',
  'process.exit',
  'sys.exit',
  'os._exit',
  'os.abort',
]);

/** A call that ends the program. */
function endsProgram({ callee }: CallTerm): boolean {
  const path = pathOf(callee);
  if (!path) return false;
  const module = path.module.replace('node:', '');
  return ENDS.has(module === '' ? path.dotted : `${module}.${path.dotted}`);
}

/** Lists that are changed by what they are called on. */
const ADDS: ReadonlySet<string> = new Set([
  'append',
  'add',
  'push',
  'unshift',
  'insert',
  'extend',
  'update',
  'set',
  'setdefault',
]);
const FORGETS: ReadonlySet<string> = new Set([
  'remove',
  'delete',
  'discard',
  'pop',
  'shift',
  'clear',
  'splice',
]);
/** Calls of a method of a list with a function, for each of its items. */
const EACH: ReadonlySet<string> = new Set([
  'forEach',
  'map',
  'flatMap',
  'filter',
  'find',
  'findLast',
  'some',
  'every',
]);
const GIVES_ON: ReadonlySet<string> = new Set(['then', 'finally']);
const LATER: ReadonlySet<string> = new Set(['setTimeout', 'setImmediate', 'queueMicrotask']);
const COLLECTIONS: ReadonlySet<string> = new Set(['Set', 'set', 'frozenset']);

/** What functions and methods of the language do that call others, or change lists; undefined where it is another call. */
function ofLanguage(w: Walk, term: CallTerm, path: Path, here: Here): Result[] | undefined {
  const { name, object, given, at, expression } = term;
  const [first, second] = given;
  const key = first?.kind === 'constant' ? String(first.scalar) : undefined;
  if (object?.kind === 'record' && name === 'get' && key !== undefined) {
    const member = object.members.get(key);
    const absent = object.isOpen
      ? undefined
      : (second ?? ({ kind: 'constant', at, scalar: undefined } as const));
    if (member ?? absent) return [{ path, term: (member ?? absent) as Term }];
  }
  if (
    !object &&
    name === 'getattr' &&
    first &&
    second?.kind === 'constant' &&
    typeof second.scalar === 'string'
  )
    return [{ path, term: memberTerm(w, first, second.scalar, path, at) }];
  if (object && first?.kind === 'function' && EACH.has(name))
    return forEach(w, name, object, first, path, here, at);
  if (!object && first?.kind === 'function' && second && (name === 'map' || name === 'filter'))
    return forEach(w, name, second, first, path, here, at);
  if (object && first?.kind === 'function' && GIVES_ON.has(name))
    return follow(w, first, name === 'then' ? [object] : [], NO_NAMES, undefined, term, path, here);
  if (!object && first?.kind === 'function' && LATER.has(name))
    return follow(w, first, [], NO_NAMES, undefined, term, path, here);
  if (
    object &&
    first &&
    (name === 'includes' || name === 'has' || name === '__contains__') &&
    given.length === 1
  )
    return [{ path, term: { kind: 'compare', at, operator: 'in', left: first, right: object } }];
  if (
    !object &&
    COLLECTIONS.has(name) &&
    !(term.target?.kind === 'function' || term.target?.kind === 'class')
  ) {
    if (!first) return [{ path, term: { kind: 'list', at, items: [], isOpen: false } }];
    if (first.kind === 'list') return [{ path, term: first }];
  }
  const { callee } = expression;
  if (object && callee.kind === 'member' && (ADDS.has(name) || FORGETS.has(name)) && isCollection(object)) {
    if (ADDS.has(name)) changed(w, callee.object, given, path, here, at);
    else changed(w, callee.object, [{ kind: 'item', at, of: object, id: w.newId() }], path, here, at);
    return [{ path, term: { kind: 'computed', at, parts: [object, ...given] } }];
  }
  return undefined;
}

const isCollection = (term: Term): boolean =>
  term.kind === 'list' ||
  term.kind === 'record' ||
  term.kind === 'computed' ||
  term.kind === 'chosen' ||
  term.kind === 'conditional';

const NO_NAMES: ReadonlyMap<string, Term> = new Map();

type FunctionTerm = Term & { readonly kind: 'function' };

/** `xs.map((x) => ...)` and its kin. */
function forEach(
  w: Walk,
  name: string,
  list: Term,
  by: FunctionTerm,
  path: Path,
  here: Here,
  at: At,
): Result[] | undefined {
  if (isActive(by.definition, here) || here.within.length >= MAX_FLOW_DEPTH) return undefined;
  const { ended } = w;
  const isOwn = isOfFramesFrom(w.newId());
  const base = branchOf(path);
  const items = new Map<Path, Term>();
  const { paths, ways, taken } = runForEach(w, list, base, at, (inner, item) => {
    const results = runBody(w, by, [item], NO_NAMES, undefined, inner, here, at).exits;
    for (const result of results) items.set(result.path, item);
    return results;
  });
  const term = ((): Term => {
    if (name === 'map' || name === 'flatMap') return { kind: 'chosen', at, of: list, ways };
    if (name === 'filter') {
      const kept = taken.flatMap(({ path: end, term: holds }) => {
        const item = items.get(end);
        const on = tested(w, { names: end.names, steps: end.steps.slice(base.steps.length) }, holds, true);
        return on && item ? [{ steps: on.steps, term: item }] : [];
      });
      return { kind: 'chosen', at, of: list, ways: kept };
    }
    return { kind: 'chosen', at, of: list, ways };
  })();
  if (name === 'find' || name === 'findLast') {
    const found = taken.flatMap(({ path: end, term: holds }): Result[] => {
      const item = items.get(end);
      const on = tested(w, branchOf(end), holds, true);
      return on && item ? [{ path: on, term: item }] : [];
    });
    return bounded(w, [
      ...found,
      ...paths.map((one): Result => ({ path: one, term: { kind: 'constant', at, scalar: undefined } })),
    ]);
  }
  // Where it only looks at the items it is as if it had not gone two ways.
  if (isQuiet(w, paths, base, ended, isOwn)) return [{ path, term }];
  return paths.map((one) => ({ path: one, term }));
}

const isActive = (definition: FunctionDefinition, { within }: Here): boolean =>
  within.some((one) => one.definition === definition);

/** Calls a function of the project; undefined where it is not followed. */
export function follow(
  w: Walk,
  by: FunctionTerm,
  given: readonly Term[],
  named: ReadonlyMap<string, Term>,
  object: Term | undefined,
  term: CallTerm,
  path: Path,
  here: Here,
): Result[] | undefined {
  const { definition } = by;
  if (isActive(definition, here) || here.within.length >= MAX_FLOW_DEPTH) return undefined;
  const { ended } = w;
  const first = w.newId();
  const base = branchOf(path);
  const { exits, thrown } = runBody(w, by, given, named, object, branchOf(base), here, term.at);
  const isOwn = isOfFramesFrom(first);
  const ends = exits.map(({ path: end }) => end);
  if (definition.isGenerator) {
    const parts: Term = { kind: 'computed', at: term.at, parts: [...given, ...named.values()] };
    return joined(w, base.names, ends).map((end) => ({ path: end, term: parts }));
  }
  if (thrown.length === 0 && isQuiet(w, ends, base, ended, isOwn)) {
    const ways = exits.map(({ path: end, term: returned }) => ({
      steps: end.steps.slice(base.steps.length),
      term: returned,
    }));
    const [only, ...others] = ways;
    const value: Term =
      only && others.length === 0 && only.steps.length === 0 ? only.term : { ...term, exits: ways };
    return [{ path, term: value }];
  }
  // Ends that give the same and leave the same behind are one.
  const byTerm = new Map<number, Result[]>();
  for (const exit of exits) {
    const number = w.numberOf(exit.term);
    const same = byTerm.get(number);
    if (same) same.push(exit);
    else byTerm.set(number, [exit]);
  }
  return bounded(
    w,
    [...byTerm.values()].flatMap((same) =>
      joined(
        w,
        base.names,
        same.map(({ path: end }) => withoutOwn(end, base, isOwn)),
      ).map((end) => ({ path: end, term: (same[0] as Result).term })),
    ),
  );
}

/** What a function that has ended called its own is forgotten. */
function withoutOwn(end: Path, base: Path, isOwn: (key: string) => boolean): Path {
  const names = base.names.branch();
  for (const [key, term] of end.names.since(base.names)) if (!isOwn(key)) names.set(key, term);
  return { names, steps: end.steps };
}

/** Runs the body of a function with what it is given. */
function runBody(
  w: Walk,
  by: FunctionTerm,
  given: readonly Term[],
  named: ReadonlyMap<string, Term>,
  object: Term | undefined,
  path: Path,
  here: Here,
  at: At,
): { readonly exits: Result[]; readonly thrown: readonly Path[] } {
  const { definition, frame: parent } = by;
  const { file } = parent;
  w.followed.add(definition);
  const isLambda = definition.kind === 'lambda';
  const frame: FlowFrame = {
    id: w.newId(),
    file,
    definition,
    parent,
    declared: declaredIn({ definition, file }),
    self: isLambda ? by.self : object,
  };
  const inner: Here = { frame, within: [...here.within, { definition, clock: w.clock() }] };
  let place = 0;
  for (const parameter of definition.parameters) {
    const parameterAt: At = { file, span: parameter };
    const rest = (parts: readonly Term[]): Term => ({ kind: 'computed', at: parameterAt, parts });
    if (parameter.rest === 'items') {
      assign(
        w,
        parameter.target,
        { kind: 'list', at: parameterAt, items: given.slice(place), isOpen: false },
        path,
        inner,
      );
      place = given.length;
      continue;
    }
    if (parameter.rest === 'members') {
      assign(w, parameter.target, rest([...named.values()]), path, inner);
      continue;
    }
    const own = named.get(parameter.name) ?? (parameter.isNamedOnly ? undefined : given[place]);
    if (!named.has(parameter.name) && !parameter.isNamedOnly) place++;
    const isLeftOut = own === undefined || (own.kind === 'constant' && own.scalar === undefined);
    const fallback =
      isLeftOut && parameter.fallback
        ? w.evaluate(parameter.fallback, path, { ...inner, frame: parent })[0]?.term
        : undefined;
    assign(
      w,
      parameter.target,
      fallback ?? own ?? { kind: 'constant', at: parameterAt, scalar: undefined },
      path,
      inner,
    );
  }
  const ends = w.run(definition.body(), [path], inner);
  const exits: Result[] = [
    ...ends.returns,
    ...ends.on.map((end): Result => ({ path: end, term: { kind: 'constant', at, scalar: undefined } })),
  ];
  return { exits: bounded(w, exits), thrown: ends.thrown };
}
