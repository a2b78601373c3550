import type { CST, Document, YAMLError } from 'yaml';
import { redact } from '../model/secrets.js';
import { countWhile } from '../model/sorted.js';
import { TextDocument } from './document.js';
import { reportLimit } from './json.js';
import { MAX_ERRORS } from './limits.js';
import { yaml } from './parsers.js';
import type { PositionedValue } from './positioned-value.js';
import { positionedRoot } from './view.js';
import { readTokens, type Unclosed, unclosedIn, yamlComments } from './yaml-tokens.js';
import { positionedYaml, type YamlBudget } from './yaml-values.js';

const LONGEST_MESSAGE = 160;

interface Fault {
  message: string;
  start: number;
  end: number;
}

/** Reads a YAML stream: YAML 1.2, core schema; merge keys (`<<`) are taken, an unknown tag leaves plain content. `blanks`: offsets at which it is read with a blank more. */
export function parseYaml(file: string, text: string, blanks: readonly number[] = []): TextDocument {
  const document = new TextDocument(file, 'yaml', text, yamlComments);
  if (text.trim() === '') document.problem('syntax', 'the file is empty', 0, 0);
  else readYaml(document, text, blanks);
  return document;
}

/** Reads a YAML stream into a document whose text begins with it. */
export function readYaml(document: TextDocument, text: string, blanks: readonly number[] = []): void {
  const faults = controlCharacters(text);
  let source = withBlanks(readable(text, faults.length > 0), blanks);
  const unshifted = blanks.length === 0 ? undefined : shiftBack(blanks);
  let reading = readTokens(source);
  let documents: Document.Parsed[] | undefined;
  for (let left = MOST_FOLDED; ; left--) {
    if (reading.limit) {
      reportLimit(document, reading.limit);
      return;
    }
    documents = compose(document, source, reading.tokens);
    if (!documents) return;
    const isOpen = documents.some(({ errors }) => errors.some(({ message }) => OPEN_QUOTE.test(message)));
    const folded = isOpen && left > 0 ? withFoldedQuote(source, unclosedIn(reading.tokens)) : undefined;
    if (folded === undefined) break;
    source = folded;
    reading = readTokens(source);
  }

  let unclosed: readonly Unclosed[] | undefined;
  const budget: YamlBudget = { values: 0, aliases: 0 };
  for (const one of documents) {
    const { value, repeated, aliasErrors, limit } = positionedYaml(source, one, budget);
    for (const error of one.errors) {
      unclosed ??= unclosedIn(reading.tokens);
      const fault = faultOf(error, unclosed);
      if (unshifted) moveSpan(fault, unshifted);
      faults.push(fault);
    }
    for (const error of aliasErrors) faults.push(error);
    if (limit) {
      document.roots.length = 0;
      reportLimit(document, limit);
      break;
    }
    // A marker with nothing behind it makes a document without content.
    if (!value || isNothing(value.start, value.end, value.kind)) continue;
    if (unshifted) {
      moveValue(value, unshifted, new Set());
      for (const one of repeated) {
        moveSpan(one, unshifted);
        one.first = unshifted(one.first);
      }
    }
    const root = positionedRoot(document, value);
    document.roots.push(root);
    document.repeatedKeys(root, repeated);
  }
  faults.sort((a, b) => a.start - b.start);
  for (const fault of faults.slice(0, MAX_ERRORS))
    document.problem('syntax', fault.message, fault.start, fault.end);
  if (document.roots.length === 0 && document.problems.length === 0) {
    document.problem('syntax', 'the file contains no value', 0, 0);
  }
}

/** Texts in quotes of one file that are folded. */
const MOST_FOLDED = 10;
const OPEN_QUOTE = /^Missing closing ["']/;

/**
 * The text with the first open quote in one line, every character at its offset. The parser ends such a text at a line that
 * is not indented; libyaml and its ports, by which GitHub and Python read, do not. Undefined where no quote closes it at
 * the end of a line.
 */
function withFoldedQuote(source: string, unclosed: readonly Unclosed[]): string | undefined {
  for (const { closing, start } of unclosed) {
    if (closing !== "'" && closing !== '"') continue;
    const end = closing === "'" ? /(?:[^']|'')*'(?!')/y : /(?:[^"\\]|\\[\s\S])*"/y;
    end.lastIndex = start + 1;
    const inside = end.exec(source)?.[0];
    if (
      !inside?.includes('\n') ||
      !/^[ \t]*(?:\s#.*)?(?:\n|\r|$)/.test(source.slice(end.lastIndex, end.lastIndex + 200))
    )
      continue;
    return source.slice(0, start + 1) + inside.replace(/[\r\n]/g, ' ') + source.slice(end.lastIndex);
  }
  return undefined;
}

function withBlanks(text: string, blanks: readonly number[]): string {
  const parts = [0, ...blanks].map((from, index) => text.slice(from, blanks[index]));
  return parts.join(' ');
}

type Shift = (offset: number) => number;

/** Gives the offset in a text of one in the same text with blanks. */
function shiftBack(blanks: readonly number[]): Shift {
  const added = blanks.map((blank, index) => blank + index);
  return (offset) => offset - countWhile(added, (one) => one < offset);
}

function moveSpan(span: { start: number; end: number }, shift: Shift): void {
  span.start = shift(span.start);
  span.end = shift(span.end);
}

/** Moves a value and all below it. `moved`: an alias is the value that it names. */
function moveValue(value: PositionedValue, shift: Shift, moved: Set<PositionedValue>): void {
  if (moved.has(value)) return;
  moved.add(value);
  moveSpan(value, shift);
  for (const item of value.items ?? []) moveValue(item, shift, moved);
  for (const entry of value.entries?.values() ?? []) {
    entry.keyStart = shift(entry.keyStart);
    entry.keyEnd = shift(entry.keyEnd);
    moveValue(entry.value, shift, moved);
  }
}

function isNothing(start: number, end: number, kind: string): boolean {
  return kind === 'null' && start === end;
}

/**
 * Composes the documents. A stack overflow in the parser is a limit of ours; nothing thrown leaves this file. Each of
 * the parser's errors is an Error with a stack trace, which is most of the cost of a hostile file: they go without.
 */
function compose(document: TextDocument, source: string, tokens: CST.Token[]): Document.Parsed[] | undefined {
  const { Composer } = yaml();
  // Repeated keys are found later in linear time: the parser's own check compares each key with every other.
  const composer = new Composer({ uniqueKeys: false, resolveKnownTags: false, schema: 'core', merge: false });
  const { stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 0;
    return [...composer.compose(tokens, false, source.length)] as Document.Parsed[];
  } catch (error) {
    if (error instanceof RangeError) document.problem('limit', 'nested too deeply to be read', 0);
    else document.problem('syntax', `not readable as YAML: ${(error as Error).message}`, 0);
    return undefined;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** What the parser found, where its cause stands: it sees that an end is missing where the text ends. */
function faultOf(error: YAMLError, unclosed: readonly Unclosed[]): Fault {
  const opening = openingOf(error, unclosed);
  const [start, end] = opening === undefined ? error.pos : [opening, opening + 1];
  // The parser opens a quote before its word "quote" and never closes it.
  const words = error.message.replace(/^(Missing closing )["'](quote)$/, '$1$2');
  // Some errors quote the text at their place, however long and secret it is.
  const message = redact(words.charAt(0).toLowerCase() + words.slice(1, LONGEST_MESSAGE));
  return { message, start, end: Math.max(end, start + 1) };
}

/** Of what stands open, the innermost is the cause: where it is not closed, nothing around it can be. */
function openingOf({ message, pos: [at] }: YAMLError, unclosed: readonly Unclosed[]): number | undefined {
  const missing = /^Missing closing (["'])|end with a ([\]}])$/.exec(message);
  const innermost = missing ? unclosed[countWhile(unclosed, ({ start }) => start < at) - 1] : undefined;
  return innermost?.closing === (missing?.[1] ?? missing?.[2]) ? innermost?.start : undefined;
}

/** Control characters are no YAML, and some are marks between the parser's own stages. */
function controlCharacters(text: string): Fault[] {
  for (let i = 0; i < text.length; i++) {
    if (isControl(text.charCodeAt(i))) {
      const name = `U+${text.charCodeAt(i).toString(16).toUpperCase().padStart(4, '0')}`;
      return [{ message: `the control character ${name} is not allowed in YAML`, start: i, end: i + 1 }];
    }
  }
  return [];
}

function isControl(code: number): boolean {
  return (code < 0x20 && code !== 9 && code !== 10 && code !== 13) || code === 0x7f;
}

/** The text as the parser takes it, every character at its offset: a lone CR is a line break. */
function readable(text: string, hasControl: boolean): string {
  const plain = hasControl
    ? Array.from({ length: text.length }, (_, i) =>
        isControl(text.charCodeAt(i)) ? '\ufffd' : text.charAt(i),
      ).join('')
    : text;
  return plain.includes('\r') ? plain.replace(/\r(?!\n)/g, '\n') : plain;
}
