import type {
  ClassDefinition,
  Expression,
  FunctionDefinition,
  Program,
  Span,
  Statement,
  Target,
} from '../../src/program/ir/ir.js';
import { blocksOf, boundBy, expressionsIn, within } from '../../src/program/ir/walk.js';
import { languageOf } from '../../src/program/tree/grammars.js';
import { spanOf, type Tree, textOf, typeOf } from '../../src/program/tree/tree.js';
import type { Files } from './text-variants.js';

/** A local variable or parameter that may have another name, with the places of each use. */
export interface Renaming {
  readonly name: string;
  readonly uses: readonly number[];
}

/** Where a variable of a name exists, and whether it may have another name. */
interface Binding {
  readonly scope: Span;
  readonly isLocal: boolean;
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** With one of these, a program may reach its variables by their names. */
const BY_NAME = /\b(?:locals|globals|vars|eval|exec|getattr|setattr|format_map|with)\s*\(|\barguments\b/;

/**
 * The local variables and parameters of a file that may have other names: each occurrence of the name in the file is a
 * variable and is inside a function, block or comprehension that binds it. A name that also is a keyword argument, a
 * member, a word of a text or comment, a function, a class or a variable of the module is none.
 */
export function renamingsIn(
  tree: Tree,
  program: Program,
  files: Files,
  isCalledOnly: (name: string | undefined) => boolean,
): Renaming[] {
  const { text } = tree;
  if (BY_NAME.test(text)) return [];
  const isPython = languageOf(tree.grammar.name).name === 'python';
  const bindings = bindingsOf(program, isPython, isCalledOnly);
  const variables = variablesOf(tree);
  const words = new Map<string, number>();
  for (const [word] of text.matchAll(WORD)) words.set(word, (words.get(word) ?? 0) + 1);
  const others = Object.values(files).filter((one) => one !== text);
  return [...bindings].flatMap(([name, all]) => {
    const uses = variables.get(name) ?? [];
    const isSure =
      uses.length > 0 &&
      uses.length === words.get(name) &&
      all.every(({ isLocal }) => isLocal) &&
      uses.every((use) => all.some(({ scope }) => scope.start <= use && use < scope.end)) &&
      others.every((other) => !other.includes(name));
    return isSure ? [{ name, uses }] : [];
  });
}

/** Every name that a file binds, with its bindings. */
function bindingsOf(
  program: Program,
  isPython: boolean,
  isCalledOnly: (name: string | undefined) => boolean,
) {
  const bindings = new Map<string, Binding[]>();
  const bind = (name: string, scope: Span, isLocal: boolean): void => {
    const all = bindings.get(name);
    if (all) all.push({ scope, isLocal });
    else bindings.set(name, [{ scope, isLocal }]);
  };
  const bindTarget = (target: Target, scope: Span, isLocal: boolean): void => {
    for (const name of boundBy(target)) bind(name, scope, isLocal);
  };
  /** Names in an expression are looked up outside of what is around it: they stay. */
  const fix = (expression: Expression): void => {
    for (const one of within(expression)) if (one.kind === 'name') bind(one.name, program, false);
  };

  /**
   * `scope`: what is around the statements, by how long its variables exist: the function, and in JavaScript the innermost
   * block. `isLocal`: it is no module and no class.
   */
  interface Around {
    readonly outer: Span;
    readonly inner: Span;
    readonly isLocal: boolean;
    readonly isBlockLocal: boolean;
  }
  const statements = (all: readonly Statement[], around: Around): void => {
    for (const one of all) statement(one, around);
  };
  const statement = (one: Statement, around: Around): void => {
    const { outer, inner, isLocal, isBlockLocal } = around;
    const inside: Around = isPython ? around : { ...around, inner: one, isBlockLocal: true };
    const declare = (target: Target, declares: string | undefined, isBlock: boolean): void => {
      if (isPython) bindTarget(target, outer, isLocal);
      else if (declares === 'var') bindTarget(target, outer, isLocal);
      else if (declares !== undefined)
        bindTarget(target, isBlock ? one : inner, isBlock || isLocal || isBlockLocal);
    };
    switch (one.kind) {
      case 'assign':
        for (const target of one.targets) declare(target, one.declares, false);
        break;
      case 'declare':
        declare(one.target, one.declares, false);
        break;
      case 'for':
        declare(one.target, one.declares, true);
        break;
      case 'with':
        for (const { target } of one.items) if (target) declare(target, undefined, true);
        break;
      case 'try':
        for (const { target, start, end } of one.handlers)
          if (target) bindTarget(target, isPython ? outer : { start, end }, isPython ? isLocal : true);
        break;
      case 'switch':
        for (const { binds } of one.cases) for (const target of binds) bindTarget(target, outer, isLocal);
        break;
      case 'function':
        define(one.definition, false);
        break;
      case 'class':
        defineClass(one.definition);
        break;
      case 'import':
        for (const { local } of one.bindings) bind(local, program, false);
        break;
      case 'outer':
        for (const name of one.names) bind(name, program, false);
        break;
      case 'enum':
        bind(one.name, program, false);
        break;
      case 'exported':
        statement(one.statement, { ...around, isLocal: false, isBlockLocal: false });
        return;
      default:
    }
    for (const each of expressionsIn(one)) expression(each, around);
    for (const block of blocksOf(one)) statements(block, inside);
  };
  const expression = (outermost: Expression, around: Around): void => {
    for (const one of within(outermost)) {
      if (one.kind === 'function') define(one.definition, true);
      else if (one.kind === 'class') defineClass(one.definition);
      else if (one.kind === 'assign' && isPython) bindTarget(one.target, around.outer, around.isLocal);
      else if (one.kind === 'comprehension') {
        for (const clause of one.clauses) {
          if (clause.kind === 'if') continue;
          const bound = new Set(boundBy(clause.target));
          const isOuter = [...within(clause.iterable)].some(
            (each) => each.kind === 'name' && bound.has(each.name),
          );
          bindTarget(clause.target, one, !isOuter);
        }
      }
    }
  };
  const define = (definition: FunctionDefinition, isValue: boolean): void => {
    const { decorators, parameters, kind, name } = definition;
    if (name !== undefined) bind(name, program, false);
    const isPlain =
      decorators.length === 0 &&
      (!isPython || kind === 'lambda' || (kind === 'function' && !isValue && isCalledOnly(name)));
    for (const { target, fallback, isField, annotation, name: said } of parameters) {
      const isFree = isPlain && !isField;
      bindTarget(target, definition, isFree);
      if (target.kind !== 'name') bind(said, program, false);
      if (fallback) fix(fallback);
      if (annotation) fix(annotation);
    }
    for (const one of decorators) fix(one);
    const around = { outer: definition, inner: definition, isLocal: true, isBlockLocal: true };
    statements(definition.body(), around);
  };
  const defineClass = ({ name, bases, members }: ClassDefinition): void => {
    if (name !== undefined) bind(name, program, false);
    for (const one of bases) fix(one);
    for (const one of members()) {
      if (one.kind === 'method') define(one.definition, true);
      else if (one.kind === 'statement')
        statement(one.statement, { outer: program, inner: program, isLocal: false, isBlockLocal: false });
      else {
        if (one.name !== undefined) bind(one.name, program, false);
        if (one.value) expression(one.value, MODULE);
      }
    }
  };
  const MODULE: Around = { outer: program, inner: program, isLocal: false, isBlockLocal: false };
  statements(program.body, MODULE);
  return bindings;
}

/** Where an identifier is no variable, by the type of what it is in, and the field. */
const NO_VARIABLE = new Set([
  'keyword_argument.name',
  'attribute.attribute',
  'import_specifier.',
  'namespace_import.',
  'import_clause.',
  'export_specifier.',
  'dotted_name.',
  'aliased_import.',
  'global_statement.',
  'nonlocal_statement.',
  'keyword_pattern.',
  'class_definition.name',
  'function_definition.name',
  'function_declaration.name',
  'jsx_opening_element.name',
  'jsx_closing_element.name',
  'jsx_self_closing_element.name',
  'nested_identifier.',
]);

/** The identifiers of a file that are variables, by name. */
function variablesOf(tree: Tree): Map<string, number[]> {
  const variables = new Map<string, number[]>();
  for (let node = 0; node < tree.types.length; node++) {
    if (typeOf(tree, node) !== 'identifier') continue;
    const parent = tree.parents[node] as number;
    const around = typeOf(tree, parent);
    const isField = (name: string): boolean => tree.fields[node] === tree.grammar.fields.get(name);
    const { start, end } = spanOf(tree, node);
    if (NO_VARIABLE.has(`${around}.`)) continue;
    if (['name', 'attribute'].some((name) => isField(name) && NO_VARIABLE.has(`${around}.${name}`))) continue;
    if (around === 'interpolation' && /^\s*=/.test(tree.text.slice(end, end + 20))) continue;
    const name = textOf(tree, node);
    const all = variables.get(name);
    if (all) all.push(start);
    else variables.set(name, [start]);
  }
  return variables;
}
