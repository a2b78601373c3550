/** Words of a name that say secret, alone or in pairs. */
const SECRET_WORDS = new Set(
  'token secret password passwd pat passphrase apikey authorization credential credentials signature'.split(
    ' ',
  ),
);
const SECRET_WORD_PAIRS = new Set(
  [
    'api',
    'access',
    'private',
    'secret',
    'auth',
    'account',
    'service',
    'encryption',
    'signing',
    'subscription',
  ].map((word) => `${word} key`),
);
/** A word that another one is written to without a space: `PGPASSWORD`. */
const GLUED = /^[a-z\d]{1,40}(?:password|passwd|passphrase|apikey|authtoken|accesstoken)$/;
/** A key that opens nothing, or that everybody may know. */
const OPEN_KEYS = new Set(
  'public pub publishable anon cache partition primary sort foreign hot map idempotency index row object dedupe group site project feature flag config setting settings registry lookup unique shard routing data translation event space team shortcut model region locale i18n license'.split(
    ' ',
  ),
);
/** A token that marks a place in a list, and opens nothing. */
const PAGING_WORDS = new Set(['page', 'continuation', 'skip']);
/** A name that ends so speaks about a secret and does not hold it. */
const ABOUT_WORDS = new Set(
  'url uri endpoint path file limit count type name id env var variable header length size policy mode ttl expiry expires budget location field prompt required provider ref scheme algorithm'.split(
    ' ',
  ),
);
/** What the name of a variable is given under; a lone `env` says so too. */
const VARIABLE_NAMES = new Set(['env var', 'env key']);

/**
 * What a name says of its value: `secret`; `maybe`: a secret where it looks drawn at random, as in `--auth basic` and
 * `--auth 9f8e...`, in `STRIPE_KEY`, or where the name of a variable belongs; `cookie`: values by name; nothing.
 */
export type NameMeaning = 'secret' | 'maybe' | 'cookie' | 'nothing';

/** Reads a name by its words, split at case, `_`, `-` and `.`. */
export function meaningOfName(name: string): NameMeaning {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (last === 'cookie' || last === 'cookies') return 'cookie';
  if (last === 'env' || VARIABLE_NAMES.has(words.slice(-2).join(' '))) return 'maybe';
  if (words[0] === 'env' && last === 'headers') return 'maybe';
  if (ABOUT_WORDS.has(last)) return 'nothing';
  const saysSo = words.some(
    (word, i) =>
      GLUED.test(word) ||
      (SECRET_WORDS.has(word) && !(word === 'token' && PAGING_WORDS.has(words[i - 1] ?? ''))) ||
      SECRET_WORD_PAIRS.has(`${word} ${words[i + 1] ?? ''}`),
  );
  if (saysSo) return 'secret';
  if (last === 'key' && !words.some((word) => OPEN_KEYS.has(word))) return 'maybe';
  return last === 'auth' || last === 'bearer' ? 'maybe' : 'nothing';
}

/** Whether a name says that its value is a secret. */
export function namesSecret(name: string): boolean {
  return meaningOfName(name) === 'secret';
}

/** The words of a name or a value, in lower case. */
export function wordsOf(name: string): string[] {
  return name
    .slice(0, 400)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}
