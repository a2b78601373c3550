import { isOlder, isOlderRelease } from '../../facts/versions.js';
import type { LockedFor } from '../code-dialect.js';

/** What depends on the version of a package: the newest, and what differs before. */
export interface Versioned {
  readonly package?: string;
  /** Packages whose versions are the same. */
  readonly alsoLockedAs?: readonly string[];
  readonly versions?: readonly { readonly below: string }[];
}

/** What holds for versions of a package that are older than `below`; of the newest one, `below` is left out. */
export interface VersionOf<P extends Versioned> {
  below?: string;
  profile: P;
}

/** What holds for each range of versions, the newest first: each is the one before with what differs. */
export function versionsOf<P extends Versioned>(newest: P): VersionOf<P>[] {
  let profile = newest;
  const older = [...(newest.versions ?? [])].sort((a, b) => (isOlder(a.below, b.below) ? 1 : -1));
  return [
    { profile },
    ...older.map(({ below, ...differs }) => {
      profile = merged(profile, differs) as P;
      return { below, profile };
    }),
  ];
}

/** What holds for the version that is locked for a file; without one, the newest. */
export function profileFor<P extends Versioned>(
  file: string,
  versions: readonly VersionOf<P>[],
  lockedFor: LockedFor | undefined,
): P | undefined {
  const newest = versions[0]?.profile;
  const locked = newest && lockedIn(file, newest, lockedFor)?.version;
  if (locked === undefined) return newest;
  const fits = ({ below }: VersionOf<P>) => below !== undefined && isOlderRelease(locked, below);
  return versions.findLast(fits)?.profile ?? newest;
}

/** The version of a framework that is locked for a file, by any of its packages. */
const lockedIn = (
  file: string,
  { package: name, alsoLockedAs = [] }: Versioned,
  lockedFor: LockedFor | undefined,
): ReturnType<LockedFor> =>
  [...(name === undefined ? [] : [name]), ...alsoLockedAs]
    .map((one) => lockedFor?.(file, one))
    .find((one) => one !== undefined);

/** What is assumed of the version of a file's framework: `ai 7`, `langgraph 1.1.4 or later`; undefined where it is known or makes no difference. */
export function assumedVersion(
  file: string,
  profile: Versioned,
  lockedFor: LockedFor | undefined,
): string | undefined {
  const { package: name, versions = [] } = profile;
  if (name === undefined || versions.length === 0 || lockedIn(file, profile, lockedFor)) return undefined;
  const [since] = versions.map(({ below }) => below).sort((a, b) => (isOlder(a, b) ? 1 : -1));
  const stated = since?.replace(/(?:\.0)+$/, '') ?? '';
  return `${name} ${stated}${stated.includes('.') ? ' or later' : ''}`;
}

/** Members of objects are merged, everything else is replaced, and `null` takes a member out. */
function merged(base: unknown, differs: unknown): unknown {
  if (!isObject(base) || !isObject(differs)) return differs;
  const result = { ...base };
  for (const [key, value] of Object.entries(differs)) {
    if (value === null) delete result[key];
    else result[key] = merged(base[key], value);
  }
  return result;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
