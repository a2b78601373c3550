import { userPart, withoutAddressSecrets } from './addresses.js';
import { isPlaceholder, looksMachineMade } from './placeholders.js';
import { looksRandom } from './random.js';
import { meaningOfName, type NameMeaning } from './secret-names.js';
import { PEM_BEGIN, TOKEN_HINTS, withoutTokens } from './tokens.js';

const MASK = '***';

/** How a value of `Authorization` begins. */
export const SCHEME_HEAD = /^(?:bearer|basic|token|apikey|digest|negotiate)[ \t]+/i;
const SCHEME = /(?<![\w-])(Bearer|Basic)([ \t]+)([^\s"'`,;<>]+)/gi;
/**
 * A name and the mark behind it: `KEY=`, `"key": `, `--key `, `"--key", `; with the letter that Python puts before a
 * quote.
 */
const PAIR_HEAD =
  /(?<![\w.-])(-{0,2})([A-Za-z_][\w.-]*)(?:\\?["'])?([ \t]*[:=][ \t]*|,[ \t]*(?=\\?["'])|[ \t]+)(?:[fFrRbBuU](?=["']))?/g;

/** Without any of these there is no credential to find: most texts are read this once and no further. */
const HINT = new RegExp(
  [
    'secret|token|passw|pat|passphrase|key|auth|credential|signature|bearer|basic|cookie|env|:\\/\\/|@|[?&#;]',
    ...TOKEN_HINTS,
  ].join('|'),
  'i',
);

/**
 * An address of a host and a path in short words of small letters. No part of it is as long as the shortest token, no
 * name in it has a value, and it has neither user nor query: most addresses are such, and are read no further.
 */
const PLAIN_ADDRESS = /^https?:\/\/[a-z\d_-]{1,14}(?:[./][a-z\d_-]{1,14})*\/?$/;

/** Whether a text may hold a credential at all, at the price of one look. */
export function mayHoldSecret(text: string): boolean {
  return !PLAIN_ADDRESS.test(text) && HINT.test(text);
}

/** Whether what follows `Bearer` or `Basic` is no word of prose. */
export function isCredential(text: string): boolean {
  return looksMachineMade(text) && /\d|=|[a-z][A-Z]/.test(text) && !isPlaceholder(text);
}

/** An address that can be shown: no user, no secret in its path or query. */
export function displayUrl(url: string): string {
  if (!mayHoldSecret(url)) return url;
  const user = userPart(url);
  return redact(user ? url.slice(0, user.start) + url.slice(user.end + 1) : url);
}

/** The text with everything that looks like a credential replaced by `***`. Placeholders stay readable. */
export function redact(text: string): string {
  if (text.length < 6 || !mayHoldSecret(text)) return text;
  let safe = redactKeys(text);
  // Users go first: a token in one is cut out with it.
  safe = withoutTokens(withoutAddressSecrets(safe, MASK), MASK);
  safe = safe.replace(SCHEME, (all, scheme: string, gap: string, value: string) =>
    isCredential(value) ? `${scheme}${gap}${MASK}` : all,
  );
  return redactPairs(safe);
}

/** Units of a text that a report shows at most, and of a name that it quotes. */
const LONGEST_SHOWN = 2_000;
const LONGEST_QUOTED = 200;
/** How much more is read than is displayText, so that no credential is cut in two before it is seen. */
const READ_AHEAD = 4;
/** Names looked at in one text. */
const MOST_QUOTED = 20;

/**
 * What a report shows of a text: `redact`, with long names between backticks and long texts cut short. One name is said
 * of each thing beside it, so that a name of a mebibyte would else be printed thousands of times.
 */
export function displayText(text: string): string {
  if (text.length <= LONGEST_SHOWN) return redact(text);
  return shortened(redact(shortened(text, READ_AHEAD)), 1);
}

function shortened(text: string, times: number): string {
  const parts = text.split('`', 2 * MOST_QUOTED);
  const short = parts.map((part, at) => (at % 2 === 0 ? part : cut(part, LONGEST_QUOTED * times)));
  // What stands behind the last of these names is lost only where a name itself is full of backticks.
  return cut(short.join('`'), LONGEST_SHOWN * times);
}

/** The first units of a text, without half of a surrogate pair at their end. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)}...`;
}

/** Cuts out values whose name says secret. A value is read once: reading goes on behind it. */
function redactPairs(text: string): string {
  const pairs = new RegExp(PAIR_HEAD);
  let safe = '';
  let copied = 0;
  for (let head = pairs.exec(text); head; head = pairs.exec(text)) {
    const [, dashes, name = '', mark = ''] = head;
    // Without a mark only an option of a command is followed by its value.
    if (dashes === '' && !/[:=]/.test(mark)) continue;
    const span = secretUnder(meaningOfName(name), text, pairs.lastIndex);
    if (!span) continue;
    pairs.lastIndex = Math.max(pairs.lastIndex, span.end);
    safe += text.slice(copied, span.start) + span.shown;
    copied = span.end;
  }
  return safe + text.slice(copied);
}

/** A value behind a name, and what is shown of it; undefined where there is none to read. */
type SecretSpan = { start: number; end: number; shown: string } | undefined;

function secretUnder(meaning: NameMeaning, text: string, from: number): SecretSpan {
  if (meaning === 'nothing') return undefined;
  if (meaning === 'maybe') return guessedAt(text, from);
  if (meaning === 'cookie') {
    const cookies = new RegExp(/(?:\\?["'])?[\w.$-]{1,100}=/y);
    cookies.lastIndex = from;
    const span = cookies.test(text) ? valueSpan(text, from, '"\'`,}') : undefined;
    return span
      ? { ...span, shown: withoutCookies(text.slice(span.start, span.end)) }
      : guessedAt(text, from);
  }
  const span = valueSpan(text, from, ' \t"\'`,;&}])');
  if (!span) return undefined;
  const value = text.slice(span.start, span.end);
  // A short number is a setting, and a placeholder is worth reading.
  const isShown = isPlaceholder(value) || /^\d{1,5}$/.test(value);
  return { ...span, shown: isShown ? value : MASK };
}

/** Cookies with their names alone. */
function withoutCookies(value: string): string {
  return value.replace(/=([^;=,\s]+)/g, (pair, held: string) => (isPlaceholder(held) ? pair : `=${MASK}`));
}

/** A value that is a secret only where it looks drawn at random. */
function guessedAt(text: string, from: number): SecretSpan {
  const start = from + (/^\\?["']?/.exec(text.slice(from, from + 2))?.[0].length ?? 0);
  const scheme = SCHEME_HEAD.exec(text.slice(start, start + 30))?.[0].length ?? 0;
  const run = new RegExp(/[\w+~%.-]{16,}/y);
  run.lastIndex = start + scheme;
  const value = run.exec(text)?.[0] ?? '';
  if (!looksRandom(value, 16) || isPlaceholder(value)) return undefined;
  return { start: run.lastIndex - value.length, end: run.lastIndex, shown: MASK };
}

/** The value that begins here, without quotes and without a scheme before it; undefined where a structure begins. */
function valueSpan(text: string, from: number, ends: string): { start: number; end: number } | undefined {
  const escaped = text.charAt(from) === '\\' ? 1 : 0;
  const quote = text.charAt(from + escaped);
  const isQuoted = quote === '"' || quote === "'";
  if (!isQuoted && (quote === '' || '[{(|>&'.includes(quote))) return undefined;
  let start = isQuoted ? from + escaped + 1 : from;
  start += SCHEME_HEAD.exec(text.slice(start, start + 30))?.[0].length ?? 0;
  let end = start;
  let braces = 0;
  for (; end < text.length; end++) {
    const char = text.charAt(end);
    if (char === '\n' || char === '\r') break;
    if (isQuoted) {
      if (char === quote || (escaped === 1 && char === '\\' && text.charAt(end + 1) === quote)) break;
      if (char === '\\') end++;
    } else if (char === '{') braces++;
    else if (char === '}' && braces > 0) braces--;
    else if (ends.includes(char)) break;
  }
  return { start, end: Math.min(end, text.length) };
}

/** Cuts private keys out, from their first line to their last. */
function redactKeys(text: string): string {
  let safe = '';
  let copied = 0;
  for (let at = text.indexOf(PEM_BEGIN); at >= 0; at = text.indexOf(PEM_BEGIN, copied)) {
    const end = text.indexOf('-----END ', at);
    const close = end < 0 ? -1 : text.indexOf('-----', end + 9);
    safe += text.slice(copied, at) + MASK;
    copied = close < 0 ? text.length : close + 5;
  }
  return safe + text.slice(copied);
}
