import { fencedLines, fenceFor, markdownCode, markdownRow, markdownText } from '../report/shared/markdown.js';
import { count, withoutCommands } from '../report/shared/text.js';
import type { Block, Card, Cell } from './document.js';
import { sectionsOf } from './sections.js';
import { mermaidLines } from './topology/mermaid.js';
import type { Review } from './types.js';

/** The review as lines of Markdown with tables and Mermaid: for a pull request or a decision record. */
export function* markdownLines(review: Review): Generator<string> {
  yield* [`# ${markdownText(review.title)}`, ''];
  const what = identityWords(review);
  if (what !== undefined) yield* [markdownText(what), ''];
  yield markdownText(scopeWords(review));
  for (const { title, blocks } of sectionsOf(review)) {
    yield* ['', `## ${markdownText(title)}`];
    for (const block of blocks) for (const line of blockLines(block)) yield withoutCommands(line);
  }
}

/** What was reviewed: project, commit and day; undefined where none of them is known. */
export function identityWords({ project, commit, asOf }: Review): string | undefined {
  const words = [
    ...(project === undefined ? [] : [`Project: ${project}.`]),
    ...(commit === undefined ? [] : [`Commit: ${commit.short}${changedWords(commit.changed)}.`]),
    ...(asOf === undefined ? [] : [`Date: ${asOf}.`]),
  ];
  return words.length > 0 ? words.join(' ') : undefined;
}

const changedWords = (changed: number): string =>
  changed === 0 ? '' : ` (${count(changed, 'reviewed file differs', 'reviewed files differ')} from it)`;

/** How much was reviewed, and by which version. */
export function scopeWords({ counts, version, asOf }: Review): string {
  const { files, systems, agents, tools, servers, serversAtRunTime: loaded } = counts;
  const parts = [
    count(files, 'file'),
    count(systems, 'agent system'),
    count(agents, 'agent'),
    count(tools, 'tool'),
    loaded === undefined
      ? count(servers, 'MCP server')
      : `MCP servers: ${servers} read, ${loaded} loaded at run time`,
  ];
  return `${parts.join(', ')}. agent-lint ${version}${asOf === undefined ? '' : `, as of ${asOf}`}.`;
}

/** A part of a section as lines of Markdown. */
export function blockLines(block: Block): string[] {
  switch (block.kind) {
    case 'text':
      return ['', block.tone === 'strong' ? `**${markdownText(block.text)}**` : markdownText(block.text)];
    case 'list':
      return ['', ...block.items.map((item) => `- ${cellText(item)}`)];
    case 'heading':
      return ['', `### ${block.code ? markdownCode(block.text) : markdownText(block.text)}`];
    case 'subheading':
      return ['', `#### ${block.code ? markdownCode(block.text) : markdownText(block.text)}`];
    case 'table':
      return [
        '',
        `${markdownText(block.caption)}:`,
        '',
        markdownRow(block.head.map(markdownText)),
        markdownRow(block.head.map(() => '---')),
        ...block.rows.map((row) => markdownRow(row.map(cellText))),
      ];
    case 'cards':
      return block.cards.flatMap(cardLines);
    case 'pictures':
      return block.pictures.flatMap(({ graph, files }) => [
        '',
        `${files.map(markdownCode).join(', ')}:`,
        '',
        '```mermaid',
        ...mermaidLines(graph),
        '```',
      ]);
    case 'finding':
      return findingLines(block);
    case 'fold':
      return ['', `### ${markdownText(block.title)}`, ...block.blocks.flatMap(blockLines)];
    case 'diff':
      return fencedLines(block.lines);
    // The legend explains shapes, and the filters act on a page.
    case 'legend':
    case 'filters':
      return [];
  }
}

function cardLines({ title, lead, terms = [], more }: Card): string[] {
  const items = [...terms, ...more];
  return [
    '',
    `### ${markdownText(title)}`,
    '',
    ...lead.map(cellText),
    ...(items.length > 0 ? ['', ...items.map((one) => `- ${cellText(one)}`)] : []),
  ];
}

/** A cell in one line of Markdown. */
function cellText(cell: Cell): string {
  if (typeof cell === 'string') return markdownText(cell);
  if ('code' in cell) return markdownCode(cell.code);
  if ('lines' in cell) return cell.lines.map(cellText).join('<br>');
  if ('words' in cell) return cell.words.map(cellText).join(', ');
  if ('parts' in cell) return cell.parts.map(cellText).join('');
  // Hosts that show Markdown take ids away.
  if ('cell' in cell) return cellText(cell.cell);
  return markdownText(cell.text);
}

function findingLines({ finding, details, short }: Extract<Block, { kind: 'finding' }>): string[] {
  const { severity, rule, file, range, message, agent, frame } = finding;
  const place = `${file}:${range.start.line}:${range.start.column}`;
  const ticks = fenceFor(frame);
  return [
    '',
    `**${severity}** ${markdownCode(rule)} at ${markdownCode(place)}${agent === undefined ? '' : `, agent ${markdownCode(agent)}`}`,
    '',
    markdownText(message),
    ...(frame.length > 0 && !short ? ['', `${ticks}text`, ...frame, ticks] : []),
    '',
    ...details.map(([label, cell]) => `- ${label}: ${cellText(cell)}`),
  ];
}
