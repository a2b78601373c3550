/** An expression of a workflow in a text: `${{ github.actor }}`, with its range and what is between the brackets. */
interface WrittenExpression {
  start: number;
  end: number;
  inner: string;
}

/** The expressions in a text, in one pass; one without an end is none, nor is what follows it. */
function expressionsIn(text: string): WrittenExpression[] {
  const found: WrittenExpression[] = [];
  for (let start = text.indexOf('${{'); start >= 0; ) {
    const end = endOf(text, start + 3);
    if (end === undefined) break;
    found.push({ start, end, inner: text.slice(start + 3, end - 2) });
    start = text.indexOf('${{', end);
  }
  return found;
}

/** The end of an expression: two brackets outside of its strings. */
function endOf(text: string, from: number): number | undefined {
  let isString = false;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "'") isString = !isString;
    else if (!isString && text.startsWith('}}', at)) return at + 2;
  }
  return undefined;
}

/** What a pattern finds outside of the strings of expressions, and the range of the expression. */
interface FoundInExpression {
  found: string;
  start: number;
  end: number;
}

/** The first match of a pattern in an expression of a text. */
export function inExpression(text: string, pattern: RegExp): FoundInExpression | undefined {
  for (const { start, end, inner } of expressionsIn(text)) {
    const [found] = pattern.exec(withoutStrings(inner)) ?? [];
    if (found !== undefined) return { found, start, end };
  }
  return undefined;
}

/** The expressions of a text without their strings. */
export const expressionTexts = (text: string): string[] =>
  expressionsIn(text).map(({ inner }) => withoutStrings(inner));

/** Whether an expression in a text has no end. */
export const isCutOff = (text: string): boolean => text.includes('${{', expressionsIn(text).at(-1)?.end);

/** An expression without what stands behind the token of the job, which is always there: `secrets.GITHUB_TOKEN || x`. */
export const untilTokenOfJob = (text: string): string =>
  text.replaceAll(/(?<=\b(?:secrets\.GITHUB_TOKEN|github\.token))\s*\|\|[^}]*/g, ' ');

/** Whether a text is the token of the job, and nothing else. */
export const isTokenOfJob = (text: string): boolean => TOKEN_OF_JOB.test(untilTokenOfJob(text.trim()));
const TOKEN_OF_JOB = /^\$\{\{\s*(?:secrets\.GITHUB_TOKEN|github\.token)\s*\}\}$/;

const withoutStrings = (text: string): string => text.replaceAll(/'[^']*'/g, "''");
