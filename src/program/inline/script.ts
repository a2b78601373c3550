import type { Expression, Statement, TextPiece } from '../ir/ir.js';
import { expressionsIn, expressionsOf, within } from '../ir/walk.js';
import { lowerProgram } from '../lower/index.js';
import { isLoaded } from '../tree/grammars.js';
import { textValue } from '../tree/spelling.js';
import { parseTree } from '../tree/tree.js';

export type { Call, Expression as Code, FunctionDefinition, Statement, Target } from '../ir/ir.js';

/** A script of JavaScript that is written in a file of another format. */
export interface InlineScript {
  statements: readonly Statement[];
  /** The value of a literal. */
  textOf(pieces: readonly TextPiece[]): string;
  /** The expressions right inside a statement or an expression. */
  expressionsIn(one: Statement): readonly Expression[];
  expressionsOf(one: Expression): readonly Expression[];
  /** An expression and all below it. */
  within(one: Expression): Iterable<Expression>;
}

/** Reads a script; undefined where it does not parse, or no grammar is loaded for it. */
export function readInlineScript(code: string): InlineScript | undefined {
  const tree = isLoaded('tsx') ? parseTree('tsx', code) : undefined;
  if (!tree || tree.brokenAt !== undefined) return undefined;
  const textOf = (pieces: readonly TextPiece[]): string => textValue(code, pieces);
  return { statements: lowerProgram(tree).body, textOf, expressionsIn, expressionsOf, within };
}
