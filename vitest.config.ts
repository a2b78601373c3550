import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/agent-lint/test-results.json' }]],
  },
});
