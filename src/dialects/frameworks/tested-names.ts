import {
  type Condition,
  contains,
  type Guard,
  type Shape,
  shapeOf,
  type Tail,
  type TestGuard,
  type Traced,
  type Value,
  valueWhere,
} from '../../program/index.js';
import { TOOL_CALLS } from './deciders/deciders.js';
import facts from './deciders/deciders.json' with { type: 'json' };
import { comparedTexts } from './tool-names.js';

/** Functions whose result is true where their argument has an item. */
const HAS_ITEM: ReadonlySet<string> = new Set(facts.hasItem.split(' '));

/** The texts that a test compares something with, and whether it is one of them. */
export const textsOfTest = (guard: Guard): readonly string[] | undefined =>
  guard.kind === 'test' ? comparedTexts(guard.test.value)?.texts : undefined;

/** Methods of tools and functions that run them. */
export const RUNNING: ReadonlySet<string> = new Set('apply call invoke ainvoke run arun'.split(' '));

/** Whether a value is made from a call of a tool that a model answers. */
export const isPartOfToolCall = (value: Traced): boolean =>
  contains(value, (one) => {
    const shape = shapeOf(one);
    return shape.kind === 'member' && TOOL_CALLS.has(shape.property);
  });

/** Whether a condition can hold where the model calls a tool of this name. */
export const mayHold = (
  condition: Condition,
  name: string,
  names: ReadonlySet<string>,
  left = MOST_FILTERS,
): boolean =>
  condition.every((guard) => {
    if (guard.kind !== 'test') return true;
    const { holds, test } = guard;
    const filter = left > 0 ? filterOf(guard) : undefined;
    if (filter) return filter.some((one) => mayHold(one, name, names, left - 1));
    const texts = textsOfTest(guard);
    if (texts?.some((one) => names.has(one))) return texts.includes(name) === holds;
    const known = valueWhere(test.value, (one) => (isNameOfCall(one) ? { value: name } : undefined));
    return !known || !contains(test.value, isNameOfCall) || Boolean(known.value) === holds;
  });

/** Filters of filters whose conditions are looked at. */
const MOST_FILTERS = 24;

/** The name that a call of a tool states: `message.tool_calls[0]["name"]`, and not one of its arguments. */
function isNameOfCall(one: Traced): boolean {
  const shape = shapeOf(one);
  return shape.kind === 'member' && shape.property === 'name' && isCallOfTool(shape.object, new Set());
}

/** Whether a value is a call of a tool, or one of several. */
function isCallOfTool(value: Value, visited: Set<Shape>): boolean {
  const shape = shapeOf(value);
  if (visited.has(shape)) return false;
  visited.add(shape);
  const inner = (one: Value): boolean => isCallOfTool(one, visited);
  switch (shape.kind) {
    case 'item':
      return inner(shape.of);
    case 'index':
      return inner(shape.object);
    case 'member':
      return TOOL_CALLS.has(shape.property) || (/^-?\d+$/.test(shape.property) && inner(shape.object));
    case 'gated':
      return shape.branches.some((one) => inner(one.value));
    default:
      return false;
  }
}

/**
 * The alternatives of which one has to hold for an item of what is tested: `[c for c in calls if c["name"] in NAMES]`,
 * `any(c["name"] in NAMES for c in calls)`.
 */
function filterOf(guard: TestGuard): readonly Tail[] | undefined {
  const { test, holds } = guard;
  const shape = shapeOf(test.value);
  const tested = (value: Value): Guard => ({ ...guard, test: { ...test, value } });
  if (shape.kind === 'call' && !shape.object && shapeOf(shape.callee).kind !== 'function') {
    const [items] = shape.given;
    if (items && shape.name === (holds ? facts.someIs : facts.everyIs))
      return conditionsOfItems(items, tested);
    const list = items && shapeOf(items);
    return holds && HAS_ITEM.has(shape.name) && list?.kind === 'computed' ? list.keptBy : undefined;
  }
  if (shape.kind !== 'computed') return undefined;
  const [, inner] = shape.parts;
  if (shape.holdsFor === (holds ? 'some' : 'every') && inner) return [[tested(inner)]];
  return holds ? shape.keptBy : undefined;
}

/** The conditions of what a comprehension gives, each with a test of it. */
function conditionsOfItems(list: Value, tested: (one: Value) => Guard): readonly Tail[] | undefined {
  const shape = shapeOf(list);
  if (shape.kind === 'either') return shape.each && [[tested(shape.each)]];
  if (shape.kind !== 'list' || shape.spreads.length > 0) return undefined;
  // How often a loop runs is not known: each turn gives the same.
  const isOfItem = (one: Traced): boolean => shapeOf(one).kind === 'item';
  if (shape.isOpen && !shape.items.every((item) => contains(item, isOfItem))) return undefined;
  return shape.items.flatMap((one) => {
    const item = shapeOf(one);
    if (item.kind !== 'gated') return [[tested(one)]];
    return item.branches.map(({ tail, value }) => [...tail, tested(value)]);
  });
}
