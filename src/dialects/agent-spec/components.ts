import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';

/** The components of a document, and the way from a reference to the component that it means. */
export interface Components {
  /** Every component, in the order of the text, each once. */
  all: readonly SyntaxNode[];
  /** The component itself, or the one that a `$component_ref` names; undefined where it is in another file. */
  resolve(node: SyntaxNode | undefined): SyntaxNode | undefined;
}

/** Most nodes that are looked at in one document. */
const MOST_NODES = 20_000;

const ATTRIBUTES = new Set([
  'metadata',
  'inputs',
  'outputs',
  'default_generation_parameters',
  'datastore_schema',
]);

/** The type of a component: `component_type`, or `type` as some YAML variants spell it. */
export function typeOf(node: SyntaxNode | undefined): string | undefined {
  return stringOf(node?.get('component_type')) ?? (node?.get('id') ? stringOf(node.get('type')) : undefined);
}

/** Walks a document once and indexes its components by id. */
export function componentsOf(root: SyntaxNode): Components {
  const all: SyntaxNode[] = [];
  const byId = new Map<string, SyntaxNode>();
  const pending: SyntaxNode[] = [root];
  for (let seen = 0; seen < MOST_NODES; seen++) {
    const node = pending.shift();
    if (!node) break;
    if (typeOf(node) !== undefined) {
      all.push(node);
      const id = stringOf(node.get('id'));
      if (id !== undefined && !byId.has(id)) byId.set(id, node);
    }
    for (const key of node.keys()) {
      const inner = ATTRIBUTES.has(key) ? undefined : node.get(key);
      if (inner && (inner.kind === 'object' || inner.kind === 'array')) pending.push(inner);
      if (key === '$referenced_components') {
        for (const id of inner?.keys() ?? []) {
          const target = inner?.get(id);
          if (target) byId.set(id, target);
        }
      }
    }
    for (const item of node.items()) if (item.kind === 'object' || item.kind === 'array') pending.push(item);
  }
  return {
    all,
    resolve(node) {
      let at = node;
      // A reference may name another reference; a circle of them ends here.
      for (let steps = 0; at && steps < 8; steps++) {
        const reference = stringOf(at.get('$component_ref'));
        if (reference === undefined) return at;
        at = byId.get(reference);
      }
      return undefined;
    },
  };
}
