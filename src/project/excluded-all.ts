import type { LintResult } from '../lint/result.js';
import { excludedBy, readProject } from '../systems/index.js';
import { openBaseProject } from './base-project.js';
import { configOfState } from './lowered-rules.js';
import { type Project, type ProjectRequest, programsOf } from './open-project.js';
import { type Base, baseOfRequest, filesAbout, openBase, openStates } from './repository.js';

/** What a configuration hides. */
export interface ExcludedAll {
  /** The commit that it is compared with, as it was named. */
  ref: string;
  /** Files that the base checks, by their names now: all that there still are. */
  files: readonly string[];
}

/**
 * The files that the base of a change checks, where the configuration excludes every one of them that still exists: then
 * a green run says nothing. With `configFrom` the configuration of the change itself has no effect on the run; it is looked
 * at all the same, since it decides once the change is merged. One that is invalid hides nothing.
 * @throws {GitError} where the commit or a common ancestor is missing.
 */
export async function excludedAll(
  { files }: Pick<LintResult, 'files'>,
  project: Project,
  request: ProjectRequest,
  asOf: string,
): Promise<ExcludedAll | undefined> {
  const ref = request.configFrom ?? request.newSince ?? request.since;
  if ((ref === undefined && !request.staged) || request.config === false) return undefined;
  const checked = files.map(({ path }) => path);
  const around = checked.length > 0 ? checked : project.workspace.files;
  const head = request.configFrom === undefined ? undefined : openStates(request, project.root)?.head;
  const own = head && (await configOfState(request, project.root, around, head));
  // Most changes hide nothing, and the base is read for none of them.
  const suspects =
    checked.length === 0
      ? [project.config, ...(own ? [own] : [])]
      : own && checked.some(excludedBy(own))
        ? [own]
        : [];
  if (suspects.length === 0) return undefined;
  const base = ref === undefined ? baseOfRequest(request) : openBase(ref, request);
  // A hook runs at every commit: it pays for this where a configuration is one of the staged files.
  if (!base || (ref === undefined && !changesConfig(base, project))) return undefined;
  const { newSince: _newSince, exclude: _exclude, ...rest } = request;
  const before = await openBaseProject(base, { ...rest, baseline: false });
  const left = [...readProject(before.workspace, before.config, { ...programsOf(before), asOf })]
    .filter(({ dialect, beside, excluded }) => dialect !== undefined && !beside && !excluded)
    .map(({ path }) => base.movedTo(path))
    .filter((path) => project.workspace.read(path).ok);
  const hides = suspects.some((config) => left.every(excludedBy(config)));
  return left.length > 0 && hides ? { ref: ref ?? 'HEAD', files: left } : undefined;
}

function changesConfig({ changes }: Base, { config }: Project): boolean {
  const layers = new Set(config.layers().map(({ file }) => file));
  return filesAbout(changes).some((path) => layers.has(path));
}
