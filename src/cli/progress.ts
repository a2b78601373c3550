/** A run shorter than this shows no progress, in milliseconds. */
const PATIENCE = 1000;
const INTERVAL = 200;

/** Progress on a terminal, once a run takes over a second; undefined where the stream is none. */
export function progressOn(stream: NodeJS.WriteStream): ((done: number, total: number) => void) | undefined {
  if (!stream.isTTY) return undefined;
  const start = performance.now();
  let next = start + PATIENCE;
  return (done, total) => {
    const now = performance.now();
    if (now < next && !(done === total - 1 && next > start + PATIENCE)) return;
    next = now + INTERVAL;
    const line = done === total - 1 ? '' : `agent-lint: ${done} of ${total} files`;
    stream.write(`\r\u001b[K${line}`);
  };
}
