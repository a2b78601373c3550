import type { Place, StoredState } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { keptBy } from '../payload/stored-state.js';
import type { FoundAgent } from './framework.js';

/**
 * What the settings of models have the operator keep; undefined where none speaks of it. What a run states holds for all
 * its agents; an agent that states nothing beside others that do keeps by default.
 */
export function storedStateOf({
  group,
  stores,
}: {
  group: readonly FoundAgent[];
  /** What its runs say of `store`. */
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
