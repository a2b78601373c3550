import type { Agent, AgentReference, AgentSystem } from '../../model/index.js';
import { groupsOf } from '../groups.js';
import { type Legs, legsIn } from './flow.js';

/** More heads than any real file has; each costs a walk over what it reaches. */
const MOST_HEADS = 100;

const next = ({ handoffs, delegatesTo }: Agent): AgentReference[] => [...handoffs, ...delegatesTo];

/** Whether all three legs are there and nobody is asked on at least one way out. */
export function isToxic({ privateData, untrusted, openWayOut }: Legs): boolean {
  return privateData && untrusted && openWayOut;
}

function union(all: readonly Legs[]): Legs {
  return {
    privateData: all.some(({ privateData }) => privateData),
    untrusted: all.some(({ untrusted }) => untrusted),
    openWayOut: all.some(({ openWayOut }) => openWayOut),
  };
}

/**
 * The agents that a toxic flow is reported for: each that holds one alone, else the first of the smallest set
 * of agents that reach each other and hold one together. Linear but for the walk from each head.
 */
export function toxicHeads({ agents }: AgentSystem): Agent[] {
  const heads = new Set<Agent>();
  const legsFrom = new Map<string, Legs>();
  for (const group of groupsOf(agents, next)) {
    const [first] = group;
    const own = group.map(legsIn);
    const led = group.flatMap((agent) => next(agent).flatMap(({ name }) => legsFrom.get(name) ?? []));
    const legs = union([...own, ...led]);
    for (const { name } of group) legsFrom.set(name, legs);
    const alone = group.filter((_, at) => own[at] !== undefined && isToxic(own[at]));
    for (const agent of alone) heads.add(agent);
    if (first && alone.length === 0 && isToxic(legs) && !led.some(isToxic)) heads.add(first);
  }
  return agents.filter((agent) => heads.has(agent)).slice(0, MOST_HEADS);
}
