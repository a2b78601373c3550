import type { Node } from 'web-tree-sitter';
import type { Cst, SourceTree } from './cst.js';
import type { Captures } from './language.js';

/** What the query of a language finds in a tree. It runs on first use, and again where the tree was freed since. */
export function captured(tree: SourceTree, canBeRead: () => boolean): Captures {
  const wrapped = new Map<string, readonly Cst[]>();
  const found = (name: string): readonly Node[] =>
    tree.isOpen || canBeRead() ? (tree.outlined().get(name) ?? []) : [];
  return {
    text: tree.text,
    all(name) {
      let nodes = wrapped.get(name);
      if (!nodes) {
        nodes = found(name).map((native) => tree.of(native));
        wrapped.set(name, nodes);
      }
      return nodes;
    },
    calls(wanted) {
      const calls: Cst[] = [];
      for (const native of found('call')) if (wanted(native.startIndex)) calls.push(tree.of(native));
      return calls;
    },
  };
}
