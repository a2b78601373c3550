import type { Expression } from './expression.js';

/** A value that anybody may choose. */
export const FREE: Expression = { kind: 'free' };
/** The answer of a call that checks rights. */
export const RIGHTS: Expression = { kind: 'rights' };
/** The text that an agent answers. */
export const ANSWER: Expression = { kind: 'context', path: 'agent.answer' };
/** The head of a pull request that is looked up. */
export const HEAD: Expression = { kind: 'literal', value: 'refs/pull/' };

/** Most commands or statements of one script that are read. */
export const MOST_STATEMENTS = 400;
