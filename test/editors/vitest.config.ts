import { defineConfig } from 'vitest/config';

/** Real editors with the language server: `npm run test:editors`. Where an editor is not installed, its tests are skipped. */
export default defineConfig({
  test: {
    include: ['test/editors/*.editors.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/agent-lint/editors-results.json' }]],
  },
});
