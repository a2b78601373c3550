import type { Expression, Statement } from '../ir/ir.js';
import { expressionsIn, statementsIn, within } from '../ir/walk.js';
import type { Language } from '../language.js';
import { TEXT_OF_STORING } from '../limits.js';
import type { FunctionValue } from '../values/value.js';
import { isStore } from './built-ins.js';

/**
 * Whether a call of a function is followed however many there were: of one that only stores what it is given, as a method
 * that registers tools does. `text`: what the function says, in all of its evaluations.
 */
export const storesOnly = (one: FunctionValue, text: number): boolean =>
  text <= TEXT_OF_STORING && isStoring(one);

const known = new WeakMap<object, boolean>();

function isStoring({ definition, at }: FunctionValue): boolean {
  let answer = known.get(definition);
  if (answer === undefined) {
    answer = isStoringBody([...statementsIn(definition.body())], at.file.language);
    known.set(definition, answer);
  }
  return answer;
}

/** Whether statements store something, and have neither loops nor functions among them. */
function isStoringBody(statements: readonly Statement[], language: Language): boolean {
  const expressions = statements.flatMap(expressionsIn).flatMap((one) => [...within(one)]);
  return (
    statements.every(({ kind }) => STRAIGHT.has(kind)) &&
    expressions.every(({ kind }) => !REPEATED.has(kind)) &&
    (statements.some(setsMember) || expressions.some((one) => callsStore(one, language)))
  );
}

const STRAIGHT: ReadonlySet<Statement['kind']> = new Set([
  'expression',
  'assign',
  'declare',
  'return',
  'throw',
  'if',
  'block',
]);

const REPEATED: ReadonlySet<Expression['kind']> = new Set(['function', 'class', 'comprehension']);

const setsMember = (one: Statement): boolean =>
  one.kind === 'assign' && one.targets.some(({ kind }) => kind === 'member' || kind === 'index');

function callsStore(one: Expression, language: Language): boolean {
  if (one.kind === 'assign') return one.target.kind === 'member' || one.target.kind === 'index';
  return one.kind === 'call' && one.callee.kind === 'member' && isStore(language, one.callee.property);
}
