import { defineConfig } from 'vitest/config';

/** Real installations, with npm, git and pre-commit: `npm run test:install`. They need minutes, and npm's registry. */
export default defineConfig({
  test: {
    include: ['test/install/*.install.ts'],
    globalSetup: 'test/install/made.ts',
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/agent-lint/install-results.json' }]],
  },
});
