import { NO_BASELINE, readBaseline } from '../config/baseline-file.js';
import type { FileStore } from '../files/index.js';
import { type Baseline, type BaselineEntry, type BaselineGrowth, underLaterNames } from '../lint/baseline.js';
import { openBase, type RepositoryRequest } from './repository.js';

/** What is known where the growth of a baseline is judged. */
export interface GrowthRequest {
  request: RepositoryRequest & { cwd?: string };
  /** Where the baseline is, and what people call it. */
  place: { absolute: string; shown: string };
  /** The files of the change. */
  store: FileStore;
  /** The baseline in force; undefined where there is none. */
  inForce: Baseline | undefined;
  /** The name that a file has in the change. */
  laterName(file: string): string;
}

/**
 * What a change adds to its baseline: against the commit that the configuration comes from, else against the merge base
 * that the run compares with. Undefined where the run names no commit, and where the baseline of one side cannot be read.
 */
export function baselineGrowth({
  request,
  place,
  store,
  inForce,
  laterName,
}: GrowthRequest): BaselineGrowth | undefined {
  const { configFrom, newSince, since } = request;
  const countsOnlyNew = newSince !== undefined;
  if (configFrom !== undefined) {
    const stated = baselineIn(store, place);
    if (!stated) return undefined;
    const entries = underLaterNames(stated.entries, laterName);
    const isKnown = isIn(inForce?.entries ?? []);
    return { stated: { ...stated, entries }, ref: configFrom, isKnown, countsOnlyNew };
  }
  const ref = newSince ?? since;
  if (ref === undefined || !inForce) return undefined;
  const base = openBase(ref, request);
  const before = baselineIn(base.store, place);
  if (!before) return undefined;
  // The file of a finding may have another name by now, and its entry another fingerprint.
  const entries = [...before.entries, ...underLaterNames(before.entries, base.movedTo)];
  return { stated: inForce, ref, isKnown: isIn(entries), countsOnlyNew };
}

function isIn(entries: readonly BaselineEntry[]): BaselineGrowth['isKnown'] {
  const known = new Set(entries.map(({ fingerprint }) => fingerprint));
  return ({ fingerprint }) => known.has(fingerprint);
}

/** The baseline of a state: without entries if there is no file, undefined if it cannot be read. */
function baselineIn(store: FileStore, { absolute, shown }: GrowthRequest['place']): Baseline | undefined {
  const read = readBaseline(absolute, shown, store);
  if (read.ok) return read.baseline;
  return read.missing ? NO_BASELINE : undefined;
}
