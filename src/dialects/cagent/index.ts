import type { Agent, AgentSystem, NamedValue, TurnLimit, Unresolved } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { formatAgent, settingsSystem } from '../agents/agent.js';
import { stringOf } from '../agents/tool.js';
import { hookCommands } from '../commands/automatic-commands.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { readHooks } from './hooks.js';
import { readPermissions } from './permissions.js';
import { readSafety } from './safety.js';
import { readToolsets } from './toolsets.js';

const NAME = /(?:^|[/_])cagent\.ya?ml$/;
const AT_START = 'docker agent has no place for it in this file; it is stated where the agent is started';
const WHY = 'docker agent has hooks for it; the command of a hook decides what is checked';

/** An agent of docker agent (cagent), alone or a team. */
const cagent: Dialect = {
  name: 'cagent',
  order: 5,
  surface: 'product',

  proposes: (path) => NAME.test(path),

  mayHold: (text) => text.includes('agents') && (text.includes('instruction') || text.includes('toolsets')),

  recognise(root: SyntaxNode, _proposal: Proposal): Recognition {
    const agents = root.document.format === 'http' ? undefined : root.get('agents');
    const looksSo =
      agents?.kind === 'object' &&
      agents.keys().some((name) => isAgent(agents.get(name))) &&
      agents.keys().every((name) => agents.get(name)?.kind === 'object');
    return looksSo
      ? { claimed: true, reason: 'a map of agents with instruction or toolsets' }
      : { claimed: false, reason: 'no map of agents as docker agent has it' };
  },

  read(root: SyntaxNode, { readBeside }): AgentSystem[] {
    const nodes = root.get('agents');
    const limits: TurnLimit[] = [];
    const values: NamedValue[] = [];
    const agents = (nodes?.keys() ?? []).map((name): Agent => {
      const node = nodes?.get(name) ?? root;
      const agent = formatAgent(
        name,
        node,
        { model: node.get('model'), instructions: node.get('instruction') },
        WHY,
      );
      agent.delegatesTo = referencesIn(node.get('sub_agents'));
      agent.handoffs = referencesIn(node.get('handoffs'));
      readToolsets(agent, node.get('toolsets'), root.get('mcps'), values);
      const limit = isBudgeted(root, node) ? undefined : limitOf(name, node.get('max_iterations'));
      if (limit) limits.push(limit);
      return agent;
    });
    readSafety(agents, root);
    const unresolved: Unresolved[] = [];
    readPermissions(agents, root.get('permissions'), unresolved);
    for (const agent of agents) readHooks(agent, nodes?.get(agent.name) ?? root);
    const system = settingsSystem(root, { dialect: 'cagent', surface: 'product', agents }, AT_START);
    system.unresolved = unresolved;
    system.commands = agents.flatMap(({ name }) => hookCommands(nodes?.get(name)?.get('hooks'), readBeside));
    // `DefaultAgent` of a team: the agent `root` where there is one, else the first.
    const entry = agents.find(({ name }) => name === 'root') ?? agents[0];
    if (entry) system.entry = entry.name;
    if (limits.length > 0) system.turnLimits = limits;
    if (values.length > 0) system.values = values;
    return [system];
  },
};

export default cagent;

const isAgent = (node: SyntaxNode | undefined) =>
  stringOf(node?.get('instruction')) !== undefined || node?.get('toolsets')?.kind === 'array';

function referencesIn(list: SyntaxNode | undefined): Agent['delegatesTo'] {
  return (list?.items() ?? []).flatMap((item) => {
    const name = stringOf(item);
    return name === undefined ? [] : [{ name, at: item.at() }];
  });
}

/** A budget ends a run, too. */
function isBudgeted(root: SyntaxNode, agent: SyntaxNode): boolean {
  return (root.get('budget')?.keys().length ?? 0) > 0 || (agent.get('budgets')?.items().length ?? 0) > 0;
}

function limitOf(of: string, node: SyntaxNode | undefined): TurnLimit | undefined {
  if (node === undefined || typeof node.scalar !== 'number') return undefined;
  const at = node.at();
  const words = {
    off: '`max_iterations: 0` means no limit',
    edit: 'Set `max_iterations: 20`, or the number of iterations that the task needs.',
    turns: 20,
  };
  return { of, limit: { state: 'shown', value: node.scalar > 0 ? node.scalar : null, at }, at, words };
}
