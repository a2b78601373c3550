import { isOlder, isOlderRelease } from '../../facts/versions.js';
import type { LockedFor } from '../code-dialect.js';
import type { FrameworkProfile } from './profile.js';

/** The profile for versions of a package that are older than `below`; of the newest one, `below` is left out. */
export interface ProfileVersion<P extends FrameworkProfile = FrameworkProfile> {
  below?: string;
  /** Where it is also for versions of another package: that package, and the version that its own are older than. */
  also?: { package: string; below: string };
  profile: P;
}

/** A profile for each range of versions, the newest first: each is the one before with what differs. */
export function versionsOf(newest: FrameworkProfile): ProfileVersion[] {
  let profile = newest;
  const rows = newest.versions ?? [];
  const older = rows.filter(isOwn).sort((a, b) => (isOlder(a.below, b.below) ? 1 : -1));
  const own: ProfileVersion[] = [
    { profile },
    ...older.map(({ below, ...differs }) => {
      profile = merged(profile, differs) as FrameworkProfile;
      return { below, profile };
    }),
  ];
  const others = rows.flatMap(({ package: name, below, ...differs }): ProfileVersion[] =>
    name === undefined
      ? []
      : own.map((one) => ({
          ...one,
          also: { package: name, below },
          profile: merged(one.profile, differs) as FrameworkProfile,
        })),
  );
  return [...own, ...others];
}

/** Whether a row is of versions of the profile's own package. */
const isOwn = (row: { package?: string }): boolean => row.package === undefined;

/** The profile for the version that is locked for a file; without one, the newest. */
export function profileFor<P extends FrameworkProfile>(
  file: string,
  versions: readonly ProfileVersion<P>[],
  lockedFor: LockedFor | undefined,
): P | undefined {
  const newest = versions[0]?.profile;
  const locked = newest && lockedIn(file, newest, lockedFor);
  const isBelow = (version: string | undefined, below: string) =>
    version !== undefined && isOlderRelease(version, below);
  const fits = ({ below, also }: ProfileVersion) =>
    (below === undefined ? also !== undefined : isBelow(locked?.version, below)) &&
    (!also || isBelow(lockedFor?.(file, also.package)?.version, also.below));
  return versions.findLast(fits)?.profile ?? newest;
}

/** The version of a framework that is locked for a file, by any of its packages. */
const lockedIn = (
  file: string,
  { package: name, alsoLockedAs = [] }: FrameworkProfile,
  lockedFor: LockedFor | undefined,
): ReturnType<LockedFor> =>
  [...(name === undefined ? [] : [name]), ...alsoLockedAs]
    .map((one) => lockedFor?.(file, one))
    .find((one) => one !== undefined);

/** What is assumed of the version of a file's framework: `ai 7`, `langgraph 1.1.4 or later`; undefined where it is known or makes no difference. */
export function assumedVersion(
  file: string,
  profile: FrameworkProfile,
  lockedFor: LockedFor | undefined,
): string | undefined {
  const { package: name, versions = [] } = profile;
  if (name === undefined || versions.length === 0 || lockedIn(file, profile, lockedFor)) return undefined;
  const [since] = versions
    .filter(isOwn)
    .map(({ below }) => below)
    .sort((a, b) => (isOlder(a, b) ? 1 : -1));
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
