import type { LintOptions } from '../lint/lint.js';
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

/**
 * Whether a project is checked part by part: it has many programs (documents are checked one after the other anyway), and
 * nothing is asked for that only a run on the whole knows, such as which saved tool lists nothing uses.
 */
export function isDivided({ workspace, config, code }: Project, options: LintOptions): boolean {
  return (
    (code?.texts.size ?? 0) >= MANY_PROGRAMS &&
    options.withoutSystems === true &&
    options.selection === undefined &&
    config.layers().every(({ toolLists }) => Object.keys(toolLists).length === 0) &&
    !workspace.files.some(isToolListName)
  );
}

/** The groups of files of a project that some threads check, about the same number for each. */
export async function groupsOf({ workspace, code }: Project, threads: number): Promise<readonly Group[]> {
  await loadParsers(SHARD_FORMATS);
  const each = Math.max(1, Math.ceil((code?.texts.size ?? 0) / PROGRAMS_OF_PART / threads));
  return divide(workspace, threads * each).filter(({ length }) => length > 0);
}
