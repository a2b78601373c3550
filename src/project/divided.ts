import { relative, sep } from 'node:path';
import { BASELINE_FILE } from '../config/baseline-file.js';
import { digestOf } from '../files/observed.js';
import type { KeptResults } from '../files/traced-results.js';
import type { LintOptions } from '../lint/lint.js';
import type { ReadResult } from '../model/index.js';
import { keptFor } from '../model/once.js';
import { formatOf, loadParsers } from '../syntax/index.js';
import { excludedBy } from '../systems/index.js';
import { divide, mattersToGroups, SHARD_FORMATS } from '../systems/shards.js';
import { isToolListName } from '../systems/tool-lists.js';
import type { Project, ProjectRequest } from './open-project.js';

/** Programs from which on a project is divided. */
const MANY_PROGRAMS = 60;
/** Programs that are read at once: all that they call and import is in memory meanwhile. */
const PROGRAMS_OF_PART = 100;
/** Threads that a project is divided for, on any machine. More cost more than they save: each opens the project. */
const MOST_THREADS = 4;

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
 * The groups of files that each thread checks, the first of this one; undefined where a project is checked as a whole.
 * Documents are checked one after the other anyway: they are divided where results are kept. `most`: threads that there may be;
 * more than one are used where programs can be shared evenly, as the others would wait for the largest group. The groups are
 * the same for any number of threads.
 */
export async function sharesOf(
  project: Project,
  { withoutSystems, selection }: LintOptions,
  { most, areKept }: { most: number; areKept: boolean },
): Promise<readonly (readonly Group[])[] | undefined> {
  const { workspace, code } = project;
  if (!mayBeDivided(project, areKept) || !withoutSystems || selection || isOfWhole(project)) return undefined;
  await loadParsers(SHARD_FORMATS);
  const division = divide(workspace);
  const even = Math.min(MOST_THREADS, division.even);
  const threads = Math.min(most, even);
  const each = Math.max(1, Math.ceil((code?.texts.size ?? 0) / PROGRAMS_OF_PART / even));
  const kept = Math.min(MOST_KEPT, Math.ceil(workspace.files.length / FILES_OF_KEPT));
  const groups = areKept ? division.into(Math.max(even * each, kept), 'stable') : division.into(even * each);
  const filled = groups.filter(({ length }) => length > 0);
  return Array.from({ length: threads }, (_, thread) =>
    filled.filter((_group, at) => at % threads === thread),
  );
}

/** Most groups of an open session: an edit checks a group again. */
const MOST_OPEN = 1024;

/** The groups of files that a session checks apart; undefined where a project is checked as a whole. */
export async function groupsOf(project: Project): Promise<readonly Group[] | undefined> {
  if (project.selection || isOfWhole(project)) return undefined;
  await loadParsers(SHARD_FORMATS);
  const division = divide(project.workspace);
  if (division.parts.length <= MOST_OPEN) return division.parts;
  return division.into(MOST_OPEN, 'stable').filter(({ length }) => length > 0);
}

const digestOfRead = keptFor((read: ReadResult) => digestOf(read.ok ? read.text : read.reason));

/**
 * What the check of a part depends on beside what it asks for meanwhile: its own files, and all that was asked before, apart
 * from texts that matter to other parts alone. Undefined where an answer changed meanwhile.
 */
export function partKeys(
  kept: KeptResults,
  { workspace, config, root }: Project,
  { baseline }: Pick<ProjectRequest, 'baseline'>,
): ((group: Group) => Record<string, unknown>) | undefined {
  const files = new Set(workspace.files);
  const isOfGroups = mattersToGroups(workspace, config);
  const before = kept.asked(([kind, path], digest) => {
    const file = relative(root, path).split(sep).join('/');
    const isBaseline = file === BASELINE_FILE || file === baseline;
    // Where texts stand for files, each path is asked for: one that leads over no link is none that counts.
    if (kind === 'links' && (isBaseline || digest === digestOf(path))) return false;
    const isOfText = kind === 'text' || kind === 'bytes' || kind === 'look';
    return !isOfText || isBaseline || !files.has(file) || !isOfGroups(file);
  });
  // Programs were read before.
  return before === undefined
    ? undefined
    : (group) => ({
        part: group,
        texts: group
          .filter((file) => formatOf(file) === 'code')
          .map((file) => digestOfRead(workspace.read(file))),
        before,
      });
}
