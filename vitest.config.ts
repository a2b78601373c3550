import { statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** A file system in memory, where tests make their folders if it has room (in bytes): a disk takes a third of their time. */
const IN_MEMORY = '/dev/shm';
const ROOM = 2 ** 30;

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ROOM;
  } catch {
    return false;
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Only what hangs is ended: no test depends on how fast the machine is. `npm run bench:growth` measures cost.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Tests keep no state in modules: the files of one worker share what they import, on every core.
    isolate: false,
    env: hasRoom(IN_MEMORY) ? { TMPDIR: IN_MEMORY } : {},
    maxWorkers: '100%',
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/agent-lint/test-results.json' }]],
  },
});
