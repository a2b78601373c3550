import { OF_WORKER } from './command-names.js';
import { EXIT } from './exit.js';
import { note } from './output.js';
import { statusOf } from './run.js';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe went away (`agent-lint | head`): nothing is left to say, and the status stays what it is.
  if (error.code === 'EPIPE') return;
  note(`Cannot write to standard output: ${error.message}`);
  process.exit(EXIT.usage);
});
// If notes cannot be written, no message can say so.
process.stderr.on('error', () => undefined);

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
else statusOf(argv).then(end);
