import { LOOP_CLIENTS } from '../../facts/model-clients.js';
import type { CodeMark } from '../code-dialect.js';
import { mayCallModel } from '../requests/model-clients.js';

const mark: CodeMark = {
  dialect: 'client-loop',
  mayHold: (text, grammar) =>
    mayCallModel(text, grammar, LOOP_CLIENTS[grammar === 'python' ? 'python' : 'typescript']),
};

export default mark;
