import { isOlder, isOlderRelease } from '../../facts/versions.js';
import type { LockedFor } from '../code-dialect.js';
import type { FrameworkProfile } from './profile.js';

/** The profile for versions of a package that are older than `below`; of the newest one, `below` is left out. */
export interface ProfileVersion<P extends FrameworkProfile = FrameworkProfile> {
  below?: string;
  profile: P;
}

/** A profile for each range of versions, the newest first: each is the one before with what differs. */
export function versionsOf(newest: FrameworkProfile): ProfileVersion[] {
  let profile = newest;
  const older = [...(newest.versions ?? [])].sort((a, b) => (isOlder(a.below, b.below) ? 1 : -1));
  return [
    { profile },
    ...older.map(({ below, ...differs }) => {
      profile = merged(profile, differs) as FrameworkProfile;
      return { below, profile };
    }),
  ];
}

/** The profile for the version that is locked for a file; without one, the newest. */
export function profileFor<P extends FrameworkProfile>(
  file: string,
  versions: readonly ProfileVersion<P>[],
  lockedFor: LockedFor | undefined,
): P | undefined {
  const newest = versions[0]?.profile;
  const locked = newest && lockedIn(file, newest, lockedFor);
  const fits = ({ below }: ProfileVersion) =>
    locked !== undefined && below !== undefined && isOlderRelease(locked.version, below);
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

/** What is assumed of the version of a file's framework: `ai 7`; undefined where it is known or makes no difference. */
export function assumedVersion(
  file: string,
  profile: FrameworkProfile,
  lockedFor: LockedFor | undefined,
): string | undefined {
  const { package: name, versions = [] } = profile;
  if (name === undefined || versions.length === 0 || lockedIn(file, profile, lockedFor)) return undefined;
  const [since] = versions.map(({ below }) => below).sort((a, b) => (isOlder(a, b) ? 1 : -1));
  return `${name} ${since?.replace(/(?:\.0)+$/, '')}`;
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
