import type { CellLine } from '../model/place.js';

/** Why something is not known: a kind, with what is known about it. `reasonText` puts it in words. */
export type Reason = PlainReason | DetailedReason;

export type PlainReason =
  // An expression that is not read, or that only the run of the program computes.
  | 'computed'
  | 'unreadable'
  | 'bytes'
  | 'number'
  | 'counted'
  | 'computed-text'
  | 'computed-template'
  | 'put-together'
  | 'comprehension'
  | 'property'
  | 'of-object'
  | 'caught'
  | 'rest-of-pattern'
  | 'of-itself'
  | 'unset'
  | 'default'
  // Where paths come together.
  | 'chosen'
  | 'several'
  | 'conditional'
  | 'in-loop'
  | 'around-loop'
  | 'may-run'
  // What changes.
  | 'changed'
  | 'changed-list'
  | 'computed-member'
  | 'computed-key'
  // What a value is, where it is no data.
  | 'function'
  | 'class'
  | 'module'
  // Limits.
  | 'too-deep'
  | 'too-deep-data'
  | 'too-costly'
  | 'too-many-items'
  | 'too-many-made'
  | 'too-many-values'
  | 'too-many-parts'
  | 'too-many-operands'
  | 'too-many-links'
  | 'too-long'
  // What of a file is not read, or not evaluated.
  | 'large-file'
  | 'costly-parse'
  | 'file-steps'
  | 'file-calls'
  | 'file-classes'
  | 'file-contexts'
  | 'file-imports'
  | 'file-loops'
  | 'root-steps';

export type DetailedReason =
  /** `callee`: what is called, where it has a name. */
  | { readonly kind: 'result'; readonly callee: string | undefined }
  /** `of`: the function or class, where it has a name. */
  | { readonly kind: 'member'; readonly of: string | undefined }
  | { readonly kind: 'no-member'; readonly name: string }
  | { readonly kind: 'no-export'; readonly name: string; readonly file: string }
  | { readonly kind: 'item'; readonly index: string }
  | { readonly kind: 'undeclared'; readonly name: string }
  | { readonly kind: 'star'; readonly module: string }
  | { readonly kind: 'import'; readonly module: string; readonly fault: ImportFault }
  | { readonly kind: 'type'; readonly module: string }
  /** `of`: the name of the function, where it has one. */
  | { readonly kind: 'parameter'; readonly of: string | undefined }
  /** `source`: what is spread, as it is written. */
  | { readonly kind: 'spread'; readonly source: string; readonly of: Reason }
  | { readonly kind: 'replaced'; readonly by: Reason }
  | { readonly kind: 'bundle'; readonly longestLine: number }
  /** A notebook whose kernel is not Python. */
  | { readonly kind: 'kernel'; readonly language: string }
  /** A cell of a notebook that does not parse. */
  | ({ readonly kind: 'cell' } & Readonly<CellLine>);

/** What is wrong with an import whose name has no value. */
export type ImportFault =
  | 'no-export'
  | 'outside'
  | 'no-program'
  | 'not-found'
  | 'too-large'
  | 'link-outside'
  | 'link-nowhere';

/** A text that is the same for equal reasons, and only for those. */
export function reasonKey(reason: Reason): string {
  return typeof reason === 'string' ? reason : JSON.stringify(reason);
}

export const isSameReason = (a: Reason, b: Reason): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && reasonKey(a) === reasonKey(b));
