/** A version in the order of semantic versions and of Python packages (PEP 440). */
interface Version {
  /** The epoch of Python, then the numbers of the release. */
  readonly release: readonly number[];
  /** Identifiers of a version before the release; empty: it is the release, or after it. */
  readonly before: readonly (number | string)[];
  /** Of a release after the release: its number, and that of its development version. */
  readonly after: readonly number[];
}

const VERSION = /^v?(?:(\d{1,6})!)?(\d{1,9}(?:\.\d{1,9}){0,7})([^+]{0,80})(?:\+|$)/i;
const PYTHON =
  /^(?:[-._]?(a|alpha|b|beta|c|rc|pre|preview)[-._]?(\d{0,9}))?(?:[-._]?(?:post|rev|r)[-._]?(\d{0,9}))?(?:[-._]?dev[-._]?(\d{0,9}))?$/i;

/** The spellings of PEP 440 as the one that sorts. */
const SAME: Readonly<Record<string, string>> = { alpha: 'a', beta: 'b', c: 'rc', pre: 'rc', preview: 'rc' };

/** Reads a version; undefined for a text that begins with no number. What follows is not an order that is known counts as nothing. */
function versionOf(text: string): Version | undefined {
  const [, epoch = '0', numbers, rest = ''] = VERSION.exec(text.trim()) ?? [];
  if (numbers === undefined) return undefined;
  const release = [epoch, ...numbers.split('.')].map(Number);
  // A hyphen begins identifiers of a semantic version; `-post1` is one of Python.
  if (rest.startsWith('-') && !/^-post/i.test(rest))
    return { release, before: rest.slice(1).split('.').map(identifier), after: [] };
  const python = PYTHON.exec(rest);
  if (!python) return { release, before: [], after: [] };
  const [, letter, count, post, dev] = python;
  const development = dev === undefined ? Infinity : Number(dev);
  const later = post === undefined ? [] : [Number(post)];
  if (letter !== undefined) {
    const kind = SAME[letter.toLowerCase()] ?? letter.toLowerCase();
    return { release, before: [kind, Number(count), later[0] ?? -1, development], after: [] };
  }
  if (post !== undefined) return { release, before: [], after: [...later, development] };
  return { release, before: dev === undefined ? [] : ['', development], after: [] };
}

const identifier = (text: string): number | string => (/^\d{1,9}$/.test(text) ? Number(text) : text);

/** Whether a version is older than another. Versions before a release are older than it: `1.0.0rc5`, `7.0.0-canary.170`. */
export function isOlder(version: string, than: string): boolean {
  const one = versionOf(version);
  const other = versionOf(than);
  if (!one || !other) return false;
  return (
    (byNumber(one.release, other.release) ||
      byIdentifier(one.before, other.before) ||
      byNumber(one.after, other.after, -1)) < 0
  );
}

/** The same by the numbers of the release alone: a version before a release has what the release has. */
export function isOlderRelease(version: string, than: string): boolean {
  const one = versionOf(version);
  const other = versionOf(than);
  return one !== undefined && other !== undefined && byNumber(one.release, other.release) < 0;
}

function byNumber(one: readonly number[], other: readonly number[], missing = 0): number {
  for (let index = 0; index < Math.max(one.length, other.length); index++) {
    const a = one[index] ?? missing;
    const b = other[index] ?? missing;
    if (a !== b) return a < b ? -1 : 1;
  }
  return 0;
}

/** Numbers come before words, fewer identifiers before more, and all of them before the release (semver.org, 11). */
function byIdentifier(one: Version['before'], other: Version['before']): number {
  if (one.length === 0 || other.length === 0) return other.length - one.length;
  for (let index = 0; index < Math.max(one.length, other.length); index++) {
    const [a, b] = [one[index], other[index]];
    if (a === b) continue;
    if (a === undefined) return -1;
    if (b === undefined) return 1;
    if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
    return a < b ? -1 : 1;
  }
  return 0;
}
