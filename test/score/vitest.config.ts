import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/score/*.score.ts'],
    reporters: [['default', { summary: false }]],
  },
});
