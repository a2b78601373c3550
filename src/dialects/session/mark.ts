import { SESSION_CREATION } from '../../facts/session-creation.js';
import type { CodeMark } from '../code-dialect.js';
import { mayCallClient } from '../requests/client-module.js';

const mark: CodeMark = {
  dialect: 'session',
  mayHold: (text, grammar) =>
    text.includes('agents=') ||
    text.includes('.agents.create(') ||
    (text.includes('sessions') &&
      (mayCallClient(text, grammar, ['.agents.sessions.create']) ||
        text.includes(SESSION_CREATION.pathEnd.slice(1)))),
  // `changesAllRequests` reads what this looks for.
  concernsOthers: (text) =>
    (text.includes('axios') && (text.includes('defaults') || text.includes('interceptors'))) ||
    /\bfetch\s*=/.test(text),
};

export default mark;
