import type { LeftOut, Skipped, SkippedBecause } from '../model/workspace.js';
import facts from './left-out.json' with { type: 'json' };

/** Most entries that are kept: enough to explain, not enough to fill the memory. */
const MOST = 1_000;

const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries(facts.folders).flatMap(([reason, names]) => names.map((name) => [name, reason] as const)),
);

/** Why a search does not enter a folder of this name, unless git tracks something in it; undefined where it does. */
export function reasonToSkip(folderName: string): string | undefined {
  return REASONS.get(folderName);
}

/** Whether a folder of this name is of version control: nothing of the project is in it. */
export const isOfVersionControl = (folderName: string): boolean =>
  REASONS.get(folderName) === 'version control';

/** Whether a folder of this name holds packages of others, whose documents are for them. */
export const isOfPackages = (folderName: string): boolean => REASONS.get(folderName) === 'installed packages';

/** Most files and folders that are named for one reason. */
const MOST_NAMED = 20;

/** What was seen and not passed on, each path once. */
export interface LeftOutList {
  readonly entries: LeftOut[];
  /** The links among them. */
  readonly links: ReadonlySet<string>;
  add(path: string, reason: string, isUnreadable?: true): void;
  /** Adds a symbolic link that is not followed. */
  addLink(path: string, reason: string): void;
  /** Adds what belongs to the project and is not read: it is counted, too. */
  skip(why: SkippedBecause, path: string, reason: string, count?: number): void;
  /** Counts a file that was passed on and is too large to be read. */
  countLarge(path: string): void;
  /** What was skipped, by reason. */
  skipped(): Skipped[];
}

/** An empty list; it stops growing at 1,000 entries, and counts on. */
export function leftOutList(): LeftOutList {
  const entries: LeftOut[] = [];
  const seen = new Set<string>();
  const links = new Set<string>();
  const skipped = new Map<SkippedBecause, Map<string, number>>();
  const add: LeftOutList['add'] = (path, reason, isUnreadable) => {
    if (entries.length >= MOST || seen.has(path)) return;
    seen.add(path);
    entries.push({ path, reason, ...(isUnreadable && { isUnreadable }) });
  };
  const note = (why: SkippedBecause, path: string, count: number) => {
    const known = skipped.get(why) ?? new Map<string, number>();
    skipped.set(why, known.set(path, count));
  };
  return {
    entries,
    links,
    add,
    addLink(path, reason) {
      add(path, reason);
      if (links.size < MOST) links.add(path);
    },
    skip(why, path, reason, count = 1) {
      add(path, reason);
      note(why, path, count);
    },
    countLarge: (path) => note('too-large', path, 1),
    skipped: () =>
      [...skipped].map(([why, counts]) => ({
        why,
        count: [...counts.values()].reduce((sum, count) => sum + count, 0),
        files: [...counts.keys()].sort().slice(0, MOST_NAMED),
      })),
  };
}
