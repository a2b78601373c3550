import type { Agent, AgentSystem, Tool, TurnLimit } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { formatAgent } from '../shared/format-agents.js';
import { settingsSystem } from '../shared/settings-system.js';
import { stringOf, toolOf } from '../shared/tool.js';

const WHY = 'the YAML of a crew has no place for it; it stands in the Python file of the crew';
const IN_CODE: Tool['approval'] = { state: 'inexpressible', why: WHY };

/** Agents or tasks of a crew (CrewAI) in YAML. */
const crewai: Dialect = {
  name: 'crewai',
  order: 7,
  surface: 'product',

  mayHold: (text) =>
    text.includes('backstory') || (text.includes('expected_output') && text.includes('description')),

  recognise(root: SyntaxNode, _proposal: Proposal): Recognition {
    const kind = root.document.format === 'http' ? undefined : kindOf(root);
    return kind === undefined
      ? { claimed: false, reason: 'no agents or tasks of a crew' }
      : { claimed: true, reason: `${kind} of a crew` };
  },

  read(root: SyntaxNode): AgentSystem[] {
    const isAgents = kindOf(root) === 'agents';
    const names = root.keys();
    const limits: TurnLimit[] = [];
    const agents = isAgents
      ? names.flatMap((name) => readAgent(name, root.get(name), names, limits))
      : agentsOfTasks(root);
    const system = settingsSystem(root, { dialect: 'crewai', surface: 'product', agents }, WHY);
    const what = isAgents ? 'the tools of the agents' : 'the tools of the tasks';
    const states = names.some((name) => root.get(name)?.get('tools') !== undefined);
    if (!states)
      system.unresolved.push({ what, why: 'they are given in the Python file of the crew', at: root.at() });
    if (isAgents && names.length > MOST_COWORKERS)
      system.unresolved.push({
        what: 'whom the agents delegate to',
        why: 'the crew is larger than what is read',
        at: root.at(),
      });
    if (limits.length > 0) system.turnLimits = limits;
    return [system];
  },
};

export default crewai;

const AGENT = ['role', 'goal', 'backstory'];
const TASK = ['description', 'expected_output'];

/** A root whose every entry is an agent, or a task. */
function kindOf(root: SyntaxNode): 'agents' | 'tasks' | undefined {
  const entries = root.keys().map((name) => root.get(name));
  if (entries.length === 0) return undefined;
  const all = (keys: readonly string[]) =>
    entries.every((entry) => keys.every((key) => entry?.get(key) !== undefined));
  return all(AGENT) ? 'agents' : all(TASK) ? 'tasks' : undefined;
}

/** Most agents of a crew whose delegation is read: it is the square of their number. */
const MOST_COWORKERS = 100;

function readAgent(
  name: string,
  node: SyntaxNode | undefined,
  names: readonly string[],
  limits: TurnLimit[],
): Agent[] {
  if (!node) return [];
  const agent = formatAgent(name, node, { model: node.get('llm'), instructions: node.get('goal') }, WHY);
  for (const item of node.get('tools')?.items() ?? []) {
    const tool = stringOf(item);
    if (tool !== undefined) agent.tools.push(toolOf({ name: tool, kind: 'function' }, item.at(), IN_CODE));
  }
  readExecution(agent, node);
  const delegates = node.get('allow_delegation');
  // It may delegate to whoever is in its crew; the agents of the file are those that can be seen.
  if (delegates?.scalar === true && names.length <= MOST_COWORKERS)
    agent.delegatesTo = names
      .filter((other) => other !== name)
      .map((other) => ({ name: other, at: delegates.at() }));
  const limit = node.get('max_iter');
  if (typeof limit?.scalar === 'number') {
    const at = limit.at();
    limits.push({ of: name, limit: { state: 'shown', value: limit.scalar, at }, at });
  }
  return [agent];
}

/** Code that the agent writes runs in a container, or with `unsafe` on the machine itself. */
function readExecution(agent: Agent, node: SyntaxNode): void {
  const allowed = node.get('allow_code_execution');
  if (allowed?.scalar !== true) return;
  const mode = node.get('code_execution_mode');
  const isUnsafe = stringOf(mode) === 'unsafe';
  const tool = toolOf(
    { name: 'allow_code_execution', kind: isUnsafe ? 'shell' : 'code_interpreter' },
    (isUnsafe && mode ? mode : allowed).at(),
    isUnsafe ? { state: 'absent' } : IN_CODE,
  );
  if (isUnsafe) tool.gateEdit = 'Set `code_execution_mode: safe`, or take `allow_code_execution` out.';
  agent.tools.push(tool);
}

/** Tasks name their agents, and what checks their answers; nothing else is said of them here. */
function agentsOfTasks(root: SyntaxNode): Agent[] {
  const named = new Map<string, Agent>();
  for (const key of root.keys()) {
    const task = root.get(key);
    const agentNode = task?.get('agent');
    const name = stringOf(agentNode) ?? key;
    if (!task) continue;
    const made = () => formatAgent(name, agentNode ?? task, { instructions: task.get('description') }, WHY);
    const agent = named.get(name) ?? made();
    named.set(name, agent);
    readChecks(agent, task);
  }
  return [...named.values()];
}

function readChecks({ guardrails }: Agent, task: SyntaxNode): void {
  const node = task.get('guardrail') ?? task.get('guardrails');
  const listed = node?.kind === 'array' ? node.items() : [node];
  const checks = listed.flatMap((item) => stringOf(item) ?? []);
  if (node && checks.length > 0) guardrails.output = { state: 'shown', value: checks, at: node.at() };
}
