import type { BoundedAmount, UsageFigures } from '../../model/cost.js';
import { type AgentSystem, isBound, isMet, type Runtime } from '../../model/index.js';
import { isOn } from '../delegation/subagents.js';

/** Low, typical and high of one quantity. `null`: not known. */
export interface Spread {
  low: number | null;
  typical: number | null;
  high: number | 'unbounded' | null;
}

/** A quantity that no setting limits, and the setting that would. */
export interface Unbounded {
  what: 'turns' | 'subagents';
  /** What limits it, as a sentence. */
  setting: string;
}

/** How often something happens in a session, with what is missing to limit or to know it. */
export interface BoundedSpread {
  spread: Spread;
  unbounded?: Unbounded;
  /** A sentence for a limit that only the usage file states: no setting enforces it. */
  promised?: string;
  /** A file states the limit. */
  isOfFiles?: true;
}

const SUBAGENT_SETTING = 'Set `multi_agent.max_concurrent_subagents`.';

/** What limits the turns of a session on each runtime. Source: spec, section 4; facts on frameworks. */
const TURN_SETTING: Record<Runtime, string> = {
  managed:
    'The session payload shows no field that limits turns: state `turns_per_session.high` in the usage file, and end the session there yourself.',
  framework: 'Set the turn limit that the framework has for a run.',
  responses:
    'Limit the turns in your own loop, and state the limit as `turns_per_session.high` in the usage file.',
};

/**
 * Turns of a session: the usage file states low and typical, a limit of the files the most that there can be. The limits of
 * the files apply on every runtime, also where the agents would have to be moved: otherwise costs could not be compared.
 */
export function turnsOf(
  runtime: Runtime,
  system: AgentSystem | undefined,
  usage: UsageFigures,
): BoundedSpread {
  const stated = figureOf(usage.turns_per_session);
  if (system?.turnLimits === undefined) return promised(stated, 'turns', TURN_SETTING[runtime]);
  const limits = system.turnLimits.map(({ limit }) => (isMet(limit) ? limit.value : null));
  const unbounded = system.turnLimits.find(({ limit }) => !isBound(limit));
  // Such a run calls its model once and ends.
  if (limits.length === 0 && system.defaultTurns === 1 && system.agents.length === 1)
    return { spread: within(stated, 1), isOfFiles: true };
  if (limits.length === 0 || unbounded) {
    const { turnOption } = system;
    const byOption = turnOption === undefined ? undefined : `Set \`${turnOption}\` of each run.`;
    const setting = unbounded?.words.edit ?? byOption ?? TURN_SETTING[system.runtime ?? runtime];
    return open(stated, { what: 'turns', setting });
  }
  return { spread: within(stated, Math.max(...limits.map((one) => one ?? 0))), isOfFiles: true };
}

/** Subagents that run at once beside their lead; a bound of the files applies on every runtime. */
export function subagentsOf(system: AgentSystem | undefined, usage: UsageFigures): BoundedSpread {
  const stated = figureOf(usage.concurrent_subagents);
  const { enabled, maxConcurrent: bound } = system?.delegation ?? {};
  const isMaybeOn = enabled !== undefined && (isOn(enabled) || enabled.state === 'undecidable');
  if (system === undefined) {
    // Planned agents: without a figure there are no subagents.
    if (usage.concurrent_subagents === undefined) return { spread: none() };
    return promised(stated, 'subagents', SUBAGENT_SETTING);
  }
  if (!isMaybeOn) return { spread: none() };
  const atLeast = { ...stated, low: stated.low ?? 0 };
  if (bound === undefined || !isMet(bound) || bound.value < 1)
    return open(atLeast, { what: 'subagents', setting: SUBAGENT_SETTING });
  return { spread: within(atLeast, bound.value), isOfFiles: true };
}

/** A figure of the usage file as low, typical and high. */
export function figureOf(figure: BoundedAmount | undefined): Spread & { high: number | null } {
  if (figure === undefined) return { low: null, typical: null, high: null };
  if (typeof figure === 'number') return { low: figure, typical: figure, high: figure };
  return { low: figure.low, typical: figure.typical, high: figure.high ?? null };
}

const none = (): Spread => ({ low: 0, typical: 0, high: 0 });

type Figure = Spread & { high: number | null };

/** At most the limit that the files state. */
function within({ low, typical, high }: Figure, limit: number): Spread {
  const atMost = (value: number | null) => (value === null ? null : Math.min(value, limit));
  return { low: atMost(low), typical: atMost(typical), high: Math.min(high ?? limit, limit) };
}

function open({ low, typical }: Figure, unbounded: Unbounded): BoundedSpread {
  return { spread: { low, typical, high: 'unbounded' }, unbounded };
}

/** No file limits it: the usage file may promise a limit. */
function promised(figure: Figure, what: Unbounded['what'], setting: string): BoundedSpread {
  if (figure.high === null) return open(figure, { what, setting });
  return {
    spread: figure,
    promised: `No file limits the ${what} of a session: the usage file does. ${setting}`,
  };
}
