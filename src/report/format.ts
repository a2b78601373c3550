import type { LintResult } from '../lint/result.js';

/** What a format may know beside the result. */
export interface RenderOptions {
  color: boolean;
  /** Text of a file, for the code frames; none is drawn where it is undefined. */
  source(file: string): string | undefined;
  /** Of the findings the errors alone, with the counts of all; for people also no decision and nothing on what was not assessed. */
  quiet?: boolean;
  /** Columns to write in; 100 where it is not stated. */
  width?: number;
}

/** A format: result in, text out. It never changes the outcome. */
export type Render = (result: LintResult, options: RenderOptions) => string;
