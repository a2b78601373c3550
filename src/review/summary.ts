import { utf8ToBytes } from '@noble/hashes/utils.js';
import { markdownText } from '../report/shared/markdown.js';
import { count, withoutCommands } from '../report/shared/text.js';
import { linked } from './anchors.js';
import { type Block, type Card, type Cell, code, type Section } from './document.js';
import { equalRows } from './equal-rows.js';
import { findingId } from './ids.js';
import { blockLines, identityWords, scopeWords } from './markdown.js';
import { placeWords } from './places.js';
import { sectionsOf } from './sections.js';
import { shortened } from './topology/svg.js';
import type { Review } from './types.js';

/** Bytes of a summary, below what hosts of pull requests take as a comment (65,536 characters). */
const MOST_BYTES = 59_000;
/** Letters of a text, and names beside each other: one of any length leaves room for the others. */
const LONGEST_TEXT = 300;
const MOST_NAMES = 8;

/** What stands in full in the review: its pictures, matrices and the tables of every tool and place. */
const SUMMARISED = ['glance', 'changes', 'systems', 'open'];

/** The review in short, as lines of Markdown that fit a comment: outcome, systems, findings by rule, and what is open. */
export function* summaryLines(review: Review): Generator<string> {
  const sections = sectionsOf(review);
  const own = sections.filter(({ id }) => SUMMARISED.includes(id));
  const parts = [decisions(review), ...own, findings(review)];
  const what = identityWords(review);
  const head = [
    `# ${markdownText(shortened(review.title, LONGEST_TEXT))}`,
    '',
    ...(what === undefined ? [] : [markdownText(shortened(what, LONGEST_TEXT)), '']),
    markdownText(scopeWords(review)),
    '',
    'A summary: `agent-lint review` writes all of it.',
  ];
  yield* head;
  let left = MOST_BYTES - bytesOf(head);
  for (const [at, { title, blocks }] of parts.entries()) {
    const room = left / (parts.length - at);
    const written = fitting(['', `## ${markdownText(title)}`, ...blocks.flatMap(shortLines)], room);
    left -= bytesOf(written);
    yield* written;
  }
}

/** A block as lines, each of a length that leaves room; texts that went and came are left out, and said to have changed. */
function shortLines(block: Block): string[] {
  if (block.kind === 'diff') return [];
  return blockLines(shortBlock(block)).map(withoutCommands);
}

function shortBlock(block: Block): Block {
  switch (block.kind) {
    case 'text':
    case 'heading':
    case 'subheading':
      return { ...block, text: shortened(block.text, LONGEST_TEXT) };
    case 'list':
      return { ...block, items: block.items.map(shortCell) };
    case 'table':
      return { ...block, rows: block.rows.map((row) => row.map(shortCell)) };
    case 'cards':
      return { ...block, cards: block.cards.map(shortCard) };
    default:
      return block;
  }
}

const shortCard = ({ lead, terms = [], more, ...card }: Card): Card => ({
  ...card,
  lead: lead.map(shortCell),
  terms: terms.map(shortCell),
  more: more.map(shortCell),
});

function shortCell(cell: Cell): Cell {
  if (typeof cell === 'string') return shortened(cell, LONGEST_TEXT);
  if ('code' in cell) return { code: shortened(cell.code, LONGEST_TEXT) };
  if ('cell' in cell) return shortCell(cell.cell);
  if ('lines' in cell) return { lines: shortList(cell.lines) };
  if ('words' in cell) return { words: shortList(cell.words) };
  if ('parts' in cell) return { parts: cell.parts.slice(0, 2 * MOST_NAMES).map(shortCell) };
  return cell;
}

function shortList(cells: readonly Cell[]): Cell[] {
  const rest = cells.length - MOST_NAMES;
  return [...cells.slice(0, MOST_NAMES).map(shortCell), ...(rest > 0 ? [`and ${rest} more`] : [])];
}

/** The outcome of each decision, without the matrix behind it. */
function decisions({ decisions: all }: Review): Section {
  const rows = all.map(({ words: said, files }): Cell[] => [
    said.sentences.join(' '),
    files.length === 1 ? code(files[0] ?? '') : count(files.length, 'file'),
  ]);
  const blocks: Block[] =
    rows.length === 0
      ? [{ kind: 'text', text: 'No decision: no agent was found.' }]
      : [
          {
            kind: 'table',
            caption: 'Decisions',
            head: ['Outcome', 'Files'],
            rows: equalRows(rows, [1]),
          },
        ];
  return { id: 'decision', title: 'Decision', blocks };
}

/** Findings by what they say, with their places. */
function findings({ findings: all }: Review): Section {
  const rows = all.map((one): Cell[] => [
    { mark: one.severity, text: one.severity },
    code(one.rule),
    one.message,
    linked(findingId(one), code(placeWords({ file: one.file, ...one.range.start }))),
  ]);
  const order = ['error', 'warning', 'info'];
  const sorted = all
    .map(({ severity }, at) => ({ rank: order.indexOf(severity), row: rows[at] ?? [] }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ row }) => row);
  const blocks: Block[] =
    rows.length === 0
      ? [{ kind: 'text', text: 'No finding.' }]
      : [
          {
            kind: 'table',
            caption: 'Findings, the gravest first',
            head: ['Severity', 'Rule', 'Finding', 'Places'],
            rows: equalRows(sorted, [3]),
          },
        ];
  return { id: 'findings', title: 'Findings', blocks };
}

const bytesOf = (written: readonly string[]): number =>
  written.reduce((sum, line) => sum + utf8ToBytes(line).length + 1, 0);

/** The first lines that fit, and how many are left out. */
function fitting(all: readonly string[], room: number): string[] {
  if (bytesOf(all) <= room) return [...all];
  const kept: string[] = [];
  let used = 80;
  for (const line of all) {
    used += bytesOf([line]);
    if (used > room) break;
    kept.push(line);
  }
  return [...kept, '', `${count(all.length - kept.length, 'more line')} in the whole review.`];
}
