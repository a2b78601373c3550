import facts from './credentials.json' with { type: 'json' };
import { looksRandom } from './random.js';
import { wordsOf } from './secret-names.js';

const PLAIN_WORDS = new Set(
  'pass changeme change_me change-me dummy example placeholder redacted none null true false undefined todo tbd test fake sample optional required string secret password token bearer basic'.split(
    ' ',
  ),
);

const STAND_IN_WORDS = new Set(['your', 'redacted', 'changeme', 'placeholder', 'dummy', 'fake', 'fixture']);
/** `your`, in languages that committed files are written in; among plain words alone. */
const YOUR_WORDS = new Set('votre vos ihr ihre ihren dein deine vostro vostra tuo tua seu sua'.split(' '));

/** Words of values that tests and people who try something out write: `test-token-123`, `secure-token`. */
const TEST_WORDS = new Set(
  'test tests testing demo sample example local dev mock foo bar baz secure secret token key api apikey access auth password pass default my some random string value hardcoded hard coded'.split(
    ' ',
  ),
);

/** What people write where no key is needed, or where one comes from elsewhere: also names of vendors and of local servers. */
const NO_KEYS = new Set(
  'anonymous anthropic anything auto azure bedrock browser censored cohere deepseek development disabled empty enabled enter environment external from gemini generated google groq guest hidden huggingface ignore ignored inherit inherited injected insert interactive keychain keyring llamacpp lmstudio localhost managed masked mistral missing mistralai nokey none noop nothing null ollama openai openrouter optional paste perplexity private production prompt provided public removed replace required runtime sensitive session staging system together unset unused vllm whatever xai'.split(
    ' ',
  ),
);

/** Whether a value is one plain word that may be a key: no word that stands for none, and none of the name itself. */
export function isPlainKey(value: string, name: string): boolean {
  if (!/^[A-Za-z]{8,40}$/.test(value) || SAYS_KEY.test(value)) return false;
  if (NO_KEYS.has(value.toLowerCase())) return false;
  const ofName = wordsOf(name);
  return !wordsOf(value).some((word) => NO_KEYS.has(word) || TEST_WORDS.has(word) || ofName.includes(word));
}

/** Whether a value is names and years alone: `my-project-2024`, `claude-3-5-sonnet`. */
export const isOfNames = (value: string): boolean =>
  value.split(/[-_./: ]/).every((part) => /^(?:[A-Za-z]*|\d{1,4}|v\d{1,3}|\d{1,2}[a-z]{1,2})$/i.test(part));

/** Such a word written to others: `fakekey123`, `replaceme`. */
const GLUED_TEST =
  /^(?:fake|dummy|test|demo|example|sample|mock|replace|changeme|placeholder)[a-z]{0,12}\d{0,4}$/i;
/** Words of which a value is made that stands in place of a key: `supersecret`, `mytokenvalue`. */
const SAYS_KEY = /secret|token|key|password|passwd|credential|your|local/i;

/** Whether a value is plainly one of a test: such words and a few digits alone, or one character again and again. */
export function isOfTests(value: string): boolean {
  const bare = value.trim();
  const words = wordsOf(bare);
  const isOne = (word: string): boolean =>
    /^(?:\d{1,4}|123456?7?8?9?0?)$/.test(word) ||
    TEST_WORDS.has(word.replace(/\d{1,4}$/, '')) ||
    (words.length > 1 && /^[a-z]{1,4}123(?:456)?$/.test(word));
  return /^(.)\1+$/.test(bare) || GLUED_TEST.test(bare) || (words.length > 0 && words.every(isOne));
}

/** Told to fill it in, or that a local server wants none: `sk-no-key-required`, `not-needed`. */
const NO_NEED = /\b(?:change me|not (?:needed|required|used)|no (?:api )?key|unused)\b/;

/** The name of a variable, where a client fills its value in: `GITHUB_TOKEN`. It says itself what it holds. */
const VARIABLE_NAME =
  /^[A-Z][A-Z\d]*(?:_[A-Z\d]+){0,10}_(?:TOKEN|KEY|SECRET|PASSWORD|PASSWD|PASS|PAT|AUTH|CREDENTIALS?|HEADERS?)$/;
/** Commands that print a secret from where it is kept. */
const FETCHES =
  /^\$\(\s*(?:<|(?:cat|op|pass|aws|gcloud|az|vault|security|gh|secret-tool|bw|kubectl|printenv|doppler|age|sops|gpg)\b)/;
const SCHEME = /^(?:@|ref\+)?([\da-z][\da-z+_-]{0,40}):(\/\/)?/i;
const REFERENCE_SCHEMES = new Set(facts.references);
/** A secret of Google Cloud, by the name of its resource. */
const RESOURCE =
  /^projects\/[\w.:-]{1,80}\/(?:locations\/[\w-]{1,40}\/)?secrets\/[\w-]{1,255}(?:\/versions\/[\w-]{1,40})?$/;

const isInWords = (text: string) => /^[A-Za-z]+(?:[ _-][A-Za-z]+)+$/.test(text);

/** A file that holds a secret is no secret: `/etc/app/key.pem`, `C:\\keys\\sa.json`, `${HOME}/keys`, `credentials.json`. */
export function isFileName(value: string): boolean {
  if (/^[\w.-]{1,80}\.(?:json|ya?ml|toml|ini|env|txt|pem|key|p12|p8|pfx|crt|cer|jks)$/i.test(value))
    return true;
  if (!/^(?:~|\.{1,2}|[A-Za-z]:|\$\{?\w{1,40}\}?|%\w{1,40}%)?[\\/]/.test(value) || value.length > 200)
    return false;
  const parts = value.split(/[\\/]/).filter((part) => part !== '');
  const isPlain = parts.every((part) => /^(?:[\w.$% {}:~-]{1,40})$/.test(part));
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
  // A client's own way to name what it asks for, written without its braces.
  const asked = /^\$(?:inputs?|env|secrets?):([A-Za-z_][\w-]{0,60})$/.exec(bare)?.[1];
  if (asked !== undefined && !looksRandom(asked, 16)) return true;
  if (bare.startsWith('<') && bare.endsWith('>')) return true;
  if (isReference(bare) || isPublicExample(bare)) return true;
  const left = withoutReferences(bare);
  if (left !== bare && !looksMachineMade(left.replace(/^(?:bearer|basic|token)\s{1,9}/i, ''))) return true;
  const words = wordsOf(bare);
  if (words.some((word) => STAND_IN_WORDS.has(word)) || NO_NEED.test(words.join(' '))) return true;
  if (isInWords(bare) && words.some((word) => YOUR_WORDS.has(word))) return true;
  if (words.at(-1) === 'here' || words.some((word) => /^x{4,}$/.test(word))) return true;
  return /\*{3}|\.{3}|x{6}|X{6}/.test(bare) || (words.includes('example') && words.length > 1);
}

/** Whether a value says where a secret is kept: a variable, a vault, a secret manager, or text that is encrypted. */
function isReference(bare: string): boolean {
  if (/^(?:process\.env|os\.environ|env|secrets|vault|ENV)[.:[(]/.test(bare)) return true;
  // What a command prints: `$(cat /run/secrets/gh)`.
  if (FETCHES.test(bare)) return true;
  if (bare.length <= 100 && VARIABLE_NAME.test(bare) && !looksRandom(bare, 16)) return true;
  if (/^arn:aws[a-z-]{0,20}:(?:secretsmanager|ssm|kms):/.test(bare) || RESOURCE.test(bare)) return true;
  if (bare.startsWith('@Microsoft.KeyVault(') || (bare.startsWith('ENC[') && bare.endsWith(']'))) return true;
  const [start = '', scheme = '', slashes] = SCHEME.exec(bare) ?? [];
  if (!REFERENCE_SCHEMES.has(scheme.toLowerCase())) return false;
  // With a bare colon a reference is a guess: what looks like a key behind it is one.
  return slashes !== undefined || /^[A-Za-z_./-]+$/.test(bare.slice(start.length));
}

/** The keys of the documentation of AWS, which open nothing, and what pages count up in place of one. */
function isPublicExample(bare: string): boolean {
  return /EXAMPLE(?:KEY)?$|abc123def456ghi789|[-_]1234567890abcdef/.test(bare);
}

/** The value without `${...}`, `{{...}}` and `{env:...}`; of `${NAME:-default}` the default is left. */
function withoutReferences(value: string): string {
  const outer = value.replace(REFERENCE, (_, fallback: string | undefined) => fallback ?? '');
  return outer === value
    ? value
    : outer.replace(REFERENCE, (_, fallback: string | undefined) => fallback ?? '');
}

/** The default is what the shell takes where the variable is not set or empty. */
const REFERENCE = /\$?\{\{?(?:[A-Za-z_]\w{0,100}:-([^{}]{0,200})|[^{}]{0,200})\}\}?/g;

/** Whether a value is long enough, and of one word, so that no person wrote it as prose. */
export function looksMachineMade(value: string): boolean {
  if (/\s/.test(value)) return false;
  return value.length >= 16 || (value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value));
}
