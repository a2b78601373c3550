import { RUNTIME_TITLE } from '../../decide/index.js';
import { languageTitle } from '../../facts/languages.js';
import { regionTitle } from '../../facts/regions.js';
import type {
  AgentSystem,
  Decision,
  DecisionReason,
  Place,
  Requirements,
  Runtime,
} from '../../model/index.js';

/** `a, b and c`. */
export function series(words: readonly string[], last: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** What people call runtimes, in a row. */
export function titles(runtimes: readonly Runtime[], last: 'and' | 'or'): string {
  return series(
    runtimes.map((runtime) => RUNTIME_TITLE[runtime]),
    last,
  );
}

/** The rules behind reasons of a decision, each once: `spec: rule 2, constraint 1`. */
export function ruleWords(reasons: readonly DecisionReason[]): string {
  const rules = reasons.map(({ rule }) => (rule === 'table' ? 'table of runtimes' : rule.replace('-', ' ')));
  return `spec: ${[...new Set(rules)].join(', ')}`;
}

/** The required regions as people write them behind "in": `the EU or CH`. */
export function regionWords({ residency }: Requirements): string {
  return series((residency ?? []).map(regionTitle), 'or');
}

const EXCLUSION: Record<string, (requirements: Requirements) => string> = {
  residency: (requirements) =>
    `data must stay in ${regionWords(requirements)}, and the managed service processes it in the US only`,
  zero_data_retention: () => 'zero data retention is required, and the managed service does not offer it',
  beta: () => 'production may not use a beta service, and the managed service is in beta',
  languages: ({ languages }) =>
    `the framework is available in Python and TypeScript only, and the team uses ${series((languages ?? []).map(languageTitle), 'or')}`,
};

/** Why a runtime is excluded: one phrase a requirement, with the spec's rules and where the requirement comes from. */
export function exclusionWords(reasons: readonly DecisionReason[], requirements: Requirements): string {
  const keys = [...new Set(reasons.map((reason) => reason.requirement))];
  const phrases = keys.map((key) => {
    const rules = ruleWords(reasons.filter((reason) => reason.requirement === key));
    const source = requirements.because?.[key];
    return `${EXCLUSION[key]?.(requirements) ?? key} (${rules}${source === undefined ? '' : `; ${source}`})`;
  });
  return phrases.join('; ');
}

/** Reasons for which a runtime is excluded; empty where it is not. */
export function exclusionsOf(decision: Decision, runtime: Runtime): DecisionReason[] {
  const verdict = decision.runtimes.find((one) => one.runtime === runtime);
  return verdict?.verdict === 'excluded' ? verdict.reasons : [];
}

/** Where the decision on a system's requirements is reported: `runtime`, else the needs, else `agent` (design, section 6). */
export function decisionPlace(runtimeAt: Place, needsAt: Place | undefined): Place {
  return runtimeAt.path === 'runtime' ? runtimeAt : (needsAt ?? runtimeAt);
}

/** The runtime that a system targets, and by what, as the beginning of a message. */
export function targetWords({ runtime, runtimeAt, targetedBy }: AgentSystem): string {
  const subject = runtimeAt.path === 'runtime' ? undefined : targetedBy;
  return `${subject ?? 'This file'} targets \`${runtime}\``;
}
