import type { SystemJson } from '../compare/system-json.js';
import law from '../facts/ai-act.json' with { type: 'json' };
import type { ResolvedRule } from '../lint/result.js';
import { groupedBy } from '../model/grouped.js';
import type { Finding } from '../model/index.js';
import { evidenceShown } from '../report/shared/evidence-words.js';
import { TAXONOMIES } from '../report/shared/taxonomies.js';
import { count } from '../report/shared/text.js';
import coverage from './framework-coverage.json' with { type: 'json' };
import type { FrameworkView, GovernedTool, LawEvidence } from './types.js';

const COVERED: ReadonlySet<string> = new Set(coverage.covered);

/** For each reference set, which entries the rules check. What a set requires beyond the files is never assessed. */
export function frameworksOf(rules: readonly ResolvedRule[], findings: readonly Finding[]): FrameworkView[] {
  return TAXONOMIES.map((taxonomy) => ({
    name: taxonomy.name,
    edition: taxonomy.edition,
    checkedOn: taxonomy.checkedOn,
    entries: Object.entries(taxonomy.names).map(([id, name]) => {
      const naming = rules.filter(({ rule }) => rule.references.includes(id));
      const running = naming.filter(({ level }) => level !== 'off');
      const state =
        naming.length === 0
          ? ('not-lintable' as const)
          : running.length === 0
            ? ('off' as const)
            : COVERED.has(id)
              ? ('covered' as const)
              : ('partly' as const);
      return {
        id,
        name,
        state,
        rules: naming.map(({ rule }) => rule.id as string),
        findings: findings.filter((one) => !one.ignored && one.references.includes(id)).length,
      };
    }),
  }));
}

/** What the files show of record-keeping and human oversight: evidence found, and no statement on compliance. */
export function lawEvidence(systems: readonly SystemJson[], tools: readonly GovernedTool[]): LawEvidence {
  const deployed = systems.filter(({ surface }) => surface === 'product');
  const acts = tools.filter(({ act }) => act);
  const gated = acts.filter(({ gate }) => gate === 'human' || gate === 'conditional');
  const claimed = gated.filter(({ stated }) => stated === 'attested').length;
  const traces = [...groupedBy(deployed, ({ tracing }) => evidenceShown(tracing))].map(
    ([shown, same]) => `${[...new Set(same.map(({ file }) => file))].join(', ')}: tracing ${shown}.`,
  );
  const oversight = [
    `${count(gated.length, 'act')} of ${acts.length} that cannot be undone: a person approves${claimed > 0 ? ` (${claimed} only claimed)` : ''}.`,
    ...new Set(
      acts
        .filter((one) => !gated.includes(one))
        .map(({ agent, tool, gateWords }) => `${tool} of ${agent}: ${gateWords}.`),
    ),
  ];
  const evidence = [
    traces.length > 0 ? traces : ['No deployed agent was found.'],
    acts.length > 0 ? oversight : ['No act that cannot be undone was found.'],
  ];
  return {
    name: law.name,
    source: law.source,
    checkedOn: law.checkedOn,
    dates: law.dates,
    articles: law.articles.map((one, at) => ({ ...one, evidence: evidence[at] ?? [] })),
  };
}
