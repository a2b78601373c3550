import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  type CodeDocument,
  type CodeProject,
  type CodeSyntaxNode,
  callsOf,
  createCodeProject,
  fileResolver,
  grammarOf,
} from '../../src/program/index.js';
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

/** A project of these files by path, each program of them open. */
export function projectOf(files: Readonly<Record<string, string>>): (path: string) => CodeDocument {
  const read = (path: string): string | undefined => (Object.hasOwn(files, path) ? files[path] : undefined);
  const project: CodeProject = createCodeProject(fileResolver(grammarOf, read));
  const programs = Object.entries(files).filter(([path]) => grammarOf(path));
  const documents = programs.map(([path, text]) => [path, project.open(path, text)] as const);
  const byPath = new Map(documents);
  return (path) => byPath.get(path) as CodeDocument;
}

/** One file alone. */
export function open(path: string, text: string): CodeDocument {
  return projectOf({ [path]: text })(path);
}

/** The first call of a callee as it is written. */
export function callOf(document: CodeDocument, callee: string): CodeSyntaxNode {
  const found = callsOf(document).find(({ call }) => call?.callee === callee);
  if (!found) throw new Error(`no call of ${callee}`);
  return found;
}

/** The argument of `value(...)`: what most tests look at. */
export function valueIn(path: string, text: string): CodeSyntaxNode {
  const argument = callOf(open(path, text), 'value').call?.positional[0];
  if (!argument) throw new Error('value() has no argument');
  return argument;
}
