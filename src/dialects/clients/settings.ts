import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import type { Path } from './profile.js';

const PERSON = /(?:^|\/)(?:home|\.?dotfiles|(?:private_)?dot_(?:codex|claude)|chezmoi|stow|codex|claude)\//i;

/** Whether a file is kept among files that are copied to the folder of a person. */
export const isOfPerson = (file: string): boolean => PERSON.test(file);

/** The node at a path; undefined where the document has none. */
export function nodeAt(root: SyntaxNode | undefined, path: Path): SyntaxNode | undefined {
  let node = root;
  for (const key of path) node = node?.get(key);
  return node;
}

/** The nodes at a path, in which `*` stands for every key and every item. */
export function nodesAt(root: SyntaxNode, path: Path): SyntaxNode[] {
  let nodes = [root];
  for (const key of path)
    nodes = nodes.flatMap((node) => (key === '*' ? childrenOf(node) : (node.get(key) ?? [])));
  return nodes;
}

const childrenOf = (node: SyntaxNode): readonly SyntaxNode[] =>
  node.kind === 'array' ? node.items() : node.keys().flatMap((name) => node.get(name) ?? []);

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

/** The maps by name below several paths, or those of a list, which have their name at the key `named`. */
export function mapsAt(
  root: SyntaxNode,
  paths: readonly Path[],
  named?: string,
): { name: string; node: SyntaxNode }[] {
  return paths.flatMap((path) => {
    const maps = nodeAt(root, path);
    if (named !== undefined && maps?.kind === 'array')
      return maps.items().map((node) => ({ name: stringOf(node.get(named)) ?? 'agent', node }));
    return (maps?.keys() ?? []).flatMap((name) => {
      const node = maps?.get(name);
      return node?.kind === 'object' ? [{ name, node }] : [];
    });
  });
}
