import { TextDocument } from './document.js';
import { readBody } from './http-body.js';
import {
  commentWords,
  httpComments,
  type Line,
  requestLines,
  type Span,
  spanOf,
  statedName,
} from './http-lines.js';
import { objectOf, type PositionedValue, type RepeatedKey } from './positioned-value.js';
import { positionedRoot } from './view.js';

interface Section {
  name: Span | undefined;
  lines: Line[];
}

interface ReadRequest {
  value: PositionedValue;
  repeated: RepeatedKey[];
}

const MOST_HEADERS = 1000;

/**
 * Reads a request file (`.http`, `.rest`) as one object `{ requests: [{ name?, method, target, headers: [{ name, value
 * }], body?, bodyFile? }] }`. A request is at its request line; `body` is there where it is JSON, and dynamic where a
 * file holds it.
 */
export function parseHttp(file: string, text: string): TextDocument {
  const document = new TextDocument(file, 'http', text, httpComments);
  if (text.trim() === '') {
    document.problem('syntax', 'the file is empty', 0, 0);
    return document;
  }
  const items: PositionedValue[] = [];
  const repeated: RepeatedKey[] = [];
  for (const section of sectionsOf(requestLines(text))) {
    const request = readRequest(document, section);
    if (!request) continue;
    const trail = ['requests', items.length, 'body'];
    for (const one of request.repeated) repeated.push({ ...one, trail: [...trail, ...one.trail] });
    items.push(request.value);
  }
  const requests: PositionedValue = { kind: 'array', start: 0, end: text.trimEnd().length, items };
  const root = positionedRoot(document, objectOf(0, requests.end, { requests }));
  document.roots.push(root);
  document.repeatedKeys(root, repeated);
  return document;
}

function sectionsOf(lines: readonly Line[]): Section[] {
  let section: Section = { name: undefined, lines: [] };
  const sections = [section];
  for (const line of lines) {
    if (line.kind === 'separator') {
      const title = commentWords(line);
      section = { name: title.text === '' ? undefined : title, lines: [] };
      sections.push(section);
    } else section.lines.push(line);
  }
  return sections;
}

function readRequest(document: TextDocument, section: Section): ReadRequest | undefined {
  const { lines } = section;
  let name = section.name;
  let at = 0;
  for (; at < lines.length; at++) {
    const line = lines[at] as Line;
    if (line.kind === 'text') break;
    if (line.kind === 'comment') name = statedName(line) ?? name;
    else if (isScript(line)) at = endOfScript(lines, at);
  }
  const first = lines[at];
  // A line for curl is a command, not a request line.
  if (!first || /^curl\s/.test(first.text)) return undefined;
  const { method, target } = requestLine(document.text, first);
  at = continueTarget(lines, at + 1, target);

  const headers: PositionedValue[] = [];
  for (; at < lines.length && lines[at]?.kind !== 'blank'; at++) {
    const line = lines[at] as Line;
    if (line.kind === 'comment') name = statedName(line) ?? name;
    else if (line.kind === 'text' && headers.length < MOST_HEADERS) addHeader(document, line, headers);
    else if (isScript(line)) at = endOfScript(lines, at);
  }
  const place = { start: first.start, end: first.end };
  const list: PositionedValue = {
    kind: 'array',
    start: headers[0]?.start ?? place.start,
    end: headers.at(-1)?.end ?? place.end,
    items: headers,
  };
  const body = bodyOf(document, lines.slice(at));
  const value = objectOf(place.start, place.end, {
    ...(name && { name: textOf(name) }),
    method,
    target,
    headers: list,
    ...(body && { body: body.value }),
    ...(body?.file && { bodyFile: body.file }),
  });
  return { value, repeated: body?.repeated ?? [] };
}

/** `METHOD target HTTP/1.1`; without a method it is GET, which then stands where the target does. */
function requestLine(text: string, line: Span): { method: PositionedValue; target: PositionedValue } {
  const word = /^([A-Za-z]+|\{\{[^{}]*\}\})[ \t]+(?!HTTP\/)/.exec(line.text);
  const targetStart = line.start + (word?.[0].length ?? 0);
  const target = textOf(spanOf(text, targetStart, line.end - versionLength(line.text)));
  if (!word) return { method: { ...target, scalar: 'GET' }, target };
  const method = word[1] ?? '';
  return { method: textOf({ text: method, start: line.start, end: line.start + method.length }), target };
}

/** Adds the lines that go on with the target (`?a=b`, `&c=d`, or a path further in) and gives the next line. */
function continueTarget(lines: readonly Line[], from: number, target: PositionedValue): number {
  let at = from;
  for (; at < lines.length; at++) {
    const line = lines[at] as Line;
    const goesOn =
      /^[?&]/.test(line.text) || (line.indented && line.text.startsWith('/') && line.kind === 'text');
    if (!goesOn) break;
    const more = line.text.slice(0, line.text.length - versionLength(line.text)).trimEnd();
    target.scalar = `${target.scalar}${more}`;
    target.end = line.start + more.length;
  }
  return at;
}

/** Length of the ` HTTP/1.1` that ends a line. */
function versionLength(line: string): number {
  const version = /[ \t]HTTP\/[\d.]+$/i.exec(line);
  return version ? version[0].length : 0;
}

function addHeader(document: TextDocument, line: Line, headers: PositionedValue[]): void {
  const colon = line.text.indexOf(':');
  if (colon <= 0) {
    document.problem('syntax', 'expected a header ("Name: value") or an empty line', line.start, line.end);
    return;
  }
  const { text } = document;
  headers.push(
    objectOf(line.start, line.end, {
      name: textOf(spanOf(text, line.start, line.start + colon)),
      value: textOf(spanOf(text, line.start + colon + 1, line.end)),
    }),
  );
}

/** The body up to a response script, or the file that holds it. */
function bodyOf(
  document: TextDocument,
  lines: readonly Line[],
): (ReadRequest & { file?: PositionedValue }) | undefined {
  const firstAt = lines.findIndex((line) => line.kind !== 'blank' && line.kind !== 'comment');
  const first = lines[firstAt];
  if (!first || first.kind === 'response' || isScript(first)) return undefined;
  const afterAt = lines.findIndex(
    (line, index) => index > firstAt && line.kind === 'response' && !line.indented,
  );
  const own = afterAt < 0 ? lines.slice(firstAt) : lines.slice(firstAt, afterAt);
  const last = own.findLast((line) => line.kind !== 'blank' && line.kind !== 'comment');
  if (first.kind === 'from-file') return bodyInFile(document.text, first, last === first);
  return last && readBody(document, first.start, last.end);
}

/** `< ./payload.json`, `<@utf8 ./payload.json`: where that is the whole body, the file is known. */
function bodyInFile(
  text: string,
  { start, end, text: line }: Line,
  isWhole: boolean,
): ReadRequest & { file?: PositionedValue } {
  const mark = /^<(?:@\S*)?/.exec(line)?.[0] ?? '';
  const file = textOf(spanOf(text, start + mark.length, end));
  const name = String(file.scalar).slice(0, 100);
  const why = isWhole ? `it is read from the file \`${name}\`` : 'it is put together from several parts';
  const value: PositionedValue = { kind: 'dynamic', start, end, why, startsPath: true };
  return { value, repeated: [], ...(isWhole ? { file } : {}) };
}

function isScript(line: Line): boolean {
  return (line.kind === 'from-file' || line.kind === 'response') && line.text.includes('{%');
}

/** Index of the line with the end of a script that begins on this line. */
function endOfScript(lines: readonly Line[], from: number): number {
  for (let at = from; at < lines.length; at++) if (lines[at]?.text.includes('%}')) return at;
  return lines.length;
}

function textOf(span: Span): PositionedValue {
  return { kind: 'string', start: span.start, end: span.end, scalar: span.text, spelling: 'verbatim' };
}
