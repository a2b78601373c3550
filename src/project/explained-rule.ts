import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentencesBehind } from '../facts/decision-rules.js';
import { rulePageUri } from '../facts/documentation.js';
import type { Preset } from '../model/index.js';
import { type RuleInForce, rulesInForce } from '../lint/severities.js';
import { layersHere, openProject, type ProjectRequest } from './open-project.js';
import { packageFolder } from './package-folder.js';

/** The rules in force where a request stands. */
export async function rulesHere(request: ProjectRequest, preset?: Preset): Promise<readonly RuleInForce[]> {
  const project = await openProject({ ...request, withoutFiles: true });
  return rulesInForce(layersHere(project, request.cwd), undefined, preset ? { preset } : {}).rules;
}

/** A rule and its state, for programs. */
export function ruleJson({ rule, level, options, lockedBy, explicit }: RuleInForce) {
  const { id, summary, severity, strict, surface, spec, remediation, references, since } = rule;
  return {
    id,
    summary,
    category: id.slice(0, id.indexOf('/')),
    recommended: severity,
    strict: strict ?? severity,
    surface: surface ?? null,
    level,
    locked: lockedBy !== undefined,
    configured: explicit,
    options,
    spec: spec ?? null,
    remediation,
    references,
    helpUri: rulePageUri(id),
    since,
  };
}

/** A rule with the sentences that require it, and its page. */
export const explainedRule = (one: RuleInForce) => ({
  ...ruleJson(one),
  behind: sentencesBehind(one.rule.id).map(({ id, name, section, text }) => ({ id, name, section, text })),
  page: rulePage(one.rule.id),
});

/** The page of a rule, in Markdown. */
export const rulePage = (id: string): string =>
  readFileSync(join(packageFolder(), 'rules', `${id}.md`), 'utf8');
