import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Where the text of programs is read: which files are opened, and how literals are spelled. */
const READERS_OF_TEXT = ['src/program/modules/', 'src/program/tree/'];

/**
 * Who else has the text of a document in hand, by file and expression, and why that decides nothing about a program. What
 * is passed to `textValue` and `spelled`, which decode literals, need not be here.
 */
const READS: Readonly<Record<string, string>> = {
  'src/program/evaluate/slots.ts file.text': 'the first characters of an expression, for a message',
  'src/program/query/flow/shape.ts file.text': 'the first characters of an expression, for a message',
  'src/program/query/reached.ts file.text': 'a call as it is written, for a message',
  'src/program/query/document.ts this.text':
    'parses it, and takes the comments that the tree names out of it',
  'src/program/query/view.ts fileOf(written).text':
    'whether a key is written in the text, or computed: for the place of a finding',
  'src/program/query/mentioned.ts file.text':
    'leaves out files without a text before their representation is asked for it',
  'src/program/query/edit.ts file.text': 'writes a fix into it',
  'src/program/query/project.ts found.text': 'opens a file',
  'src/systems/program-reader.ts one.text': 'the prefilter: which dialects look at a file',
  'src/dialects/requests/kept-requests.ts document.text':
    'the prefilter: a program without the names of a call is not asked for its calls',
  'src/dialects/requests/model-clients.ts document.text':
    'the prefilter: a program without the names of a client is not asked for its calls',
  'src/dialects/requests/server-threads.ts document.text':
    'the prefilter: a program without the paths of a server is not asked for its calls',
  'src/dialects/frameworks/deciders/handlers.ts document.text':
    'the directive `use server`, which comes before any statement',
  'src/dialects/github-workflow/index.ts root.document.text': 'no program: a workflow in YAML',
  'src/systems/read-file.ts text': 'no program: which dialect a document is of that does not parse',
  'src/program/query/loops.ts file.text': 'quotes the head of a loop in a message',
  'src/systems/directives.ts document.text': 'what people say to agent-lint in comments',
  'src/systems/directives.ts text': 'writes a fix into a comment',
  'src/dialects/responses/requests.ts root.document.text': 'no program: variables of an `.http` file',
  'src/dialects/adk/index.ts root.document.text': 'no program: a file of YAML',
  'src/dialects/project-commands/index.ts root.document.text':
    'no program: whether a Dockerfile or the like names an agent',
};

/** Regular expressions of `src/program` by file, and what they are matched with. */
const PATTERNS: Readonly<Record<string, string>> = {
  'src/program/query/document.ts /\\S/g': 'blanks a cell of a notebook that does not parse',
  'src/program/query/document.ts /^(?:\\/\\/+|#+)/': 'the marks of a comment',
  'src/program/query/document.ts /^\\*{1,2}/': 'the marks of a comment',
  'src/program/evaluate/annotations.ts /[\\],]/':
    'the end of a type argument in an annotation that is a text',
  'src/program/query/source-text.ts /^[A-Za-z_$][\\w$]*$/': 'a key that a fix writes',
};

/** Searches in the words of one node of a tree, by file and expression. */
const SEARCHES: Readonly<Record<string, string>> = {
  "src/program/evaluate/annotations.ts textOf(frame.file, type.pieces).split('[')":
    'an annotation that is a text is an expression',
  "src/program/lower/script/expressions.ts textOf(tree, node).lastIndexOf('.')": 'the last name of a JSX tag',
};

/** The types that a text of a document is a member of. */
const DOCUMENTS = new Set(['SourceDocument', 'CodeDocument', 'CodeFile', 'SourceFile', 'Tree']);
const DECODERS = new Set(['textValue', 'spelled']);
const SEARCHING = new Set([
  ...['includes', 'startsWith', 'endsWith', 'indexOf', 'lastIndexOf', 'search'],
  ...['match', 'matchAll', 'replace', 'replaceAll', 'split'],
]);

/** What the sources do with texts, each as its file and the expression. */
interface Uses {
  reads: Set<string>;
  patterns: Set<string>;
  searches: Set<string>;
}

/** Reads the sources with their types: a document is known by its type, whatever the variable is called. */
function usesIn(folders: readonly string[]): Uses {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(root, folder, name)),
  );
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    resolveJsonModule: true,
    types: [],
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  const uses: Uses = { reads: new Set(), patterns: new Set(), searches: new Set() };
  for (const file of files) {
    const source = program.getSourceFile(file);
    const name = file.slice(root.length + 1);
    if (source && !READERS_OF_TEXT.some((folder) => name.startsWith(folder)))
      addUses(source, name, checker, uses);
  }
  return uses;
}

function addUses(source: ts.SourceFile, file: string, checker: ts.TypeChecker, uses: Uses): void {
  const isProgram = file.startsWith('src/program/');
  const isDocument = (node: ts.Node): boolean => {
    const type = checker.getTypeAtLocation(node);
    return (type.isUnion() ? type.types : [type]).some(({ symbol }) => DOCUMENTS.has(symbol?.name));
  };
  const as = (node: ts.Node): string => `${file} ${node.getText(source)}`;
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'text' && !isDecoded(node)) {
      if (isDocument(node.expression)) uses.reads.add(as(node));
    } else if (ts.isBindingElement(node) && (node.propertyName ?? node.name).getText(source) === 'text') {
      if (isDocument(node.parent)) uses.reads.add(as(node));
    } else if (ts.isElementAccessExpression(node) && isDocument(node.expression)) uses.reads.add(as(node));
    else if (isProgram && ts.isRegularExpressionLiteral(node)) uses.patterns.add(as(node));
    else if (isProgram && ts.isNewExpression(node) && node.expression.getText(source) === 'RegExp')
      uses.patterns.add(as(node));
    else if (isProgram && ts.isCallExpression(node) && isSearchInNode(node)) uses.searches.add(as(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** Whether a text is passed to what decodes literals. */
const isDecoded = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) && ts.isIdentifier(parent.expression) && DECODERS.has(parent.expression.text);

/** `textOf(tree, node).includes(...)` */
function isSearchInNode({ expression }: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(expression) || !SEARCHING.has(expression.name.text)) return false;
  const of = expression.expression;
  return ts.isCallExpression(of) && ts.isIdentifier(of.expression) && of.expression.text === 'textOf';
}

describe('the text of a program', () => {
  let uses: Uses;
  beforeAll(() => {
    uses = usesIn(['src/program', 'src/dialects', 'src/systems']);
  }, 60_000);

  it('is read by nobody who could decide by it: ask the representation or a query of `src/program`', () => {
    expect([...uses.reads].sort()).toEqual(Object.keys(READS).sort());
  });

  it('is matched with no regular expression where programs are read', () => {
    expect([...uses.patterns].sort()).toEqual(Object.keys(PATTERNS).sort());
  });

  it('is searched in no node of a tree', () => {
    expect([...uses.searches].sort()).toEqual(Object.keys(SEARCHES).sort());
  });
});
