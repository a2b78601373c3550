import type { CostInputs } from '../../assess/cost/shape.js';
import { RUNTIME_TITLE } from '../../decide/decide.js';
import { specSentence } from '../../facts/decision-rules.js';
import type { AgentSystem, Decision, DecisionReason, Requirements } from '../../model/index.js';
import { costMarkdown, shapesOf } from './cost-lines.js';
import { conditionBullets, consequenceLines } from './decision-consequences.js';
import { flipWords } from './decision-flips.js';
import { driftOf, verdictSentences } from './decision-lines.js';
import { whatIfBullets } from './decision-markdown.js';
import {
  askWords,
  assumedWords,
  conditionWords,
  OWN_WORDS,
  runtimeUnmetWords,
  statedWords,
  unmetWords,
} from './decision-words.js';
import { fileWords } from './drift.js';
import { markdownText } from './markdown.js';
import { migrationLists, migrationsOf, migrationTitle } from './migrations.js';
import { sentence, visible } from './text.js';

/** What a record states beside the decision. */
export interface RecordMeta {
  /** Version of agent-lint. */
  version: string;
  /** Day of the record, `YYYY-MM-DD`. Left out: none is printed. */
  asOf?: string;
  /** What it applies to, where a project has several decisions. */
  files?: string;
  /** Rates and usage; left out: the terms of the cost have no numbers. */
  cost?: CostInputs;
}

/** What a record is called: its first heading. */
export const recordTitle = ({ recommended }: Decision): string =>
  recommended ? `Run the agents on ${RUNTIME_TITLE[recommended]}` : 'Choose the runtime of the agents';

/**
 * A decision record: what an architecture review files. Each reason gives the rule behind it in our words. `systems`: those that it
 * applies to, whose files show some of the controls that it needs.
 */
export function recordLines(
  decision: Decision,
  requirements: Requirements,
  meta: RecordMeta,
  systems: readonly AgentSystem[] = [],
): string[] {
  const assumed = assumedWords(decision);
  const drift = driftOf(decision);
  const options = decision.runtimes.flatMap((verdict) => {
    const unmet = runtimeUnmetWords(verdict);
    const points = [
      ...conditionWords(verdict).map((condition) => `Condition: ${condition}.`),
      ...(unmet === undefined ? [] : [unmet]),
    ];
    const reasons = verdict.reasons.map(explainedReason);
    return [
      `### ${sentence(RUNTIME_TITLE[verdict.runtime])}: ${verdict.verdict}`,
      '',
      ...bullets([...reasons, ...points], 'No stated requirement favours or excludes it.'),
      '',
    ];
  });
  const ask = askWords(decision);
  const whatIf = whatIfBullets(decision, '## ');
  return [
    `# ${recordTitle(decision)}`,
    '',
    '- Status: proposed',
    ...(meta.asOf === undefined ? [] : [`- Date: ${visible(meta.asOf)}`]),
    '- Deciders: to be named',
    '- Review date: to be set, at the latest when something below changes that the decision rests on',
    ...(meta.files === undefined ? [] : [`- Applies to: ${markdownText(meta.files)}`]),
    '',
    '## Status quo',
    '',
    ...statusQuoLines(decision),
    '',
    '## Context',
    '',
    'Three runtimes can run the agents: the managed agent service, the open-source agent framework, and a Responses-style API plus tools. What the project states:',
    '',
    ...bullets(statedWords(requirements), 'Nothing is stated.'),
    '',
    ...(drift === undefined ? [] : [markdownText(drift), '']),
    '## Options',
    '',
    ...options,
    '## Decision',
    '',
    verdictSentences(decision, requirements).map(markdownText).join(' '),
    '',
    ...(ask.length > 0
      ? ['To settle it, state:', '', ...ask.map((item) => `- ${markdownText(item)}`), '']
      : []),
    '## Conditions',
    '',
    ...conditionBullets(decision),
    '',
    '## Consequences',
    '',
    ...consequenceLines(decision, requirements, systems),
    '## Cost',
    '',
    ...costMarkdown(shapesOf(decision, systems, meta.cost), meta.cost),
    '',
    '## Migration',
    '',
    ...migrationLines(decision, systems),
    '',
    '## Unmet needs',
    '',
    markdownText(unmetWords(decision) ?? 'None.'),
    '',
    '## Assumptions',
    '',
    markdownText(assumed ?? 'None.'),
    '',
    '## What would change this decision',
    '',
    ...bullets(flipWords(decision, requirements), 'Nothing that can be stated.'),
    '',
    ...(whatIf.length > 0 ? [...whatIf, ''] : []),
    '## Versions',
    '',
    `- agent-lint ${markdownText(visible(meta.version))}, ${decision.schema}`,
    '- Rules: Managed Agent Sessions Service Specification, section 1 (beta header value agents=v1)',
  ];
}

/** Where the agents run today, as bullets. */
function statusQuoLines({ found = [] }: Decision): string[] {
  if (found.length === 0) return ['No file shows a runtime today.'];
  return found.map(
    ({ runtime, files }) => `- ${sentence(RUNTIME_TITLE[runtime])}: ${markdownText(fileWords(files))}`,
  );
}

/** What moves, what has no counterpart and what is to be built, for each runtime of today that does not stay. */
function migrationLines(decision: Decision, systems: readonly AgentSystem[]): string[] {
  const migrations = migrationsOf([decision], systems);
  if (migrations.length === 0) return ['Nothing has to move.'];
  return migrations.flatMap((one, at) => [
    ...(at > 0 ? [''] : []),
    `### ${migrationTitle(one)}`,
    '',
    `Applies to ${markdownText(fileWords(one.files))}. Sections are those of the specification; what it does not show is not assumed.`,
    ...migrationLists(one).flatMap(([title, items]) => [
      '',
      `${title}:`,
      '',
      ...items.map((item) => `- ${markdownText(item)}`),
    ]),
  ]);
}

function bullets(items: readonly string[], none: string): string[] {
  return items.length > 0 ? items.map((item) => `- ${markdownText(sentence(item))}`) : [none];
}

/** A reason with the rule that it cites, in our words. */
function explainedReason({ rule, text }: DecisionReason): string {
  const { name, text: rephrased } = specSentence(rule);
  return `${visible(text)} ${sentence(name)} (${OWN_WORDS}): ${rephrased}`;
}
