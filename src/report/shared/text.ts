/**
 * Text for people and for machines out of text that strangers wrote (design, section 9).
 */

const BEYOND_ASCII = /[^\n\x20-\x7e]/;
const PLAIN = /^[\x20-\x7e]*$/;
// Controls, formats (bidirectional and zero-width among them), lone surrogates, line separators, blank letters, and
// the variation selectors that can carry hidden text.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{115f}\u{1160}\u{3164}\u{ffa0}]|[\u{e0100}-\u{e01ef}]/gu;
const WIDE =
  /[\u{1100}-\u{115f}\u{2329}\u{232a}\u{2e80}-\u{303e}\u{3041}-\u{a4cf}\u{a960}-\u{a97f}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe10}-\u{fe19}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{ffe0}-\u{ffe6}\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{1fa70}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const MARK_OF_COMMAND = /##(\w{0,20})\[/g;
const MARK = /[\p{Mn}\p{Me}]/u;

/** Only printable ASCII: every character is seen and takes one column. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** Untrusted text with every character that is not seen, or that reorders others, written as `\u{202e}`. */
export function visible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(UNSEEN, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Columns that a text takes on a terminal: wide characters two, combining marks none. Expects visible text. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += MARK.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** Breaks text at spaces into lines of at most `width` columns; a longer word is alone on its line. */
export function wrap(text: string, width: number): string[] {
  const isNarrow = isPlain(text);
  if (isNarrow && text.length <= width && !text.startsWith(' ')) return [text];
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text.split(' ')) {
    const size = isNarrow ? word.length : displayWidth(word);
    if (line !== '' && used + 1 + size > width) {
      lines.push(line);
      line = word;
      used = size;
    } else {
      used += size + (line === '' ? 0 : 1);
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  lines.push(line);
  return lines;
}

/** Wrapped text whose first line begins with `lead` and whose others are indented as far as `lead` is wide. */
export function hanging(lead: string, text: string, width: number): string[] {
  const indent = ' '.repeat(displayWidth(lead));
  return wrap(text, Math.max(20, width - indent.length)).map((line, at) => (at === 0 ? lead : indent) + line);
}

/**
 * Keeps a build host from taking a line of ours for a command: GitHub's runner reads `::command` at the start of a line
 * after white space, and the older `##[command` anywhere (actions/runner, ActionCommand.cs); others read `##vso[` and
 * `##teamcity[`.
 */
export function withoutCommands(text: string): string {
  const calm = withoutMarks(text);
  if (!calm.includes('::')) return calm;
  return calm
    .split('\n')
    .map((line) => (line.trimStart().startsWith('::') ? line.replace('::', '\\u{3a}:') : line))
    .join('\n');
}

/** Text without the mark of a command that may stand anywhere in a line. */
export function withoutMarks(text: string): string {
  return text.includes('##') ? text.replace(MARK_OF_COMMAND, '##$1\\u{5b}') : text;
}

/** The same for text of XML or HTML, where a character can be written by its number. */
export function markupWithoutMarks(markup: string): string {
  return markup.includes('##') ? markup.replace(MARK_OF_COMMAND, '##$1&#91;') : markup;
}

/** `1 error`, `2 errors`, `0 errors`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function series(items: readonly string[], word = 'and'): string {
  if (items.length < 2) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
}

/** The text with its first letter large. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * JSON, two spaces deep, that is safe to print: the same values, but controls and bidirectional overrides that
 * `JSON.stringify` leaves as they are become `\u202e`, and no string holds the mark of a build host's command.
 */
export function jsonText(value: unknown): string {
  return `${safeJson(JSON.stringify(value, null, 2))}\n`;
}

/** Text that `JSON.stringify` wrote, as `jsonText` gives it. */
export function safeJson(plain: string): string {
  const text = plain.includes('##') ? plain.replace(MARK_OF_COMMAND, '#\\u0023$1[') : plain;
  // The line breaks between the members are ours; those within strings are escaped already.
  if (!BEYOND_ASCII.test(text)) return text;
  return text.replace(UNSEEN, (found) => (found === '\n' ? found : escapeUnits(found)));
}

function escapeUnits(text: string): string {
  let escaped = '';
  for (let at = 0; at < text.length; at += 1) {
    escaped += `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }
  return escaped;
}
