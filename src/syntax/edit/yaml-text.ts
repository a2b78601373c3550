import type { PlainMembers, PlainValue } from '../../model/fix.js';
import { isMembers } from './change.js';

/** Words that are plain text in every reading of YAML, 1.1 too. */
const PLAIN = /^[A-Za-z_./][\w./-]*(?: [\w./-]+)*$/;
const OTHER_MEANING = /^(?:y|n|yes|no|on|off|true|false|null|\.inf|\.nan|\.\d.*)$/i;

/** A value on one line: `{ by: human }`, `[get_invoice]`. */
export function yamlFlow(value: PlainValue): string {
  if (Array.isArray(value)) return `[${value.map(yamlFlow).join(', ')}]`;
  if (isMembers(value)) {
    const members = Object.entries(value).map(([key, member]) => `${yamlKey(key)}: ${yamlFlow(member)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return typeof value === 'string' ? yamlString(value) : JSON.stringify(value);
}

/** A key: plain where it is a word, else in quotes. */
export const yamlKey = (key: string): string => yamlString(key);

function yamlString(text: string): string {
  return PLAIN.test(text) && !OTHER_MEANING.test(text) ? text : JSON.stringify(text);
}

const isInner = (value: PlainValue) => isMembers(value) || Array.isArray(value);

/** Whether a value fits on the line of its key: it has nothing but scalars in it. */
export function fitsOnLine(value: PlainValue): boolean {
  if (Array.isArray(value)) return !value.some(isInner);
  return !isMembers(value) || !Object.values(value).some(isInner);
}

/** Members as lines of a block; each but the first is indented by `indent`. */
export function yamlBlock(members: PlainMembers, indent: string, step: string): string[] {
  return Object.entries(members).flatMap(([key, value]) => {
    if (fitsOnLine(value)) return [`${indent}${yamlKey(key)}: ${yamlFlow(value)}`];
    return [`${indent}${yamlKey(key)}:`, ...innerLines(value, indent + step, step)];
  });
}

function innerLines(value: PlainValue, indent: string, step: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item: PlainValue) => yamlItem(item, indent, step));
  return isMembers(value) ? yamlBlock(value, indent, step) : [`${indent}${yamlFlow(value)}`];
}

/** An item as lines of a block: `- files: x` with its other members below. */
export function yamlItem(item: PlainValue, indent: string, step: string): string[] {
  if (!isMembers(item) || fitsOnLine(item)) return [`${indent}- ${yamlFlow(item)}`];
  const [first = '', ...others] = yamlBlock(item, `${indent}  `, step);
  return [`${indent}- ${first.trimStart()}`, ...others];
}
