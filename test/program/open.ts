import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { lowerProgram } from '../../src/program/lower/index.js';
import { type GrammarName, loadGrammars } from '../../src/program/tree/grammars.js';
import { parseTree, type Tree } from '../../src/program/tree/tree.js';
import { print } from './print.js';

const require = createRequire(import.meta.url);
const WASM = {
  'tree-sitter': 'web-tree-sitter/web-tree-sitter.wasm',
  typescript: 'tree-sitter-typescript/tree-sitter-typescript.wasm',
  tsx: 'tree-sitter-typescript/tree-sitter-tsx.wasm',
  python: 'tree-sitter-python/tree-sitter-python.wasm',
};

/** Loads every grammar. */
export async function loadAll(): Promise<void> {
  await loadGrammars((name) => readFile(require.resolve(WASM[name])), ['typescript', 'tsx', 'python']);
}

/** The tree of a text, which takes neither too much time nor memory. */
export function treeOf(grammar: GrammarName, text: string): Tree {
  const tree = parseTree(grammar, text);
  if (!tree) throw new Error('it takes too much');
  return tree;
}

/** What a text says, in a line. */
export function printed(grammar: GrammarName, text: string): string {
  return print(text, lowerProgram(treeOf(grammar, text)));
}
