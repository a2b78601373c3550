/** The methods of compiled patterns that test a text. */
export const MATCHES: ReadonlySet<string> = new Set(['test', 'match', 'search', 'fullmatch']);

/** The source of a regular expression that matches a text as it is. */
export const literalPattern = (text: string): string => text.replaceAll(/[^\w\s]/g, '\\$&');

/** `mcp__mail__*` as a regular expression. */
export const globPattern = (glob: string | undefined): string | undefined =>
  glob
    ?.replaceAll(/[.^$|()+\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');

/** Before a pattern: letters of either case are the same. */
export const ANY_CASE = '(?i)';

/** Texts, classes and dots, which may be repeated; groups of alternatives, which may not: matching them is fast. */
const SIMPLE = /^(?:[\w :@,|()^$-]|\\[\w.:/-]|\[[\w-]+\]|\.|[*+?](?![*+?]))+$/;
const REPEATED_GROUP = /\)[*+]/;
const REPEATS = /[*+]/g;
const MOST_REPEATS = 2;

/** Whether a text matches a pattern, by a method of it; undefined for patterns that might take long. */
export function matches(pattern: string | undefined, method: string, text: unknown): boolean | undefined {
  if (pattern === undefined || typeof text !== 'string' || !MATCHES.has(method)) return undefined;
  const own = pattern.startsWith(ANY_CASE) ? pattern.slice(ANY_CASE.length) : pattern;
  if (!SIMPLE.test(own) || REPEATED_GROUP.test(own)) return undefined;
  if ((own.match(REPEATS)?.length ?? 0) > MOST_REPEATS) return undefined;
  const whole = method === 'match' ? `^(?:${own})` : method === 'fullmatch' ? `^(?:${own})$` : own;
  try {
    return new RegExp(whole, own === pattern ? '' : 'i').test(text);
  } catch {
    return undefined;
  }
}
