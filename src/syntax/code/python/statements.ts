import { atStart, type Declared, EVERY_WORD, words } from '../names/statements.js';
import { type Line, linesOf } from './lines.js';

const IMPORT = /(?:import|from)(?![\p{ID_Continue}])/uy;
const DEFINITION = /\s*(?:(?:async\s+)?def|class)\s+([\p{ID_Start}_][\p{ID_Continue}]*)/uy;
const TEXT = /[rRuU]?(?:"""|''')/y;
// What a line of a formatted text takes in, and a line that ends a text, are no comments.
const COMMENTS = /^[ \t]*#(?!.*(?:\{|"""|''')).*$/gm;
const GLOBAL = /\bglobal(?=[ \t\\])((?:[^\n#;\\]|\\\r?\n)+)/g;
const WALRUS = /(?<![\p{ID_Continue}])([\p{ID_Start}_][\p{ID_Continue}]*)\s*:=/gu;

/** The names that a statement of a Python module may declare in the module, told from its text: rather too many. */
export function declaredInPython(text: string): Declared {
  const defined = atStart(DEFINITION, text)?.[1];
  if (defined !== undefined) return [defined, ...globals(text)];
  if (atStart(IMPORT, text)) return 'import';
  if (isText(text)) return 'nothing';
  return text.startsWith('@') ? decorated(text) : bound(text);
}

/** A statement without the comments that have lines of their own. */
export const withoutPythonComments = (text: string): string =>
  text.includes('#') ? text.replace(COMMENTS, '') : text;

/** What functions and classes declare in the module around them. */
export const globals = (text: string): string[] => (text.includes('global') ? named(GLOBAL, text) : []);

/** A text that stands alone: what describes a module. */
function isText(text: string): boolean {
  const mark = atStart(TEXT, text)?.[0];
  if (mark === undefined) return false;
  return text.trimEnd().length === text.indexOf(mark.slice(-3), mark.length) + 3;
}

const byTheWay = (text: string): string[] => (text.includes(':=') ? named(WALRUS, text) : []);

/** A function or class behind its decorators, and what these give a name. */
function decorated(text: string): Declared {
  const found = [...byTheWay(text), ...globals(text)];
  for (const line of linesOf(text)) {
    const name = line && atStart(DEFINITION, line.text)?.[1];
    if (name !== undefined) return [name, ...found];
  }
  return EVERY_WORD;
}

/** What a statement gives a name that is no definition: an assignment, a block that belongs to no function or class. */
function bound(text: string): Declared {
  const found = byTheWay(text);
  for (const line of linesOf(text)) {
    if (!line) return EVERY_WORD;
    for (const name of boundOn(line)) found.push(name);
  }
  return found;
}

const HEAD =
  /^\s*(if|elif|else|for|while|with|try|except|finally|async|class|def|(?:match|case)(?!\s*:))(?![\p{ID_Continue}])/u;
const NAMES_MODULES = /^\s*(?:import|from|global)(?![\p{ID_Continue}])/u;
/** Words between names. */
const BETWEEN: ReadonlySet<string> = new Set(['as', 'async', 'case', 'for', 'global', 'if', 'import', 'in']);

function boundOn({ text, equals, colon }: Line): readonly string[] {
  const head = colon < 0 ? undefined : HEAD.exec(text)?.[1];
  const start = head === undefined ? 0 : colon + 1;
  const rest = text.slice(start);
  const found = head === undefined ? [] : boundByHead(head, text.slice(0, start));
  if (NAMES_MODULES.test(rest))
    return [...found, ...between(rest.slice(Math.max(rest.search(/\bimport\b/), 0)))];
  let from = start;
  for (const end of equals) {
    if (end < from) continue;
    const target = text.slice(from, end);
    // What follows is the default of a parameter.
    if (/\blambda\b/.test(target)) return found;
    const isAnnotated = from <= colon && colon < end;
    for (const name of plain(isAnnotated ? text.slice(from, colon) : target)) found.push(name);
    from = end + 1;
  }
  return equals.length === 0 && head === undefined && colon > 0 ? plain(text.slice(0, colon)) : found;
}

/** What a block gives a name: `for a, b in x:`, `with x as (a, b):`, `except E as e:`, `case [a, *b]:`. */
function boundByHead(kind: string, head: string): string[] {
  const defined = atStart(DEFINITION, head)?.[1];
  if (defined !== undefined) return [defined];
  if (kind === 'case') return between(head);
  if (kind === 'for' || kind === 'async') {
    const targets = /\bfor\b(.*?)\bin\b/s.exec(head)?.[1];
    if (targets !== undefined) return between(targets);
  }
  const as = head.search(/\bas\b/);
  return as < 0 ? [] : between(head.slice(as));
}

const between = (text: string): string[] => words(text).filter((word) => !BETWEEN.has(word));

const ATTRIBUTES =
  /(?<![\p{ID_Continue}])[\p{ID_Start}_][\p{ID_Continue}]*\s*(?=[.[(])|\.\s*[\p{ID_Continue}]+/gu;

/** The words of a target that it gives a value: `a.b = x` and `a["b"] = x` declare nothing. */
const plain = (target: string): readonly string[] => words(target.replace(ATTRIBUTES, ''));

function named(pattern: RegExp, text: string): string[] {
  const found: string[] = [];
  for (const [, names = ''] of text.matchAll(pattern)) for (const name of words(names)) found.push(name);
  return found;
}
