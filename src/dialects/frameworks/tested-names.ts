import {
  type CodeSyntaxNode,
  type Condition,
  callIn,
  contains,
  dependsOn,
  type Guard,
  nodeOfCall,
  numberOf,
  type Shape,
  shapeOf,
  type Tail,
  type TestGuard,
  type Traced,
  type Value,
  valueWhere,
} from '../../program/index.js';
import type { Body } from '../agents/body.js';
import { TOOL_CALLS } from './deciders/deciders.js';
import facts from './deciders/deciders.json' with { type: 'json' };
import { comparedTexts } from './tool-names.js';

/** Functions whose result is true where their argument has an item. */
const HAS_ITEM: ReadonlySet<string> = new Set(facts.hasItem.split(' '));

/** The texts that a test compares something with, and whether it is one of them. */
export const textsOfTest = (guard: Guard): readonly string[] | undefined =>
  guard.kind === 'test' ? comparedTexts(guard.test.value)?.texts : undefined;

/** Names of tools, and the texts that programs compare the same value with: names of tools that are not given here. */
export function withNamesTested(bodies: readonly Body[], names: ReadonlySet<string>): ReadonlySet<string> {
  const byValue = new Map<number, Set<string>>();
  const conditions = bodies.flatMap(({ reach }) => reach.calls.flatMap((call) => reach.conditionsOf(call)));
  for (const guard of conditions.flat()) {
    const compared = guard.kind === 'test' ? comparedTexts(guard.test.value) : undefined;
    if (!compared) continue;
    const number = numberOf(compared.tested);
    byValue.set(number, new Set([...(byValue.get(number) ?? []), ...compared.texts]));
  }
  const all = new Set(names);
  for (const texts of byValue.values())
    if ([...texts].some((one) => names.has(one))) for (const one of texts) all.add(one);
  return all;
}

/** A call of a model, and the names of the tools that it is given; undefined: they are not known. */
export interface NamedRequest {
  readonly node: CodeSyntaxNode;
  readonly names: ReadonlySet<string> | undefined;
}

/** The request that a call is, if it is one of some. */
const requestAt = (
  { offsets: { file, start } }: Pick<CodeSyntaxNode, 'offsets'>,
  requests: readonly NamedRequest[],
): NamedRequest | undefined =>
  requests.find(({ node }) => node.offsets.file === file && node.offsets.start === start);

/** Whether a call is one of some requests. */
export const isOneOf = (node: Pick<CodeSyntaxNode, 'offsets'>, requests: readonly NamedRequest[]): boolean =>
  requestAt(node, requests) !== undefined;

/**
 * A body without what runs only where another call of a model answers with a tool that it is not given: a tool that starts
 * an agent shares the branches of its loop.
 */
export function withoutOtherTools(body: Body, requests: readonly NamedRequest[]): Body {
  if (requests.length === 0) return body;
  const namesFor = (value: Value): ReadonlySet<string> | undefined => {
    let found: ReadonlySet<string> | undefined;
    dependsOn(value, (one) => {
      const call = callIn(one);
      const request = call && requestAt(nodeOfCall(call), requests);
      found ??= request?.names;
      return request && true;
    });
    return found;
  };
  const mayRun = (condition: Condition): boolean =>
    condition.every((guard) => {
      const compared = guard.kind === 'test' && guard.holds ? comparedTexts(guard.test.value) : undefined;
      const names = compared && isOfName(compared.tested) ? namesFor(compared.tested) : undefined;
      return !names || !compared || compared.texts.some((one) => names.has(one));
    });
  const conditionsOf: Body['reach']['conditionsOf'] = (call, behind) =>
    body.reach.conditionsOf(call, behind).filter(mayRun);
  const acts = body.acts.filter(({ call }) => {
    const conditions = body.reach.conditionsOf(call);
    return conditions.length === 0 || conditions.some(mayRun);
  });
  return acts.length === body.acts.length ? body : { ...body, acts, reach: { ...body.reach, conditionsOf } };
}

/** Whether a value is the name that something states, and not its kind. */
function isOfName(value: Value): boolean {
  const shape = shapeOf(value);
  return shape.kind === 'member' && shape.property === 'name';
}

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
