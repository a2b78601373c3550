import { isSame, RUNTIME_TITLE } from '../../decide/index.js';
import { type Decision, RUNTIMES, type WhatIf } from '../../model/index.js';
import { assumedWords, needWords, outcomeWords, reasonWords, statedWords } from './decision-words.js';
import { hanging, sentence, series, visible } from './text.js';

/** One thing that changes, with its details. */
interface Change {
  text: string;
  details: string[];
}

/** What changes when some requirements are replaced, in words that every format for people prints. */
export interface WhatIfWords {
  /** `What changes if data is processed in EU only`. */
  title: string;
  /** Empty where nothing changes. */
  changes: Change[];
}

export function whatIfWords(
  before: Decision,
  { requirements, changes, decision, lost = [], assumed = [] }: WhatIf,
): WhatIfWords {
  const stated = statedWords(requirements);
  if (requirements.needs?.length === 0) stated.push('no need is stated');
  const title = `What changes if ${series(stated)}`;
  if (isSame(changes) && lost.length + assumed.length === 0) return { title, changes: [] };
  const outcome: Change[] =
    changes.outcome || changes.recommended
      ? [
          { text: `Now: ${outcomeWords(before)}`, details: [] },
          { text: `Then: ${outcomeWords(decision)}`, details: [] },
        ]
      : [];
  const ofRuntimes = RUNTIMES.flatMap((runtime): Change[] => {
    const verdict = changes.verdicts.find((one) => one.runtime === runtime);
    const reasons = changes.reasons.find((one) => one.runtime === runtime);
    const conditions = changes.conditions.find((one) => one.runtime === runtime);
    const details = [
      ...(reasons?.added ?? []).map((reason) => `New reason: ${reasonWords(reason)}`),
      ...(reasons?.removed ?? []).map((reason) => `No longer a reason: ${reasonWords(reason)}`),
      ...(conditions?.to ?? []).map((condition) => `New condition: ${visible(condition)}.`),
      ...(conditions?.from ?? []).map((condition) => `No longer a condition: ${visible(condition)}.`),
    ];
    if (!verdict && details.length === 0) return [];
    const now = decision.runtimes.find((one) => one.runtime === runtime)?.verdict ?? '';
    const words = verdict ? `${verdict.from} becomes ${verdict.to}` : `still ${now}`;
    return [{ text: `${sentence(RUNTIME_TITLE[runtime])}: ${words}.`, details }];
  });
  const ofNeeds: Change[] = [
    ...(lost.length > 0 ? [`Lost: ${series(lost.map(needWords))}.`] : []),
    ...(assumed.length > 0 ? [assumedWords({ assumed }, 'Newly assumes that') ?? ''] : []),
  ].map((text) => ({ text, details: [] }));
  return { title, changes: [...outcome, ...ofNeeds, ...ofRuntimes] };
}

/** The same as lines of at most `width` columns. */
export function whatIfLines(before: Decision, whatIf: WhatIf, width: number): string[] {
  const { title, changes } = whatIfWords(before, whatIf);
  if (changes.length === 0) return [...hanging('', `${title}: nothing.`, width)];
  const lines = hanging('', `${title}:`, width);
  for (const { text, details } of changes) {
    lines.push(...hanging('  - ', text, width));
    for (const detail of details) lines.push(...hanging('    - ', detail, width));
  }
  return lines;
}
