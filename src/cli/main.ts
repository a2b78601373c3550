import { ConfigurationError } from '../config/configuration-error.js';
import { COMMAND_NAMES, OF_WORKER } from './command-names.js';
import { EXIT, UsageError } from './exit.js';
import { note } from './output.js';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe went away (`agent-lint | head`): nothing is left to say, and the status stays what it is.
  if (error.code === 'EPIPE') return;
  note(`Cannot write to standard output: ${error.message}`);
  process.exit(EXIT.usage);
});
// If notes cannot be written, no message can say so.
process.stderr.on('error', () => undefined);

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
    note('The configuration is invalid. Nothing was checked.');
    process.stderr.write(`${error.message}\n`);
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

/**
 * Ends the process once all is written. Left to end by itself, it would first wait for V8 to compile functions that
 * nobody calls any more: longer than many a run takes.
 */
function end(status: number): void {
  const leave = () => process.stderr.write('', () => process.exit(status));
  // An error of the stream arrives a moment after its write.
  process.stdout.write('', () => setImmediate(leave));
}

/** Whether this is a thread that a run started for a part of its work (`check-parts.ts`). */
const isPart = (argv: readonly string[]): boolean =>
  argv[0] === OF_WORKER && !process.getBuiltinModule('worker_threads').isMainThread;

const argv = process.argv.slice(2);
// A failure ends the thread, and is an event where it was started.
if (isPart(argv)) void import('./actions/check-parts.js').then(({ sendParts }) => sendParts());
else run(argv).catch(failed).then(end);
