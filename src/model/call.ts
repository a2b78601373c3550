import type { Evidence } from './evidence.js';
import type { Edits, Repair } from './fix.js';
import type { Place } from './place.js';

/** The address that a model is called at. */
export interface Endpoint {
  /** In lower case; left out where it is computed. */
  host?: string;
  /** The region that the host stands for: a country's code, `eu`, or `none` where it promises no region. */
  region?: string;
  /** Data is processed in that region, and not only stored. */
  processes?: boolean;
  at: Place;
  /** Puts another host in its place; left out where the address is not written out. */
  move?(host: string): Edits;
}

/** Something that is kept after a call, or may be: by the operator, or as a transcript by the SDK. */
export interface StoredState {
  kind: 'response' | 'conversation' | 'previous' | 'thread' | 'background' | 'cache' | 'files' | 'transcript';
  /** The field or tool that says so, as written. */
  name: string;
  /** `absent`: the field is left out, and the operator's default keeps. */
  kept: Evidence<boolean>;
  at: Place;
  /** What is kept, in words that follow the quoted name; left out: those of its kind. */
  words?: string;
  /** What to change, as a sentence; left out: what its kind needs. */
  edit?: string;
  /** The edit after which it is no longer kept; left out if the change belongs elsewhere. */
  repair?: Repair;
}
