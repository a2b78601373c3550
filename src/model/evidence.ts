import type { Approval } from './approval.js';
import type { Place } from './place.js';
import type { Remedy } from './remedy.js';

/** How a control is known (design, section 1). Never just true or false. */
export type EvidenceState = 'shown' | 'attested' | 'absent' | 'inexpressible' | 'undecidable';

/** The file states it in a field that the runtime enforces (`shown`), or the project claims it (`attested`). */
export interface Met<T> {
  state: 'shown' | 'attested';
  value: T;
  at?: Place;
  /** The reason that the project gave for a claim. */
  why?: string;
  /** Only where the repository claims it: what is known without the claim. */
  unclaimed?: Evidence<T>;
  /** How a person gets to answer, where something else does. */
  remedy?: Remedy;
}

/** The control is not known to be there. */
export interface Unmet {
  state: 'absent' | 'inexpressible' | 'undecidable';
  at?: Place;
  /** Why it cannot be known, or where it would have to be stated. */
  why?: string;
  /** How to switch on what a program has and switches off. */
  remedy?: Remedy;
  /** A gate that is there, where it is not known whether it is about this tool. */
  asked?: Met<Approval>;
  /** What may still switch it on, or why nothing beside it does. */
  off?: GateOff;
}

/** How a gate is off: unless a run sets something, by the defaults of the program, or by a function that never asks. */
export type GateOff =
  | { readonly by: 'run'; readonly setting: string }
  | { readonly by: 'defaults' | 'function' };

export type Evidence<T> = Met<T> | Unmet;

/** Whether the control counts as there: seen in a file, or claimed by the project. */
export function isMet<T>(evidence: Evidence<T>): evidence is Met<T> {
  return evidence.state === 'shown' || evidence.state === 'attested';
}

/** Why something is not known where there is no more to say than that. */
export const COMPUTED = 'computed at run time';

/** The words that people read for a state; reports never print the state itself. */
export const EVIDENCE_WORDS: Record<EvidenceState, string> = {
  shown: 'seen in the file',
  attested: 'only claimed',
  absent: 'not stated',
  inexpressible: 'cannot be stated in this file',
  undecidable: COMPUTED,
};
