import { ALWAYS } from '../values/guard.js';
import type { Gate, Value } from '../values/value.js';
import { isSameValue, partsOf, shapeOf, textsIn, type Traced } from './flow/shape.js';
import type { CodeSyntaxNode } from './node.js';
import { valueOfNode } from './results.js';
import { isKnownAs, type Known, valueWhere } from './value-where.js';
import { CodeView } from './view.js';

/** The text of a member of an item, which only its reader knows: the name of a tool. */
export type MemberText = (item: CodeSyntaxNode, member: string) => string | undefined;

/**
 * The items of a list without those that a filter by constants leaves out: `[t for t in tools if t.name in SAFE]`. An item
 * that cannot be decided stays; the list stays open if there is one.
 */
export function filteredItems(list: CodeSyntaxNode, textOf: MemberText): readonly CodeSyntaxNode[] {
  const decided = new Set<Value>();
  const undecided = new Set<Value>();
  const kept = list.items().filter((item) => {
    if (!(item instanceof CodeView) || !item.slot.gate) return true;
    const note = (test: Value, isKnown: boolean) => (isKnown ? decided : undecided).add(test);
    return isOpen(item.slot.gate, { item, textOf }, note) !== false;
  });
  return kept.filter((item) => {
    const from = item instanceof CodeView ? chosenBy(item.slot.spread) : [];
    return from.length === 0 || from.some((one) => undecided.has(one) || !decided.has(one));
  });
}

/**
 * A map with the members whose keys are texts of items: `{t.name: True for t in tools if t.name in RISKY}`. A member that a
 * filter by constants leaves out is none; the map stays open if one of them cannot be decided. `items`: what they may be of.
 */
export function namedMembers(
  map: CodeSyntaxNode,
  items: readonly CodeSyntaxNode[],
  textOf: MemberText,
): CodeSyntaxNode {
  if (!(map instanceof CodeView) || map.value.kind !== 'record') return map;
  const { m, value } = map;
  const { others = [], open, replaced, ...state } = m.recordState(value);
  if (!open?.isOfKeys || !others.some(({ keyedBy }) => keyedBy)) return map;
  const views = items.filter((one) => one instanceof CodeView);
  const members = new Map(state.members);
  const left = others.filter((slot) => {
    const { keyedBy: key, gate, ...own } = slot;
    if (!key) return true;
    const item = key.kind === 'scalar' ? map : itemOf(key, views);
    const question = item && { item, textOf };
    const name = question && valueFor(key, question)?.value;
    const isKept = question && (gate ? isOpen(gate, question) : true);
    const answer = question && slot.value.kind !== 'scalar' ? valueFor(slot.value, question) : undefined;
    const is = answer && ({ kind: 'scalar', at: slot.value.at, scalar: Boolean(answer.value) } as const);
    if (typeof name !== 'string') return isKept !== false;
    // What is set under its own name behind a loop is later.
    const isLater = members.has(name) && !replaced?.has(name);
    if (isKept && !isLater) members.set(name, { ...own, ...(is && { value: is }) });
    return isKept === undefined;
  });
  const rest = left.length > 0 ? { others: left, open, replaced } : {};
  return map.make({
    written: map.slot.written,
    value: { kind: 'options', at: value.at, state: { ...state, ...rest, members } },
  });
}

/** The item that a value is a member of. */
function itemOf(value: Value, items: readonly CodeView[]): CodeView | undefined {
  const object = value.kind === 'unknown' || value.kind === 'external' ? value.takenFrom?.object : undefined;
  return object
    ? new CodeView({ value: object, written: object.at }, undefined, undefined)
    : items.find((item) => memberOfItem(value, valueOfNode(item)) !== undefined);
}

/** What a filter takes out of a list whose items are not known. */
export interface Chosen {
  readonly list: CodeSyntaxNode;
  /** All its items are taken. */
  readonly isWhole: boolean;
  /** The constant texts that a member of the items may have, if the filter compares it with them; undefined if it does not. */
  textsOf(member: string): readonly string[] | undefined;
}

/**
 * The list that a value is filtered out of: `[t for t in await client.get_tools() if t.name in SAFE]`. Or the list that
 * an item is one of, where each that a loop reaches is added: `for t in await client.get_tools(): tools.append(t)`.
 */
export function chosenOutOf(node: CodeSyntaxNode): Chosen | undefined {
  if (!(node instanceof CodeView)) return undefined;
  const { value } = node;
  const from = value.kind === 'instance' ? value.call.returned : value;
  if (from?.kind !== 'unknown' || !from.from) return undefined;
  const { name: chosenBy, parts } = from.from;
  const isItem = chosenBy === 'each';
  const [list, item] = isItem ? [parts[0], from] : parts;
  if ((!isItem && chosenBy !== 'chosen') || !list || !item) return undefined;
  const gate = (isItem ? node.slot.gate : from.from.gate) ?? ALWAYS;
  // That the list has items is no filter.
  const isWhole =
    item.kind === 'unknown' &&
    item.from?.name === 'each' &&
    gate.flat().every((one) => one.kind !== 'test' || one.test.value === list);
  const testTexts = (test: Value, member: string): readonly string[] | undefined => {
    const answer = test.kind === 'instance' ? test.call.returned : test;
    const { name = '', parts: sides = [] } = (answer?.kind === 'unknown' && answer.from) || {};
    const [left, right] = sides;
    if (!left || !right || !isMemberOf(left, item, member)) return undefined;
    return name === 'in' || (name === 'equal' && right.kind === 'scalar') ? textsIn(right) : undefined;
  };
  return {
    list: new CodeView({ value: list, written: list.at }, undefined, undefined),
    isWhole,
    textsOf(member) {
      const texts = gate.map((tail) =>
        tail
          .flatMap((one) => (one.kind === 'test' && one.holds ? [testTexts(one.test.value, member)] : []))
          .find((one) => one !== undefined),
      );
      return texts.every((one) => one !== undefined) ? [...new Set(texts.flat())] : undefined;
    },
  };
}

/** Whether a value is a member of an item. A callback has the item as its parameter. */
function isMemberOf(value: Value, item: Value, member: string): boolean {
  const of = item.kind === 'unknown' ? item.from : undefined;
  if (value.kind === 'parameter')
    return value.path?.join('.') === member && of !== undefined && value.from === of;
  return value.kind === 'unknown' && value.takenFrom?.name === member && value.takenFrom.object === item;
}

interface Question {
  readonly item: CodeView;
  readonly textOf: MemberText;
}

/** Whether a gate lets an item pass; undefined where that is not known. `note`: takes each test, and whether it is known. */
function isOpen(
  gate: Gate,
  question: Question,
  note?: (test: Value, isKnown: boolean) => unknown,
): boolean | undefined {
  const answers = gate.map((tail) => {
    const tests = tail.flatMap((one): (boolean | undefined)[] => {
      // Calls and awaits decide nothing by themselves.
      if (one.kind !== 'test') return one.kind === 'call' || one.kind === 'await' ? [] : [undefined];
      const answer = valueFor(one.test.value, question);
      note?.(one.test.value, answer !== undefined);
      return [answer && Boolean(answer.value) === one.holds];
    });
    return tests.includes(false) ? false : tests.includes(undefined) ? undefined : true;
  });
  return answers.includes(true) ? true : answers.includes(undefined) ? undefined : false;
}

/** The tests that decide which items are among the further ones of a list. */
const chosenBy = (spread: Value | undefined): readonly Value[] =>
  spread?.kind === 'unknown' && spread.why === 'chosen' && spread.from?.name === 'computed'
    ? spread.from.parts
    : [];

/** What a value is for an item whose members have texts. */
function valueFor(value: Value, { item, textOf }: Question): Known | undefined {
  const own = valueOfNode(item);
  return valueWhere(value, (one, inner) => {
    const shape = shapeOf(one);
    switch (shape.kind) {
      case 'constant':
        return shape.isDefault ? 'unknown' : undefined;
      // What is there on some paths only may be missing.
      case 'list':
        return shape.items.some((each) => shapeOf(each).kind === 'gated') ? 'unknown' : undefined;
      case 'logical':
        return shape.operator === 'or'
          ? [shape.left, shape.right].map(inner).find((each) => each?.value)
          : undefined;
      // Of several, any of which it may be, what all agree on.
      case 'either':
      case 'gated': {
        const [first, ...others] = partsOf(shape).map(inner);
        return first && others.every((each) => isKnownAs(each, Boolean(first.value))) ? first : undefined;
      }
      default: {
        const member = memberOfItem(one, own);
        const text = member === undefined ? undefined : textOf(item, member);
        return text === undefined ? undefined : { value: text };
      }
    }
  });
}

/** The name of a member, if it is one of the item. */
function memberOfItem(value: Traced, item: Value): string | undefined {
  const shape = shapeOf(value);
  if (shape.kind === 'member') return isSameValue(shape.object, item) ? shape.property : undefined;
  const of = shape.kind === 'outside' ? shapeOf(item) : undefined;
  if (shape.kind !== 'outside' || of?.kind !== 'function') return undefined;
  const { file, dotted } = of.value.origin;
  const isOfItem = shape.origin.file === file && shape.origin.dotted.startsWith(`${dotted}.`);
  return isOfItem ? shape.origin.dotted.slice(dotted.length + 1) : undefined;
}
