import type { AssignOperator, BinaryOperator, Clause, Expression, Target } from '../../ir/ir.js';
import { spelled } from '../../tree/spelling.js';
import type { At } from '../../values/value.js';
import { runForEach } from './loops.js';
import { assign, isOfFramesFrom, memberTerm, nameTerm } from './names.js';
import { branchOf, type Path, type Result } from './state.js';
import { type Comparison, pathOf, type Term } from './term.js';
import { type Here, isQuiet, tested, type Walk } from './walk.js';

/** What an expression stands for on each path that it ends on, once all that it does is done. */
export function evaluate(w: Walk, one: Expression, path: Path, here: Here): Result[] {
  const at: At = { file: here.frame.file, span: one };
  if (!w.count()) return [{ path, term: { kind: 'computed', at, parts: [] } }];
  switch (one.kind) {
    case 'literal':
      return [{ path, term: { kind: 'constant', at, scalar: one.scalar } }];
    case 'nothing':
      return [{ path, term: { kind: 'constant', at, scalar: undefined } }];
    case 'text':
      return [{ path, term: { kind: 'constant', at, scalar: spelled(at.file.text, one.pieces).value } }];
    case 'template': {
      const parts = one.parts.filter((part): part is Expression => 'kind' in part);
      return computed(w, one.tag ? [one.tag, ...parts] : parts, path, here, at);
    }
    case 'list': {
      const spreads = one.elements.map(({ spread }) => spread);
      return each(
        w,
        one.elements.map(({ value }) => value),
        path,
        here,
      ).map(({ path: end, terms }) => {
        const items = terms.flatMap((term, index): readonly Term[] => {
          if (!spreads[index]) return [term];
          if (term.kind === 'list' && !term.isOpen) return term.items;
          return [{ kind: 'item', at, of: term, id: w.newId() }];
        });
        const isOpen = terms.some((term, index) => spreads[index] && !(term.kind === 'list' && !term.isOpen));
        return { path: end, term: { kind: 'list', at, items, isOpen } };
      });
    }
    case 'record': {
      const values = one.entries.flatMap(({ computed: key, value }) => (key ? [key, value] : [value]));
      return each(w, values, path, here).map(({ path: end, terms }) => {
        const members = new Map<string, Term>();
        let isOpen = false;
        let place = 0;
        for (const entry of one.entries) {
          const key = entry.computed ? terms[place++] : undefined;
          const term = terms[place++];
          const name = entry.key ?? (key?.kind === 'constant' ? String(key.scalar) : undefined);
          if (!term) continue;
          if (!entry.spread && name !== undefined) members.set(name, term);
          else if (term.kind === 'record' && entry.spread)
            for (const [inner, value] of term.members) members.set(inner, value);
          else {
            isOpen = true;
            members.set(`...${place}`, term);
          }
        }
        return { path: end, term: { kind: 'record', at, members, isOpen } };
      });
    }
    case 'name':
      return [{ path, term: nameTerm(w, one.name, path, here, at) }];
    case 'this':
    case 'super':
      return [{ path, term: selfOf(here, at) }];
    case 'member':
      return w.evaluate(one.object, path, here).map(({ path: end, term }) => ({
        path: end,
        term: memberTerm(w, term, one.property, end, at),
      }));
    case 'index':
      return each(w, [one.object, one.index], path, here).map(({ path: end, terms: [object, index] }) => {
        if (!object || !index) return { path: end, term: { kind: 'computed', at, parts: [] } };
        const key = index.kind === 'constant' ? index.scalar : undefined;
        if (typeof key === 'string') return { path: end, term: memberTerm(w, object, key, end, at) };
        const item =
          object.kind === 'list' && !object.isOpen && typeof key === 'number'
            ? object.items.at(key)
            : undefined;
        return { path: end, term: item ?? { kind: 'index', at, object, index } };
      });
    case 'slice':
      return computed(
        w,
        [one.object, ...[one.from, one.to, one.step].flatMap((part) => part ?? [])],
        path,
        here,
        at,
      );
    case 'call':
      return w.call(one, path, here);
    case 'function':
      return [
        {
          path,
          term: {
            kind: 'function',
            at,
            definition: one.definition,
            frame: here.frame,
            self: here.frame.self,
          },
        },
      ];
    case 'class':
      return [{ path, term: { kind: 'computed', at, parts: [] } }];
    case 'binary':
      return binary(w, one, path, here, at);
    case 'logical':
      return logical(w, one, path, here, at);
    case 'not':
      return w
        .evaluate(one.operand, path, here)
        .map(({ path: end, term }) => ({ path: end, term: { kind: 'not', at, operand: term } }));
    case 'typeof':
      return computed(w, [one.operand], path, here, at);
    case 'conditional':
      return conditional(w, one, path, here, at);
    case 'comprehension':
      return comprehension(w, one, path, here, at);
    case 'same':
      return same(w, one, path, here);
    case 'assign':
      return w.evaluate(one.value, path, here).map(({ path: end, term }) => {
        const value = one.operator === 'set' ? term : combined(w, one, term, end, here, at);
        assign(w, one.target, value, end, here);
        return { path: end, term: value };
      });
    case 'yield':
      return one.value
        ? computed(w, [one.value], path, here, at)
        : [{ path, term: { kind: 'computed', at, parts: [] } }];
    case 'sequence':
      return each(w, one.values, path, here).map(({ path: end, terms }) => ({
        path: end,
        term: terms.at(-1) ?? { kind: 'computed', at, parts: [] },
      }));
    case 'module':
      return [
        { path, term: { kind: 'outside', at, origin: { module: one.specifier, name: '*', dotted: '' } } },
      ];
    case 'unknown':
      return computed(w, one.parts, path, here, at);
  }
}

function selfOf({ frame }: Here, at: At): Term {
  for (let around: typeof frame | undefined = frame; around; around = around.parent)
    if (around.self) return around.self;
  return { kind: 'self', at };
}

/** `x += 1`, `x ||= y` as statements and expressions have it. */
export function combined(
  w: Walk,
  one: { readonly target: Target; readonly operator: AssignOperator },
  term: Term,
  path: Path,
  here: Here,
  at: At,
): Term {
  const { target, operator } = one;
  const before =
    target.kind === 'name'
      ? nameTerm(w, target.name, path, here, at)
      : target.kind === 'member'
        ? (w.evaluate({ ...target, kind: 'member', isOptional: false }, path, here)[0]?.term ?? term)
        : term;
  if (operator === 'default') return { kind: 'logical', at, operator: 'or', left: before, right: term };
  if (operator === 'and') return { kind: 'logical', at, operator: 'and', left: before, right: term };
  if (operator === 'add' && before.kind === 'list' && term.kind === 'list')
    return { ...before, at, items: [...before.items, ...term.items], isOpen: before.isOpen || term.isOpen };
  return { kind: 'computed', at, parts: [before, term] };
}

/** Several expressions, one after the other. */
export function each(
  w: Walk,
  expressions: readonly Expression[],
  path: Path,
  here: Here,
): { readonly path: Path; readonly terms: readonly Term[] }[] {
  let all: { path: Path; terms: readonly Term[] }[] = [{ path, terms: [] }];
  for (const one of expressions) {
    all = all.flatMap(({ path: at, terms }) =>
      w.evaluate(one, at, here).map((end) => ({ path: end.path, terms: [...terms, end.term] })),
    );
  }
  return all;
}

function computed(w: Walk, parts: readonly Expression[], path: Path, here: Here, at: At): Result[] {
  return each(w, parts, path, here).map(({ path: end, terms }) => ({
    path: end,
    term: { kind: 'computed', at, parts: terms },
  }));
}

const COMPARISONS: Readonly<
  Partial<Record<BinaryOperator, { operator: Comparison; isNot?: boolean; isTurned?: boolean }>>
> = {
  equal: { operator: 'equal' },
  same: { operator: 'equal' },
  'not-equal': { operator: 'equal', isNot: true },
  'not-same': { operator: 'equal', isNot: true },
  in: { operator: 'in' },
  'not-in': { operator: 'in', isNot: true },
  less: { operator: 'less' },
  'at-most': { operator: 'at-most' },
  more: { operator: 'less', isTurned: true },
  'at-least': { operator: 'at-most', isTurned: true },
};

function binary(w: Walk, one: Expression & { kind: 'binary' }, path: Path, here: Here, at: At): Result[] {
  const comparison = COMPARISONS[one.operator];
  if (!comparison) return computed(w, spineOf(one), path, here, at);
  return each(w, [one.left, one.right], path, here).map(({ path: end, terms: [a, b] }) => {
    if (!a || !b) return { path: end, term: { kind: 'computed', at, parts: [] } };
    if (isMain(a) || isMain(b))
      return { path: end, term: { kind: 'constant', at, scalar: !comparison.isNot } };
    const [left, right] = comparison.isTurned ? [b, a] : [a, b];
    const term: Term = { kind: 'compare', at, operator: comparison.operator, left, right };
    return { path: end, term: comparison.isNot ? { kind: 'not', at, operand: term } : term };
  });
}

const MAIN: ReadonlySet<string> = new Set(['require.main', 'import.meta.url', 'import.meta.filename']);

/** A program asks by it whether it was started itself. */
function isMain(term: Term): boolean {
  const path = pathOf(term);
  return path !== undefined && path.module === '' && MAIN.has(path.dotted);
}

/** The operands of `a + b + c`; such a chain is as long as a program likes. */
function spineOf(one: Expression & { kind: 'binary' }): Expression[] {
  const parts: Expression[] = [];
  let at: Expression = one;
  while (at.kind === 'binary' && at.operator === one.operator) {
    parts.push(at.right);
    at = at.left;
  }
  return [...parts, at].reverse();
}

/**
 * Runs what runs only where a test goes one way. Where it does nothing but compute a value it is as if it always ran;
 * else the path goes two ways.
 */
function perhaps(
  w: Walk,
  test: Term,
  holds: boolean,
  path: Path,
  run: (path: Path) => Result[],
): { readonly plain: Term } | { readonly taken: readonly Result[]; readonly passed: Path | undefined } {
  const { ended, found } = w;
  const visits = found.length;
  const isOwn = isOfFramesFrom(w.newId());
  const trial = branchOf(path);
  const base: Path = { names: path.names, steps: path.steps };
  const results = run(trial);
  const [only, ...others] = results;
  const isPlain =
    only && others.length === 0 && found.length === visits && isQuiet(w, [only.path], base, ended, isOwn);
  if (isPlain && only.path.steps.length === base.steps.length) return { plain: only.term };
  found.length = visits;
  w.ended = ended;
  const on = tested(w, branchOf(path), test, holds);
  const off = tested(w, branchOf(path), test, !holds);
  return { taken: on ? run(on) : [], passed: off };
}

function logical(w: Walk, one: Expression & { kind: 'logical' }, path: Path, here: Here, at: At): Result[] {
  const { operator } = one;
  return w.evaluate(one.left, path, here).flatMap(({ path: end, term: left }) => {
    const found = perhaps(w, left, operator === 'and', end, (inner) => w.evaluate(one.right, inner, here));
    if ('plain' in found)
      return [{ path: end, term: { kind: 'logical', at, operator, left, right: found.plain } }];
    return [...found.taken, ...(found.passed ? [{ path: found.passed, term: left }] : [])];
  });
}

function conditional(
  w: Walk,
  one: Expression & { kind: 'conditional' },
  path: Path,
  here: Here,
  at: At,
): Result[] {
  return w.evaluate(one.test, path, here).flatMap(({ path: end, term: test }) => {
    const yes = perhaps(w, test, true, end, (inner) => w.evaluate(one.yes, inner, here));
    const no = perhaps(w, test, false, end, (inner) => w.evaluate(one.no, inner, here));
    if ('plain' in yes && 'plain' in no)
      return [{ path: end, term: { kind: 'conditional', at, test, yes: yes.plain, no: no.plain } }];
    const way = (of: typeof yes, holds: boolean): readonly Result[] => {
      if (!('plain' in of)) return of.taken;
      const on = tested(w, branchOf(end), test, holds);
      return on ? [{ path: on, term: of.plain }] : [];
    };
    return [...way(yes, true), ...way(no, false)];
  });
}

/** Brackets, casts and awaits. What is awaited and is no call may come from somebody. */
function same(w: Walk, one: Expression & { kind: 'same' }, path: Path, here: Here): Result[] {
  const results = w.evaluate(one.value, path, here);
  if (one.by !== 'await') return results;
  for (const { path: end, term } of results) {
    const waits =
      term.kind === 'name' ||
      term.kind === 'parameter' ||
      term.kind === 'member' ||
      (term.kind === 'call' && term.expression.isNew);
    if (waits) end.steps = [...end.steps, { kind: 'await', term, clock: w.clock() }];
  }
  return results;
}

function comprehension(
  w: Walk,
  one: Expression & { kind: 'comprehension' },
  path: Path,
  here: Here,
  at: At,
): Result[] {
  const results = [one.key, one.result].flatMap((part) => part ?? []);
  return clauses(w, one.clauses, results, path, here, at);
}

function clauses(
  w: Walk,
  left: readonly Clause[],
  results: readonly Expression[],
  path: Path,
  here: Here,
  at: At,
): Result[] {
  const [clause, ...rest] = left;
  if (!clause)
    return each(w, results, path, here).map(({ path: end, terms }) => ({
      path: end,
      term: terms.at(-1) ?? nothing(at),
    }));
  if (clause.kind === 'if')
    return w.evaluate(clause.test, path, here).flatMap(({ path: end, term }) => {
      const on = tested(w, end, term, true);
      return on ? clauses(w, rest, results, on, here, at) : [];
    });
  return w.evaluate(clause.iterable, path, here).flatMap(({ path: end, term }) => {
    const { paths, ways } = runForEach(w, term, end, at, (inner, item) => {
      assign(w, clause.target, item, inner, here);
      return clauses(w, rest, results, inner, here, at);
    });
    return paths.map((one): Result => ({ path: one, term: { kind: 'chosen', at, of: term, ways } }));
  });
}

const nothing = (at: At): Term => ({ kind: 'constant', at, scalar: undefined });
