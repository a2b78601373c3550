import type { Agent, AgentReference, AgentSystem } from '../../model/index.js';
import { groupsOf } from '../groups.js';
import { type FlowParts, flowPartsOf } from './flow.js';

/** More roots than any real file has; each costs a walk over what it reaches. */
const MOST_ROOTS = 100;

const next = ({ handoffs, delegatesTo }: Agent): AgentReference[] => [...handoffs, ...delegatesTo];

/** Whether both sources are there, and a sink without approval. */
export function isToxic({ privateSource, untrustedSource, openSink }: FlowParts): boolean {
  return privateSource && untrustedSource && openSink;
}

function union(all: readonly FlowParts[]): FlowParts {
  return {
    privateSource: all.some(({ privateSource }) => privateSource),
    untrustedSource: all.some(({ untrustedSource }) => untrustedSource),
    openSink: all.some(({ openSink }) => openSink),
  };
}

/**
 * The agents that a toxic flow is reported for: each that has one alone, else the first of the smallest set
 * of agents that reach each other and have one together. Linear but for the walk from each root.
 */
export function flowRoots({ agents }: AgentSystem): Agent[] {
  const roots = new Set<Agent>();
  const partsFrom = new Map<string, FlowParts>();
  for (const group of groupsOf(agents, next)) {
    const [first] = group;
    const own = group.map(flowPartsOf);
    const reached = group.flatMap((agent) => next(agent).flatMap(({ name }) => partsFrom.get(name) ?? []));
    const parts = union([...own, ...reached]);
    for (const { name } of group) partsFrom.set(name, parts);
    const alone = group.filter((_, at) => own[at] !== undefined && isToxic(own[at]));
    for (const agent of alone) roots.add(agent);
    if (first && alone.length === 0 && isToxic(parts) && !reached.some(isToxic)) roots.add(first);
  }
  return agents.filter((agent) => roots.has(agent)).slice(0, MOST_ROOTS);
}
