import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { limitOptions, projectOptions, reportOptions } from './shared.js';

export const check: Command = {
  usage: ['check [paths..]', '$0'],
  describe: 'Check files and folders, and decide on the runtime (the default command)',
  options: (parser: Argv) =>
    limitOptions(
      reportOptions(projectOptions(parser))
        .option('rule', {
          string: true,
          requiresArg: true,
          describe: 'Set the severity of a rule: id=error, warning, info or off (repeatable)',
        })
        .option('only', {
          string: true,
          requiresArg: true,
          describe: 'Run only these rules (repeatable)',
        })
        .option('preset', {
          string: true,
          requiresArg: true,
          describe: 'Rules and severities: recommended or strict',
          defaultDescription: 'recommended',
        }),
    )
      .option('min-confidence', {
        string: true,
        requiresArg: true,
        describe: 'Report only findings of this confidence or higher: low, medium or high',
        defaultDescription: 'low',
      })
      .option('shard', {
        string: true,
        requiresArg: true,
        describe: 'Check one of n parts of the files, i/n; agent-lint merge joins the JSON reports',
      })
      .option('label', {
        string: true,
        requiresArg: true,
        describe: 'Write key=value into reports for programs (json, jsonl; repeatable)',
      })
      .option('fix', { boolean: true, describe: 'Apply fixes that change neither rights nor claims' })
      .option('fix-unsafe', {
        boolean: true,
        describe: 'Also apply fixes that add gates and bounds or remove grants',
      })
      .option('fix-dry-run', {
        boolean: true,
        describe: 'Print the changes of --fix or --fix-unsafe as a diff and write nothing',
      })
      .option('quiet', { alias: 'q', boolean: true, describe: 'Print errors only' })
      .option('staged', {
        boolean: true,
        describe: 'Check what is staged for the next commit, with everything that depends on it',
      })
      .option('since', {
        string: true,
        requiresArg: true,
        describe: 'Check only what changed since the merge base with this commit, with its dependents',
      })
      .option('new-since', {
        string: true,
        requiresArg: true,
        describe: 'Count only findings that the merge base with this commit does not have',
      })
      .option('config-from', {
        string: true,
        requiresArg: true,
        describe: 'Take configuration, ignores and baseline from this commit',
      })
      .option('baseline', {
        string: true,
        describe: 'Use this baseline file; --no-baseline uses none',
        defaultDescription: 'agent-lint-baseline.json',
      })
      .option('update-baseline', {
        boolean: true,
        describe: 'Accept all current findings: write them to the baseline and end with status 0',
      })
      .option('ignore', {
        boolean: true,
        default: true,
        describe: 'Apply ignores from comments and configuration; --no-ignore reports everything',
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
        describe: 'End with status 0 if no agent configuration is found',
      })
      .option('as-of', {
        string: true,
        requiresArg: true,
        describe: 'Compare dates with this day, YYYY-MM-DD',
        defaultDescription: 'today, UTC',
      })
      .option('stdin', { boolean: true, describe: 'Check the text on standard input' })
      .option('stdin-filename', {
        string: true,
        requiresArg: true,
        describe: 'Path of the file that the text of --stdin replaces',
      })
      .option('print-config', {
        string: true,
        requiresArg: true,
        describe:
          'Print what applies to this file, each value with the layer that sets it, and check nothing',
      })
      .option('cache', {
        boolean: true,
        describe: 'Keep the result, and write it again as long as nothing that it depends on changes',
      })
      .option('watch', {
        boolean: true,
        describe:
          'Stay, and show which findings are new and which are gone whenever a file changes; ends with the status of the last check',
      })
      .option('timing', { boolean: true, describe: 'Print the duration of each step to standard error' })
      .example('$0 check', 'Check the whole project')
      .example('$0 check agents/ --format sarif -o agents.sarif', 'Write a report for code scanning')
      .example('$0 decide --residency eu --need durable-session', 'Print only the decision'),
  run: async (args) => (await import('../actions/check-kept.js')).runCheck(args),
};
