import type { Place } from '../../model/place.js';
import type { Program } from '../ir/ir.js';
import type { Language } from '../language.js';

/** The value of an environment variable, and where a file sets it. */
export interface EnvironmentVariable {
  readonly value: string;
  readonly at: Place;
}

/** What the files of a project set an environment variable to, for a file in it. */
export type VariableFor = (file: string, name: string) => EnvironmentVariable | undefined;

/** A file of code as evaluation needs it. */
export interface SourceFile {
  /** Path relative to the root, with `/`. */
  readonly file: string;
  readonly text: string;
  readonly language: Language;
  /** What the project's files set an environment variable to, where this file runs; undefined where none sets it. */
  variable(name: string): EnvironmentVariable | undefined;
  /** What it says; undefined where it is not read. Lowered when first asked for. */
  program(): Program | undefined;
}
