import { NEED_RUNTIME, RUNTIME_TITLE } from '../../decide/decide.js';
import { SPEC_CHECKED_ON, SPEC_SENTENCES, specSentence } from '../../facts/decision-rules.js';
import { languageTitle } from '../../facts/languages.js';
import { regionTitle } from '../../facts/regions.js';
import {
  type Decision,
  type DecisionReason,
  type Need,
  type Requirements,
  RUNTIMES,
  type Runtime,
  type RuntimeVerdict,
} from '../../model/index.js';
import { redact } from '../../model/secrets.js';
import { sentence, series, visible } from './text.js';

/**
 * A decision in people's words, shared by every format that prints one. The rules are those of the spec, section 1.
 */

const NEED_WORDS: Record<string, string> = {
  'durable-session': 'a durable session',
  'long-running': 'long-running work',
  'hosted-sandbox': 'a hosted sandbox',
  artifacts: 'artifacts',
  'code-first-control': 'code-first control of the loop',
  'custom-orchestration': 'custom orchestration',
  'self-hosted-execution': 'the whole agent in your own infrastructure',
  'simple-assistant': 'a simple tool-using assistant',
  'call-by-call-control': 'control over every call',
};

/** What a requirement key asks for. */
const KEY_WORDS: Record<string, string> = {
  residency: 'where data may be processed',
  zero_data_retention: 'whether nothing may be kept after a call',
  needs: 'what the agents need from a runtime',
  beta: 'whether production may rest on a beta surface',
  languages: 'what the team writes agents in',
  prefer: 'which runtime is preferred',
};

/** A need in words; an unknown one stays as it is. */
export function needWords(need: string): string {
  return NEED_WORDS[need] ?? visible(need);
}

function needSeries(needs: readonly string[]): string {
  return series(needs.map(needWords));
}

export function runtimesWith(decision: Decision, verdict: RuntimeVerdict['verdict']): Runtime[] {
  return decision.runtimes.filter((one) => one.verdict === verdict).map((one) => one.runtime);
}

export function runtimeSeries(runtimes: readonly Runtime[], word?: 'and' | 'or'): string {
  return series(
    runtimes.map((runtime) => RUNTIME_TITLE[runtime]),
    word,
  );
}

/** The outcome in one sentence; a recommendation with the needs that no eligible runtime is for. */
export function outcomeWords(decision: Decision): string {
  if (decision.recommended) {
    const unmet = unmetByAll(decision);
    const but = unmet.length === 0 ? '' : `, but no eligible runtime is shown to meet ${needSeries(unmet)}`;
    return `Recommended runtime: ${RUNTIME_TITLE[decision.recommended]}${but}.`;
  }
  if (decision.outcome === 'conflict') {
    return `No single runtime fits: the needs conflict (${needSeries(conflictingNeeds(decision))}).`;
  }
  if (decision.outcome === 'choice') {
    return `No single runtime is recommended: the choice is between ${runtimeSeries(runtimesWith(decision, 'possible'))}.`;
  }
  return 'No runtime is recommended yet: the stated requirements do not decide.';
}

/** The unmet needs for which the spec names an excluded runtime only. */
function unmetByAll(decision: Decision): string[] {
  const excluded = runtimesWith(decision, 'excluded');
  return decision.unmet.filter((need) => excluded.includes(NEED_RUNTIME[need as Need]));
}

/** The needs that favour the candidates, in the order of the runtimes. */
function conflictingNeeds({ runtimes }: Decision): string[] {
  return runtimes
    .filter(({ verdict }) => verdict === 'candidate')
    .flatMap(({ reasons }) => reasons.map(({ requirement }) => requirement))
    .filter((requirement) => requirement in NEED_WORDS);
}

/** A preference for an excluded runtime, one sentence each; undefined where there is none. */
export function excludedPreferenceWords(
  decision: Decision,
  { prefer = [] }: Requirements,
): string | undefined {
  const excluded = runtimesWith(decision, 'excluded');
  const sentences = prefer
    .filter((runtime) => excluded.includes(runtime))
    .map((runtime) => `You prefer ${RUNTIME_TITLE[runtime]}, but it is excluded.`);
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

/** Why the recommended runtime was taken if its own needs do not say so. */
export function tieWords(decision: Decision): string | undefined {
  const { recommended } = decision;
  if (!recommended) return undefined;
  const rivals = runtimesWith(decision, 'candidate');
  if (rivals.length > 0)
    return `The needs also favour ${runtimeSeries(rivals)}; the stated preference decides.`;
  const chosen = decision.runtimes.find((one) => one.runtime === recommended);
  const favoured = chosen?.reasons.some(
    (reason) => reason.requirement in NEED_WORDS || reason.requirement === 'needs',
  );
  if (favoured) return undefined;
  const left = runtimesWith(decision, 'possible');
  if (left.length > 0) {
    return `No stated need favours a runtime that is not excluded; the stated preference decides over ${runtimeSeries(left)}.`;
  }
  return 'It is the only runtime that is not excluded.';
}

/** What was stated, one phrase a key, with where it comes from. */
export function statedWords(requirements: Requirements): string[] {
  const { residency, zero_data_retention, needs, beta, languages, prefer, because } = requirements;
  const stated: [string, string][] = [];
  if (residency) {
    const places = residency.map((region) => visible(regionTitle(region)));
    const anywhere = places.includes('ANY');
    stated.push([
      'residency',
      anywhere ? 'data may be processed anywhere' : `data is processed in ${series(places, 'or')} only`,
    ]);
  }
  if (zero_data_retention !== undefined) {
    stated.push([
      'zero_data_retention',
      zero_data_retention ? 'nothing is kept after a call' : 'data may be kept',
    ]);
  }
  if (needs && needs.length > 0) {
    // A need may say for itself where it comes from.
    const named = needs.map((need) => withSource(needWords(need), because?.[need]));
    stated.push(['needs', `the project needs ${series(named)}`]);
  }
  if (beta)
    stated.push(['beta', beta === 'allowed' ? 'a beta surface is allowed' : 'a beta surface is forbidden']);
  if (languages)
    stated.push([
      'languages',
      `agents are written in ${series(
        languages.map((one) => visible(languageTitle(one))),
        'or',
      )}`,
    ]);
  if (prefer)
    stated.push(['prefer', `for a tie ${runtimeSeries(prefer).replaceAll(' and ', ', then ')} is preferred`]);
  return stated.map(([key, words]) => withSource(words, because?.[key]));
}

const withSource = (words: string, source: string | undefined) =>
  source === undefined ? words : `${words} (${visible(redact(source))})`;

/** A reason with the spec's rule behind it; its text says where the requirement comes from. */
export function reasonWords(reason: DecisionReason): string {
  return `${sentence(specSentence(reason.rule).name)}: ${visible(reason.text)}`;
}

/** A sentence of the spec as we word it: quotation marks are for its own words. */
export const OWN_WORDS = `in our words, as of ${SPEC_CHECKED_ON}`;

/** The rules that reasons cite, each given once, in the order of the spec: readers do not have that document. */
export function citedWords(decisions: readonly Decision[]): string[] {
  const runtimes = decisions.flatMap((decision) => decision.runtimes);
  const cited = new Set<string>(runtimes.flatMap(({ reasons }) => reasons.map(({ rule }) => rule)));
  return SPEC_SENTENCES.filter(({ id }) => cited.has(id)).map(
    ({ name, text }) => `${sentence(name)}: ${text}`,
  );
}

/** The conditions that go with a runtime; none with what is excluded. */
export function conditionWords({ verdict, conditions }: RuntimeVerdict): string[] {
  return verdict === 'excluded' ? [] : conditions.map(visible);
}

/** The conditions of all runtimes, each with the runtimes that it goes with in front. */
export function conditionLines({ runtimes }: Decision): string[] {
  const going = new Map<string, Runtime[]>();
  for (const one of runtimes)
    for (const condition of conditionWords(one))
      going.set(condition, [...(going.get(condition) ?? []), one.runtime]);
  return [...going].map(([condition, of]) => `(${runtimeSeries(of)}): ${condition}.`);
}

/** The runtimes that the spec names for needs. */
function runtimesFor(needs: readonly string[]): Runtime[] {
  return RUNTIMES.filter((runtime) => needs.some((need) => NEED_RUNTIME[need as Need] === runtime));
}

/** What a runtime is not shown to meet. */
export function runtimeUnmetWords({ unmet }: RuntimeVerdict): string | undefined {
  if (unmet.length === 0) return undefined;
  const named = runtimesFor(unmet);
  const verb = named.length === 1 ? 'is' : 'are';
  return `Not shown to meet ${needSeries(unmet)}: that is what ${runtimeSeries(named)} ${verb} for.`;
}

/** What the decision leaves unmet as far as the spec shows. */
export function unmetWords(decision: Decision): string | undefined {
  const { unmet, recommended } = decision;
  if (unmet.length === 0) return undefined;
  const them = unmet.length === 1 ? 'it' : 'them';
  const who = recommended ? RUNTIME_TITLE[recommended] : 'another runtime';
  const named = runtimesFor(unmet);
  const verb = named.length === 1 ? 'is' : 'are';
  return `Unmet as far as is documented: ${needSeries(unmet)}. That is what ${runtimeSeries(named)} ${verb} for; whether ${who} can meet ${them} is not shown.`;
}

/** What the outcome rests on without having been stated. */
export function assumedWords(
  { assumed }: Pick<Decision, 'assumed'>,
  lead = 'Assumes that',
): string | undefined {
  if (assumed.length === 0) return undefined;
  const parts: string[] = [];
  const us = assumed.includes('residency');
  const kept = assumed.includes('zero_data_retention');
  if (us && kept) parts.push('data may be processed in the US and kept');
  else if (us) parts.push('data may be processed in the US');
  else if (kept) parts.push('data may be kept');
  if (assumed.includes('beta')) parts.push('production may rest on a beta surface');
  const known = ['residency', 'zero_data_retention', 'beta'];
  parts.push(
    ...assumed.filter((key) => !known.includes(key)).map((key) => `${visible(key)} does not matter`),
  );
  const them = ['it', 'both'][assumed.length - 1] ?? 'all of them';
  return `${lead} ${parts.join(', and that ')}: state ${them} to confirm (${assumed.map(visible).join(', ')}).`;
}

/** What to state next, the most decisive first. */
export function askWords(decision: Decision): string[] {
  return decision.ask.map((key) => `${visible(key)}: ${KEY_WORDS[key] ?? 'not stated'}`);
}
