import type { LeftOut } from '../model/workspace.js';
import facts from './left-out.json' with { type: 'json' };

/** Most entries that are kept: enough to explain, not enough to fill the memory. */
const MOST = 1_000;

const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries(facts.folders).flatMap(([reason, names]) => names.map((name) => [name, reason] as const)),
);

/** Why a search does not enter a folder of this name; undefined where it does. */
export function reasonToSkip(folderName: string): string | undefined {
  return REASONS.get(folderName);
}

/** What was seen and not passed on, each path once. */
export interface LeftOutList {
  readonly entries: LeftOut[];
  add(path: string, reason: string, isUnreadable?: true): void;
}

/** An empty list; it stops growing at 1,000 entries. */
export function leftOutList(): LeftOutList {
  const entries: LeftOut[] = [];
  const seen = new Set<string>();
  return {
    entries,
    add: (path, reason, isUnreadable) => {
      if (entries.length >= MOST || seen.has(path)) return;
      seen.add(path);
      entries.push({ path, reason, ...(isUnreadable && { isUnreadable }) });
    },
  };
}
