import {
  type Agent,
  type AgentSystem,
  type AutomaticCommand,
  type Environment,
  editRemedy,
  type IgnoredSetting,
  type Instructions,
  type Opening,
  type Unresolved,
} from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { bareAgent, narrowByTools, readInstructions, settingsSystem } from '../agents/agent.js';
import { markdownAgent } from '../agents/markdown-agent.js';
import { headerValues, stringOf, textsIn } from '../agents/tool.js';
import { settingCommand } from '../commands/automatic-commands.js';
import { type HooksRead, readHooks, switchedOff } from '../commands/blocking-hooks.js';
import { splitCommand } from '../commands/command-line.js';
import { readLaunch } from '../commands/launch.js';
import type { ReadContext } from '../dialect.js';
import { rightsIn } from '../permissions/own-rights.js';
import type { ToolGate } from '../servers/mcp-shapes.js';
import { pageSecrets } from '../agents/page-secrets.js';
import { credentialIn, inputDefaults } from '../servers/server-values.js';
import { type Client, clientOf } from './client.js';
import { redirectsAt, redirectsIn } from './endpoints.js';
import { readLists } from './lists.js';
import { loadedCode } from './loaded-code.js';
import { readMode } from './modes.js';
import { openingsIn, settingsAs } from './openings.js';
import { overriddenRules, rightsByRules } from './rules.js';
import type { ClientProfile, NetworkProfile, Path, StarterProfile } from './profile.js';
import { serversIn } from './servers.js';
import { mapsAt, nodeAt, nodesAt } from './settings.js';

/**
 * Reads a document of a coding-agent client as its profile says. `gate`: that of a tool which no list is about, where the
 * document states it.
 */
export function readClient(
  root: SyntaxNode,
  profile: ClientProfile,
  context: ReadContext,
  gate?: ToolGate,
): AgentSystem {
  const { dialect, noPlace, servers, agents: named, folders: folderPath, asksInFolders } = profile;
  const client = clientOf(root, profile, context);
  const unresolved: Unresolved[] = [];
  const main = agentOf(root, profile);
  if (servers) main.mcpServers = serversIn(root, servers, gate ?? client.gate);
  readApprovals(root, client, main, unresolved);
  const folders = folderPath ? textsIn(nodeAt(root, folderPath)) : [];
  if (folders.length > 0)
    main.folders = folders.map((folder) => ({
      ...folder,
      isBeside: true,
      ...(asksInFolders && { isAsked: true }),
    }));
  const agents = [main];
  for (const { name, node } of named ? mapsAt(root, named.at, named.named) : []) {
    const keys = {
      model: named && nodeAt(node, named.model),
      instructions: named && nodeAt(node, named.instructions),
    };
    const agent = describedAgent(bareAgent(name, node, noPlace), keys);
    const further = named?.further && readInstructions(nodeAt(node, named.further));
    if (further) agent.instructions = agent.instructions ? joined(agent.instructions, further) : further;
    readApprovals(node, client, agent, unresolved);
    agents.push(agent);
  }
  const system = settingsSystem(root, { dialect, surface: 'developer', agents }, noPlace);
  system.unresolved = unresolved;
  const { ignored: ignoredHooks = [], unresolved: unread = [], ...ofHooks } = hooksOf(root, profile, context);
  Object.assign(system, ofHooks);
  unresolved.push(...unread);
  if (servers?.inputs) system.values = inputDefaults(nodeAt(root, servers.inputs));
  readSettings(root, profile, system, context);
  const dead = [...ignoredHooks, ...overriddenRules(root, profile)];
  if (dead.length > 0) system.ignored = [...dead, ...(system.ignored ?? [])];
  add(system, 'openings', rightsByRules(root, client, rightsIn(system)));
  readRest(root, profile, system);
  return system;
}

type Parts = 'commands' | 'ignored' | 'openings' | 'redirects' | 'values';

/** Adds what was found to one of the lists of a system, which is left out while it is empty. */
export function add<Part extends Parts>(
  system: AgentSystem,
  part: Part,
  found: readonly NonNullable<AgentSystem[Part]>[number][],
): void {
  if (found.length > 0) Object.assign(system, { [part]: [...(system[part] ?? []), ...found] });
}

/** What a document says of hooks; nothing else where a switch turns them off. */
function hooksOf(
  root: SyntaxNode,
  { hooks: path, hooksOff, client }: ClientProfile,
  { readBeside }: ReadContext,
): Partial<HooksRead> {
  const hooks = path && nodeAt(root, path);
  const where = { client, file: root.document.file, readBeside };
  const off = hooksOff && nodeAt(root, hooksOff);
  if (off?.scalar !== true) return path ? readHooks(hooks, where) : {};
  const dead = switchedOff(hooks, off, where);
  return dead ? { ignored: [dead] } : {};
}

/** Two texts that a model reads one after the other; what begins in one is there. */
const joined = (first: Instructions, second: Instructions): Instructions => {
  const length = first.text.length + 1;
  return {
    ...first,
    text: `${first.text}\n${second.text}`,
    within: (start, end) =>
      start < length
        ? first.within(start, Math.min(end, length - 1))
        : second.within(start - length, end - length),
  };
};

/** Reads settings that are about no tool: where requests go, what starts by itself, what has no effect. */
function readSettings(
  root: SyntaxNode,
  profile: ClientProfile,
  system: AgentSystem,
  { readBeside }: ReadContext,
): void {
  const { variables, endpoints = [], starters = [], ignored = [], openings = [], client } = profile;
  const environment = variables && nodeAt(root, variables);
  add(system, 'redirects', [...redirectsIn(environment), ...redirectsAt(root, endpoints)]);
  const commands = startersIn(root, starters, readBeside);
  add(system, 'commands', commands);
  const texts = instructionsIn(root, profile);
  add(system, 'values', [
    ...(system.commands ?? []).flatMap(credentialIn),
    ...[root.document.body, ...texts].flatMap(pageSecrets),
  ]);
  const without = ignored.flatMap((one): IgnoredSetting[] => {
    const { at, only, edit, pattern, isOnce, isNoText, level } = one;
    return settingsAs(root, one, (node) => [node])
      .filter((node) => !isNoText || stringOf(node) === undefined)
      .slice(0, isOnce ? 1 : undefined)
      .map((node) => ({
        entry: pattern?.exec(stringOf(node) ?? '')?.[1] ?? (at.includes('*') ? node.path() : at.join('.')),
        why: typeof only === 'string' ? `${client} applies it only ${only}.` : only.why,
        edit,
        ...(level && { level }),
        at: node.at('key'),
      }));
  });
  add(system, 'ignored', without);
  add(system, 'openings', [
    ...openingsIn(root, openings),
    ...loadedCode(environment),
    ...commands.flatMap((command) => unpinnedIn(command, readBeside)),
  ]);
}

/** Reads what is about no tool: the network, credentials, and what is not read. */
function readRest(
  root: SyntaxNode,
  { client, network, turns, values = [], unread = [] }: ClientProfile,
  system: AgentSystem,
): void {
  const environment = network && networkIn(root, network);
  if (environment) system.environment = environment;
  const limit = turns && nodeAt(root, turns.at);
  if (typeof limit?.scalar === 'number' && limit.scalar > 0) {
    const at = limit.at();
    const edit = `Set \`${at.path}\` to what the longest task needs, for example ${turns?.turns}.`;
    const words = { off: 'no limit is stated', edit, turns: turns?.turns ?? 0 };
    system.turnLimits = [{ of: client, limit: { state: 'shown', value: limit.scalar, at }, at, words }];
  }
  add(
    system,
    'values',
    values.flatMap((path) => nodesAt(root, path).flatMap(headerValues)),
  );
  for (const { at, value, why } of unread)
    for (const node of nodesAt(root, at))
      if (value === undefined || node.scalar === value)
        system.unresolved.push({ what: `\`${node.path()}\``, why, at: node.at() });
}

function networkIn(root: SyntaxNode, { at, open, closed, follows }: NetworkProfile): Environment | undefined {
  const node = nodeAt(root, at);
  if (node?.scalar !== open) return undefined;
  const here = node.at();
  const narrow = editRemedy(
    `Set \`${at.join('.')}\` to \`${closed}\``,
    () => node.edit()?.replace(closed),
    follows,
  );
  return {
    type: 'sandbox',
    at: here,
    kind: 'other',
    network: { access: 'enabled', allowedDomains: [], at: here, narrow },
  };
}

/** Reads what runs without approval, what requires it, and what the agent may use. `node`: what describes the agent. */
function readApprovals(node: SyntaxNode, client: Client, agent: Agent, unresolved: Unresolved[]): void {
  const mode = readMode(node, client, unresolved);
  if (mode) agent.mode = mode;
  readLists(node, client, agent, unresolved);
  if (client.profile.lists?.some(({ says }) => says === 'offer')) narrowByTools(agent);
}

const startersIn = (
  root: SyntaxNode,
  starters: readonly StarterProfile[],
  readBeside: ReadContext['readBeside'],
) =>
  starters.flatMap(({ at, when, args, off, isByPerson }) =>
    switchedOn(root, at, off, args === undefined ? at.length : -1).flatMap((around) => {
      const node = args === undefined ? around : around.get(at.at(-1) ?? '');
      const given = args === undefined ? undefined : around.get(args);
      const isListed = at.at(-1) === '*';
      const name =
        at.slice(0, -1).includes('*') && node
          ? node.path()
          : at.slice(0, isListed ? -1 : undefined).join('.');
      return (node ? settingCommand(name, node, when, readBeside, given) : []).map((command) =>
        isByPerson ? { ...command, isByPerson } : command,
      );
    }),
  );

/** The nodes at a path up to `end`, but those below a switch that is off. */
const switchedOn = (root: SyntaxNode, at: Path, off: StarterProfile['off'], end: number): SyntaxNode[] =>
  off === undefined
    ? [
        ...nodesAt(root, at.slice(0, end)),
        ...(at.at(-1) === '*' ? nodesAt(root, at.slice(0, -1)).filter(({ kind }) => kind === 'string') : []),
      ]
    : nodesAt(root, at.slice(0, off.below))
        .filter((one) => one.get(off.key)?.scalar !== off.value)
        .flatMap((one) => nodesAt(one, at.slice(off.below, end)));

/** `npx` without it starts what is installed, and asks before it fetches anything. */
const FETCHES = /^(?!npx\s)|\s(?:-y|--yes)\s/;

/** A package of no exact version that a setting starts, and that the project does not install itself. */
function unpinnedIn({ name, text, at }: AutomaticCommand, readBeside: ReadContext['readBeside']): Opening[] {
  const { launch } = readLaunch(splitCommand({ text, at }));
  if (!launch || launch.pinned) return [];
  if (launch.version === undefined && launch.from === 'npm') {
    if (!FETCHES.test(text.replaceAll("'", ''))) return [];
    if (readBeside?.('package.json')?.includes(`"${launch.name}":`)) return [];
  }
  return [
    {
      kind: 'source',
      stated: name,
      says: `The newest release of \`${launch.name}\` runs at each start: a later one runs unreviewed`,
      edit: `Decide which version to run, and write it behind \`${launch.name}\`.`,
      at,
    },
  ];
}

/** The texts of a document that its agents read as instructions, beside its body. */
const instructionsIn = (root: SyntaxNode, { agent, agents }: ClientProfile): SyntaxNode[] => [
  ...(typeof agent === 'string' ? [] : nodesAt(root, agent.instructions)),
  ...(agents ? mapsAt(root, agents.at, agents.named) : []).flatMap(({ node }) =>
    [agents?.instructions, agents?.further].flatMap((path) => (path ? nodesAt(node, path) : [])),
  ),
];

function agentOf(root: SyntaxNode, { agent: described, client, noPlace }: ClientProfile): Agent {
  if (described === 'markdown') return markdownAgent(root, noPlace);
  if (described === 'settings') return bareAgent(client, root, noPlace);
  const nameNode = nodeAt(root, described.name);
  const byFile = described.file?.exec(root.document.file)?.[1];
  const agent = bareAgent(stringOf(nameNode) ?? byFile ?? described.unnamed, root, noPlace);
  if (nameNode && described.isAtName) agent.nameAt = agent.at = nameNode.at();
  return describedAgent(agent, {
    model: described.model && nodeAt(root, described.model),
    instructions: nodeAt(root, described.instructions),
  });
}

/** An agent with the model and the instructions that keys of its own state. */
function describedAgent(
  agent: Agent,
  keys: { model?: SyntaxNode | undefined; instructions: SyntaxNode | undefined },
): Agent {
  const model = stringOf(keys.model);
  const instructions = readInstructions(keys.instructions);
  return { ...agent, ...(model !== undefined && { model }), ...(instructions && { instructions }) };
}
