import { lineStarts } from './lines.js';

/** A range of one line without white space around it. */
export interface Span {
  start: number;
  end: number;
  text: string;
}

/** What a line of a request file is, as far as it is known without the lines around it. */
export type LineKind = 'blank' | 'separator' | 'comment' | 'variable' | 'from-file' | 'response' | 'text';

export interface Line extends Span {
  kind: LineKind;
  /** The line begins with white space. */
  indented: boolean;
}

/** The lines of a request file. */
export function requestLines(text: string): Line[] {
  const starts = lineStarts(text);
  return starts.map((lineStart, index) => {
    const span = spanOf(text, lineStart, starts[index + 1] ?? text.length);
    return { ...span, kind: kindOf(span.text), indented: span.start > lineStart };
  });
}

/** A range of the text without white space around it. */
export function spanOf(text: string, from: number, to: number): Span {
  const raw = text.slice(from, to);
  const kept = raw.trim();
  const start = kept === '' ? from : from + raw.length - raw.trimStart().length;
  return { start, end: start + kept.length, text: kept };
}

function kindOf(line: string): LineKind {
  if (line === '') return 'blank';
  if (line.startsWith('###')) return 'separator';
  if (line.startsWith('#') || line.startsWith('//')) return 'comment';
  if (line.startsWith('@')) return 'variable';
  if (line.startsWith('<>') || line.startsWith('>')) return 'response';
  if (/^<(?:@\S*)?\s/.test(line)) return 'from-file';
  return 'text';
}

/** The words of a comment, without its marks. */
export function commentWords(line: Span): Span & { mark: number } {
  const mark = line.text.startsWith('//') ? 2 : (/^#+/.exec(line.text)?.[0].length ?? 0);
  const words = line.text.slice(mark).trim();
  return { text: words, mark, start: line.end - words.length, end: line.end };
}

/** The name in `# @name something`; undefined where the comment gives none. */
export function statedName(line: Span): Span | undefined {
  const words = commentWords(line);
  if (!words.text.startsWith('@name')) return undefined;
  const rest = words.text.slice('@name'.length);
  if (rest !== '' && !/^[\s=]/.test(rest)) return undefined;
  const name = rest.trim().replace(/^=/, '').trim();
  return name === '' ? undefined : { text: name, start: line.end - name.length, end: line.end };
}

/** Comments of a request file, without their marks. */
export function httpComments(text: string): { text: string; start: number }[] {
  return requestLines(text)
    .filter((line) => line.kind === 'comment')
    .map((line) => ({ text: commentWords(line).text, start: line.start }));
}
