import { TextDocument } from '../document.js';
import { positionedTemplate } from '../http-body.js';
import type { SourceDocument } from '../node.js';
import {
  objectOf,
  type PositionedEntry,
  type PositionedValue,
  type RepeatedKey,
} from '../positioned-value.js';
import { positionedRoot, textFrom } from '../view.js';
import { shellBlocks } from './blocks.js';
import { type CurlBody, type CurlCall, curlCalls } from './curl.js';
import { type ShellText, scanShell, type TextRange } from './scan.js';
import { type Assigned, assignments, givenLater, listsIn } from './variables.js';
import { rangeInWord, type Word, wholeHole } from './word.js';

/** Whether a text may hold a request: only lines for curl and wget are read. */
export function mayCallCurl(text: string): boolean {
  return text.includes('curl') || text.includes('wget');
}

/**
 * Reads the lines for curl of a shell script as requests, as a `.http` file holds them: one object `{ requests: [{
 * method?, target, headers, body?, bodyFile? }] }`. What the shell fills in is `{{NAME}}` in a target or a header and a dynamic
 * node in a body. There is no root where there is no such line; a script is never at fault.
 */
export function parseShell(file: string, text: string): TextDocument {
  const document = readRanges(file, text, [{ start: 0, end: text.length }]);
  document.body = textFrom(document, 0);
  return document;
}

/** Reads the lines for curl in the fenced blocks of a Markdown file; the roots are those of a shell script. */
export function parseShellBlocks(file: string, text: string): SourceDocument {
  return readRanges(file, text, shellBlocks(text));
}

/** The comments in the fenced blocks of a Markdown file. */
export function blockComments(text: string): ShellText['comments'] {
  return shellBlocks(text).flatMap((block) => scanShell(text, block).comments);
}

/** Words that lists give to the commands of a file: a list may have many, and be in many commands. */
const MOST_FILLED = 20_000;

function readRanges(file: string, text: string, ranges: readonly TextRange[]): TextDocument {
  const document = new TextDocument(file, 'shell', text, () =>
    ranges.flatMap((one) => scanShell(text, one).comments),
  );
  if (!mayCallCurl(text)) return document;
  const items: PositionedValue[] = [];
  const repeated: RepeatedKey[] = [];
  let left = MOST_FILLED;
  for (const range of ranges) {
    const { commands } = scanShell(text, range);
    if (!commands.some(({ words }) => words.some(({ value }) => mayCallCurl(value)))) continue;
    const later = givenLater(commands);
    const assigned = assignments(commands, later);
    const lists = listsIn(commands, later);
    const filled = (word: Word): readonly Word[] => {
      const hole = wholeHole(word);
      const list = hole?.list === undefined ? undefined : lists.get(hole.list);
      left -= list?.length ?? 0;
      return list && left >= 0 ? list : [word];
    };
    for (const call of commands.flatMap((command) => curlCalls(command, text, filled))) {
      const trail = ['requests', items.length, 'body'];
      const request = positionedCall(call, assigned);
      for (const one of request.repeated) repeated.push({ ...one, trail: [...trail, ...one.trail] });
      items.push(request.value);
    }
  }
  if (items.length === 0) return document;
  const requests: PositionedValue = { kind: 'array', start: 0, end: text.length, items };
  const root = positionedRoot(document, objectOf(0, text.length, { requests }));
  document.roots.push(root);
  document.repeatedKeys(root, repeated);
  return document;
}

/** Variables that stand for variables are followed this far. */
const DEEPEST = 4;

/** The word that a whole variable or `$(cat <<EOF ...)` stands for, where the text shows it. */
function resolved(word: Word, assigned: Assigned): Word {
  let found = word;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const hole = wholeHole(found);
    const next = hole?.output ?? (hole?.name === undefined ? undefined : assigned.get(hole.name));
    if (!next) return found;
    found = next;
  }
  return found;
}

const LONGEST_PART = 2_000;

const addressText = (word: Word, assigned: Assigned): string => filledIn(word.value, assigned);

/** A text with the variables filled in that hold a literal. */
function filledIn(text: string, assigned: Assigned): string {
  return text.replace(/\{\{(\w{1,100})\}\}/g, (hole, name: string) => {
    const value = assigned.get(name)?.value;
    return value === undefined || value.length > LONGEST_PART || value.includes('{{') ? hole : value;
  });
}

function positionedCall(
  call: CurlCall,
  assigned: Assigned,
): { value: PositionedValue; repeated: RepeatedKey[] } {
  const { head, method, target, body } = call;
  const headers = call.headers.flatMap((word) => positionedHeader(resolved(word, assigned), assigned));
  if (call.unseen) headers.push(headerOf('{{header}}', '{{value}}', call.unseen));
  const statesType = headers.some((one) => {
    const name = String(one.entries?.get('name')?.value.scalar).toLowerCase();
    return name === 'content-type' || name.includes('{{');
  });
  // curl sends a form by default.
  if (body && !body.json && !statesType)
    headers.push(headerOf('Content-Type', 'application/x-www-form-urlencoded', { ...body.flag, ...head }));
  const positioned = body && positionedBody(body, assigned);
  const file = body && fileOf(body, assigned);
  const list: PositionedValue = {
    kind: 'array',
    start: head.start,
    end: head.end,
    items: headers,
  };
  const value = objectOf(head.start, head.end, {
    ...(method ? { method: { ...textOf(method.word), scalar: method.value } } : {}),
    ...(call.program ? { program: { ...textOf(target), scalar: call.program } } : {}),
    target: { ...textOf(target), scalar: addressText(target, assigned) },
    headers: list,
    ...(positioned ? { body: positioned.value } : {}),
    ...(file ? { bodyFile: { ...textOf(file), scalar: addressText(file, assigned) } } : {}),
  });
  return { value, repeated: positioned?.repeated ?? [] };
}

/** The file that holds a body, which the option names or a command gives. */
function fileOf({ file, text }: CurlBody, assigned: Assigned): Word | undefined {
  return file ?? (text && wholeHole(resolved(text, assigned))?.file);
}

function positionedHeader(word: Word, assigned: Assigned): PositionedValue[] {
  const { value } = word;
  if (value.startsWith('@') || wholeHole(word)) return [headerOf('{{header}}', '{{value}}', word)];
  const colon = value.indexOf(':');
  if (colon <= 0) return [];
  const rest = value.slice(colon + 1);
  const from = colon + 1 + (rest.length - rest.trimStart().length);
  const { start, end } = rangeInWord(word, 0, value.length);
  const name = textOf(word, 0, colon);
  const valueText = textOf(word, from, value.trimEnd().length);
  const text = filledIn(String(valueText.scalar), assigned);
  return [objectOf(start, end, { name, value: { ...valueText, scalar: text } })];
}

function headerOf(name: string, value: string, word: Word): PositionedValue {
  const place = textOf(word);
  return objectOf(place.start, place.end, {
    name: { ...place, scalar: name },
    value: { ...place, scalar: value },
  });
}

function positionedBody(
  body: CurlBody,
  assigned: Assigned,
): { value: PositionedValue; repeated: RepeatedKey[] } {
  const word = body.text && resolved(body.text, assigned);
  const { start, end } = rangeInWord(word ?? body.flag, 0, (word ?? body.flag).value.length);
  const unknown = (why: string) => ({
    value: { kind: 'dynamic' as const, start, end, why, startsPath: true as const },
    repeated: [],
  });
  if (!word) return unknown(body.why ?? 'computed at run time');
  const text = word.value.trim();
  const lead = word.value.indexOf(text);
  if (!text.startsWith('{') && !text.startsWith('[')) return unknown('it is not JSON');
  const { value, repeated, error, limit } = positionedTemplate(text, lead);
  if (error ?? limit) return unknown(`its JSON does not parse: ${(error ?? limit)?.message}`);
  if (!value) return unknown('computed at run time');
  const inText = ({ first, ...one }: RepeatedKey): RepeatedKey => ({
    ...one,
    start: rangeInWord(word, one.start, one.end).start,
    end: rangeInWord(word, one.start, one.end).end,
    first: rangeInWord(word, first, first + 1).start,
  });
  return { value: { ...inWord(value, word), startsPath: true }, repeated: repeated.map(inText) };
}

/** A value of a word's JSON, with the offsets that it has in the text. A string with a part that is filled in is dynamic. */
function inWord(value: PositionedValue, word: Word): PositionedValue {
  const { start, end, plain, filled } = rangeInWord(word, value.start, value.end);
  if (value.items) return { ...value, start, end, items: value.items.map((item) => inWord(item, word)) };
  if (value.entries) {
    const entries = new Map<string, PositionedEntry>();
    for (const [key, entry] of value.entries) {
      const place = rangeInWord(word, entry.keyStart, entry.keyEnd);
      entries.set(key, { keyStart: place.start, keyEnd: place.end, value: inWord(entry.value, word) });
    }
    return { ...value, start, end, entries };
  }
  if (filled) {
    return { kind: 'dynamic', start, end, why: `computed at run time (${holeNames(word, value)})` };
  }
  return { ...value, start, end, ...(plain ? {} : { spelling: 'other' as const }) };
}

/** What is filled in; the text around it may be a secret. */
function holeNames(word: Word, { start, end }: PositionedValue): string {
  const names = [...word.value.slice(start, end).matchAll(/\{\{(\w{1,100})\}\}/g)].map(([, name]) =>
    name === 'command' ? 'the output of a command' : `$${name}`,
  );
  return [...new Set(names)].slice(0, 3).join(', ');
}

function textOf(word: Word, start = 0, end = word.value.length): PositionedValue {
  const place = rangeInWord(word, start, end);
  const spelling = place.plain ? ('verbatim' as const) : ('other' as const);
  return {
    kind: 'string',
    start: place.start,
    end: place.end,
    scalar: word.value.slice(start, end),
    spelling,
  };
}
