/** The clock of a run. */
export interface Timing {
  mark(step: string): void;
  end(): void;
}

/** Marks the steps of a run; prints them to standard error at its end, if asked. */
export function startTiming(enabled: boolean): Timing {
  const steps: string[] = [];
  let last = 0;
  const mark = (step: string) => {
    const now = performance.now();
    steps.push(`${(now - last).toFixed(1).padStart(9)} ms  ${step}`);
    last = now;
  };
  if (enabled) mark('start');
  return {
    mark: enabled ? mark : () => {},
    end: () => {
      if (enabled) process.stderr.write(`${steps.join('\n')}\n${last.toFixed(1).padStart(9)} ms  in all\n`);
    },
  };
}
