import type { Position, Range } from '../../model/index.js';
import { looksRandom, redact } from '../../model/secrets.js';
import { countWhile } from '../../model/sorted.js';
import { withoutByteOrderMark } from '../../syntax/index.js';
import { displayWidth, isPlain, visible } from './text.js';

/** A file to quote from. Its lines are split once and redacted when they are first shown. */
export interface QuotedSource {
  readonly lineCount: number;
  /** A line without its secrets; undefined outside the file. */
  line(number: number): QuotedLine | undefined;
}

/** A line as it may be printed, and the way to it from a column of the file. */
export interface QuotedLine {
  text: string;
  /** Offset in `text` of a 0-based offset in the file's line; inside a secret its start, or its end. */
  offset(at: number, side: 'start' | 'end'): number;
}

/** How the parts of a frame are painted. */
export interface FramePaint {
  gutter(text: string): string;
  carets(text: string): string;
}

const MASK = '***';
const KEY_MARK = 'PRIVATE KEY-----';
const TAB = '  ';
/** Units looked at for each column: bounds the work where characters take no room. */
const UNITS_PER_COLUMN = 4;

/** A range of a line; `end` is exclusive. */
interface ColumnRange {
  start: number;
  end: number;
}

/** Opens a text for quoting; `secrets` are ranges that are never shown, whatever they look like. */
export function quoteFrom(text: string, secrets: readonly Range[] = []): QuotedSource {
  const body = withoutByteOrderMark(text);
  const lines = body.split(body.includes('\r') ? /\r\n|\n|\r/ : '\n');
  const hidden = text.includes(KEY_MARK) ? [...secrets, ...keyBlocks(lines)] : secrets;
  const shown = new Map<number, QuotedLine>();
  return {
    lineCount: lines.length,
    line(number) {
      const raw = lines[number - 1];
      if (raw === undefined) return undefined;
      let line = shown.get(number);
      if (!line) {
        line = quoteLine(raw, rangesOn(number, raw, hidden));
        shown.set(number, line);
      }
      return line;
    },
  };
}

/** A private key spans lines, and only its first and last line say what it is. */
function keyBlocks(lines: readonly string[]): Range[] {
  const blocks: Range[] = [];
  let start: Position | undefined;
  for (const [at, line] of lines.entries()) {
    if (!line.includes(KEY_MARK)) continue;
    if (line.includes('-----BEGIN')) start = { line: at + 2, column: 1 };
    else if (start && start.line <= at) {
      blocks.push({ start, end: { line: at, column: (lines[at - 1] ?? '').length + 1 } });
      start = undefined;
    }
  }
  return blocks;
}

/** The parts of one line that lie in the hidden ranges, without their indentation, merged and in order. */
function rangesOn(number: number, raw: string, hidden: readonly Range[]): ColumnRange[] {
  const edits: ColumnRange[] = [];
  const indent = raw.length - raw.trimStart().length;
  for (const { start, end } of hidden) {
    if (number < start.line || number > end.line) continue;
    const from = number === start.line ? start.column - 1 : indent;
    const to = number === end.line ? Math.min(end.column - 1, raw.length) : raw.length;
    if (to > from) edits.push({ start: from, end: to });
  }
  edits.sort((a, b) => a.start - b.start);
  const merged: ColumnRange[] = [];
  for (const edit of edits) {
    const last = merged.at(-1);
    if (last && edit.start <= last.end) last.end = Math.max(last.end, edit.end);
    else merged.push(edit);
  }
  return merged;
}

/** An item of a list, alone on its line: what it is may be said on the line before. */
const LONE_ITEM = /^\s*(?:-\s+)?["']?([^\s"',]{24,})["']?,?\s*$/;

function withoutLoneKey(line: string): string {
  const item = LONE_ITEM.exec(line)?.[1];
  return item !== undefined && looksRandom(item, 24) ? line.replace(item, MASK) : line;
}

function quoteLine(raw: string, hidden: readonly ColumnRange[]): QuotedLine {
  let masked = '';
  let from = 0;
  for (const { start, end } of hidden) {
    masked += raw.slice(from, start) + MASK;
    from = end;
  }
  masked += raw.slice(from);
  const text = redact(withoutLoneKey(masked));
  const toMasked = shifter(hidden);
  const toText = shifter(align(masked, text));
  return { text, offset: (at, side) => toText(toMasked(at, side), side) };
}

/** Which ranges of `original` became `***` in `redacted`. Serves the carets only: the text shown is `redacted`. */
function align(original: string, redacted: string): ColumnRange[] {
  if (original === redacted) return [];
  const kept = redacted.split(MASK);
  const edits: ColumnRange[] = [];
  let at = kept[0]?.length ?? 0;
  for (let index = 1; index < kept.length; index += 1) {
    const piece = kept[index] ?? '';
    const next = index === kept.length - 1 ? original.length - piece.length : original.indexOf(piece, at);
    if (next < at) return [{ start: 0, end: original.length }];
    edits.push({ start: at, end: next });
    at = next + piece.length;
  }
  return edits;
}

/** The way from an offset in a line to that in the line with these ranges masked. */
function shifter(hidden: readonly ColumnRange[]): QuotedLine['offset'] {
  if (hidden.length === 0) return (at) => at;
  let shift = 0;
  const shifts = hidden.map(({ start, end }) => {
    shift += MASK.length - (end - start);
    return shift;
  });
  return (at, side) => {
    // The last range that starts before the offset: a line may hold thousands.
    const count = countWhile(hidden, ({ start }) => start < at);
    const last = hidden[count - 1];
    if (!last) return at;
    if (at >= last.end) return at + (shifts[count - 1] ?? 0);
    return last.start + (shifts[count - 2] ?? 0) + (side === 'start' ? 0 : MASK.length);
  };
}

/**
 * The line of a range with the line before and the line after, and carets under the exact place. Long lines are cut
 * around it. Empty where the range lies outside the text.
 */
export function renderFrame(source: QuotedSource, range: Range, width: number, paint: FramePaint): string[] {
  const { start, end } = range;
  const flagged = source.line(start.line);
  if (!flagged) return [];
  const gutter = String(Math.min(start.line + 1, source.lineCount)).length;
  const room = Math.max(20, width - gutter - 3);
  const from = Math.min(flagged.offset(start.column - 1, 'start'), flagged.text.length);
  const lineEnd = flagged.text.trimEnd().length;
  const to =
    end.line === start.line ? Math.min(flagged.offset(end.column - 1, 'end'), flagged.text.length) : lineEnd;
  const window = windowAround(flagged.text, from, room);
  const before = columns(flagged.text.slice(window.start, from)) + (window.start > 0 ? 1 : 0);
  const under = columns(flagged.text.slice(from, Math.max(from, Math.min(to, window.end))));
  const carets = '^'.repeat(Math.max(1, under));
  const note = end.line > start.line ? ` to line ${end.line}` : '';

  const row = (number: number | undefined, text: string) =>
    `${paint.gutter(`${String(number ?? '').padStart(gutter)} |`)}${text === '' ? '' : ` ${text}`}`;
  const context = (number: number) => {
    const line = source.line(number);
    if (!line || line.text.trim() === '') return [];
    return [row(number, cut(line.text, windowAround(line.text, 0, room)))];
  };
  return [
    ...context(start.line - 1),
    row(start.line, cut(flagged.text, window)),
    row(undefined, `${' '.repeat(before)}${paint.carets(carets + note)}`),
    ...(start.line < source.lineCount ? context(start.line + 1) : []),
  ];
}

/** The range of a line that is shown: all of it where it fits, else so that `from` is in its first third. */
function windowAround(text: string, from: number, room: number): ColumnRange {
  const whole = forward(text, 0, room);
  if (whole === text.length) return { start: 0, end: whole };
  const start = backward(text, from, Math.floor(room / 3));
  return { start, end: forward(text, start, room - 2) };
}

function cut(text: string, { start, end }: ColumnRange): string {
  return `${start > 0 ? '…' : ''}${expanded(text.slice(start, end))}${end < text.length ? '…' : ''}`.trimEnd();
}

function expanded(text: string): string {
  return visible(text.includes('\t') ? text.replaceAll('\t', TAB) : text);
}

function columns(text: string): number {
  return displayWidth(expanded(text));
}

/** The offset that is reached from `from` within `room` columns. */
function forward(text: string, from: number, room: number): number {
  const next = text.slice(from, from + room);
  // The usual case: a column a character. A mark after it would take no room and belongs to the last character.
  if (isPlain(next) && !(text.charCodeAt(from + room) > 0x7e)) return from + next.length;
  const limit = Math.min(text.length, from + room * UNITS_PER_COLUMN);
  let at = from;
  let used = 0;
  while (at < limit) {
    const size = (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    used += columns(text.slice(at, at + size));
    if (used > room) return at;
    at += size;
  }
  return at;
}

/** The offset from which `room` columns lead up to `from`. */
function backward(text: string, from: number, room: number): number {
  const limit = Math.max(0, from - room * UNITS_PER_COLUMN);
  let at = from;
  let used = 0;
  while (at > limit) {
    const low = text.charCodeAt(at - 1);
    const size = low >= 0xdc00 && low <= 0xdfff && at > 1 ? 2 : 1;
    used += columns(text.slice(at - size, at));
    if (used > room) break;
    at -= size;
  }
  return at;
}
