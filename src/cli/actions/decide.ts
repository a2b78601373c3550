import { homedir } from 'node:os';
import { parse } from 'node:path';
import { decide } from '../../decide/decide.js';
import { mergeRequirements, NEEDS } from '../../decide/index.js';
import { isRegion, regionMeant } from '../../facts/regions.js';
import { findRoot } from '../../files/index.js';
import { VERSION } from '../../generated/version.js';
import { today } from '../../model/date.js';
import type { Requirements } from '../../model/index.js';
import { RUNTIMES } from '../../model/index.js';
import { layersHere, openProject, programsOf } from '../../project.js';
import { DECISION_FORMATS, renderDecision } from '../../report/decision.js';
import { readProject, targetsFound } from '../../systems/index.js';
import { dateOf, lastOf, listOf, oneOf } from '../arguments.js';
import { EXIT, UsageError } from '../exit.js';
import { writeReport } from '../output.js';
import { configOf } from '../request.js';
import { didYouMean } from '../suggest.js';

/** `agent-lint decide`: 0 for every outcome. */
export async function runDecide(args: Record<string, unknown>): Promise<number> {
  const flags = requirementsOf(args);
  const format = oneOf(args.format, DECISION_FORMATS, 'format') ?? 'text';
  const asOf = args['as-of'] === undefined ? undefined : dateOf(args['as-of'], 'as-of');
  const project = await openProject({ withoutFiles: isNoProject(), ...configOf(args) });
  const { config, workspace } = project;
  const stated = layersHere(project).flatMap((layer) => layer.requirements ?? []);
  const requirements = replaced(mergeRequirements(stated).requirements, flags);
  const files = readProject(workspace, config, { ...programsOf(project), asOf: asOf ?? today() });
  const { found, selfHostedSandbox } = targetsFound(files);
  const decision = {
    ...decide(requirements, { selfHostedSandbox }),
    ...(found.length > 0 ? { found } : {}),
  };
  const meta = { version: VERSION, ...(asOf ? { asOf } : {}) };
  writeReport(renderDecision(decision, requirements, format, meta), lastOf(args.output, 'output'));
  return EXIT.ok;
}

/** A home folder or a whole disk is nobody's project: it is not searched. */
function isNoProject(): boolean {
  const { root, git } = findRoot(process.cwd());
  return !git && (root === homedir() || root === parse(root).root);
}

/** Requirements from flags: a flag replaces its key of the configuration. */
function requirementsOf(args: Record<string, unknown>): Requirements {
  const residency = listOf(args.residency, 'residency').map(region);
  const needs = [...new Set(listOf(args.need, 'need').map((need) => named(need, NEEDS, 'need')))];
  const prefer = [...new Set(listOf(args.prefer, 'prefer').map((one) => named(one, RUNTIMES, 'runtime')))];
  const languages = listOf(args.language, 'language');
  const beta = oneOf(args.beta, ['allowed', 'forbidden'] as const, 'beta');
  return {
    ...(residency.length > 0 ? { residency } : {}),
    ...(typeof args.zdr === 'boolean' ? { zero_data_retention: args.zdr } : {}),
    ...(needs.length > 0 ? { needs } : {}),
    ...(beta ? { beta } : {}),
    ...(languages.length > 0 ? { languages } : {}),
    ...(prefer.length > 0 ? { prefer } : {}),
  };
}

/** A flag replaces its key, and with it what the configuration says of where that key comes from. */
function replaced(configured: Requirements, flags: Requirements): Requirements {
  const { because = {}, ...rest } = configured;
  const isReplaced = (key: string) => key in flags || (flags.needs !== undefined && isNeed(key));
  const kept = Object.entries(because).filter(([key]) => !isReplaced(key));
  return { ...rest, ...flags, ...(kept.length > 0 ? { because: Object.fromEntries(kept) } : {}) };
}

const isNeed = (key: string) => NEEDS.some((need) => need === key);

function region(name: string): string {
  if (isRegion(name)) return name.toLowerCase();
  const meant = regionMeant(name);
  const suggestion = meant ? ` Did you mean \`${meant}\`?` : '';
  throw new UsageError(
    `\`${name}\` is no region: eu, eea, any, or an ISO 3166-1 alpha-2 code such as us or de.${suggestion}`,
  );
}

function named<T extends string>(name: string, among: readonly T[], what: string): T {
  const found = among.find((one) => one === name.toLowerCase());
  if (found) return found;
  throw new UsageError(`\`${name}\` is no ${what}: ${among.join(', ')}.${didYouMean(name, among)}`);
}
