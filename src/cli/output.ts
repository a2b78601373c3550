import { appendFileSync } from 'node:fs';
import type { ConfigurationError } from '../config/configuration-error.js';
import { replaceFile, writeFailure } from '../files/index.js';
import { gathered } from '../report/shared/chunks.js';
import { visible, withoutCommands } from '../report/shared/text.js';
import { UsageError } from '../project/usage-error.js';

/** Whether to colour: the option, else NO_COLOR and FORCE_COLOR, else whether the stream is a terminal. */
export function wantsColor(option: unknown, stream: { isTTY?: boolean }): boolean {
  if (typeof option === 'boolean') return option;
  if (process.env.NO_COLOR) return false;
  if (process.env.FORCE_COLOR && process.env.FORCE_COLOR !== '0') return true;
  return stream.isTTY === true && process.env.TERM !== 'dumb';
}

/** Something that a run wrote: to a stream, to a file, or at the end of one. */
export type Written =
  | { to: 'stdout'; text: string }
  | { to: 'stderr'; text: string }
  | { to: 'file'; path: string; text: string }
  | { to: 'end'; path: string; text: string };

let record: ((one: Written) => void) | undefined;

/** Records everything that a run writes. The function that it returns ends that. */
export function recordWritten(to: (one: Written) => void): () => void {
  record = to;
  return () => {
    record = undefined;
  };
}

/** Writes again what was recorded, in the same order. */
export async function writeAgain(all: readonly Written[]): Promise<void> {
  for (const one of all) {
    if (one.to === 'stdout') await writeChunks(one.text, undefined);
    else if (one.to === 'stderr') process.stderr.write(one.text);
    else if (one.to === 'file') writeReport(one.text, one.path);
    else appendText(one.path, one.text);
  }
}

/** Writes a text at the end of a file. @throws an error of the file system. */
export function appendText(path: string, text: string): void {
  appendFileSync(path, text);
  record?.({ to: 'end', path, text });
}

/** Writes a report to standard output, or to a file whose folders it makes. An old file stays until the new one is whole. */
export function writeReport(text: string | Iterable<string>, file: string | undefined): void {
  if (file === undefined) {
    process.stdout.write(typeof text === 'string' ? text : [...text].join(''));
    return;
  }
  try {
    if (record === undefined) replaceFile(file, text);
    else {
      const whole = typeof text === 'string' ? text : [...text].join('');
      replaceFile(file, whole);
      record({ to: 'file', path: file, text: whole });
    }
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${writeFailure(error)}`);
  }
}

/**
 * Writes a report piece by piece, as it is made: to a file as `writeReport` does, to standard output no faster than it is
 * read. Who reads it may stop: the rest is not made then.
 */
export async function writeChunks(
  report: string | Iterable<string>,
  file: string | undefined,
): Promise<void> {
  const chunks = gathered(typeof report === 'string' ? [report] : report);
  if (file !== undefined) return writeReport(chunks, file);
  for (const chunk of chunks) {
    if (process.stdout.destroyed || process.stdout.errored) return;
    record?.({ to: 'stdout', text: chunk });
    if (!process.stdout.write(chunk)) await hasRoom(process.stdout);
  }
}

/** Waits until a stream takes more, or is closed. */
function hasRoom(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    const events = ['drain', 'error', 'close'];
    const done = () => {
      for (const event of events) stream.off(event, done);
      resolve();
    };
    for (const event of events) stream.on(event, done);
  });
}

/** One line on standard error. Names of files and values can be in it: they write no line and no control of their own. */
export function note(text: string): void {
  const line = withoutCommands(`agent-lint: ${visible(text)}\n`);
  process.stderr.write(line);
  record?.({ to: 'stderr', text: line });
}

/** Says what is wrong with the configuration. */
export function noteInvalid({ message }: ConfigurationError): void {
  note('The configuration is invalid. Nothing was checked.');
  process.stderr.write(`${message}\n`);
}
