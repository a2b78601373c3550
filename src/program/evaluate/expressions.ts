import type { BinaryOperator, Expression } from '../ir/ir.js';
import { ALWAYS, bothGates } from '../values/guard.js';
import { union } from '../values/join.js';
import { cellOf } from '../values/scope.js';
import { type At, type Gate, type Test, unknown, type Value } from '../values/value.js';
import { branches } from './branches.js';
import { makeClass } from './classes.js';
import { comprehend } from './comprehensions.js';
import { makeFunction } from './functions.js';
import { awaited, computed, gateSince, hold, itemGate, onlyIf, tested } from './guards.js';
import { truthValue } from './implicit-calls.js';
import type { Frame, Machine } from './machine.js';
import { importedValue, notFound } from './modules.js';
import { Members, membersOf, shallowCopy, sliced, slotAt, slotsOf, spreadItems } from './slots.js';
import { addTexts, fillIn, textOf } from './texts.js';
import { isAmong, isEqual, isGiven, isMember, testOf, truthOf, truthOfTest } from './truth.js';

/** The value of an expression. */
export function evaluate(m: Machine, one: Expression, frame: Frame): Value {
  const at: At = { file: frame.file, span: one };
  if (!m.step(frame.file)) return unknown(at, 'too-costly');
  return m.deeper(
    () => evaluateOne(m, one, frame, at),
    () => tooDeep(m, at),
  );
}

function evaluateOne(m: Machine, one: Expression, frame: Frame, at: At): Value {
  switch (one.kind) {
    case 'literal':
      return { kind: 'scalar', at, scalar: one.scalar };
    case 'nothing':
      return { kind: 'nothing', at };
    case 'text':
      return { kind: 'scalar', at, scalar: textOf(frame.file, one.pieces), text: one };
    case 'template':
      return fillIn(m, one, frame, at);
    case 'list': {
      return m.list(at, frame.context, { items: slotsOf(m, one.elements, frame), open: undefined });
    }
    case 'record': {
      const state = membersOf(m, one.entries, frame, false);
      return m.record(at, frame.context, state);
    }
    case 'name':
      return valueOfName(m, one.name, frame, at);
    case 'this':
      return frame.self ?? unknown(at, 'of-object');
    case 'super':
      return unknown(at, 'of-object');
    case 'member':
      return member(m, one, frame, at);
    case 'index':
      return m.item(evaluate(m, one.object, frame), evaluate(m, one.index, frame), at);
    case 'slice':
      return slice(m, one, frame, at);
    case 'call':
      return m.call(one, frame);
    case 'function':
      return makeFunction(m, one.definition, frame);
    case 'class':
      return makeClass(m, one.definition, frame);
    case 'binary':
      return binary(m, one, frame, at);
    case 'logical':
      return logical(m, one, frame, at);
    case 'not': {
      const operand = truthValue(m, evaluate(m, one.operand, frame), at);
      const holds = truthOfTest(m, one.operand, operand, frame);
      return holds === undefined
        ? unknown(at, 'computed', computed(frame, 'not', [tested(m, operand).value]))
        : { kind: 'scalar', at, scalar: !holds };
    }
    case 'typeof':
      return unknown(at, 'computed', computed(frame, 'computed', [evaluate(m, one.operand, frame)]));
    case 'conditional': {
      const { test, holds } = testOf(m, one.test, frame);
      if (holds !== undefined) return evaluate(m, holds ? one.yes : one.no, frame);
      return either(m, test, [one.yes, one.no], frame, at);
    }
    case 'comprehension':
      return comprehend(m, one, frame, at);
    case 'same': {
      const value = evaluate(m, one.value, frame);
      if (one.by === 'await') awaited(m, value);
      return value;
    }
    case 'assign': {
      const value = assigned(m, one, frame);
      return value;
    }
    case 'yield': {
      const value = one.value ? evaluate(m, one.value, frame) : undefined;
      if (one.value && value) {
        const own = itemGate(m, frame.body.base.guard);
        const slot = slotAt(frame, one.value, value);
        for (const item of one.all ? spreadItems(m, slot) : [slot])
          frame.body.yields.push({ ...item, gate: own ? bothGates(own, item.gate ?? ALWAYS) : item.gate });
      }
      return unknown(at, 'computed');
    }
    case 'sequence': {
      let last: Value = unknown(at, 'unreadable');
      for (const value of one.values) last = evaluate(m, value, frame);
      return last;
    }
    case 'module': {
      const value = importedValue(m, at, one.specifier, '*');
      return value === 'later' ? notFound(m, at, one.specifier, '*', true) : value;
    }
    case 'unknown': {
      const parts = one.parts.map((part) => evaluate(m, part, frame));
      if (one.why === 'too-deep') return tooDeep(m, at);
      return unknown(at, one.why, computed(frame, 'computed', parts));
    }
  }
}

function tooDeep(m: Machine, at: At): Value {
  m.limit(at.file, 'too-deep');
  return unknown(at, 'too-deep');
}

function assigned(m: Machine, one: Expression & { kind: 'assign' }, frame: Frame): Value {
  const value = evaluate(m, one.value, frame);
  const { target, operator } = one;
  m.assign(target, slotAt(frame, one.value, value), frame, operator);
  const keepsBefore = operator === 'default' && target.kind === 'name';
  return keepsBefore ? valueOfName(m, target.name, frame, { file: frame.file, span: target }) : value;
}

/** The value of a name at its use. */
function valueOfName(m: Machine, name: string, frame: Frame, at: At): Value {
  const cell = cellOf(frame.scope, name);
  if (cell) {
    const value = m.read(cell);
    if (value) return value;
    if (cell.declaration) {
      const early = m.early(cell.declaration, frame);
      if (early === 'running') return { kind: 'unknown', at, why: 'of-itself', later: cell };
      const given = early ? m.read(cell) : undefined;
      if (given) return given;
    }
    // What a function sets behind this is not what it reads here.
    const isOwn = frame.scope.kind === 'function' && frame.scope.cells.get(name) === cell;
    return { kind: 'unknown', at, why: m.whyUnset(cell) ?? 'unset', ...(!isOwn && { later: cell }) };
  }
  const star = frame.file.language.builtIns.has(name) ? undefined : m.outsideStar(frame);
  if (star !== undefined) {
    const origin = { module: star, name, dotted: name };
    return { kind: 'external', at, why: { kind: 'star', module: star }, origin };
  }
  return { kind: 'unknown', at, why: { kind: 'undeclared', name }, undeclared: name };
}

function member(m: Machine, one: Expression & { kind: 'member' }, frame: Frame, at: At): Value {
  if (one.object.kind === 'super') return m.superMember(one.property, frame, at);
  return m.member(evaluate(m, one.object, frame), one.property, at);
}

function slice(m: Machine, one: Expression & { kind: 'slice' }, frame: Frame, at: At): Value {
  const object = evaluate(m, one.object, frame);
  const [from, to, step] = [one.from, one.to, one.step].map((part) => part && evaluate(m, part, frame));
  if (!one.from && !one.to && !one.step) {
    const copy = shallowCopy(m, object, at, frame.context);
    if (copy) return copy;
  }
  const items = object.kind === 'list' && !step ? sliced(m, object, from, to) : undefined;
  if (items) return m.list(at, frame.context, { items, open: undefined });
  const parts = [object, from, to, step].filter((part) => part !== undefined);
  return unknown(at, 'computed-key', computed(frame, 'computed', parts));
}

/** The parts of `a + b + c`, from the left; a chain of a program that a machine wrote is thousands of links long. */
function spineOf(one: Expression & { kind: 'binary' }): Expression[] {
  const parts: Expression[] = [];
  let at: Expression = one;
  while (at.kind === 'binary' && at.operator === one.operator) {
    parts.push(at.right);
    at = at.left;
  }
  parts.push(at);
  return parts.reverse();
}

function binary(m: Machine, one: Expression & { kind: 'binary' }, frame: Frame, at: At): Value {
  switch (one.operator) {
    case 'add': {
      const parts = spineOf(one).map((part) => ({ part, value: evaluate(m, part, frame) }));
      return addTexts(
        m,
        parts.map(({ part, value }) => slotAt(frame, part, value)),
        frame,
        at,
      );
    }
    case 'merge': {
      const [left, right] = [evaluate(m, one.left, frame), evaluate(m, one.right, frame)];
      if (left.kind !== 'record' && right.kind !== 'record')
        return unknown(at, 'computed', computed(frame, 'computed', [left, right]));
      const builder = new Members();
      builder.spread(m, left, slotAt(frame, one.left, left));
      builder.spread(m, right, slotAt(frame, one.right, right));
      return m.record(at, frame.context, builder.state());
    }
    case 'repeat': {
      const parts = spineOf(one).map((part) => evaluate(m, part, frame));
      const [list, ...others] = parts.filter((part) => part.kind === 'list');
      // How often does not matter: each item is one of the list.
      return list && others.length === 0
        ? m.list(at, frame.context, m.listState(list))
        : unknown(at, 'computed', computed(frame, 'computed', parts));
    }
    case 'equal':
    case 'same':
    case 'not-equal':
    case 'not-same': {
      const [left, right] = [evaluate(m, one.left, frame), evaluate(m, one.right, frame)];
      const same = isEqual(left, right);
      const isNegated = one.operator === 'not-equal' || one.operator === 'not-same';
      if (same !== undefined) return { kind: 'scalar', at, scalar: same !== isNegated };
      return comparison(at, frame, { name: 'equal', isNegated }, left, right);
    }
    case 'divide': {
      const parts = spineOf(one).map((part) => evaluate(m, part, frame));
      const ends = pathEnd(parts);
      const quotient = unknown(at, 'computed', computed(frame, 'computed', parts));
      return ends === undefined ? quotient : { ...quotient, ends };
    }
    default: {
      const parts = spineOf(one).map((part) => evaluate(m, part, frame));
      const compared = COMPARISONS[one.operator];
      const [left, right] = parts;
      const isIn = compared?.name === 'in' && left && right;
      const has = isIn ? (isAmong(m, left, right) ?? hasMember(m, left, right, frame)) : undefined;
      if (has !== undefined) return { kind: 'scalar', at, scalar: has !== (compared?.isNegated ?? false) };
      return compared && left && right && parts.length === 2
        ? comparison(at, frame, compared, left, right)
        : unknown(at, 'computed', computed(frame, 'computed', parts));
    }
  }
}

/** How a path ends whose beginning is not known: `folder / "server" / "desk.py"`. */
function pathEnd(parts: readonly Value[]): string | undefined {
  const texts = parts.map((part) =>
    part.kind === 'scalar' && typeof part.scalar === 'string' ? part.scalar : undefined,
  );
  const from = texts.lastIndexOf(undefined) + 1;
  return from < texts.length && from > 0 ? texts.slice(from).join('/') : undefined;
}

interface Comparison {
  readonly name: 'equal' | 'in' | 'less' | 'at-most';
  readonly isNegated?: boolean;
  /** The operator for exchanged operands. */
  readonly isTurned?: boolean;
}

const COMPARISONS: Readonly<Partial<Record<BinaryOperator, Comparison>>> = {
  in: { name: 'in' },
  'not-in': { name: 'in', isNegated: true },
  less: { name: 'less' },
  'at-most': { name: 'at-most' },
  more: { name: 'less', isTurned: true },
  'at-least': { name: 'at-most', isTurned: true },
};

/** Whether an object has a member by its name (`'execute' in tool`); undefined where that is not known. */
function hasMember(m: Machine, left: Value, right: Value, frame: Frame): boolean | undefined {
  if (left.kind !== 'scalar' || left.isDefault || typeof left.scalar !== 'string') return undefined;
  // The options of an unread call are the members of what it returns, where objects have no methods for `in`.
  const isObject = right.kind === 'instance' && !frame.file.language.hasKeywords;
  if (right.kind !== 'record' && !isObject) return undefined;
  const { members, open, base, others, spreads } = m.recordState(right);
  const slot = members.get(left.scalar);
  if (slot) return slot.gate || slot.value.kind === 'nothing' ? undefined : true;
  return right.kind === 'record' && !open && !base && !others && !spreads ? false : undefined;
}

function comparison(
  at: At,
  frame: Frame,
  { name, isNegated, isTurned }: Comparison,
  left: Value,
  right: Value,
): Value {
  const value = unknown(at, 'computed', computed(frame, name, isTurned ? [right, left] : [left, right]));
  return isNegated ? unknown(at, 'computed', computed(frame, 'not', [value])) : value;
}

/** One of two expressions, by a test. */
function either(m: Machine, test: Test, options: readonly Expression[], frame: Frame, at: At): Value {
  const values: Value[] = [];
  const gates: Gate[] = [];
  const base = m.heap.guard;
  branches(
    m,
    frame,
    'conditional',
    options.map((option, index) => () => {
      hold(m, test, index === 0);
      values.push(evaluate(m, option, frame));
      gates.push(gateSince(m, base));
      return true;
    }),
  );
  return union(values, at, 'chosen', gates);
}

function logical(m: Machine, one: Expression & { kind: 'logical' }, frame: Frame, at: At): Value {
  const left = evaluate(m, one.left, frame);
  const isDefault =
    left.kind === 'scalar' &&
    (left.isDefault || (frame.file.language.hasDefaultMembers && isMember(one.left)));
  const holds = isDefault
    ? undefined
    : one.operator === 'nullish'
      ? isGiven(left)
      : truthOf(m, left, frame.file);
  const stays = one.operator === 'and' ? holds === false : holds === true;
  if (stays) return left;
  if (holds !== undefined) return evaluate(m, one.right, frame);
  const test = tested(m, left);
  const base = m.heap.guard;
  const isAnd = one.operator === 'and';
  let right: Value | undefined;
  const gates: Gate[] = [];
  branches(m, frame, 'conditional', [
    () => {
      hold(m, test, isAnd);
      right = evaluate(m, one.right, frame);
      gates.push(gateSince(m, base));
      return true;
    },
    () => {
      hold(m, test, !isAnd);
      gates.push(gateSince(m, base));
      return true;
    },
  ]);
  const [ofRight = ALWAYS, ofLeft = ALWAYS] = gates;
  if (!right) return left;
  if (isAnd) return union([right, { kind: 'nothing', at }], at, 'chosen', [ofRight, ofLeft]);
  const parts = left.kind === 'union' ? left.members : [left];
  const kept = parts.filter((part) => mayStay(m, part, one.operator, frame));
  // Each part that stays does so where it counts itself.
  const keptGates = kept.map((part) => {
    // Of one that an index chose, the only part that counts is there where the whole does.
    if (left.kind !== 'union' || (left.from && kept.length === 1)) return ofLeft;
    const own = left.gates?.[left.members.indexOf(part)];
    return own && bothGates(own, onlyIf(tested(m, part)));
  });
  const value = union([...kept, right], at, 'chosen', [...keptGates, ofRight]);
  // Which of several a key chose depends on the key: `ANSWERS[typed] ?? false`.
  const isChosen = left.kind === 'union' && left.from && kept.length > 1;
  // A no is no missing answer: `answer ?? true`.
  const isTrue = one.operator === 'nullish' && right.kind === 'scalar' && right.scalar === true;
  const from = (isChosen || isTrue) && LEFT_OUT[one.operator];
  return from && value.kind === 'union' ? { ...value, from: computed(frame, from, [left, right]) } : value;
}

const LEFT_OUT = { or: 'or', nullish: 'default', and: undefined } as const;

const mayStay = (m: Machine, part: Value, operator: 'or' | 'nullish' | 'and', frame: Frame): boolean =>
  (operator === 'nullish' ? isGiven(part) : truthOf(m, part, frame.file)) !== false;
