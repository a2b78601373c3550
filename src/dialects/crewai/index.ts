import { type Agent, type AgentSystem, editRemedy, type Tool, type TurnLimit } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { formatAgent, settingsSystem } from '../agents/agent.js';
import { stringOf, toolOf } from '../agents/tool.js';
import type { Dialect, Neighbours, Proposal, Recognition } from '../dialect.js';

const WHY = 'the YAML of a crew has no place for it; it is stated in the Python file of the crew';
const IN_CODE: Tool['approval'] = { state: 'inexpressible', why: WHY };

/** Agents or tasks of a crew (CrewAI) in YAML. */
const crewai: Dialect = {
  name: 'crewai',
  order: 7,
  surface: 'product',

  mayHold: (text) =>
    text.includes('backstory') || (text.includes('expected_output') && text.includes('description')),

  recognise(root: SyntaxNode, _proposal: Proposal): Recognition {
    const kind = root.document.format === 'http' ? undefined : crewPart(root);
    return kind === undefined
      ? { claimed: false, reason: 'no agents or tasks of a crew' }
      : { claimed: true, reason: `${kind} of a crew` };
  },

  read(root: SyntaxNode): AgentSystem[] {
    const isAgents = crewPart(root) === 'agents';
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

  join: {
    partnersOf(file) {
      const beside = besideOf(file);
      return beside ? [beside.path] : [];
    },
    parts: (systems, file, beside) => withoutBuilt(joinCrew(systems, file, beside), file, beside),
  },
};

export default crewai;

const NAME = /^(.*\/)?(agents|tasks)(\.ya?ml)$/;

/** The other part of a crew, by name: `agents.yaml` and `tasks.yaml` of one folder. */
function besideOf(file: string): { kind: string; path: string } | undefined {
  const [, folder = '', kind, ending] = NAME.exec(file) ?? [];
  if (kind === undefined) return undefined;
  return { kind, path: `${folder}${kind === 'agents' ? 'tasks' : 'agents'}${ending}` };
}

/**
 * Joins the agents of a crew with the tasks that are beside them. Tasks whose agents are checked as well make no system
 * of their own.
 */
function joinCrew(systems: AgentSystem[], file: string, beside: Neighbours): AgentSystem[] {
  const other = besideOf(file);
  const [system] = systems;
  if (system === undefined || other === undefined) return systems;
  const isChecked = beside.files.includes(other.path);
  const mayBeRead = isChecked || (other.kind === 'agents' && !beside.isSearched(other.path));
  const root = mayBeRead ? beside.rootOf(other.path, 'yaml') : undefined;
  if (root === undefined) return systems;
  if (other.kind === 'tasks') return crewPart(root) === 'agents' ? [] : systems;
  if (crewPart(root) === 'tasks') joinTasks(system, root);
  return systems;
}

/** Programs are in the folder of the configuration or in one of the next folders above it. */
const MOST_FOLDERS_UP = 2;

/** Leaves out the agents that a program beside them builds: it reports them, where the YAML states only their words. */
function withoutBuilt(systems: AgentSystem[], file: string, beside: Neighbours): AgentSystem[] {
  const steps = file.split('/').slice(0, -1);
  const folders = Array.from({ length: MOST_FOLDERS_UP + 1 }, (_, up) =>
    steps.slice(0, Math.max(0, steps.length - up)).join('/'),
  );
  const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const programs = beside.files
    .filter((path) => path.endsWith('.py') && folders.includes(folderOf(path)) && !beside.isLeftOut(path))
    .flatMap((path) => beside.textOf(path) ?? [])
    .filter((text) => /\bcrewai\b/.test(text) && text.includes('agents_config'));
  const isBuilt = ({ name }: Agent): boolean =>
    programs.some(
      (text) => text.includes(`agents_config["${name}"]`) || text.includes(`agents_config['${name}']`),
    );
  for (const system of systems) {
    const limited = new Set(system.turnLimits?.map(({ of }) => of));
    const saysMore = ({ name, tools, delegatesTo, guardrails }: Agent): boolean =>
      tools.length + delegatesTo.length > 0 || guardrails.output.state === 'shown' || limited.has(name);
    system.agents = system.agents.filter((one) => saysMore(one) || !isBuilt(one));
  }
  return systems.filter(({ agents }) => agents.length > 0);
}

const AGENT = ['role', 'goal', 'backstory'];
const TASK = ['description', 'expected_output'];

/** Which part of a crew a root holds: its every entry is an agent, or a task. */
function crewPart(root: SyntaxNode): 'agents' | 'tasks' | undefined {
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
  readToolNames(agent, node);
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
    limits.push({ of: name, limit: { state: 'shown', value: limit.scalar, at }, at, words: ITERATIONS });
  }
  return [agent];
}

/** The default is 25 (facts on frameworks). */
const ITERATIONS = {
  off: 'it has no `max_iter`',
  edit: 'Set `max_iter: 25`, or the number of iterations that the task needs.',
  turns: 25,
};

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
  const edit = editRemedy(
    'Set `code_execution_mode: safe`',
    () => mode?.edit()?.replace('safe'),
    'the code then runs in a container',
  );
  agent.tools.push({ ...tool, ...(isUnsafe && { gateRemedy: { ...edit, contains: true } }) });
}

/** Tasks name their agents, what tools these have for them, and what checks their answers. */
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
    readTask(agent, task);
  }
  return [...named.values()];
}

/**
 * Joins the agents of a crew with the tasks beside them: what checks their answers, and the tools that they have for
 * them. A task that names no agent of the crew gets one in Python.
 */
function joinTasks({ agents, unresolved }: AgentSystem, tasks: SyntaxNode): void {
  const byName = new Map(agents.map((agent) => [agent.name, agent]));
  const open: string[] = [];
  for (const key of tasks.keys()) {
    const task = tasks.get(key);
    const agent = byName.get(stringOf(task?.get('agent')) ?? '');
    if (task && agent) readTask(agent, task);
    else open.push(key);
  }
  const [first] = open;
  if (first !== undefined)
    unresolved.push({
      what: open.length > 1 ? `the agents of ${open.length} tasks` : `the agent of the task ${first}`,
      why: 'they name none of the agents beside them; Python may',
      at: tasks.get(first)?.at('key') ?? tasks.at(),
    });
}

function readTask(agent: Agent, task: SyntaxNode): void {
  readToolNames(agent, task);
  const node = task.get('guardrail') ?? task.get('guardrails');
  const listed = node?.kind === 'array' ? node.items() : [node];
  const checks = listed.flatMap((item) => stringOf(item) ?? []);
  const review = task.get('human_input');
  // A person reads what the agent answers; its tools have run by then.
  const isReviewed = review?.scalar === true;
  const at = checks.length > 0 ? node : isReviewed ? review : undefined;
  if (at)
    agent.guardrails.output = {
      state: 'shown',
      value: isReviewed ? [...checks, 'human_input'] : checks,
      at: at.at(),
    };
}

function readToolNames(agent: Agent, node: SyntaxNode): void {
  for (const item of node.get('tools')?.items() ?? []) {
    const tool = stringOf(item);
    if (tool !== undefined) agent.tools.push(toolOf({ name: tool, kind: 'function' }, item.at(), IN_CODE));
  }
}
