import type { Agent, AgentReference } from '../model/index.js';

/** What an agent leads to: its handoffs, its subagents, or both. */
export type Next = (agent: Agent) => readonly AgentReference[];

/** Where the walk is in one agent. */
interface Visit {
  agent: Agent;
  entry: number;
  /** The earliest open agent that can be reached from here. */
  earliest: number;
  rest: Iterator<AgentReference>;
}

/**
 * Agents that lead to each other, as groups, each in the order given; an agent that no way leads back to is a group
 * of its own. A group comes after every group that it leads to. By Tarjan's algorithm, without recursion: a file may
 * hold thousands of agents.
 */
export function groupsOf(agents: readonly Agent[], next: Next): Agent[][] {
  const order = new Map(agents.map((agent, index) => [agent, index]));
  const byName = new Map(agents.map((agent) => [agent.name, agent]));
  const visits = new Map<Agent, Visit>();
  const entered: Agent[] = [];
  const open = new Set<Agent>();
  const groups: Agent[][] = [];
  const sorted = (group: Agent[]) => group.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  const enter = (agent: Agent): Visit => {
    const entry = visits.size;
    const visit = { agent, entry, earliest: entry, rest: next(agent)[Symbol.iterator]() };
    visits.set(agent, visit);
    entered.push(agent);
    open.add(agent);
    return visit;
  };
  for (const first of agents) {
    const path = visits.has(first) ? [] : [enter(first)];
    for (let visit = path.at(-1); visit; visit = path.at(-1)) {
      const step = visit.rest.next();
      const to = step.done ? undefined : byName.get(step.value.name);
      if (step.done) {
        path.pop();
        const before = path.at(-1);
        if (before) before.earliest = Math.min(before.earliest, visit.earliest);
        if (visit.earliest === visit.entry) groups.push(sorted(close(entered, open, visit.agent)));
      } else if (to) {
        const known = visits.get(to);
        if (!known) path.push(enter(to));
        else if (open.has(to)) visit.earliest = Math.min(visit.earliest, known.entry);
      }
    }
  }
  return groups;
}

/** The agents that were entered since `first`: a group, no longer open. */
function close(entered: Agent[], open: Set<Agent>, first: Agent): Agent[] {
  const group: Agent[] = [];
  for (let agent = entered.pop(); agent; agent = agent === first ? undefined : entered.pop()) {
    open.delete(agent);
    group.push(agent);
  }
  return group;
}
