import { ConfigurationError } from '../configuration-error.js';
import { runCli } from './cli.js';
import { EXIT, UsageError } from './exit.js';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe went away (`agent-lint | head`): nothing is left to say.
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? EXIT.ok);
  throw error;
});

runCli(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    if (error instanceof ConfigurationError) {
      process.stderr.write(
        `agent-lint: the configuration is invalid, so nothing was checked.\n${error.message}\n`,
      );
      process.exitCode = EXIT.configuration;
      return;
    }
    if (error instanceof UsageError) {
      process.stderr.write(`agent-lint: ${error.message}\n`);
      process.exitCode = EXIT.usage;
      return;
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`agent-lint: internal error, please report it with this text:\n${text}\n`);
    process.exitCode = EXIT.internal;
  },
);
