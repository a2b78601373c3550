import { sentencesBehind } from '../../facts/decision-rules.js';
import { rulePageUri } from '../../facts/documentation.js';
import type { ResolvedRule } from '../../lint/result.js';
import type { Category, Level, Rule, Severity } from '../../model/index.js';
import { compareText } from './order.js';
import { TAXONOMIES, type Taxon, type Taxonomy, taxonOf } from './taxonomies.js';
import { sentence } from './text.js';

type Json = Record<string, unknown>;

const RULE_LEVELS: Record<Level, string> = { error: 'error', warning: 'warning', info: 'note', off: 'note' };

/** Scores that code scanning reads as high, medium and low. */
const SECURITY_SEVERITY: Record<Severity, string> = { error: '8.0', warning: '5.5', info: '2.0' };

/** Categories that are about safety; the others are about form. */
const SECURITY: ReadonlySet<Category> = new Set([
  'runtime',
  'approval',
  'scope',
  'mcp',
  'delegation',
  'tracing',
  'guardrail',
]);

/** Weaknesses that a finding always is; for the others the rule is related to the entry, and no more. */
const ALWAYS: ReadonlySet<string> = new Set(['CWE-798', 'CWE-319', 'CWE-829']);

/** All rules as SARIF descriptors, in the order given. */
export function ruleDescriptors(rules: readonly ResolvedRule[]): Json[] {
  const used = usedTaxonomies(rules);
  return rules.map((resolved) => descriptor(resolved, used));
}

function descriptor({ rule, level }: ResolvedRule, used: readonly Taxonomy[]): Json {
  const category = rule.id.slice(0, rule.id.indexOf('/')) as Category;
  const severity = level === 'off' ? (rule.inEachPreset ?? rule.severity) : level;
  const isSecurity = SECURITY.has(category);
  const weaknesses = rule.references.filter((reference) => reference.startsWith('CWE-'));
  const relationships = rule.references.flatMap((reference) => {
    const taxon = taxonOf(reference);
    return taxon ? [relationship(reference, taxon, used)] : [];
  });
  return {
    id: rule.id,
    name: ruleName(rule.id),
    shortDescription: { text: closed(rule.summary) },
    fullDescription: { text: `${closed(rule.summary)} ${closed(rule.remediation)}` },
    help: {
      text: `${closed(rule.summary)} ${closed(rule.remediation)}`,
      markdown: helpMarkdown(rule),
    },
    helpUri: rulePageUri(rule.id),
    defaultConfiguration: { enabled: level !== 'off', level: RULE_LEVELS[severity] },
    ...(relationships.length > 0 && { relationships }),
    properties: {
      category,
      tags: [
        ...(isSecurity ? ['security'] : []),
        category,
        ...weaknesses.map((reference) => `external/cwe/${reference.toLowerCase()}`),
      ],
      ...(isSecurity && { 'security-severity': SECURITY_SEVERITY[severity === 'off' ? 'info' : severity] }),
      ...(rule.spec !== undefined && { spec: rule.spec }),
      references: rule.references,
      since: rule.since,
    },
  };
}

/** What the host shows beside a finding: the flaw, the fix, and the requirement behind the rule. */
function helpMarkdown({ id, summary, remediation }: Rule): string {
  const behind = sentencesBehind(id).map(({ name, text }) => `- ${sentence(name)}: ${text}`);
  return [
    closed(summary),
    `**Fix:** ${closed(remediation)}`,
    ...(behind.length > 0 ? [`**Required by:**\n\n${behind.join('\n')}`] : []),
    `\`agent-lint explain ${id}\` prints the page of this rule.`,
  ].join('\n\n');
}

function relationship(reference: string, taxon: Taxon, used: readonly Taxonomy[]): Json {
  return {
    target: {
      id: taxon.id,
      toolComponent: { name: componentName(taxon.taxonomy), index: used.indexOf(taxon.taxonomy) },
    },
    kinds: [ALWAYS.has(reference) ? 'superset' : 'relevant'],
  };
}

/** `approval/missing` as SARIF likes names: `ApprovalMissing`. */
function ruleName(id: string): string {
  return id
    .split(/[/-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function closed(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

function usedTaxonomies(rules: readonly ResolvedRule[]): Taxonomy[] {
  const used = new Set(
    rules.flatMap(({ rule }) => rule.references.map((reference) => taxonOf(reference)?.taxonomy)),
  );
  return TAXONOMIES.filter((taxonomy) => used.has(taxonomy));
}

/** Ids that carry the name of their list mean the same in every edition (`CWE-20`): tools know such a list by name. */
function componentName({ name, edition, prefix }: Taxonomy): string {
  return prefix === `${name}-` ? name : `${name} ${edition}`;
}

/** One component for each framework and edition that a rule refers to, with the entries referred to. */
export function taxonomyComponents(rules: readonly ResolvedRule[]): Json[] {
  return usedTaxonomies(rules).map((taxonomy) => {
    const taxa = new Map<string, Taxon>();
    for (const { rule } of rules) {
      for (const reference of rule.references) {
        const taxon = taxonOf(reference);
        if (taxon?.taxonomy === taxonomy) taxa.set(taxon.id, taxon);
      }
    }
    return {
      name: componentName(taxonomy),
      fullName: `${taxonomy.fullName}, ${taxonomy.edition}`,
      organization: taxonomy.organization,
      version: taxonomy.edition,
      informationUri: taxonomy.informationUri,
      shortDescription: { text: closed(taxonomy.fullName) },
      isComprehensive: false,
      properties: { checkedOn: taxonomy.checkedOn },
      taxa: [...taxa.values()].sort((a, b) => compareText(a.id, b.id)).map(taxonJson),
    };
  });
}

function taxonJson({ id, name, helpUri }: Taxon): Json {
  return {
    id,
    ...(name !== undefined && { name, shortDescription: { text: closed(name) } }),
    ...(helpUri !== undefined && { helpUri }),
  };
}
