import type { Agent, AgentSystem, McpServer, NamedValue } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { bareAgent, readInstructions, settingsSystem } from '../agents/agent.js';
import { headerValues, stringOf } from '../agents/tool.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { readPermissions } from '../permissions/opencode.js';
import { isServerMap, readServers, type ServerFormat } from '../servers/server-entries.js';
import { offersServer, patternsFor, readOffered } from './offered.js';

const NAME = /(?:^|[/_])opencode\.jsonc?$/;
const WHY = 'settings of a coding agent have no place for it';

const SERVERS: ServerFormat = {
  allowKeys: [],
  unstated: {
    state: 'inexpressible',
    why: 'an entry of `mcp` has no list of tools; `tools` and `permission` have (`server_tool`)',
  },
  gate: {
    approval: { state: 'undecidable', why: 'what opencode asks by default is not stated in the file' },
  },
  allowListEdit: (name) =>
    `Switch off all of them in \`permission\` with \`"${name}_*": "deny"\`, and after it set each of these tools to \`ask\`.`,
};

const KEYS = ['mcp', 'agent', 'permission', 'tools', 'mode', 'instructions', 'model', 'provider', 'plugin'];

/** Settings of opencode. */
const opencode: Dialect = {
  name: 'opencode',
  order: 22,
  surface: 'developer',
  lenient: true,

  proposes: (path) => NAME.test(path),

  mayHold: (text) => text.includes('opencode.ai/config.json'),

  recognise(root: SyntaxNode, proposal: Proposal): Recognition {
    if (root.document.format === 'http' || root.kind !== 'object')
      return { claimed: false, reason: 'its root is not an object' };
    const saysSo = stringOf(root.get('$schema'))?.includes('opencode.ai/config.json') === true;
    const isOurs = proposal.dialect === 'opencode' && KEYS.some((key) => root.get(key) !== undefined);
    return saysSo || isOurs
      ? { claimed: true, reason: 'settings of opencode' }
      : { claimed: false, reason: 'no settings of opencode' };
  },

  read(root: SyntaxNode): AgentSystem[] {
    const main = bareAgent('opencode', root, WHY);
    main.mcpServers = readServers(serversOf(root), SERVERS);
    switchOff(main.mcpServers, root);
    readPermissions(main, root);
    const named = agentsOf(root).map(({ name, node }) => readAgent(name, node));
    const system = settingsSystem(
      root,
      { dialect: 'opencode', surface: 'developer', agents: [main, ...named] },
      WHY,
    );
    system.values = providerSecrets(root.get('provider'));
    return [system];
  },
};

export default opencode;

/** Literals that providers of models are given, which may be credentials. */
function providerSecrets(providers: SyntaxNode | undefined): NamedValue[] {
  return (providers?.keys() ?? []).flatMap((name) => {
    const options = providers?.get(name)?.get('options');
    return [...headerValues(options), ...headerValues(options?.get('headers'))];
  });
}

function serversOf(root: SyntaxNode): SyntaxNode | undefined {
  const servers = root.get('mcp');
  return isServerMap(servers) ? servers : root.get('mcpServers');
}

/**
 * A server whose tools are all switched off, and for no agent on again, offers none: `"tools": { "pay_*": false }`, or
 * `"permission": { "pay_*": "deny" }`.
 */
function switchOff(servers: readonly McpServer[], root: SyntaxNode): void {
  const forAll = readOffered(root);
  const forAgents = agentsOf(root).map(({ node }) => readOffered(node));
  const named = new Set(forAgents.flatMap(({ said, lastOn }) => [...said.keys(), ...lastOn.keys()]));
  for (const server of servers) {
    if (offersServer(forAll, server.name) !== false) continue;
    const isNamed = patternsFor(server.name).some((pattern) => named.has(pattern)) || named.has(server.name);
    if (!isNamed || !forAgents.some((one) => offersServer(one, server.name))) server.disabled = true;
  }
}

/** The agents of a file: `agent`, and `mode` as older files spell it. */
function agentsOf(root: SyntaxNode): { name: string; node: SyntaxNode }[] {
  return ['agent', 'mode'].flatMap((key) => {
    const agents = root.get(key);
    return (agents?.keys() ?? []).flatMap((name) => {
      const node = agents?.get(name);
      return node?.kind === 'object' ? [{ name, node }] : [];
    });
  });
}

function readAgent(name: string, node: SyntaxNode): Agent {
  const agent = bareAgent(name, node, WHY);
  const model = stringOf(node.get('model'));
  if (model !== undefined) agent.model = model;
  const instructions = readInstructions(node.get('prompt'));
  if (instructions) agent.instructions = instructions;
  readPermissions(agent, node, `${node.path()}.permission`);
  return agent;
}
