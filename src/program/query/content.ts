import { groupedBy } from '../../model/grouped.js';
import type { Machine } from '../evaluate/machine.js';
import { MAX_COMPARED, MAX_VALUE_DEPTH } from '../limits.js';
import { type CallEvent, contextId, type Slot, type Value } from '../values/value.js';
import { resultOf } from './call.js';
import { fileOf } from './node-value.js';

const contexts = new WeakMap<CallEvent, string>();

/**
 * The representative context of a call: calls at one place that have the same content count as one. Empty if all
 * calls at its place have the same content.
 */
export function contextOf(event: CallEvent): string {
  const known = contexts.get(event);
  if (known !== undefined) return known;
  const all = fileOf({ file: event.file, span: event.expression }).evaluation().eventsAt(event.expression);
  const numbers = new Map<string, number>();
  const byContent = groupedBy(all.length > 1 ? all : [], (one) => contentOf(resultOf(one), one, numbers));
  for (const same of byContent.values())
    for (const one of same)
      contexts.set(one, byContent.size > 1 ? (same[0] ? contextId(same[0].context) : '') : '');
  if (!contexts.has(event)) contexts.set(event, all.length > 1 ? contextId(event.context) : '');
  return contexts.get(event) ?? '';
}

/**
 * The callee, the arguments and the final members of a call, as a row of numbers: two calls at one place with the same one
 * are one. `numbers`: of the texts in them.
 */
function contentOf(result: Value, event: CallEvent, numbers: Map<string, number>): string {
  const content = new Content(event, numbers);
  content.addSlots(event.receivers);
  content.addArguments(event);
  if (result.kind === 'instance') content.addState(result);
  return content.row();
}

/** No number of a text. */
const END = -1;

/** Collects what a call was given. Values that are not known are distinguished by where they are written. */
class Content {
  readonly #machine: Machine;
  readonly #context: number;
  readonly #numbers: Map<string, number>;
  readonly #seen = new Map<number, number>();
  #left = MAX_COMPARED;
  #depth = 0;
  readonly #row: number[] = [];

  constructor(event: CallEvent, numbers: Map<string, number>) {
    this.#machine = fileOf({ file: event.file, span: event.expression }).evaluation().machine;
    this.#context = event.context.number;
    this.#numbers = numbers;
  }

  row(): string {
    return this.#row.join(' ');
  }

  addSlots(slots: readonly Slot[] | ReadonlyMap<string, Slot>): void {
    for (const [key, { value }] of slots.entries()) {
      this.#addText(`${key}`);
      this.#addValue(value);
    }
    this.#row.push(END);
  }

  addArguments({ positional, named }: CallEvent): void {
    this.addSlots(positional);
    this.addSlots(named.members);
  }

  addState(value: Value & { kind: 'instance' }): void {
    if (value.id !== 0) this.addSlots(this.#machine.recordState(value).members);
  }

  #addValue(value: Value): void {
    // Contents that are too long or too deep to compare count as different.
    if (this.#left-- <= 0 || this.#depth >= MAX_VALUE_DEPTH) {
      this.#row.push(END, this.#context);
      return;
    }
    this.#depth++;
    this.#addText(value.kind);
    if (value.kind === 'scalar') this.#addText(`${typeof value.scalar} ${value.scalar}`);
    else if (value.kind === 'list')
      this.#addOnce(value, () => this.addSlots(this.#machine.listState(value).items));
    else if (value.kind === 'record')
      this.#addOnce(value, () => this.addSlots(this.#machine.recordState(value).members));
    else if (value.kind === 'instance')
      this.#addOnce(value, () => {
        this.#addPlace(value);
        this.addArguments(value.call);
        this.addState(value);
      });
    else if (value.kind === 'union') {
      for (const member of value.members) this.#addValue(member);
      this.#row.push(END);
    } else if (value.kind !== 'nothing') this.#addPlace(value);
    this.#depth--;
  }

  /** What a value contains, or the number of the same value before it. */
  #addOnce(value: { readonly id: number }, add: () => void): void {
    const before = value.id === 0 ? undefined : this.#seen.get(value.id);
    this.#row.push(before ?? END);
    if (before !== undefined) return;
    this.#seen.set(value.id, this.#seen.size);
    add();
  }

  #addPlace({ at }: Value): void {
    this.#addText(at.file.file);
    this.#row.push(at.span.start, at.span.end);
  }

  #addText(text: string): void {
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    this.#row.push(number);
  }
}
