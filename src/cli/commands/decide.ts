import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { projectOptions } from './shared.js';

export const decideCommand: Command = {
  usage: 'decide [paths..]',
  describe: 'Print which runtime fits the requirements, and why',
  options: (parser: Argv) =>
    projectOptions(parser)
      .option('residency', {
        string: true,
        requiresArg: true,
        describe: 'Where data may be processed: eu, eea, us, any or country codes',
      })
      .option('zdr', { boolean: true, describe: 'Zero data retention is required' })
      .option('need', {
        string: true,
        requiresArg: true,
        describe:
          'durable-session, long-running, hosted-sandbox, artifacts, code-first-control, custom-orchestration, self-hosted-execution, simple-assistant or call-by-call-control (repeatable)',
      })
      .option('beta', {
        string: true,
        requiresArg: true,
        describe: 'May production rest on a beta surface: allowed or forbidden',
      })
      .option('language', {
        string: true,
        requiresArg: true,
        describe: 'What the team writes agents in (repeatable)',
      })
      .option('prefer', {
        string: true,
        requiresArg: true,
        describe: 'managed, framework or responses, for a tie',
      })
      .option('what-if', {
        string: true,
        requiresArg: true,
        describe: 'What changes with other requirements: key=value, need+=value or need-=value (repeatable)',
      })
      .option('interactive', {
        alias: 'i',
        boolean: true,
        describe: 'Ask on a terminal what still decides, and write the answers where you agree',
      })
      .option('format', {
        alias: 'f',
        string: true,
        requiresArg: true,
        describe: 'text, table, json, markdown or adr',
        defaultDescription: 'text',
      })
      .option('output', {
        alias: 'o',
        string: true,
        requiresArg: true,
        describe: 'Write the decision to a file',
      })
      .option('output-dir', {
        string: true,
        requiresArg: true,
        describe: 'With --format adr: write one numbered record per decision into this folder',
      })
      .option('rates', {
        string: true,
        requiresArg: true,
        describe: 'File with the rates of models, tools and containers: adds the cost',
      })
      .option('usage', {
        string: true,
        requiresArg: true,
        describe: 'File with how much a session uses: adds the volumes',
      })
      .option('as-of', {
        string: true,
        requiresArg: true,
        describe: 'The day that a decision record carries, YYYY-MM-DD',
      })
      .example(
        '$0 decide --residency eu --need durable-session',
        'A flag replaces its key of the configuration',
      )
      .example('$0 decide --interactive', 'Questions, the most decisive first')
      .example('$0 decide services/eu', 'What applies to one part of the project')
      .example('$0 decide --what-if residency=eu --what-if zdr=true', 'What changes with other requirements')
      .example('$0 decide --format adr > docs/adr/0001-runtime.md', 'The decision record')
      .example('$0 decide --format adr --output-dir docs/adr', 'One numbered record per decision'),
  run: async (args) => (await import('../actions/decide.js')).runDecide(args),
};
