import {
  editRemedy,
  type McpServer,
  type StoredState,
  type Tool,
  type ToolKind,
  type Unmet,
  type Unresolved,
} from '../../model/index.js';
import type { NamedValue } from '../../model/server.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { computed, headerValues, stringOf, toolOf, unresolvedPart, valuesNamed } from '../agents/tool.js';
import { readRequireApproval, serverOf, type ToolGate } from '../servers/mcp-shapes.js';
import { kindOfType } from './tool-kinds.js';
import facts from './tool-shapes.json' with { type: 'json' };

/** What a list of tools of a Responses request says. */
export interface ToolsReading {
  tools: Tool[];
  servers: McpServer[];
  /** Files that the operator keeps for a tool. */
  stored: StoredState[];
  /** Secrets that a container is given. */
  values: NamedValue[];
  unresolved: Unresolved[];
}

const set = (types: readonly string[]): ReadonlySet<string> => new Set(types);

const CALLER = set(facts.caller);
const CONTROL = set(facts.control);
const GROUP = set(facts.group);
const SERVER = set(facts.server);
const SHELL = set(facts.shell);
const KNOWN = set([
  ...facts.caller,
  ...facts.operator,
  ...facts.control,
  ...facts.group,
  ...facts.server,
  ...facts.shell,
]);

/** Deeper namespaces are not read: the documented one holds functions alone. */
const DEEPEST = 4;

const BY_CALLER: Unmet = {
  state: 'inexpressible',
  why: "the caller's code runs it, and a request cannot show what that code asks first",
};
/** The gate of a tool that the operator runs. */
export const BY_OPERATOR: Unmet = {
  state: 'inexpressible',
  why: 'the operator runs it, and a request has no gate for it',
};

/** Whether a node is a tool as the Responses API writes it: an object whose `type` is known there, its fields beside it. */
export function isResponsesTool(node: SyntaxNode): boolean {
  const type = stringOf(node.get('type'));
  return type !== undefined && KNOWN.has(type) && node.get('function') === undefined;
}

/** Reads `tools` of a Responses request; a part that is computed is unresolved, never absent. */
export function readResponsesTools(list: SyntaxNode | undefined): ToolsReading {
  const reading: ToolsReading = { tools: [], servers: [], stored: [], values: [], unresolved: [] };
  if (list) readList(list, reading, 0);
  return reading;
}

function readList(list: SyntaxNode, reading: ToolsReading, depth: number): void {
  if (list.kind === 'dynamic') reading.unresolved.push(unresolvedPart(list, 'the list of tools'));
  for (const item of list.items()) {
    if (item.kind === 'dynamic') reading.unresolved.push(unresolvedPart(item, 'a tool of the list'));
    else if (item.kind === 'object') readItem(item, reading, depth);
  }
}

function readItem(node: SyntaxNode, reading: ToolsReading, depth: number): void {
  const type = stringOf(node.get('type'));
  if (type === undefined) {
    if (node.get('type')?.kind === 'dynamic')
      reading.unresolved.push(unresolvedPart(node, 'a tool of the list'));
  } else if (GROUP.has(type)) {
    const inner = node.get('tools');
    if (inner && depth < DEEPEST) readList(inner, reading, depth + 1);
  } else if (SERVER.has(type)) reading.servers.push(readServer(node));
  else {
    const tool = readTool(node, type);
    reading.tools.push(tool);
    keptFiles(node, tool, reading);
  }
}

function readTool(node: SyntaxNode, type: string): Tool {
  const typeNode = node.get('type');
  // The older form of a chat completion names the function one level deeper.
  const inner = node.get('name') === undefined ? node.get('function') : undefined;
  const definition = inner?.kind === 'object' ? inner : node;
  const nameNode = CALLER.has(type) ? definition.get('name') : undefined;
  const named = stringOf(nameNode);
  const description = stringOf(definition.get('description'));
  const kind: ToolKind = type === 'custom' ? 'function' : kindOfType(type);
  const at = (named === undefined ? typeNode : nameNode)?.at('value', node) ?? node.at();
  const stated = { name: named ?? type, kind, type, ...(description === undefined ? {} : { description }) };
  const read = { effect: 'read', confidence: 'high', because: { from: 'kind' } } as const;
  return {
    ...toolOf(stated, at, CALLER.has(type) ? BY_CALLER : BY_OPERATOR),
    ...(CONTROL.has(type) && { effect: read }),
    ...(SHELL.has(type) && shellGate(node.get('environment'))),
  };
}

/** A shell of the operator's container cannot be gated; the caller's own can, in code that no request shows. */
function shellGate(environment: SyntaxNode | undefined): ToolGate & Pick<Tool, 'containedBy'> {
  if (environment?.kind === 'dynamic') return { approval: computed(environment) };
  const type = stringOf(environment?.get('type'));
  if (type !== undefined && facts.operatorEnvironments.includes(type))
    return { approval: BY_OPERATOR, ungateable: facts.hostedShell, containedBy: { by: 'container' } };
  if (type !== undefined && facts.callerEnvironments.includes(type)) return { approval: BY_CALLER };
  return {
    approval: {
      state: 'undecidable',
      why: 'no `environment` says whether the operator or the caller runs it',
    },
  };
}

/** What the operator keeps for a tool: files of a vector store and of a container. */
function keptFiles(node: SyntaxNode, tool: Tool, { stored, values }: ToolsReading): void {
  const container = node.get(tool.kind === 'code_interpreter' ? 'container' : 'environment');
  const isContainer =
    tool.kind === 'code_interpreter' || (tool.kind === 'shell' && tool.ungateable !== undefined);
  if (tool.kind === 'file_search' || isContainer) {
    stored.push({
      kind: 'files',
      name: tool.name,
      kept: { state: 'shown', value: true, at: tool.at },
      at: tool.at,
    });
  }
  for (const secret of container?.get('network_policy')?.get('domain_secrets')?.items() ?? []) {
    for (const one of valuesNamed(`${stringOf(secret.get('name')) ?? 'domain'} secret`, secret.get('value')))
      values.push(one);
  }
}

const ADDRESS_FIELDS = ['server_url', 'connector_id', 'tunnel_id'] as const;

function readServer(node: SyntaxNode): McpServer {
  const label = stringOf(node.get('server_label'));
  const field = ADDRESS_FIELDS.find((one) => stringOf(node.get(one)) !== undefined);
  const address = field && node.get(field);
  const quoted = label === undefined ? 'this tool' : `\`${label}\``;
  const approval = node.get('require_approval');
  return serverOf({
    item: node,
    address:
      address &&
      ({
        text: stringOf(address) ?? '',
        at: address.at('value', node),
        isUrl: field === 'server_url',
      } as const),
    urlBegins: node.get('server_url')?.begins,
    label,
    at: (node.get('server_label') ?? node.get('type') ?? node).at('value', node),
    transport: field === 'server_url' ? 'http' : 'unknown',
    values: [
      ...valuesNamed('authorization', node.get('authorization')),
      ...headerValues(node.get('headers')),
    ],
    allowed: node.get('allowed_tools'),
    exempt: approval?.get('never'),
    allowListEdit: `List them in \`allowed_tools\` of ${quoted}.`,
    gateOf: (name) => ({
      approval: readRequireApproval(approval, name),
      gateRemedy: {
        ...editRemedy(`Set \`require_approval\` of ${quoted} to \`always\``, () =>
          node.edit()?.set('require_approval', 'always'),
        ),
        text: `Set \`require_approval\` of ${quoted} to \`always\`, and let a person answer each approval request.`,
      },
    }),
  });
}
