import { readCommand } from '../../../src/dialects/commands/commands.js';
import { type BodyCall, type CallEffect, effectOfCall } from '../../../src/effects/calls/index.js';
import type { CallArgument } from '../../../src/program/index.js';

/** An argument from a plain value; `MODEL` and `OTHER` stand for what is no literal. */
export const MODEL = Symbol('the model');
export const OTHER = Symbol('computed');

type Plain =
  | string
  | number
  | boolean
  | null
  | undefined
  | symbol
  | readonly Plain[]
  | { [key: string]: Plain };

function argumentOf(value: Plain): CallArgument {
  if (value === undefined) return { kind: 'none' };
  if (value === MODEL) return { kind: 'model', isWhole: true };
  if (typeof value === 'symbol') return { kind: 'other' };
  if (Array.isArray(value)) return { kind: 'list', items: value.map(argumentOf), isOpen: false };
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, one]) => [key, argumentOf(one)] as const);
    return { kind: 'record', members: new Map(members), isOpen: false };
  }
  return { kind: 'constant', value: value as string | number | boolean | null };
}

/** A text with parts that are filled in. */
export const textOf = (...parts: (string | symbol)[]): CallArgument => ({
  kind: 'text',
  parts: parts.map((part) =>
    typeof part === 'string' ? part : { from: part === MODEL ? 'model' : 'other' },
  ),
});

export interface Called {
  language?: 'typescript' | 'python';
  positional?: (Plain | CallArgument)[];
  named?: Record<string, Plain | CallArgument>;
  receiver?: CallArgument;
}

const isArgument = (value: unknown): value is CallArgument =>
  typeof value === 'object' && value !== null && 'kind' in value;

const asArgument = (value: Plain | CallArgument): CallArgument =>
  isArgument(value) ? value : argumentOf(value);

/** A call as the engine states it: `shutil:rmtree`, `stripe:default().refunds.create`. */
function bodyCall(name: string, called: Called = {}): BodyCall {
  const at = name.lastIndexOf(':');
  const { language = 'python', positional = [], named = {}, receiver } = called;
  return {
    language,
    module: name.slice(0, at),
    path: name.slice(at + 1).split('.'),
    argument: (which) => asArgument(typeof which === 'number' ? positional[which] : named[which]),
    ...(receiver ? { receiver: () => receiver } : {}),
  };
}

/** What a call does, with the table of command lines. */
export const effectOf = (name: string, called?: Called): CallEffect | undefined =>
  effectOfCall(bodyCall(name, called), readCommand);

/** The effect in one word, and what the model chooses; `open-ended`: it may make the call do anything. */
export function wordOf(effect: CallEffect | undefined): string | undefined {
  if (!effect) return undefined;
  const { chosen } = effect;
  const behind = chosen === undefined ? '' : ` of any ${chosen}`;
  return `${effect.openEnded ? 'open-ended' : effect.effect}${behind}`;
}
