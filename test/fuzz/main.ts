import { parseArgs } from 'node:util';
import { fuzz, SEED, summaryOf, violationText } from './fuzz.js';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, runs: { type: 'string' }, only: { type: 'string' } },
});
const numberOf = (name: 'seed' | 'runs', standard: number): number => {
  const text = values[name];
  if (text === undefined) return standard;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  console.error(`--${name} takes a whole number below 1,000,000,000.`);
  process.exit(2);
};
const seed = numberOf('seed', SEED);
const runs = numberOf('runs', 200_000);
const every = Math.max(1, Math.ceil(runs / 20));
const outcome = await fuzz({
  seed,
  runs,
  ...(values.only === undefined ? {} : { only: values.only }),
  onInput: (done) => void (done > 0 && done % every === 0 && console.error(`${done} inputs`)),
  onViolation: (violation) => console.log(violationText(violation)),
});
console.log(summaryOf(outcome, seed));
process.exitCode = outcome.violations.length > 0 ? 1 : 0;
