import type { OnFile } from '../model/progress.js';

/** A run shorter than this shows no progress on a terminal, in milliseconds. */
const PATIENCE = 1000;
const INTERVAL = 200;

/** The same where the stream is no terminal: a log has one line for each. */
const PATIENCE_OF_LOGS = 10_000;
const INTERVAL_OF_LOGS = 30_000;

/** The progress of a run. */
export interface Progress {
  readonly onFile: OnFile;
  /** Removes the line from the terminal. */
  end(): void;
}

/**
 * Says what a run does, and for how long: on a terminal in one line, once it takes over a second; elsewhere in a line after
 * ten seconds, and then every thirty. `now`: the time, in milliseconds.
 */
export function progressOn(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  now: () => number = () => performance.now(),
): Progress {
  const start = now();
  const interval = stream.isTTY ? INTERVAL : INTERVAL_OF_LOGS;
  let next = start + (stream.isTTY ? PATIENCE : PATIENCE_OF_LOGS);
  let isShown = false;
  /** A run may read its programs again, or those of another state: no count goes back. */
  const most = new Map<string, { done: number; total: number }>();
  const counted = (phase: string, done: number, total: number): string => {
    const before = most.get(phase) ?? { done, total };
    const highest = { done: Math.max(before.done, done), total: Math.max(before.total, total) };
    most.set(phase, highest);
    return `${highest.done} of ${highest.total}`;
  };
  return {
    onFile(done, total, program) {
      const count = counted(program?.phase ?? 'files', done, total);
      const time = now();
      if (time < next) return;
      next = time + interval;
      const what = program ? `${program.phase} ${program.file}, ${count} programs` : `${count} files`;
      const line = `agent-lint: ${what}, ${Math.round((time - start) / 1000)} s`;
      stream.write(stream.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
      isShown = stream.isTTY;
    },
    end() {
      if (isShown) stream.write('\r\u001b[K');
      isShown = false;
    },
  };
}
