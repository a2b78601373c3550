import type { Argv } from 'yargs';
import { FORMATS } from '../formats.js';

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

/** Options of every command that writes one document: its formats, the one that is the default, and what is written. */
export function documentOptions(parser: Argv, formats: string, byDefault: string, what: string): Argv {
  return parser
    .option('format', {
      alias: 'f',
      string: true,
      requiresArg: true,
      describe: formats,
      defaultDescription: byDefault,
    })
    .option('output', {
      alias: 'o',
      string: true,
      requiresArg: true,
      describe: `Write the ${what} to a file`,
    });
}

/** Options of every command that reports findings and ends by them. */
export function limitOptions(parser: Argv): Argv {
  return parser
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
    });
}

/** Options of every command that writes reports. */
export const reportOptions = (parser: Argv): Argv =>
  documentOptions(
    parser,
    `${FORMATS.slice(0, -1).join(', ')} or ${FORMATS.at(-1)} (repeat it together with --output for several reports)`,
    'pretty',
    'report',
  );
