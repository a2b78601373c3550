import { LOOP_CLIENTS } from '../../facts/model-clients.js';
import type { CodeMark } from '../code-dialect.js';
import { mayAddressModels, mayKeepThreads, mayPassClient, modelCalls } from '../requests/client-search.js';

const MAY_CALL = { python: modelCalls(LOOP_CLIENTS.python), typescript: modelCalls(LOOP_CLIENTS.typescript) };

const mark: CodeMark = {
  dialect: 'client-loop',
  mayHold(text, grammar) {
    const language = grammar === 'python' ? 'python' : 'typescript';
    return (
      MAY_CALL[language](text, grammar) ||
      mayAddressModels(text) ||
      mayKeepThreads(text, language) ||
      mayPassClient(LOOP_CLIENTS[language], text, grammar)
    );
  },
};

export default mark;
