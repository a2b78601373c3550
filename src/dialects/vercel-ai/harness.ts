import { type ApprovalMode, editRemedy } from '../../model/index.js';
import type { FoundAgent } from '../frameworks/framework.js';
import { exportOf } from '../frameworks/origins.js';
import { lost } from '../frameworks/places.js';
import vendor from './vendor.json' with { type: 'json' };

/** Agents that run a coding agent, with what it does unasked by one of their options. */
interface Harness {
  readonly constructors: readonly string[];
  readonly option: string;
  /** The mode of an agent that states none. */
  readonly byDefault: string;
  /** The mode that asks a person. */
  readonly asking: string;
  /** Whom each mode asks. */
  readonly asks: Readonly<Record<string, string>>;
  /** The option with the coding agent, and the modules of those that can ask. */
  readonly adapters: { readonly option: string; readonly modules: readonly string[] };
}

const facts: Harness = vendor.harness;

/** Adds what an agent may do without asking; lists it where its mode or its adapter is not known. */
export function addMode(found: FoundAgent): void {
  const mode = modeOf(found);
  const { agent, node, unresolved } = found;
  if (mode === 'unknown') unresolved.push(lost(node, `what \`${agent.name}\` does without asking`));
  if (mode === 'unknown' || !mode) return;
  const { option, modules } = facts.adapters;
  const adapter = node.call?.options?.get(option);
  const module = (adapter?.call ?? adapter)?.origin?.module ?? '';
  const canAsk = modules.includes(module);
  if (canAsk || mode.asks !== 'human') agent.mode = mode;
  if (!canAsk && mode.asks !== 'nobody')
    unresolved.push({
      what: `whether \`${agent.name}\` asks for approval`,
      why: 'not each adapter can ask, and this one is not known to',
      at: adapter?.written() ?? node.at(),
    });
}

/** What an agent may do without asking, by its mode: the one that it states, or that of its class. */
function modeOf({ node, framework }: FoundAgent): ApprovalMode | 'unknown' | undefined {
  const { constructors, option, byDefault, asking } = facts;
  const options = node.call?.options;
  if (!options || !constructors.includes(exportOf(node, framework) ?? '')) return undefined;
  const given = options.get(option);
  const stated = given === undefined ? byDefault : given.scalar;
  const asks = typeof stated === 'string' ? facts.asks[stated] : undefined;
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
