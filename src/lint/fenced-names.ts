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

function namesWithBackticks(system: AgentSystem): string[] {
  const names = new Set<string>([system.file]);
  for (const { name, tools, mcpServers, handoffs, delegatesTo, model } of system.agents) {
    for (const one of [name, model]) if (one !== undefined) names.add(one);
    for (const tool of tools) names.add(tool.name);
    for (const edge of [...handoffs, ...delegatesTo]) names.add(edge.name);
    for (const server of mcpServers) {
      names.add(server.name);
      names.add(server.address);
      for (const tool of server.tools) names.add(tool.name);
    }
  }
  return [...names].filter((name) => name.includes('`')).sort((a, b) => b.length - a.length);
}
