import type { Agent, AgentSystem, Unresolved } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { bareAgent, narrowByTools, readInstructions, settingsSystem } from '../agents/agent.js';
import { markdownAgent } from '../agents/markdown-agent.js';
import { stringOf, textsIn } from '../agents/tool.js';
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
export function readClient(root: SyntaxNode, profile: ClientProfile, context: ReadContext): AgentSystem {
  const { dialect, noPlace, servers, lists = [] } = profile;
  const client = clientOf(root, profile, context);
  const agent = agentOf(root, profile);
  if (servers) agent.mcpServers = serversIn(root, servers, client.gate);
  const unresolved: Unresolved[] = [];
  const mode = readMode(root, client, unresolved);
  if (mode) agent.mode = mode;
  readLists(root, client, agent, unresolved);
  if (lists.some(({ says }) => says === 'offer')) narrowByTools(agent);
  const folders = profile.folders ? textsIn(nodeAt(root, profile.folders)) : [];
  if (folders.length > 0) agent.folders = folders;
  const system = settingsSystem(root, { dialect, surface: 'developer', agents: [agent] }, noPlace);
  system.unresolved = unresolved;
  if (profile.hooks && !isOn(root, profile.hooksOff))
    system.commands = hookCommands(nodeAt(root, profile.hooks), context.readBeside);
  if (servers?.inputs) system.values = inputDefaults(nodeAt(root, servers.inputs));
  return system;
}

const isOn = (root: SyntaxNode, path: readonly string[] | undefined): boolean =>
  path !== undefined && nodeAt(root, path)?.scalar === true;

function agentOf(root: SyntaxNode, { agent: described, client, noPlace }: ClientProfile): Agent {
  if (described === 'markdown') return markdownAgent(root, noPlace);
  if (described === 'settings') return bareAgent(client, root, noPlace);
  const agent = bareAgent(stringOf(nodeAt(root, described.name)) ?? described.unnamed, root, noPlace);
  const instructions = readInstructions(nodeAt(root, described.instructions));
  if (instructions) agent.instructions = instructions;
  return agent;
}
