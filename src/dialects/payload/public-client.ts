import { environmentKindOf } from '../../facts/vendors.js';
import type { McpServer, NamedValue, Place, Ungateable, Unmet, Unresolved } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { headerValues, stringOf, valuesNamed } from '../agents/tool.js';
import type { Word } from '../commands/command-line.js';
import { serverOf } from '../servers/mcp-shapes.js';
import { commandText, wordsOf } from '../servers/server-start.js';
import { argumentValues } from '../servers/server-values.js';

/**
 * The shape in which the public client of a managed agent service writes MCP servers: a tool with a `transport`; or, as
 * in a Responses request, with the address in the tool itself.
 * The spec shows `agent.mcp_servers`; both are read, and judged by the spec (facts on dialects, section C).
 */
export function isServerTool(node: SyntaxNode): boolean {
  if (node.get('type')?.scalar !== 'mcp') return false;
  return node.get('transport')?.kind === 'object' || stringOf(node.get('server_url')) !== undefined;
}

/** Facts on dialects, section 0, row 7: no field per tool, and the service calls the server itself. */
const UNGATEABLE: Ungateable = {
  why: 'the service calls the server itself, and this payload has no approval for its tools',
  instead: 'Offer the action as a function tool: your own code runs that one and can require approval.',
};

/**
 * Reads an MCP server from a tool. That no gate exists is known of the documented shape alone; of another one `unstated`
 * is what the format says.
 */
export function readServerTool(node: SyntaxNode, unstated: Unmet): McpServer {
  const isDocumented = node.get('transport') !== undefined;
  const transport = isDocumented ? node.get('transport') : node;
  const label = stringOf(node.get('server_label'));
  const isLocal = stringOf(transport?.get('type')) === 'stdio' || transport?.get('command') !== undefined;
  const words = isLocal ? wordsOf(transport?.get('command'), transport?.get('args')) : [];
  return serverOf({
    address: isLocal ? commandIn(node, transport, words) : addressOf(node, transport),
    words,
    urlBegins: (transport?.get('server_url') ?? transport?.get('url'))?.begins,
    label,
    at: (node.get('server_label') ?? node.get('type') ?? node).at('value', node),
    transport: isLocal ? 'stdio' : 'http',
    values: [...valuesOf(transport), ...argumentValues(words)],
    item: node,
    allowed: node.get('allowed_tools'),
    allowListEdit: `List them in \`allowed_tools\` of ${label === undefined ? 'this tool' : `\`${label}\``}.`,
    gateOf: () =>
      isDocumented
        ? { approval: { state: 'inexpressible', why: UNGATEABLE.why }, ungateable: UNGATEABLE }
        : { approval: unstated },
  });
}

interface Address {
  text: string;
  at: Place;
  isUrl: boolean;
}

function addressOf(node: SyntaxNode, transport: SyntaxNode | undefined): Address | undefined {
  const url = transport?.get('server_url') ?? transport?.get('url');
  const text = stringOf(url);
  return url && text !== undefined ? { text, at: url.at('value', node), isUrl: true } : undefined;
}

function commandIn(
  node: SyntaxNode,
  transport: SyntaxNode | undefined,
  words: readonly Word[],
): Address | undefined {
  const command = transport?.get('command');
  if (command === undefined || words.length === 0) return undefined;
  return { text: commandText(words), at: command.at('value', node), isUrl: false };
}

function valuesOf(transport: SyntaxNode | undefined): NamedValue[] {
  return [
    ...valuesNamed('authorization', transport?.get('authorization')),
    ...headerValues(transport?.get('headers')),
    ...headerValues(transport?.get('env')),
  ];
}

/** The node of `multi_agent`: beside the agent as the spec shows, or inside one as the public client writes it. */
export function multiAgentNode(root: SyntaxNode): SyntaxNode | undefined {
  const beside = root.get('multi_agent') ?? root.get('agent')?.get('multi_agent');
  if (beside) return beside;
  const agents = root.get('agents');
  const holder = agents?.keys().find((name) => agents.get(name)?.get('multi_agent') !== undefined);
  return holder === undefined ? undefined : agents?.get(holder)?.get('multi_agent');
}

/**
 * Whether a root creates a session of an agent that is stored with the service: `agent_id` in place of `agent`, beside
 * an environment of a type that the spec or a vendor profile knows.
 */
export function hasStoredAgent(root: SyntaxNode): boolean {
  if (root.get('agent') !== undefined || typeof root.get('agent_id')?.scalar !== 'string') return false;
  const type = stringOf(root.get('environment')?.get('type'));
  return type !== undefined && (type === 'hosted' || environmentKindOf(type) !== undefined);
}

/** What a session of a stored agent leaves open. */
export function storedAgent(root: SyntaxNode): Unresolved[] {
  const id = root.get('agent_id');
  if (id === undefined || root.get('agent') !== undefined) return [];
  const why = 'it is stored with the service, with tools, servers and instructions that no file shows';
  return [{ what: 'the agent that `agent_id` names', why, at: id.at() }];
}
