import { type RawComment, TextDocument } from './document.js';
import { linesOf } from './lines.js';
import { textFrom } from './view.js';

/** Longer lines are not made by people. */
const LONGEST_LINE = 1_000;

/**
 * A file that sets environment variables, or a Makefile. Its text is the body; comments are lines that begin with `#`, and in `.env` what
 * is behind ` #` outside quotes. A Dockerfile and a Makefile have comments on lines of their own only.
 */
export function parseEnvironment(file: string, text: string): TextDocument {
  const isSettings = /(?:^|\/)\.env[^/]*$/i.test(file);
  const document = new TextDocument(file, 'environment', text, () => {
    const comments: RawComment[] = [];
    for (const { text: line, start } of linesOf(text)) {
      const mark = line.length > LONGEST_LINE ? -1 : markIn(line, isSettings);
      if (mark >= 0) comments.push({ text: line.slice(mark + 1).trim(), start: start + mark });
    }
    return comments;
  });
  document.body = textFrom(document, 0);
  return document;
}

function markIn(line: string, mayTrail: boolean): number {
  if (line.trimStart().startsWith('#')) return line.indexOf('#');
  let quote = '';
  for (let at = 0; mayTrail && at < line.length; at++) {
    const character = line.charAt(at);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '#' && line.charAt(at - 1).trim() === '') return at;
  }
  return -1;
}
