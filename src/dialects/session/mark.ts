import type { CodeMark } from '../code-dialect.js';
import { mayCallClient } from '../shared/client-module.js';

const mark: CodeMark = {
  dialect: 'session',
  mayHold: (text, grammar) =>
    text.includes('sessions') &&
    (mayCallClient(text, grammar, ['.agents.sessions.create(']) || text.includes('/agents/sessions')),
};

export default mark;
