/** A line that opens or closes front matter. */
const FENCE = /^---[ \t]*\r?$/;

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
  const start = lineEnd(text, 0) + 1;
  for (let line = start; line < text.length; line = lineEnd(text, line) + 1) {
    const end = lineEnd(text, line);
    if (text.startsWith('---', line) && FENCE.test(text.slice(line, end)))
      return { start, close: line, body: Math.min(end + 1, text.length) };
  }
  return undefined;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
