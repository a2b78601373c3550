import type { Program } from '../ir/ir.js';
import type { Language } from '../language.js';

/** A file of code as evaluation needs it. */
export interface SourceFile {
  /** Path relative to the root, with `/`. */
  readonly file: string;
  readonly text: string;
  readonly language: Language;
  /** What it says; undefined where it is not read. Lowered when first asked for. */
  program(): Program | undefined;
}
