import { atStart, type Declared, EVERY_WORD, NO_NAMES, words } from '../names/statements.js';
import type { Cst } from '../tree/cst.js';

const IMPORT = /import\b(?!\s*[.(])/y;
const LIST = /export\s*(?:type\s*)?[{*]/y;
const DEFINITION =
  /(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:const\s+(?=enum\b))?(?:abstract\s+)?(?:async\s+)?(?:function\s*\*\s*|(?:function|class|enum)\s+(?!extends\b|implements\b))([\p{ID_Start}_$][\p{ID_Continue}$]*)/uy;
const TYPE = /(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:interface|type)\s+[\p{ID_Start}_$]/uy;
// What holds the mark of a template may be a part of it, and what JSX shows looks like a comment.
const COMMENTS = /^[ \t]*(?:\/\*\*(?:[^*`$/]|\$(?!\{)|\*(?!\/)|\/(?!\*\*)){0,4000}\*\/|\/\/(?!.*[`{]).*$)/gm;
const DECORATED = /(?:export\s+)?(?:default\s+)?@/y;
const CLASS = /\bclass\s+([\p{ID_Start}_$][\p{ID_Continue}$]*)/gu;
const VARIABLE =
  /(?:export\s+)?(?:declare\s+)?(?:const|let|var|(?:await\s+)?using(?=\s+[\p{ID_Start}_$]))(?![\p{ID_Continue}$])\s*/uy;
const NAME = /([\p{ID_Start}_$][\p{ID_Continue}$]*)\s*(?=[:=!])/uy;
const ASSIGNED = /([\p{ID_Start}_$][\p{ID_Continue}$]*)\s*=(?![=>])/uy;
const BLOCK =
  /(?:if|for|while|do|switch|try|with|declare|namespace)\b|module(?:\s+[\p{ID_Start}_$]|\s*["'/])|[\p{ID_Start}_$][\p{ID_Continue}$]*\s*:|\{/uy;
/** What declares and looks like nothing above, as where a comment stands between its words. */
const DECLARES =
  /(?:export\b(?!\s*(?:default\b(?!\s*\/)|=))|const|let|var|function|class|abstract|async|enum)(?![\p{ID_Continue}$])/uy;

/**
 * The names that a statement of a module may declare in it, told from its text: rather too many. `variables`: how many
 * it declares, where that is asked for.
 */
export function declaredInTypescript(text: string, variables: () => number): Declared {
  if (atStart(IMPORT, text) || atStart(LIST, text)) return 'import';
  // What is only a type gives no value to anything.
  if (atStart(TYPE, text)) return 'nothing';
  const defined = atStart(DEFINITION, text)?.[1];
  if (defined !== undefined) return [defined];
  if (atStart(DECORATED, text)) {
    const classes = [...text.matchAll(CLASS)].map(([, name = '']) => name);
    return classes.length > 0 ? classes : EVERY_WORD;
  }
  const variable = atStart(VARIABLE, text)?.[0];
  if (variable !== undefined) return declarators(text.slice(variable.length), variables);
  if (atStart(BLOCK, text) || atStart(DECLARES, text)) return EVERY_WORD;
  const assigned = atStart(ASSIGNED, text)?.[1];
  return assigned === undefined ? NO_NAMES : [assigned];
}

/** A statement without the comments that have lines of their own. */
export const withoutTypescriptComments = (text: string): string =>
  text.includes('/*') || text.includes('//') ? text.replace(COMMENTS, '') : text;

/** `a = x`, `a = x, b = y`, `{ a, b: c } = x`. */
function declarators(text: string, variables: () => number): Declared {
  if (text.includes(',') && variables() !== 1) return EVERY_WORD;
  const name = atStart(NAME, text)?.[1];
  if (name !== undefined) return [name];
  const pattern = patternAtStart(text);
  return pattern === undefined ? EVERY_WORD : words(pattern);
}

const LONGEST_PATTERN = 2_000;

/** What a pattern at the start of a text takes apart; undefined where it is none, does not end soon, or holds a text. */
function patternAtStart(text: string): string | undefined {
  let depth = 0;
  for (let at = 0; at < Math.min(text.length, LONGEST_PATTERN); at++) {
    const char = text.charAt(at);
    if ('{[('.includes(char)) depth++;
    else if ('}])'.includes(char)) depth--;
    else if ('"\'`/'.includes(char)) return undefined;
    if (depth === 0) return at === 0 ? undefined : text.slice(0, at);
  }
  return undefined;
}

/** How many variables a statement declares. */
export function variablesOf(statement: Cst): number {
  let count = 0;
  for (const child of statement.children()) {
    if (child.type === 'variable_declarator') count++;
    else if (child.type.endsWith('_declaration')) count += variablesOf(child);
  }
  return count;
}
