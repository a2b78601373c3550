import type { Agent, Tool } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { knownTool } from '../shared/format-agents.js';
import { asksByDefault, readServer, type ServerFormat } from '../shared/server-entries.js';
import { headerValues, stringOf, toolOf } from '../shared/tool.js';

/** Docker agent asks before a tool acts, unless `permissions` or the caller says otherwise. */
export const ASKED: Tool['approval'] = asksByDefault('docker agent').approval;

const SERVERS: ServerFormat = {
  allowKeys: ['tools'],
  unstated: { state: 'absent' },
  gate: { approval: ASKED },
  allowListEdit: () => 'List them in `tools` of the toolset.',
};

/** What the built-in toolsets do. */
const BUILT_IN: Readonly<Record<string, 'read' | 'change'>> = {
  filesystem: 'change',
  think: 'read',
  todo: 'change',
  tasks: 'change',
  memory: 'change',
  fetch: 'read',
  lsp: 'change',
  user_prompt: 'change',
  rag: 'read',
  model_picker: 'read',
  background_agents: 'change',
};

/** Reads `toolsets`: built-in ones, scripts, a remote API, MCP servers with their filter of tools. */
export function readToolsets(agent: Agent, list: SyntaxNode | undefined): void {
  for (const node of list?.items() ?? []) {
    const typeNode = node.get('type');
    const type = stringOf(typeNode);
    if (!typeNode || type === undefined) continue;
    const at = typeNode.at('value', node);
    const known = BUILT_IN[type];
    if (type === 'mcp') readMcp(agent, node);
    else if (type === 'script') readScripts(agent, node);
    else if (type === 'shell') agent.tools.push(toolOf({ name: type, kind: 'shell', type }, at, ASKED));
    else if (known) agent.tools.push(knownTool(type, known, at, ASKED));
    else {
      const name = stringOf(node.get('name')) ?? stringOf(node.get('api_config')?.get('name')) ?? type;
      agent.tools.push(toolOf({ name, kind: 'function', type }, at, ASKED));
    }
  }
}

function readMcp(agent: Agent, node: SyntaxNode): void {
  const remote = node.get('remote');
  const label = stringOf(node.get('name'));
  const ref = node.get('ref');
  const reference = stringOf(ref);
  const url = stringOf(remote?.get('url'));
  const entry = remote?.kind === 'object' ? remote : node;
  const server = readServer(label ?? 'mcp', entry, SERVERS);
  if (server) {
    const list = node.get('tools');
    if (remote && list) Object.assign(server, allowed(list, url ?? server.name));
    if (label === undefined) server.name = nameOf(server.url, server.launch?.name ?? server.address);
    agent.mcpServers.push(server);
    return;
  }
  if (!ref || reference === undefined) return;
  const list = node.get('tools');
  agent.mcpServers.push({
    name: label ?? reference,
    address: reference,
    transport: 'stdio',
    at: ref.at('value', node),
    allowedTools: SERVERS.unstated,
    tools: [],
    scopes: [],
    values: headerValues(node.get('env')),
    toolGate: SERVERS.gate,
    allowListEdit: 'List them in `tools` of the toolset.',
    ...(list?.kind === 'array' ? allowed(list, reference) : {}),
  });
}

function nameOf(url: string | undefined, otherwise: string): string {
  return url === undefined ? otherwise : url.replace(/^[a-z]+:\/\//i, '').split(/[/?#:]/)[0] || otherwise;
}

function allowed(
  list: SyntaxNode,
  server: string,
): Pick<Agent['mcpServers'][number], 'allowedTools' | 'tools'> {
  const tools = list.items().flatMap((item) => {
    const name = stringOf(item);
    return name === undefined ? [] : [toolOf({ name, kind: 'mcp' }, item.at(), ASKED, server)];
  });
  return {
    allowedTools: { state: 'shown', value: tools.map(({ name }) => name), at: list.at() },
    tools,
  };
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
