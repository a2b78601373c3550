/**
 * Finds and cuts out credentials. Every scan is linear: expressions begin at a word's edge, which is looked for behind
 * them, so that no run of characters is read from more than one start.
 */

const MASK = '***';

/** Prefixes of tokens whose issuer can be told, by the fewest characters behind the prefix. */
const TOKEN_PREFIXES: readonly (readonly [least: number, prefixes: readonly string[]])[] = [
  [10, ['xoxa-', 'xoxb-', 'xoxe-', 'xoxp-', 'xoxr-', 'xoxs-', 'xapp-']],
  [12, ['sk_live_', 'sk_test_', 'rk_live_']],
  [16, ['sk-', 'glpat-']],
  [20, ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_']],
  [30, ['npm_', 'AIza', 'hf_', 'pypi-']],
];

const AWS_KEY = /^(?:AKIA|ASIA)[0-9A-Z]{16}$/;
const WORD = /[\w-]+/g;
const JWT = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g;
const PEM_BEGIN = '-----BEGIN ';
const SCHEME = /(?<![\w-])(Bearer|Basic)([ \t]+)([^\s"'`,;<>]+)/gi;
/** A name and the mark behind it: `KEY=`, `"key": `, `--key `; with the letter that Python puts before a quote. */
const PAIR_HEAD =
  /(?<![\w.-])(-{0,2})([A-Za-z_][\w.-]*)(?:\\?["'])?([ \t]*[:=][ \t]*|[ \t]+)(?:[fFrRbBuU](?=["']))?/g;
const SCHEME_HEAD = /^(?:bearer|basic|token|apikey|digest|negotiate)[ \t]+/i;
const QUERY = /(?<=[?&;#])([\w.~%[\]-]{1,100})=([^&;#\s"'<>]*)/g;

/** Without any of these there is no credential to find: most texts are read this once and no further. */
const HINT =
  /secret|token|passw|pat|passphrase|key|auth|credential|signature|bearer|basic|[sr]k[-_]|xox|xapp|glpat|gh[pousr]_|github_pat|npm_|aiza|hf_|pypi|akia|asia|eyj|BEGIN |@|[?&#;]/i;

/** Words of a name that say secret, alone or in pairs. */
const SECRET_WORDS = new Set(
  'token secret password passwd pat passphrase apikey authorization credential credentials signature'.split(
    ' ',
  ),
);
const SECRET_WORD_PAIRS = new Set(
  ['api', 'access', 'private', 'secret', 'auth', 'account', 'service', 'encryption', 'signing'].map(
    (word) => `${word} key`,
  ),
);
/** Short names that say secret in the query of an address, where nothing else is called so. */
const SECRET_QUERY_NAMES = new Set(['key', 'sig', 'auth', 'pass', 'pwd', 'code', 'jwt', 'sas']);
/** A name that ends so speaks about a secret and does not hold it. */
const ABOUT_WORDS = new Set(
  'url uri endpoint path file limit count type name id env var variable header length size policy mode ttl expiry expires budget location field prompt required provider ref scheme algorithm'.split(
    ' ',
  ),
);
const PLAIN_WORDS = new Set(
  'pass changeme change_me change-me dummy example placeholder redacted none null true false undefined todo tbd test fake sample optional required string secret password token bearer basic'.split(
    ' ',
  ),
);

const STAND_IN_WORDS = new Set(['your', 'redacted', 'changeme', 'placeholder']);
/** `your`, in languages that committed files are written in; among plain words alone. */
const YOUR_WORDS = new Set('votre vos ihr ihre ihren dein deine vostro vostra tuo tua seu sua'.split(' '));

const isInWords = (text: string) => /^[A-Za-z]+(?:[ _-][A-Za-z]+)+$/.test(text);

/** A file that holds a secret is no secret: `/etc/app/key.pem`, `C:\\keys\\sa.json`, `credentials.json`. */
function isFileName(value: string): boolean {
  if (/^[\w.-]{1,80}\.(?:json|ya?ml|toml|ini|env|txt|pem|key|p12|p8|pfx|crt|cer|jks)$/i.test(value))
    return true;
  if (!/^(?:~|\.{1,2}|[A-Za-z]:)?[\\/]/.test(value) || value.length > 200) return false;
  const parts = value.split(/[\\/]/).filter((part) => part !== '');
  const isPlain = parts.every((part) => /^(?:[\w.$ {}:~-]{1,40})$/.test(part));
  return (
    isPlain && (/\.\w{1,8}$/.test(value) || (parts.length > 1 && parts.every((part) => !/\d{3}/.test(part))))
  );
}

/** Whether a value stands in for a credential that is filled in elsewhere: `${VAR}`, `{{x}}`, `<x>`, `YOUR_KEY`, empty. */
export function isPlaceholder(value: string): boolean {
  const bare = value.trim();
  if (bare === '' || /^[.*xX•_-]+$/.test(bare) || /^[0-]+$/.test(bare)) return true;
  if (PLAIN_WORDS.has(bare.toLowerCase())) return true;
  if (/^\$[A-Za-z_]\w*$/.test(bare) || /^%[A-Za-z_]\w*%$/.test(bare)) return true;
  if (/^(?:process\.env|os\.environ|env|secrets|vault|ENV)[.:[(]/.test(bare)) return true;
  if (bare.startsWith('<') && bare.endsWith('>')) return true;
  if (bare.startsWith('op://') || bare.startsWith('arn:aws:secretsmanager:')) return true;
  if (withoutReferences(bare) !== bare && !looksMachineMade(withoutReferences(bare))) return true;
  const words = wordsOf(bare);
  if (words.some((word) => STAND_IN_WORDS.has(word)) || words.join(' ').includes('change me')) return true;
  if (isInWords(bare) && words.some((word) => YOUR_WORDS.has(word))) return true;
  if (words.at(-1) === 'here' || words.some((word) => /^x{4,}$/.test(word))) return true;
  return /\*{3}|\.{3}|x{6}|X{6}/.test(bare) || (words.includes('example') && words.length > 1);
}

/** The value without `${...}`, `{{...}}` and `{env:...}`. */
function withoutReferences(value: string): string {
  return value.replace(/\$?\{\{?[^{}]{0,200}\}\}?/g, '');
}

/** Whether a name says that its value is a secret: its words, split at case, `_`, `-` and `.`. */
export function namesSecret(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1);
  if (last === undefined || ABOUT_WORDS.has(last)) return false;
  return words.some(
    (word, i) => SECRET_WORDS.has(word) || SECRET_WORD_PAIRS.has(`${word} ${words[i + 1] ?? ''}`),
  );
}

function wordsOf(name: string): string[] {
  return name
    .slice(0, 400)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

/** Whether a token of a known shape stands anywhere in a value; placeholders of that shape do not count. */
export function looksLikeSecret(value: string): boolean {
  if (value.includes(PEM_BEGIN) && value.includes('PRIVATE KEY')) return true;
  for (const word of value.matchAll(WORD)) if (isToken(word[0])) return true;
  for (const jwt of value.matchAll(JWT)) if (!isPlaceholder(jwt[0])) return true;
  return false;
}

function isToken(word: string): boolean {
  if (AWS_KEY.test(word)) return !word.endsWith('EXAMPLE');
  for (const [least, prefixes] of TOKEN_PREFIXES) {
    const prefix = prefixes.find((one) => word.startsWith(one));
    if (prefix === undefined) continue;
    // A name in prose may begin alike; a token has digits or a long run of letters.
    const rest = word.slice(prefix.length);
    return rest.length >= least && /\d|[A-Za-z]{16}/.test(rest) && !isPlaceholder(word);
  }
  return false;
}

/**
 * Whether a named value is a literal credential: a token of a known shape, a value under a name that says secret and
 * that looks made by a machine, a filled `Authorization`, or an address that holds one.
 */
export function secretIn(name: string, value: string): boolean {
  if (!HINT.test(value) && !HINT.test(name)) return false;
  if (looksLikeSecret(value) || addressHoldsSecret(value)) return true;
  const bare = value.trim();
  if (isPlaceholder(bare)) return false;
  const held = bare.replace(SCHEME_HEAD, '');
  if (held !== bare && /^b/i.test(bare) && isCredential(held)) return true;
  // Headers in one value: `Authorization=Bearer ...`.
  const header = /^([\w-]{1,80})=(.+)$/.exec(bare);
  const inHeader = header?.[2]?.replace(SCHEME_HEAD, '') ?? '';
  if (header && namesSecret(header[1] ?? '') && !isPlaceholder(inHeader) && looksMachineMade(inHeader))
    return true;
  return namesSecret(name) && !isPlaceholder(held) && looksMachineMade(held) && !isFileName(held);
}

/** Whether what follows `Bearer` or `Basic` is no word of prose. */
function isCredential(text: string): boolean {
  return looksMachineMade(text) && /\d|=|[a-z][A-Z]/.test(text) && !isPlaceholder(text);
}

function looksMachineMade(value: string): boolean {
  if (/\s/.test(value)) return false;
  return value.length >= 16 || (value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value));
}

function addressHoldsSecret(value: string): boolean {
  const user = userPart(value);
  if (user) {
    const colon = user.text.indexOf(':');
    const password = colon < 0 ? '' : user.text.slice(colon + 1);
    if (password !== '' && !isPlaceholder(password)) return true;
  }
  if (!value.includes('://')) return false;
  for (const [, name, held] of value.matchAll(QUERY)) {
    if (isSecretQuery(name ?? '') && (held ?? '').length >= 8 && !isPlaceholder(held ?? '')) return true;
  }
  return false;
}

function isSecretQuery(name: string): boolean {
  return namesSecret(name) || SECRET_QUERY_NAMES.has(name.toLowerCase());
}

/** The part of an address before `@`; undefined where it has none. `from` is where to look for the address. */
function userPart(text: string, from = 0): { start: number; end: number; text: string } | undefined {
  const scheme = text.indexOf('://', from);
  if (scheme < 0) return undefined;
  const start = scheme + 3;
  let at = -1;
  for (let i = start; i < text.length && !'/?#"\'<> \t\r\n'.includes(text.charAt(i)); i++) {
    if (text.charAt(i) === '@') at = i;
  }
  return at < 0 ? undefined : { start, end: at, text: text.slice(start, at) };
}

/** The host of an address in lower case, without port; undefined where it has none. Variables stay in it. */
export function hostOf(url: string): string | undefined {
  const scheme = /^[A-Za-z][A-Za-z\d+.-]{0,30}:\/\//.exec(url.trim());
  if (!scheme) return undefined;
  const rest = url.trim().slice(scheme[0].length);
  const authority = rest.slice(0, endOfAuthority(rest));
  const address = authority.slice(authority.lastIndexOf('@') + 1);
  const bracket = address.startsWith('[') ? address.indexOf(']') : -1;
  const host = bracket > 0 ? address.slice(1, bracket) : address.replace(/:\d*$/, '');
  return host === '' ? undefined : host.toLowerCase();
}

function endOfAuthority(rest: string): number {
  const end = rest.search(/[/?#\\]/);
  return end < 0 ? rest.length : end;
}

/** An address that can be shown: no user, no secret in its query. */
export function displayUrl(url: string): string {
  const user = userPart(url);
  return redact(user ? url.slice(0, user.start) + url.slice(user.end + 1) : url);
}

/** The text with everything that looks like a credential replaced by `***`. Placeholders stay readable. */
export function redact(text: string): string {
  if (text.length < 6 || !HINT.test(text)) return text;
  let safe = redactKeys(text);
  if (safe.includes('://')) safe = redactUsers(safe);
  safe = safe.replace(JWT, (jwt) => (isPlaceholder(jwt) ? jwt : MASK));
  safe = safe.replace(WORD, (word) => (isToken(word) ? MASK : word));
  safe = safe.replace(SCHEME, (all, scheme: string, gap: string, held: string) =>
    isCredential(held) ? `${scheme}${gap}${MASK}` : all,
  );
  safe = safe.replace(QUERY, (all, name: string, held: string) =>
    isSecretQuery(name) && !isPlaceholder(held) ? `${name}=${MASK}` : all,
  );
  return redactPairs(safe);
}

/** Cuts out values whose name says secret. A value is read once: reading goes on behind it. */
function redactPairs(text: string): string {
  const heads = new RegExp(PAIR_HEAD);
  let safe = '';
  let copied = 0;
  for (let head = heads.exec(text); head; head = heads.exec(text)) {
    const [, dashes, name, mark] = head;
    // Without a mark only an option of a command is followed by its value.
    if ((mark?.trim() === '' && dashes === '') || !namesSecret(name ?? '')) continue;
    const held = heldBy(text, heads.lastIndex);
    if (!held) continue;
    heads.lastIndex = Math.max(heads.lastIndex, held.end);
    const value = text.slice(held.start, held.end);
    // A short number is a setting, and a placeholder is worth reading.
    if (isPlaceholder(value) || /^\d{1,5}$/.test(value)) continue;
    safe += text.slice(copied, held.start) + MASK;
    copied = held.end;
  }
  return safe + text.slice(copied);
}

/** The value that begins here, without quotes and without a scheme before it; undefined where a structure begins. */
function heldBy(text: string, from: number): { start: number; end: number } | undefined {
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
    else if (' \t"\'`,;&}])'.includes(char)) break;
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

function redactUsers(text: string): string {
  let safe = '';
  let copied = 0;
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    const user = userPart(text, at);
    if (!user || user.text === 'git' || user.text.split(':').every(isPlaceholder)) continue;
    safe += text.slice(copied, user.start) + MASK;
    copied = user.end;
  }
  return safe + text.slice(copied);
}
