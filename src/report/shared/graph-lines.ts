import { type AgentSystem, type Evidence, entryAgent, isMet } from '../../model/index.js';
import { displayText } from '../../model/secrets.js';
import { visible } from './text.js';

/** Handoffs (arrows) and delegation (dotted arrows) of each system as a Mermaid flowchart, one subgraph a system. */
export function graphLines(systems: readonly AgentSystem[]): string[] {
  return ['flowchart LR', ...systems.flatMap(systemGraph)];
}

function systemGraph(system: AgentSystem, index: number): string[] {
  const ids = new Map<string, string>();
  const nodes: string[] = [];
  const edges: string[] = [];
  const idOf = (name: string, isKnown: boolean) => {
    const known = ids.get(name);
    if (known !== undefined) return known;
    const id = `s${index}n${ids.size}`;
    ids.set(name, id);
    nodes.push(isKnown ? `${id}[${label(name)}]` : `${id}([${label(`${name}: not found`)}])`);
    return id;
  };
  for (const agent of system.agents) idOf(agent.name, true);
  for (const agent of system.agents) {
    const from = idOf(agent.name, true);
    for (const next of agent.handoffs) edges.push(`${from} -->|hands off| ${idOf(next.name, false)}`);
    for (const next of agent.delegatesTo) edges.push(`${from} -.->|delegates| ${idOf(next.name, false)}`);
  }
  const lead = entryAgent(system);
  if (lead && stated(system.delegation?.enabled) === true) {
    const bound = stated(system.delegation?.maxConcurrent);
    const words = bound === undefined ? 'subagents, no bound stated' : `subagents, at most ${bound} at once`;
    const id = `s${index}subagents`;
    nodes.push(`${id}[[${label(words)}]]`);
    edges.push(`${idOf(lead.name, true)} -.->|delegates| ${id}`);
  }
  const { start } = system.at.range();
  const title = system.agents.length > 0 && start.line > 1 ? `${system.file}:${start.line}` : system.file;
  return [
    `  subgraph s${index}[${label(title)}]`,
    ...[...nodes, ...edges].map((line) => `    ${line}`),
    '  end',
  ];
}

function stated<T>(evidence: Evidence<T> | undefined): T | undefined {
  return evidence && isMet(evidence) ? evidence.value : undefined;
}

/** A quoted label: what Mermaid would read as markup becomes its character codes. */
function label(text: string): string {
  return `"${visible(displayText(text)).replace(/["#&<>`\\;]/g, (found) => `#${found.charCodeAt(0)};`)}"`;
}
