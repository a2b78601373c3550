import facts from './events.json' with { type: 'json' };
import { allIn, type Expression, valuesOf } from './expression.js';

/** A value that anybody may choose. */
export const FREE: Expression = { kind: 'free' };
/** The answer of a call that checks rights. */
export const RIGHTS: Expression = { kind: 'rights' };

/** The answer of a call that checks the rights of a person, where that is known. */
export function rightsOf(call: string, person: Expression | undefined): Expression {
  const isRole = facts.checks.roles.some((one) => call.includes(one));
  const of = person?.kind === 'context' ? person.path : person?.kind === 'literal' ? person.value : '';
  return { kind: 'rights', ...(of !== '' && { of }), ...(isRole && { isRole }) };
}
/** The text that an agent answers. */
export const ANSWER: Expression = { kind: 'context', path: 'agent.answer' };
/** The path of a file with that text. */
export const ANSWER_FILE: Expression = { kind: 'context', path: 'agent.file' };
/** The head of a pull request that is looked up. */
export const HEAD: Expression = { kind: 'literal', value: 'refs/pull/' };

/** What a look-up says of the repository of a pull request: its name, or whether it is a fork. */
export function headRepository(text: string): Expression | undefined {
  const [, name] = /\bhead\.repo\??\.(full_name|fork|owner\.login|id)\b/.exec(text) ?? [];
  const known = name ?? (text.includes('isCrossRepository') ? 'fork' : undefined);
  return known === undefined ? undefined : { kind: 'context', path: `pull_request.head.repo.${known}` };
}

/** Most commands or statements of one script that are read. */
export const MOST_STATEMENTS = 400;

/** Whether a value is the answer of an agent on one of its paths, or is made from it. */
export const isAnswer = (of: Expression): boolean => leadsTo(of, ANSWER);

/** Whether a value is the path of a file with such an answer. */
export const isAnswerFile = (of: Expression): boolean => leadsTo(of, ANSWER_FILE);

const leadsTo = (of: Expression, wanted: Expression): boolean =>
  [...allIn(of, valuesOf)].some(
    (one) => one.kind === 'context' && wanted.kind === 'context' && one.path === wanted.path,
  );

/** Whether an answer has a form; of other values nothing is known by that. */
export const matching = (of: Expression, pattern: Expression): Expression =>
  isAnswer(of) ? { kind: 'call', name: 'matches', given: [of, pattern] } : FREE;
