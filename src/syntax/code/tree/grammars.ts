import type { Query, Tree } from 'web-tree-sitter';
import {
  type GrammarFile,
  type GrammarName,
  loadGrammars as loadParsers,
  grammar as loadedGrammar,
} from '../../../program/tree/grammars.js';
import { PYTHON_IMPORTS, PYTHON_QUERY } from '../python/query.js';
import { TYPESCRIPT_IMPORTS, TYPESCRIPT_QUERY } from '../typescript/query.js';

export { type GrammarFile, type GrammarName, grammarOf, parsesAs } from '../../../program/tree/grammars.js';

/** A grammar that is ready: it parses, and it finds what the outline of a file is made of. */
export interface Grammar {
  name: GrammarName;
  /** The tree of a text; undefined where it took too much time or memory. The caller deletes it. @internal */
  parse(text: string): Tree | undefined;
  /** @internal */
  outline: Query;
  /** @internal */
  comments: Query;
  /** What loads other modules, and what is only for types. @internal */
  imports: Query;
  /** Names of node types and of fields, by their number and the other way round. */
  types: readonly string[];
  fields: ReadonlyMap<string, number>;
}

const loaded = new Map<GrammarName, Grammar>();

const QUERIES: Readonly<Record<GrammarName, string>> = {
  typescript: TYPESCRIPT_QUERY,
  tsx: TYPESCRIPT_QUERY,
  python: PYTHON_QUERY,
};

const IMPORTS: Readonly<Record<GrammarName, string>> = {
  typescript: TYPESCRIPT_IMPORTS,
  tsx: TYPESCRIPT_IMPORTS,
  python: PYTHON_IMPORTS,
};

/** Loads the parser and these grammars, once each, and prepares the queries of this reader for them. */
export async function loadGrammars(
  read: (name: GrammarFile) => Promise<Uint8Array>,
  wanted: Iterable<GrammarName>,
): Promise<void> {
  const names = [...new Set(wanted)].filter((name) => !loaded.has(name));
  if (names.length === 0) return;
  await loadParsers(read, names);
  const { Query } = await import('web-tree-sitter');
  for (const name of names) {
    if (loaded.has(name)) continue;
    const { language, ...parts } = loadedGrammar(name);
    loaded.set(name, {
      ...parts,
      outline: new Query(language, QUERIES[name]),
      comments: new Query(language, '(comment) @comment'),
      imports: new Query(language, IMPORTS[name]),
    });
  }
}

/** Whether `loadGrammars` was called for a grammar. */
export function isLoaded(name: GrammarName): boolean {
  return loaded.has(name);
}

/** A loaded grammar. Throws where `loadGrammars` was not called for it: a mistake of ours. */
export function grammar(name: GrammarName): Grammar {
  const found = loaded.get(name);
  if (!found) throw new Error(`loadGrammars was not called for ${name}`);
  return found;
}
