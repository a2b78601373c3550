import type { Program } from '../ir/ir.js';
import { languageOf } from '../tree/grammars.js';
import { endOf, startOf, type Tree } from '../tree/tree.js';
import { lowering } from './lowering.js';
import { PYTHON } from './python.js';
import { SCRIPT } from './script.js';

const RULES = { python: PYTHON, typescript: SCRIPT };

/** The representation of a text, from its tree. Bodies of functions and classes are lowered on first access. */
export function lowerProgram(tree: Tree): Program {
  const from = lowering(tree, RULES[languageOf(tree.grammar.name).name]);
  return {
    body: from.statements(0),
    brokenAt: tree.brokenAt,
    start: startOf(tree, 0),
    end: endOf(tree, 0),
  };
}
