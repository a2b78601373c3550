import type { Statement, TextPiece } from '../ir/ir.js';
import { lowerProgram } from '../lower/index.js';
import { type GrammarName, isLoaded } from '../tree/grammars.js';
import { textValue } from '../tree/spelling.js';
import { parseTree } from '../tree/tree.js';

export type { Call, Expression as Code, FunctionDefinition, Statement, Target } from '../ir/ir.js';
export { bare, blocksOf, expressionsIn, expressionsOf, within } from '../ir/walk.js';

/** A program that is written in a file of another format, or that another file starts. */
export interface InlineScript {
  statements: readonly Statement[];
  /** The value of a literal. */
  textOf(pieces: readonly TextPiece[]): string;
}

/** Reads a program; undefined where it does not parse, or no grammar is loaded for it. */
export function readInlineScript(code: string, grammar: GrammarName = 'tsx'): InlineScript | undefined {
  const tree = isLoaded(grammar) ? parseTree(grammar, code) : undefined;
  if (!tree || tree.brokenAt !== undefined) return undefined;
  const textOf = (pieces: readonly TextPiece[]): string => textValue(code, pieces);
  return { statements: lowerProgram(tree).body, textOf };
}
