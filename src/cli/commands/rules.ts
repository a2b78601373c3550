import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { configOptions } from './shared.js';

export const rules: Command = {
  usage: 'rules',
  describe: 'Print all rules and their state in this project',
  options: (parser: Argv) =>
    configOptions(parser)
      .option('preset', {
        string: true,
        requiresArg: true,
        describe: 'Rules and severities: recommended or strict',
      })
      .option('format', {
        alias: 'f',
        string: true,
        requiresArg: true,
        describe: 'text or json',
        defaultDescription: 'text',
      }),
  run: async (args) => (await import('../actions/rules.js')).runRules(args),
};
