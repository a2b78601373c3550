import type { Agent, AgentSystem, NamedValue, Unresolved } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { formatAgent, settingsSystem } from '../agents/agent.js';
import { headerValues, stringOf } from '../agents/tool.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { type Components, componentsOf, typeOf } from './components.js';
import { addTool, readTools } from './tools.js';

/** Components that may be the only one of a file; other programs have component types of their own. */
const COMPONENT =
  /^(?:[A-Z0-9][A-Za-z0-9]*)?(?:Agent|Flow|Swarm|ManagerWorkers|ServerTool|ClientTool|RemoteTool|BuiltinTool|MCPTool|MCPToolBox)$/;
const WHY = 'Agent Spec has no place for it; it is stated where the runtime loads the file';

/** A component of the Open Agent Specification: an agent, a team, a flow. */
const agentSpec: Dialect = {
  name: 'agent-spec',
  order: 4,
  surface: 'product',

  mayHold: (text) => text.includes('component_type') || text.includes('agentspec_version'),

  recognise(root: SyntaxNode, _proposal: Proposal): Recognition {
    if (root.document.format === 'http' || root.kind !== 'object')
      return { claimed: false, reason: 'its root is not an object' };
    const hasVersion = root.get('agentspec_version') !== undefined;
    const hasParts =
      COMPONENT.test(stringOf(root.get('component_type')) ?? '') && root.get('name') !== undefined;
    const areParts = root.get('$referenced_components')?.kind === 'object';
    return hasVersion || hasParts || areParts
      ? { claimed: true, reason: 'a component of Agent Spec' }
      : { claimed: false, reason: 'no component of Agent Spec' };
  },

  read(root: SyntaxNode): AgentSystem[] {
    const components = componentsOf(root);
    const unresolved: Unresolved[] = [];
    const made = new Map<string, Agent>();
    const agents: Agent[] = [];
    for (const node of components.all) {
      if (!AGENT.test(typeOf(node) ?? '')) continue;
      const agent = readAgent(node, components, unresolved);
      made.set(node.path(), agent);
      agents.push(agent);
    }
    for (const node of components.all) connect(node, components, made);
    const first = components.resolve(root.get('first_agent') ?? root.get('group_manager'));
    const entry = first && made.get(first.path());
    // A circle is reported at its beginning.
    if (entry) agents.unshift(...agents.splice(agents.indexOf(entry), 1));
    const flow = flowAgent(root, components, agents.length > 0);
    const system = settingsSystem(
      root,
      { dialect: 'agent-spec', surface: 'product', agents: flow ? [flow, ...agents] : agents },
      WHY,
    );
    if (entry && !flow) system.entry = entry.name;
    system.unresolved = unresolved;
    const values = components.all.flatMap(credentialsIn);
    if (values.length > 0) system.values = values;
    return [system];
  },
};

export default agentSpec;

/** Literals of requests and of models. Those of the transport of a toolbox belong to its server. */
function credentialsIn(node: SyntaxNode): NamedValue[] {
  if (/Transport$/.test(typeOf(node) ?? '')) return [];
  const key = node.get('api_key');
  const value = stringOf(key);
  const own = key && value !== undefined ? [{ name: 'api_key', value, at: key.at() }] : [];
  return [...own, ...headerValues(node.get('headers')), ...headerValues(node.get('sensitive_headers'))];
}

const AGENT = /(?:^|[a-z])Agent$/;

function readAgent(node: SyntaxNode, components: Components, unresolved: Unresolved[]): Agent {
  const model = components.resolve(node.get('llm_config'));
  const name = stringOf(node.get('name')) ?? 'agent';
  const keys = { model: model?.get('model_id'), instructions: node.get('system_prompt') };
  const agent = formatAgent(name, node, keys, WHY);
  readTools(agent, node, components, unresolved);
  return agent;
}

/** Who starts whom: a manager its workers, a swarm along its pairs. `made` holds the agents by the path of their node. */
function connect(node: SyntaxNode, components: Components, made: ReadonlyMap<string, Agent>): void {
  const type = typeOf(node);
  const agentAt = (reference: SyntaxNode | undefined) => {
    const path = components.resolve(reference)?.path();
    return path === undefined ? undefined : made.get(path);
  };
  if (type === 'ManagerWorkers') {
    const manager = agentAt(node.get('group_manager'));
    for (const item of node.get('workers')?.items() ?? []) {
      const worker = agentAt(item);
      if (manager && worker) manager.delegatesTo.push({ name: worker.name, at: item.at() });
    }
  }
  if (type !== 'Swarm') return;
  for (const pair of node.get('relationships')?.items() ?? []) {
    const [from, to] = pair.items();
    const [source, target] = [agentAt(from), agentAt(to)];
    if (source && target && to) source.handoffs.push({ name: target.name, at: to.at() });
  }
}

/** A flow calls tools at its nodes, with no agent between: they belong to the flow. */
function flowAgent(root: SyntaxNode, components: Components, hasAgents: boolean): Agent | undefined {
  const tools = components.all
    .filter((node) => typeOf(node) === 'ToolNode')
    .flatMap((node) => components.resolve(node.get('tool')) ?? []);
  if (hasAgents && tools.length === 0) return undefined;
  const name = stringOf(root.get('name'));
  if (name === undefined) return undefined;
  const agent = formatAgent(name, root, {}, WHY);
  const seen = new Set<string>();
  for (const tool of tools) {
    if (seen.size === seen.add(tool.path()).size) continue;
    addTool(agent, tool, components);
  }
  return agent;
}
