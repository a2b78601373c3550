import type { Agent, AgentSystem, Unresolved } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { bareAgent, narrowByTools, readInstructions, settingsSystem } from '../agents/agent.js';
import { markdownAgent } from '../agents/markdown-agent.js';
import { stringOf } from '../agents/tool.js';
import { hookCommands } from '../commands/automatic-commands.js';
import type { ReadContext } from '../dialect.js';
import { inputDefaults } from '../servers/server-values.js';
import { clientOf } from './client.js';
import { readLists } from './lists.js';
import { readMode } from './modes.js';
import type { ClientProfile } from './profile.js';
import { serversIn } from './servers.js';
import { nodeAt } from './settings.js';

/** Reads a document of a coding-agent client as its profile says. */
export function readClient(
  root: SyntaxNode,
  profile: ClientProfile,
  { readBeside }: Pick<ReadContext, 'readBeside'>,
): AgentSystem {
  const { dialect, noPlace, servers, modes = [], lists = [], hooks } = profile;
  const client = clientOf(root, profile);
  const agent = agentOf(root, profile);
  agent.mcpServers = serversIn(root, servers, client.format);
  const mode = readMode(root, modes, client.containedBy);
  if (mode) agent.mode = mode;
  const unresolved: Unresolved[] = [];
  readLists({ root, client, agent, unresolved, allowed: new Set() });
  if (lists.some(({ says }) => says === 'offer')) narrowByTools(agent);
  const system = settingsSystem(root, { dialect, surface: 'developer', agents: [agent] }, noPlace);
  system.unresolved = unresolved;
  if (hooks) system.commands = hookCommands(nodeAt(root, hooks), readBeside);
  if (servers.inputs) system.values = inputDefaults(nodeAt(root, servers.inputs));
  return system;
}

function agentOf(root: SyntaxNode, { agent: described, client, noPlace }: ClientProfile): Agent {
  if (described === 'markdown') return markdownAgent(root, noPlace);
  if (described === 'settings') return bareAgent(client, root, noPlace);
  const agent = bareAgent(stringOf(nodeAt(root, described.name)) ?? described.unnamed, root, noPlace);
  const instructions = readInstructions(nodeAt(root, described.instructions));
  if (instructions) agent.instructions = instructions;
  return agent;
}
