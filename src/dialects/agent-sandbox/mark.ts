import { importsAny } from '../../program/index.js';
import type { CodeMark } from '../code-dialect.js';
import facts from './switches.json' with { type: 'json' };

const OPTIONS = new RegExp(
  `\\b(?:${facts.switches.map(({ options }) => options.replaceAll(' ', '|')).join('|')})\\b`,
);

const mark: CodeMark = {
  dialect: 'agent-sandbox',
  packages: facts.modules.typescript,
  mayHold: (text, grammar) =>
    OPTIONS.test(text) &&
    importsAny(text, facts.modules[grammar === 'python' ? 'python' : 'typescript'], grammar),
};

export default mark;
