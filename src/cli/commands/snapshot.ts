import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { configOptions } from './shared.js';

export const snapshot: Command = {
  usage: 'snapshot [server]',
  describe: 'Asks one MCP server for its tools, and saves them',
  options: (parser: Argv) =>
    configOptions(parser)
      .positional('server', { type: 'string', describe: 'The name of a server in a file of this project' })
      .option('url', { string: true, requiresArg: true, describe: 'The address of a server instead' })
      .option('accept', { boolean: true, describe: 'Accept the tools as they are now' })
      .option('output', {
        alias: 'o',
        string: true,
        requiresArg: true,
        describe: 'Where to write the list',
        defaultDescription: '.agent-lint/tools/<server>.json',
      })
      .option('timeout', {
        string: true,
        requiresArg: true,
        describe: 'Seconds that the server has',
        defaultDescription: '30',
      })
      .example('$0 snapshot github', 'starts or calls the server `github` of .mcp.json')
      .example(
        '$0 snapshot files -- npx -y server-files ./data',
        'starts this command, and calls it `files`',
      ),
  run: async (args) => (await import('../actions/snapshot.js')).runSnapshot(args),
};
