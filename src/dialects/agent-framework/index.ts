import {
  type Agent,
  type AgentSystem,
  editRemedy,
  type McpServer,
  type NamedValue,
  type Tool,
} from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { formatAgent, settingsSystem } from '../agents/agent.js';
import { headerValues, stringOf, toolOf } from '../agents/tool.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { kindOfType } from '../payload/tool-kinds.js';
import { readRequireApproval, serverOf } from '../servers/mcp-shapes.js';
import { nameByAddress, readServer, type ServerFormat } from '../servers/server-entries.js';
import { calledIn } from './workflow.js';

const WHY = 'a declarative agent has no place for it; it is stated in the program that loads the file';
const IN_CODE: Tool['approval'] = {
  state: 'inexpressible',
  why: 'the program that runs the function asks, or does not',
};

/** A declarative agent or workflow of Microsoft's Agent Framework. */
const agentFramework: Dialect = {
  name: 'agent-framework',
  order: 4.5,
  surface: 'product',

  mayHold: (text) =>
    text.includes('kind') &&
    (text.includes('Prompt') ||
      text.includes('Workflow') ||
      /\bkind["']?\s{0,4}:\s{0,4}["']?prompt\b/.test(text)),

  recognise(root: SyntaxNode, _proposal: Proposal): Recognition {
    const kind = root.document.format === 'http' ? undefined : stringOf(root.get('kind'));
    // Kubernetes has kinds, too, and a version of its API beside them.
    const isOther = root.get('apiVersion') !== undefined;
    const isPrompt =
      // Foundry writes it small.
      (kind === 'Prompt' || kind === 'prompt') &&
      ['instructions', 'model', 'tools'].some((key) => root.get(key) !== undefined);
    const isWorkflow =
      kind === 'Workflow' && ['trigger', 'actions'].some((key) => root.get(key) !== undefined);
    return !isOther && (isPrompt || isWorkflow)
      ? { claimed: true, reason: `a declarative ${isPrompt ? 'agent' : 'workflow'}` }
      : { claimed: false, reason: 'no declarative agent' };
  },

  read(root: SyntaxNode): AgentSystem[] {
    const isWorkflow = stringOf(root.get('kind')) === 'Workflow';
    const { agents: called, itself } = isWorkflow ? calledIn(root, WHY) : { agents: [readAgent(root)] };
    const agents = itself ? [itself, ...called] : called;
    const system = settingsSystem(root, { dialect: 'agent-framework', surface: 'product', agents }, WHY);
    const values = literalsOf(root.get('model')?.get('connection'));
    if (values.length > 0) system.values = values;
    if (isWorkflow)
      for (const { name, at } of called)
        system.unresolved.push({
          what: `the tools of ${name}`,
          why: 'they are stated where the agent is defined',
          at,
        });
    return [system];
  },
};

export default agentFramework;

const SERVERS: ServerFormat = {
  allowKeys: ['allowedTools', 'allowed_tools'],
  unstated: { state: 'absent' },
  gate: { approval: { state: 'absent' } },
  allowListEdit: () => 'List them in `allowedTools` of the tool.',
};

/** A value behind `=` is an expression (`=Env.API_KEY`), and no literal. */
const isLiteral = ({ value }: NamedValue) => !value.startsWith('=');
const literalsOf = (node: SyntaxNode | undefined) => headerValues(node).filter(isLiteral);

function readAgent(root: SyntaxNode): Agent {
  const model = root.get('model');
  const agent = formatAgent(
    stringOf(root.get('name')) ?? 'agent',
    root,
    { model: model?.get('id') ?? model, instructions: root.get('instructions') },
    WHY,
  );
  for (const node of root.get('tools')?.items() ?? []) readTool(agent, node);
  return agent;
}

function readTool(agent: Agent, node: SyntaxNode): void {
  const kindNode = node.get('kind') ?? node.get('type');
  const type = stringOf(kindNode);
  if (!kindNode || type === undefined) return;
  const nameNode = node.get('name');
  const name = stringOf(nameNode);
  if (type.toLowerCase() === 'mcp') {
    const label = name ?? stringOf(node.get('serverName')) ?? stringOf(node.get('server_label'));
    const gate = gateOf(node);
    const server =
      readServer(label ?? nameByAddress(node) ?? 'mcp', node, { ...SERVERS, gate }) ?? connected(node, label);
    if (!server) return;
    const tools = server.tools.map((tool) => ({ ...tool, ...gateOf(node, tool.name) }));
    const values = [...server.values.filter(isLiteral), ...literalsOf(node.get('connection'))];
    agent.mcpServers.push({ ...server, tools, values });
    return;
  }
  const kind = type === 'function' ? 'function' : kindOfType(type.replace(/([a-z])([A-Z])/g, '$1_$2'));
  const at = (name === undefined ? kindNode : (nameNode ?? kindNode)).at('value', node);
  const description = stringOf(node.get('description'));
  const stated = { name: name ?? type, kind, type, ...(description === undefined ? {} : { description }) };
  agent.tools.push(toolOf(stated, at, IN_CODE));
}

/** A server that a connection of the service names, so that its address is stated there. */
function connected(node: SyntaxNode, label: string | undefined): McpServer | undefined {
  const nameNode = node.get('serverName') ?? node.get('connection');
  if (!nameNode || label === undefined) return undefined;
  return serverOf({
    address: { text: label, at: nameNode.at(), isUrl: false },
    label,
    at: nameNode.at(),
    transport: 'unknown',
    values: [],
    allowed: node.get('allowedTools') ?? node.get('allowed_tools'),
    allowListEdit: 'List them in `allowedTools` of the tool.',
    gateOf: (tool) => gateOf(node, tool),
  });
}

/** Keys of the mode `specify` that list tools; a tool that neither names is as if nothing were stated. */
const LISTS = [
  ['alwaysRequireApprovalTools', 'human'],
  ['neverRequireApprovalTools', 'machine'],
] as const;

/** The loaders pass nothing on; the Responses API asks, and other services may not. */
const UNSTATED_MODE = 'the tool states no `approvalMode`, and the service that runs the agent decides';

const MODES = ['approvalMode', 'require_approval', 'requireApproval'];

/** `approvalMode: never`, or `{ kind: never }`; `always` is a gate; `specify` has one for each tool. */
function gateOf(node: SyntaxNode, tool?: string): ServerFormat['gate'] {
  const key = MODES.find((one) => node.get(one) !== undefined) ?? 'approvalMode';
  const mode = node.get(key);
  const stated = stringOf(mode) ?? stringOf(mode?.get('kind'));
  const gateRemedy = editRemedy(`Set \`${key}: always\` at the tool`, () => node.edit()?.set(key, 'always'));
  // The service has filters of names, too: `{ never: { tool_names: [...] } }`.
  if (mode?.kind === 'object' && key !== 'approvalMode' && mode.get('kind') === undefined)
    return { approval: readRequireApproval(mode, tool, key), gateRemedy };
  if (!mode || stated === undefined)
    return { approval: { state: 'undecidable', why: UNSTATED_MODE }, gateRemedy };
  const at = mode.at();
  if (/^never/i.test(stated))
    return { approval: { state: 'shown', value: { by: 'machine', stated }, at }, gateRemedy };
  if (/^always/i.test(stated))
    return { approval: { state: 'shown', value: { by: 'human', stated }, at }, gateRemedy };
  for (const [key, by] of LISTS) {
    const item = mode
      .get(key)
      ?.items()
      .find((one) => tool !== undefined && stringOf(one) === tool);
    if (item) return { approval: { state: 'shown', value: { by, stated: key }, at: item.at() }, gateRemedy };
  }
  return { approval: { state: 'absent', at }, gateRemedy };
}
