import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { documentOptions, projectOptions } from './shared.js';

export const inspectCommand: Command = {
  usage: 'inspect [paths..]',
  describe: 'Print what was found: files with reasons, agents, tools, MCP servers, handoffs',
  options: (parser: Argv) =>
    documentOptions(
      projectOptions(parser),
      'text, json, mermaid or cyclonedx (CycloneDX 1.6)',
      'text',
      'inventory',
    )
      .option('as-of', {
        string: true,
        requiresArg: true,
        describe: 'Judge end dates as on this day, YYYY-MM-DD; CycloneDX carries it',
        defaultDescription: 'today',
      })
      .option('files', {
        boolean: true,
        describe: 'List every file, also those without an agent configuration',
      }),
  run: async (args) => (await import('../actions/inspect.js')).runInspect(args),
};
