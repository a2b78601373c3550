import type { Argv } from 'yargs';
import type { Command } from '../command.js';

export const init: Command = {
  usage: 'init',
  describe: 'Write a commented configuration, and on request the hook and the CI workflow',
  options: (parser: Argv) =>
    parser
      .option('hook', { boolean: true, describe: 'Also write .pre-commit-config.yaml' })
      .option('ci', { boolean: true, describe: 'Also write .github/workflows/agent-lint.yml' }),
  run: async (args) => (await import('../actions/init.js')).runInit(args),
};
