import type { CodeMark } from '../code-dialect.js';
import { mayCallClient } from '../shared/client-module.js';

const mark: CodeMark = {
  dialect: 'responses',
  mayHold: (text, grammar) =>
    text.includes('responses') &&
    mayCallClient(text, grammar, ['.responses.create(', '.responses.parse(', '.responses.stream(']),
};

export default mark;
