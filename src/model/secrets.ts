import { addressHoldsSecret, isHarmlessAddress } from './addresses.js';
import {
  isFileName,
  isOfNames,
  isOfTests,
  isPlainKey,
  isPlaceholder,
  looksMachineMade,
} from './placeholders.js';
import { looksRandom } from './random.js';
import { isCredential, mayHoldSecret, SCHEME_HEAD } from './redact.js';
import { meaningOfName } from './secret-names.js';
import { looksLikeSecret } from './tokens.js';

/*
 * Finds and cuts out credentials. Every scan is linear: expressions begin at a word's edge, which is looked for behind
 * them, so that no run of characters is read from more than one start.
 */
export { hostOf } from './addresses.js';
export { isPlaceholder } from './placeholders.js';
export { looksRandom } from './random.js';
export { displayText, displayUrl, redact } from './redact.js';
export { namesSecret } from './secret-names.js';
export { looksLikeSecret } from './tokens.js';

/** A name and its value in a list of such: `Authorization=Bearer ...`, `X-Api-Key: ...`. */
const PAIR = /^\s{0,20}([\w-]{1,80})(?:=|:[ \t]{1,5})(.+)$/s;
/** Names of cookies that stand for a person who is signed in. */
const SIGNED_IN = /sess|sid|auth|token|jwt/i;
/** How deep JSON within a value is looked into, counting JSON within its texts. */
const DEEPEST = 12;

/**
 * Whether a named value is a literal credential: a token of a known shape, a value under a name that says secret and
 * that looks made by a machine, a filled `Authorization`, or an address that holds one. A value may be JSON or a list of
 * such values.
 */
export function secretIn(name: string, value: string): boolean {
  return holdsSecret(name, value, 0);
}

function holdsSecret(name: string, value: string, depth: number): boolean {
  if (!mayHoldSecret(value) && !mayHoldSecret(name)) return false;
  const bare = value.trim();
  if (isForEverybody(bare)) return false;
  if (looksLikeSecret(value) || addressHoldsSecret(value)) return true;
  const inner = parsedJson(bare);
  if (inner !== undefined) return jsonHoldsSecret(name, inner, depth + 1);
  if (isPlaceholder(bare)) return false;
  const credential = bare.replace(SCHEME_HEAD, '');
  if (credential !== bare && hasNoPassword(credential)) return false;
  if (credential !== bare && /^b/i.test(bare) && isCredential(credential)) return true;
  return isSecretUnder(name, bare) || pairsHoldSecret(bare);
}

/**
 * Whether what stands behind `Basic` is a user with a password that stands in for one, as servers for trying out have
 * them: `test@example.com:test`. In an address the same password is no secret, either.
 */
function hasNoPassword(encoded: string): boolean {
  if (encoded.length > LONGEST_USER || !/^[A-Za-z\d+/]{4,}={0,2}$/.test(encoded) || encoded.length % 4 !== 0)
    return false;
  const [user = '', ...rest] = atob(encoded).split(':');
  const password = rest.join(':');
  // Where the user is a key, its password is empty or an `x`.
  const isPerson = /^[a-z][a-z._-]{0,30}\d{0,3}(?:@[a-z\d.-]{1,60})?$/i.test(user) && !looksRandom(user, 12);
  return isPerson && /^[!-~]{3,}$/.test(password) && isPlaceholder(password);
}

const JWT = /^eyJ[\w-]{1,400}\.([\w-]{1,2000})\.[\w-]{1,400}$/;

/** Whether a value is the token of anybody who is not signed in, which services hand to every browser: `"role":"anon"`. */
function isForEverybody(value: string): boolean {
  const claims = JWT.exec(value.replace(/^Bearer +/i, ''))?.[1]
    ?.replaceAll('-', '+')
    .replaceAll('_', '/');
  if (claims === undefined || claims.length % 4 === 1) return false;
  const claimed = parsedJson(atob(claims));
  return typeof claimed === 'object' && claimed !== null && 'role' in claimed && claimed.role === 'anon';
}

/** A user and a stand-in, in the form of `Basic`. */
const LONGEST_USER = 200;

/** Whether a value is a secret under this name. */
function isSecretUnder(name: string, value: string): boolean {
  const held = value.trim().replace(SCHEME_HEAD, '');
  const meaning = meaningOfName(name);
  if (meaning === 'cookie') return cookieHoldsSecret(held);
  if (meaning === 'nothing' || isPlaceholder(held) || isOfTests(held)) return false;
  if (meaning === 'maybe')
    return name.endsWith('_KEY')
      ? looksRandom(held, 12) || (isShortKey(held) && held.length >= 8 && !isOfNames(held) && isNoPlace(held))
      : looksRandom(held, 16);
  const isKey = looksMachineMade(held) || isShortKey(held);
  return (isKey || (KEY_NAME.test(name) && isPlainKey(held, name))) && isNoPlace(held);
}

/** A name that ends as that of a key or a token. */
const KEY_NAME = /(?:key|token)$/i;

const isNoPlace = (value: string): boolean => !isFileName(value) && !isHarmlessAddress(value);

/** A word with letters and digits: a value that people chose, under a name that says what it opens. */
const isShortKey = (value: string): boolean => /^(?=.*\d)(?=.*[A-Za-z])[!-~]{6,}$/.test(value);

function cookieHoldsSecret(cookie: string): boolean {
  return cookie.split(';').some((pair) => {
    const equals = pair.indexOf('=');
    const held = pair.slice(equals + 1).trim();
    if (isPlaceholder(held)) return false;
    return (
      looksRandom(held, 20) || (SIGNED_IN.test(pair.slice(0, Math.max(0, equals))) && looksMachineMade(held))
    );
  });
}

/** Headers or settings in one value: `a=b,Authorization=Bearer ...`, `Server=x;Password=...`. */
function pairsHoldSecret(value: string): boolean {
  return value.split(/[,;]/).some((part) => {
    const [, name = '', held = ''] = PAIR.exec(part) ?? [];
    return name !== '' && isSecretUnder(name, held);
  });
}

function parsedJson(text: string): unknown {
  if (!/^[[{]/.test(text) || !/[\]}]$/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a text within JSON is a secret under its key; items of a list go by the name of the list. */
function jsonHoldsSecret(name: string, value: unknown, depth: number): boolean {
  if (depth > DEEPEST) return false;
  if (typeof value === 'string') return holdsSecret(name, value, depth);
  if (Array.isArray(value)) return value.some((item) => jsonHoldsSecret(name, item, depth + 1));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, held]) => jsonHoldsSecret(key, held, depth + 1));
}
