import type { PositionedValue } from '../positioned-value.js';
import { type Change, isMembers, type Trail } from './change.js';
import { editJson, valueAt } from './json.js';
import { lineBreakOf, lineEnd, lineStart, nextLine, type Splice } from './splice.js';

/**
 * The splices that make a change in a request file: `requests[i].body` is JSON, everything else is text as it is. A
 * header is an item of `requests[i].headers`.
 */
export function editHttp(
  text: string,
  root: PositionedValue,
  trail: Trail,
  change: Change,
): Splice[] | undefined {
  const [, , part, index] = trail;
  if (part === 'body') return editJson(text, root, trail, change);
  const value = valueAt(root, trail);
  if (!value) return undefined;
  if (change.do === 'replace' && typeof change.value === 'string' && value.kind === 'string')
    return /[\r\n]/.test(change.value)
      ? undefined
      : [{ start: value.start, end: value.end, text: change.value }];
  if (part !== 'headers') return undefined;
  if (change.do === 'remove' && typeof index === 'number' && trail.length === 4)
    return [{ start: lineStart(text, value.start), end: nextLine(text, value.end), text: '' }];
  const [added, ...others] = change.do === 'append' ? change.values : [];
  if (trail.length !== 3 || !isMembers(added) || others.length > 0) return undefined;
  const { name, value: stated } = added;
  if (typeof name !== 'string' || typeof stated !== 'string') return undefined;
  const at = lineEnd(text, value.end);
  return [{ start: at, end: at, text: `${lineBreakOf(text)}${name}: ${stated}` }];
}
