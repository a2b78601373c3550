import type { ResolvedConfig, Skipped, SkippedBecause, Workspace } from '../model/index.js';
import { excludedBy } from '../systems/index.js';

/** The order in which reports name the reasons. */
const ORDER: readonly SkippedBecause[] = [
  'too-large',
  'excluded',
  'generated',
  'vendored',
  'installed',
  'too-many',
  'folder',
];

/** Most files that are named for one reason. */
const MOST_NAMED = 20;

/** What belongs to a project and was not read: what the search and the reader left out, and what the configuration excludes. */
export function skippedOf({ files, skipped }: Workspace, config: ResolvedConfig): Skipped[] {
  const hasExcludes = config.excludes !== undefined || config.layers().some((one) => one.excluded.length > 0);
  const excluded = hasExcludes ? files.filter(excludedBy(config)) : [];
  const own: Skipped[] =
    excluded.length === 0
      ? []
      : [{ why: 'excluded', count: excluded.length, files: excluded.slice(0, MOST_NAMED) }];
  return addedUp([...(skipped?.() ?? []), ...own]);
}

/** Joins what is skipped for the same reasons by different means, or in different repositories. */
export const addedUp = (all: readonly Skipped[]): Skipped[] =>
  byReason(all, (same) => same.reduce((sum, { count }) => sum + count, 0));

/** Joins what parts of one run say: each knows what the search left out, and only its own files that are too large. */
export const joinedSkipped = (all: readonly Skipped[]): Skipped[] =>
  byReason(all, (same) =>
    Math.max(new Set(same.flatMap(({ files }) => files)).size, ...same.map(({ count }) => count)),
  );

function byReason(all: readonly Skipped[], countOf: (same: readonly Skipped[]) => number): Skipped[] {
  return ORDER.flatMap((why) => {
    const same = all.filter((one) => one.why === why);
    if (same.length === 0) return [];
    const files = [...new Set(same.flatMap((one) => one.files))].sort().slice(0, MOST_NAMED);
    return [{ why, count: countOf(same), files }];
  });
}
