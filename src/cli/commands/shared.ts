import type { Argv } from 'yargs';

/** Options of every command that reads a project. */
export function projectOptions(parser: Argv): Argv {
  return configOptions(parser)
    .positional('paths', {
      type: 'string',
      array: true,
      describe: 'Files and folders to read',
      defaultDescription: 'the working directory',
    })
    .option('exclude', {
      string: true,
      requiresArg: true,
      describe: 'Leave out paths that match this glob (repeatable)',
    });
}

/** Options of every command that reads the configuration. */
export function configOptions(parser: Argv): Argv {
  return parser
    .option('config', {
      string: true,
      describe: 'Use this configuration file only; --no-config uses none',
    })
    .option('policy', {
      string: true,
      requiresArg: true,
      describe: 'Apply this policy above the configuration; the repository cannot weaken it',
      defaultDescription: '$AGENT_LINT_POLICY',
    });
}
