import type { Expression, TextPiece } from '../ir/ir.js';
import { MAX_ADDED, MAX_BEGINNING, MAX_PARTS } from '../limits.js';
import type { Reason } from '../reason.js';
import { textValue } from '../tree/spelling.js';
import type { SourceFile } from '../values/source.js';
import { type At, expressionAt, type Slot, unknown, type Value } from '../values/value.js';
import { whyOf } from '../values/why.js';
import { computed } from './guards.js';
import type { Frame, Machine } from './machine.js';
import { spreadItems } from './slots.js';

export function textOf(file: SourceFile, pieces: readonly TextPiece[]): string {
  return textValue(file.text, pieces);
}

/** `a + b + c`: texts, or lists. */
export function addTexts(m: Machine, slots: readonly Slot[], frame: Frame, at: At): Value {
  if (slots.length > MAX_PARTS) return unknown(at, 'too-many-parts');
  const values = slots.map(({ value }) => value);
  const texts = values.map((one) => (one.kind === 'scalar' ? one.scalar : undefined));
  if (texts.every((text) => typeof text === 'string')) {
    const last = expressionAt(at);
    const isSpelled = values.every((one) => one.kind === 'scalar' && one.text && one.at.file === at.file);
    return written(at, texts as string[], values, isSpelled ? last : undefined);
  }
  const isList = values.some(
    (one) =>
      one.kind === 'list' || (one.kind === 'union' && one.members.some((part) => part.kind === 'list')),
  );
  if (isList) return m.list(at, frame.context, { items: slots.flatMap((slot) => spreadItems(m, slot)) });
  return putTogether(at, values, 'put-together', frame);
}

/** A text with parts that are computed: it is known where all of them are. */
export function fillIn(m: Machine, one: Expression & { kind: 'template' }, frame: Frame, at: At): Value {
  const why = frame.file.language.template;
  if (one.tag) m.evaluate(one.tag, frame);
  if (one.parts.length > MAX_PARTS) return unknown(at, 'too-many-parts');
  const parts = one.parts.map(
    (part): Value =>
      'kind' in part ? m.evaluate(part, frame) : { kind: 'scalar', at, scalar: textOf(frame.file, [part]) },
  );
  const from = computed(frame, 'computed', parts);
  if (one.isFormatted) return unknown(at, why, from);
  if (one.tag) return unknown(at, 'computed', from);
  const texts = parts.map(writtenOut);
  if (texts.every((text) => text !== undefined)) return written(at, texts, parts);
  return putTogether(at, parts, why, frame);
}

/** The parts of a list as one text, with another between them. */
export function joinedText(at: At, items: readonly Slot[], between: string, frame: Frame): Value {
  if (items.length > MAX_PARTS) return unknown(at, 'too-many-parts');
  const parts = items.map((one) => partOf(one, frame));
  const texts = parts.map(writtenOut);
  if (texts.every((text) => text !== undefined)) return written(at, [texts.join(between)], parts);
  const gap: Value = { kind: 'scalar', at, scalar: between };
  return putTogether(
    at,
    parts.flatMap((part, index) => (index === 0 ? [part] : [gap, part])),
    'put-together',
    frame,
  );
}

/** An item as a part of a text: one that may be left out depends on what decides about it. */
function partOf({ value, gate, spread, written: at }: Slot, frame: Frame): Value {
  if (spread) return unknown(at, whyOf(value), computed(frame, 'computed', [spread]));
  if (!gate || gate.some((tail) => tail.length === 0)) return value;
  const guards = gate.flat().filter(({ kind }) => kind !== 'call' && kind !== 'await');
  const tests = guards.flatMap((one) => (one.kind === 'test' ? one.test.value : []));
  const isKnown = tests.length === guards.length;
  return unknown(at, 'chosen', isKnown ? computed(frame, 'computed', [value, ...tests]) : undefined);
}

function written(at: At, texts: readonly string[], parts: readonly Value[], text?: Expression): Value {
  const added = texts.reduce((sum, one) => sum + one.length, 0) - (at.span.end - at.span.start);
  if (added > MAX_ADDED) return unknown(at, 'too-long');
  return { kind: 'scalar', at, scalar: texts.join(''), text, parts };
}

/** What a part of a text reads as there; numbers as both languages write them. */
function writtenOut(part: Value): string | undefined {
  if (part.kind !== 'scalar') return undefined;
  if (typeof part.scalar === 'string') return part.scalar;
  return Number.isSafeInteger(part.scalar) ? String(part.scalar) : undefined;
}

/** A text of which some parts are not known: how it begins and ends, and what the others may be. */
function putTogether(at: At, parts: readonly Value[], why: Reason, frame: Frame): Value {
  let begins = '';
  for (const part of parts) {
    const text = writtenOut(part);
    if (text === undefined) break;
    begins += text.slice(0, MAX_BEGINNING);
    if (begins.length >= MAX_BEGINNING) break;
  }
  let ends = '';
  for (const part of [...parts].reverse()) {
    const text = writtenOut(part);
    ends = (text ?? (part.kind === 'unknown' ? (part.ends ?? '') : '')).slice(-MAX_BEGINNING) + ends;
    if (text === undefined || ends.length >= MAX_BEGINNING) break;
  }
  const known = parts.filter(({ kind }) => kind !== 'scalar');
  // All of them in their order: who asks what the text says needs the constant ones, too.
  const from = computed(frame, 'computed', parts);
  return known.length > 0
    ? { kind: 'unknown', at, why, begins, ends, parts: known, from }
    : { kind: 'unknown', at, why, begins, ends };
}
