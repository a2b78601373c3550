/** A simple statement or the head of a block. */
export interface Line {
  /** It without its comments and without what its texts say, on one line of its own. */
  text: string;
  /** Where its signs of assignment stand, outside of brackets. */
  equals: readonly number[];
  /** Where the first colon outside of brackets stands; -1 without. */
  colon: number;
}

const MARK = /[#"'()[\]{};:=\n\\]/g;
/** What an equals sign belongs to where it stands behind one of these: a comparison, a change, a walrus. */
const JOINED = '=!<>:+-*/|&^%@';

/** The lines of a statement as Python counts them; undefined as the last one where a bracket or a text stays open. */
export function* linesOf(statement: string): Generator<Line | undefined, void> {
  let text = '';
  let equals: number[] = [];
  let colon = -1;
  let depth = 0;
  let from = 0;
  let end = 0;
  for (let at = markFrom(statement, 0); at < statement.length; at = markFrom(statement, end)) {
    const char = statement.charAt(at);
    end = at + 1;
    if (char in PASSED_OVER) {
      end = PASSED_OVER[char]?.(statement, at) ?? end;
      text += `${statement.slice(from, at)} `;
      from = end;
    } else if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth--;
    if (end < at || depth < 0) {
      yield undefined;
      return;
    }
    // In brackets stand keywords of calls, slices and entries.
    if (depth > 0) continue;
    const place = text.length + at - from;
    if (char === '=') {
      if (statement.charAt(end) === '=') end++;
      else if (at === 0 || !JOINED.includes(statement.charAt(at - 1))) equals.push(place);
    } else if (char === ':') {
      if (statement.charAt(end) !== '=' && colon < 0) colon = place;
    } else if (char === ';' || char === '\n') {
      yield { text: text + statement.slice(from, at), equals, colon };
      [text, equals, colon, from] = ['', [], -1, end];
    }
  }
  yield depth === 0 ? { text: text + statement.slice(from), equals, colon } : undefined;
}

/** Where what is no part of a line ends, by the mark that it begins with; -1 where it does not end. */
const PASSED_OVER: Readonly<Record<string, (text: string, start: number) => number>> = {
  '#': lineEnd,
  '\\': (text, start) => lineEnd(text, start) + 1,
  '"': textEnd,
  "'": textEnd,
};

function markFrom(text: string, offset: number): number {
  MARK.lastIndex = offset;
  return MARK.exec(text)?.index ?? text.length;
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

/** Where a text that begins at a quote ends; -1 where it does not. */
function textEnd(text: string, start: number): number {
  const quote = text.charAt(start);
  const mark = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  let end = text.indexOf(mark, start + mark.length);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf(mark, end + 1);
  return end < 0 ? -1 : end + mark.length;
}

function isEscaped(text: string, offset: number): boolean {
  let before = offset;
  while (text.charAt(before - 1) === '\\') before--;
  return (offset - before) % 2 === 1;
}
