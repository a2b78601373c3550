import { type EarlierSystems, mayHaveLost, openLostGates } from '../assess/approval/lost-gates.js';
import {
  type BlindSpot,
  isUnread,
  type OutOfSight,
  outOfSight,
  outOfSightReport,
  type SeenState,
} from '../assess/approval/out-of-sight.js';
import { mayHaveLostLimit, openLostLimits } from '../assess/delegation/lost-limits.js';
import { type LintOptions, lintWorkspace, type Reading } from '../lint/lint.js';
import type { LintResult } from '../lint/result.js';
import {
  type AgentSystem,
  type ConfigLayer,
  fixedPlace,
  type LeftOut,
  type LostGate,
  someTool,
} from '../model/index.js';
import { reasonAbove } from '../model/paths.js';
import { type ProjectFile, readProject, unreadWords } from '../systems/index.js';
import { openModuleGraph } from '../systems/program-graph.js';
import { type Earlier, earlierOf } from './base-project.js';
import { type Project, type ProjectRequest, programsOf, projectAbout } from './open-project.js';
import { type Base, baseOfRequest, comparesWithBase, filesAbout } from './repository.js';

/** What a change has made unknowable, as options of a check. */
export type Lost = Pick<LintOptions, 'lostGates' | 'lostLimit' | 'outOfSight'>;

/** What a check of a change found, what it was checked with, and what was read for it. */
export interface CheckedChange {
  readonly result: LintResult;
  readonly lost: Lost;
  readonly reading: Reading;
  /** The state that the change starts from, where that was asked. */
  readonly before?: Earlier;
}

/**
 * Checks an opened project, and with `staged`, `since` or `newSince` reports the gates that the change has made unknowable,
 * weaker, or put out of sight, and the limits of turns that it has taken away. The state that the change starts from is read only if something that it touches is not
 * known; then the project is checked again with what was known of it before.
 * @throws {GitError} where a commit or a common ancestor is missing.
 */
export async function lintChange(
  project: Project,
  request: ProjectRequest,
  options: LintOptions,
): Promise<CheckedChange> {
  const open: { system: AgentSystem; layers: readonly ConfigLayer[] }[] = [];
  const files: SeenFile[] = [];
  const onRead = (file: ProjectFile) => {
    options.onRead?.(file);
    files.push(seenFile(file));
    for (const system of file.systems)
      if (mayHaveLost(system) || mayHaveLostLimit(system)) open.push({ system, layers: file.layers });
  };
  const reading: Reading = {};
  const lint = (asked: LintOptions) => lintWorkspace(project.workspace, project.config, asked);
  if (!comparesWithBase(request)) return { result: lint(options), lost: {}, reading };
  const result = lint({ ...options, onRead, reading });
  const mayHide = files.some(mayHideActs) || leftOutIn(project).length > 0;
  const base = open.length > 0 || mayHide ? baseOfRequest(request) : undefined;
  if (!base) return { result, lost: {}, reading };
  const touched = open.length > 0 ? await touchedBy(base, project, request) : () => false;
  const lost = open.filter(({ system, layers }) => touched(system, layers));
  if (lost.length === 0 && !(mayHide && isHiding(files, project, base))) return { result, lost: {}, reading };
  const before = earlierOf(base, request);
  const { earlier, state } = await earlierState(before, options);
  const lostGates = openLostGates(earlier);
  const lostLimit = openLostLimits(earlier);
  const hasLostLimit = lost.some(({ system }) =>
    system.turnLimits?.some((limit) => lostLimit(system, limit) !== undefined),
  );
  const gates = new Set(lost.flatMap(({ system }) => lostGates(system)).map(keyOfLost));
  const hidden = outOfSight(state, laterState(files, project, base), base.movedTo).filter(
    ({ agent, tool }) => !gates.has(agent.name) && !(tool && gates.has(`${agent.name}\n${tool.name}`)),
  );
  if (gates.size === 0 && !hasLostLimit && hidden.length === 0) return { result, lost: {}, reading, before };
  const found: Lost = {
    lostGates,
    lostLimit,
    outOfSight: hidden.map((one) => ({ rule: 'approval/missing', ...outOfSightReport(one) })),
  };
  const { onRead: _seen, ...again } = options;
  return { result: lint({ ...again, ...found, reading }), lost: found, reading, before };
}

/** What is out of sight in a project that was in sight at the base: of every agent, whatever the change touches. */
export function outOfSightIn(
  before: readonly ProjectFile[],
  after: readonly ProjectFile[],
  project: Project,
  base: Base,
): OutOfSight[] {
  return outOfSight(
    stateOf(before.map(seenFile)),
    laterState(after.map(seenFile), project, base),
    base.movedTo,
  );
}

/** What is kept of a file that was read. */
type SeenFile = Pick<ProjectFile, 'path' | 'systems' | 'untaken' | 'unread'>;

const seenFile = ({ path, systems, untaken, unread }: ProjectFile): SeenFile => ({
  path,
  systems,
  ...(untaken && { untaken }),
  ...(unread && { unread }),
});

/** Whether acts that a base showed may be hidden in a file. */
const mayHideActs = ({ systems, untaken = [], unread = [] }: SeenFile): boolean =>
  untaken.length > 0 || unread.length > 0 || systems.some(({ agents }) => someTool(agents, isUnread));

/** Whether one of these is in what the change touches. */
function isHiding(files: readonly SeenFile[], project: Project, { changes }: Base): boolean {
  const changed = new Set(filesAbout(changes));
  return (
    leftOutIn(project).some(({ path }) =>
      [...changed].some((one) => one === path || one.startsWith(`${path}/`)),
    ) ||
    files.some(
      (file) =>
        mayHideActs(file) &&
        (file.untaken !== undefined ||
          changed.has(file.path) ||
          file.systems.some(({ agents }) =>
            agents.some(
              ({ at, tools }) => changed.has(at.file) || tools.some((tool) => changed.has(tool.at.file)),
            ),
          )),
    )
  );
}

/** Files and folders that belong to the project and are not read: links, and what is skipped. */
export function leftOutIn({ workspace }: Project): readonly LeftOut[] {
  const all = workspace.skipped?.() ?? [];
  const skipped = new Set(all.flatMap(({ files }) => files));
  const large = all.flatMap(({ why, files }) => (why === 'too-large' ? files : []));
  return [
    ...workspace.leftOut.filter(({ path }) => workspace.unfollowed?.has(path) || skipped.has(path)),
    ...large.map((path) => ({ path, reason: 'it is too large to be read' })),
  ];
}

const stateOf = (files: readonly SeenFile[]): SeenState => ({
  systems: files.flatMap(({ systems }) => systems),
  untaken: files.flatMap(({ untaken = [] }) => untaken),
  blind: files.flatMap(({ unread = [] }): BlindSpot[] => {
    const [first] = unread;
    return first ? [{ at: first.at, why: unreadWords(unread) }] : [];
  }),
});

/** The later state; of what is not read, only what the change touches. */
function laterState(files: readonly SeenFile[], project: Project, { changes }: Base): SeenState {
  const changed = new Set(filesAbout(changes));
  const state = stateOf(files);
  const leftOut = new Map(leftOutIn(project).map(({ path, reason }) => [path, reason]));
  const start = { line: 1, column: 1 };
  const own = [...changed].flatMap((path): BlindSpot[] => {
    const reason = reasonAbove(path, leftOut);
    const at = fixedPlace(path, '', { start, end: start });
    return reason === undefined ? [] : [{ at, why: `is left out: ${reason}`, isLeftOut: true }];
  });
  const touches = (file: string) => changed.has(file);
  return { ...state, touches, blind: [...own, ...state.blind.filter(({ at }) => touches(at.file))] };
}

const keyOfLost = ({ agent, before, tool }: LostGate): string =>
  tool ? `${agent.name}\n${before.name}` : agent.name;

/** Tells whether a change touches a system. A run on the changed files reads no others. */
async function touchedBy(
  base: Base,
  project: Project,
  request: ProjectRequest,
): Promise<(system: AgentSystem, layers: readonly ConfigLayer[]) => boolean> {
  if (project.selection && request.newSince === undefined) return () => true;
  const about = filesAbout(base.changes);
  if (about.length === 0) return () => false;
  const { selection } = await projectAbout(project, request, about, base.store);
  return (system, layers) => selection?.isAbout(system, layers) !== false;
}

/** What was known before, in the systems that the change touches. */
async function earlierState(
  { base, open, reading }: Earlier,
  { asOf }: LintOptions,
): Promise<{ earlier: EarlierSystems; state: SeenState }> {
  const { changes, movedTo } = base;
  const project = await open();
  reading.files ??= [
    ...readProject(project.workspace, project.config, { ...programsOf(project), asOf, lockedRules: true }),
  ];
  const { files } = reading;
  const names = new Map([...changes.renamed].map(([now, then]) => [then, now]));
  const gone = new Set([...changes.removed, ...names.keys()]);
  const imports = openModuleGraph(project.workspace);
  const earlier: EarlierSystems = {
    systems: files.flatMap(({ systems }) => systems),
    movedTo,
    goneBehind: (file) =>
      [...imports(file)].flatMap((path) => {
        const now = names.get(path);
        return gone.has(path) ? [{ file: path, ...(now === undefined ? {} : { now }) }] : [];
      }),
  };
  return { earlier, state: stateOf(files.map(seenFile)) };
}
