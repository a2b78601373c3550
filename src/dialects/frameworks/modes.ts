import { type ApprovalMode, editRemedy } from '../../model/index.js';
import type { FoundAgent } from './framework.js';
import { exportOf } from './origins.js';

/** What an agent may do without asking, by its mode: the one that it states, or that of its class. */
export function modeOf({ node, profile }: FoundAgent): ApprovalMode | 'unknown' | undefined {
  const { modes } = profile.agents;
  const options = node.call?.options;
  if (!modes || !options || !modes.constructors.includes(exportOf(node, profile.framework) ?? ''))
    return undefined;
  const { option, byDefault, asking } = modes;
  const given = options.get(option);
  const stated = given === undefined ? byDefault : given.scalar;
  const asks = typeof stated === 'string' ? modes.asks[stated] : undefined;
  if (asks === undefined) return 'unknown';
  const written = `${option}: ${stated}`;
  return {
    stated: given === undefined ? `${written}, the default` : written,
    at: given?.written() ?? node.at(),
    asks: asks as ApprovalMode['asks'],
    remedy: editRemedy(
      `Set \`${option}: '${asking}'\``,
      () => (given ? given.edit()?.replace(asking) : node.edit()?.set(option, asking)),
      'what goes beyond it is then asked for, where the adapter can ask',
    ),
  };
}
