import { TextDocument } from './document.js';
import { type PositionedJson, positionedJson, reportLimit, type Substitute } from './json.js';
import { jsonComments } from './json-scan.js';
import type { PositionedValue, RepeatedKey } from './positioned-value.js';
import { positionedRoot } from './view.js';

/** A request body that is JSON. */
export interface PositionedBody {
  value: PositionedValue;
  repeated: RepeatedKey[];
}

/**
 * Reads the body between two offsets. A `{{variable}}` that is alone, in quotes or not, becomes a dynamic value; among
 * other words of a string it is text.
 * Gives undefined where the body is no JSON; one that begins like JSON and is broken is a problem of the document.
 */
export function readBody(document: TextDocument, start: number, end: number): PositionedBody | undefined {
  const source = document.text.slice(start, end);
  if (!source.startsWith('{') && !source.startsWith('[')) return undefined;
  const { value, repeated, error, limit } = positionedTemplate(source, start);
  if (error) document.problem('syntax', error.message, error.start, error.end);
  if (limit) reportLimit(document, limit);
  if (!value) return undefined;
  return { value: { ...value, startsPath: true }, repeated };
}

/** Reads a file that a request sends as its body. There is no root where it is not JSON. */
export function readBodyFile(file: string, text: string): TextDocument {
  const document = new TextDocument(file, 'json', text, jsonComments);
  const body = readBody(document, text.length - text.trimStart().length, text.trimEnd().length);
  if (!body) return document;
  const root = positionedRoot(document, body.value);
  document.roots.push(root);
  document.repeatedKeys(root, body.repeated);
  return document;
}

/**
 * Reads JSON in which a `{{variable}}` that is alone is a dynamic value; offsets are those in `source` plus `shift`. Gives neither
 * value nor error where it is a template of another kind.
 */
export function positionedTemplate(source: string, shift: number): PositionedJson {
  const { masked, variables } = maskVariables(source);
  // A template that begins with a variable is JSON only where the variable is all of it.
  if (source.startsWith('{{') && variables.get(0)?.length !== source.length) return { repeated: [] };
  const substitute: Substitute = (from) => {
    const variable = variables.get(from - shift);
    return variable === undefined
      ? undefined
      : { key: variable, why: `computed at run time (${variable.slice(0, 80)})` };
  };
  return positionedJson(masked, shift, substitute);
}

/**
 * The body with each variable outside strings turned into a string of the same length, and each line that is a `#`
 * comment blanked, so that offsets stay. `variables` are by offset, with their braces.
 */
function maskVariables(source: string): { masked: string; variables: Map<number, string> } {
  const variables = new Map<number, string>();
  const parts: string[] = [];
  let copied = 0;
  const replace = (from: number, to: number, text: string): void => {
    parts.push(source.slice(copied, from), text);
    copied = to;
  };
  let atLineStart = true;
  for (let i = 0; i < source.length; i++) {
    const char = source.charAt(i);
    if (char === '"') {
      const to = endOfString(source, i);
      const text = source.slice(i + 1, to);
      if (ALONE.test(text)) variables.set(i, text);
      i = to;
    } else if (char === '#' && atLineStart) {
      const to = endOfLine(source, i);
      replace(i, to, ' '.repeat(to - i));
      i = to - 1;
    } else if (char === '/' && source.charAt(i + 1) === '/') i = endOfLine(source, i) - 1;
    else if (char === '{' && source.charAt(i + 1) === '{') {
      const to = endOfVariable(source, i);
      if (to === undefined) continue;
      variables.set(i, source.slice(i, to));
      replace(i, to, `"${' '.repeat(to - i - 2)}"`);
      i = to - 1;
    }
    atLineStart = char === '\n' || char === '\r' || (atLineStart && (char === ' ' || char === '\t'));
  }
  parts.push(source.slice(copied));
  return { masked: parts.join(''), variables };
}

/** A string that is one variable and nothing else. */
const ALONE = /^\{\{[^{}\n\r]{1,200}\}\}$/;

function endOfString(source: string, open: number): number {
  for (let i = open + 1; i < source.length; i++) {
    const char = source.charAt(i);
    if (char === '\\') i++;
    else if (char === '"' || char === '\n' || char === '\r') return i;
  }
  return source.length;
}

function endOfLine(source: string, from: number): number {
  let i = from;
  while (i < source.length && source.charAt(i) !== '\n' && source.charAt(i) !== '\r') i++;
  return i;
}

/** Offset after the braces that close a variable on the same line. */
function endOfVariable(source: string, open: number): number | undefined {
  for (let i = open + 2; i < source.length; i++) {
    const char = source.charAt(i);
    if (char === '}' && source.charAt(i + 1) === '}') return i + 2;
    if (char === '{' || char === '\n' || char === '\r') return undefined;
  }
  return undefined;
}
