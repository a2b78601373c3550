import { type ApprovalMode, editRemedy } from '../../model/index.js';
import type { FoundAgent } from './framework.js';
import { exportOf } from './origins.js';
import { lost } from './places.js';

/** Adds what an agent may do without asking; lists it where its mode or its adapter is not known. */
export function addMode(found: FoundAgent): void {
  const mode = modeOf(found);
  const { agent, node, profile, unresolved } = found;
  if (mode === 'unknown') unresolved.push(lost(node, `what \`${agent.name}\` does without asking`));
  if (mode === 'unknown' || !mode) return;
  const { option = '', modules } = profile.agents.modes?.adapters ?? {};
  const adapter = node.call?.options?.get(option);
  const module = (adapter?.call ?? adapter)?.origin?.module ?? '';
  const canAsk = !modules || modules.includes(module);
  if (canAsk || mode.asks !== 'human') agent.mode = mode;
  if (!canAsk && mode.asks !== 'nobody')
    unresolved.push({
      what: `whether \`${agent.name}\` asks for approval`,
      why: 'not each adapter can ask, and this one is not known to',
      at: adapter?.written() ?? node.at(),
    });
}

/** What an agent may do without asking, by its mode: the one that it states, or that of its class. */
function modeOf({ node, profile }: FoundAgent): ApprovalMode | 'unknown' | undefined {
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
