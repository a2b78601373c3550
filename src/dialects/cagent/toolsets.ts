import type { Agent, McpServer, NamedValue, Tool } from '../../model/index.js';
import { hostOf } from '../../model/secrets.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { headerValues, knownTool, type StatedTool, stringOf, textsIn, toolOf } from '../agents/tool.js';
import { withOnly } from '../servers/mcp-shapes.js';
import { asksByDefault, readServer, type ServerFormat } from '../servers/server-entries.js';
import { TOOLSETS } from './built-in.js';

/** Docker agent asks before a tool acts, unless `permissions` or the caller says otherwise. */
const ASKED: Tool['approval'] = asksByDefault('docker agent').approval;

const SERVERS: ServerFormat = {
  allowKeys: ['tools'],
  emptyMeansAll: true,
  unstated: { state: 'absent' },
  gate: { approval: ASKED },
  allowListEdit: () => 'List them in `tools` of the toolset.',
};

/**
 * Reads `toolsets`: built-in ones, scripts, a remote API, MCP servers with their filter of tools. `shared` holds the
 * servers that toolsets refer to by name.
 */
export function readToolsets(
  agent: Agent,
  list: SyntaxNode | undefined,
  shared: SyntaxNode | undefined,
  values: NamedValue[],
): void {
  for (const node of list?.items() ?? []) {
    const typeNode = node.get('type');
    const type = stringOf(typeNode);
    if (!typeNode || type === undefined) continue;
    const at = typeNode.at('value', node);
    const known = TOOLSETS.get(type);
    if (type === 'mcp') {
      readMcp(agent, node, shared);
      continue;
    }
    const api = node.get('api_config');
    for (const named of [node.get('env'), node.get('headers'), api?.get('headers')])
      for (const one of headerValues(named)) values.push(one);
    if (type === 'script') readScripts(agent, node);
    else if (known === 'read' || known === 'change') agent.tools.push(knownTool(type, known, at, ASKED));
    else {
      const name = stringOf(node.get('name')) ?? stringOf(api?.get('name')) ?? type;
      const stated: StatedTool = { name, kind: known ?? 'function', type };
      agent.tools.push(toolOf({ ...stated, ...requestOf(api) }, at, ASKED));
    }
  }
}

/** What `api_config` says of the one request that such a tool makes. */
function requestOf(api: SyntaxNode | undefined): Pick<StatedTool, 'httpMethod' | 'description'> {
  const httpMethod = stringOf(api?.get('method'));
  const description = stringOf(api?.get('instruction'));
  return {
    ...(httpMethod === undefined ? {} : { httpMethod }),
    ...(description === undefined ? {} : { description }),
  };
}

function readMcp(agent: Agent, toolset: SyntaxNode, shared: SyntaxNode | undefined): void {
  const ref = toolset.get('ref');
  const reference = stringOf(ref);
  const named = reference === undefined ? undefined : shared?.get(reference);
  const node = named?.kind === 'object' ? named : toolset;
  const remote = node.get('remote');
  const label = stringOf(toolset.get('name')) ?? (node === named ? reference : undefined);
  const entry = remote?.kind === 'object' ? remote : node;
  const read = readServer(label ?? 'mcp', entry, SERVERS);
  if (read) {
    const server = { ...read, name: label ?? nameOf(read) };
    agent.mcpServers.push(filtered(server, toolset.get('tools') ?? node.get('tools')));
    return;
  }
  if (!ref || reference === undefined) return;
  const server: McpServer = {
    name: label ?? reference.replace(/^docker:/, ''),
    address: reference.replace(/^docker:/, ''),
    transport: 'stdio',
    at: ref.at('value', node),
    allowedTools: SERVERS.unstated,
    tools: [],
    scopes: [],
    values: headerValues(node.get('env')),
    toolGate: SERVERS.gate,
    allowListEdit: 'List them in `tools` of the toolset.',
  };
  agent.mcpServers.push(filtered(server, node.get('tools')));
}

/** A list without an entry filters nothing (docker agent, `WithToolsFilter`). */
const filtered = (server: McpServer, list: SyntaxNode | undefined): McpServer =>
  list?.kind === 'array' && list.items().length > 0 ? withOnly(server, textsIn(list), list.at()) : server;

/** A server without a label goes by its host, its package, or the servers that Docker's gateway is told to start. */
function nameOf({ url, launch, address }: McpServer): string {
  if (url !== undefined) return hostOf(url) ?? address;
  if (launch) return launch.name;
  const [, , gateway, ...words] = address.split(' ');
  if (gateway !== 'gateway') return address;
  const stated = words.find((word) => word.startsWith('--servers='));
  return stated?.slice('--servers='.length) || 'mcp-gateway';
}

function readScripts(agent: Agent, node: SyntaxNode): void {
  const scripts = node.get('shell');
  for (const name of scripts?.keys() ?? []) {
    const script = scripts?.get(name);
    if (!script) continue;
    const description = stringOf(script.get('description'));
    const stated = { name, kind: 'function' as const };
    agent.tools.push(
      toolOf(description === undefined ? stated : { ...stated, description }, script.at('key'), ASKED),
    );
  }
}
