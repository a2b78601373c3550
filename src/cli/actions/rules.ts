import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentencesBehind } from '../../facts/decision-rules.js';
import type { RuleInForce } from '../../lint/levels.js';
import { rulesInForce } from '../../lint/levels.js';
import { layersHere, openProject } from '../../project.js';
import { taxonOf } from '../../report/shared/taxonomies.js';
import { jsonText, sentence, visible } from '../../report/shared/text.js';
import { oneOf, ruleId } from '../arguments.js';
import { EXIT } from '../exit.js';
import { packageFolder } from '../package-folder.js';
import { configOf } from '../request.js';

/** `agent-lint rules`: all rules with their state in this project. */
export async function runRules(args: Record<string, unknown>): Promise<number> {
  const format = oneOf(args.format, ['text', 'json'] as const, 'format') ?? 'text';
  const rules = await inForce(args);
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

/** `agent-lint explain RULE`: the rule's page, and its state in this project. */
export async function runExplain(args: Record<string, unknown>): Promise<number> {
  const format = oneOf(args.format, ['text', 'json'] as const, 'format') ?? 'text';
  const id = ruleId(String(args.rule));
  const found = (await inForce(args)).find((one) => one.rule.id === id);
  if (found === undefined) return EXIT.internal;
  const page = readFileSync(join(packageFolder(), 'rules', `${id}.md`), 'utf8');
  if (format === 'json') {
    process.stdout.write(jsonText({ ...ruleJson(found), behind: behind(id), page }));
    return EXIT.ok;
  }
  const quoted = behind(id).map(({ name, text }) => `- ${sentence(name)}: ${text}`);
  const rules = quoted.length > 0 ? `\n\n## The rules behind it\n\n${quoted.join('\n')}` : '';
  process.stdout.write(`${page.trimEnd()}${rules}\n\n## In this project\n\n${stateOf(found)}\n`);
  return EXIT.ok;
}

/** The sentences of the spec behind a rule: readers do not have that document. */
const behind = (id: string) => sentencesBehind(id).map(({ id, name, text }) => ({ id, name, text }));

async function inForce(args: Record<string, unknown>): Promise<readonly RuleInForce[]> {
  const preset = oneOf(args.preset, ['recommended', 'strict'] as const, 'preset');
  const project = await openProject({ withoutFiles: true, ...configOf(args) });
  return rulesInForce(layersHere(project), undefined, preset ? { preset } : {}).rules;
}

function ruleJson({ rule, level, options, lockedBy, explicit }: RuleInForce) {
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
    since,
  };
}

function stateOf({ rule, level, options, explicit, lockedBy, preset }: RuleInForce): string {
  const origin = explicit ? 'set by the configuration' : `by the preset ${preset}`;
  const lines = [
    `\`${rule.id}\` is ${level === 'off' ? 'off' : `reported as ${level}`}, ${origin}${lockedBy === undefined ? '' : `, and locked by ${lockedBy}`}.`,
  ];
  if (Object.keys(options).length > 0) lines.push(`Options: ${visible(JSON.stringify(options))}.`);
  if (rule.references.length > 0)
    lines.push('', 'References:', '', ...rule.references.map(referenceLine), '');
  lines.push(`Change it: rules: { ${rule.id}: error | warning | info | off } in agent-lint.config.yaml.`);
  return lines.join('\n');
}

/** A reference with its framework, the edition, and what the entry is called there. */
function referenceLine(reference: string): string {
  const taxon = taxonOf(reference);
  if (!taxon) return `- ${reference}`;
  const { fullName, edition, checkedOn } = taxon.taxonomy;
  const framework = `${fullName}, ${edition}, as of ${checkedOn}`;
  return `- ${reference}${taxon.name === undefined ? '' : ` ${taxon.name}`} (${framework})`;
}
