import type { Outline, Parameter } from './names/outline.js';
import type { Scope, ScopeKind } from './names/scopes.js';
import type { Declared } from './names/statements.js';
import { readPythonFunction } from './python/definitions.js';
import { readPython } from './python/expressions.js';
import { importedNames as importedInPython } from './python/imports.js';
import { outlinePython } from './python/outline.js';
import { declaredInPython, globals, withoutPythonComments } from './python/statements.js';
import type { Cst } from './tree/cst.js';
import type { Expression } from './tree/expression.js';
import type { GrammarName } from './tree/grammars.js';
import { readTypescriptFunction } from './typescript/definitions.js';
import { readTypescript } from './typescript/expressions.js';
import { importedNames as importedInTypescript } from './typescript/imports.js';
import { outlineTypescript } from './typescript/outline.js';
import { declaredInTypescript, variablesOf, withoutTypescriptComments } from './typescript/statements.js';

/** Nodes found by the query of a language, in the order of the text. */
export interface Captures {
  readonly text: string;
  /** The nodes of one capture. */
  all(name: string): readonly Cst[];
  /** The calls that begin where it is asked for: most calls of a file are never looked at. */
  calls(wanted: (start: number) => boolean): Cst[];
  /** The calls that begin with a name: `post` in `post(body)` and in `post.now(body)`. */
  callsFrom(name: string): readonly Cst[];
}

/** A function or class as it is written. */
export interface Definition {
  kind: 'function' | 'class';
  name: string | undefined;
  nameNode: Cst | undefined;
  /** Expressions behind the `@` of decorators. */
  decorators: readonly Cst[];
  docstring: string | undefined;
  parameters: readonly Parameter[];
  /** Base classes of a class. */
  bases: readonly Cst[];
  /** The body: a block, or the expression of an arrow function or a lambda. */
  body: Cst | undefined;
  bodyIsExpression: boolean;
}

/** What differs between languages. */
export interface Language {
  isPython: boolean;
  read(node: Cst): Expression;
  outline(captures: Captures): Outline;
  define(node: Cst): Definition;
  /** The names that a statement of a module may declare in it. `variables`: how many it declares, see `variables`. */
  declared(statement: string, variables: () => number): Declared;
  /** Names of a module that its functions say they give another value, where a language has a word for that. */
  globals(text: string): readonly string[];
  /** How many variables a statement declares, where its text does not tell. */
  variables(statement: Cst): number;
  /** A statement without the comments that have lines of their own. */
  bare(statement: string): string;
  /** The names that a statement which only imports binds; none where it only exports. */
  imported(statement: Cst): readonly string[];
  /** What a capture means for names. */
  scopes: Readonly<Record<string, ScopeKind>>;
  /** Kinds of scopes that a declaration binds its name in. */
  binds: readonly Scope['kind'][];
}

const TYPESCRIPT: Language = {
  isPython: false,
  read: readTypescript,
  outline: outlineTypescript,
  define: readTypescriptFunction,
  declared: declaredInTypescript,
  globals: () => [],
  variables: variablesOf,
  bare: withoutTypescriptComments,
  imported: (node) => (node.word === 'import' ? importedInTypescript(node).map(({ name }) => name) : []),
  scopes: {
    function: 'function',
    lambda: 'function',
    class: 'class',
    block: 'block',
    caught: 'block',
    loop: 'branch',
    branch: 'branch',
    attempt: 'attempt',
  },
  binds: ['module', 'function', 'class', 'block', 'branch', 'attempt'],
};

const PYTHON: Language = {
  isPython: true,
  read: readPython,
  outline: outlinePython,
  define: readPythonFunction,
  declared: declaredInPython,
  globals,
  variables: () => 0,
  bare: withoutPythonComments,
  imported: (node) => importedInPython(node).map(({ name }) => name),
  scopes: {
    function: 'function',
    lambda: 'function',
    class: 'class',
    block: 'block',
    loop: 'branch',
    branch: 'branch',
    attempt: 'attempt',
  },
  binds: ['module', 'function', 'class', 'block'],
};

/** The reading of a grammar's language. */
export function languageOf(name: GrammarName): Language {
  return name === 'python' ? PYTHON : TYPESCRIPT;
}

/** What an expression says; read once a node. */
export function read(node: Cst): Expression {
  node.expression ??= languageOf(node.tree.grammar.name).read(node);
  return node.expression;
}
