import { replaceFile, writeFailure } from '../files/index.js';
import { visible, withoutCommands } from '../report/shared/text.js';
import { UsageError } from './exit.js';

/** Whether to colour: the option, else NO_COLOR and FORCE_COLOR, else whether the stream is a terminal. */
export function wantsColor(option: unknown, stream: { isTTY?: boolean }): boolean {
  if (typeof option === 'boolean') return option;
  if (process.env.NO_COLOR) return false;
  if (process.env.FORCE_COLOR && process.env.FORCE_COLOR !== '0') return true;
  return stream.isTTY === true && process.env.TERM !== 'dumb';
}

/** Writes a report to standard output, or to a file whose folders it makes. An old file stays until the new one is whole. */
export function writeReport(text: string, file: string | undefined): void {
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    replaceFile(file, text);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${writeFailure(error)}`);
  }
}

/** One line on standard error. Names of files and values can stand in it: they write no line and no control of their own. */
export function note(text: string): void {
  process.stderr.write(withoutCommands(`agent-lint: ${visible(text)}\n`));
}
