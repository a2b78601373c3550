import type { Agent, Edits, Place } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from './tool.js';

/** One entry of a list of tools, with its place. */
export interface ListedTool {
  text: string;
  at: Place;
}

/** The entries of a list of tools: a list, or one string that `signs` part. */
export function listedTools(node: SyntaxNode | undefined, signs?: RegExp): ListedTool[] {
  const text = stringOf(node);
  if (node && text !== undefined) {
    const parts = splitRules(text, signs);
    return parts.map(({ text: part, start, end }) => ({
      text: part,
      at: node.within(start, end),
    }));
  }
  return (node?.items() ?? []).flatMap((item) => {
    const entry = stringOf(item)?.trim();
    return entry === undefined || entry === '' ? [] : [{ text: entry, at: item.at() }];
  });
}

/** What a star in a list of tools says; beside tools that it covers it can go. */
export function starIn(
  list: SyntaxNode | undefined,
  at: Place,
  edit: string,
): NonNullable<Agent['allTools']> {
  const why = '`tools` contains a star';
  if (listedTools(list).every(({ text }) => text === '*')) return { at, why, edit };
  return {
    at,
    why,
    edit,
    repair: { title: 'Remove `*` from `tools`', edits: () => withoutTexts(list, ['*']) },
  };
}

/** Takes texts out of a list, or out of one text that `signs` part; without any such a text is left out. */
export function withoutTexts(node: SyntaxNode | undefined, texts: readonly string[], signs?: RegExp): Edits {
  const gone = new Set(texts);
  const text = stringOf(node);
  if (text === undefined) {
    const items = node?.items() ?? [];
    const indices = items.flatMap((item, index) => (gone.has(stringOf(item)?.trim() ?? '') ? [index] : []));
    const [only, ...others] = indices;
    if (only === undefined) return undefined;
    return others.length === 0 ? items[only]?.edit()?.remove() : node?.edit()?.drop(indices);
  }
  const rest = splitRules(text, signs)
    .map((part) => part.text)
    .filter((part) => !gone.has(part));
  if (rest.length === 0) return node?.edit()?.remove();
  return node?.edit()?.replace(rest.join(text.includes(',') ? ', ' : ' '));
}

/** Parts a list that is written as one string, where one of `signs` stands outside of brackets, and none opens behind it. */
export function splitRules(text: string, signs = /,/): { text: string; start: number; end: number }[] {
  const parts: { text: string; start: number; end: number }[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i <= text.length; i++) {
    const char = i === text.length ? ',' : text.charAt(i);
    if (char === '(') depth++;
    else if (char === ')') depth = Math.max(0, depth - 1);
    else if (i === text.length || (depth === 0 && signs.test(char) && text.charAt(i + 1) !== '(')) {
      const part = text.slice(from, i);
      const start = from + part.length - part.trimStart().length;
      if (part.trim() !== '') parts.push({ text: part.trim(), start, end: start + part.trim().length });
      from = i + 1;
    }
  }
  return parts;
}
