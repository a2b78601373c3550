import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { parse, relative, resolve, sep } from 'node:path';
import {
  decide,
  mergeRequirements,
  NEEDS,
  replaceRequirements,
  tightenRequirements,
  type WhatIfChange,
  whatIf,
} from '../../decide/index.js';
import { isRegion } from '../../facts/regions.js';
import { globMatcher } from '../../config/index.js';
import { findRoot, isWithin, MOST_AROUND } from '../../files/index.js';
import { VERSION } from '../../generated/version.js';
import { type ChangeRequirements, decideProject } from '../../lint/decisions.js';
import { requirementsAt, requirementsKey, statedByPolicy, withoutAgent } from '../../lint/lint-target.js';
import { today } from '../../model/date.js';
import { type AgentSystem, type Requirements, RUNTIMES, type StatedRequirements } from '../../model/index.js';
import { layersHere, openProject, type Project, programsOf } from '../../project/open-project.js';
import {
  DECISION_FORMATS,
  type DecisionFormat,
  type DecisionMeta,
  type PrintedDecision,
  renderDecision,
  renderDecisions,
  renderRecords,
} from '../../report/decision.js';
import { visible } from '../../report/shared/text.js';
import { dateOf, lastOf, listOf, oneOf } from '../../project/arguments.js';
import { costInputsOf } from '../cost.js';
import { writeRecords } from '../decision-records.js';
import { EXIT } from '../exit.js';
import { UsageError } from '../../project/usage-error.js';
import { note, writeReport } from '../output.js';
import { configOf, reportMissing } from '../request.js';
import { requirementsOf, whatIfOf } from '../../project/requirements.js';

/**
 * `agent-lint decide`: 0 for every outcome, 2 for a named path that does not exist. One decision for each distinct set of
 * requirements, as `check` comes to them; a flag replaces its key in each, and loosens nothing that a policy
 * states.
 */
export async function runDecide(args: Record<string, unknown>): Promise<number> {
  const flags = requirementsOf(args);
  const otherwise = whatIfOf(args['what-if']);
  const format = oneOf(args.format, DECISION_FORMATS, 'format') ?? 'text';
  const asOf = args['as-of'] === undefined ? undefined : dateOf(args['as-of'], 'as-of');
  const paths = Array.isArray(args.paths) ? args.paths.map(String) : [];
  const folder = recordFolder(args, format);
  const cost = await costInputsOf(args);
  const meta = { version: VERSION, ...(asOf ? { asOf } : {}), ...(cost ? { cost } : {}) };
  if (args.interactive === true) {
    const { refuseWithoutTerminal, runInterview } = await import('./decide-interactive.js');
    refuseWithoutTerminal(args, paths);
    const project = await openProject({ withoutFiles: true, ...configOf(args) });
    const stated = requirementsHere(project);
    const kept = tightenedFlags(flags);
    const tightened = kept.tighten(policyHere(project));
    kept.report();
    const output = lastOf(args.output, 'output');
    const withoutConfiguration = args.config === false;
    return runInterview({ project, stated, flags: tightened, format, meta, output, withoutConfiguration });
  }
  const exclude = listOf(args.exclude, 'exclude');
  const project = await openProject({
    paths,
    exclude,
    withoutFiles: paths.length === 0 && isNoProject(exclude),
    ...configOf(args),
  });
  refuseLooseValue(project.missing, args);
  const kept = tightenedFlags(flags);
  const change: ChangeRequirements = (stated, policy) => replaceRequirements(stated, kept.tighten(policy));
  const systems = new Map<string, AgentSystem[]>();
  const keep = (system: AgentSystem, requirements: Requirements) => {
    const key = requirementsKey(requirements);
    systems.set(key, [...(systems.get(key) ?? []), system]);
  };
  const found = decideProject(
    project.workspace,
    project.config,
    { ...programsOf(project), asOf: asOf ?? today() },
    change,
    format === 'adr' || cost ? keep : undefined,
  );
  const decisions = (found.length > 0 ? found : decisionsOfPaths(project, paths, change))
    .map((one) => (otherwise === undefined ? one : withWhatIf(one, otherwise)))
    .map((one) => ({ ...one, systems: systems.get(requirementsKey(one.requirements)) ?? [] }));
  const [first, ...others] = decisions;
  const only = paths.length === 0 && others.length === 0 ? first : undefined;
  kept.report();
  if (folder !== undefined) {
    const records = renderRecords(only ? [aboutOnly(only, project, change)] : decisions, meta);
    for (const line of writeRecords(folder, records)) process.stdout.write(`${visible(line)}\n`);
    return reportMissing(project.missing, paths) ? EXIT.usage : EXIT.ok;
  }
  const text = only
    ? renderOnly(aboutOnly(only, project, change), format, meta)
    : renderDecisions(decisions, format, meta);
  writeReport(text, lastOf(args.output, 'output'));
  return reportMissing(project.missing, paths) ? EXIT.usage : EXIT.ok;
}

/** Tightens flags to what policies state, and reports once which of them would have loosened it. */
function tightenedFlags(flags: Requirements): {
  tighten(policy: readonly StatedRequirements[]): Requirements;
  report(): void;
} {
  const exceptions = new Set<string>();
  return {
    tighten(policy) {
      const { requirements, kept } = tightenRequirements(flags, policy);
      for (const { key, file, value } of kept)
        exceptions.add(
          `\`${key}\` stays ${Array.isArray(value) ? value.join(', ') : String(value)} (${file})`,
        );
      return requirements;
    },
    report() {
      if (exceptions.size === 0) return;
      note(`A flag may tighten what a policy states, never loosen it: ${[...exceptions].join('; ')}.`);
    },
  };
}

/** `--residency eu us`: the second word is a path to the parser. Where no such path exists, a value was meant. */
function refuseLooseValue(missing: readonly string[], args: Record<string, unknown>): void {
  for (const [option, isValue] of LISTS) {
    const loose = args[option] === undefined ? undefined : missing.find(isValue);
    if (loose === undefined) continue;
    const values = [...listOf(args[option], option), loose].join(',');
    throw new UsageError(
      `${loose}: no such file or folder. To give several values, repeat the option or use commas: --${option} ${values}`,
    );
  }
}

const LISTS: readonly (readonly [option: string, isValue: (word: string) => boolean])[] = [
  ['residency', isRegion],
  ['need', (word) => NEEDS.some((need) => need === word)],
  ['prefer', (word) => RUNTIMES.some((runtime) => runtime === word)],
];

/** The one decision of a project names its files where they state more than the configuration does. */
function aboutOnly(one: PrintedDecision, project: Project, change: ChangeRequirements): PrintedDecision {
  const isOfProject =
    requirementsKey(change(requirementsHere(project), policyHere(project))) ===
    requirementsKey(one.requirements);
  return isOfProject ? { ...one, files: [] } : one;
}

function renderOnly(one: PrintedDecision, format: DecisionFormat, meta: DecisionMeta): string {
  const { decision, requirements, found = [] } = one;
  const printed = found.length > 0 ? { ...decision, found } : decision;
  return renderDecision(printed, requirements, format, meta, one);
}

/** The folder of `--output-dir`. @throws {UsageError} where the option has no meaning. */
function recordFolder(args: Record<string, unknown>, format: DecisionFormat): string | undefined {
  const folder = lastOf(args['output-dir'], 'output-dir');
  if (folder === undefined) return undefined;
  if (format !== 'adr')
    throw new UsageError('--output-dir writes decision records: use it with --format adr.');
  if (args.output !== undefined)
    throw new UsageError('--output writes one file, and --output-dir one for each decision: choose one.');
  if (args.interactive === true)
    throw new UsageError('--interactive offers the record itself: leave out --output-dir.');
  return folder;
}

/** What is stated for the named paths, or for the working directory, where no agent is found there. */
function decisionsOfPaths(
  project: Project,
  paths: readonly string[],
  change: ChangeRequirements,
): PrintedDecision[] {
  if (paths.length === 0) {
    const requirements = change(requirementsHere(project), policyHere(project));
    return [{ decision: decide(requirements), requirements, files: [] }];
  }
  const groups = new Map<string, PrintedDecision & { paths: string[] }>();
  for (const path of paths.filter((one) => !project.missing.includes(one))) {
    const requirements = requirementsOfPath(project, path, change);
    const key = requirementsKey(requirements);
    const group = groups.get(key) ?? { decision: decide(requirements), requirements, files: [], paths: [] };
    groups.set(key, group);
    group.paths.push(path);
  }
  return [...groups.values()];
}

const policyHere = (project: Project): StatedRequirements[] =>
  layersHere(project).flatMap(({ policy, requirements }) => (policy && requirements ? [requirements] : []));

const requirementsHere = (project: Project) =>
  mergeRequirements(layersHere(project).flatMap((one) => one.requirements ?? [])).requirements;

/** Of a folder: what applies to a new file in it. */
function requirementsOfPath(
  { root, config }: Project,
  path: string,
  change: ChangeRequirements,
): Requirements {
  const shown = relative(root, resolve(path)).split(sep).join('/');
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const file = isFolder ? `${shown === '' ? '' : `${shown}/`}new` : shown;
  const layers = config.layersFor(file);
  return change(requirementsAt(file, layers), statedByPolicy(layers, withoutAgent(file)));
}

function withWhatIf(one: PrintedDecision, otherwise: Requirements | WhatIfChange): PrintedDecision {
  const { decision, requirements, selfHosted: selfHostedSandbox = false } = one;
  const other = whatIf(decision, requirements, otherwise, { selfHostedSandbox });
  return { ...one, decision: { ...decision, whatIf: other } };
}

/**
 * Whether a folder outside of a repository is not searched: a home folder or a whole disk is nobody's project, and of a large
 * one nothing says that it is one, so a note says that it is left out.
 */
function isNoProject(exclude: readonly string[]): boolean {
  const { root, git } = findRoot(process.cwd());
  if (git) return false;
  if (root === homedir() || root === parse(root).root) return true;
  if (isWithin(root, MOST_AROUND, globMatcher(exclude))) return false;
  const most = MOST_AROUND.toLocaleString('en-US');
  note(
    `This folder is no git repository and has more than ${most} files and folders: no agents were looked for, only the configuration is read.`,
  );
  return true;
}
