import { redact } from '../model/secrets.js';
import { visible, withoutCommands } from '../report/shared/text.js';
import type { ConfigProblem } from './index.js';

/** The project's configuration is invalid: nothing can be linted. Ends the command line with status 3. */
export class ConfigurationError extends Error {
  readonly problems: readonly ConfigProblem[];
  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(problemText).join('\n'));
    this.problems = problems;
  }
}

function problemText({ file, line, column, message, suggestion }: ConfigProblem): string {
  const text = `${file}:${line}:${column}: ${message}${suggestion ? ` ${suggestion}` : ''}`;
  return withoutCommands(visible(redact(text)));
}
