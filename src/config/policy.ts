import { dirname, resolve } from 'node:path';
import { disk, realPathIn } from '../files/index.js';
import type { ConfigLayer, Policy } from '../model/config.js';
import { formatOf, loadParsers, type SyntaxNode } from '../syntax/index.js';
import { extendChain } from './extend.js';
import { emptyLayer, layerOf } from './layer.js';
import { openConfig } from './open.js';
import { type ConfigProblem, problemAt, problemOf } from './problem.js';
import { validationProblems } from './validate.js';

/** Keys that only a policy has. */
const POLICY_KEYS = ['owner', 'claims', 'ignores', 'baseline'] as const;

/** Keys of a policy in a configuration of the project: they would look as if they had an effect. */
export function misplacedKeys(node: SyntaxNode): ConfigProblem[] {
  return POLICY_KEYS.flatMap((key) => {
    const value = node.get(key);
    const message = `\`${key}\` is a key of a policy: put it into the file that --policy names.`;
    return value ? [problemAt(value.at('key'), message)] : [];
  });
}

export type LoadedPolicy = { ok: true; layers: ConfigLayer[] } | { ok: false; problems: ConfigProblem[] };

/**
 * Reads an organisation's policy (design, section 8): a configuration from outside the tree, as the top layer, with the
 * files that it extends. Its globs start at the root of the project. It is always read from the disk. A policy that is
 * missing or wrong is a problem: without it, nothing is checked.
 */
export async function loadPolicy({ policy, cwd }: { policy?: string; cwd: string }): Promise<LoadedPolicy> {
  if (policy === undefined) return { ok: true, layers: [] };
  const absolute = resolve(cwd, policy);
  const format = formatOf(absolute);
  if (format !== undefined) await loadParsers([format]);
  const real = realPathIn(disk, absolute);
  if (real === undefined) return failed([problemOf(policy, 'The policy does not exist.')]);
  const opened = openConfig(real, policy, dirname(real), disk);
  if (!opened) return failed([problemOf(policy, 'The policy has no key `agent-lint`.')]);
  if (!opened.ok) return failed(opened.problems);
  if (!opened.node)
    return { ok: true, layers: [{ ...emptyLayer(policy, '', ''), policy: policyOf(undefined) }] };
  const context = { boundary: dirname(real), show: (path: string) => path, store: disk };
  const { sources, problems } = await extendChain({ absolute: real, node: opened.node }, context);
  for (const { node } of sources) problems.push(...(await validationProblems(node)));
  if (problems.length > 0) return failed(problems);
  return {
    ok: true,
    layers: sources.map(({ node }) => ({ ...layerOf(node, ''), policy: policyOf(opened.node) })),
  };
}

const failed = (problems: ConfigProblem[]): LoadedPolicy => ({ ok: false, problems });

/** What a policy says beside its rules; the defaults are the strict ones. */
function policyOf(node: SyntaxNode | undefined): Policy {
  const { owner, claims, ignores, baseline } = (node?.toValue() ?? {}) as {
    owner?: { name: string; contact?: string };
    claims?: string;
    ignores?: { require_until?: boolean; max_days?: number };
    baseline?: { growth?: string; max_age_days?: number };
  };
  return {
    ...(owner && { owner }),
    acceptsClaims: claims === 'accepted',
    ignores: {
      requireUntil: ignores?.require_until === true,
      ...(ignores?.max_days !== undefined && { maxDays: ignores.max_days }),
    },
    baseline: {
      forbidsGrowth: baseline?.growth === 'forbidden',
      ...(baseline?.max_age_days !== undefined && { maxAgeDays: baseline.max_age_days }),
    },
  };
}
