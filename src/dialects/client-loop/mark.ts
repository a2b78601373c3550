import { LOOP_CLIENTS } from '../../facts/model-clients.js';
import type { CodeMark } from '../code-dialect.js';
import { mayCallModel } from '../requests/model-clients.js';
import { mayKeepThreads } from '../requests/server-threads.js';

const mark: CodeMark = {
  dialect: 'client-loop',
  mayHold(text, grammar) {
    const language = grammar === 'python' ? 'python' : 'typescript';
    return mayCallModel(text, grammar, LOOP_CLIENTS[language]) || mayKeepThreads(text, language);
  },
};

export default mark;
