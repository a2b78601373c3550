import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { configOptions } from './shared.js';

export const snapshot: Command = {
  usage: 'snapshot [server]',
  describe: 'Save the tool list of an MCP server; later runs report what changed',
  options: (parser: Argv) =>
    configOptions(parser)
      .positional('server', { type: 'string', describe: 'Name of a server in a file of this project' })
      .option('url', {
        string: true,
        requiresArg: true,
        describe: 'Address of a server that no file of this project names',
      })
      .option('accept', { boolean: true, describe: 'Approve the tools as they are now' })
      .option('output', {
        alias: 'o',
        string: true,
        requiresArg: true,
        describe: 'Write the list to this file',
        defaultDescription: '.agent-lint/tools/<server>.json',
      })
      .option('timeout', {
        string: true,
        requiresArg: true,
        describe: 'Seconds to wait for the server',
        defaultDescription: '30',
      })
      .example('$0 snapshot github', 'Start or call the server `github` of .mcp.json')
      .example(
        '$0 snapshot files -- npx -y server-files ./data',
        'Start this command and save its tools as `files`',
      ),
  run: async (args) => (await import('../actions/snapshot.js')).runSnapshot(args),
};
