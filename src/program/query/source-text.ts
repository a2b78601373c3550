import type { PlainMembers, PlainValue } from '../../model/fix.js';
import type { Writing } from '../language.js';
import { MAX_LOOK } from '../limits.js';

/** How a language writes values. */
export interface SourceWriting {
  value(value: PlainValue): string;
  /** A member of an object literal. */
  member(key: string, value: PlainValue): string;
}

/** How values are written in the language of a text, with the quotes that the text uses. */
export function sourceWriting(text: string, language: Writing): SourceWriting {
  const quote = quoteOf(text, language.quote);
  const string = (value: string) => {
    const inner = JSON.stringify(value).slice(1, -1);
    return quote === '"' ? `"${inner}"` : `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  };
  const member = (key: string, value: PlainValue): string => {
    const isWord = language.hasBareKeys && /^[A-Za-z_$][\w$]*$/.test(key);
    return `${isWord ? key : string(key)}: ${written(value)}`;
  };
  const written = (value: PlainValue): string => {
    if (typeof value === 'string') return string(value);
    if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
    if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value as PlainMembers).map(([key, one]) => member(key, one));
      if (members.length === 0) return '{}';
      return `{${language.pad}${members.join(', ')}${language.pad}}`;
    }
    return typeof value === 'number' ? JSON.stringify(value) : language.words[`${value as boolean | null}`];
  };
  return { value: written, member };
}

function quoteOf(text: string, preferred: string): string {
  const look = text.slice(0, MAX_LOOK);
  const count = (mark: string) => look.split(mark).length;
  if (count('"') === count("'")) return preferred;
  return count('"') > count("'") ? '"' : "'";
}
