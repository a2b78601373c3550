import type { Agent, AgentReference, AgentSystem } from '../../src/model/index.js';

/** A circle of handoffs. */
export interface Circle {
  /** Names from the first agent round to itself: `triage, billing, triage`. */
  names: string[];
  /** The agent that closes the circle, and its handoff. */
  closer: Agent;
  closing: AgentReference;
}

interface Step {
  from: Agent;
  by: AgentReference;
}

/** One circle for each group of agents that hand off to each other; the shortest through its first agent. */
export function circlesOf({ agents }: AgentSystem): Circle[] {
  const byName = new Map(agents.map((agent) => [agent.name, agent]));
  const reach = new Map(agents.map((agent) => [agent, stepsFrom(agent, byName)]));
  const told = new Set<Agent>();
  return agents.flatMap((first) => {
    const steps = reach.get(first);
    if (told.has(first) || !steps?.has(first)) return [];
    for (const [other] of steps) if (reach.get(other)?.has(first)) told.add(other);
    return circleThrough(first, steps);
  });
}

/** How each agent is first reached from `start`, itself included where a circle leads back to it. */
function stepsFrom(start: Agent, byName: ReadonlyMap<string, Agent>): Map<Agent, Step> {
  const steps = new Map<Agent, Step>();
  const open = [start];
  for (const from of open) {
    for (const by of from.handoffs) {
      const next = byName.get(by.name);
      if (!next || steps.has(next)) continue;
      steps.set(next, { from, by });
      if (next !== start) open.push(next);
    }
  }
  return steps;
}

function circleThrough(first: Agent, steps: ReadonlyMap<Agent, Step>): Circle[] {
  const last = steps.get(first);
  if (!last) return [];
  const names = [first.name];
  for (
    let step: Step | undefined = last;
    step;
    step = step.from === first ? undefined : steps.get(step.from)
  ) {
    names.unshift(step.from.name);
  }
  return [{ names, closer: last.from, closing: last.by }];
}
