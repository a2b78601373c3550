import { defineConfig } from 'vitest/config';

/**
 * What `npm test` takes a share of: the property of text on every program that a test lints (one of sixteen), pull requests
 * in each mode (two of eight), and examples of the pages in each way to check (one of eight): `npm run test:all`. The programs
 * are those that a run of `npm test` kept in the folder `AGENT_LINT_PROGRAMS`.
 */
export default defineConfig({
  test: {
    include: [
      'test/program/kept-programs.all.ts',
      'test/cli/pull-requests.test.ts',
      'test/project/four-ways.test.ts',
    ],
    env: { AGENT_LINT_ALL: process.env.AGENT_LINT_ALL ?? '1' },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    isolate: false,
    maxWorkers: '100%',
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/agent-lint/all-results.json' }]],
  },
});
