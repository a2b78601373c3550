import { ConfigurationError } from '../configuration-error.js';
import { runCli } from './cli.js';
import { EXIT, UsageError } from './exit.js';
import { note } from './output.js';

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of a pipe went away (`agent-lint | head`): nothing is left to say, and the status stays what it is.
    if (error.code !== 'EPIPE') throw error;
  });
}

runCli(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    if (error instanceof ConfigurationError) {
      note('the configuration is invalid, so nothing was checked.');
      process.stderr.write(`${error.message}\n`);
      process.exitCode = EXIT.configuration;
      return;
    }
    if (error instanceof UsageError) {
      note(error.message);
      if (error.hint !== undefined) process.stderr.write(`${error.hint}\n`);
      process.exitCode = EXIT.usage;
      return;
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`agent-lint: internal error, please report it with this text:\n${text}\n`);
    process.exitCode = EXIT.internal;
  },
);
