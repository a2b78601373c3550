import type { TurnLimit } from '../../model/index.js';
import { type CodeSyntaxNode, loopsAround } from '../../program/index.js';
import { asksPerson } from '../frameworks/deciders/deciders.js';
import { loopLimit } from '../frameworks/loop-limits.js';

/**
 * The loop around calls of the model that nothing but the model ends. A loop in which a person writes each turn is none, and
 * a test of a number of turns, a time or an amount bounds it.
 */
export function loopLimits(of: string, requests: readonly CodeSyntaxNode[]): TurnLimit[] {
  for (const request of requests) {
    const [loop] = loopsAround(request);
    if (loop?.kind !== 'open' || loop.calls.some(asks)) continue;
    return [loopLimit(of, loop)];
  }
  return [];
}

/** Whether a call asks a person. */
function asks({ call }: CodeSyntaxNode): boolean {
  const { reached } = call?.target ?? {};
  return reached !== undefined && asksPerson({ module: reached.module, path: reached.dotted.split('.') });
}
