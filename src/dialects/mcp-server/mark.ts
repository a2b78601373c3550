import { importsAny } from '../../program/index.js';
import type { CodeMark } from '../code-dialect.js';
import { SERVER_SDKS } from './sdks.js';

const { python, typescript } = SERVER_SDKS;

const mark: CodeMark = {
  dialect: 'mcp-server',
  followsImports: true,
  servesTools: true,
  installed: [{ name: 'mcp', gives: python.confirmedBy }],
  packages: typescript.modules,
  mayHold: (text, grammar) =>
    importsAny(text, (grammar === 'python' ? python : typescript).imported, grammar),
};

export default mark;
