import { importsAny } from '../../program/index.js';
import type { CodeMark } from '../code-dialect.js';
import { PYTHON_MODULES, PYTHON_NAMES, SCRIPT_MODULES } from './modules.js';

const mark: CodeMark = {
  dialect: 'agents-sdk',
  followsImports: true,
  installed: PYTHON_MODULES.map((name) => ({ name, gives: PYTHON_NAMES })),
  packages: SCRIPT_MODULES,
  mayHold: (text, grammar) =>
    text.includes('agents') &&
    importsAny(text, grammar === 'python' ? PYTHON_MODULES : SCRIPT_MODULES, grammar),
};

export default mark;
