/**
 * agent-lint as a library for Node: the command line is a thin shell over it.
 *
 * ```ts
 * import { decide, inspect, lint } from 'agent-lint';
 * const report = await lint({ paths: ['agents'] });
 * ```
 */
import { relative, resolve, sep } from 'node:path';
import { decide as decideRuntime, mergeRequirements } from './decide/index.js';
import { isRegion } from './facts/regions.js';
import { askingGitOnce } from './files/run-git.js';
import { validateRequirements } from './generated/validators.js';
import { decideProject } from './lint/decisions.js';
import type { LintOptions } from './lint/lint.js';
import type { DecisionOfFiles, LintResult } from './lint/result.js';
import { today } from './model/date.js';
import type { Decision, Requirements } from './model/index.js';
import { lintChange } from './project/lost-gates.js';
import { withoutOld } from './project/new-since.js';
import {
  lintInputs,
  openProject,
  type Project,
  type ProjectRequest,
  programsOf,
} from './project/open-project.js';
import { isRequest, requestMistakes } from './project/request-mistakes.js';
import {
  openSession as openProjectSession,
  reportOf,
  type Session as ProjectSession,
  type SessionRequest,
} from './project/session.js';
import { type Report, reportJson } from './report/formats/json.js';
import { type InventoryJson, inventoryJson } from './report/inventory.js';
import { decisionJson } from './report/shared/decision-json.js';
import { readProject, unreadFiles } from './systems/index.js';

/** The options of `lint` beside the files. */
export interface LintRequest extends ProjectRequest, Partial<LintOptions> {}

/**
 * Checks files and folders: finds agents, decides on the runtime, reports findings.
 * The result is the report of `schemas/report.schema.json`, as plain data.
 * @throws {ConfigurationError} where the project's configuration is invalid.
 * @throws {GitError} where a commit that the request names, or a common ancestor with it, is missing.
 * @throws {TypeError} where the request names an option, a rule, a severity, a preset or a date that does not exist,
 *   or gives one path where a list belongs.
 */
export async function lint(request: LintRequest = {}): Promise<Report> {
  return reportJson(await lintProject(request));
}

/** As `lint`, with the model instead of plain data: what reports are made of. */
export function lintProject(request: LintRequest = {}): Promise<LintResult> {
  return askingGitOnce(() => lintOnce(request));
}

async function lintOnce(request: LintRequest): Promise<LintResult> {
  refuse(requestMistakes(request));
  const project = await openProject(request);
  const options: LintOptions = { ...request, asOf: request.asOf ?? today() };
  const checked = await lintChange(project, request, {
    ...options,
    ...lintInputs(project),
  });
  const { newSince } = request;
  const { result: all } = checked;
  const result =
    newSince === undefined || all.findings.every(({ ignored }) => ignored)
      ? all
      : await withoutOld(checked, project, newSince, request, options);
  const missing = project.missing.map((path) => `${path === '' ? "''" : path}: no such file or folder.`);
  return missing.length === 0 ? result : { ...result, notes: [...missing, ...result.notes] };
}

/** The decisions of a project: one for each distinct set of requirements, as `decide PATH --format json` prints them. */
export interface ProjectDecisions {
  schema: 'agent-lint/decision@1';
  decisions: ReturnType<typeof decisionJson>[];
}

/**
 * Which runtime fits the requirements, with the rule of the spec behind each reason; for a request with `paths`, `overlay`
 * or another option of a project, the decisions of its files.
 * @throws {TypeError} where the requirements break `schemas/requirements.schema.json`, naming each mistake.
 */
export function decide(requirements?: Requirements): Decision;
export function decide(request: ProjectRequest & { asOf?: string }): Promise<ProjectDecisions>;
export function decide(
  asked: Requirements | (ProjectRequest & { asOf?: string }) = {},
): Decision | Promise<ProjectDecisions> {
  return isRequest(asked) ? decideFiles(asked) : decideStated(asked as Requirements);
}

function decideStated(requirements: Requirements): Decision {
  const mistakes = validateRequirements(requirements)
    ? (requirements.residency ?? [])
        .filter((region) => !isRegion(region))
        .map((region) => `unknown region \`${region}\``)
    : (validateRequirements.errors ?? []).map(
        ({ instancePath, message }) => `requirements${instancePath} ${message}`,
      );
  refuse(mistakes);
  return decideRuntime(requirements);
}

async function decideFiles(request: ProjectRequest & { asOf?: string }): Promise<ProjectDecisions> {
  refuse(requestMistakes(request));
  const project = await openProject(request);
  const options = { ...programsOf(project), asOf: request.asOf ?? today() };
  const found = decideProject(project.workspace, project.config, options);
  return {
    schema: 'agent-lint/decision@1',
    decisions: (found.length > 0 ? found : [decidedWithoutAgents(project, request)]).map(decisionJson),
  };
}

/** What the configuration states where no agent is found. */
function decidedWithoutAgents({ root, config }: Project, { cwd }: ProjectRequest): DecisionOfFiles {
  const here = relative(root, resolve(cwd ?? process.cwd()))
    .split(sep)
    .join('/');
  const layers = config.layersFor(here === '' ? '' : `${here}/`);
  const stated = layers.flatMap((one) => one.requirements ?? []);
  const { requirements } = mergeRequirements(stated);
  return { decision: decideRuntime(requirements), requirements, files: [] };
}

function refuse(mistakes: readonly string[]): void {
  if (mistakes.length > 0) throw new TypeError(`agent-lint: ${mistakes.join('; ')}`);
}

/**
 * What is there: files with their dialect and why each is in or out, agents, tools with effect and evidence, servers.
 * @throws {ConfigurationError} where the project's configuration is invalid.
 * @throws {TypeError} where `asOf` is no date, an option does not exist or a list is none.
 */
export async function inspect(request: ProjectRequest & { asOf?: string } = {}): Promise<InventoryJson> {
  refuse(requestMistakes(request));
  const project = await openProject(request);
  const options = { ...programsOf(project), asOf: request.asOf ?? today() };
  const files = [...readProject(project.workspace, project.config, options)];
  return inventoryJson({
    files: [...files, ...project.workspace.leftOut],
    unread: unreadFiles(files),
    systems: files.flatMap((file) => file.systems),
  });
}

/** A project that stays open: checking it again costs what a change reaches. */
export interface Session extends Pick<ProjectSession, 'edit' | 'changed'> {
  /**
   * Checks the folder as it is now, with the texts over it: the report of `lint`.
   * @throws {ConfigurationError} where the project's configuration is invalid.
   */
  check(): Promise<Report>;
}

/**
 * Opens a folder for checks that follow one another, as in an editor: texts may stand for files that are not saved.
 *
 * ```ts
 * const session = openSession({ root: '.' });
 * session.edit('agents/refunds.py', text);
 * const report = await session.check();
 * ```
 */
export function openSession(request: SessionRequest): Session {
  const session = openProjectSession(request);
  return {
    edit: session.edit,
    changed: session.changed,
    check: async () => reportOf(await session.check()),
  };
}

export type { SessionRequest } from './project/session.js';
export { ConfigurationError } from './config/configuration-error.js';
export { GitError } from './files/git-objects.js';
export type { LintResult } from './lint/result.js';
export type * from './model/index.js';
export type { ProjectRequest } from './project/open-project.js';
export type { Report } from './report/formats/json.js';
export type { InventoryJson as Inventory } from './report/inventory.js';
