import { addTo } from '../../model/grouped.js';
import type { Evaluation } from '../evaluate/index.js';
import { argumentsOf, type Value } from '../values/value.js';
import { callNode } from './call.js';
import type { CodeSyntaxNode } from './node.js';
import { fileOf } from './node-value.js';
import { CodeView, ROOT } from './view.js';

/** A call on an object, or one that it is passed to. */
export interface Use {
  readonly call: CodeSyntaxNode;
  /** Members between the object and the method: 0 for its own method; undefined if the object is an argument. */
  readonly depth: number | undefined;
}

/**
 * Calls of the members of an object, and calls that it is passed to, in all files of the project.
 * The same list for the same object.
 */
export function usesOf(node: CodeSyntaxNode): readonly Use[] {
  if (!(node instanceof CodeView) || node.value.kind !== 'instance') return [];
  const { id, at } = node.value;
  return indexOf(fileOf(at).evaluation()).get(id) ?? NONE;
}

const NONE: readonly Use[] = [];

/** By the number of an object. */
type Index = Map<number, Use[]>;

const indexes = new WeakMap<Evaluation, { readonly count: number; readonly index: Index }>();

/** Computed once for all objects. */
function indexOf(evaluation: Evaluation): Index {
  const count = evaluation.callCount();
  const before = indexes.get(evaluation);
  if (before?.count === count) return before.index;
  const index: Index = new Map();
  indexes.set(evaluation, { count, index });
  for (const event of evaluation.filesWithEvents().flatMap((file) => evaluation.eventsIn(file))) {
    const call = callNode(event, ROOT);
    for (const [depth, { value }] of event.receivers.entries()) add(index, value, { call, depth });
    for (const { value } of argumentsOf(event))
      for (const one of withInner(evaluation, value)) add(index, one, { call, depth: undefined });
  }
  return index;
}

/** An argument, and its items and members if it is a list or an object, also of the lists in it: `{ middleware: [gate] }`. */
function withInner(evaluation: Evaluation, value: Value, depth = 0): readonly Value[] {
  const { machine } = evaluation;
  const slots =
    value.kind === 'list'
      ? machine.listState(value).items
      : value.kind === 'record'
        ? [...machine.recordState(value).members.values()]
        : undefined;
  if (!slots || depth > 1) return slots ? [] : [value];
  return slots.flatMap((slot) => withInner(evaluation, slot.value, depth + 1));
}

function add(index: Index, value: Value, use: Use): void {
  for (const one of value.kind === 'union' ? value.members : [value])
    if (one.kind === 'instance') addTo(index, one.id, use);
}
