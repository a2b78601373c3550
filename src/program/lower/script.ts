import type { NodeReaders } from './lowering.js';
import { EXPRESSIONS } from './script/expressions.js';
import { STATEMENTS } from './script/statements.js';
import { readTarget } from './script/targets.js';

/** How TypeScript and JavaScript are read. Types contain nothing that runs. */
export const SCRIPT: NodeReaders = {
  expressions: EXPRESSIONS,
  statements: STATEMENTS,
  target: readTarget,
  passedOver: [
    'comment',
    'html_comment',
    'hash_bang_line',
    'interface_declaration',
    'type_alias_declaration',
    'type_annotation',
    'type_arguments',
    'type_parameters',
    'asserts_annotation',
    'type_predicate_annotation',
    'implements_clause',
    'import_attribute',
    'jsx_closing_element',
  ],
};
