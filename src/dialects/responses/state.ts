import type { Place, Repair, StoredState } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { cachedFor, continuedBy, keptBy } from '../payload/stored-state.js';

/**
 * What a Responses request asks the operator to keep. `store` left out means true, and the response is kept for at
 * least 30 days (facts on dialects, section B; on policy, section 4, rows E and F). `at` stands for what is left out.
 */
export function storedStateOf(node: SyntaxNode, at: Place): StoredState[] {
  return [
    { kind: 'response', name: 'store', ...keptBy(node.get('store'), at), repair: storeNothing(node) },
    ...continued('conversation', 'conversation', node),
    ...continued('previous', 'previous_response_id', node),
    ...background(node.get('background')),
    ...cached(node.get('prompt_cache_retention')),
  ];
}

const cached = (node: SyntaxNode | undefined): StoredState[] =>
  node ? cachedFor('prompt_cache_retention', node) : [];

const storeNothing = (body: SyntaxNode): Repair => ({
  title: 'Set `store` to false',
  edits: () => body.edit()?.set('store', false),
});

const removal = (name: string, node: SyntaxNode): Repair => ({
  title: `Remove \`${name}\``,
  edits: () => node.edit()?.remove(),
});

/** Its place is the key where the value is an object. */
function continued(kind: StoredState['kind'], name: string, body: SyntaxNode): StoredState[] {
  const node = body.get(name);
  return node ? continuedBy(kind, name, node, node.at(node.kind === 'object' ? 'key' : 'value')) : [];
}

function background(node: SyntaxNode | undefined): StoredState[] {
  if (node === undefined || node.scalar === false || node.kind === 'null') return [];
  return [
    {
      kind: 'background',
      name: 'background',
      ...keptBy(node, node.at()),
      repair: removal('background', node),
    },
  ];
}
