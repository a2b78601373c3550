import type { CommandLanguage } from '../../model/index.js';
import { parseDocument } from '../../syntax/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { onOf } from '../ci/documents.js';
import type { ReadContext } from '../dialect.js';

/** Where an expression stands, and what it can name there: a job of a workflow, or an action of the project. */
export interface Scope {
  /** The workflow or the action. */
  root: SyntaxNode;
  /** The workflow from which the paths of the project start. */
  base: SyntaxNode;
  job?: { name: string; node: SyntaxNode };
  steps: readonly SyntaxNode[];
  /** The step whose keys are read; left out for those of the job. */
  step?: SyntaxNode;
  /** Definitions of inputs. */
  inputs: SyntaxNode | undefined;
  /** What calls it: the values of inputs, and where these are written. */
  caller?: { given: SyntaxNode | undefined; scope: Scope };
  context: ReadContext;
}

/** The scope of a job of a workflow. */
export function scopeOfJob(
  root: SyntaxNode,
  name: string,
  context: ReadContext,
  caller?: Scope['caller'],
): Scope | undefined {
  const node = root.get('jobs')?.get(name);
  if (!node) return undefined;
  return {
    root,
    base: root,
    job: { name, node },
    steps: stepsOf(node),
    inputs: onOf(root)?.get('workflow_call')?.get('inputs'),
    context,
    ...(caller ? { caller } : {}),
  };
}

/** The scope of another job of the same workflow. */
export const jobBeside = ({ root, context, caller }: Scope, name: string): Scope | undefined =>
  scopeOfJob(root, name, context, caller);

/** The scopes of the jobs that have to end before that of a scope, over any number of them. */
export function jobsBefore(scope: Scope): Scope[] {
  const names = new Set(neededBy(scope.job?.node));
  for (const one of names) for (const next of neededBy(scope.root.get('jobs')?.get(one))) names.add(next);
  return [...names].flatMap((name) => jobBeside(scope, name) ?? []);
}

/** The scope of the steps of an action of the project that a step uses. */
export function scopeOfAction(scope: Scope, step: SyntaxNode): Scope | undefined {
  const action = localAction(scope, stringOf(step.get('uses')) ?? '');
  if (!action) return undefined;
  return {
    root: action,
    base: scope.base,
    steps: stepsOf(action.get('runs')),
    inputs: action.get('inputs'),
    caller: { given: step.get('with'), scope: { ...scope, step } },
    context: scope.context,
  };
}

function localAction({ base, context }: Scope, uses: string): SyntaxNode | undefined {
  if (!uses.startsWith('./')) return undefined;
  const path = uses.slice(2).replace(/\/$/, '');
  return (
    documentBeside(base, `${path}/action.yml`, context) ??
    documentBeside(base, `${path}/action.yaml`, context)
  );
}

/** The workflow of the project that a job calls. */
export function workflowCalled(scope: Scope): { root: SyntaxNode; caller: Scope['caller'] } | undefined {
  const node = scope.job?.node;
  const path = calledPath(stringOf(node?.get('uses')) ?? '');
  const root = path === undefined ? undefined : documentBeside(scope.base, path, scope.context);
  return root && { root, caller: { given: node?.get('with'), scope } };
}

/** The path of a workflow of the project, as a job names it. */
export const calledPath = (uses: string): string | undefined =>
  /^\.\/(\.github\/workflows\/[^@]+\.ya?ml)$/.exec(uses)?.[1];

/** The jobs that a job names as needed. */
export function neededBy(job: SyntaxNode | undefined): readonly string[] {
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
