import { codeSpan, textParts } from '../../model/index.js';
import { visible } from './text.js';

const MARKUP = /[\\`*_[\]<>|#~@&$]/g;
/** An underscore within a word forms no emphasis, and most names have some. */
const WITHIN_WORD = /(?<=\w)\\_(?=\w)/g;

/**
 * Text in Markdown, a table cell included. Code spans stay, fenced as their content needs it; elsewhere no text of
 * strangers forms a link, a tag, a cell, emphasis, a mention or a reference.
 */
export function markdownText(text: string): string {
  let markdown = '';
  for (const { text: part, isCode } of textParts(visible(text))) {
    // A backtick beside a fence would make it longer.
    const gap = isCode && markdown.endsWith('`') ? ' ' : '';
    markdown += gap + (isCode ? inCell(codeSpan(part)) : escaped(part));
  }
  return markdown;
}

/** Hosts notify people of a mention, escaped or not: an empty element behind the sign keeps it text. */
const MENTION = /\\@(?=\w)/g;

const escaped = (text: string): string =>
  text
    .replace(MARKUP, (found) => `\\${found}`)
    .replace(WITHIN_WORD, '_')
    .replace(MENTION, '@<span></span>');

/** A name as code, also within a cell of a table. */
export function markdownCode(name: string): string {
  return name === '' ? '' : inCell(codeSpan(visible(name)));
}

const inCell = (code: string) => code.replaceAll('|', '\\|');

/** A row of a table; its cells are escaped already. */
export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Lines of a diff as a code block that none of them ends, indented as part of a list; empty without lines. */
export function fencedLines(lines: readonly string[], indent = ''): string[] {
  if (lines.length === 0) return [];
  const fence = fenceFor(lines);
  return ['', `${fence}diff`, ...lines.map(visible), fence].map((line) => (line ? indent + line : line));
}

/** A fence that is longer than each run of backticks in a block. */
export function fenceFor(rows: readonly string[]): string {
  let longest = 2;
  for (const row of rows) for (const run of row.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}
