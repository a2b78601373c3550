import { type Declared, EVERY_WORD, NO_NAMES, words } from '../statements.js';

const IMPORT = /import\b(?!\s*[.(])/y;
const LIST = /export\s*(?:type\s*)?[{*]/y;
const DEFINITION =
  /(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:const\s+(?=enum\b))?(?:abstract\s+)?(?:async\s+)?(?:function\s*\*\s*|(?:function|class|enum|namespace|module)\s+)([\p{ID_Start}_$][\p{ID_Continue}$]*)/uy;
const TYPE = /(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:interface|type)\s+[\p{ID_Start}_$]/uy;
const COMMENTS = /^[ \t]*(?:\/\*\*(?:[^*]|\*(?!\/)){0,4000}\*\/|\/\/(?!.*\$\{).*$)/gm;
const DECORATED = /\bclass\s+([\p{ID_Start}_$][\p{ID_Continue}$]*)/u;
const VARIABLE =
  /(?:export\s+)?(?:declare\s+)?(const|let|var|(?:await\s+)?using(?=\s+[\p{ID_Start}_$]))\s+/uy;
const NAME = /([\p{ID_Start}_$][\p{ID_Continue}$]*)\s*(?=[:=!])/uy;
const ASSIGNED = /([\p{ID_Start}_$][\p{ID_Continue}$]*)\s*=(?![=>])/uy;
const BLOCK = /(?:if|for|while|do|switch|try|with|declare)\b|[\p{ID_Start}_$][\p{ID_Continue}$]*\s*:|\{/uy;

/** The names that a statement of a module may declare in it, told from its text: rather too many. */
export function declaredInTypescript(text: string): Declared {
  if (startsWith(IMPORT, text) || startsWith(LIST, text)) return 'import';
  // What is only a type gives no value to anything.
  if (startsWith(TYPE, text)) return 'nothing';
  const defined = startsWith(DEFINITION, text) ?? (text.startsWith('@') ? DECORATED.exec(text) : null);
  if (defined?.[1] !== undefined) return [defined[1]];
  const variable = startsWith(VARIABLE, text);
  if (variable) return declarators(text.slice(variable[0].length), !/^(?:let|var)$/.test(variable[1] ?? ''));
  if (startsWith(BLOCK, text) || text.startsWith('@')) return EVERY_WORD;
  const assigned = startsWith(ASSIGNED, text)?.[1];
  return assigned === undefined ? NO_NAMES : [assigned];
}

/** A statement without the comments that have lines of their own. */
export const withoutTypescriptComments = (text: string): string =>
  text.includes('/*') || text.includes('//') ? text.replace(COMMENTS, '') : text;

function startsWith(pattern: RegExp, text: string): RegExpExecArray | null {
  pattern.lastIndex = 0;
  return pattern.exec(text);
}

const FURTHER = /,\s*([\p{ID_Start}_$][\p{ID_Continue}$]*)\s*(?::[^=,;()]{0,200})?=(?![=>])/gu;
const FURTHER_PATTERN = /,\s{0,50}[{[][^=]{0,200}[}\]]\s{0,20}=(?![=>])/;

/** `a = x`, `a = x, b = y`, `{ a, b: c } = x`. */
function declarators(text: string, isConstant: boolean): Declared {
  if (FURTHER_PATTERN.test(text)) return EVERY_WORD;
  const further = [...text.matchAll(FURTHER)].map(([, name = '']) => name);
  const first = startsWith(NAME, text)?.[1];
  if (first !== undefined && isConstant) return [first, ...further];
  const pattern = isConstant ? patternAtStart(text) : undefined;
  return pattern === undefined ? EVERY_WORD : [...words(pattern), ...further];
}

const LONGEST_PATTERN = 2_000;

/** What a pattern at the start of a text takes apart; undefined where it is none, or does not end soon. */
function patternAtStart(text: string): string | undefined {
  let depth = 0;
  for (let at = 0; at < Math.min(text.length, LONGEST_PATTERN); at++) {
    const char = text.charAt(at);
    if ('{[('.includes(char)) depth++;
    else if ('}])'.includes(char)) depth--;
    if (depth === 0) return at === 0 ? undefined : text.slice(0, at);
  }
  return undefined;
}
