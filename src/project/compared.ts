import type { Change, Compared } from '../compare/change.js';
import { systemJson, textsOf, withGates, withTexts } from '../compare/system-json.js';
import { openDecisions } from '../lint/decisions.js';
import { lintTarget } from '../lint/lint-target.js';
import { type Waiver, waiversOf } from '../lint/waivers.js';
import { displayText } from '../model/secrets.js';
import { decisionJson } from '../report/shared/decision-json.js';
import { excludedBy, type ProjectFile, readProject } from '../systems/index.js';
import { leftOutIn, outOfSightIn } from './lost-gates.js';
import { type Project, programsOf } from './open-project.js';
import type { Base } from './repository.js';

/** What a change of a project is compared by, before and after it, and what it puts out of sight. */
export function comparedStates(
  before: Project,
  after: Project,
  base: Base,
  asOf: string,
): { before: Compared; after: Compared; unread: Change[] } {
  const [earlier, later] = [readFiles(before, asOf), readFiles(after, asOf)];
  const unread = outOfSightIn(earlier, later, after, base).map(
    ({ agent, tool, why }): Change => ({
      kind: 'unread',
      agent: displayText(agent.name),
      ...(tool && { tool: displayText(tool.name) }),
      file: base.movedTo(agent.at.file),
      why: displayText(why),
    }),
  );
  return { before: comparedOf(before, asOf, earlier), after: comparedOf(after, asOf, later), unread };
}

/** What a project is compared by: its agents, decisions and waivers. */
function comparedOf(project: Project, asOf: string, files: readonly ProjectFile[]): Compared {
  const decisions = openDecisions();
  for (const { systems, layers } of files)
    for (const system of systems) decisions.add(system, lintTarget(system, layers).requirements);
  return {
    systems: files.flatMap((file) =>
      file.systems.map((system) => withGates(withTexts(systemJson(system), textsOf(system)), system)),
    ),
    // No runtime is chosen for settings of coding agents.
    decisions: decisions
      .all()
      .filter(({ settingsOnly }) => !settingsOnly)
      .map(decisionJson),
    waivers: waiversIn(project, files, asOf),
    unreadable: files.flatMap(({ path, problems }) => {
      const fault = problems.find(({ kind }) => kind !== 'duplicate-key');
      return fault ? [{ file: path, why: fault.message }] : [];
    }),
    leftOut: [
      ...leftOutIn(project),
      ...project.workspace.leftOut,
      ...project.workspace.files
        .filter(excludedBy(project.config))
        .map((path) => ({ path, reason: 'the configuration excludes it' })),
    ],
  };
}

/** Every waiver of a project. */
export const waiversOfProject = (project: Project, asOf: string): Waiver[] =>
  waiversIn(project, readFiles(project, asOf), asOf);

/** Collects the files that a run reads, and gives every waiver of the project once it is over. */
export function collectWaivers(project: Project): {
  onRead(file: ProjectFile): void;
  waivers(asOf: string): Waiver[];
} {
  const files: ProjectFile[] = [];
  return {
    // A locked rule also looks at what people exclude; no waiver in there counts.
    onRead: (file) => void (file.excluded || files.push(file)),
    waivers: (asOf) => waiversIn(project, files, asOf),
  };
}

const readFiles = (project: Project, asOf: string): ProjectFile[] => [
  ...readProject(project.workspace, project.config, { ...programsOf(project), asOf }),
];

const waiversIn = ({ config, baseline }: Project, files: readonly ProjectFile[], asOf: string): Waiver[] =>
  waiversOf({
    files,
    layers: config.layers(),
    ...(baseline ? { baseline: baseline.baseline.entries } : {}),
    asOf,
  });
