import type { PlainMembers, PlainValue } from '../../model/fix.js';
import { MAX_LOOK } from '../limits.js';

/** How a language writes values. */
export interface SourceWriting {
  value(value: PlainValue): string;
  /** A member of an object literal. */
  member(key: string, value: PlainValue): string;
}

/** How values are written in the language of a text, with the quotes that it uses. */
export function sourceWriting(text: string, isPython: boolean): SourceWriting {
  const quote = quoteOf(text, isPython);
  const string = (value: string) => {
    const inner = JSON.stringify(value).slice(1, -1);
    return quote === '"' ? `"${inner}"` : `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  };
  const member = (key: string, value: PlainValue): string => {
    const isWord = !isPython && /^[A-Za-z_$][\w$]*$/.test(key);
    return `${isWord ? key : string(key)}: ${written(value)}`;
  };
  const written = (value: PlainValue): string => {
    if (typeof value === 'string') return string(value);
    if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
    if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value as PlainMembers).map(([key, one]) => member(key, one));
      if (members.length === 0) return '{}';
      return isPython ? `{${members.join(', ')}}` : `{ ${members.join(', ')} }`;
    }
    return isPython ? pythonScalar(value as number | boolean | null) : JSON.stringify(value);
  };
  return { value: written, member };
}

function pythonScalar(value: number | boolean | null): string {
  if (value === null) return 'None';
  return typeof value === 'number' ? String(value) : value ? 'True' : 'False';
}

function quoteOf(text: string, isPython: boolean): string {
  const look = text.slice(0, MAX_LOOK);
  const count = (mark: string) => look.split(mark).length;
  if (count('"') === count("'")) return isPython ? '"' : "'";
  return count('"') > count("'") ? '"' : "'";
}
