import { behindBreak, lineEnd } from './lines.js';
import type { PositionedValue, Spelling } from './positioned-value.js';

/** One character of the value as the text spells it: how many units it takes in the text and in the value. */
interface Unit {
  taken: number;
  given: number;
}

const PLAIN_UNIT: Unit = { taken: 1, given: 1 };
/** Of YAML and TOML. */
const ESCAPE_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const ESCAPING: ReadonlySet<Spelling | undefined> = new Set<Spelling>(['json', 'double', 'multiline-basic']);

/**
 * Offsets in the text of a part of a string's value, or undefined if it is not known.
 * Where the text spreads the value over lines, white space is passed over on both sides and the
 * characters between are matched one by one, so that folding and indentation do not matter.
 */
export function textRangeOf(
  text: string,
  positioned: PositionedValue,
  start: number,
  end: number,
): [number, number] | undefined {
  const value = positioned.scalar;
  if (typeof value !== 'string' || start < 0 || end > value.length || start > end) return undefined;
  if (positioned.spelling === 'other') return undefined;
  const [from, to] = contentOf(text, positioned);
  let shift = verbatimAt.get(positioned);
  if (shift === undefined) {
    shift = to - from === value.length && text.startsWith(value, from) ? from : NOT_VERBATIM;
    verbatimAt.set(positioned, shift);
  }
  if (shift !== NOT_VERBATIM) return [shift + start, shift + end];
  let offsets = offsetsIn.get(positioned);
  if (offsets === undefined) {
    const folded =
      positioned.spelling === 'block' ||
      (positioned.spelling !== 'multiline-basic' && hasLineBreak(text, from, to));
    offsets = folded
      ? foldedOffsets(text, positioned, value, from, to)
      : directOffsets(text, positioned, value, from, to);
    offsetsIn.set(positioned, offsets);
  }
  return rangeBetween(offsets, start, end);
}

/** Where each unit of a value begins and ends in the text; -1 for white space that a fold may spell in any way. */
interface Offsets {
  from: Int32Array;
  to: Int32Array;
  /** How many units are known: behind them, text and value differ. */
  known: number;
}

const NOT_VERBATIM = -1;

/** A value may have thousands of parts, a list of grants in one string: it is compared with its text once. */
const verbatimAt = new WeakMap<PositionedValue, number>();
const offsetsIn = new WeakMap<PositionedValue, Offsets>();

function rangeBetween(
  { from, to, known }: Offsets,
  start: number,
  end: number,
): [number, number] | undefined {
  if (end > known) return undefined;
  if (start === end) {
    const at = start === 0 ? from[0] : to[start - 1];
    return at === undefined || at < 0 ? undefined : [at, at];
  }
  let first = start;
  while (first < end && (from[first] ?? -1) < 0) first++;
  let last = end - 1;
  while (last >= first && (to[last] ?? -1) < 0) last--;
  return first > last ? undefined : [from[first] ?? 0, to[last] ?? 0];
}

function contentOf(text: string, positioned: PositionedValue): [number, number] {
  if (positioned.spelling === 'verbatim') return [positioned.start, positioned.end];
  if (positioned.spelling === 'block') {
    const header = behindBreak(text, lineEnd(text, positioned.start));
    return [Math.min(header, positioned.end), positioned.end];
  }
  if (positioned.spelling === 'multiline-basic' || positioned.spelling === 'multiline-literal') {
    // A line break right behind the quotes is not part of the value.
    const from = positioned.start + 3;
    return [text.charAt(from) === '\n' ? from + 1 : from, positioned.end - 3];
  }
  return [positioned.start + 1, positioned.end - 1];
}

function hasLineBreak(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || code === 13) return true;
  }
  return false;
}

function unitAt(text: string, at: number, positioned: PositionedValue): Unit {
  const char = text.charAt(at);
  if (positioned.spelling === 'single') {
    return char === "'" && text.charAt(at + 1) === "'" ? { taken: 2, given: 1 } : PLAIN_UNIT;
  }
  if (char !== '\\' || !ESCAPING.has(positioned.spelling)) return PLAIN_UNIT;
  const mark = text.charAt(at + 1);
  const digits = positioned.spelling === 'json' ? (mark === 'u' ? 4 : 0) : (ESCAPE_DIGITS[mark] ?? 0);
  const wide = digits === 8 && Number.parseInt(text.slice(at + 2, at + 10), 16) > 0xffff;
  return { taken: 2 + digits, given: wide ? 2 : 1 };
}

const unknownOffsets = (length: number): Offsets => ({
  from: new Int32Array(length).fill(-1),
  to: new Int32Array(length).fill(-1),
  known: 0,
});

function directOffsets(
  text: string,
  positioned: PositionedValue,
  value: string,
  from: number,
  to: number,
): Offsets {
  const offsets = unknownOffsets(value.length);
  let at = from;
  while (at < to && offsets.known < value.length) {
    const unit = unitAt(text, at, positioned);
    noteUnit(offsets, offsets.known, at, unit);
    at += unit.taken;
    offsets.known += unit.given;
  }
  return offsets;
}

function foldedOffsets(
  text: string,
  positioned: PositionedValue,
  value: string,
  from: number,
  to: number,
): Offsets {
  const offsets = unknownOffsets(value.length);
  let at = from;
  for (let index = 0; index < value.length; index++) {
    if (!isSpace(value, index)) {
      at = nextInk(text, positioned, at, to);
      if (at >= to) return offsets;
      const unit = unitAt(text, at, positioned);
      if (unit.taken === 1 && text.charAt(at) !== value.charAt(index)) return offsets;
      noteUnit(offsets, index, at, unit);
      at += unit.taken;
      index += unit.given - 1;
    }
    offsets.known = index + 1;
  }
  return offsets;
}

function noteUnit({ from, to }: Offsets, index: number, at: number, { taken, given }: Unit): void {
  for (let part = index; part < index + given && part < from.length; part++) {
    from[part] = at;
    to[part] = at + taken;
  }
}

/** The next character in the text that stands for something other than white space. */
function nextInk(text: string, positioned: PositionedValue, from: number, to: number): number {
  let at = from;
  while (at < to) {
    if (isSpace(text, at)) at++;
    else if (
      positioned.spelling === 'double' &&
      text.charAt(at) === '\\' &&
      isBlankEscape(text.charAt(at + 1))
    ) {
      at += 2;
    } else break;
  }
  return at;
}

/** Escapes of YAML double quotes that give white space or join lines. */
function isBlankEscape(mark: string): boolean {
  return mark === 'n' || mark === 't' || mark === 'r' || mark === ' ' || mark === '\n' || mark === '\r';
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 32 || code === 9 || code === 10 || code === 13;
}
