import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { configOptions } from './shared.js';

export const explain: Command = {
  usage: 'explain <rule>',
  describe: 'Print the page of a rule and its state in this project',
  options: (parser: Argv) =>
    configOptions(parser)
      .positional('rule', { type: 'string', describe: 'Id of a rule, for example approval/missing' })
      .option('framework', {
        string: true,
        requiresArg: true,
        describe: 'Print only how to fix it with this framework, for example langchain',
      })
      .option('format', {
        alias: 'f',
        string: true,
        requiresArg: true,
        describe: 'text, markdown or json',
        defaultDescription: 'text',
      }),
  run: async (args) => (await import('../actions/explain.js')).runExplain(args),
};
