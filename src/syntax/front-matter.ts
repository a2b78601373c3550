import { MAX_VALUES } from './limits.js';
import { linesOf } from './lines.js';
import type { PositionedEntry, PositionedValue } from './positioned-value.js';

interface Line {
  /** Offset of its first character that is no white space. */
  start: number;
  /** Offset behind its last character that is no white space. */
  end: number;
  indent: number;
}

const KEY = /^(["']?)([A-Za-z_][\w.-]{0,80})\1[ \t]*:(?=[ \t]|$)/;

/**
 * Reads front matter line by line: `key: rest of the line`, lists in brackets or below, one nested level of keys. What
 * it does not understand is left out. Undefined where no line holds a key.
 */
export function readLenient(text: string, start: number, close: number): PositionedValue | undefined {
  const lines = inkedLines(text, start, close);
  if (lines.length > MAX_VALUES) return undefined;
  const root = emptyObject(start, close);
  let open: Open | undefined;
  for (const line of lines) {
    if (open && (line.indent > 0 || /^(?:- |\])/.test(text.slice(line.start, line.start + 2)))) {
      readBelow(text, line, open);
      continue;
    }
    const entry = keyOf(text, line);
    if (!entry) continue;
    join(text, open);
    root.entries.set(entry.key, entry.entry);
    open = { entry: entry.entry, more: [] };
  }
  join(text, open);
  return root.entries.size === 0 || isUnended(root) ? undefined : root;
}

/** Whether a list opens in a value that no bracket closes. */
const isUnended = ({ scalar, spelling, entries }: PositionedValue): boolean =>
  entries
    ? [...entries.values()].some((entry) => isUnended(entry.value))
    : spelling === 'verbatim' && typeof scalar === 'string' && /^\[[^\]]*$/.test(scalar);

/** A key whose lines below are being read, and those that are more of its text. */
interface Open {
  entry: PositionedEntry;
  more: string[];
}

/** Adds the lines below to the text of a key, at once: a line at a time would take the square of their number. */
function join(text: string, open: Open | undefined): void {
  if (!open || open.more.length === 0) return;
  const { value } = open.entry;
  // A list whose brackets are on lines of their own.
  if (text.charAt(value.start) === '[' && text.charAt(value.end - 1) === ']') {
    const { start, end } = value;
    open.entry.value = { kind: 'array', start, end, items: partsOf(text, start + 1, end - 1) };
    return;
  }
  value.scalar = [String(value.scalar), ...open.more].join(' ').trim();
}

function inkedLines(text: string, start: number, close: number): Line[] {
  return linesOf(text.slice(start, close)).flatMap(({ text: content, start: from }): Line[] => {
    const trimmed = content.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    const indent = content.length - content.trimStart().length;
    const first = start + from + indent;
    return [{ start: first, end: first + trimmed.length, indent }];
  });
}

const emptyObject = (start: number, end: number) => ({
  kind: 'object' as const,
  start,
  end,
  entries: new Map<string, PositionedEntry>(),
});

function keyOf(text: string, { start, end }: Line): { key: string; entry: PositionedEntry } | undefined {
  const found = KEY.exec(text.slice(start, end));
  const [, quote = '', key] = found ?? [];
  if (found === null || key === undefined) return undefined;
  let from = start + found[0].length;
  while (from < end && ' \t'.includes(text.charAt(from))) from++;
  return {
    key,
    entry: {
      keyStart: start,
      keyEnd: start + key.length + 2 * quote.length,
      value: contentAt(text, from, end),
    },
  };
}

/** What is on one line behind a key or a dash. */
function contentAt(text: string, start: number, stop: number, isItem = false): PositionedValue {
  const content = withoutComment(text.slice(start, stop));
  const end = start + content.length;
  if (content === '') return { kind: 'null', start, end, scalar: null };
  // A list in a list is text: no tool that owns such files reads one.
  if (!isItem && content.startsWith('[') && content.endsWith(']')) {
    return { kind: 'array', start, end, items: partsOf(text, start + 1, end - 1) };
  }
  if (content === 'true' || content === 'false')
    return { kind: 'boolean', start, end, scalar: content === 'true' };
  if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(content))
    return { kind: 'number', start, end, scalar: Number(content) };
  const quote = content.charAt(0);
  const isQuoted = content.length > 1 && (quote === '"' || quote === "'") && content.endsWith(quote);
  // A block scalar's sign stands for the lines below, which are added to it.
  const scalar = /^[|>][+-]?$/.test(content) ? '' : isQuoted ? content.slice(1, -1) : content;
  return { kind: 'string', start, end, scalar, ...(isQuoted ? {} : { spelling: 'verbatim' as const }) };
}

/** A value without the comment behind it, as in YAML. */
function withoutComment(content: string): string {
  if (content.startsWith('#')) return '';
  const quote = content.charAt(0);
  const closing = quote === '"' || quote === "'" ? content.indexOf(quote, 1) : 0;
  for (let at = content.indexOf('#', Math.max(closing, 0)); at > 0; at = content.indexOf('#', at + 1))
    if (' \t'.includes(content.charAt(at - 1))) return content.slice(0, at).trimEnd();
  return content;
}

/** Items between brackets; commas inside quotes and brackets part nothing. */
function partsOf(text: string, start: number, end: number): PositionedValue[] {
  const items: PositionedValue[] = [];
  let from = start;
  let depth = 0;
  let quote = '';
  // A quote within a word is an apostrophe.
  let isFresh = true;
  for (let i = start; i <= end; i++) {
    const char = i === end ? ',' : text.charAt(i);
    if (quote !== '') {
      if (char === quote) quote = '';
      if (i < end) continue;
    }
    if (isFresh && (char === '"' || char === "'")) quote = char;
    else if (char === '(' || char === '[') depth++;
    else if (char === ')' || char === ']') depth--;
    else if (char === ',' && (depth <= 0 || i === end)) {
      const part = text.slice(from, i);
      const lead = part.length - part.trimStart().length;
      if (part.trim() !== '')
        items.push(contentAt(text, from + lead, from + lead + part.trim().length, true));
      from = i + 1;
      isFresh = true;
      continue;
    }
    isFresh &&= ' \t\r\n'.includes(char);
  }
  return items;
}

/** A line below a key: an item of its list, a key of its own, or more of its text. */
function readBelow(text: string, line: Line, { entry, more }: Open): void {
  const { value } = entry;
  if (text.startsWith('-', line.start) && (value.kind === 'null' || value.items)) {
    let from = line.start + 1;
    while (from < line.end && ' \t'.includes(text.charAt(from))) from++;
    const item = contentAt(text, from, line.end);
    if (value.items) {
      value.items.push(item);
      value.end = line.end;
    } else entry.value = { kind: 'array', start: line.start, end: line.end, items: [item] };
    return;
  }
  const below = value.kind === 'null' || value.entries ? keyOf(text, line) : undefined;
  if (below) {
    if (!value.entries) entry.value = emptyObject(line.start, line.end);
    entry.value.entries?.set(below.key, below.entry);
    entry.value.end = line.end;
    return;
  }
  if (value.kind === 'null') entry.value = contentAt(text, line.start, line.end);
  else if (value.kind === 'string') {
    more.push(text.slice(line.start, line.end));
    value.end = line.end;
  }
}
