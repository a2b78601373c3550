import facts from './credentials.json' with { type: 'json' };
import { isPlaceholder } from './placeholders.js';
import { looksRandom } from './random.js';
import { namesSecret } from './secret-names.js';

/** The fewest characters of a part of an address that is taken for a key by its look alone. */
const LEAST_RANDOM = 24;
const QUERY = /(?<=[?&;#])([\w.~%[\]-]{1,100})=([^&;#\s"'<>]*)/g;
/** Short names that say secret in the query of an address, where nothing else is called so. */
const SECRET_QUERY_NAMES = new Set(['key', 'sig', 'auth', 'pass', 'pwd', 'code', 'jwt', 'sas', 'bearer']);
const AUTHORITY_END = '/?#"\'<> \t\r\n';
const ADDRESS_END = '"\'<>`\\ \t\r\n';
const PART_MARKS = '/?#&;=,@:|';
/** The digest of a commit or a file. */
const DIGEST = /^(?:[\da-f]{40}|[\da-f]{64})$/;

/** A range of a text; `end` is exclusive. */
interface TextRange {
  start: number;
  end: number;
}

/** The host of an address in lower case, without port and final dot; undefined where it has none. Variables stay in it. */
export function hostOf(url: string): string | undefined {
  const address = url.trim();
  const scheme = /^[A-Za-z][A-Za-z\d+.-]{0,30}:\/\//.exec(address);
  if (!scheme) return undefined;
  const rest = address.slice(scheme[0].length);
  return hostIn(rest.slice(0, endOfAuthority(rest)));
}

function hostIn(authority: string): string | undefined {
  const address = authority.slice(authority.lastIndexOf('@') + 1);
  const bracket = address.startsWith('[') ? address.indexOf(']') : -1;
  const named = bracket > 0 ? address.slice(1, bracket) : address.replace(/:\d*$/, '');
  // `example.com.` is the same host, said to be complete.
  const host = /[^.]\.$/.test(named) ? named.slice(0, -1) : named;
  return host === '' ? undefined : host.toLowerCase();
}

function endOfAuthority(rest: string): number {
  const end = rest.search(/[/?#\\]/);
  return end < 0 ? rest.length : end;
}

/** The part of an address before `@`; undefined where it has none. `from` is where to look for the address. */
export function userPart(text: string, from = 0): (TextRange & { text: string }) | undefined {
  const scheme = text.indexOf('://', from);
  if (scheme < 0) return undefined;
  const start = scheme + 3;
  let at = -1;
  for (let i = start; i < text.length && !AUTHORITY_END.includes(text.charAt(i)); i++) {
    if (text.charAt(i) === '@') at = i;
  }
  return at < 0 ? undefined : { start, end: at, text: text.slice(start, at) };
}

/** Whether an address in a value holds a credential: as a password, in its query, or in its path where its host is known for that. */
export function addressHoldsSecret(value: string): boolean {
  if (!value.includes('://')) return false;
  if (holdsPassword(value)) return true;
  for (const [, name = '', queryValue = ''] of value.matchAll(QUERY)) {
    if (queryValue.length >= 8 && isSecretQuery(name, queryValue) && !isPlaceholder(queryValue)) return true;
  }
  return keysInPaths(value).length > 0;
}

function holdsPassword(value: string): boolean {
  for (let at = value.indexOf('://'); at >= 0; at = value.indexOf('://', at + 3)) {
    const user = userPart(value, at);
    const colon = user?.text.indexOf(':') ?? -1;
    if (!user || colon < 0) continue;
    const password = user.text.slice(colon + 1);
    if (password === '' || isPlaceholder(password)) continue;
    // The password of a database for development: its user's name, on this machine.
    const isDefault = password === user.text.slice(0, colon) && isThisMachine(value.slice(user.end + 1));
    if (!isDefault) return true;
  }
  return false;
}

const isThisMachine = (rest: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?![\w.-])/i.test(rest);

function isSecretQuery(name: string, held: string): boolean {
  if (namesSecret(name) || SECRET_QUERY_NAMES.has(name.toLowerCase())) return true;
  return name.toLowerCase() === 'session' && looksRandom(held, 16);
}

/** Whether a value is an address that leads to a secret and holds none: of a key vault, or without any random part. */
export function isHarmlessAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || /\s/.test(value)) return false;
  return isBelow(hostOf(value) ?? '', facts.referenceHosts) || randomParts(value).length === 0;
}

/** The text with users, passwords and keys of its addresses replaced. */
export function withoutAddressSecrets(text: string, mask: string): string {
  let safe = text;
  if (text.includes('://')) {
    safe = replaced(safe, userRanges(safe), mask);
    safe = replaced(safe, randomParts(safe), mask);
  }
  return safe.replace(QUERY, (all, name: string, held: string) =>
    isSecretQuery(name, held) && !isPlaceholder(held) ? `${name}=${mask}` : all,
  );
}

function replaced(text: string, ranges: readonly TextRange[], mask: string): string {
  let safe = '';
  let copied = 0;
  for (const { start, end } of ranges) {
    safe += text.slice(copied, start) + mask;
    copied = end;
  }
  return safe + text.slice(copied);
}

function userRanges(text: string): TextRange[] {
  const found: TextRange[] = [];
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    const user = userPart(text, at);
    if (user && user.text !== 'git' && !user.text.split(':').every(isPlaceholder)) found.push(user);
  }
  return found;
}

/** A part of an address behind its host. */
interface Part extends TextRange {
  host: string;
  text: string;
  /** Whether the address is one of git, where a digest names a commit. */
  isGit: boolean;
}

/** Parts that look drawn at random. No word tells what they are, so they are cut out of what is shown, and no more. */
function randomParts(text: string): Part[] {
  return partsOf(text).filter(
    (part) =>
      looksRandom(part.text, LEAST_RANDOM) &&
      !isPlaceholder(part.text) &&
      !(DIGEST.test(part.text) && (part.isGit || isBelow(part.host, facts.contentHosts))),
  );
}

function keysInPaths(text: string): Part[] {
  return randomParts(text).filter(({ host }) => isBelow(host, facts.keyInPath));
}

/** Each address is read once, up to its end; one within it (`?next=https://...`) is a part of it. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', end)) {
    const start = at + 3;
    end = start;
    while (end < text.length && !AUTHORITY_END.includes(text.charAt(end))) end++;
    const host = hostIn(text.slice(start, end)) ?? '';
    const isGit = /git\+?[a-z]{0,5}$/.test(text.slice(Math.max(0, at - 9), at));
    while (end < text.length && !ADDRESS_END.includes(text.charAt(end))) {
      const from = end + 1;
      end = from;
      while (end < text.length && !(PART_MARKS + ADDRESS_END).includes(text.charAt(end))) end++;
      if (end - from >= LEAST_RANDOM)
        parts.push({ start: from, end, host, text: text.slice(from, end), isGit });
    }
  }
  return parts;
}

const isBelow = (host: string, bases: readonly string[]) =>
  bases.some((base) => host === base || host.endsWith(`.${base}`));
