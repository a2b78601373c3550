import {
  billingRule,
  costOverview,
  costSummaries,
  sharedSentences,
  volumeTable,
} from '../report/shared/cost-rows.js';
import { count } from '../report/shared/text.js';
import { systemLink } from './anchors.js';
import { type Block, type Cell, lines, listOf, note, type Section, text } from './document.js';
import type { Review } from './types.js';

/** What a session and a month cost; with the usage alone, their volumes; without both, the terms without numbers. */
export function cost({ cost: all }: Review): Section {
  const section = { id: 'cost', title: 'Cost shape' };
  if (all.shapes.length === 0)
    return { ...section, blocks: [text('No deployed agent was found: there is nothing to count.')] };
  const blocks = all.priced ? pricedBlocks(all) : all.measured ? volumeBlocks(all) : termBlocks(all);
  return { ...section, blocks: [text(billingRule()), ...blocks] };
}

function pricedBlocks({ shapes, source, asOf }: Review['cost']): Block[] {
  const from = [...(source === undefined ? [] : [source]), ...(asOf === undefined ? [] : [`as of ${asOf}`])];
  const { headings, rows, terms, sentences } = costOverview(shapes);
  return [
    ...(from.length > 0 ? [note(`Rates: ${from.join(', ')}.`)] : []),
    {
      kind: 'table',
      caption: 'What a session and a month cost',
      head: headings,
      rows: withSystems(
        rows.map((row) => row.map((cell): Cell => (cell.length === 1 ? (cell[0] ?? '') : lines(cell)))),
        shapes,
      ),
      named: true,
    },
    {
      kind: 'table',
      caption: 'What the cost of a session is made of',
      head: terms.headings,
      rows: withSystems(
        terms.rows,
        shapes.flatMap((shape) => shape.terms.map(() => shape)),
      ),
      named: true,
    },
    ...listOf(sentences),
  ];
}

/** Rows whose second cell leads to the system that they are about. */
const withSystems = (rows: readonly (readonly Cell[])[], about: readonly { file?: string }[]): Cell[][] =>
  rows.map((row, at) => {
    const file = about[at]?.file;
    return row.map((cell, column) => (column === 1 && file !== undefined ? systemLink(file) : cell));
  });

function volumeBlocks({ shapes }: Review['cost']): Block[] {
  const { headings, rows: plain } = volumeTable(shapes);
  // A row for each term, and one for the sessions of a month.
  const rows = withSystems(
    plain,
    shapes.flatMap((shape) => [...shape.terms, undefined].map(() => shape)),
  );
  return [
    { kind: 'table', caption: 'What a session and a month take', head: headings, rows, named: true },
    ...listOf(sharedSentences(shapes)),
    note('No rates were given: `--rates` adds the cost.'),
  ];
}

/** Files that a row names. */
const MOST_FILES = 3;

function filesCell(all: readonly string[]): Cell {
  const files = [...new Set(all)];
  const more = files.length - MOST_FILES;
  return lines([
    ...files.slice(0, MOST_FILES).map(systemLink),
    ...(more > 0 ? [`and ${count(more, 'more file')}`] : []),
  ]);
}

function termBlocks({ shapes }: Review['cost']): Block[] {
  return [
    {
      kind: 'table',
      caption: 'The terms of a session',
      head: ['Runtime', 'Files', 'Terms', 'Bounds'],
      rows: costSummaries(shapes).map(({ title, files, terms, unbounded }): Cell[] => [
        title,
        files.length > 0 ? filesCell(files) : 'no agent found',
        terms.join(' + '),
        unbounded.length > 0 ? lines(unbounded) : 'bounded',
      ]),
      named: true,
    },
    note('No rates were given: `--rates` and `--usage` add the numbers.'),
  ];
}
