import { FORMATS } from '../../report/index.js';
import type { Command } from '../command.js';

export const merge: Command = {
  usage: 'merge <files..>',
  describe: 'Join JSON reports of shards or repositories, and end like check',
  options: (parser) =>
    parser
      .positional('files', {
        type: 'string',
        array: true,
        describe: 'Reports that check --format json wrote',
      })
      .option('format', {
        alias: 'f',
        string: true,
        requiresArg: true,
        describe: `${FORMATS.slice(0, -1).join(', ')} or ${FORMATS.at(-1)} (repeat it together with --output for several reports)`,
        defaultDescription: 'pretty',
      })
      .option('output', {
        alias: 'o',
        string: true,
        requiresArg: true,
        describe: 'Write the report to a file',
      })
      .option('fail-on', {
        string: true,
        requiresArg: true,
        describe: 'Lowest severity that ends with status 1: error, warning, info or never',
        defaultDescription: 'error',
      })
      .option('max-warnings', {
        string: true,
        requiresArg: true,
        describe: 'End with status 1 if there are more warnings than this',
      })
      .option('max-findings', {
        string: true,
        requiresArg: true,
        describe: 'Print at most this number of findings and count the rest; 0 prints all',
        defaultDescription: 'pretty: 50 per rule, other formats: all',
      })
      .option('quiet', { alias: 'q', boolean: true, describe: 'Print errors only' })
      .option('exit-zero', { boolean: true, describe: 'End with status 0 if there are findings' })
      .option('allow-none', {
        boolean: true,
        describe: 'End with status 0 if no report has an agent configuration',
      })
      .example('$0 merge shard-*.json --format sarif -o agents.sarif', 'Join the reports of all shards'),
  run: async (args) => (await import('../actions/merge.js')).runMerge(args),
};
