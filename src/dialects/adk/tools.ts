import {
  type Agent,
  type AgentReference,
  editRemedy,
  type NamedValue,
  type Remedy,
  type Tool,
} from '../../model/index.js';
import { hostOf } from '../../model/secrets.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { headerValues, knownTool, stringOf, textsIn, toolOf } from '../agents/tool.js';
import { withOnly } from '../servers/mcp-shapes.js';
import { readServer, type ServerFormat } from '../servers/server-entries.js';

const IN_CODE: Tool['approval'] = {
  state: 'inexpressible',
  why: 'the code that it names decides whether it requires approval (`require_confirmation`)',
};
/** ADK takes objects only: a tool by its name alone is read by a loader of the project. */
const IN_LOADER: Tool['approval'] = {
  state: 'inexpressible',
  why: 'a tool given only by name has no arguments; the code that it names decides whether it requires approval',
};
const BY_CALLBACK: Tool['approval'] = {
  state: 'inexpressible',
  why: '`before_tool_callbacks` may require approval; the code that they name decides',
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
  },
  allowListEdit: () => 'List them in `tool_filter` of its `args`.',
};

/** Reads `tools`: built-in ones, functions of the program, agents as tools, MCP servers. */
export function readTools(agent: Agent, root: SyntaxNode): void {
  const before = root.get('before_tool_callbacks');
  const unstated: Tool['approval'] = (before?.items().length ?? 0) > 0 ? BY_CALLBACK : { state: 'absent' };
  for (const node of root.get('tools')?.items() ?? []) {
    const bare = stringOf(node);
    if (bare !== undefined) {
      const name = bare.split(/[.:]/).at(-1) ?? bare;
      agent.tools.push(toolOf({ name, kind: 'function' }, node.at('value', `tools[${bare}]`), IN_LOADER));
    }
    const nameNode = node.get('name');
    const stated = stringOf(nameNode);
    if (!nameNode || stated === undefined) continue;
    const args = node.get('args');
    const at = nameNode.at('value', node);
    const last = stated.split('.').at(-1) ?? stated;
    if (MCP_SETS.has(last)) readToolset(agent, node, args, unstated);
    else if (last === 'AgentTool') {
      const called = agentReference(args?.get('agent'));
      agent.tools.push(toolOf({ name: called?.name ?? last, kind: 'agent' }, at, IN_CODE));
      if (called) agent.delegatesTo.push(called);
    } else if (READERS.has(last)) agent.tools.push(knownTool(last, 'read', at, IN_CODE));
    else agent.tools.push(functionTool(last, nameNode, node, unstated));
  }
  const checks = (before?.items() ?? []).flatMap((item) => stringOf(item.get('name')) ?? []);
  if (!before || checks.length === 0) return;
  const guardrails: Tool['guardrails'] = {
    input: { state: 'shown', value: checks, at: before.at() },
    output: { state: 'inexpressible', why: '`before_tool_callbacks` run before the tool' },
  };
  agent.tools = agent.tools.map((tool) => ({ ...tool, guardrails }));
}

/** Another agent, by the file that makes it or by its name in the program. */
export function agentReference(node: SyntaxNode | undefined): AgentReference | undefined {
  const path = node?.get('config_path');
  const file = stringOf(path);
  if (path && file !== undefined) return { name: file, at: path.at(), file };
  const code = node?.get('code');
  const name = stringOf(code);
  return code && name !== undefined ? { name, at: code.at() } : undefined;
}

/** What `require_confirmation` says: yes, or the name of a function that decides. */
function gateOf(args: SyntaxNode | undefined, unstated: Tool['approval']): Tool['approval'] {
  const asks = args?.get('require_confirmation');
  if (!asks) return unstated;
  const at = asks.at();
  if (asks.scalar === true)
    return { state: 'shown', value: { by: 'human', stated: 'require_confirmation' }, at };
  // The maker of the tool is set to ask for no approval.
  if (asks.scalar === false) return { state: 'absent', at };
  const predicate = stringOf(asks) ?? stringOf(asks.get('name'));
  if (predicate !== undefined) return { state: 'shown', value: { by: 'conditional', stated: predicate }, at };
  return unstated.state === 'absent' ? { state: 'absent', at } : unstated;
}

/**
 * A function by its dotted name, which ADK wraps with no confirmation; a class or a tool that takes long, of which the
 * file says nothing more; `FunctionTool` with `func` and, perhaps, `require_confirmation`.
 */
function functionTool(
  last: string,
  nameNode: SyntaxNode,
  node: SyntaxNode,
  unstated: Tool['approval'],
): Tool {
  const args = node.get('args');
  const func = args?.get('func');
  const wrapped = stringOf(func)?.split('.').at(-1);
  const name = wrapped ?? last;
  const place =
    func && wrapped !== undefined ? func.at('value', `tools[${stringOf(func)}]`) : nameNode.at('value', node);
  const isFunctionTool = last === 'FunctionTool';
  // A function has a small first letter; with arguments it makes a tool of its own.
  const isPlain = args === undefined && /^[a-z_]/.test(last) && stringOf(nameNode)?.includes('.') === true;
  const approval = gateOf(args, isFunctionTool || isPlain ? unstated : IN_CODE);
  const tool = toolOf({ name, kind: 'function' }, place, approval);
  if (isFunctionTool) return { ...tool, gateRemedy: confirmed(node, `\`${name}\``) };
  return isPlain ? { ...tool, gateRemedy: asFunctionTool(nameNode, node) } : tool;
}

/** What makes a tool or toolset of ADK ask. */
const confirmed = (node: SyntaxNode, whose: string): Remedy =>
  editRemedy(`Set \`require_confirmation: true\` in \`args\` of ${whose}`, () =>
    node.edit()?.set(['args', 'require_confirmation'], true),
  );

/** ADK wraps a function that is named alone; a `FunctionTool` around it can ask. */
function asFunctionTool(nameNode: SyntaxNode, node: SyntaxNode): Remedy {
  const func = stringOf(nameNode) ?? '';
  const args = { func, require_confirmation: true };
  return editRemedy(
    `Replace \`name: ${func}\` with \`name: FunctionTool\` and \`args: { func: ${func}, require_confirmation: true }\``,
    () => node.edit()?.merge({ name: 'FunctionTool', args }),
  );
}

function readToolset(
  agent: Agent,
  node: SyntaxNode,
  args: SyntaxNode | undefined,
  unstated: Tool['approval'],
): void {
  for (const key of PARAMETERS) {
    const parameters = args?.get(key);
    const entry = parameters?.get('server_params') ?? parameters;
    const read = entry && readServer(`${node.path()}`, entry, SERVERS);
    if (!read) continue;
    const filter = args?.get('tool_filter');
    const server = {
      ...read,
      name: read.launch?.name ?? (read.url && hostOf(read.url)) ?? read.address,
      toolGate: { approval: gateOf(args, unstated), gateRemedy: confirmed(node, 'the toolset') },
      values: [...read.values, ...credentialsIn(args?.get('auth_credential'))],
    };
    // ADK takes every tool where the filter is empty (`_is_tool_selected`).
    const isFilter = filter?.kind === 'array' && filter.items().length > 0;
    agent.mcpServers.push(isFilter ? withOnly(server, textsIn(filter), filter.at()) : server);
    return;
  }
}

/** Literals of a credential, which ADK nests by its kind: `oauth2.client_secret`, `http.credentials.token`. */
function credentialsIn(node: SyntaxNode | undefined, depth = 3): NamedValue[] {
  if (!node || depth === 0) return [];
  const inner = node.keys().flatMap((key) => credentialsIn(node.get(key), depth - 1));
  return [...headerValues(node), ...inner];
}
