import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Only what hangs is ended: no test depends on how fast the machine is. `npm run bench:growth` measures cost.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Tests keep no state in modules: the files of one worker share what they import, on every core.
    isolate: false,
    maxWorkers: '100%',
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/agent-lint/test-results.json' }]],
  },
});
