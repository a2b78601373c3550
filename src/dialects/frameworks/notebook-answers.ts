import type { Place } from '../../model/index.js';
import { type CodeSyntaxNode, loopsAround } from '../../program/index.js';

/**
 * Why a person may give an answer that a cell of a notebook states: who reads the request of a run in a cell before decides
 * whether to run this one. Undefined where nobody does: in the cell of that run, in a loop, outside of notebooks.
 */
export function answeredByReader(
  at: Place,
  call: CodeSyntaxNode | undefined,
  runs: readonly CodeSyntaxNode[],
): string | undefined {
  const { cell } = at.range();
  if (!cell || !call || call.call?.functionStart !== undefined || loopsAround(call).length > 0)
    return undefined;
  const cells = runs.map((run) => run.at().range().cell);
  const isHere = cells.some((one) => one?.number === cell.number && one.line < cell.line);
  const isBefore = cells.some((one) => one && one.number < cell.number);
  return isBefore && !isHere ? `who runs cell ${cell.number} may have read the request` : undefined;
}
