import type { Agent, AgentSystem, McpServer, NamedValue } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { bareAgent, settingsSystem } from '../agents/agent.js';
import { headerValues, stringOf } from '../agents/tool.js';
import { settingCommand } from '../commands/automatic-commands.js';
import { readHooks } from '../commands/blocking-hooks.js';
import type { Dialect, ReadContext, Recognition } from '../dialect.js';
import { allowedByHooks, toolsByHooks } from '../permissions/claude-hooks.js';
import { asksByDefault, readServer, readServers, type ServerFormat } from '../servers/server-entries.js';
import { credentialIn } from '../servers/server-values.js';
import { readRegistryEntry, shellTexts } from './registry.js';

const PLUGIN =
  /(?:^|\/)(?:\.(\w+)-plugin\/(?:plugin|marketplace)\.json|\.(agents|github)\/plugins?\/marketplace\.json)$/;

/** Whose plugins a folder has. Source: documentation of the clients on plugins, and public repositories, 2026-11. */
const CLIENTS: Readonly<Record<string, string>> = {
  claude: 'Claude Code',
  cursor: 'Cursor',
  codex: 'Codex',
  agents: 'Codex',
  github: 'Copilot',
  factory: 'Droid',
  qoder: 'Qoder',
  codebuddy: 'CodeBuddy',
};

const clientOf = (file: string): string | undefined => {
  const [, own, shared] = PLUGIN.exec(file) ?? [];
  return CLIENTS[own ?? shared ?? ''];
};
const WHY = 'a manifest has no place for it';

/** What others install: an entry of the registry of MCP servers, a bundle with a server, a plugin, a list of plugins. */
const manifest: Dialect = {
  name: 'manifest',
  order: 9.7,
  surface: 'developer',
  formats: ['json', 'jsonc'],

  proposes: (path) => clientOf(path) !== undefined,

  mayHold: (text) => text.includes('modelcontextprotocol.io/schemas/') || text.includes('"mcp_config"'),

  recognise(root: SyntaxNode): Recognition {
    const what = root.kind === 'object' ? kindOf(root) : undefined;
    return what ? { claimed: true, reason: WORDS[what] } : { claimed: false, reason: 'it is no manifest' };
  },

  read(root: SyntaxNode, context): AgentSystem[] {
    const what = kindOf(root);
    const agent = bareAgent(clientOf(root.document.file) ?? 'MCP client', root, WHY);
    const system = settingsSystem(root, { dialect: 'manifest', surface: 'developer', agents: [agent] }, WHY);
    const parts = what === 'marketplace' ? (root.get('plugins')?.items() ?? []) : [root];
    if (what === 'registry') {
      agent.mcpServers = readRegistryEntry(root);
      const openings = shellTexts(root);
      if (openings.length > 0) system.openings = openings;
    } else if (what === 'bundle') agent.mcpServers = readBundle(root);
    else {
      // What one plugin allows is no part of another one.
      const agents = parts.map((part) => {
        const own = what === 'plugin' ? agent : bareAgent(agent.name, part, WHY);
        readPlugin(part, system, own, context);
        return own;
      });
      const acting = agents.filter(
        ({ tools, mcpServers, mode }) => tools.length + mcpServers.length > 0 || mode !== undefined,
      );
      if (acting.length > 0) system.agents = acting;
      const credentials = (system.commands ?? []).flatMap(credentialIn);
      if (credentials.length > 0) system.values = [...(system.values ?? []), ...credentials];
    }
    const values = what === 'bundle' ? defaultsIn(root.get('user_config')) : [];
    if (values.length > 0) system.values = values;
    return [system];
  },
};

export default manifest;

type Kind = 'registry' | 'bundle' | 'plugin' | 'marketplace';

const WORDS: Readonly<Record<Kind, string>> = {
  registry: 'an entry of the registry of MCP servers',
  bundle: 'a bundle with an MCP server',
  plugin: 'a plugin',
  marketplace: 'a list of plugins',
};

function kindOf(root: SyntaxNode): Kind | undefined {
  if (clientOf(root.document.file) !== undefined)
    return root.get('plugins')?.kind === 'array'
      ? 'marketplace'
      : root.get('name') !== undefined
        ? 'plugin'
        : undefined;
  const isEntry =
    stringOf(root.get('$schema'))?.includes('modelcontextprotocol.io/schemas/') &&
    (root.get('packages') ?? root.get('remotes')) !== undefined;
  if (isEntry) return 'registry';
  const isBundle =
    (root.get('manifest_version') ?? root.get('dxt_version')) !== undefined &&
    root.get('server')?.get('mcp_config') !== undefined;
  return isBundle ? 'bundle' : undefined;
}

/** A bundle is its server's own description: who may call which of its tools is up to its clients. */
const OWN: ServerFormat = {
  allowKeys: [],
  unstated: { state: 'inexpressible', why: 'the client that installs the bundle decides' },
  gate: { approval: { state: 'undecidable', why: 'the client that installs the bundle decides' } },
};

function readBundle(root: SyntaxNode): McpServer[] {
  const config = root.get('server')?.get('mcp_config');
  const name = stringOf(root.get('name')) ?? 'server';
  const overrides = config?.get('platform_overrides');
  const entries = [config, ...(overrides?.keys() ?? []).map((key) => overrides?.get(key))];
  return entries.flatMap((entry) => {
    const server = entry && readServer(name, entry, OWN);
    return server ? [{ ...server, isOwn: true as const }] : [];
  });
}

/** Defaults of settings that people are asked for. One that is sensitive is a credential whatever it is called. */
const defaultsIn = (settings: SyntaxNode | undefined): NamedValue[] =>
  (settings?.keys() ?? []).flatMap((name) => {
    const node = settings?.get(name);
    const value = stringOf(node?.get('default'));
    const isSecret = node?.get('sensitive')?.scalar === true;
    const at = node?.get('default')?.at();
    return at && value !== undefined
      ? [{ name: isSecret ? `${name} (secret)` : name, shownAs: name, value, at }]
      : [];
  });

const serversOf = (client: string): ServerFormat => ({
  allowKeys: [],
  unstated: {
    state: 'inexpressible',
    why: 'a plugin has no place for a list of tools; the settings of those who install it have',
  },
  gate: asksByDefault(client),
});

/** Plugins that are beside their list, and are reviewed with it. */
const BESIDE = /^(?:local|directory|file|settings|skills-dir)$/;

/** Servers and hooks that a plugin brings along: maps, or paths of files that are read by themselves. */
function readPlugin(
  plugin: SyntaxNode,
  system: AgentSystem,
  agent: Agent,
  { readBeside }: ReadContext,
): void {
  const stated = plugin.get('mcpServers');
  for (const server of readServers(stated?.get('mcpServers') ?? stated, serversOf(agent.name)))
    agent.mcpServers.push(server);
  const hooks = plugin.get('hooks');
  const allowed = allowedByHooks(agent, hooks?.get('hooks') ? hooks : plugin, system.unresolved, readBeside);
  agent.tools.push(...toolsByHooks(agent, allowed, 'a plugin is used with the tools of the session'));
  const where = { client: agent.name, file: plugin.document.file, readBeside };
  const { commands = [], openHooks = [], unresolved } = readHooks(hooks?.get('hooks') ?? hooks, where);
  if (commands.length > 0) system.commands = [...(system.commands ?? []), ...commands];
  if (openHooks.length > 0) system.openHooks = [...(system.openHooks ?? []), ...openHooks];
  system.unresolved.push(...unresolved);
  const env = headerValues(plugin.get('env'));
  if (env.length > 0) system.values = [...(system.values ?? []), ...env];
  const languages = plugin.get('lspServers');
  for (const name of languages?.keys() ?? []) {
    const entry = languages?.get(name);
    const command = entry?.get('command');
    if (command)
      system.commands = [
        ...(system.commands ?? []),
        ...settingCommand(
          'lspServers',
          command,
          `${agent.name} opens a file of the language`,
          readBeside,
          entry?.get('args'),
        ),
      ];
  }
  const source = plugin.get('source');
  const name = stringOf(plugin.get('name')) ?? 'without a name';
  const url = source?.get('url');
  if (url && /^http:\/\/(?!localhost\b|127\.)/i.test(stringOf(url) ?? ''))
    system.openings = [
      ...(system.openings ?? []),
      {
        kind: 'check',
        stated: name,
        says: 'The plugin is loaded without encryption: anyone on the network path chooses the hooks and servers that run for those who install it',
        edit: 'Decide how the address is encrypted: use an address with `https://`.',
        at: url.at(),
      },
    ];
  const kind = stringOf(source?.get('source')) ?? '';
  const isFixed =
    source?.get('sha') !== undefined ||
    /\d/.test(stringOf(source?.get(kind === 'npm' ? 'version' : 'ref')) ?? '');
  if (source?.kind !== 'object' || isFixed || BESIDE.test(kind)) return;
  const isPackage = kind === 'npm';
  system.openings = [
    ...(system.openings ?? []),
    {
      kind: 'source',
      stated: name,
      says: `People who install the plugin get the newest ${isPackage ? 'release of its package' : 'commit of its repository'}: a later one runs unreviewed`,
      edit: isPackage
        ? 'Decide which version people get, and write it in `source`, as `"version": "<version>"`.'
        : 'Decide which commit people get, and write it in `source`, as `"sha": "<commit>"`.',
      at: source.at(),
    },
  ];
}
