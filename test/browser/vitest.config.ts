import { defineConfig } from 'vitest/config';

/** The review and the playground in a real browser: `npm run test:browser`. Needs Chromium; where there is none, the tests are skipped. */
export default defineConfig({
  test: {
    include: ['test/browser/*.browser.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/agent-lint/browser-results.json' }]],
  },
});
