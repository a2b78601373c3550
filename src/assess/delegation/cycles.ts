import {
  type Agent,
  type AgentReference,
  type AgentSystem,
  isMet,
  type TurnLimit,
} from '../../model/index.js';
import { groupsOf } from '../groups.js';

/** A cycle of handoffs, or of agents that call each other as tools. */
export interface Cycle {
  /** Names from the first agent round to itself: `triage, billing, triage`. */
  names: string[];
  /** The agent that closes the cycle, and its handoff or call. */
  closer: Agent;
  closing: AgentReference;
  /** All handoffs or calls of it. */
  steps: AgentReference[];
}

interface Step {
  from: Agent;
  by: AgentReference;
}

/**
 * One cycle for each group of agents that hand off to each other, or call each other as tools; the shortest through its
 * first agent.
 */
export function cyclesOf({ agents }: AgentSystem, by: 'handoffs' | 'delegatesTo' = 'handoffs'): Cycle[] {
  if (agents.every((agent) => agent[by].length === 0)) return [];
  const groups = new Map(groupsOf(agents, (agent) => agent[by]).map((group) => [group[0], group]));
  return agents.flatMap((first) => cycleThrough(groups.get(first) ?? [], by) ?? []);
}

/** Whether a file removes the turn limit of a run. */
export function isRemoved({ limit }: TurnLimit): boolean {
  return isMet(limit) && limit.value === null;
}

/** The cycles that a run can reach from its agent over handoffs: without a turn limit nothing ends them. */
export function cyclesReached(system: AgentSystem, { of }: TurnLimit): Cycle[] {
  const cycles = cyclesOf(system);
  if (cycles.length === 0) return [];
  const byName = new Map(system.agents.map((agent) => [agent.name, agent]));
  const first = byName.get(of);
  // Which agent is run may not be known: then it may be any of the system.
  if (!first) return cycles;
  const reached = new Set([first]);
  for (const agent of reached) {
    for (const { name } of agent.handoffs) {
      const next = byName.get(name);
      if (next) reached.add(next);
    }
  }
  return cycles.filter(({ closer }) => reached.has(closer));
}

/** The names of a cycle in words; of a very long one the ends. */
export function cycleWords({ names }: Cycle): string {
  const ends = names.length > MOST_NAMES ? [...names.slice(0, 5), '...', ...names.slice(-3)] : names;
  return ends.join(' -> ');
}

const MOST_NAMES = 12;

/** The shortest path from the first agent of a group back to itself; undefined where none leads back. */
function cycleThrough(group: readonly Agent[], through: 'handoffs' | 'delegatesTo'): Cycle | undefined {
  const [first] = group;
  const byName = new Map(group.map((agent) => [agent.name, agent]));
  const steps = new Map<Agent, Step>();
  const open = group.slice(0, 1);
  for (const from of open) {
    for (const by of from[through]) {
      const next = byName.get(by.name);
      if (!next || steps.has(next)) continue;
      steps.set(next, { from, by });
      if (next !== first) open.push(next);
    }
  }
  const last = first && steps.get(first);
  if (!last) return undefined;
  const names = [first.name];
  const bys: AgentReference[] = [];
  for (
    let step: Step | undefined = last;
    step;
    step = step.from === first ? undefined : steps.get(step.from)
  ) {
    names.push(step.from.name);
    bys.push(step.by);
  }
  return { names: names.reverse(), closer: last.from, closing: last.by, steps: bys.reverse() };
}
