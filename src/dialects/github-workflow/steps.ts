import type { Place } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { actionOf, type UsedAction } from '../ci/profiles.js';
import { type StartedInText, startedByScript, startedIn } from '../ci/started.js';
import type { StatedTools, StepContext } from '../ci/stated-tools.js';
import { toolsOfAction, toolsOfProgram } from '../ci/tools.js';
import type { ReadContext } from '../dialect.js';
import facts from './events.json' with { type: 'json' };
import { givenBy, withGiven } from './given.js';
import type { Job } from './jobs.js';
import { documentBeside, folderOf, isWindows, type Scope, scopeOfAction, stepsOf } from './scope.js';

/** A step that runs an agent. */
export interface AgentStep {
  /** The step with its inputs: that of the workflow, or one of an action of the project. */
  step: SyntaxNode;
  /** The step of the job; left out where a job is one action. */
  own?: SyntaxNode;
  name: string;
  at: Place;
  stated: StatedTools;
  /** Where its expressions stand. */
  scope: Scope | undefined;
  used?: UsedAction;
  program?: StartedInText;
  /** The script or action of the project in which it is. */
  inside?: string;
}

/** What requires write access of whoever caused the event: the action of a step, or its program. */
export const whatAsksForRole = ({ used, program }: AgentStep): 'action' | 'program' | undefined => {
  if (used) return used.profile.starts === 'writers' ? 'action' : undefined;
  const { agent, given = [] } = program ?? {};
  return agent?.writers !== undefined && given[0] === agent.writers ? 'program' : undefined;
};

/** Most agents of one workflow that are read. */
export const MOST_AGENTS = 200;

/** The steps of a job that run an agent, up to one more than that; `isDeep`: also by scripts of the project. */
export function agentStepsOf(job: Job, context: ReadContext, isDeep: boolean): AgentStep[] {
  const node = job.all[0]?.node;
  if (!node) return [];
  const uses = node.get('uses');
  const whole = actionOf(stringOf(uses) ?? '');
  if (uses && whole?.profile.once) {
    const beside = stepContext(job, node, context);
    return [{ ...fromAction(whole, node, { uses, at: uses.at(), context: beside }), scope: job.scope }];
  }
  const found: AgentStep[] = [];
  for (const step of stepsOf(node)) {
    if (found.length > MOST_AGENTS) break;
    found.push(...agentsOf(step, job, context, isDeep));
  }
  const { called } = job;
  return called ? found.map((one) => ({ ...one, at: called.at, inside: one.inside ?? called.path })) : found;
}

function agentsOf(step: SyntaxNode, job: Job, context: ReadContext, isDeep: boolean): AgentStep[] {
  const uses = step.get('uses');
  const name = stringOf(uses) ?? '';
  const beside = stepContext(job, step, context);
  const scope: Scope | undefined = job.scope && { ...job.scope, step };
  const action = actionOf(name);
  if (uses && action)
    return [{ ...fromAction(action, step, { uses, at: uses.at(), context: beside }), own: step, scope }];
  if (uses && name.startsWith('./')) return agentsOfLocal(step, uses, job, context);
  const run = step.get('run');
  const text = stringOf(run);
  if (!run || text === undefined) return [];
  const folder =
    stringOf(step.get('working-directory')) ??
    stringOf(job.all[0]?.node.get('defaults')?.get('run')?.get('working-directory'));
  const program =
    startedIn(text) ??
    (isDeep
      ? startedByScript(
          text,
          folder === undefined ? '' : `${folder.replace(/^\.\/|\/$/g, '')}/`,
          beside.readBeside,
        )
      : undefined);
  if (!program) return [];
  return [{ ...fromProgram(program, run.at(), beside), step, own: step, scope }];
}

function fromAction(
  used: UsedAction,
  step: SyntaxNode,
  { at, context }: { uses: SyntaxNode; at: Place; context: StepContext },
): Omit<AgentStep, 'scope'> {
  const { profile } = used;
  return { step, name: profile.name, at, stated: toolsOfAction(used, step, context), used };
}

function fromProgram(
  program: StartedInText,
  at: Place,
  context: StepContext,
): Omit<AgentStep, 'step' | 'scope'> {
  const beside: StepContext = {
    ...context,
    variable: (name) => program.assigned.get(name) ?? context.variable(name),
  };
  return {
    name: program.agent.name,
    at,
    stated: toolsOfProgram(program, at, beside),
    program,
    ...(program.inside === undefined ? {} : { inside: program.inside }),
  };
}

/** Names of inputs that are instructions, and those with the key of a model. */
const PROMPT = new RegExp(`^(?:${facts.unread.prompts.join('|')})$`, 'i');
const KEY = new RegExp(facts.modelKeys.words.split(' ').join('|'), 'i');

/** Whether a text may have a step of that shape. */
export const mayStartUnread = (text: string): boolean => PROMPT_KEY.test(text) && KEY.test(text);
const PROMPT_KEY = new RegExp(`^\\s+(?:${facts.unread.prompts.join('|')})\\s*:`, 'im');

/** Steps whose action is not read, and which give it instructions and the key of a model. */
export const unreadStarts = (
  job: Job,
  isAgent: (step: SyntaxNode) => boolean,
): { uses: string; at: Place }[] =>
  stepsOf(job.all[0]?.node).flatMap((step) => {
    const uses = step.get('uses');
    const name = stringOf(uses);
    const inputs = step.get('with');
    if (!uses || name === undefined || isAgent(step)) return [];
    const keys = inputs?.keys() ?? [];
    const texts = [inputs, step.get('env')].flatMap((node) =>
      (node?.keys() ?? []).map((key) => `${key} ${stringOf(node?.get(key)) ?? ''}`),
    );
    const isKey = (text: string): boolean => text.includes('secrets.') && KEY.test(text);
    return keys.some((key) => PROMPT.test(key)) && texts.some(isKey) ? [{ uses: name, at: uses.at() }] : [];
  });

/** The agents of an action of the project, with what the step gives it. */
function agentsOfLocal(step: SyntaxNode, uses: SyntaxNode, job: Job, context: ReadContext): AgentStep[] {
  const path = (stringOf(uses) ?? '').replace(/^\.\//, '').replace(/\/$/, '');
  const action =
    documentBeside(job.root, `${path}/action.yml`, context) ??
    documentBeside(job.root, `${path}/action.yaml`, context);
  if (!action) return [];
  const filled = withGiven(action, givenBy(action.get('inputs'), step.get('with')));
  const beside = stepContext(job, step, context);
  const at = uses.at();
  const within = job.scope && scopeOfAction(job.scope, step);
  return stepsOf(filled.get('runs')).flatMap((inner): AgentStep[] => {
    const scope: Scope | undefined = within && { ...within, step: inner };
    const used = actionOf(stringOf(inner.get('uses')) ?? '');
    if (used)
      return [{ ...fromAction(used, inner, { uses, at, context: beside }), own: step, inside: path, scope }];
    const program = startedIn(stringOf(inner.get('run')) ?? '');
    return program
      ? [{ ...fromProgram(program, at, beside), step: inner, own: step, inside: path, scope }]
      : [];
  });
}

function stepContext(job: Job, step: SyntaxNode, { readBeside }: ReadContext): StepContext {
  const node = job.all[0]?.node;
  return {
    variable: (name) =>
      [step, node, job.root]
        .map((one) => stringOf(one?.get('env')?.get(name)))
        .find((one) => one !== undefined),
    readBeside: (path) => readBeside?.(folderOf(job.root) + path),
    isWindows: node !== undefined && isWindows(node),
    isCheckedOut: () => isCheckedOut(stepsOf(node), step),
    ran: () => upTo(stepsOf(node), step).flatMap((one) => stringOf(one.get('run')) ?? []),
  };
}

const CHECKS_OUT = /\bgit (?:clone|fetch|checkout|pull)\b|\bgh repo clone\b|\bgh pr checkout\b/;

/** The steps of a job before one of them, and that one. */
function upTo(steps: readonly SyntaxNode[], step: SyntaxNode): readonly SyntaxNode[] {
  const path = step.path();
  const index = steps.findIndex((one) => one.path() === path);
  return steps.slice(0, index < 0 ? undefined : index + 1);
}

/** Whether the files of the project are there when a step starts. */
function isCheckedOut(steps: readonly SyntaxNode[], step: SyntaxNode): boolean {
  return upTo(steps, step).some((one) => {
    const uses = stringOf(one.get('uses')) ?? '';
    const inputs = one.get('with');
    const folder = stringOf(inputs?.get('path')) ?? '.';
    if (uses.startsWith('./')) return true;
    if (/\/checkout@/.test(uses)) return /^\.?\/?$/.test(folder) && inputs?.get('repository') === undefined;
    return CHECKS_OUT.test(stringOf(one.get('run')) ?? '');
  });
}
