import { defineConfig } from 'vitest/config';

/** Inputs of sizes at which work that grows with its square takes minutes: `npm run test:sizes`. */
export default defineConfig({
  test: {
    include: ['test/**/*.sizes.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    isolate: false,
    maxWorkers: 1,
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/agent-lint/sizes-results.json' }]],
  },
});
