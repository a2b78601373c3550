import type {
  Agent,
  AgentStart,
  AgentSystem,
  AutomaticCommand,
  Place,
  Unresolved,
} from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { scanShell } from '../../syntax/shell/scan.js';
import { bareAgent, settingsSystem } from '../agents/agent.js';
import { stringOf } from '../agents/tool.js';
import { isAssignment } from '../commands/command-line.js';
import type { Dialect, Recognition } from '../dialect.js';
import { type AgentAction, actionOf, MARKS, programOf } from './facts.js';
import { type Job, jobsOf, languageOf, stepsOf } from './jobs.js';
import { startOf, triggersOf } from './starts.js';
import { actsOf, type StatedTools, toolsOfAction, toolsOfProgram } from './tools.js';

const NAME = /(?:^|\/|__)\.github(?:\/|__)workflows(?:\/|__)[^/]+\.ya?ml$/;
const WHY = 'a workflow has no place for it';

/** A GitHub workflow in which an agent runs. Other workflows are not agent configuration. */
const githubWorkflow: Dialect = {
  name: 'github-workflow',
  order: 25,
  surface: 'developer',

  mayHold: (text) =>
    text.includes('jobs') && text.includes('steps') && MARKS.some((mark) => text.includes(mark)),

  recognise(root: SyntaxNode): Recognition {
    if (root.document.format !== 'yaml' || root.kind !== 'object' || !NAME.test(root.document.file))
      return { claimed: false, reason: 'not a workflow of GitHub' };
    return jobsOf(root).some((job) => agentStepsOf(job).length > 0)
      ? { claimed: true, reason: 'a GitHub workflow in which an agent runs' }
      : { claimed: false, reason: 'no step of the workflow runs an agent' };
  },

  read(root: SyntaxNode): AgentSystem[] {
    const triggers = triggersOf(root);
    const agents: Agent[] = [];
    const starts: AgentStart[] = [];
    const commands: AutomaticCommand[] = [];
    const actions: NonNullable<AgentSystem['actions']> = [];
    const unresolved: Unresolved[] = [];
    const names = new Set<string>();
    for (const job of jobsOf(root)) {
      const node = job.all[0]?.node ?? root;
      for (const [index, step] of stepsOf(node).entries()) {
        const uses = step.get('uses');
        const used = stringOf(uses);
        if (uses && used !== undefined) actions.push({ uses: used, at: uses.at() });
        const run = step.get('run');
        const text = stringOf(run);
        if (run && text !== undefined)
          commands.push({
            of: 'step',
            name:
              stringOf(step.get('name')) ?? stringOf(step.get('id')) ?? `${job.name} ${String(index + 1)}`,
            text,
            language: languageOf(root, node, step),
            at: run.at(),
          });
      }
      for (const found of agentStepsOf(job)) {
        const name = names.has(found.name) ? `${found.name} (${job.name})` : found.name;
        names.add(name);
        const agent = bareAgent(name, found.step, WHY);
        agent.at = agent.nameAt = found.at;
        agent.tools = found.stated.tools;
        agents.push(agent);
        const { computed } = found.stated;
        if (computed !== undefined)
          unresolved.push({
            what: `tools of ${name}`,
            why: `${computed} is computed when the workflow runs`,
            at: found.at,
          });
        starts.push(
          startOf(job, found.step, triggers, {
            name,
            at: found.at,
            acts:
              actsOf(found.stated.tools) ??
              commits(found, job, root) ??
              (computed === undefined ? undefined : 'act'),
            ...(found.action ? { action: found.action } : {}),
            ...(computed === undefined ? {} : { computed }),
          }),
        );
      }
    }
    const system = settingsSystem(root, { dialect: 'github-workflow', surface: 'developer', agents }, WHY);
    return [{ ...system, commands, actions, starts, unresolved }];
  },
};

export default githubWorkflow;

/** A step that runs an agent. */
interface AgentStep {
  step: SyntaxNode;
  name: string;
  at: Place;
  stated: StatedTools;
  action?: AgentAction;
}

function agentStepsOf({ all }: Job): AgentStep[] {
  return stepsOf(all[0]?.node).flatMap((step): AgentStep[] => {
    const uses = step.get('uses');
    const action = actionOf(stringOf(uses) ?? '');
    if (uses && action) {
      return [{ step, name: action.name, at: uses.at(), stated: toolsOfAction(action, step), action }];
    }
    const run = step.get('run');
    const text = stringOf(run);
    if (!run || text === undefined || !MARKS.some((mark) => text.includes(mark))) return [];
    for (const { words } of scanShell(text, { start: 0, end: text.length }).commands) {
      const values = words.map(({ value }) => value);
      const first = values.findIndex(
        (value) => !isAssignment(value) && !PREFIXES.has(value) && !DURATION.test(value),
      );
      const found = programOf(values.slice(Math.max(0, first)));
      if (found) {
        const at = run.at();
        return [{ step, name: found.agent.name, at, stated: toolsOfProgram(found.agent, found.given, at) }];
      }
    }
    return [];
  });
}

/** Words before a command that leave it the same. */
const PREFIXES: ReadonlySet<string> = new Set(
  'if then else do while ! { time exec sudo env nohup timeout command'.split(' '),
);
/** How long `timeout` waits. */
const DURATION = /^\d+(?:\.\d+)?[smhd]?$/;

/** An action that answers a mention commits what it changes, where the token of its job may write contents. */
function commits({ action, step }: AgentStep, { all }: Job, root: SyntaxNode): string | undefined {
  if (!action?.mentions || step.get('with')?.get('prompt') !== undefined) return undefined;
  const permissions = all[0]?.node.get('permissions') ?? root.get('permissions');
  const isOpen = permissions?.scalar === 'write-all' || permissions?.get('contents')?.scalar === 'write';
  return isOpen ? 'commit and push' : undefined;
}
