import type { LintOptions } from '../lint/lint.js';
import { loadParsers } from '../syntax/index.js';
import { divide, SHARD_FORMATS } from '../systems/shards.js';
import { excludedBy } from '../systems/index.js';
import { isToolListName } from '../systems/tool-lists.js';
import type { Project } from './open-project.js';

/** Programs from which on a project is divided. */
const MANY_PROGRAMS = 60;
/** Programs that are read at once: all that they call and import is in memory meanwhile. */
const PROGRAMS_OF_PART = 100;

/** Files from which on the results of parts are kept, the files of such a part, and most parts. */
const MANY_KEPT = 200;
const FILES_OF_KEPT = 50;
const MOST_KEPT = 64;

/** Files of a part, by path. */
export type Group = readonly string[];

/** Whether a run says something that only one on the whole knows: what nothing uses, and what is counted over all files. */
function isOfWhole({ workspace: { files, isNamed }, config }: Project): boolean {
  const layers = config.layers();
  return (
    files.some((file) => isToolListName(file) || isNamed(file)) ||
    layers.some(({ toolLists }) => Object.keys(toolLists).length > 0) ||
    (layers.some(({ locks }) => locks) && files.some(excludedBy(config)))
  );
}

/** Whether a project may be large enough to be divided. */
export const mayBeDivided = ({ workspace, code }: Project, areKept: boolean): boolean =>
  (code?.texts.size ?? 0) >= MANY_PROGRAMS || (areKept && workspace.files.length >= MANY_KEPT);

/**
 * The groups of files that a project is checked in, about the same number for each thread; undefined where it is checked as a
 * whole. Documents are checked one after the other anyway: they are divided where results are kept.
 */
export async function groupsOf(
  project: Project,
  { withoutSystems, selection }: LintOptions,
  { threads, areKept }: { threads: number; areKept: boolean },
): Promise<readonly Group[] | undefined> {
  const { workspace, code } = project;
  const { files } = workspace;
  const programs = code?.texts.size ?? 0;
  if (!mayBeDivided(project, areKept) || !withoutSystems || selection || isOfWhole(project)) return undefined;
  await loadParsers(SHARD_FORMATS);
  const each = Math.max(1, Math.ceil(programs / PROGRAMS_OF_PART / threads));
  const parts = areKept
    ? Math.max(each, Math.min(MOST_KEPT, Math.ceil(files.length / FILES_OF_KEPT)))
    : threads * each;
  return divide(workspace, parts, areKept ? 'stable' : 'even').filter(({ length }) => length > 0);
}
