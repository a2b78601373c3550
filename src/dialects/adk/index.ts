import type { Agent, AgentSystem, TurnLimit } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { formatAgent, settingsSystem } from '../agents/agent.js';
import { stringOf } from '../agents/tool.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { agentReference, readTools } from './tools.js';

const NAME = /(?:^|[/_])root_agent\.ya?ml$/;
const WHY =
  'a YAML agent of ADK has no place for it; it is stated in the Python or Java program that loads the file';
const CLASSES = ['LlmAgent', 'LoopAgent', 'SequentialAgent', 'ParallelAgent'];
const PARTS = ['model', 'instruction', 'description', 'tools', 'sub_agents', 'nodes', 'edges'];
const CALLBACKS = {
  input: ['before_model_callbacks', 'before_agent_callbacks'],
  output: ['after_model_callbacks', 'after_agent_callbacks'],
};

/** An agent of Google's Agent Development Kit in YAML. */
const adk: Dialect = {
  name: 'adk',
  order: 6,
  surface: 'product',

  proposes: (path) => NAME.test(path),

  mayHold: (text) =>
    text.includes('agent_class') || text.includes('AgentConfig.json') || text.includes('config_path'),

  recognise(root: SyntaxNode, proposal: Proposal): Recognition {
    if (root.document.format === 'http' || root.kind !== 'object' || stringOf(root.get('name')) === undefined)
      return { claimed: false, reason: 'no named agent of ADK' };
    const agentClass = stringOf(root.get('agent_class'));
    const hasSchema = root.document.text.slice(0, 600).includes('AgentConfig.json');
    const hasChildren = (root.get('sub_agents')?.items() ?? []).some(
      (item) => item.get('config_path') !== undefined || item.get('code') !== undefined,
    );
    const isProposed = proposal.dialect === 'adk' && PARTS.some((key) => root.get(key) !== undefined);
    const isOurs =
      agentClass !== undefined &&
      (CLASSES.includes(agentClass) || PARTS.slice(1).some((key) => root.get(key) !== undefined));
    return isOurs || hasSchema || hasChildren || isProposed
      ? { claimed: true, reason: 'an agent of ADK' }
      : { claimed: false, reason: 'no agent of ADK' };
  },

  read(root: SyntaxNode): AgentSystem[] {
    const name = stringOf(root.get('name')) ?? 'agent';
    const agent = formatAgent(
      name,
      root,
      { model: root.get('model'), instructions: root.get('instruction') },
      WHY,
    );
    for (const item of root.get('sub_agents')?.items() ?? []) {
      const reference = agentReference(item);
      if (reference) agent.delegatesTo.push(reference);
    }
    readTools(agent, root);
    for (const side of ['input', 'output'] as const) readCallbacks(agent, side, root);
    const system = settingsSystem(root, { dialect: 'adk', surface: 'product', agents: [agent] }, WHY);
    const limit = limitOf(name, root);
    if (limit) system.turnLimits = [limit];
    for (const { name: code, file, at } of agent.delegatesTo) {
      if (file === undefined)
        system.unresolved.push({ what: `the agent \`${code}\``, why: 'it is defined in the program', at });
    }
    return [system];
  },

  join: { fileKeys: ['config_path'], isAgentPerFile: true },
};

export default adk;

/** Callbacks are the place of guardrails in ADK; that there is one is all that the file shows. */
function readCallbacks(agent: Agent, side: 'input' | 'output', root: SyntaxNode): void {
  for (const key of CALLBACKS[side]) {
    const list = root.get(key);
    const names = (list?.items() ?? []).flatMap((item) => stringOf(item.get('name')) ?? []);
    if (!list || names.length === 0) continue;
    agent.guardrails[side] = { state: 'shown', value: names, at: list.at() };
    agent.guardrails.eachTurn = true;
  }
}

/** A loop without a limit runs until one of its agents says that it is done. */
function limitOf(of: string, root: SyntaxNode): TurnLimit | undefined {
  const agentClass = root.get('agent_class');
  if (!agentClass || stringOf(agentClass) !== 'LoopAgent') return undefined;
  const node = root.get('max_iterations');
  const words = {
    off: 'a `LoopAgent` without `max_iterations` has no limit',
    edit: 'Set `max_iterations: 20`, or the number of rounds that the task needs.',
    turns: 20,
  };
  if (typeof node?.scalar === 'number' && node.scalar > 0)
    return { of, limit: { state: 'shown', value: node.scalar, at: node.at() }, at: node.at(), words };
  const at = (node ?? agentClass).at();
  const repair = { title: 'Set `max_iterations` to 20', edits: () => root.edit()?.set('max_iterations', 20) };
  return { of, limit: { state: 'shown', value: null, at }, at, words, repair };
}
