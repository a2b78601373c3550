import { defineConfig } from 'vitest/config';

/** The property of text on every program that a test lints, where `npm test` takes one of eight: `npm run test:all`. */
export default defineConfig({
  test: {
    include: ['test/{assess,dialects,docs,program,report,rules,systems}/**/*.test.ts'],
    env: { AGENT_LINT_ALL: process.env.AGENT_LINT_ALL ?? '1' },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    isolate: false,
    maxWorkers: '100%',
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/agent-lint/all-results.json' }]],
  },
});
