import type { CalledName } from '../../program/index.js';
import type { CallDomain, CallRow, KnownPackage } from './domain.js';

/** One member of a row, ready for comparison. */
interface Pattern {
  readonly segments: readonly string[];
  /** Names that are written out: the pattern with the most decides. */
  readonly weight: number;
  readonly row: CallRow;
}

/** Patterns of a package by the last name of what is called, stars among them. */
type Patterns = Map<string, Pattern[]>;

const split = (words: string): string[] => words.split(' ');

/** The members with the names of objects written out: `$session.add` for each way to a session. */
function expand(member: string, objects: Readonly<Record<string, string>>, depth = 0): string[] {
  const [first = '', ...rest] = member.split('.');
  const ways = first.startsWith('$') ? objects[first] : undefined;
  if (ways === undefined || depth > 8) return [member];
  return split(ways).flatMap((way) => expand([way, ...rest].join('.'), objects, depth + 1));
}

function patternsOf({ calls, objects = {} }: KnownPackage): Patterns {
  const found: Patterns = new Map();
  for (const row of calls) {
    for (const member of split(row.members).flatMap((one) => expand(one, objects))) {
      const segments = member.split('.');
      const weight = segments.filter((one) => !one.startsWith('*')).length;
      const name = segments.at(-1) ?? '';
      const last = name.startsWith('*') ? '*' : name;
      found.set(last, [...(found.get(last) ?? []), { segments, weight, row }]);
    }
  }
  for (const patterns of found.values()) patterns.sort((a, b) => b.weight - a.weight);
  return found;
}

/** Packages by language and name; compiled when they are first asked for. */
const packages = new Map<string, { known: KnownPackage; patterns?: Patterns }[]>();
const families: { start: string; key: string }[] = [];

/** Adds the rows of a domain. */
export function addDomain({ packages: added }: CallDomain): void {
  for (const known of added) {
    const entry = { known };
    for (const name of split(known.names)) {
      const key = keyOf(known.language, name === '*' ? '' : name);
      packages.set(key, [...(packages.get(key) ?? []), entry]);
      if (name.length > 1 && name.endsWith('*')) families.push({ start: key.slice(0, -1), key });
    }
  }
}

const keyOf = (language: string, name: string): string => `${language} ${name}`;

/** Whether the names of a path fit a pattern. */
function fits(pattern: readonly string[], path: readonly string[], at = 0, from = 0): boolean {
  const segment = pattern[at];
  if (segment === undefined) return from === path.length;
  if (segment === '**') {
    for (let next = from; next <= path.length; next++) if (fits(pattern, path, at + 1, next)) return true;
    return false;
  }
  const name = path[from];
  if (name === undefined) return false;
  return (segment === name || isNamed(segment, name)) && fits(pattern, path, at + 1, from + 1);
}

/** `*` is any name, `*()` any that is called, `*Command` one that ends so. */
function isNamed(segment: string, name: string): boolean {
  if (!segment.startsWith('*')) return false;
  return segment === '*' ? !name.endsWith('()') : name.endsWith(segment.slice(1));
}

/** Names on a path at most: longer ones are no call that the table knows. */
const LONGEST_PATH = 24;

function rowAmong(key: string, path: readonly string[]): CallRow | undefined {
  let best: Pattern | undefined;
  for (const entry of packages.get(key) ?? []) {
    entry.patterns ??= patternsOf(entry.known);
    for (const last of [path.at(-1) ?? '', '*']) {
      const found = entry.patterns.get(last)?.find(({ segments }) => fits(segments, path));
      if (found && (best === undefined || found.weight > best.weight)) best = found;
    }
  }
  return best?.row;
}

/** The row of a call; undefined where the table does not know it. */
export function rowOf(called: CalledName): CallRow | undefined {
  const { language } = called;
  if (called.path.length > LONGEST_PATH) return undefined;
  const name = called.module.replace(/^node:/, '');
  const isMember = called.path[0] === 'default' && called.path.length > 1;
  const whole = isMember ? called.path.slice(1) : called.path;
  if (name === '') return rowAmong(keyOf(language, ''), whole);
  const separator = language === 'python' ? '.' : '/';
  const parts = name.split(separator);
  const names = language === 'python' ? [...parts, ...whole] : parts;
  for (let count = names.length; count > 0; count--) {
    const known = names.slice(0, count).join(separator);
    const path = language === 'python' ? names.slice(count) : whole;
    const row = rowAmong(keyOf(language, known), path);
    if (row) return row;
  }
  const family = families.find(({ start }) => keyOf(language, name).startsWith(start));
  return family && rowAmong(family.key, whole);
}
