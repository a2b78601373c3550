import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { FORMATS } from '../../report/index.js';
import { projectOptions } from './shared.js';

export const check: Command = {
  usage: ['check [paths..]', '$0'],
  describe: 'Find agents, decide on the runtime, report findings (the default command)',
  options: (parser: Argv) =>
    projectOptions(parser)
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
      .option('rule', {
        string: true,
        requiresArg: true,
        describe: 'Severity of a rule: id=error, warning, info or off (repeatable)',
      })
      .option('only', {
        string: true,
        requiresArg: true,
        describe: 'Judge by these rules alone (repeatable)',
      })
      .option('preset', {
        string: true,
        requiresArg: true,
        describe: 'recommended or strict',
        defaultDescription: 'recommended',
      })
      .option('fail-on', {
        string: true,
        requiresArg: true,
        describe: 'Fail at error, warning, info or never',
        defaultDescription: 'error',
      })
      .option('max-warnings', {
        string: true,
        requiresArg: true,
        describe: 'Fail above this number of warnings',
      })
      .option('max-findings', {
        string: true,
        requiresArg: true,
        describe: 'Print at most this number of findings and count the rest; 0 prints all',
        defaultDescription: 'pretty: 50 per rule, other formats: all',
      })
      .option('min-confidence', {
        string: true,
        requiresArg: true,
        describe: 'Report findings of at least high, medium or low confidence',
        defaultDescription: 'low',
      })
      .option('quiet', { alias: 'q', boolean: true, describe: 'Print errors only' })
      .option('ignore', {
        boolean: true,
        default: true,
        describe: 'Honour ignores of comments and configuration (--no-ignore: report all)',
      })
      .option('exit-zero', { boolean: true, describe: 'End with 0 although there are findings' })
      .option('allow-none', { boolean: true, describe: 'End with 0 although a search found no agent' })
      .option('as-of', {
        string: true,
        requiresArg: true,
        describe: 'Judge dates as of this day, YYYY-MM-DD',
        defaultDescription: 'today, UTC',
      })
      .option('stdin', { boolean: true, describe: 'Check the text on standard input' })
      .option('stdin-filename', {
        string: true,
        requiresArg: true,
        describe: 'The path that the text of --stdin stands for',
      })
      .option('timing', { boolean: true, describe: 'Print to standard error how long each step took' })
      .example('$0 check', 'Check the whole project')
      .example('$0 check agents/ --format sarif -o agents.sarif', 'For code scanning')
      .example('$0 decide --residency eu --need durable-session', 'The decision alone'),
  run: async (args) => (await import('../actions/check.js')).runCheck(args),
};
