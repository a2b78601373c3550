import type { Agent, Tool } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { knownTool } from '../shared/format-agents.js';
import { readServer, type ServerFormat } from '../shared/server-entries.js';
import { stringOf, toolOf } from '../shared/tool.js';

const IN_CODE: Tool['approval'] = {
  state: 'inexpressible',
  why: 'whether it asks stands in the code that it names (`require_confirmation`)',
};

const READERS = new Set([
  'google_search',
  'url_context',
  'load_memory',
  'preload_memory',
  'load_artifacts',
  'get_user_choice',
  'enterprise_web_search',
  'google_maps_grounding',
  'exit_loop',
  'VertexAiSearchTool',
  'transfer_to_agent',
]);
const MCP_SETS = new Set(['MCPToolset', 'McpToolset']);
const PARAMETERS = [
  'stdio_server_params',
  'stdio_connection_params',
  'sse_connection_params',
  'sse_server_params',
  'streamable_http_connection_params',
  'connection_params',
];

const SERVERS: ServerFormat = {
  allowKeys: [],
  unstated: { state: 'absent' },
  gate: {
    approval: { state: 'absent' },
    gateEdit: 'Set `require_confirmation: true` in `args` of the toolset.',
  },
  allowListEdit: () => 'List them in `tool_filter` of its `args`.',
};

/** Reads `tools`: built-in ones, functions of the program, agents as tools, MCP servers. */
export function readTools(agent: Agent, list: SyntaxNode | undefined): void {
  for (const node of list?.items() ?? []) {
    const nameNode = node.get('name');
    const stated = stringOf(nameNode);
    if (!nameNode || stated === undefined) continue;
    const args = node.get('args');
    const at = nameNode.at('value', node);
    const last = stated.split('.').at(-1) ?? stated;
    if (MCP_SETS.has(last)) readToolset(agent, node, args);
    else if (last === 'AgentTool')
      agent.tools.push(toolOf({ name: agentName(args) ?? last, kind: 'agent' }, at, IN_CODE));
    else if (READERS.has(last)) agent.tools.push(knownTool(last, 'read', at, IN_CODE));
    else agent.tools.push(functionTool(last, nameNode, node, args));
  }
}

function agentName(args: SyntaxNode | undefined): string | undefined {
  const agent = args?.get('agent');
  return stringOf(agent?.get('config_path')) ?? stringOf(agent?.get('code'));
}

/** A function by its dotted name, or wrapped: `FunctionTool` with `func` and, perhaps, `require_confirmation`. */
function functionTool(
  last: string,
  nameNode: SyntaxNode,
  node: SyntaxNode,
  args: SyntaxNode | undefined,
): Tool {
  const func = args?.get('func');
  const wrapped = stringOf(func)?.split('.').at(-1);
  const name = wrapped ?? last;
  const place = (wrapped === undefined ? nameNode : (func ?? nameNode)).at('value', node);
  const asks = args?.get('require_confirmation');
  if (asks?.scalar === true) {
    const approval: Tool['approval'] = {
      state: 'shown',
      value: { by: 'human', stated: 'require_confirmation' },
      at: asks.at(),
    };
    return toolOf({ name, kind: 'function' }, place, approval);
  }
  const isFunctionTool = last === 'FunctionTool';
  const approval: Tool['approval'] = isFunctionTool
    ? { state: 'absent', ...(asks ? { at: asks.at() } : {}) }
    : IN_CODE;
  const tool = toolOf({ name, kind: 'function' }, place, approval);
  if (isFunctionTool) tool.gateEdit = 'Set `require_confirmation: true` in its `args`.';
  return tool;
}

function readToolset(agent: Agent, node: SyntaxNode, args: SyntaxNode | undefined): void {
  for (const key of PARAMETERS) {
    const parameters = args?.get(key);
    const entry = parameters?.get('server_params') ?? parameters;
    const server = entry && readServer(`${node.path()}`, entry, SERVERS);
    if (!server) continue;
    server.name = server.launch?.name ?? (server.url === undefined ? server.address : hostName(server.url));
    const filter = args?.get('tool_filter');
    const asks = args?.get('require_confirmation');
    if (asks?.scalar === true)
      server.toolGate = {
        approval: { state: 'shown', value: { by: 'human', stated: 'require_confirmation' }, at: asks.at() },
      };
    if (filter?.kind === 'array') {
      server.tools = filter.items().flatMap((item) => {
        const name = stringOf(item);
        if (name === undefined) return [];
        return [
          Object.assign(
            toolOf({ name, kind: 'mcp' }, item.at(), { state: 'absent' }, server.url ?? server.name),
            server.toolGate,
          ),
        ];
      });
      server.allowedTools = { state: 'shown', value: server.tools.map(({ name }) => name), at: filter.at() };
    }
    agent.mcpServers.push(server);
    return;
  }
}

const hostName = (url: string) => url.replace(/^[a-z]+:\/\//i, '').split(/[/?#:]/)[0] || url;
