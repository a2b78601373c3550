import { isMet } from './evidence.js';
import type { McpServer } from './server.js';
import type { Agent, AgentSystem } from './system.js';
import { flawsOf, hasHumanGate, type Tool } from './tool.js';

/** What agents, their tools and their servers may have, and most have not. */
const AGENT_PARTS = [
  'tools',
  /** A tool of which it is not known that it only reads. */
  'actingTools',
  /** One of those without a person who answers first. */
  'ungatedTools',
  'ungateable',
  /** A gate that the files show. */
  'shownGates',
  /** A gate that code or a setting answers. */
  'machineApprovals',
  'flaws',
  'statedEffects',
  'chosen',
  'grants',
  'mode',
  'servers',
  /** A command or package that starts a server. */
  'launches',
  'scopes',
  'folders',
  'namedValues',
  'toolLists',
  'handoffs',
  'delegatesTo',
  'allTools',
  'alwaysCalls',
  'runsAgain',
  'parallelGuardrails',
] as const;

/** What a file may say of the system itself. */
const FIELDS = [
  'actions',
  'brokenVersions',
  'bypasses',
  'commands',
  'delegation',
  'environment',
  'hazards',
  'ignored',
  'installs',
  'mayStart',
  'openHooks',
  'openings',
  'payload',
  'redirects',
  'request',
  'runDefaults',
  'serves',
  'starts',
  'storedState',
  'texts',
  'toolChanges',
  'traces',
  'turnLimits',
  'unreadLocks',
  'values',
] as const satisfies readonly (keyof AgentSystem)[];

type AgentPart = (typeof AGENT_PARTS)[number];

/** A part that a system may have. A rule names those that it is about. */
export type SystemPart = AgentPart | (typeof FIELDS)[number];

/** Some parts: each is a bit of one of two numbers. */
export interface SystemParts {
  readonly ofAgents: number;
  readonly ofSystem: number;
}

const bitsOf = <T extends string>(names: readonly T[]): Readonly<Record<T, number>> =>
  Object.fromEntries(names.map((name, index) => [name, 1 << index])) as Record<T, number>;

const PART = bitsOf(AGENT_PARTS);
const FIELD = bitsOf(FIELDS);

/** The parts of these names. */
export function partsNamed(names: readonly SystemPart[]): SystemParts {
  let [ofAgents, ofSystem] = [0, 0];
  for (const name of names) {
    if (name in PART) ofAgents |= PART[name as AgentPart];
    else ofSystem |= FIELD[name as keyof typeof FIELD];
  }
  return { ofAgents, ofSystem };
}

/** Whether one of these parts is among the others. */
export const sharesPart = (one: SystemParts, other: SystemParts): boolean =>
  (one.ofAgents & other.ofAgents) !== 0 || (one.ofSystem & other.ofSystem) !== 0;

/** The parts that a system has. */
export function partsOf(system: AgentSystem): SystemParts {
  let ofAgents = 0;
  let ofSystem = 0;
  for (const agent of system.agents) ofAgents |= partsOfAgent(agent);
  for (const tool of system.serves?.tools ?? []) ofAgents |= partsOfTool(tool);
  for (const field of FIELDS) {
    const value = system[field];
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) ofSystem |= FIELD[field];
  }
  return { ofAgents, ofSystem };
}

function partsOfAgent(agent: Agent): number {
  const { mode, folders, gatedNames, allTools, alwaysCalls, runsAgain } = agent;
  const { handoffs, delegatesTo, guardrails } = agent;
  let parts = 0;
  for (const tool of agent.tools) parts |= partsOfTool(tool);
  for (const server of agent.mcpServers) parts |= partsOfServer(server);
  if (mode) parts |= PART.mode;
  if (folders) parts |= PART.folders;
  if (gatedNames) parts |= PART.shownGates;
  if (allTools) parts |= PART.allTools;
  if (alwaysCalls) parts |= PART.alwaysCalls;
  if (runsAgain) parts |= PART.runsAgain;
  if (handoffs.length > 0) parts |= PART.handoffs;
  if (delegatesTo.length > 0) parts |= PART.delegatesTo;
  if (guardrails.parallel) parts |= PART.parallelGuardrails;
  return parts;
}

function partsOfServer(server: McpServer): number {
  let parts = PART.servers;
  for (const tool of server.tools) parts |= partsOfTool(tool);
  if (server.toolGate) parts |= partsOfApproval(server.toolGate);
  if (server.grant) parts |= PART.grants;
  if (server.launch || server.starts || (server.connection?.command.length ?? 0) > 0) parts |= PART.launches;
  if (server.scopes.length > 0) parts |= PART.scopes;
  if (server.folders) parts |= PART.folders;
  if (server.values.length > 0) parts |= PART.namedValues;
  if (server.offered) parts |= PART.toolLists;
  return parts;
}

function partsOfTool(tool: Tool): number {
  let parts = PART.tools | partsOfApproval(tool);
  if (tool.openEnded || tool.effect.effect !== 'read')
    parts |= hasHumanGate(tool) ? PART.actingTools : PART.actingTools | PART.ungatedTools;
  if (flawsOf(tool).length > 0) parts |= PART.flaws;
  if (tool.declared || tool.hints) parts |= PART.statedEffects;
  if (tool.chosen) parts |= PART.chosen;
  if (tool.listed) parts |= PART.toolLists;
  return parts;
}

function partsOfApproval({
  approval,
  ungateable,
  grant,
}: Pick<Tool, 'approval' | 'ungateable' | 'grant'>): number {
  let parts = 0;
  if (approval.state === 'shown') parts |= PART.shownGates;
  if (isMet(approval) && approval.value.by === 'machine') parts |= PART.machineApprovals;
  if (ungateable) parts |= PART.ungateable;
  if (grant) parts |= PART.grants;
  return parts;
}
