import { isMilder, type Tool } from '../../model/index.js';
import { effectPhrase } from './effect-phrases.js';
import data from './effect-phrases.json' with { type: 'json' };

const PAYMENTS: ReadonlySet<string> = new Set(Object.keys(data.payments));

/**
 * Whether an MCP server has to mark a tool as destructive: it deletes, pays or executes. What only adds to the world, such as
 * a message, is none of them.
 */
export const needsDestructiveHint = (tool: Tool): boolean =>
  tool.openEnded ||
  tool.effect.effect === 'destructive' ||
  (tool.effect.effect === 'outward' && PAYMENTS.has(effectPhrase(tool)));

/** The annotation of a tool that is milder than what its body does; undefined where none is. */
export function milderHint(tool: Tool): string | undefined {
  const { hints, effect } = tool;
  if (effect.because.from !== 'body') return undefined;
  if (hints?.readOnly === true && isMilder('read', effect.effect)) return 'readOnlyHint: true';
  return hints?.destructive === false && needsDestructiveHint(tool) ? 'destructiveHint: false' : undefined;
}
