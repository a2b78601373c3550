import { displayWidth, markupWithoutMarks, visible } from '../../report/shared/text.js';

/** Text for HTML and SVG: what strangers wrote forms no tag, and what is not seen is made visible. */
export function escaped(text: string): string {
  return markupWithoutMarks(visible(text).replace(/[&<>"']/g, (found) => ENTITIES[found] ?? found));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Visible text of at most so many columns; what is cut off is marked. */
export function shortened(text: string, columns: number): string {
  const shown = visible(text);
  if (displayWidth(shown) <= columns) return shown;
  let used = 0;
  let kept = '';
  for (const character of shown) {
    used += displayWidth(character);
    if (used > columns - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Widths of letters in shares of the size of a bold letter, as wide as common system fonts have them. */
const LETTERS: readonly (readonly [letters: RegExp, share: number])[] = [
  [/[ijlIftr.,:;'"|![\]()/\\ ]/, 0.46],
  [/[mwMW@%&]/, 1.05],
  [/[A-Z\d~+=<>#]/, 0.79],
];
const LETTER = 0.71;
const WIDE_LETTER = 1.1;
/** A regular letter is narrower than a bold one. */
const REGULAR = 0.9;

/** Pixels that visible text takes at most in a system font, near enough to leave room for it. */
export function textWidth(text: string, size: number, weight: 'bold' | 'regular'): number {
  let shares = 0;
  for (const letter of text) {
    const known = LETTERS.find(([letters]) => letters.test(letter))?.[1];
    shares += known ?? (displayWidth(letter) > 1 ? WIDE_LETTER : LETTER);
  }
  return shares * size * (weight === 'bold' ? 1 : REGULAR);
}

/** Visible text that takes at most so many pixels; what is cut off is marked. */
export function fitted(text: string, room: number, size: number, weight: 'bold' | 'regular'): string {
  const shown = visible(text);
  if (shown.length * size > room && textWidth(shown.slice(0, 400), size, weight) > room) {
    let kept = '';
    for (const letter of shown) {
      if (textWidth(`${kept}${letter}…`, size, weight) > room) break;
      kept += letter;
    }
    return `${kept}…`;
  }
  return shown;
}

/** The start tag of an element with its attributes, in the order given. */
export function tag(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}="${escaped(String(value))}"`],
  );
  return `<${[name, ...written].join(' ')}>`;
}

/** An element with text. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  text = '',
): string {
  return `${tag(name, attributes)}${escaped(text)}</${name}>`;
}
