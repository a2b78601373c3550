import { displayWidth, markupWithoutMarks, visible } from '../../shared/text.js';

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
