import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    // Tests keep no state in modules: the files of one worker share what they import, on every core.
    isolate: false,
    maxWorkers: '100%',
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/agent-lint/test-results.json' }]],
  },
});
