import type { Effect } from '../../model/effect.js';
import type { CallArgument } from '../../program/index.js';
import type { CallEffect, CallReason } from './call.js';

/** What a call does; `open-ended`: whatever the model makes of it. */
export const reading = (effect: Effect | 'open-ended', by: CallReason['by'], words = ''): CallEffect => ({
  effect: effect === 'open-ended' ? 'destructive' : effect,
  openEnded: effect === 'open-ended',
  because: { by, words },
});

const GRAVITY: Record<Effect, number> = { read: 0, unknown: 1, change: 2, outward: 3, destructive: 3 };

interface Weighed {
  effect: Effect;
  openEnded?: boolean;
  isWorded?: true;
}

const gravityOf = ({ effect, openEnded, isWorded }: Weighed): number =>
  openEnded ? 4 : GRAVITY[effect] + (isWorded ? 0.5 : 0);

/** The gravest of some readings, of equal ones the first. */
export const gravestReading = <T extends Weighed>(all: readonly T[]): T | undefined =>
  all.reduce<T | undefined>((a, b) => (a && gravityOf(a) >= gravityOf(b) ? a : b), undefined);

/** The gravest reading of an argument that may be one of several. */
export function gravestOf(argument: CallArgument, read: (one: CallArgument) => CallEffect): CallEffect {
  if (argument.kind !== 'either') return read(argument);
  return gravestReading(argument.of.map((one) => gravestOf(one, read))) ?? read({ kind: 'other' });
}

/** The text of an argument, with `hole` for each part that is filled in; undefined where all of it is computed. */
export function textWith(hole: string, argument: CallArgument): string | undefined {
  if (argument.kind === 'constant') return String(argument.value);
  if (argument.kind !== 'text') return undefined;
  return argument.parts.map((part) => (typeof part === 'string' ? part : hole)).join('');
}
