import type { LintOptions } from '../lint/lint.js';
import type { LintResult } from '../lint/result.js';
import type { PartResult } from '../merge/in-parts.js';
import { loadParsers } from '../syntax/index.js';
import { divide, SHARD_FORMATS } from '../systems/shards.js';
import { isToolListName } from '../systems/tool-lists.js';
import type { Project } from './open-project.js';

/** Programs from which on a project is divided. */
const MANY_PROGRAMS = 60;
/** Programs that are read at once: all that they call and import is in memory meanwhile. */
const PROGRAMS_OF_PART = 100;

/** Files of a part, by path. */
export type Group = readonly string[];

/** Threads that share the work. */
export interface Threads {
  /** How many there may be, with this one. */
  most: number;
  /** Has some groups of files checked beside this thread. A rejection means that they were not. */
  beside(groups: readonly Group[]): Promise<readonly PartResult[]>;
}

/**
 * Checks a project of many programs part by part, in several threads if there are processors for them: memory is needed for
 * one part of each at a time. Undefined where it is checked as a whole: it has few programs (documents are checked one after
 * the other anyway, and faster in one thread), or only a run on the whole knows what is asked for.
 */
export async function lintDivided(
  project: Project,
  options: LintOptions,
  openThreads?: () => Promise<Threads>,
): Promise<LintResult | undefined> {
  const { workspace, config, code } = project;
  const programs = code?.texts.size ?? 0;
  // Which saved lists nothing uses is known of the whole alone.
  const hasLists = () =>
    config.layers().some(({ toolLists }) => Object.keys(toolLists).length > 0) ||
    workspace.files.some(isToolListName);
  if (programs < MANY_PROGRAMS || !options.withoutSystems || options.selection || hasLists())
    return undefined;
  await loadParsers(SHARD_FORMATS);
  const { most = 1, beside } = (await openThreads?.()) ?? {};
  const each = Math.max(1, Math.ceil(programs / PROGRAMS_OF_PART / most));
  if (most * each === 1) return undefined;
  const groups = divide(workspace, most * each).filter(({ length }) => length > 0);
  const { joinPartResults, lintPart } = await import('../merge/in-parts.js');
  const shareOf = (thread: number) => groups.filter((_group, at) => at % most === thread);
  const others = Array.from({ length: most - 1 }, (_, at) => shareOf(at + 1));
  const waiting = Promise.all(others.map((share) => beside?.(share) ?? []));
  // Nobody waits for it until the own share is done.
  waiting.catch(() => undefined);
  const own = shareOf(0);
  const total = own.flat().length;
  let before = 0;
  const parts = own.map((group) => {
    const start = before;
    before += group.length;
    const onFile = (at: number) => options.onFile?.(start + at, total);
    return lintPart(workspace, config, { ...options, onFile }, group);
  });
  const ofOthers = await waiting.catch(() => undefined);
  return ofOthers && joinPartResults([...parts, ...ofOthers.flat()], config, options);
}
