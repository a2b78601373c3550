import type { Agent, AgentSystem, Instructions, Unmet } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from './tool.js';

/** What a settings file says of a control that it has no place for. */
function noPlace(why: string): Unmet {
  return { state: 'inexpressible', why };
}

/** An agent about which a file says nothing yet. `node` is where a lack of it would stand. */
export function bareAgent(name: string, node: SyntaxNode, why: string): Agent {
  const at = node.at('key');
  return {
    name,
    at,
    nameAt: at,
    tools: [],
    mcpServers: [],
    handoffs: [],
    delegatesTo: [],
    guardrails: { input: noPlace(why), output: noPlace(why) },
  };
}

/** An agent of a format: its name, its model, its instructions. */
export function formatAgent(
  name: string,
  node: SyntaxNode,
  keys: { model?: SyntaxNode | undefined; instructions?: SyntaxNode | undefined },
  why: string,
): Agent {
  const agent = bareAgent(name, node, why);
  const nameNode = node.get('name');
  if (nameNode && stringOf(nameNode) === name) agent.nameAt = nameNode.at();
  const model = stringOf(keys.model);
  if (model !== undefined) agent.model = model;
  const instructions = readInstructions(keys.instructions);
  if (instructions) agent.instructions = instructions;
  return agent;
}

/** Reads `instructions`; undefined where they are no literal text. */
export function readInstructions(node: SyntaxNode | undefined): Instructions | undefined {
  const text = stringOf(node);
  if (node === undefined || text === undefined) return undefined;
  return { text, at: node.at(), within: (start, end) => node.within(start, end) };
}

/** A system that is made of the settings of a coding agent or another client: nothing that it says is about a runtime. */
export function settingsSystem(
  root: SyntaxNode,
  stated: Pick<AgentSystem, 'dialect' | 'surface' | 'agents'>,
  why: string,
): AgentSystem {
  const at = root.at();
  return {
    file: root.document.file,
    ...stated,
    runtimeAt: at,
    at,
    tracing: noPlace(why),
    residency: noPlace(why),
    retention: noPlace(why),
    claims: [],
    configIssues: [],
    unresolved: [],
  };
}

/** The tools that an agent may use narrow its servers: only what its own list names of one is offered. */
export function narrowByTools(agent: Agent): void {
  if (agent.allTools) return;
  agent.mcpServers = agent.mcpServers.map((server) => {
    const { name, allowedTools } = server;
    const whole = [`mcp__${name}`, `mcp__${name}__*`, `${name}/*`, `@${name}`, `@${name}/*`];
    const isOpen = allowedTools.state !== 'shown' || allowedTools.value.includes('*');
    const named = agent.tools.filter((tool) => tool.kind === 'mcp' && tool.server === name);
    const [first] = named;
    if (!isOpen || !first || agent.tools.some((tool) => whole.includes(tool.name))) return server;
    const value = named.map((tool) => tool.name);
    return { ...server, allowedTools: { state: 'shown', value, at: first.at } };
  });
}
