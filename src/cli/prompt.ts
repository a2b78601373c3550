import { createInterface } from 'node:readline';

/** Asks for lines on a terminal. */
export interface Prompt {
  /** The line that is typed; undefined where the input has ended. */
  ask(text: string): Promise<string | undefined>;
  /** The user pressed Ctrl+C. */
  readonly interrupted: boolean;
  close(): void;
}

/** Whether somebody can be asked: both standard streams are a terminal. */
export const isTerminal = (): boolean => process.stdin.isTTY === true && process.stdout.isTTY === true;

/** Opens the terminal for questions. Lines that are typed ahead are kept. */
export function openPrompt(): Prompt {
  const lines = createInterface({ input: process.stdin, output: process.stdout, historySize: 0 });
  const typed: string[] = [];
  let isOver = false;
  let interrupted = false;
  let waiting: ((line: string | undefined) => void) | undefined;
  const give = (line: string | undefined) => {
    const take = waiting;
    waiting = undefined;
    if (take) take(line);
    else if (line !== undefined) typed.push(line);
  };
  lines.on('line', give);
  lines.on('SIGINT', () => {
    interrupted = true;
    lines.close();
  });
  lines.on('close', () => {
    isOver = true;
    give(undefined);
  });
  return {
    ask(text) {
      if (isOver && typed.length === 0) return Promise.resolve(undefined);
      lines.setPrompt(text);
      lines.prompt();
      const line = typed.shift();
      if (line !== undefined) return Promise.resolve(line);
      return new Promise((resolve) => {
        waiting = resolve;
      });
    },
    get interrupted() {
      return interrupted;
    },
    close: () => lines.close(),
  };
}
