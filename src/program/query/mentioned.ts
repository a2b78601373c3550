import type { Machine } from '../evaluate/machine.js';
import { itemsOf } from '../evaluate/slots.js';
import type { Expression, Statement } from '../ir/ir.js';
import { bare, everyStatement, expressionsIn, lastName, within } from '../ir/walk.js';
import { textValue } from '../tree/spelling.js';
import { cellOf, type Scope } from '../values/scope.js';
import type { Value } from '../values/value.js';
import type { CodeFile } from './document.js';
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
  let found = known.get(key);
  if (!found) {
    const body = around ? around.definition.body() : (file.program()?.body ?? []);
    found = textsMentioned(body, file, around?.scope ?? file.evaluation().moduleState(file)?.scope);
    known.set(key, found);
  }
  return [...texts].some((one) => found.has(one));
}

/** Whether a function of a project calls something by a name of a kind, on any path. */
export function callsNamed(node: CodeSyntaxNode, names: RegExp): boolean {
  if (!(node instanceof CodeView) || node.value.kind !== 'function') return false;
  for (const statement of everyStatement(node.value.definition.body()))
    for (const outer of expressionsIn(statement))
      for (const one of within(outer))
        if (one.kind === 'call' && names.test(lastName(one.callee))) return true;
  return false;
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
    for (const outer of expressionsIn(statement)) for (const one of within(outer)) add(one);
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
