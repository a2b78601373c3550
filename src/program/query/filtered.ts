import { itemsOf } from '../evaluate/slots.js';
import { ALWAYS } from '../values/guard.js';
import type { Gate, Operation, Slot, Test, Value } from '../values/value.js';
import type { CodeSyntaxNode } from './node.js';
import { CodeView } from './view.js';

/** The text of a member of an item, which only its reader knows: the name of a tool. */
export type MemberText = (item: CodeSyntaxNode, member: string) => string | undefined;

/**
 * The items of a list without those that a filter by constants leaves out: `[t for t in tools if t.name in SAFE]`. An item
 * that cannot be decided stays; the list stays open if there is one.
 */
export function filteredItems(list: CodeSyntaxNode, textOf: MemberText): readonly CodeSyntaxNode[] {
  const items = list.items();
  const decided = new Set<Value>();
  const undecided = new Set<Value>();
  const kept = items.filter((item) => {
    if (!(item instanceof CodeView) || !item.slot.gate) return true;
    const question: Question = {
      item,
      textOf,
      passed({ value }, holds) {
        (holds === undefined ? undecided : decided).add(value);
      },
    };
    return opens(item.slot.gate, question) !== false;
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
    const question = item && { item, textOf, passed: () => undefined };
    const name = question && textIn(key, question);
    const isKept = question && (gate ? opens(gate, question) : true);
    const answer = question && answerOf(slot.value, question);
    const is =
      answer === undefined ? {} : { value: { kind: 'scalar', at: slot.value.at, scalar: answer } as const };
    // What is set under its own name behind a loop is later.
    const isLater = name !== undefined && members.has(name) && !replaced?.has(name);
    if (isKept && name !== undefined && !isLater)
      members.set(name, { ...own, ...(slot.value.kind === 'scalar' ? {} : is) });
    return isKept === undefined || (isKept && name === undefined);
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
    : items.find((one) => memberOfItem(value, one.value) !== undefined);
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
  const question: Question = { item: node, textOf: () => undefined, passed: () => undefined };
  const testTexts = (test: Value, member: string): readonly string[] | undefined => {
    const answer = test.kind === 'instance' ? test.call.returned : test;
    const { name = '', parts = [] } = (answer?.kind === 'unknown' && answer.from) || {};
    const [left, right] = parts;
    if (!left || !right || !isMemberOf(left, item, member)) return undefined;
    if (name === 'in') return textsIn(right, question);
    const text = name === 'equal' ? textIn(right, question) : undefined;
    return text === undefined ? undefined : [text];
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
  if (value.kind === 'parameter')
    return value.path?.join('.') === member && item.kind === 'unknown' && isSame(value.from, item.from);
  return value.kind === 'unknown' && value.takenFrom?.name === member && value.takenFrom.object === item;
}

const isSame = (one: Operation | undefined, other: Operation | undefined): boolean =>
  one !== undefined && one === other;

interface Question {
  readonly item: CodeView;
  readonly textOf: MemberText;
  /** Takes note of a test and of whether it is passed; undefined where that is not known. */
  passed(test: Test, holds: boolean | undefined): void;
}

/** Whether a gate lets the item pass; undefined where that is not known. */
function opens(gate: Gate, question: Question): boolean | undefined {
  const answers = gate.map((tail) => {
    const tests = tail.flatMap((one): (boolean | undefined)[] => {
      // Calls and awaits decide nothing by themselves.
      if (one.kind !== 'test') return one.kind === 'call' || one.kind === 'await' ? [] : [undefined];
      const answer = answerOf(one.test.value, question);
      const holds = answer === undefined ? undefined : answer === one.holds;
      question.passed(one.test, holds);
      return [holds];
    });
    return tests.includes(false) ? false : tests.includes(undefined) ? undefined : true;
  });
  return anyOf(answers);
}

/** Whether any of some answers is true; undefined where that is not known. */
const anyOf = (answers: readonly (boolean | undefined)[]): boolean | undefined =>
  answers.includes(true) ? true : answers.includes(undefined) ? undefined : false;

/** The tests that decide which items are among the further ones of a list. */
const chosenBy = (spread: Value | undefined): readonly Value[] =>
  spread?.kind === 'unknown' && spread.why === 'chosen' && spread.from?.name === 'computed'
    ? spread.from.parts
    : [];

function answerOf(value: Value, question: Question): boolean | undefined {
  if (value.kind === 'scalar') return value.isDefault ? undefined : Boolean(value.scalar);
  if (value.kind === 'nothing') return false;
  if (value.kind === 'union') {
    const may = value.members.filter((_, index) => opens(value.gates?.[index] ?? ALWAYS, question) !== false);
    const [first, ...others] = may.map((one) => answerOf(one, question));
    return others.every((one) => one === first) ? first : undefined;
  }
  const from = value.kind === 'instance' ? value.call.returned : value;
  if (from?.kind !== 'unknown' || !from.from) return undefined;
  const { name, parts } = from.from;
  const [left, right] = parts;
  if (!left) return undefined;
  if (name === 'not' || name === 'same') {
    const answer = answerOf(left, question);
    return answer === undefined || name === 'same' ? answer : !answer;
  }
  if (name === 'or') return anyOf(parts.map((one) => answerOf(one, question)));
  if (!right) return undefined;
  const text = textIn(left, question);
  if (name === 'equal') {
    const other = textIn(right, question);
    return text === undefined || other === undefined ? undefined : text === other;
  }
  if (name !== 'in' || text === undefined) return undefined;
  return textsIn(right, question)?.includes(text);
}

/** A text that is constant, or a member of the item. */
function textIn(value: Value, { item, textOf }: Question): string | undefined {
  if (value.kind === 'scalar')
    return typeof value.scalar === 'string' && !value.isDefault ? value.scalar : undefined;
  const member = memberOfItem(value, item.value);
  return member === undefined ? undefined : textOf(item, member);
}

/** The name of a member, if it is one of the item. */
function memberOfItem(value: Value, item: CodeView['value']): string | undefined {
  if (value.kind !== 'unknown' && value.kind !== 'external') return undefined;
  if (value.takenFrom) return value.takenFrom.object === item ? value.takenFrom.name : undefined;
  if (value.kind === 'unknown' || item.kind !== 'function') return undefined;
  const { file, dotted } = item.origin;
  const isOfItem = value.origin.file === file && value.origin.dotted.startsWith(`${dotted}.`);
  return isOfItem ? value.origin.dotted.slice(dotted.length + 1) : undefined;
}

/** All texts of a constant list, or keys of a constant object. */
function textsIn(value: Value, question: Question): readonly string[] | undefined {
  const { m } = question.item;
  if (value.kind === 'record') {
    const { members, open } = m.recordState(value);
    return open ? undefined : [...members.keys()];
  }
  if (value.kind !== 'list') return undefined;
  const texts = itemsOf(m, value).map((one: Slot) =>
    one.spread || one.gate ? undefined : textIn(one.value, question),
  );
  return texts.every((one) => one !== undefined) ? texts : undefined;
}
