import { keptFor, keptIn } from '../../model/once.js';
import {
  type Called,
  calledBy,
  type Values,
  type Workflow,
  type WorkflowJob,
  type WorkflowStep,
} from '../ci/workflow.js';
import type { ScriptValues } from '../ci/written.js';
import type { ReadContext } from '../dialect.js';
import type { Place } from '../../model/index.js';

/** Where an expression stands, and what it can name there: a job of a workflow, or an action of the project. */
export interface Scope {
  /** The workflow or the action. */
  workflow: Workflow;
  /** The workflow from which the paths of the project start. */
  base: Workflow;
  job?: WorkflowJob;
  steps: readonly WorkflowStep[];
  /** The step whose keys are read; left out for those of the job. */
  step?: WorkflowStep;
  caller?: Caller;
  context: ReadContext;
}

/** What calls a workflow or an action: the values of inputs, and where these are written. */
interface Caller {
  given: Values;
  scope: Scope;
  kept: Kept;
}

/** What is known of steps and of what they call, wherever it is asked for. */
interface Kept {
  /** What a step writes, as far as it was followed from a question of that depth. */
  values: Map<WorkflowStep, { depth: number; values: ScriptValues }>;
  callers: Map<WorkflowStep | WorkflowJob, Caller>;
  /** How many calls below one of a workflow are still followed. */
  calls: { left: number };
}

/** Most calls below one of a workflow that are followed: actions use others, and may use themselves. */
const MOST_CALLS = 200;

const noneKept = (calls = { left: MOST_CALLS }): Kept => ({ values: new Map(), callers: new Map(), calls });
const keptBy = keptFor((_: ReadContext) => noneKept());
export const keptOf = ({ caller, context }: Scope): Kept => caller?.kept ?? keptBy(context);

/** Calls a workflow or an action; undefined where too many calls are around it. */
function callerBy(by: WorkflowStep | WorkflowJob, scope: Scope): Caller | undefined {
  const { callers, calls } = keptOf(scope);
  if (scope.caller && !callers.has(by) && calls.left-- <= 0) return undefined;
  return keptIn(callers, by, () => ({
    given: by.with,
    scope,
    kept: noneKept(scope.caller ? calls : undefined),
  }));
}

/** The scope of a job of a workflow. */
export const scopeOfJob = (job: WorkflowJob, context: ReadContext, caller?: Scope['caller']): Scope => ({
  workflow: job.workflow,
  base: job.workflow,
  job,
  steps: job.steps,
  context,
  ...(caller ? { caller } : {}),
});

/** The scope of another job of the same workflow. */
export const jobBeside = ({ context, caller }: Scope, job: WorkflowJob): Scope =>
  scopeOfJob(job, context, caller);

/** The jobs that have to end before one, over any number of them. */
export function jobsBefore(job: WorkflowJob | undefined): WorkflowJob[] {
  const found = new Set<WorkflowJob>();
  const add = (one: WorkflowJob | undefined): void => {
    for (const name of one?.needs ?? []) {
      const next = one?.workflow.jobs.get(name);
      if (next) found.add(next);
    }
  };
  add(job);
  for (const one of found) add(one);
  return [...found];
}

/** The scope of the steps of an action of the project that a step uses. */
export function scopeOfAction(scope: Scope, step: WorkflowStep): Scope | undefined {
  const called = calledBy(step, scope.base, scope.context);
  const caller = called && callerBy(step, { ...scope, step });
  if (!caller) return undefined;
  const { workflow } = called;
  return { workflow, base: scope.base, steps: workflow.steps, caller, context: scope.context };
}

/** The workflow of the project that a job calls, and the scopes of its jobs. */
export function scopesCalled(scope: Scope): { called: Called; scopes: Scope[] } | undefined {
  const { job, base, context } = scope;
  const called = job && calledBy(job, base, context);
  const caller = called && callerBy(job, scope);
  if (!caller) return undefined;
  return {
    called,
    scopes: [...called.workflow.jobs.values()].map((one) => scopeOfJob(one, context, caller)),
  };
}

/** The steps before one. */
export const stepsUpTo = (steps: readonly WorkflowStep[], { index }: WorkflowStep): readonly WorkflowStep[] =>
  steps.slice(0, index);

/** A job of a workflow with what it gets where its workflow is called. */
export interface Job {
  own: WorkflowJob;
  /** It, those that have to end before it, and the same of the job that calls its workflow. */
  all: readonly WorkflowJob[];
  /** Where its expressions stand, as they are written. */
  scope: Scope;
  /** Where this workflow calls the one that it is written in, that one's path, and the job that calls it. */
  called?: { at: Place; path: string; by: WorkflowJob };
}

/** Most jobs of one workflow that are read. */
export const MOST_JOBS = 200;

/** The jobs of a workflow, and those of the workflows of the project that it calls. */
export function jobsOf(workflow: Workflow, context: ReadContext): Job[] {
  return ownJobs(workflow).flatMap((own): Job[] => {
    const scope = scopeOfJob(own, context);
    const job: Job = { own, all: [own, ...jobsBefore(own)], scope };
    const { called, scopes } = scopesCalled(scope) ?? {};
    if (!called || !own.uses) return [job];
    const at = own.uses.at();
    return ownJobs(called.filled()).map((inner, index) => ({
      own: inner,
      all: [inner, ...jobsBefore(inner), ...job.all],
      scope: scopes?.[index] ?? scope,
      called: { at, path: called.path, by: own },
    }));
  });
}

const ownJobs = ({ jobs }: Workflow): WorkflowJob[] => [...jobs.values()].slice(0, MOST_JOBS);
