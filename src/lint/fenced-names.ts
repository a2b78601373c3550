import { type AgentSystem, codeSpan } from '../model/index.js';

/** Names of a system with a backtick, the longest first; of nearly every system there are none. */
const known = new WeakMap<AgentSystem, readonly string[]>();

/**
 * A text of a rule in which the names of the system are code spans, whatever they hold. Rules write a name between two
 * backticks; a name with a backtick would end the span, and what follows in it would be markup.
 */
export function withFencedNames(system: AgentSystem, text: string): string {
  let names = known.get(system);
  if (!names) {
    names = namesWithBackticks(system);
    known.set(system, names);
  }
  return names.reduce((all, name) => all.replaceAll(`\`${name}\``, () => codeSpan(name)), text);
}

const NONE: readonly string[] = [];

function namesWithBackticks(system: AgentSystem): readonly string[] {
  const names = new Set<string>();
  const add = (name: string | undefined) => {
    if (name?.includes('`')) names.add(name);
  };
  add(system.file);
  for (const { name, tools, mcpServers, handoffs, delegatesTo, model } of system.agents) {
    add(name);
    add(model);
    for (const tool of tools) add(tool.name);
    for (const edge of handoffs) add(edge.name);
    for (const edge of delegatesTo) add(edge.name);
    for (const server of mcpServers) {
      add(server.name);
      add(server.address);
      for (const tool of server.tools) add(tool.name);
    }
  }
  return names.size === 0 ? NONE : [...names].sort((a, b) => b.length - a.length);
}
