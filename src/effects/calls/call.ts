import type { Effect } from '../../model/effect.js';

/** Part of a text: as written, or filled in. */
export type TextPart = string | { readonly from: 'model' | 'other' };

/** What a call is passed at one place, as far as who chooses it is known. */
export type CallArgument =
  | { readonly kind: 'constant'; readonly value: string | number | boolean | null }
  | { readonly kind: 'text'; readonly parts: readonly TextPart[] }
  | { readonly kind: 'list'; readonly items: readonly CallArgument[]; readonly isOpen: boolean }
  | { readonly kind: 'record'; readonly members: ReadonlyMap<string, CallArgument>; readonly isOpen: boolean }
  | { readonly kind: 'either'; readonly of: readonly CallArgument[] }
  /** Chosen by the model. `isWhole`: nothing else is part of it. */
  | { readonly kind: 'model'; readonly isWhole: boolean }
  /** Computed from what the model has no part in; `result`: of this call. */
  | { readonly kind: 'other'; readonly result?: CalledName }
  | { readonly kind: 'none' };

/** What is called. */
export interface CalledName {
  readonly language: 'typescript' | 'python';
  /** The module as the program imports it; empty for a name of the platform (`eval`, `fetch`). */
  readonly package: string;
  /** The names from the module on, `()` behind what is called on the path: `['Session()', 'delete']`. */
  readonly path: readonly string[];
}

/** A call that a tool's function can reach. */
export interface BodyCall extends CalledName {
  /** An argument by its position (from 0), by its keyword (Python), or by its key in an object of options. */
  argument(which: number | string): CallArgument;
  /** What the object was constructed with whose method is called: `p` in `Path(p).unlink()`. */
  receiver?(): CallArgument;
}

/** What decided the effect of a call; reports word it. `words` are those that decided. */
export interface CallReason {
  by:
    | 'call'
    | 'method'
    | 'request-path'
    | 'address'
    | 'statement'
    | 'program-text'
    | 'program'
    | 'command'
    | 'mode'
    | 'name'
    | 'option'
    | 'temporary'
    | 'container';
  words: string;
}

/** What the model chooses of a call, beside what it does: the host of a request, the file that is acted on. */
export type CallFacet = 'open-address' | 'model-path';

/** What a call does to the world. */
export interface CallEffect {
  /** `unknown`: what it does depends on an argument that is computed. */
  readonly effect: Effect;
  /** The model may make it do anything; `effect` is then `destructive`. */
  readonly openEnded: boolean;
  readonly facets: readonly CallFacet[];
  readonly because: CallReason;
}

/** What a constant command line does; undefined where that is not known. The table of command lines is to the right. */
export type ReadCommand = (line: string) => { effect: Effect; openEnded: boolean; known: string } | undefined;
