import type * as Parsing from 'web-tree-sitter';
import type { Tree } from 'web-tree-sitter';
import { LANGUAGES, type Language } from '../language.js';
import { MAX_COMMENTS, MAX_PARSE_STEPS } from '../limits.js';
import { startParser, withinBounds } from './wasm.js';

/** The grammars that code is read with. `tsx` reads JavaScript and JSX too. */
export type GrammarName = 'typescript' | 'tsx' | 'python';

/** The language that a grammar is of. */
export const languageOf = (grammar: GrammarName): Language =>
  LANGUAGES[grammar === 'python' ? 'python' : 'typescript'];

/** Names of the files that the parser is loaded from, without ending. */
export type GrammarFile = 'tree-sitter' | GrammarName;

/** A loaded grammar: it parses, and numbers the node types and fields of its trees. */
export interface Grammar {
  readonly name: GrammarName;
  /** The tree of a text; undefined if it takes too many steps or too much memory. The caller deletes it. @internal */
  parse(text: string): Tree | undefined;
  /** Names of node types. */
  readonly types: readonly string[];
  /** Whether a node type is named, or is punctuation or a keyword. */
  readonly named: readonly boolean[];
  /** Types that may occur between any two others: comments, and line continuations. */
  readonly extras: readonly boolean[];
  readonly fields: ReadonlyMap<string, number>;
}

const loaded = new Map<GrammarName, Grammar>();

/** Parsers that were interrupted. They are kept: garbage collection would free them as if they had finished. */
const broken: Parsing.Parser[] = [];

const EXTENSIONS: Readonly<Record<string, GrammarName>> = {
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  js: 'tsx',
  jsx: 'tsx',
  mjs: 'tsx',
  cjs: 'tsx',
  py: 'python',
  pyi: 'python',
  pyw: 'python',
  ipynb: 'python',
};

const EXTRAS: ReadonlySet<string> = new Set([
  'comment',
  'html_comment',
  'hash_bang_line',
  'line_continuation',
]);

/** The grammar for a file name, in upper or lower case; undefined if it is no code that is read. */
export function grammarOf(path: string): GrammarName | undefined {
  const dot = path.lastIndexOf('.');
  if (dot < 0 || path.includes('/', dot)) return undefined;
  const extension = path.slice(dot + 1).toLowerCase();
  return Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
}

/**
 * Loads the parser and these grammars, once each: the only asynchronous step. `read` returns the bytes of a wasm file;
 * an edge knows where they are. Throws if `read` does, or if the bytes are no grammar.
 */
export async function loadGrammars(
  read: (name: GrammarFile) => Promise<Uint8Array>,
  wanted: Iterable<GrammarName>,
): Promise<void> {
  const missing = [...new Set(wanted)].filter((name) => !loaded.has(name));
  if (missing.length === 0) return;
  const parsing = await import('web-tree-sitter');
  await startParser(asBuffer(await read('tree-sitter')), (options) => parsing.Parser.init(options));
  for (const name of missing) {
    if (loaded.has(name)) continue;
    const language = await parsing.Language.load(await read(name));
    loaded.set(name, ready(name, language, parsing));
  }
}

/** Whether `loadGrammars` was called for a grammar. */
export function isLoaded(name: GrammarName): boolean {
  return loaded.has(name);
}

/** A loaded grammar. Throws if `loadGrammars` was not called for it: a mistake of ours. */
export function grammar(name: GrammarName): Grammar {
  const found = loaded.get(name);
  if (!found) throw new Error(`loadGrammars was not called for ${name}`);
  return found;
}

/** A progress callback for one parse, which ends the parse beyond its bound. */
export function endsParse(): () => boolean {
  let steps = 0;
  return () => ++steps > MAX_PARSE_STEPS;
}

function ready(name: GrammarName, language: Parsing.Language, { Parser }: typeof Parsing): Grammar {
  let parser: Parsing.Parser | undefined;
  const parse = (text: string): Tree | undefined => {
    const progressCallback = endsParse();
    const tree = withinBounds(() => {
      parser ??= new Parser().setLanguage(language);
      return parser.parse(text, null, { progressCallback });
    });
    // A parse that was stopped would be resumed by the next one.
    if (tree === null) parser?.reset();
    if (tree === undefined && parser) {
      broken.push(parser);
      parser = undefined;
    }
    return tree ?? undefined;
  };
  return {
    name,
    types: language.types,
    named: language.types.map((_, id) => language.nodeTypeIsNamed(id)),
    extras: language.types.map((type) => EXTRAS.has(type)),
    fields: new Map(language.fields.flatMap((field, id) => (field ? [[field, id] as const] : []))),
    parse(text) {
      // The grammars take no lone CR for the end of a line; offsets stay.
      const ended = text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text;
      const lines = name === 'python' ? withoutLongComments(ended) : ended;
      const tree = lines === undefined ? undefined : parse(lines);
      if (lines === undefined || !tree?.rootNode.hasError || name === 'python') return tree;
      const plain = lines.replace(IMPORTED_TYPE, (one) => '_'.repeat(one.length));
      if (plain === lines) return tree;
      tree.delete();
      return parse(plain);
    },
  };
}

const COMMENT = /^[ \t]*#/;

/** What could end a text that has such lines, and what speaks to us. */
const COUNTS = /'''|"""|agent-lint/;

/** A text of the same length in which long rows of comments are blank; undefined where too many of them may count. */
function withoutLongComments(text: string): string | undefined {
  const lines = text.split('\n');
  let isChanged = false;
  for (let at = 0; at < lines.length; at++) {
    const start = at;
    while (at < lines.length && (COMMENT.test(lines[at] ?? '') || lines[at]?.trim() === '')) at++;
    if (at - start <= MAX_COMMENTS) continue;
    const row = lines.slice(start, at);
    if (row.filter((line) => COUNTS.test(line)).length > MAX_COMMENTS) return undefined;
    lines.splice(
      start,
      row.length,
      ...row.map((line) => (COUNTS.test(line) ? line : line.replace(/[^\r]/g, ' '))),
    );
    isChanged = true;
  }
  return isChanged ? lines.join('\n') : text;
}

/** `import('x')` in a type of TypeScript, which its grammar reads in few places only: a name of that length is as good. */
const IMPORTED_TYPE =
  /(?<=\btypeof\s+)import\(\s*(['"])[^'"\n]*\1\s*\)|(?<=[:<|&]\s*|\b(?:as|extends|keyof)\s+)import\(\s*(['"])[^'"\n]*\2\s*\)(?=\s*\.\s*[A-Z])/g;

/** Whether a text parses without errors. Throws if its grammar was not loaded: a mistake of ours. */
export function parsesAs(name: GrammarName, text: string): boolean {
  const tree = grammar(name).parse(text);
  const isWhole = tree !== undefined && !tree.rootNode.hasError;
  tree?.delete();
  return isWhole;
}

/** The module takes an ArrayBuffer of exactly the bytes. */
function asBuffer(bytes: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(copy).set(bytes);
  return copy;
}
