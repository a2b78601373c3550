import {
  type Called,
  calledBy,
  type Values,
  type Workflow,
  type WorkflowJob,
  type WorkflowStep,
} from '../ci/workflow.js';
import type { ReadContext } from '../dialect.js';

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
  /** What calls it: the values of inputs, and where these are written. */
  caller?: { given: Values; scope: Scope };
  context: ReadContext;
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
  return (
    called && {
      workflow: called.workflow,
      base: scope.base,
      steps: called.workflow.steps,
      caller: { given: step.with, scope: { ...scope, step } },
      context: scope.context,
    }
  );
}

/** The workflow of the project that a job calls, and the scopes of its jobs. */
export function scopesCalled(scope: Scope): { called: Called; scopes: Scope[] } | undefined {
  const { job, base, context } = scope;
  const called = job && calledBy(job, base, context);
  if (!called) return undefined;
  const caller = { given: job.with, scope };
  return {
    called,
    scopes: [...called.workflow.jobs.values()].map((one) => scopeOfJob(one, context, caller)),
  };
}

/** The steps before one. */
export const stepsUpTo = (steps: readonly WorkflowStep[], { index }: WorkflowStep): readonly WorkflowStep[] =>
  steps.slice(0, index);
