import type { PlainValue } from '../../model/fix.js';
import type { PositionedValue } from '../positioned-value.js';
import { type Change, isMembers, type Trail } from './change.js';
import { lineBreakOf, lineStart, nextLine, type Splice } from './splice.js';
import { yamlFlow, yamlKey } from './yaml-text.js';

/**
 * The splices that make a change in front matter that is no strict YAML: a key at its top is given a value on its line,
 * or goes with its lines. `close` is the offset of its last line.
 */
export function editLenient(
  text: string,
  root: PositionedValue,
  close: number,
  trail: Trail,
  change: Change,
): Splice[] | undefined {
  const [key, ...inner] = trail;
  if (change.do === 'merge' && key === undefined) {
    const lines = Object.entries(change.members).map(([name, value]) => lineFor(root, name, value));
    if (lines.includes(undefined)) return undefined;
    return [{ start: close, end: close, text: lines.map((line) => `${line}${lineBreakOf(text)}`).join('') }];
  }
  const entry = typeof key === 'string' && inner.length === 0 ? root.entries?.get(key) : undefined;
  if (!entry) return undefined;
  const { start, end } = entry.value;
  if (change.do === 'remove')
    return [{ start: lineStart(text, entry.keyStart), end: nextLine(text, end), text: '' }];
  if (change.do !== 'replace' || isMembers(change.value) || text.slice(start, end).includes('\n'))
    return undefined;
  return [{ start, end, text: yamlFlow(change.value) }];
}

function lineFor(root: PositionedValue, key: string, value: PlainValue): string | undefined {
  return root.entries?.has(key) || isMembers(value) ? undefined : `${yamlKey(key)}: ${yamlFlow(value)}`;
}
