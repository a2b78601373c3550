import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { limitOptions, reportOptions } from './shared.js';

export const merge: Command = {
  usage: 'merge <files..>',
  describe: 'Join JSON reports of shards or repositories, and end like check',
  options: (parser: Argv) =>
    limitOptions(
      reportOptions(
        parser.positional('files', {
          type: 'string',
          array: true,
          describe: 'Reports that check --format json wrote',
        }),
      ),
    )
      .option('quiet', { alias: 'q', boolean: true, describe: 'Print errors only' })
      .option('group-by', {
        string: true,
        requiresArg: true,
        describe: 'Count the findings by this label, and name the owner of each group',
        defaultDescription: 'repository',
      })
      .option('fail-on-unassessed', {
        boolean: true,
        describe:
          'End with status 1 if it is not known whether people approve a tool that is destructive, outward, open-ended or of unknown effect',
      })
      .option('fail-on-unread', {
        boolean: true,
        describe: 'End with status 1 if a program uses a framework or client that is not read',
      })
      .option('exit-zero', { boolean: true, describe: 'End with status 0 if there are findings' })
      .option('allow-none', {
        boolean: true,
        describe: 'End with status 0 if no report has an agent configuration',
      })
      .example('$0 merge shard-*.json --format sarif -o agents.sarif', 'Join the reports of all shards'),
  run: async (args) => (await import('../actions/merge.js')).runMerge(args),
};
