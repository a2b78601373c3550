import type { Source, Step } from '../names/outline.js';
import type { Cst } from '../tree/cst.js';
import { keyOf } from './expressions.js';

/** A name that a pattern binds, and where it gets its value from. */
export interface Bound {
  name: string;
  nameNode: Cst;
  source: Source;
}

const DEEPEST = 8;

/** The names that a pattern takes out of a value. */
export function boundBy(pattern: Cst, value: Cst | undefined): Bound[] {
  const bound: Bound[] = [];
  bind(pattern, value, [], bound);
  return bound;
}

function bind(pattern: Cst, value: Cst | undefined, steps: readonly Step[], bound: Bound[]): void {
  const take = (nameNode: Cst, at: readonly Step[]): void => {
    const source: Source = value ? { kind: 'value', value, steps: at } : { kind: 'declared' };
    bound.push({ name: nameNode.text, nameNode, source });
  };
  if (steps.length > DEEPEST) return;
  switch (pattern.type) {
    case 'identifier':
    case 'shorthand_property_identifier_pattern':
      take(pattern, steps);
      break;
    case 'object_pattern':
      for (const child of pattern.children()) bindMember(child, value, steps, bound, take);
      break;
    case 'array_pattern':
      pattern.children().forEach((child, index) => {
        bind(child, value, [...steps, index], bound);
      });
      break;
    case 'assignment_pattern': {
      const left = pattern.field('left');
      if (left) bindUnknown(left, 'has a default that may apply', bound);
      break;
    }
    case 'rest_pattern':
      bindUnknown(pattern.children()[0], 'the rest of a pattern', bound);
      break;
    default:
      break;
  }
}

function bindMember(
  child: Cst,
  value: Cst | undefined,
  steps: readonly Step[],
  bound: Bound[],
  take: (nameNode: Cst, steps: readonly Step[]) => void,
): void {
  if (child.type === 'shorthand_property_identifier_pattern') take(child, [...steps, child.text]);
  else if (child.type === 'pair_pattern') {
    const keyNode = child.field('key');
    const inner = child.field('value');
    const key = keyNode && keyOf(keyNode);
    if (!inner || !key) return;
    if ('key' in key) bind(inner, value, [...steps, key.key], bound);
    else bindUnknown(inner, 'taken out under a computed key', bound);
  } else if (child.type === 'object_assignment_pattern') {
    const left = child.field('left');
    const fallback = child.field('right');
    if (left?.type === 'shorthand_property_identifier_pattern' && value && fallback) {
      const source: Source = { kind: 'value', value, steps: [...steps, left.text], fallback };
      bound.push({ name: left.text, nameNode: left, source });
    } else bindUnknown(left, 'has a default that may apply', bound);
  } else if (child.type === 'rest_pattern') {
    bindUnknown(child.children()[0], 'the rest of a pattern', bound);
  }
}

/** Binds every name in a pattern to something that is known at run time only. */
export function bindUnknown(pattern: Cst | undefined, why: string, bound: Bound[]): void {
  if (!pattern) return;
  for (const { name, nameNode } of boundBy(pattern, undefined)) {
    bound.push({ name, nameNode, source: { kind: 'unknown', why } });
  }
}
