import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { documentOptions, projectOptions } from './shared.js';

export const waivers: Command = {
  usage: 'waivers [paths..]',
  describe: 'Print every ignore, claim, declared effect, baseline entry, exclude and lowered rule',
  options: (parser: Argv) =>
    documentOptions(projectOptions(parser), 'text, json or markdown', 'text', 'list')
      .option('since', {
        string: true,
        requiresArg: true,
        describe: 'Mark what is new since the merge base with this commit',
      })
      .option('fail-on-new', {
        boolean: true,
        describe: 'End with status 1 if there are new waivers (needs --since)',
      })
      .option('baseline', {
        string: true,
        describe: 'Use this baseline file; --no-baseline uses none',
        defaultDescription: 'agent-lint-baseline.json',
      })
      .option('as-of', {
        string: true,
        requiresArg: true,
        describe: 'Compare dates with this day, YYYY-MM-DD',
        defaultDescription: 'today, UTC',
      })
      .example('$0 waivers', 'What the project waives, with reasons and end dates')
      .example('$0 waivers --since origin/main --fail-on-new', 'Fail a change that waives more'),
  run: async (args) => (await import('../actions/waivers.js')).runWaivers(args),
};
