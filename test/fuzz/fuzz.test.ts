import { expect, it } from 'vitest';
import { fuzz, SEED, summaryOf, violationText } from './fuzz.js';

it('5,000 inputs break no invariant', async () => {
  const outcome = await fuzz({ seed: SEED, runs: 5_000 });
  expect(outcome.violations.map(violationText), summaryOf(outcome, SEED)).toEqual([]);
  expect([...outcome.checked].filter(([, count]) => count === 0)).toEqual([]);
});
