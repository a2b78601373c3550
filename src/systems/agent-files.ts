import type { Agent, AgentReference, AgentSystem, Tool } from '../model/index.js';
import { gravest, placeSpan, toolsOf } from '../model/index.js';
import type { ProjectFile } from './project-file.js';

/** Most files that are read beside those of the run, and most agents of one system. */
const MOST = 100;

/** A file that defines one agent, with the files that its references lead to. */
interface Part {
  file: ProjectFile;
  system: AgentSystem;
  agent: Agent;
  next: Map<AgentReference, Part>;
}

/** How files that others name are found. */
interface OtherFiles {
  open(path: string): ProjectFile | undefined;
  noteRequest(path: string, askedBy: string): void;
}

/**
 * Joins agents that are in a file each and name one another by path. A file that another one
 * names is part of its system and has none of its own; in a cycle the first file is the entry.
 */
export function joinAgentFiles(files: readonly ProjectFile[], others: OtherFiles): void {
  const parts = files.flatMap((file) => partOf(file) ?? []);
  const all = resolved(parts, others);
  const entries = entriesOf(parts);
  for (const part of all) {
    for (const [reference, { agent }] of part.next) nameTarget(part.agent, reference, agent);
  }
  for (const part of all) settleCalls(part);
  const wholes = entries.map((part) => together(reachedFrom(part)));
  for (const part of parts) part.file.systems = [];
  for (const [index, part] of entries.entries())
    part.file.systems = [Object.assign(part.system, wholes[index])];
}

function partOf(file: ProjectFile): Part | undefined {
  const [system, other] = file.systems;
  const [agent] = system?.agents ?? [];
  return system && agent && !other ? { file, system, agent, next: new Map() } : undefined;
}

/** The parts and the parts that they refer to, with references resolved. */
function resolved(parts: readonly Part[], { open, noteRequest }: OtherFiles): Part[] {
  const byPath = new Map<string, Part | undefined>(parts.map((part) => [part.file.path, part]));
  const all = [...parts];
  const find = (path: string, askedBy: string): Part | undefined => {
    noteRequest(path, askedBy);
    if (!byPath.has(path) && all.length < parts.length + MOST) {
      const file = open(path);
      const part = file && partOf(file);
      byPath.set(path, part);
      if (part) all.push(part);
    }
    return byPath.get(path);
  };
  for (const part of all) {
    for (const reference of part.agent.delegatesTo) {
      if (reference.file === undefined) continue;
      const path = pathBelow(part.file.path, reference.file);
      const target = path === undefined ? undefined : find(path, part.file.path);
      if (target) part.next.set(reference, target);
      else
        part.system.unresolved.push({
          what: `the agent of ${placeSpan(reference.file)}`,
          why: path === undefined ? 'it is outside the folder of this file' : 'no such agent was read',
          at: reference.at,
        });
    }
  }
  return all;
}

/** Files that no other one names, and the first of each remaining cycle. */
function entriesOf(parts: readonly Part[]): Part[] {
  const named = new Set(parts.flatMap((part) => [...part.next.values()].filter((one) => one !== part)));
  const entries = parts.filter((part) => !named.has(part));
  const covered = new Set(entries);
  const cover = (): void => {
    for (const part of covered) for (const next of part.next.values()) covered.add(next);
  };
  cover();
  for (const part of parts) {
    if (covered.has(part)) continue;
    entries.push(part);
    covered.add(part);
    cover();
  }
  return entries;
}

function reachedFrom(first: Part): Part[] {
  const seen = new Set([first]);
  for (const part of seen) {
    for (const next of part.next.values()) {
      if (seen.size >= MOST) return [...seen];
      seen.add(next);
    }
  }
  return [...seen];
}

function nameTarget(agent: Agent, reference: AgentReference, target: Agent): void {
  const { name } = target;
  agent.tools = agent.tools.map((tool) =>
    tool.kind === 'agent' && tool.name === reference.name ? { ...tool, name } : tool,
  );
  reference.name = name;
}

/** An agent that is called like a tool has the effects of its own tools, never of its name (design, section 1). */
function settleCalls({ agent, next }: Part): void {
  for (const target of next.values()) {
    const isCalled = ({ kind, name }: Tool) => kind === 'agent' && name === target.agent.name;
    if (!agent.tools.some(isCalled)) continue;
    const reached = reachedFrom(target);
    const own = reached.flatMap((one) => toolsOf(one.agent)).filter(({ kind }) => kind !== 'agent');
    const isOpen = reached.some((one) => one.next.size < one.agent.delegatesTo.length);
    const effects = own.map((tool) => tool.effect.effect);
    const gravestEffect = gravest(isOpen ? [...effects, 'unknown'] : effects);
    const effect = { effect: gravestEffect, confidence: 'high', because: { from: 'agent-tools' } } as const;
    agent.tools = agent.tools.map((tool) => (isCalled(tool) ? { ...tool, effect } : tool));
  }
}

/** The content of one system of these parts. */
function together(parts: readonly Part[]): Pick<AgentSystem, 'agents' | 'unresolved' | 'turnLimits'> {
  const systems = parts.map(({ system }) => system);
  const turnLimits = systems.flatMap((system) => system.turnLimits ?? []);
  const whole = {
    agents: parts.map(({ agent }) => agent),
    unresolved: systems.flatMap(({ unresolved }) => unresolved),
  };
  return turnLimits.length > 0 ? { ...whole, turnLimits } : whole;
}

/** A path from the folder of a file; undefined if it leaves it: no such file is read. */
function pathBelow(file: string, path: string): string | undefined {
  if (path.length > 1_000 || /^(?:\/|\\|[A-Za-z]:)/.test(path)) return undefined;
  const steps: string[] = [];
  for (const step of path.split(/[\\/]/)) {
    if (step === '..' && steps.pop() === undefined) return undefined;
    if (step !== '' && step !== '.' && step !== '..') steps.push(step);
  }
  const slash = file.lastIndexOf('/');
  return [...(slash < 0 ? [] : [file.slice(0, slash)]), ...steps].join('/');
}
