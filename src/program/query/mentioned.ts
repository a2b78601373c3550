import { keptFor, keptIn, once } from '../../model/once.js';
import type { SourceDocument } from '../../syntax/node.js';
import type { Machine } from '../evaluate/machine.js';
import { itemsOf } from '../evaluate/slots.js';
import type { Expression, Statement, Target } from '../ir/ir.js';
import {
  bare,
  everyExpression,
  everyStatement,
  expressionsOfStatement,
  lastName,
  within,
} from '../ir/walk.js';
import { textValue } from '../tree/spelling.js';
import { namesUsed } from '../tree/tree.js';
import { cellOf, type Scope } from '../values/scope.js';
import type { SourceFile } from '../values/source.js';
import type { Value } from '../values/value.js';
import { CodeFile } from './document.js';
import type { CodeSyntaxNode } from './node.js';
import { fileOf } from './node-value.js';
import { CodeView } from './view.js';

const known = new WeakMap<object, ReadonlySet<string>>();

/**
 * Whether a function, or the function or module around a call, uses one of some texts: itself, as a key, or by a constant
 * from outside of it. Functions in it count, comments and docstrings do not.
 */
export function mentionsText(node: CodeSyntaxNode, texts: ReadonlySet<string>): boolean {
  if (!(node instanceof CodeView) || node.value.kind === 'options') return false;
  const { value } = node;
  const around =
    value.kind === 'instance' ? value.call.inside : value.kind === 'function' ? value : undefined;
  const file = fileOf(around?.at ?? value.at);
  const key = around?.definition ?? file;
  const found = keptIn(known, key, () => {
    const body = around ? around.definition.body() : (file.program()?.body ?? []);
    return textsMentioned(body, file, around?.scope ?? file.evaluation().moduleState(file)?.scope);
  });
  return [...texts].some((one) => found.has(one));
}

const textsOf = keptFor((file: CodeFile) => textsMentioned(file.program()?.body ?? [], file));

/** Whether a program has a text, anywhere: itself or as a key. Comments and docstrings do not count. */
export function writesText(file: SourceFile, text: string): boolean {
  if (!(file instanceof CodeFile) || !file.text.includes(text)) return false;
  return textsOf(file).has(text);
}

/** Whether a function of a project calls something by a name of a kind, on any path. */
export function callsNamed(node: CodeSyntaxNode, names: RegExp): boolean {
  if (!(node instanceof CodeView) || node.value.kind !== 'function') return false;
  for (const one of everyExpression(node.value.definition.body()))
    if (one.kind === 'call' && names.test(lastName(one.callee))) return true;
  return false;
}

/** The names in calls of some names that nothing runs: the code around them is dead. */
export function namedInDeadCalls(
  document: SourceDocument,
  isOne: (name: string) => boolean,
): ReadonlySet<string> {
  const found = new Set<string>();
  if (!(document instanceof CodeFile)) return found;
  const ran = new Set<Expression>(
    document
      .evaluation()
      .eventsIn(document)
      .map(({ expression }) => expression),
  );
  for (const call of everyExpression(document.program()?.body ?? [])) {
    if (call.kind !== 'call' || ran.has(call) || !isOne(lastName(call.callee))) continue;
    for (const one of within(call)) if (one.kind === 'name') found.add(one.name);
  }
  return found;
}

function textsMentioned(body: readonly Statement[], file: CodeFile, scope?: Scope): ReadonlySet<string> {
  const { machine } = file.evaluation();
  const found = new Set<string>();
  const add = (one: Expression): void => {
    if (one.kind === 'text') found.add(textValue(file.text, one.pieces));
    else if (one.kind === 'record') for (const { key } of one.entries) found.add(key ?? '');
    else if (scope && (one.kind === 'name' || one.kind === 'member')) {
      const value = constantOf(one, machine, scope);
      if (value) for (const text of textsIn(value, machine)) found.add(text);
    }
  };
  for (const statement of everyStatement(body)) {
    if (statement.kind === 'expression' && statement.value.kind === 'text') continue;
    for (const one of expressionsOfStatement(statement)) add(one);
  }
  return found;
}

/** The value of a name from outside of a function, or of a member of one. */
function constantOf(start: Expression, m: Machine, scope: Scope): Value | undefined {
  const one = bare(start);
  if (one.kind === 'name') {
    const cell = cellOf(scope, one.name);
    return cell && m.read(cell);
  }
  const object = one.kind === 'member' ? constantOf(one.object, m, scope) : undefined;
  if (!object || one.kind !== 'member') return undefined;
  return object.kind === 'instance'
    ? m.recordState(object).members.get(one.property)?.value
    : m.member(object, one.property, { file: scope.file, span: one });
}

/** The texts of a value: itself, the items of a list, the keys of an object. */
function textsIn(start: Value, m: Machine): readonly string[] {
  const texts: string[] = [];
  const waiting = [start];
  const visited = new Set<number>();
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (one.kind === 'scalar' && typeof one.scalar === 'string') texts.push(one.scalar);
    else if (one.kind === 'union') waiting.push(...one.members);
    else if (one.kind === 'record') texts.push(...m.recordState(one).members.keys());
    else if (one.kind === 'list' && !visited.has(one.id)) {
      visited.add(one.id);
      waiting.push(...itemsOf(m, one).map(({ value }) => value));
    }
  }
  return texts;
}

/** What the code of a program names. */
interface Names {
  /** Names, members, keys, and what it imports and uses. */
  readonly names: ReadonlySet<string>;
  /** Texts that it compares something with, or passes to a call. */
  readonly texts: ReadonlySet<string>;
}

const namesIn = new WeakMap<object, Names>();

/**
 * Whether a program, or a function of one, uses one of some names (of members, functions, classes, keys), or one of some texts in a comparison or
 * as an argument.
 */
export function usesAny(
  of: SourceDocument | CodeSyntaxNode,
  names: ReadonlySet<string>,
  texts: ReadonlySet<string>,
): boolean {
  const own = of instanceof CodeView && of.value.kind === 'function' ? of.value : undefined;
  const file = own ? fileOf(own.at) : of;
  if (!(file instanceof CodeFile)) return false;
  const body = () => own?.definition.body() ?? file.program()?.body ?? [];
  const found = keptIn(namesIn, own?.definition ?? file, () => allNames(body(), file));
  return [...names].some((one) => found.names.has(one)) || [...texts].some((one) => found.texts.has(one));
}

function allNames(body: readonly Statement[], document: CodeFile): Names {
  const names = new Set<string>();
  const texts = new Set<string>();
  const used = once((): ReadonlySet<string> => {
    const tree = document.tree();
    return tree ? namesUsed(tree) : names;
  });
  const addTarget = (target: Target): void => {
    if (target.kind === 'member') names.add(target.property);
    else if (target.kind === 'items') for (const one of target.items) if (one.target) addTarget(one.target);
    if (target.kind !== 'members') return;
    for (const one of target.members) {
      if (one.key !== undefined) names.add(one.key);
      addTarget(one.target);
    }
  };
  const addText = (one: Expression): void => {
    if (one.kind === 'text') texts.add(textValue(document.text, one.pieces));
    else if (one.kind === 'list') for (const { value } of one.elements) addText(value);
  };
  const add = (one: Expression): void => {
    if (one.kind === 'name') names.add(one.name);
    else if (one.kind === 'member') names.add(one.property);
    else if (one.kind === 'record') for (const { key } of one.entries) names.add(key ?? '');
    else if (one.kind === 'function') for (const { target } of one.definition.parameters) addTarget(target);
    else if (one.kind === 'call') for (const { value } of one.positional) addText(value);
    else if (one.kind === 'index') addText(one.index);
    else if (one.kind === 'binary') for (const side of [one.left, one.right]) addText(side);
  };
  for (const statement of everyStatement(body)) {
    if (statement.kind === 'import')
      for (const { imported, local } of statement.bindings) if (used().has(local)) names.add(imported);
    if (statement.kind === 'assign') for (const target of statement.targets) addTarget(target);
    if (statement.kind === 'for' || statement.kind === 'declare') addTarget(statement.target);
    if (statement.kind === 'switch')
      for (const { tests } of statement.cases) for (const test of tests) addText(test);
    if (statement.kind === 'function')
      for (const { target } of statement.definition.parameters) addTarget(target);
    for (const one of expressionsOfStatement(statement)) add(one);
  }
  return { names, texts };
}
