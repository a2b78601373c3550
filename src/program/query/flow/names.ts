import type { Expression, Target } from '../../ir/ir.js';
import { MAX_CONSTANTS } from '../../limits.js';
import { cellOf } from '../../values/scope.js';
import type { At, Value } from '../../values/value.js';
import { declaredBy, type FunctionPlace, functionsOf, type Giving, givingsIn } from './frames.js';
import { Names, type Path } from './state.js';
import type { FlowFrame, Term } from './term.js';
import type { Here, Walk } from './walk.js';

/** Where the value of a name is kept. */
const keyOf = (frame: FlowFrame, name: string): string => `${frame.id}:${name}`;

/** Where the value of a member of something is kept. */
const memberKey = (w: Walk, object: Term, property: string): string => `.${w.numberOf(object)}.${property}`;

/** Whether a value is kept for a frame that began after another was made. */
export const isOfFramesFrom =
  (first: number) =>
  (key: string): boolean =>
    !key.startsWith('.') && Number.parseInt(key, 10) >= first;

/** The frame that declares a name. */
function frameOf(frame: FlowFrame, name: string): FlowFrame | undefined {
  for (let at: FlowFrame | undefined = frame; at; at = at.parent) if (at.declared.has(name)) return at;
  return undefined;
}

/** What a name stands for on a path. */
export function nameTerm(w: Walk, name: string, path: Path, here: Here, at: At): Term {
  const frame = frameOf(here.frame, name);
  if (frame) return path.names.get(keyOf(frame, name)) ?? knownTerm(w, frame, name, at);
  if (name === '__name__') return { kind: 'constant', at, scalar: '__main__' };
  return { kind: 'name', at, name };
}

/** What a member of something stands for on a path. */
export function memberTerm(w: Walk, object: Term, property: string, path: Path, at: At): Term {
  const known = path.names.get(memberKey(w, object, property));
  if (known) return known;
  if (object.kind === 'record') {
    const own = object.members.get(property);
    if (own) return own;
  }
  if (object.kind === 'outside') {
    const { origin } = object;
    const dotted = origin.dotted === '' ? property : `${origin.dotted}.${property}`;
    return {
      kind: 'outside',
      at,
      origin: { ...origin, name: origin.dotted === '' ? property : origin.name, dotted },
    };
  }
  // Of each object that it may be.
  if (object.kind === 'conditional') {
    const [yes, no] = [
      memberTerm(w, object.yes, property, path, at),
      memberTerm(w, object.no, property, path, at),
    ];
    return { kind: 'conditional', at, test: object.test, yes, no };
  }
  return { kind: 'member', at, object, property };
}

/** Gives what a target names another value. */
export function assign(w: Walk, target: Target, term: Term, path: Path, here: Here): void {
  const at: At = { file: here.frame.file, span: target };
  switch (target.kind) {
    case 'name': {
      const frame = frameOf(here.frame, target.name) ?? outermost(here.frame);
      path.names.set(keyOf(frame, target.name), term);
      return;
    }
    case 'member': {
      const [object] = w.evaluate(target.object, path, here);
      if (object) path.names.set(memberKey(w, object.term, target.property), term);
      return;
    }
    case 'index':
    case 'slice':
      changed(w, target.object, [term], path, here, at);
      return;
    case 'items':
      for (const [index, { target: inner, rest }] of target.items.entries())
        if (inner)
          assign(
            w,
            inner,
            rest ? { kind: 'computed', at, parts: [term] } : itemAt(term, index, at),
            path,
            here,
          );
      return;
    case 'members':
      for (const { key, target: inner, rest } of target.members)
        assign(
          w,
          inner,
          key === undefined || rest
            ? { kind: 'computed', at, parts: [term] }
            : memberTerm(w, term, key, path, at),
          path,
          here,
        );
      return;
    case 'unknown':
      return;
  }
}

/** One of some values by its place. */
export function itemAt(term: Term, index: number, at: At): Term {
  if (term.kind === 'list' && !term.isOpen && term.items[index]) return term.items[index];
  return { kind: 'index', at, object: term, index: { kind: 'constant', at, scalar: index } };
}

/** Notes that what an expression names has something more in it. */
export function changed(
  w: Walk,
  object: Expression,
  more: readonly Term[],
  path: Path,
  here: Here,
  at: At,
): void {
  if (object.kind !== 'name' && object.kind !== 'member') return;
  const before =
    object.kind === 'name'
      ? nameTerm(w, object.name, path, here, at)
      : w.evaluate(object.object, path, here)[0]?.term;
  if (!before) return;
  const old = object.kind === 'member' ? memberTerm(w, before, object.property, path, at) : before;
  const term = withMore(old, more, at);
  if (object.kind === 'name') assign(w, { ...object, kind: 'name' }, term, path, here);
  else path.names.set(memberKey(w, before, object.property), term);
}

/** A list with more items; of one of several lists each. */
function withMore(list: Term, more: readonly Term[], at: At): Term {
  if (list.kind === 'list') return { ...list, at, items: [...list.items, ...more] };
  if (list.kind === 'conditional')
    return { ...list, yes: withMore(list.yes, more, at), no: withMore(list.no, more, at) };
  return { kind: 'computed', at, parts: [list, ...more] };
}

function outermost(frame: FlowFrame): FlowFrame {
  let at = frame;
  while (at.parent) at = at.parent;
  return at;
}

/** What a name of a function or module is given that is not run on this path. */
function knownTerm(w: Walk, frame: FlowFrame, name: string, at: At): Term {
  const key = keyOf(frame, name);
  const before = w.known.get(key);
  if (before === 'looking') return { kind: 'name', at, name };
  if (before) return before;
  w.known.set(key, 'looking');
  const found = w.beside(() =>
    frame.definition ? ofFunction(w, frame, name, at) : ofModule(w, frame, name, at),
  );
  w.known.set(key, found);
  return found;
}

function ofFunction(w: Walk, frame: FlowFrame, name: string, at: At): Term {
  const { definition } = frame;
  if (!definition) return { kind: 'name', at, name };
  const parameter = definition.parameters.find((one) => one.name === name || isBound(one.target, name));
  if (parameter) return { kind: 'parameter', at, name, of: definition, clock: 0 };
  // A path that runs in this frame has not given it a value yet, but for functions, which are there from the start.
  const givings = givingsIn(definition.body()).get(name) ?? [];
  const isRun = frame.id > 0;
  return givenBy(w, isRun ? givings.filter(({ kind }) => kind === 'function') : givings, frame, name, at);
}

function isBound(target: Target, name: string): boolean {
  if (target.kind === 'name') return target.name === name;
  if (target.kind === 'members') return target.members.some((one) => isBound(one.target, name));
  if (target.kind === 'items')
    return target.items.some((one) => one.target !== undefined && isBound(one.target, name));
  return false;
}

function ofModule(w: Walk, frame: FlowFrame, name: string, at: At): Term {
  const module = w.evaluation.moduleState(frame.file);
  const cell = module && cellOf(module.scope, name);
  const value = cell && w.evaluation.machine.read(cell);
  const known = value && plainTerm(w, value, at);
  if (known) return known;
  const givings = givingsIn(frame.file.program()?.body ?? []).get(name) ?? [];
  const given = givenBy(w, givings, frame, name, at);
  if (given.kind !== 'name' || !value) return given;
  return value.kind === 'made' && value.call.result === value
    ? { kind: 'computed', at, parts: [given] }
    : given;
}

/** What the statements give a name that may be run before. */
function givenBy(w: Walk, givings: readonly Giving[], frame: FlowFrame, name: string, at: At): Term {
  const terms = givings.flatMap((one) => {
    const path: Path = { names: new Names(), steps: [] };
    const here: Here = { frame, within: [] };
    switch (one.kind) {
      case 'assign': {
        const [result] = w.evaluate(one.value, path, here);
        if (!result) return [];
        if (one.operator !== 'set') return [{ kind: 'computed', at, parts: [result.term] } as Term];
        for (const target of one.targets) assign(w, target, result.term, result.path, here);
        return result.path.names.get(keyOf(frame, name)) ?? [];
      }
      case 'for': {
        const [result] = w.evaluate(one.iterable, path, here);
        return result ? [{ kind: 'item', at, of: result.term, id: w.newId() } as Term] : [];
      }
      case 'with': {
        const item = one.items.find(({ target }) => target !== undefined && isBound(target, name));
        const [result] = item ? w.evaluate(item.value, path, here) : [];
        return result ? [result.term] : [];
      }
      case 'function':
        return [{ kind: 'function', at, definition: one.definition, frame, self: undefined } as Term];
      case 'import': {
        const binding = one.bindings.find(({ local }) => local === name);
        if (!binding) return [];
        const module = binding.specifier ?? one.specifier;
        const dotted = binding.imported === '*' ? '' : binding.imported;
        return [{ kind: 'outside', at, origin: { module, name: binding.imported, dotted } } as Term];
      }
      default:
        return [];
    }
  });
  const [first, ...others] = terms;
  if (!first) return { kind: 'name', at, name };
  return others.length === 0 ? first : { kind: 'either', at, members: terms };
}

/** A value that evaluation knows whole, as a term. */
function plainTerm(w: Walk, value: Value, at: At): Term | undefined {
  switch (value.kind) {
    case 'scalar':
      return value.isDefault ? undefined : { kind: 'constant', at, scalar: value.scalar };
    case 'nothing':
      return { kind: 'constant', at, scalar: undefined };
    case 'external':
      return { kind: 'outside', at, origin: value.origin };
    case 'module':
      return { kind: 'outside', at, origin: value.origin };
    case 'function':
      return functionTerm(w, value);
    case 'list': {
      const { items, open } = w.evaluation.machine.listState(value);
      const terms =
        items.length <= MAX_CONSTANTS
          ? items.map((slot) => (slot.spread ? undefined : plainTerm(w, slot.value, at)))
          : [];
      const known = terms.filter((one) => one?.kind === 'constant');
      if (known.length === 0 || known.length < terms.length) return undefined;
      return { kind: 'list', at, items: known, isOpen: open !== undefined };
    }
    default:
      return undefined;
  }
}

/** A function of the project as a term. */
export function functionTerm(w: Walk, value: Value & { kind: 'function' }): Term & { kind: 'function' } {
  const { definition, at } = value;
  const place = functionsOf(at.file).get(definition);
  return { kind: 'function', at, definition, frame: w.frameAround(place?.parent, at.file), self: undefined };
}

/** The names of a function, with its parameters. */
export function declaredIn(place: Pick<FunctionPlace, 'definition' | 'file'>): ReadonlySet<string> {
  const { definition, file } = place;
  const names = new Set(declaredBy(definition.body(), file.isPython));
  for (const { target, name } of definition.parameters)
    for (const one of [...namesIn(target), ...(target.kind === 'name' ? [name] : [])]) names.add(one);
  return names;
}

function* namesIn(target: Target): Generator<string> {
  if (target.kind === 'name') yield target.name;
  else if (target.kind === 'items') {
    for (const one of target.items) if (one.target) yield* namesIn(one.target);
  } else if (target.kind === 'members') for (const one of target.members) yield* namesIn(one.target);
}
