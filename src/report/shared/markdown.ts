import { visible } from './text.js';

const MARKUP = /[\\`*_[\]<>|#~@&$]/g;
/** An underscore within a word forms no emphasis, and most names have some. */
const WITHIN_WORD = /(?<=\w)\\_(?=\w)/g;

/**
 * Text in Markdown, a table cell included. What is between two backticks stays a code span; elsewhere no text of
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

/** Hosts notify people of a mention, escaped or not: an empty element behind the sign keeps it text. */
const MENTION = /\\@(?=\w)/g;

const escaped = (text: string): string =>
  text
    .replace(MARKUP, (found) => `\\${found}`)
    .replace(WITHIN_WORD, '_')
    .replace(MENTION, '@<span></span>');

/** A name as code, also within a cell of a table. */
export function markdownCode(name: string): string {
  const shown = visible(name).replaceAll('`', "'");
  return shown === '' ? '' : `\`${shown.replaceAll('|', '\\|')}\``;
}

/** A row of a table; its cells are escaped already. */
export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
