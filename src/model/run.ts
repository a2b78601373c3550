import { type Evidence, isMet } from './evidence.js';
import type { Repair } from './fix.js';
import type { Place } from './place.js';

/** A limit of turns that a program states for a run. `null`: the limit is taken away. */
export interface TurnLimit {
  /** What is run, in words: `Triage`, or the callee where that is not known. */
  of: string;
  limit: Evidence<number | null>;
  at: Place;
  /** The version of the framework that it is read by, where none is locked: `ai 7`. */
  assumes?: string;
  /** What takes the limit away, how one is stated, and the default of the SDK, or a limit to begin with where it has none. */
  words: { off: string; edit: string; turns: number };
  /** Sets a limit where the place cannot say how: left out, its value is replaced. */
  repair?: Repair;
}

/** A limit of so many turns bounds nothing (design, section 7). */
export const TOO_MANY_TURNS = 1_000;

/** Whether a limit bounds a run. */
export const isBound = (limit: TurnLimit['limit']): boolean =>
  isMet(limit) && limit.value !== null && limit.value < TOO_MANY_TURNS;

/** Where the traces of a program go, as far as it says. */
export interface TraceSettings {
  /** Who receives them: the vendor of the SDK by its default, the project itself, both, or nobody by its default. */
  exporter: 'vendor' | 'own' | 'both' | 'none';
  /** Where the exporter is chosen; left out: the SDK's default. */
  at?: Place;
  /** A switch that turns tracing off, reported with the first system that it holds for. */
  off?: TraceSwitch[];
  /** What turns tracing off, whichever system it is reported with. */
  offAt?: Place;
  /** Calls that send its traces, with inputs and outputs, to a store of another vendor. */
  recorded?: Recording[];
  /** Its traces contain no inputs and outputs of models and tools. */
  isWithoutContents?: true;
  /** Left out: the models are those of the vendor that receives traces by default, as far as the program says. */
  otherVendor?: OtherVendor;
}

/**
 * What shows that the models of a program are not those of the vendor that receives its traces: then the SDK's default
 * exporter has no key, or may have none.
 */
export type OtherVendor = { at: Place } & (
  | { by: 'host'; host: string }
  /** The client is given an address that is computed at run time. */
  | { by: 'address' }
  /** A class for models of other vendors. */
  | { by: 'class'; name: string }
  | { by: 'model'; name: string }
  /** A class or an object of the project is the model: whether a vendor is behind it is not known. */
  | { by: 'own'; name?: string }
  /** A model of the SDK for tests, behind which no vendor is. */
  | { by: 'scripted'; name: string }
);

/** A call that sends traces, with the inputs and outputs of models and tools, to a store of a vendor. */
export interface Recording {
  /** Whose store: `Logfire`. */
  store: string;
  /** The call, as written. */
  by: string;
  at: Place;
  /** The address that the call is given; empty where it is computed. */
  address?: string;
  /** `undecidable`: whether inputs and outputs are left out is computed at run time. */
  state: 'shown' | 'undecidable';
  why?: string;
  /** What leaves them out, as a sentence. */
  edit: string;
  /** What sends them to another region, as a sentence. */
  regionEdit?: string;
  /** Where the store is, if the files show it: `us`. */
  region?: string;
  /** Inputs and outputs are left out: only the traces themselves are sent. */
  isWithoutContents?: true;
  /** A variable of the telemetry of a coding agent says so. */
  isTelemetry?: true;
}

/** Something that turns tracing off: a call, an option of a run, an environment variable. */
export interface TraceSwitch {
  /** As written, without other values: `setTracingDisabled(true)`; `setTracingDisabled` where its value is not known. */
  name: string;
  /** `undecidable`: whether it does is computed at run time. */
  state: 'shown' | 'undecidable';
  why?: string;
  at: Place;
  /** It holds for some runs only. */
  ofRun: boolean;
  /** What switches it on again, as a sentence; left out where the rule knows it. */
  remedy?: string;
}
