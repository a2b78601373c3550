import type { Argv } from 'yargs';

/** A command: its options, and what it does with them. Gives the exit status. */
export interface Command<A = Record<string, unknown>> {
  usage: string | readonly string[];
  describe: string;
  options(parser: Argv): Argv;
  run(args: A): Promise<number>;
}
