import type { Place } from '../../model/index.js';
import { actionOf, type UsedAction } from '../ci/profiles.js';
import type { StatedTools, StepContext } from '../ci/stated-tools.js';
import { type StartedInText, startedByScript, startedIn } from '../ci/started.js';
import { toolsOfAction, toolsOfProgram } from '../ci/tools.js';
import { calledBy, folderOf, isWindows, textOf, type WorkflowStep } from '../ci/workflow.js';
import type { ReadContext } from '../dialect.js';
import facts from '../ci/events.json' with { type: 'json' };
import { type Job, type Scope, scopeOfAction } from './scope.js';

/** A step that runs an agent. */
export interface AgentStep {
  /** The step with its inputs: that of the workflow, or one of an action of the project. */
  step: WorkflowStep;
  /** The step of the job; left out where a job is one action. */
  own?: WorkflowStep;
  name: string;
  at: Place;
  stated: StatedTools;
  /** Where its expressions stand. */
  scope: Scope;
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
  const { own, called, scope } = job;
  if (own.uses && actionOf(own.uses.text)?.profile.once) {
    const step: WorkflowStep = { ...own, id: undefined, index: 0, language: 'shell', at: own.uses.at };
    const found = startedBy(step, own.uses.at(), stepContext(job, step, context));
    return found ? [{ ...found, scope }] : [];
  }
  const found: AgentStep[] = [];
  for (const step of own.steps) {
    if (found.length > MOST_AGENTS) break;
    found.push(...agentsOf(step, job, context, isDeep));
  }
  return called ? found.map((one) => ({ ...one, at: called.at, inside: one.inside ?? called.path })) : found;
}

/** The agents of a step: its own, or those of an action of the project with what the step gives it. */
function agentsOf(step: WorkflowStep, job: Job, context: ReadContext, isDeep: boolean): AgentStep[] {
  const { uses, run } = step;
  const at = (uses ?? run ?? step).at();
  const beside = stepContext(job, step, context);
  const scope = { ...job.scope, step: job.scope.steps[step.index] ?? step };
  if (uses?.text.startsWith('./')) {
    const called = calledBy(step, scope.base, context);
    const within = called && scopeOfAction(scope, scope.step);
    return (within ? called.filled().steps : []).flatMap((inner) => {
      const found = startedBy(inner, at, beside);
      if (!within || !found) return [];
      const place = { ...within, step: within.steps[inner.index] ?? inner };
      return [{ ...found, own: step, inside: called.path, scope: place }];
    });
  }
  const folder = step.folder === undefined ? '' : `${step.folder.replace(/^\.\/|\/$/g, '')}/`;
  const found = startedBy(step, at, beside, isDeep ? folder : undefined);
  return found ? [{ ...found, own: step, scope }] : [];
}

/** The agent that a step starts by its action or its command. `folder`: that of the scripts which are read. */
function startedBy(
  step: WorkflowStep,
  at: Place,
  beside: StepContext,
  folder?: string,
): Omit<AgentStep, 'scope'> | undefined {
  const used = actionOf(step.uses?.text ?? '');
  if (used) return { step, name: used.profile.name, at, stated: toolsOfAction(used, step, beside), used };
  const text = step.run?.text ?? '';
  const inScript = () =>
    folder === undefined ? undefined : startedByScript(text, folder, beside.readBeside);
  const program = startedIn(text) ?? inScript();
  if (!program) return undefined;
  const { agent, assigned, inside } = program;
  const variable = (name: string) => assigned.get(name) ?? beside.variable(name);
  const stated = toolsOfProgram(program, at, { ...beside, variable });
  return { step, name: agent.name, at, stated, program, ...(inside === undefined ? {} : { inside }) };
}

/** Names of inputs that are instructions, those that log an agent in, and those with the key of a model. */
const { prompts: PROMPTS, logins: LOGINS } = facts.unread;
const PROMPT = new RegExp(`^(?:${PROMPTS.join('|')})$`, 'i');
const OWN_PROMPT = new RegExp(`^(?:${[...PROMPTS, ...LOGINS].join('|')})$`, 'i');
const KEY = new RegExp(facts.modelKeys.words.split(' ').join('|'), 'i');

/** Whether a text may have a step of that shape. */
export const mayStartUnread = (text: string): boolean => PROMPT_KEY.test(text) && KEY.test(text);
const PROMPT_KEY = new RegExp(`^\\s+(?:${[...PROMPTS, ...LOGINS].join('|')})\\s*:`, 'im');

/** Steps whose action is not read, and which give it instructions and the key of a model. */
export const unreadStarts = (
  { own }: Job,
  isAgent: (step: WorkflowStep) => boolean,
): { uses: string; at: Place }[] =>
  own.steps.flatMap((step) => {
    const { uses, with: inputs, env } = step;
    const prompt = uses?.text.startsWith('./') ? OWN_PROMPT : PROMPT;
    if (!uses || isAgent(step) || ![...inputs.keys()].some((key) => prompt.test(key))) return [];
    const isKey = [...inputs, ...env].some(
      ([key, { text }]) => text.includes('secrets.') && KEY.test(`${key} ${text}`),
    );
    return isKey ? [{ uses: uses.text, at: uses.at() }] : [];
  });

function stepContext({ own }: Job, step: WorkflowStep, { readBeside }: ReadContext): StepContext {
  const { workflow, steps, runner } = own;
  const ran = steps.slice(0, step.index + 1);
  return {
    variable: (name) => textOf(step.env, name) ?? textOf(own.env, name) ?? textOf(workflow.env, name),
    readBeside: (path) => readBeside?.(folderOf(workflow) + path),
    isWindows: isWindows(runner),
    isCheckedOut: () => ran.some(checksOut),
    ran: () => ran.flatMap(({ run }) => run?.text ?? []),
  };
}

const CHECKS_OUT = /\bgit (?:clone|fetch|checkout|pull)\b|\bgh repo clone\b|\bgh pr checkout\b/;

/** Whether the files of the project are there behind a step. */
function checksOut({ uses, run, with: inputs }: WorkflowStep): boolean {
  if (uses?.text.startsWith('./')) return true;
  if (uses && /\/checkout@/.test(uses.text))
    return /^\.?\/?$/.test(textOf(inputs, 'path') ?? '.') && !inputs.has('repository');
  return CHECKS_OUT.test(run?.text ?? '');
}
