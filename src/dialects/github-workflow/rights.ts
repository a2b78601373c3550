import type { SyntaxNode } from '../../syntax/node.js';
import facts from './events.json' with { type: 'json' };
import type { Job } from './jobs.js';
import type { AgentStep } from './steps.js';

/** What the token of a job may write. */
export interface Rights {
  /** Names of them, or `write-all`; none where the workflow states none. */
  writes: readonly string[];
  /** Those of them that are code, a release or a login elsewhere. */
  heavy: readonly string[];
  isStated: boolean;
}

/** The rights of the token of a job. */
export function rightsOf({ all, root }: Job): Rights {
  const stated =
    all
      .map(({ node }) => node)
      .slice(0, 1)
      .map((node) => node.get('permissions'))[0] ?? root.get('permissions');
  if (!stated) return { writes: [], heavy: [], isStated: false };
  if (stated.scalar === 'write-all') return { writes: ['write-all'], heavy: ['write-all'], isStated: true };
  const names = stated.keys().filter((key) => stated.get(key)?.scalar === 'write');
  return {
    writes: names,
    heavy: names.filter((name) => facts.rights.names.includes(name)),
    isStated: true,
  };
}

const MODEL_KEY = new RegExp(facts.modelKeys.words.split(' ').join('|'), 'i');

/** Names of the secrets that an agent reaches, other than the key of its model and the token of its job. */
export function secretsOf({ all, root }: Job, { step, own, used }: AgentStep): string[] {
  const texts = [root, all[0]?.node, own, step].flatMap((node) => valuesOf(node?.get('env')));
  const token = step.get('with')?.get('github_token');
  if (used) texts.push(...(typeof token?.scalar === 'string' ? [token.scalar] : []));
  const names = texts.flatMap((text) => [...text.matchAll(/\bsecrets\.(\w+)/g)].map(([, name = '']) => name));
  return [...new Set(names)].filter((name) => name !== 'GITHUB_TOKEN' && !MODEL_KEY.test(name));
}

const valuesOf = (node: SyntaxNode | undefined): string[] =>
  (node?.keys() ?? []).flatMap((key) => {
    const value = node?.get(key)?.scalar;
    return typeof value === 'string' ? [value] : [];
  });
