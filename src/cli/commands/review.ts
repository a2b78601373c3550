import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { documentOptions, projectOptions } from './shared.js';

export const reviewCommand: Command = {
  usage: 'review [paths..]',
  describe: 'Write the architecture review: decision, topology, tools, data, findings, waivers, questions',
  options: (parser: Argv) =>
    documentOptions(projectOptions(parser), 'html, markdown or json', 'html', 'review')
      .option('summary', {
        boolean: true,
        describe: 'With --format markdown: outcome, systems, findings and questions in less than 60 KB',
      })
      .option('compare', {
        string: true,
        requiresArg: true,
        describe: 'Add what changed since this review, a file of --format json',
      })
      .option('rates', {
        string: true,
        requiresArg: true,
        describe: 'Prices, as YAML or JSON: adds what a session and a month cost (docs/cost.md)',
      })
      .option('usage', {
        string: true,
        requiresArg: true,
        describe: 'How much the agents are used, as YAML or JSON; with --rates',
      })
      .option('as-of', {
        string: true,
        requiresArg: true,
        describe: 'The day of the review, YYYY-MM-DD: prints it, and the days that waivers have left',
      })
      .example('$0 review -o review.html', 'One page for the whole project')
      .example('$0 review --format json -o accepted.json', 'What a later review is compared with')
      .example('$0 review --rates rates.yaml --usage usage.yaml', 'The page with the cost of a session')
      .example('$0 review --compare accepted.json -o review.html', 'The page with what changed'),
  run: async (args) => (await import('../actions/review.js')).runReview(args),
};
