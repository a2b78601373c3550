import type { Argv } from 'yargs';
import type { Command } from '../command.js';

export const lsp: Command = {
  usage: 'lsp',
  describe: 'Run the language server, on standard input and output',
  options: (parser: Argv) =>
    parser
      .option('clientProcessId', { string: true, hidden: true, describe: 'Many clients add it' })
      .option('stdio', {
        boolean: true,
        hidden: true,
        describe: 'Many clients add it; there is no other way',
      }),
  run: async () => (await import('../../lsp/server.js')).serve(process.stdin, process.stdout),
};
