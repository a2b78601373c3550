import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import type { Path } from './profile.js';

/** The node at a path; undefined where the document has none. */
export function nodeAt(root: SyntaxNode | undefined, path: Path): SyntaxNode | undefined {
  let node = root;
  for (const key of path) node = node?.get(key);
  return node;
}

/** The node at the first of several paths that a document has. */
export function firstAt(root: SyntaxNode | undefined, paths: readonly Path[]): SyntaxNode | undefined {
  for (const path of paths) {
    const node = nodeAt(root, path);
    if (node) return node;
  }
  return undefined;
}

/** The path with a name in place of `{tool}`. */
export const pathFor = (path: Path, tool: string): Path => path.map((key) => (key === '{tool}' ? tool : key));

/** The texts of a list. */
export const textsOf = (list: SyntaxNode | undefined): string[] =>
  (list?.items() ?? []).flatMap((item) => stringOf(item) ?? []);

/** The maps by name below several paths. */
export function mapsAt(root: SyntaxNode, paths: readonly Path[]): { name: string; node: SyntaxNode }[] {
  return paths.flatMap((path) => {
    const maps = nodeAt(root, path);
    return (maps?.keys() ?? []).flatMap((name) => {
      const node = maps?.get(name);
      return node?.kind === 'object' ? [{ name, node }] : [];
    });
  });
}

/** The nodes at a path in which a star stands for every key. */
export function nodesAt(root: SyntaxNode, path: Path): SyntaxNode[] {
  const star = path.indexOf('*');
  const node = nodeAt(root, star < 0 ? path : path.slice(0, star));
  if (star < 0 || !node) return node ? [node] : [];
  return node.keys().flatMap((key) => {
    const below = node.get(key);
    return below ? nodesAt(below, path.slice(star + 1)) : [];
  });
}
