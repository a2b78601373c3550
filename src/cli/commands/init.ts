import type { Argv } from 'yargs';
import type { Command } from '../command.js';

export const init: Command = {
  usage: 'init',
  describe: 'Write a commented configuration, and on request the hook and the CI workflow',
  options: (parser: Argv) =>
    parser
      .option('hook', { boolean: true, describe: 'Also write .pre-commit-config.yaml' })
      .option('ci', { boolean: true, describe: 'Also write .github/workflows/agent-lint.yml' })
      .option('from', {
        string: true,
        requiresArg: true,
        describe: 'Have hook and workflow install agent-lint from this repository of git: ADDRESS@REVISION',
        defaultDescription: 'the dependency, release or clone that runs now',
      }),
  run: async (args) => (await import('../actions/init.js')).runInit(args),
};
