import { fixedPlace } from '../model/place.js';
import type { FileProblem, FileReading } from './read-file.js';

/** What a mistake of agent-lint itself in a file is reported as: the rest of the run goes on. */
export function failureIn(path: string, error: unknown): FileProblem {
  const start = { line: 1, column: 1 };
  const [message = ''] = String(error).split('\n', 1);
  return { kind: 'internal', message, at: fixedPlace(path, '', { start, end: { line: 1, column: 2 } }) };
}

/** A file of which nothing is known because reading it failed. */
export const failedReading = (path: string, error: unknown): FileReading => ({
  path,
  reason: 'agent-lint failed on it',
  systems: [],
  problems: [failureIn(path, error)],
});
