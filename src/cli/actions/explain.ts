import type { RuleInForce } from '../../lint/severities.js';
import type { Level } from '../../model/index.js';
import { fixesWith, renderPage } from '../../report/page.js';
import { taxonOf } from '../../report/shared/taxonomies.js';
import { jsonText, sentence, visible } from '../../report/shared/text.js';
import { oneOf, ruleId } from '../../project/arguments.js';
import { EXIT } from '../exit.js';
import { UsageError } from '../../project/usage-error.js';
import { wantsColor } from '../output.js';
import { explainedRule, rulePage } from '../../project/explained-rule.js';
import { rulesOf } from './rules.js';

const FORMATS = ['text', 'markdown', 'json'] as const;
const WIDEST = 100;

/** `agent-lint explain RULE`: the page of a rule, what requires it, and its state in this project. */
export async function runExplain(args: Record<string, unknown>): Promise<number> {
  const format = oneOf(args.format, FORMATS, 'format') ?? 'text';
  const id = ruleId(String(args.rule));
  const all = await rulesOf(args);
  const found = all.find((one) => one.rule.id === id);
  if (found === undefined) return EXIT.internal;
  if (args.framework !== undefined) {
    const others = all.map(({ rule }) => rule.id).filter((other) => isOfCategory(other, id) && other !== id);
    return printFix(id, others, String(args.framework), format, args.color);
  }
  const explained = explainedRule(found);
  if (format === 'json') {
    process.stdout.write(jsonText(explained));
    return EXIT.ok;
  }
  const { page, behind } = explained;
  const quoted = behind.map(({ name, text }) => `- ${sentence(name)}: ${text}`);
  const markdown = [
    page.trimEnd(),
    ...(quoted.length > 0 ? ['## Required by', quoted.join('\n')] : []),
    ...referenceParts(found),
    '## In this project',
    stateOf(found),
  ].join('\n\n');
  const width = Math.min(process.stdout.columns ?? WIDEST, WIDEST);
  const color = wantsColor(args.color, process.stdout);
  process.stdout.write(format === 'markdown' ? `${markdown}\n` : renderPage(markdown, { color, width }));
  return EXIT.ok;
}

const isOfCategory = (id: string, other: string): boolean => id.split('/')[0] === other.split('/')[0];

/**
 * Prints the parts of a page that show how to fix it with one framework. `others`: rules whose pages may have that framework.
 * @throws {UsageError} where the page has none; it names the pages that have one.
 */
function printFix(
  id: string,
  others: readonly string[],
  framework: string,
  format: string,
  color: unknown,
): number {
  const { found, names } = fixesWith(rulePage(id), framework);
  if (found === undefined) {
    const known = names.length > 0 ? ` It has: ${names.join('; ')}.` : ' It has programs for none.';
    const elsewhere = others
      .filter((other) => fixesWith(rulePage(other), framework).found !== undefined)
      .map((other) => `\`agent-lint explain ${other} --framework "${framework}"\``);
    const rest = elsewhere.length > 0 ? ` See ${elsewhere.join(' or ')}.` : '';
    throw new UsageError(`The page of ${id} has no program for \`${framework}\`.${known}${rest}`);
  }
  const width = Math.min(process.stdout.columns ?? WIDEST, WIDEST);
  const options = { color: wantsColor(color, process.stdout), width };
  if (format === 'json') process.stdout.write(jsonText({ rule: id, framework, fix: found }));
  else process.stdout.write(format === 'markdown' ? `${found}\n` : renderPage(found, options));
  return EXIT.ok;
}

const STATES: Record<Level, string> = {
  error: 'reports an error',
  warning: 'reports a warning',
  info: 'reports an info',
  off: 'is off',
};

function stateOf({ rule, level, options, explicit, lockedBy, preset }: RuleInForce): string {
  const isInPart = level === 'off' && rule.inEachPreset !== undefined && !explicit;
  const origin = explicit ? 'set by the configuration' : `preset \`${preset}\``;
  return [
    `\`${rule.id}\` ${isInPart ? 'is off but for some cases' : STATES[level]} (${origin}).`,
    ...(lockedBy === undefined ? [] : [`It is locked by ${visible(lockedBy)}.`]),
    ...(Object.keys(options).length > 0 ? [`Its options: \`${visible(JSON.stringify(options))}\`.`] : []),
    `To change it, set \`rules: { ${rule.id}: error | warning | info | off }\` in agent-lint.config.yaml.`,
  ].join('\n');
}

function referenceParts({ rule }: RuleInForce): string[] {
  return rule.references.length === 0 ? [] : ['## References', rule.references.map(referenceLine).join('\n')];
}

/** A reference with its framework, the edition, and what the entry is called there. */
function referenceLine(reference: string): string {
  const taxon = taxonOf(reference);
  if (!taxon) return `- ${reference}`;
  const { fullName, edition, checkedOn } = taxon.taxonomy;
  const framework = `${fullName}, ${edition}, as of ${checkedOn}`;
  return `- ${reference}${taxon.name === undefined ? '' : ` ${taxon.name}`} (${framework})`;
}
