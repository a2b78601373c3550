import {
  chmodSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
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
    makeFolder(dirname(resolve(file)));
    const stat = statSync(file, { throwIfNoEntry: false });
    // A device, a pipe or the stream behind /dev/stdout is written to; it cannot be replaced.
    const isStream = resolve(file).startsWith('/dev/');
    if (!isStream && (stat === undefined || stat.isFile()))
      replaceFile(stat ? realpathSync(file) : file, text);
    else writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${(error as Error).message}`);
  }
}

function replaceFile(file: string, text: string): void {
  const beside = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(beside, text);
    if (existsSync(file)) chmodSync(beside, statSync(file).mode);
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Makes a folder and those above it. Node's own recursion does not end where a file system refuses new folders. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another run may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** One line on standard error. Names of files and values can stand in it: they write no line and no control of their own. */
export function note(text: string): void {
  process.stderr.write(withoutCommands(`agent-lint: ${visible(text)}\n`));
}
