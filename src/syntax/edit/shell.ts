import type { PositionedValue } from '../positioned-value.js';
import type { Change, Trail } from './change.js';
import { valueAt } from './json.js';
import type { Splice } from './splice.js';

/** Texts that mean the same in quotes of any kind and without them. */
const PLAIN = /^[\w./:;=,+ -]{1,200}$/;

/** The splice that puts another text in place of one in a line for curl, where no quotes are in the way. */
export function editShell(
  text: string,
  root: PositionedValue,
  trail: Trail,
  change: Change,
): Splice[] | undefined {
  const value = valueAt(root, trail);
  if (!value || change.do !== 'replace') return undefined;
  const { scalar, start, end } = value;
  const { value: meant } = change;
  if (typeof scalar !== 'string' || typeof meant !== 'string' || !PLAIN.test(scalar) || !PLAIN.test(meant))
    return undefined;
  const written = text.slice(start, end);
  const at = written.indexOf(scalar);
  // A value that is written twice, or without quotes and with a blank in its new form, is left alone.
  if (at < 0 || written.indexOf(scalar, at + 1) >= 0 || (meant.includes(' ') && !scalar.includes(' ')))
    return undefined;
  return [{ start: start + at, end: start + at + scalar.length, text: meant }];
}
