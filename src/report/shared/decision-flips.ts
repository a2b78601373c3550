import { decide, excludesUs, NEEDS, RUNTIME_TITLE } from '../../decide/decide.js';
import { type Decision, type Requirements, RUNTIMES } from '../../model/index.js';
import { needWords, runtimeSeries, runtimesWith } from './decision-words.js';
import { series } from './text.js';

interface Change {
  words: string;
  requirements: Requirements;
}

/**
 * What would change a decision: every single change of a requirement is decided anew, and those with another
 * result are listed, together where the result is the same.
 */
export function flipWords(decision: Decision, requirements: Requirements): string[] {
  const ends = new Map<string, string[]>();
  for (const change of changesOf(requirements, decision)) {
    const other = decide(change.requirements);
    if (other.outcome === decision.outcome && other.recommended === decision.recommended) continue;
    const end = endWords(other);
    ends.set(end, [...(ends.get(end) ?? []), change.words]);
  }
  return [...ends].map(([end, words]) => `${end} if ${series(words, 'or')}.`);
}

function endWords(decision: Decision): string {
  if (decision.recommended) return `Recommended: ${RUNTIME_TITLE[decision.recommended]},`;
  if (decision.outcome === 'conflict') {
    return `The needs conflict, between ${runtimeSeries(runtimesWith(decision, 'candidate'))},`;
  }
  if (decision.outcome === 'choice') {
    return `A choice between ${runtimeSeries(runtimesWith(decision, 'possible'))},`;
  }
  return 'The requirements do not decide';
}

function changesOf(requirements: Requirements, decision: Decision): Change[] {
  const needs = requirements.needs ?? [];
  const forbidden = requirements.beta === 'forbidden';
  const retained = requirements.zero_data_retention === true;
  const noFramework = decision.runtimes.some(
    (one) => one.runtime === 'framework' && one.verdict === 'excluded',
  );
  const changes: Change[] = [];
  const add = (words: string, change: Requirements) =>
    changes.push({ words, requirements: { ...requirements, ...change } });

  const us = { residency: [...(requirements.residency ?? []), 'us'] };
  if (excludesUs(requirements)) add('data may also be processed in the US', us);
  else add('data has to stay outside the US', { residency: ['eu'] });
  if (retained) add('data may be kept', { zero_data_retention: false });
  else add('nothing may be kept after a call', { zero_data_retention: true });
  if (forbidden) add('a beta surface is allowed', { beta: 'allowed' });
  else add('a beta surface is forbidden', { beta: 'forbidden' });
  if ([excludesUs(requirements), retained, forbidden].filter(Boolean).length > 1) {
    add('residency, retention and beta all admit the managed agent service', {
      ...us,
      zero_data_retention: false,
      beta: 'allowed',
    });
  }
  if (noFramework) add('agents are written in Python or TypeScript', { languages: ['python'] });
  else add('agents are written in neither Python nor TypeScript', { languages: ['other'] });
  for (const need of NEEDS) {
    if (needs.includes(need)) {
      add(`${needWords(need)} is not needed`, { needs: needs.filter((one) => one !== need) });
    } else {
      add(`${needWords(need)} is needed too`, { needs: [...needs, need] });
    }
  }
  for (const runtime of RUNTIMES) {
    if (requirements.prefer?.[0] === runtime) continue;
    add(`${RUNTIME_TITLE[runtime]} is preferred`, { prefer: [runtime] });
  }
  return changes;
}
