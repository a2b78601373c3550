import type { Expression } from '../ir/ir.js';
import { MAX_SPELLED } from '../limits.js';
import type { Reason } from '../reason.js';
import type { Value } from './value.js';

/** Why a value is not known. */
export function whyOf(value: Value): Reason {
  switch (value.kind) {
    case 'external':
    case 'parameter':
    case 'unknown':
    case 'union':
      return value.why;
    case 'instance':
      return { kind: 'result', callee: calleeText(value.call.expression) };
    case 'function':
      return 'function';
    case 'class':
      return 'class';
    case 'module':
      return 'module';
    default:
      return 'computed';
  }
}

/** A callee in words: names, members and `()` behind what is called, without arguments. */
export function calleeText({ callee }: { callee: Expression }): string {
  const parts: string[] = [];
  let at: Expression | undefined = callee;
  let length = 0;
  while (at && length < MAX_SPELLED) {
    let part: string;
    let next: Expression | undefined;
    if (at.kind === 'name') part = at.name;
    else if (at.kind === 'this') part = 'this';
    else if (at.kind === 'super') part = 'super';
    else if (at.kind === 'member') {
      part = `.${at.property}`;
      next = at.object;
    } else if (at.kind === 'call') {
      part = '()';
      next = at.callee;
    } else if (at.kind === 'same') {
      part = '';
      next = at.value;
    } else part = '...';
    parts.push(part);
    length += part.length;
    at = next;
  }
  return endOfChain(parts.reverse().join(''));
}

/** What is called, without the first names of a chain that is too long to be printed: `...where().execute`. */
export function endOfChain(text: string): string {
  if (text.length <= MAX_SPELLED) return text;
  const end = text.slice(-MAX_SPELLED);
  const name = end.indexOf('.');
  return `...${end.slice(name + 1)}`;
}
