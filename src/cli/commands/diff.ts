import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { configOptions, documentOptions } from './shared.js';

export const diff: Command = {
  usage: 'diff <ref>',
  describe: 'Print how the work tree changes the agents since the merge base with a commit',
  options: (parser: Argv) =>
    documentOptions(
      configOptions(parser).positional('ref', {
        type: 'string',
        describe: 'A commit or branch, for example origin/main',
      }),
      'text, json or markdown',
      'text',
      'changes',
    )
      .option('fail-on', {
        string: true,
        requiresArg: true,
        describe:
          'End with 1 on: lost (a control is lost or no longer known), ungated (also a new destructive, outward or open-ended tool without human approval)',
        defaultDescription: 'lost',
      })
      .option('as-of', {
        string: true,
        requiresArg: true,
        describe: 'Compare dates with this day, YYYY-MM-DD',
        defaultDescription: 'today, UTC',
      })
      .example('$0 diff origin/main', 'What a branch changes')
      .example('$0 diff origin/main --fail-on ungated', 'Fail a change that adds an act without approval')
      .example('$0 diff origin/main --format markdown', 'A comment for the pull request'),
  run: async (args) => (await import('../actions/diff.js')).runDiff(args),
};
