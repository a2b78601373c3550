import type { Program } from '../ir/ir.js';
import { endOf, startOf, type Tree } from '../tree/tree.js';
import { lowering } from './lowering.js';
import { PYTHON } from './python.js';
import { SCRIPT } from './script.js';

/** What a text says, from its tree. Bodies of functions and classes are read when they are first asked for. */
export function lowerProgram(tree: Tree): Program {
  const isPython = tree.grammar.name === 'python';
  const from = lowering(tree, isPython ? PYTHON : SCRIPT);
  return {
    language: isPython ? 'python' : 'script',
    body: from.statements(0),
    brokenAt: tree.brokenAt,
    start: startOf(tree, 0),
    end: endOf(tree, 0),
  };
}
