import type { NodeReaders } from './lowering.js';
import { EXPRESSIONS } from './python/expressions.js';
import { STATEMENTS } from './python/statements.js';
import { readTarget } from './python/targets.js';

/** How Python is read. Aliases and parameters of types contain nothing that runs. */
export const PYTHON: NodeReaders = {
  expressions: EXPRESSIONS,
  statements: STATEMENTS,
  target: readTarget,
  passedOver: ['type_alias_statement', 'type_parameter', 'comment', 'line_continuation'],
};
