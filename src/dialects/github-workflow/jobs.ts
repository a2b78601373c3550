import type { Place } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { onOf } from '../ci/documents.js';
import type { ReadContext } from '../dialect.js';
import { givenBy, withGiven } from './given.js';
import { calledPath, documentBeside, neededBy, type Scope, scopeOfJob } from './scope.js';

/** A job of a workflow, with those that have to end before it: itself first. */
export interface Job {
  name: string;
  all: readonly { name: string; node: SyntaxNode }[];
  /** The workflow that it is written in. */
  root: SyntaxNode;
  /** Where its expressions stand. */
  scope: Scope | undefined;
  /** Where this workflow calls the one that it is written in, that one's path, and the job that calls it. */
  called?: { at: Place; path: string; by: { node: SyntaxNode; root: SyntaxNode } };
}

/** Most jobs of one workflow that are read. */
export const MOST_JOBS = 200;

/** The jobs of a workflow, and those of the workflows of the project that it calls. */
export function jobsOf(root: SyntaxNode, context: ReadContext): Job[] {
  return ownJobs(root, (name) => scopeOfJob(root, name, context)).flatMap((job) => {
    const node = job.all[0]?.node;
    const uses = node?.get('uses');
    const path = calledPath(stringOf(uses) ?? '');
    const called = path === undefined ? undefined : documentBeside(root, path, context);
    if (!node || !uses || !called || path === undefined) return [job];
    const inputs = onOf(called)?.get('workflow_call')?.get('inputs');
    const filled = withGiven(called, givenBy(inputs, node.get('with')));
    const { scope } = job;
    const caller = scope && { given: node.get('with'), scope };
    return ownJobs(filled, (name) => scopeOfJob(called, name, context, caller)).map((inner) => ({
      ...inner,
      all: [...inner.all, ...job.all],
      called: { at: uses.at(), path, by: { node, root } },
    }));
  });
}

function ownJobs(root: SyntaxNode, scopeOf: (name: string) => Scope | undefined): Job[] {
  const jobs = root.get('jobs');
  return (jobs?.keys() ?? []).slice(0, MOST_JOBS).map((name) => {
    const waiting = [name];
    const names = new Set(waiting);
    for (const one of names) for (const next of neededBy(jobs?.get(one))) names.add(next);
    return {
      name,
      all: [...names].flatMap((one) => {
        const node = jobs?.get(one);
        return node ? [{ name: one, node }] : [];
      }),
      root,
      scope: scopeOf(name),
    };
  });
}
