import { type CostInputs, type CostShape, costShapes } from '../../assess/cost/shape.js';
import type { AgentSystem, Decision } from '../../model/index.js';
import { displayText } from '../../model/secrets.js';
import {
  billingRule,
  costJson,
  costOverview,
  costSummaries,
  sharedSentences,
  volumeTable,
} from './cost-rows.js';
import { markdownRow, markdownText } from './markdown.js';
import { hanging } from './text.js';

/** What a session costs on each runtime that a decision leaves. */
export function shapesOf(
  decision: Decision,
  systems: readonly AgentSystem[],
  cost: CostInputs = {},
): CostShape[] {
  return costShapes([{ decision, files: systems.map(({ file }) => file) }], systems, cost);
}

/** The cost as Markdown: one table of runtimes and one of terms; without rates the volumes; without both the terms. */
export function costMarkdown(shapes: readonly CostShape[], { rates, usage }: CostInputs = {}): string[] {
  const table = (headings: readonly string[], rows: readonly (readonly string[])[]) => [
    markdownRow(headings),
    `|${'---|'.repeat(headings.length)}`,
    ...rows.map((row) => markdownRow(row)),
  ];
  const escaped = (row: readonly string[]) => row.map(markdownText);
  const sentences = (all: readonly string[]) =>
    all.length > 0 ? ['', ...all.map((words) => `- ${markdownText(words)}`)] : [];
  if (rates !== undefined) {
    const overview = costOverview(shapes);
    const cells = overview.rows.map((row) => row.map((cell) => cell.map(markdownText).join('<br>')));
    return [
      ...table(overview.headings, cells),
      '',
      ...table(overview.terms.headings, overview.terms.rows.map(escaped)),
      ...sentences(overview.sentences),
    ];
  }
  if (usage !== undefined) {
    const { headings, rows } = volumeTable(shapes);
    return [...table(headings, rows.map(escaped)), ...sentences(sharedSentences(shapes))];
  }
  return costSummaries(shapes).flatMap(({ title, terms, unbounded }) => [
    `- ${title}: ${markdownText(terms.join(', '))}`,
    ...unbounded.map((words) => `  - ${markdownText(words)}`),
  ]);
}

/** The cost as prose: a line for each runtime and system. */
export function costProse(shapes: readonly CostShape[], cost: CostInputs, width: number): string[] {
  const { rates } = cost;
  const line = (words: string) => hanging('  - ', words, width);
  if (rates === undefined) {
    const { rows } = volumeTable(shapes);
    return [
      'Volume (low, typical, high):',
      ...rows.flatMap(([runtime, system, volume, ...amounts]) =>
        line(`${runtime}, ${system}: ${volume}: ${amounts.join(', ')}.`),
      ),
      ...sharedSentences(shapes).flatMap(line),
    ];
  }
  const { rows, sentences } = costOverview(shapes);
  const source = rates.source === undefined ? '' : `, by ${displayText(rates.source)}`;
  const asOf = rates.as_of === undefined ? '' : `, as of ${displayText(rates.as_of)}`;
  return [
    `Cost (low, typical, high)${source}${asOf}:`,
    ...rows.flatMap(([runtime = [], system = [], ...bands]) =>
      // A word such as "unbounded" is one line of a band, an amount two: for a session and for a month.
      Array.from({ length: Math.max(...bands.map(({ length }) => length)) }, (_, at) =>
        line(`${runtime[0]}, ${system[0]}: ${bands.map((band) => band[at] ?? band[0]).join(', ')}.`),
      ).flat(),
    ),
    ...[billingRule(), ...sentences].flatMap(line),
  ];
}

/** The cost as JSON, as `review` prints it. */
export const costOfDecision = (shapes: readonly CostShape[], { rates, usage }: CostInputs) => ({
  priced: rates !== undefined,
  measured: usage !== undefined,
  shapes: costJson(shapes),
});
