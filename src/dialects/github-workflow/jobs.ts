import type { CommandLanguage } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';

/** A job of a workflow, with those that have to end before it: itself first. */
export interface Job {
  name: string;
  all: readonly { name: string; node: SyntaxNode }[];
}

/** Most jobs of one workflow that are read. */
const MOST_JOBS = 200;

/** The jobs of a workflow. */
export function jobsOf(root: SyntaxNode): Job[] {
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
  return /^windows/.test(stringOf(job.get('runs-on')) ?? '') ? 'powershell' : 'shell';
}
