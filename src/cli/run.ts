import { ConfigurationError } from '../config/configuration-error.js';
import { COMMAND_NAMES } from './command-names.js';
import { EXIT } from './exit.js';
import { UsageError } from '../project/usage-error.js';
import { note, noteInvalid } from './output.js';

/** Runs the command line, prints what goes wrong, and gives the exit status. It never throws. */
export const statusOf = (argv: readonly string[]): Promise<number> => run(argv).catch(failed);

/**
 * Runs the command line. A hook names files and at most `--cache`, and these alone need no parser of options: loading and
 * running one takes a fifth of such a run.
 */
async function run(argv: readonly string[]): Promise<number> {
  const [first, ...words] = argv[0] === 'check' ? argv.slice(1) : argv;
  const paths = first === undefined || first === '--cache' ? words : [first, ...words];
  const arePathsAlone = paths.every((one) => one !== '' && !one.startsWith('-'));
  const named = argv[0] ?? 'check';
  if (arePathsAlone && (named === 'check' || named === '--cache' || !COMMAND_NAMES.includes(named))) {
    const { runCheck } = await import('./actions/check-kept.js');
    return runCheck({ paths, ...(first === '--cache' ? { cache: true } : {}) });
  }
  return (await import('./cli.js')).runCli(argv);
}

/** Prints what went wrong on standard error and gives the status for it. */
function failed(error: unknown): number {
  if (error instanceof ConfigurationError) {
    noteInvalid(error);
    return EXIT.configuration;
  }
  if (error instanceof UsageError) {
    note(error.message);
    if (error.hint !== undefined) process.stderr.write(`${error.hint}\n`);
    return EXIT.usage;
  }
  if (error instanceof Error && (error as NodeJS.ErrnoException).syscall === 'uv_cwd') {
    note('The working directory does not exist any more. Change to a folder that exists.');
    return EXIT.usage;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`agent-lint: Internal error. Please report it with this text:\n${text}\n`);
  return EXIT.internal;
}
