import { RUNTIME_TITLE } from '../../decide/decide.js';
import type { Decision, Requirements } from '../../model/index.js';
import { closing, verdictSentences } from './decision-lines.js';
import { conditionWords, needWords, reasonWords } from './decision-words.js';
import { markdownText } from './markdown.js';
import { sentence } from './text.js';
import { whatIfWords } from './what-if-lines.js';

/** A decision as a table in Markdown, for a page that has its own headings. */
export function markdownLines(decision: Decision, requirements: Requirements): string[] {
  const cells = (row: readonly string[]) => `| ${row.map(markdownText).join(' | ')} |`;
  const rows = decision.runtimes.map((verdict) => {
    const reasons = verdict.reasons.map((reason) => reasonWords(reason));
    const unmet = verdict.unmet.map(needWords);
    return cells([
      sentence(RUNTIME_TITLE[verdict.runtime]),
      [verdict.verdict, ...conditionWords(verdict)].join(', '),
      reasons.join(' ') || '-',
      unmet.join(', ') || '-',
    ]);
  });
  const [outcome = '', ...more] = verdictSentences(decision, requirements).map(markdownText);
  const { whatIf } = decision;
  return [
    [`**${outcome}**`, ...more].join(' '),
    '',
    '| Runtime | Verdict | Because | Not shown to be met |',
    '|---|---|---|---|',
    ...rows,
    ...closing(decision, requirements).flatMap((line) => ['', markdownText(line)]),
    ...(whatIf ? ['', ...whatIfBullets(decision)] : []),
  ];
}

/** What changes with other requirements, as a nested list under its title; empty where nothing is asked. */
export function whatIfBullets(decision: Decision, heading = ''): string[] {
  if (!decision.whatIf) return [];
  const { title, changes } = whatIfWords(decision, decision.whatIf);
  const list = changes.flatMap(({ text, details }) => [
    `- ${markdownText(text)}`,
    ...details.map((detail) => `  - ${markdownText(detail)}`),
  ]);
  const ending = heading === '' ? ':' : '';
  return [`${heading}${markdownText(title)}${ending}`, '', ...(list.length > 0 ? list : ['Nothing.'])];
}
