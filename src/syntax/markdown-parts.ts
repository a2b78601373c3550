import { behindBreak, lineEnd } from './lines.js';

/** A line that opens or closes front matter. */
const FENCE = /^---[ \t]*$/;

/** Where front matter is in a text: behind its first line, and before its closing one. */
export interface FrontMatter {
  start: number;
  close: number;
  /** Where the text behind it begins. */
  body: number;
}

/** Whether a text begins with front matter: the first line is `---`. A byte-order mark does not count. */
export function beginsWithFrontMatter(text: string): boolean {
  const from = text.startsWith('\ufeff') ? 1 : 0;
  return text.startsWith('---', from) && FENCE.test(text.slice(from, lineEnd(text, from)));
}

/** The front matter of a text; undefined where it has none, or no end. */
export function frontMatter(text: string): FrontMatter | undefined {
  if (!beginsWithFrontMatter(text)) return undefined;
  const start = behindBreak(text, lineEnd(text, 0));
  for (let line = start; line < text.length; ) {
    const next = behindBreak(text, lineEnd(text, line));
    if (text.startsWith('---', line) && FENCE.test(text.slice(line, lineEnd(text, line))))
      return { start, close: line, body: next };
    line = next;
  }
  return undefined;
}
