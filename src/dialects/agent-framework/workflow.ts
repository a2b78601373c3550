import { type Agent, editRemedy, type Tool } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { formatAgent } from '../agents/agent.js';
import { stringOf, toolOf } from '../agents/tool.js';
import { withOnly } from '../servers/mcp-shapes.js';
import { nameByAddress, readServer, type ServerFormat } from '../servers/server-entries.js';

/** Most nodes of a workflow that are looked at. */
const MOST_NODES = 20_000;

/** Kinds of actions that call a tool themselves, without an agent. */
const FUNCTION_CALL = 'InvokeFunctionTool';
const MCP_CALL = 'InvokeMcpTool';

/** What the actions of a workflow call: agents by name, and tools, each in the order of the text. */
export interface Called {
  agents: Agent[];
  /** The workflow itself, as what calls tools; left out where it calls none. */
  itself?: Agent;
}

export function calledIn(root: SyntaxNode, why: string): Called {
  const named = new Map<string, Agent>();
  const itself = formatAgent(stringOf(root.get('name')) ?? 'workflow', root, {}, why);
  const pending: SyntaxNode[] = [root];
  for (let seen = 0; seen < MOST_NODES; seen++) {
    const node = pending.pop();
    if (!node) break;
    const called = node.get('agent');
    const name = stringOf(called?.get('name'));
    if (called && name !== undefined && !named.has(name)) named.set(name, formatAgent(name, called, {}, why));
    readAction(itself, node);
    for (const key of [...node.keys()].reverse()) {
      const inner = node.get(key);
      if (inner && (inner.kind === 'object' || inner.kind === 'array')) pending.push(inner);
    }
    for (const item of [...node.items()].reverse()) if (item.kind === 'object') pending.push(item);
  }
  const calls = itself.tools.length > 0 || itself.mcpServers.length > 0;
  return { agents: [...named.values()], ...(calls ? { itself } : {}) };
}

function readAction(workflow: Agent, node: SyntaxNode): void {
  const kind = stringOf(node.get('kind'));
  if (kind === FUNCTION_CALL) {
    const name = node.get('functionName');
    const text = stringOf(name);
    if (name && text !== undefined)
      workflow.tools.push(
        gated(toolOf({ name: text, kind: 'function' }, name.at('value', node), ABSENT), node),
      );
  } else if (kind === MCP_CALL) {
    const server = readServer(
      stringOf(node.get('serverLabel')) ?? nameByAddress(node) ?? 'mcp',
      node,
      SERVERS,
    );
    if (!server) return;
    const name = node.get('toolName');
    const text = stringOf(name);
    const only =
      name && text !== undefined
        ? withOnly(server, [{ value: text, at: name.at('value', node) }], name.at())
        : server;
    workflow.mcpServers.push({ ...only, tools: only.tools.map((tool) => gated(tool, node)) });
  }
}

const ABSENT: Tool['approval'] = { state: 'absent' };
const SERVERS: ServerFormat = {
  allowKeys: [],
  unstated: { state: 'absent' },
  gate: { approval: ABSENT },
};

/** `requireApproval` of an action: left out it asks nobody; an expression (`=...`) decides at run time. */
function gated(tool: Tool, node: SyntaxNode): Tool {
  const gateRemedy = editRemedy('Set `requireApproval: true` at the action', () =>
    node.edit()?.set('requireApproval', true),
  );
  return { ...tool, gateRemedy, approval: approvalOf(node.get('requireApproval')) ?? tool.approval };
}

function approvalOf(asks: SyntaxNode | undefined): Tool['approval'] | undefined {
  if (!asks) return undefined;
  const at = asks.at();
  const expression = stringOf(asks);
  if (asks.scalar === true)
    return { state: 'shown', value: { by: 'human', stated: 'requireApproval: true' }, at };
  return expression?.startsWith('=')
    ? { state: 'shown', value: { by: 'conditional', stated: expression }, at }
    : { state: 'absent', at };
}
