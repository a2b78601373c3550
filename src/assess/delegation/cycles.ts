import type { Agent, AgentReference, AgentSystem } from '../../model/index.js';
import { groupsOf } from '../groups.js';

/** A cycle of handoffs. */
export interface Cycle {
  /** Names from the first agent round to itself: `triage, billing, triage`. */
  names: string[];
  /** The agent that closes the cycle, and its handoff. */
  closer: Agent;
  closing: AgentReference;
}

interface Step {
  from: Agent;
  by: AgentReference;
}

/** One cycle for each group of agents that hand off to each other; the shortest through its first agent. */
export function cyclesOf({ agents }: AgentSystem): Cycle[] {
  if (agents.every(({ handoffs }) => handoffs.length === 0)) return [];
  const groups = new Map(groupsOf(agents, ({ handoffs }) => handoffs).map((group) => [group[0], group]));
  return agents.flatMap((first) => cycleThrough(groups.get(first) ?? []) ?? []);
}

/** The shortest way from the first agent of a group back to itself; undefined where no handoff leads back. */
function cycleThrough(group: readonly Agent[]): Cycle | undefined {
  const [first] = group;
  const byName = new Map(group.map((agent) => [agent.name, agent]));
  const steps = new Map<Agent, Step>();
  const open = group.slice(0, 1);
  for (const from of open) {
    for (const by of from.handoffs) {
      const next = byName.get(by.name);
      if (!next || steps.has(next)) continue;
      steps.set(next, { from, by });
      if (next !== first) open.push(next);
    }
  }
  const last = first && steps.get(first);
  if (!last) return undefined;
  const names = [first.name];
  for (
    let step: Step | undefined = last;
    step;
    step = step.from === first ? undefined : steps.get(step.from)
  ) {
    names.push(step.from.name);
  }
  return { names: names.reverse(), closer: last.from, closing: last.by };
}
