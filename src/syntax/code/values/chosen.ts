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
  // Settings of Python are defaults, which the environment may replace: `settings.debug`.
  if (value.kind === 'scalar' && file.language.isPython && read(test).kind === 'member') return undefined;
  const holds = mark === '??' ? isGiven(value) : isTrue(value, file);
  if (holds === undefined) return undefined;
  if (mark === '?') return options[holds ? 0 : 1];
  const stays = mark === '&&' ? !holds : holds;
  return stays ? test : options.at(-1);
}

/** Whether a value counts as true; undefined where that is not known. */
function isTrue(value: Value, { language }: CodeFile): boolean | undefined {
  if (value.kind === 'scalar') return Boolean(value.scalar);
  return language.isPython ? isFilled(value) : isGiven(value);
}

/** Python takes what holds nothing for false. */
function isFilled(value: Value): boolean | undefined {
  if (value.kind === 'array') {
    const items = value.slots();
    const isKnown = items.some((slot) => slot.value().kind !== 'dynamic');
    return isKnown || (items.length === 0 ? false : undefined);
  }
  if (value.kind === 'object') {
    const { slots, open } = value.members();
    return slots.size > 0 || (open ? undefined : false);
  }
  return isGiven(value);
}

/** Whether a value is neither null nor undefined; undefined where that is not known. */
function isGiven(value: Value): boolean | undefined {
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
