import type { CommandLanguage, Place } from '../../model/index.js';
import { parseDocument } from '../../syntax/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { onOf } from '../ci/documents.js';
import type { ReadContext } from '../dialect.js';
import { givenBy, withGiven } from './given.js';

/** A job of a workflow, with those that have to end before it: itself first. */
export interface Job {
  name: string;
  all: readonly { name: string; node: SyntaxNode }[];
  /** The workflow that it is written in. */
  root: SyntaxNode;
  /** Where this workflow calls the one that it is written in, that one's path, and the job that calls it. */
  called?: { at: Place; path: string; by: { node: SyntaxNode; root: SyntaxNode } };
}

/** Most jobs of one workflow that are read. */
export const MOST_JOBS = 200;

/** The jobs of a workflow, and those of the workflows of the project that it calls. */
export function jobsOf(root: SyntaxNode, context: ReadContext): Job[] {
  return ownJobs(root).flatMap((job) => {
    const node = job.all[0]?.node;
    const uses = node?.get('uses');
    const path = /^\.\/(\.github\/workflows\/[^@]+\.ya?ml)$/.exec(stringOf(uses) ?? '')?.[1];
    const called = path === undefined ? undefined : documentBeside(root, path, context);
    if (!node || !uses || !called || path === undefined) return [job];
    const inputs = onOf(called)?.get('workflow_call')?.get('inputs');
    const filled = withGiven(called, givenBy(inputs, node.get('with')));
    return ownJobs(filled).map((inner) => ({
      ...inner,
      all: [...inner.all, ...job.all],
      called: { at: uses.at(), path, by: { node, root } },
    }));
  });
}

function ownJobs(root: SyntaxNode): Job[] {
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
    };
  });
}

function neededBy(job: SyntaxNode | undefined): readonly string[] {
  const needs = job?.get('needs');
  const one = stringOf(needs);
  return one === undefined ? (needs?.items() ?? []).flatMap((item) => stringOf(item) ?? []) : [one];
}

/** The steps of a job. */
export const stepsOf = (job: SyntaxNode | undefined): readonly SyntaxNode[] =>
  (job?.get('steps')?.items() ?? []).filter(({ kind }) => kind === 'object');

/** The folder of the repository that a workflow is for, with a slash at its end where it is not the root. */
export const folderOf = (root: SyntaxNode): string => {
  const { file } = root.document;
  return file.slice(0, Math.max(0, file.lastIndexOf('.github')));
};

/** The root of another document of the repository. */
export function documentBeside(
  root: SyntaxNode,
  path: string,
  { readBeside }: ReadContext,
): SyntaxNode | undefined {
  if (path.split('/').includes('..')) return undefined;
  const full = folderOf(root) + path;
  const text = readBeside?.(full);
  if (text === undefined) return undefined;
  const { roots, problems } = parseDocument(full, 'yaml', text);
  return problems.length > 0 ? undefined : roots[0];
}

/** What the command of a step is written in: its own shell, that of its job or workflow, else that of the machine. */
export function languageOf(root: SyntaxNode, job: SyntaxNode, step: SyntaxNode): CommandLanguage {
  const stated =
    stringOf(step.get('shell')) ??
    stringOf(job.get('defaults')?.get('run')?.get('shell')) ??
    stringOf(root.get('defaults')?.get('run')?.get('shell'));
  const [shell = ''] = (stated ?? '').split(/\s/);
  if (shell === 'pwsh' || shell === 'powershell') return 'powershell';
  if (shell === 'python') return 'python';
  if (stated !== undefined) return /^(?:bash|sh|zsh|cmd)$/.test(shell) ? 'shell' : 'other';
  return isWindows(job) ? 'powershell' : 'shell';
}

/** Whether a job runs on Windows. */
export const isWindows = (job: SyntaxNode): boolean => /^windows/.test(stringOf(job.get('runs-on')) ?? '');
