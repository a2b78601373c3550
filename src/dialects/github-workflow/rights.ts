import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import facts from './events.json' with { type: 'json' };
import type { Job } from './jobs.js';
import type { AgentStep } from './steps.js';
import { stepsOf } from './scope.js';

/** What the token of a job may write. */
export interface Rights {
  /** Names of them, or `write-all`; none where the workflow states none. */
  writes: readonly string[];
  /** Those of them that are code, a release or a login elsewhere. */
  heavy: readonly string[];
  isStated: boolean;
}

/** The rights of the token of a job. A workflow that is called gets at most those of the job that calls it. */
export function rightsOf({ all, root, called }: Job): Rights {
  const own = writesOf(all[0]?.node, root);
  const most = called && writesOf(called.by.node, called.by.root);
  const writes = own && most ? common(own, most) : (own ?? most);
  return {
    writes: writes ?? [],
    heavy: (writes ?? []).filter((name) => name === ALL || facts.rights.names.includes(name)),
    isStated: writes !== undefined,
  };
}

const ALL = 'write-all';

/** What a job states that its token may write; undefined where neither it nor its workflow states anything. */
function writesOf(job: SyntaxNode | undefined, root: SyntaxNode): string[] | undefined {
  const stated = job?.get('permissions') ?? root.get('permissions');
  if (stated?.scalar === ALL) return [ALL];
  return stated?.keys().filter((key) => stated.get(key)?.scalar === 'write');
}

const common = (some: readonly string[], others: readonly string[]): readonly string[] =>
  some.includes(ALL) ? others : others.includes(ALL) ? some : some.filter((one) => others.includes(one));

const MODEL_KEY = new RegExp(facts.modelKeys.words.split(' ').join('|'), 'i');

/** Names of the secrets that an agent reaches, other than the key of its model and the token of its job. */
export function secretsOf({ all, root, called }: Job, { step, own, used }: AgentStep): string[] {
  const texts = [root, all[0]?.node, own, step].flatMap((node) => valuesOf(node?.get('env')));
  const { tokens = ['github_token'], settings = [] } = used?.profile ?? { tokens: [] };
  texts.push(...[...tokens, ...settings].flatMap((input) => stringOf(step.get('with')?.get(input)) ?? []));
  texts.push(...tokensKept(all[0]?.node, own ?? step));
  const passed = called?.by.node.get('secrets');
  // A workflow that is called has only the secrets that the job passes on which calls it.
  const isPassed = (name: string): boolean =>
    !called || stringOf(passed) === 'inherit' || passed?.get(name) !== undefined;
  const names = texts.flatMap((text) => [...text.matchAll(/\bsecrets\.(\w+)/g)].map(([, name = '']) => name));
  return [...new Set(names)].filter(
    (name) => name !== 'GITHUB_TOKEN' && !MODEL_KEY.test(name) && isPassed(name),
  );
}

/** Tokens and keys that a checkout before a step leaves in the settings of git, unless it is told not to. */
function tokensKept(job: SyntaxNode | undefined, step: SyntaxNode): string[] {
  const steps = stepsOf(job);
  const index = steps.findIndex((one) => one.path() === step.path());
  return steps.slice(0, Math.max(0, index)).flatMap((one) => {
    const inputs = one.get('with');
    const isKept = String(inputs?.get('persist-credentials')?.scalar ?? true) !== 'false';
    return isKept && /^actions\/checkout@/.test(stringOf(one.get('uses')) ?? '')
      ? ['token', 'ssh-key'].flatMap((input) => stringOf(inputs?.get(input)) ?? [])
      : [];
  });
}

const valuesOf = (node: SyntaxNode | undefined): string[] =>
  (node?.keys() ?? []).flatMap((key) => {
    const value = node?.get(key)?.scalar;
    return typeof value === 'string' ? [value] : [];
  });
