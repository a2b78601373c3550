/** Replaces a range of a text; offsets in UTF-16 units, `end` exclusive. */
export interface Splice {
  start: number;
  end: number;
  text: string;
}

/** The text after splices that do not overlap; those at one offset are taken in their order. */
export function spliced(text: string, splices: readonly Splice[]): string {
  const inOrder = splices
    .map((splice, index) => ({ ...splice, index }))
    .sort((a, b) => a.start - b.start || a.end - b.end || a.index - b.index);
  const parts: string[] = [];
  let from = 0;
  for (const splice of inOrder) {
    parts.push(text.slice(from, splice.start), splice.text);
    from = Math.max(from, splice.end);
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** How the lines of a text end. */
export const lineBreakOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** Offset at which the line around an offset begins. */
export const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

/** Offset at which the line around an offset ends, before its line break. */
export function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  const end = found < 0 ? text.length : found;
  return end > at && text.charAt(end - 1) === '\r' ? end - 1 : end;
}

/** Offset behind the line break of the line around an offset. */
export function nextLine(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  return found < 0 ? text.length : found + 1;
}

/** The white space that the line around an offset begins with. */
export function indentAt(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, at), at))?.[0] ?? '';
}

/** Whether nothing but white space is before an offset on its line. */
export const isFirstOnLine = (text: string, at: number): boolean =>
  text.slice(lineStart(text, at), at).trim() === '';

/** The step by which a text indents: that of its first indented line, else two spaces. */
export function indentStep(text: string): string {
  const found = /^(?:\t|( {2,8}))(?=\S)/m.exec(text);
  return found?.[0] ?? '  ';
}
