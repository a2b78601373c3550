import type { CodeFile } from '../file.js';
import { read } from '../language.js';
import type { Cst } from '../tree/cst.js';
import type { Expression } from '../tree/expression.js';
import type { Value } from './value.js';

type Choice = Expression & { kind: 'choice' };

/** The side of a choice that is taken, where what decides is written down: `DEBUG ? a : b`, `options.tools ?? []`. */
export function sideTaken(file: CodeFile, { options, by }: Choice): Cst | undefined {
  if (!by) return undefined;
  const { test, mark } = by;
  const value = file.project.evaluate(file, test);
  // What a class gives an attribute is its default, which the environment may replace: `settings.debug`.
  const isDefault = value.kind === 'scalar' && (value.isDefault || read(test).kind === 'member');
  if (file.language.isPython && isDefault) return undefined;
  const holds = mark === '??' ? isGiven(value) : isTrue(value, file);
  if (holds === undefined) return undefined;
  if (mark === '?') return options[holds ? 0 : 1];
  const stays = mark === '&&' ? !holds : holds;
  return stays ? test : options.at(-1);
}

/** Whether a value counts as true; undefined where that is not known. */
export function isTrue(value: Value, { language }: CodeFile): boolean | undefined {
  if (value.kind === 'scalar') return Boolean(value.scalar);
  return language.isPython ? isFilled(value) : isGiven(value);
}

/** Python takes what holds nothing for false. */
function isFilled(value: Value): boolean | undefined {
  if (value.kind === 'array') {
    const items = value.slots();
    if (items.length === 0) return false;
    return holdsItem(value.at.node) || undefined;
  }
  if (value.kind === 'object') {
    const { slots, open } = value.members();
    if (slots.size === 0) return open ? undefined : false;
    return holdsItem(value.at.node) || undefined;
  }
  return isGiven(value);
}

/** Whether a list or an object is written with something in it: what is added later may not be there. */
function holdsItem(node: Cst): boolean {
  const made = read(node);
  const held = made.kind === 'list' ? made.elements : made.kind === 'record' ? made.entries : [];
  return held.some(({ spread }) => !spread);
}

/** Whether a value is neither null nor undefined; undefined where that is not known. */
export function isGiven(value: Value): boolean | undefined {
  switch (value.kind) {
    case 'nothing':
      return false;
    case 'scalar':
      return value.scalar !== null;
    case 'call':
      return value.isNew || undefined;
    case 'dynamic':
      return undefined;
    default:
      return true;
  }
}
