import facts from './credentials.json' with { type: 'json' };
import { isPlaceholder } from './placeholders.js';

const AWS_KEY = /^(?:AKIA|ASIA)[0-9A-Z]{16}$/;
const WORD = /\w[\w-]*/g;
/** Tokens that are told by more than a prefix; each begins at a word's edge. */
const SHAPES: readonly RegExp[] = [
  // A JSON web token.
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  // SendGrid.
  /(?<![\w-])SG\.(?=[A-Za-z_-]*\d)[\w-]{16,}(?:\.[\w-]*)?/g,
  // A bot of Telegram, also as its address has it: `/bot123456789:...`.
  /(?<![\w-])(?:bot)?\d{6,12}:(?=[\d_-]*[A-Za-z])[\w-]{35}(?![\w-])/g,
];

/** Where a private key begins. */
export const PEM_BEGIN = '-----BEGIN ';

/** How tokens of a known shape begin: without any of these there is none. In the source of an expression. */
export const TOKEN_HINTS: readonly string[] = [
  ...facts.tokens.flatMap(({ prefixes }) => prefixes),
  ...['akia', 'asia', 'eyj', 'SG\\.', '\\d{6}:', 'BEGIN '],
];

const TOKEN_HINT = new RegExp(TOKEN_HINTS.join('|'), 'i');

/** Whether a token of a known shape stands anywhere in a value; placeholders of that shape do not count. */
export function looksLikeSecret(value: string): boolean {
  if (value.includes(PEM_BEGIN) && value.includes('PRIVATE KEY')) return true;
  for (const word of value.matchAll(WORD)) if (isToken(word[0])) return true;
  return SHAPES.some((shape) => [...value.matchAll(shape)].some(([found]) => !isPlaceholder(found)));
}

/** The text with tokens of a known shape replaced. */
export function withoutTokens(text: string, mask: string): string {
  if (!TOKEN_HINT.test(text)) return text;
  let safe = text;
  for (const shape of SHAPES) safe = safe.replace(shape, (found) => (isPlaceholder(found) ? found : mask));
  return safe.replace(WORD, (word) => {
    if (isToken(word)) return mask;
    const start = tokenBehindHyphen(word);
    return start === undefined ? word : word.slice(0, start) + mask;
  });
}

/** An unbroken run, so that a name such as `my-sk-learn-notes-2` stays readable. */
const LONG_RUN = /[A-Za-z0-9]{16}/;

/** Where a token begins that is part of a longer name: the text of a glob, a branch. */
function tokenBehindHyphen(word: string): number | undefined {
  if (!LONG_RUN.test(word)) return undefined;
  for (let at = word.indexOf('-'); at >= 0; at = word.indexOf('-', at + 1)) {
    const rest = word.slice(at + 1);
    if (LONG_RUN.test(rest) && isToken(rest)) return at + 1;
  }
  return undefined;
}

function isToken(word: string): boolean {
  if (AWS_KEY.test(word)) return !isPlaceholder(word);
  for (const { least, prefixes } of facts.tokens) {
    const prefix = prefixes.find((one) => word.startsWith(one));
    if (prefix === undefined) continue;
    // A name in prose may begin alike; a token has digits or a long run of letters.
    const rest = word.slice(prefix.length);
    return rest.length >= least && /\d|[A-Za-z]{16}/.test(rest) && !isPlaceholder(word);
  }
  return false;
}
