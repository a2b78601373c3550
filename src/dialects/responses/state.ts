import type { Evidence, Place, StoredState } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { keptBy } from '../shared/stored-state.js';
import { computed } from '../shared/tool.js';

/**
 * What a Responses request asks the operator to keep. `store` left out means true, and the response is kept for at
 * least 30 days (facts on dialects, section B; on policy, section 4, rows E and F). `at` stands for what is left out.
 */
export function storedStateOf(node: SyntaxNode, at: Place): StoredState[] {
  return [
    { kind: 'response', name: 'store', ...keptBy(node.get('store'), at) },
    ...reference('conversation', 'conversation', node),
    ...reference('previous', 'previous_response_id', node),
    ...background(node.get('background')),
    ...longCache(node.get('prompt_cache_retention')),
  ];
}

function reference(kind: StoredState['kind'], name: string, body: SyntaxNode): StoredState[] {
  const node = body.get(name);
  if (node === undefined || node.kind === 'null') return [];
  // What a name or a variable holds is computed; that something is continued is not.
  const at = node.at(node.kind === 'object' ? 'key' : 'value');
  const kept: Evidence<boolean> =
    node.kind === 'dynamic' ? computed(node) : { state: 'shown', value: true, at };
  return [{ kind, name, kept, at }];
}

function background(node: SyntaxNode | undefined): StoredState[] {
  if (node === undefined || node.scalar === false || node.kind === 'null') return [];
  return [{ kind: 'background', name: 'background', ...keptBy(node, node.at()) }];
}

function longCache(node: SyntaxNode | undefined): StoredState[] {
  if (node?.scalar !== '24h') return [];
  const at = node.at();
  return [{ kind: 'cache', name: 'prompt_cache_retention', kept: { state: 'shown', value: true, at }, at }];
}
