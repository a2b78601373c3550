import type { Place, StoredState } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { keptBy } from '../payload/stored-state.js';
import type { FoundAgent } from './framework.js';

/**
 * Whether the operator stores responses, by the model settings; undefined if none sets `store`. The setting of a
 * run applies to all its agents; without a setting, an agent beside others that have one stores by default.
 */
export function storedStateOf({
  group,
  stores,
}: {
  group: readonly FoundAgent[];
  /** The `store` settings of its runs. */
  stores: readonly CodeSyntaxNode[];
}): StoredState[] | undefined {
  const state = (node: CodeSyntaxNode | undefined, at: Place): StoredState => ({
    kind: 'response',
    name: 'store',
    ...keptBy(node, at),
    ...(node ? { repair: { title: 'Set `store` to false', edits: () => node.edit()?.replace(false) } } : {}),
  });
  if (stores.length > 0) return stores.map((node) => state(node, node.at()));
  if (group.every(({ store }) => store === undefined)) return undefined;
  return group.map(({ store, agent }) => state(store, agent.at));
}
