import type { Place } from './place.js';

/** What a tool does to the world (design, section 1). */
export type Effect = 'read' | 'change' | 'destructive' | 'outward' | 'unknown';

/** The effects that people can declare. */
export const DECLARED_EFFECTS = [
  'read',
  'change',
  'destructive',
  'outward',
] as const satisfies readonly Effect[];

/** How sure the reader is. */
export type Confidence = 'high' | 'medium' | 'low';

/** An effect and how it is known. */
export interface EffectReading {
  effect: Effect;
  confidence: Confidence;
  because: EffectSource;
}

/** Where an effect is known from; `words` are those that decided. Reports word it. */
export type EffectSource =
  | { from: 'declared' | 'kind' | 'annotations' | 'agent-tools' | 'nothing' | 'unknown-command' }
  /**
   * `terminal`: the description says that the words are typed into one. `written`: the words as they are in the
   * file, where its language is not English.
   */
  | { from: 'name' | 'type' | 'description'; words: string; terminal?: true; written?: string }
  | { from: 'http-method' | 'command' | 'script-name' | 'any-script' | 'sandbox'; words: string }
  /** A call in its body, as it is written, and what it runs where it is written by another name; `words` say what it does. */
  | { from: 'body'; call: string; runs?: string; at: Place; words: string }
  /** What its body does takes too much work to follow to its end. */
  | { from: 'part-of-body' }
  /** The whole body was read, and does nothing of the kind that `instead` suggests. */
  | { from: 'whole-body'; instead?: EffectSource };

/** An effect stated by people: in `controls`, in the configuration's `tools`, or beside the tool. */
export interface DeclaredEffect {
  effect: Effect;
  because?: string;
  at?: Place;
}

const RANK: Record<Effect, number> = { unknown: 0, read: 0, change: 1, destructive: 2, outward: 2 };

/** Whether `a` is a milder effect than `b`; destructive and outward weigh the same. */
export function isMilder(a: Effect, b: Effect): boolean {
  return RANK[a] < RANK[b];
}

/** The effect that weighs most among those of several tools; `read` where there is none. */
export function gravest(effects: readonly Effect[]): Effect {
  return (
    effects.find(isIrreversible) ??
    (['change', 'unknown'] as const).find((one) => effects.includes(one)) ??
    'read'
  );
}

/** Whether the spec's design guidance asks for a human gate: the act cannot be called back. */
export function isIrreversible(effect: Effect): boolean {
  return effect === 'destructive' || effect === 'outward';
}
