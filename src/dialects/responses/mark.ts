import type { CodeMark } from '../code-dialect.js';
import { mayCallClient } from '../requests/client-module.js';

/** How the path of a request to a Responses-style API ends in the text of a program. */
const WRITTEN_PATH = /\/responses\/?["'`?]/;

const mark: CodeMark = {
  dialect: 'responses',
  packages: ['openai'],
  mayHold: (text, grammar) =>
    text.includes('responses') &&
    (WRITTEN_PATH.test(text) ||
      mayCallClient(text, grammar, ['.responses.create', '.responses.parse', '.responses.stream'])),
};

export default mark;
