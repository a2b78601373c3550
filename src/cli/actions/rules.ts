import { rulePageUri } from '../../facts/documentation.js';
import type { RuleInForce } from '../../lint/severities.js';
import { rulesInForce } from '../../lint/severities.js';
import { layersHere, openProject } from '../../project/open-project.js';
import { jsonText } from '../../report/shared/text.js';
import { oneOf } from '../arguments.js';
import { EXIT } from '../exit.js';
import { configOf } from '../request.js';

/** `agent-lint rules`: all rules with their state in this project. */
export async function runRules(args: Record<string, unknown>): Promise<number> {
  const format = oneOf(args.format, ['text', 'json'] as const, 'format') ?? 'text';
  const rules = await rulesHere(args);
  if (format === 'json') process.stdout.write(jsonText(rules.map(ruleJson)));
  else {
    const width = Math.max(...rules.map(({ rule }) => rule.id.length));
    for (const { rule, level, lockedBy } of rules) {
      process.stdout.write(
        `${rule.id.padEnd(width)}  ${(level + (lockedBy === undefined ? '' : ' (locked)')).padEnd(8)}  ${rule.summary}\n`,
      );
    }
  }
  return EXIT.ok;
}

/** The rules in force where the user stands. */
export async function rulesHere(args: Record<string, unknown>): Promise<readonly RuleInForce[]> {
  const preset = oneOf(args.preset, ['recommended', 'strict'] as const, 'preset');
  const project = await openProject({ withoutFiles: true, ...configOf(args) });
  return rulesInForce(layersHere(project), undefined, preset ? { preset } : {}).rules;
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
