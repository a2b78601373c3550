import { type Agent, editRemedy, type Remedy, type Tool, type Unresolved } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf, toolOf } from '../agents/tool.js';
import { readServer, type ServerFormat } from '../servers/server-entries.js';
import { type Components, typeOf } from './components.js';

const TOOL = /Tool$/;

const SERVERS: ServerFormat = {
  allowKeys: [],
  unstated: { state: 'absent' },
  gate: {
    approval: { state: 'absent' },
    gateRemedy: { text: 'Name the tool in `tool_filter` with `requires_confirmation: true`.' },
  },
  allowListEdit: () => 'List them in `tool_filter` of the toolbox.',
};

/** Reads `tools` and `toolboxes` of a component into an agent; what another file holds is unresolved. */
export function readTools(
  agent: Agent,
  node: SyntaxNode,
  components: Components,
  unresolved: Unresolved[],
): void {
  for (const key of ['tools', 'toolboxes']) {
    for (const item of node.get(key)?.items() ?? []) {
      const component = components.resolve(item);
      if (component) addTool(agent, component, components);
      else {
        unresolved.push({
          what: `a tool of ${agent.name}`,
          why: 'the component that it refers to is not in this file',
          at: item.at(),
        });
      }
    }
  }
}

/** Adds a tool, a toolbox of an MCP server, or an agent that is used as a tool. */
export function addTool(agent: Agent, node: SyntaxNode, components: Components): void {
  const type = typeOf(node);
  const nameNode = node.get('name');
  const name = stringOf(nameNode);
  if (type === undefined || !nameNode || name === undefined) return;
  if (type === 'MCPToolBox') {
    addToolbox(agent, node, components);
    return;
  }
  if (!TOOL.test(type)) return;
  const description = stringOf(node.get('description'));
  const at = nameNode.at('value', node);
  const kind = type === 'MCPTool' ? ('mcp' as const) : ('function' as const);
  const httpMethod = stringOf(node.get('http_method'));
  const stated = {
    ...{ name, kind, type },
    ...(description !== undefined && { description }),
    ...(httpMethod !== undefined && { httpMethod }),
  };
  // A tool of a server is known by its own name, like one that an allow-list names.
  const server = kind === 'mcp' ? (stringOf(node.get('client_transport')?.get('name')) ?? 'mcp') : undefined;
  agent.tools.push({ ...toolOf(stated, at, gateOf(node), server), gateRemedy: confirmed(node, name) });
}

/** A tool that is named alone has no place for it: a component of that name has. */
const confirmed = (node: SyntaxNode | undefined, name: string): Remedy => {
  const title = `Set \`requires_confirmation: true\` at \`${name}\``;
  return node
    ? editRemedy(title, () => node.edit()?.set('requires_confirmation', true))
    : { text: `${title}, as a component in \`tool_filter\`.` };
};

function gateOf(node: SyntaxNode): Tool['approval'] {
  const asks = node.get('requires_confirmation');
  if (asks?.scalar === true)
    return { state: 'shown', value: { by: 'human', stated: 'requires_confirmation' }, at: asks.at() };
  return asks ? { state: 'absent', at: asks.at() } : { state: 'absent' };
}

function addToolbox(agent: Agent, node: SyntaxNode, components: Components): void {
  const transport = components.resolve(node.get('client_transport'));
  const name = stringOf(node.get('name')) ?? 'mcp';
  const server = transport && readServer(name, transport, SERVERS);
  if (!server) return;
  const filter = node.get('tool_filter');
  if (filter?.kind !== 'array') {
    agent.mcpServers.push(server);
    return;
  }
  const tools = filter.items().flatMap((item): Tool[] => {
    const tool = components.resolve(item);
    const nameNode = tool?.get('name') ?? item;
    const text = stringOf(nameNode);
    if (text === undefined) return [];
    const made = toolOf(
      { name: text, kind: 'mcp' },
      nameNode.at(),
      tool ? gateOf(tool) : { state: 'absent' },
      server.url ?? server.name,
    );
    return [{ ...made, gateRemedy: confirmed(tool, text) }];
  });
  const value = tools.map((tool) => tool.name);
  agent.mcpServers.push({ ...server, tools, allowedTools: { state: 'shown', value, at: filter.at() } });
}
