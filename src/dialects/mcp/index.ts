import { type AgentSystem, codeSpan } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { bareAgent, settingsSystem } from '../agents/agent.js';
import { headerValues } from '../agents/tool.js';
import { settingCommand } from '../commands/automatic-commands.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import {
  asksByDefault,
  entriesLeftOut,
  GEMINI_EXTENSION,
  isServerEntry,
  isServerMap,
  readServers,
  type ServerFormat,
} from '../servers/server-entries.js';
import { inputDefaults } from '../servers/server-values.js';
import { join } from './join.js';

const NAME =
  /(?:^|[/_.-])mcp(?:[-_](?:config|settings|servers))?\.json$|(?:^|[/_])claude_desktop_config\.json$/i;

const WHY = 'a file of MCP servers names servers, and nothing of the agent that uses them';

/** Which client reads a file, if its path says so. */
const CLIENTS: readonly (readonly [mark: RegExp, client: string])[] = [
  [/\.vscode(?:\/|__)/, 'VS Code'],
  [/\.cursor(?:\/|__)/, 'Cursor'],
  [/\.roo(?:\/|__)/, 'Roo Code'],
  [/\.factory(?:\/|__)/, 'Droid'],
  [/\.kiro(?:\/|__)/, 'Kiro'],
  [/\.junie(?:\/|__)/, 'Junie'],
  [/\.windsurf(?:\/|__)/, 'Windsurf'],
  [/\.qoder(?:\/|__)/, 'Qoder'],
  [/\.codebuddy(?:\/|__)/, 'CodeBuddy'],
  [/\.augment(?:\/|__)/, 'Auggie'],
  [/\.kilocode(?:\/|__)/, 'Kilo Code'],
  [/claude_desktop_config\.json$/i, 'Claude Desktop'],
  [/(?:^|\/|__)(?:\.mcp|\.claude(?:\/|__)mcp)\.json$/, 'Claude Code'],
];

const clientOf = (file: string) => CLIENTS.find(([mark]) => mark.test(file))?.[1];

/** A file of MCP servers: a map of what is started or called, by name. */
const mcp: Dialect = {
  name: 'mcp',
  order: 30,
  surface: 'developer',
  lenient: true,

  proposes: (path) => NAME.test(path),

  mayHold: (text) => text.includes('mcpServers') || (text.includes('"inputs"') && text.includes('"servers"')),

  recognise(root: SyntaxNode, proposal: Proposal): Recognition {
    if (root.document.format === 'http' || root.kind !== 'object')
      return { claimed: false, reason: 'its root is not an object' };
    const isProposed = proposal.dialect === 'mcp';
    const servers = serversIn(root, isProposed);
    if (servers) return { claimed: true, reason: 'a map of MCP servers' };
    return {
      claimed: false,
      reason: isProposed ? 'no map of MCP servers in it' : 'no `mcpServers` at its root',
    };
  },

  read(root: SyntaxNode, { readBeside }): AgentSystem[] {
    const client = clientOf(root.document.file);
    const agent = bareAgent(client ?? 'MCP client', root, WHY);
    const servers = serversIn(root, true);
    const ignoresTrust = GEMINI_EXTENSION.test(root.document.file);
    agent.mcpServers = readServers(servers, { ...formatFor(client), ...(ignoresTrust && { ignoresTrust }) });
    const system = settingsSystem(root, { dialect: 'mcp', surface: 'developer', agents: [agent] }, WHY);
    // `.claude.json` of a person has its key beside the servers.
    system.values = [...inputDefaults(root.get('inputs')), ...(servers === root ? [] : headerValues(root))];
    const helpers = (servers?.keys() ?? []).flatMap((name) => {
      const node = servers?.get(name)?.get('headersHelper');
      return node
        ? settingCommand('headersHelper', node, `Claude Code connects to \`${name}\``, readBeside)
        : [];
    });
    if (helpers.length > 0) system.commands = helpers;
    // In a bare map other keys may be beside the servers.
    if (servers !== root) system.unresolved.push(...entriesLeftOut(servers));
    return [system];
  },

  join,
};

export default mcp;

/** The map of servers: under `mcpServers`, under `servers` as VS Code has it, or the root itself in a file so named. */
function serversIn(root: SyntaxNode, isProposed: boolean): SyntaxNode | undefined {
  const wrapped = root.get('mcpServers');
  if (isServerMap(wrapped) || (isProposed && wrapped?.kind === 'object')) return wrapped;
  const servers = root.get('servers');
  const isVsCode = isProposed || root.get('inputs')?.kind === 'array';
  if (isVsCode && (isServerMap(servers) || (isProposed && servers?.kind === 'object'))) return servers;
  const isBare = isProposed && root.keys().some((key) => isServerEntry(root.get(key)));
  return isBare ? root : undefined;
}

function formatFor(client: string | undefined): ServerFormat {
  const where =
    client === 'Claude Code'
      ? 'the file has no place for a list of tools; `permissions.deny` in .claude/settings.json takes tools away (`mcp__server__tool`)'
      : 'the file has no place for a list of tools; the client that reads it may have one';
  return {
    allowKeys: [],
    // Told whatever client the file is for: entries are copied from one client to the next.
    unaskedKeys: ['autoApprove', 'alwaysAllow'],
    unstated: { state: 'inexpressible', why: where },
    allowListEdit: (name) =>
      client === 'Claude Code'
        ? `Name the others in \`permissions.deny\` of .claude/settings.json, as ${codeSpan(`mcp__${name}__tool`)}, or narrow the server by an option of its own (a read-only switch, a list of tool sets).`
        : 'Narrow the server by an option of its own (a read-only switch, a list of tool sets), or in the settings of the client.',
    gate: client
      ? asksByDefault(client)
      : { approval: { state: 'undecidable', why: 'the client that reads this file decides' } },
  };
}
