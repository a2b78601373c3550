import type { Argv } from 'yargs';
import type { Command } from '../command.js';

export const mcp: Command = {
  usage: 'mcp',
  describe: 'Run the MCP server for coding agents, on standard input and output',
  options: (parser: Argv) =>
    parser.option('root', {
      string: true,
      requiresArg: true,
      describe: 'The folder that its tools may read',
      defaultDescription: 'the working directory',
    }),
  run: async (args) => (await import('../actions/mcp.js')).runMcp(args),
};
