import { visible } from './text.js';

const MARKUP = /[\\`*_[\]<>|#~@&$]/g;
/** An underscore within a word forms no emphasis, and most names have some. */
const WITHIN_WORD = /(?<=\w)\\_(?=\w)/g;

/**
 * Text in Markdown, a table cell included. What stands between two backticks stays a code span; elsewhere no text of
 * strangers forms a link, a tag, a cell, emphasis, a mention or a reference.
 */
export function markdownText(text: string): string {
  const parts = visible(text).split('`');
  let markdown = '';
  for (const [at, part] of parts.entries()) {
    const isCode = at % 2 === 1;
    if (!isCode) markdown += escaped(part);
    else if (part === '' || at === parts.length - 1)
      markdown += `\\\`${escaped(part)}${part === '' ? '\\`' : ''}`;
    // Two spans beside each other would read as one with longer marks.
    else markdown += `${markdown.endsWith('`') ? ' ' : ''}\`${part.replaceAll('|', '\\|')}\``;
  }
  return markdown;
}

const escaped = (text: string): string =>
  text.replace(MARKUP, (found) => `\\${found}`).replace(WITHIN_WORD, '_');

/** A row of a table; its cells are escaped already. */
export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
