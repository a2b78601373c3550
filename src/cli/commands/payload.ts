import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { configOptions } from './shared.js';

export const payload: Command = {
  usage: 'payload <file>',
  describe: 'Print the exact session-creation request of an agent config',
  options: (parser: Argv) =>
    configOptions(parser)
      .positional('file', { type: 'string', describe: 'An agent config or a session payload' })
      .option('format', {
        alias: 'f',
        string: true,
        requiresArg: true,
        describe: 'http prints the request, json its body',
        defaultDescription: 'http',
      })
      .option('output', {
        alias: 'o',
        string: true,
        requiresArg: true,
        describe: 'Write the request to a file',
      }),
  run: async (args) => (await import('../actions/payload.js')).runPayload(args),
};
