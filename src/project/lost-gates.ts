import { type EarlierSystems, mayHaveLost, openLostGates } from '../assess/approval/lost-gates.js';
import { type LintOptions, lintWorkspace } from '../lint/lint.js';
import type { LintResult } from '../lint/result.js';
import type { AgentSystem, ConfigLayer } from '../model/index.js';
import { type ProjectFile, readProject } from '../systems/index.js';
import { openModuleGraph } from '../systems/program-graph.js';
import { openBaseProject } from './base-project.js';
import { openProject, type Project, type ProjectRequest, programsOf } from './open-project.js';
import { type Base, baseOfRequest, comparesWithBase, filesAbout } from './repository.js';

/**
 * Checks an opened project, and with `staged`, `since` or `newSince` reports the gates that the change has made unknowable.
 * The state that the change starts from is read only if something that it touches is not known; then the project is
 * checked again with what was known of it before. `lostGates` of the result is what it was checked with.
 * @throws {GitError} where a commit or a common ancestor is missing.
 */
export async function lintChange(
  project: Project,
  request: ProjectRequest,
  options: LintOptions,
): Promise<{ result: LintResult; lostGates?: LintOptions['lostGates'] }> {
  const open: { system: AgentSystem; layers: readonly ConfigLayer[] }[] = [];
  const onRead = (file: ProjectFile) => {
    options.onRead?.(file);
    for (const system of file.systems) if (mayHaveLost(system)) open.push({ system, layers: file.layers });
  };
  const lint = (asked: LintOptions) => lintWorkspace(project.workspace, project.config, asked);
  if (!comparesWithBase(request)) return { result: lint(options) };
  const result = lint({ ...options, onRead });
  const base = open.length === 0 ? undefined : baseOfRequest(request);
  if (!base) return { result };
  const touched = await touchedBy(base, project, request);
  const lost = open.filter(({ system, layers }) => touched(system, layers));
  if (lost.length === 0) return { result };
  const lostGates = openLostGates(await earlierSystems(base, request, options));
  if (lost.every(({ system }) => lostGates(system).length === 0)) return { result };
  const { onRead: _seen, ...again } = options;
  return { result: lint({ ...again, lostGates }), lostGates };
}

/** Tells whether a change touches a system. A run on the changed files reads no others. */
async function touchedBy(
  base: Base,
  { selection }: Project,
  request: ProjectRequest,
): Promise<(system: AgentSystem, layers: readonly ConfigLayer[]) => boolean> {
  if (selection && request.newSince === undefined) return () => true;
  const { paths: _paths, stdin: _stdin, ...rest } = request;
  const about = filesAbout(base.changes);
  if (about.length === 0) return () => false;
  const head = await openProject({ ...rest, about, before: base.store, baseline: false });
  return (system, layers) => head.selection?.isAbout(system, layers) !== false;
}

/** What was known before, in the systems that the change touches. */
async function earlierSystems(
  base: Base,
  request: ProjectRequest,
  { asOf }: LintOptions,
): Promise<EarlierSystems> {
  const { changes, movedTo } = base;
  const { newSince: _newSince, ...rest } = request;
  const project = await openBaseProject(base, { ...rest, about: filesAbout(changes), baseline: false });
  const files = [
    ...readProject(project.workspace, project.config, { ...programsOf(project), asOf, lockedRules: true }),
  ];
  const names = new Map([...changes.renamed].map(([now, then]) => [then, now]));
  const gone = new Set([...changes.removed, ...names.keys()]);
  const imports = openModuleGraph(project.workspace);
  return {
    systems: files.flatMap(({ systems }) => systems),
    movedTo,
    goneBehind: (file) =>
      [...imports(file)].flatMap((path) => {
        const now = names.get(path);
        return gone.has(path) ? [{ file: path, ...(now === undefined ? {} : { now }) }] : [];
      }),
  };
}
