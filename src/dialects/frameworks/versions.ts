import type { LockedFor } from '../code-dialect.js';
import type { FrameworkRows } from './rows/row.js';

/** The version of a framework that is locked for a file, by any of its packages. */
export const lockedIn = (
  file: string,
  { package: name, alsoLockedAs = [] }: Pick<FrameworkRows, 'package' | 'alsoLockedAs'>,
  lockedFor: LockedFor | undefined,
): ReturnType<LockedFor> =>
  [name, ...alsoLockedAs].map((one) => lockedFor?.(file, one)).find((one) => one !== undefined);

/** What is assumed of the version of a file's framework: `ai 7`, `langgraph 1.1.4 or later`; undefined where it is known or makes no difference. */
export function assumedVersion(
  file: string,
  stated: Pick<FrameworkRows, 'package' | 'alsoLockedAs' | 'assumed'>,
  lockedFor: LockedFor | undefined,
): string | undefined {
  if (!stated.assumed || lockedIn(file, stated, lockedFor)) return undefined;
  const since = stated.assumed.since.replace(/(?:\.0)+$/, '');
  return `${stated.package} ${since}${since.includes('.') ? ' or later' : ''}`;
}
