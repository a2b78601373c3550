import type { Effect } from '../../model/effect.js';
import type { CallArgument, CalledName } from '../../program/index.js';

/** A call that a tool's function can reach. */
export interface BodyCall extends CalledName {
  /** An argument by its position (from 0), by its keyword (Python), or by its key in an object of options. */
  argument(which: number | string): CallArgument;
  /** What the object was constructed with whose method is called: `p` in `Path(p).unlink()`. */
  receiver?(): CallArgument;
  /** Whether an argument, by its position, is a text of digits and operators: whatever the model writes, it only computes. */
  isArithmetic?(which: number): boolean;
  /** Whether what the model writes of an argument is plain words, which a shell takes for nothing else. */
  isOfWords?(which: number): boolean;
  /** Whether a path is a new one at each call: its name has the time or a random part. `which`: as in a row. */
  isFresh?(which: string): boolean;
  /** Whether it stands before a template, which is its first argument. */
  readonly isTagged?: boolean;
}

/** What decided the effect of a call; reports word it. `words` are those that decided. */
export interface CallReason {
  by:
    | 'call'
    | 'method'
    | 'request-path'
    | 'webhook'
    | 'address'
    | 'statement'
    | 'program-text'
    | 'shell-text'
    | 'program'
    | 'command'
    | 'mode'
    | 'name'
    | 'option'
    | 'temporary'
    | 'container';
  words: string;
}

/** What a call does to the world. */
export interface CallEffect {
  /** `unknown`: what it does depends on an argument that is computed. */
  readonly effect: Effect;
  /** The model may make it do anything; `effect` is then `destructive`. */
  readonly openEnded: boolean;
  /** The model chooses the host of the request, or the file that is acted on. */
  readonly chosen?: 'address' | 'path';
  /** The path of the file that is acted on, where the program states it. */
  readonly file?: string;
  /** The call of the tool chooses words of the command line that decided the effect. */
  readonly isWorded?: true;
  /** What decides that an irreversible call is a deed of the tool, and what a call puts somewhere. */
  readonly operands?: Operands;
  /** The host of another system that gets content of the call. */
  readonly sendsTo?: string;
  readonly because: CallReason;
}

/** The operands of a call that decide, as the columns of its row; what is left out is each of its operands. */
export interface Operands {
  /** `always`: sends, pays, publishes, grants, or runs anything. `puts`: adds what may have been there before. */
  readonly act: 'always' | 'overwrites' | 'runs' | 'deletes' | 'puts';
  /** What is acted on. */
  readonly target?: string;
  readonly content?: string;
  /** The SQL as it is written. */
  readonly sql?: string;
}

/** What a constant command line does; undefined where that is not known. The table of command lines is to the right. */
export type ReadCommand = (line: string) => { effect: Effect; openEnded: boolean; known: string } | undefined;
