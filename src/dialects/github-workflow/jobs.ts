import type { Place } from '../../model/index.js';
import type { Workflow, WorkflowJob } from '../ci/workflow.js';
import type { ReadContext } from '../dialect.js';
import { jobsBefore, type Scope, scopeOfJob, scopesCalled } from './scope.js';

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
