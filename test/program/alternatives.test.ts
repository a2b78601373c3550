import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Steps, simplifiedSteps } from '../../src/program/values/alternatives.js';
import type { Guard } from '../../src/program/values/value.js';

/** Tests by their numbers, of which each has two sides. */
const stepOf = (number: number, holds: boolean): Guard =>
  ({ kind: 'test', test: { value: number, clock: 0 }, holds, clock: 0 }) as unknown as Guard;

const conditions = fc.array(
  fc
    .uniqueArray(fc.tuple(fc.nat(5), fc.boolean()), { maxLength: 5, selector: ([number]) => number })
    .map((steps): Steps => new Map(steps.map(([number, holds]) => [number, stepOf(number, holds)]))),
  { maxLength: 24 },
);

/** Whether one of some conditions holds where each test has a side: bit by bit. */
const isMet = (all: readonly (readonly Guard[])[], sides: number): boolean =>
  all.some((one) =>
    one.every(
      (step) =>
        step.kind === 'test' &&
        step.holds === (((sides >> (step.test.value as unknown as number)) & 1) === 1),
    ),
  );

it('alternatives mean the same once they are simplified, and none contains another one', () => {
  fc.assert(
    fc.property(conditions, (given) => {
      const before = given.map((one) => [...one.values()]);
      const after = simplifiedSteps(given, () => undefined);
      for (let sides = 0; sides < 64; sides++) expect(isMet(after, sides)).toBe(isMet(before, sides));
      for (const one of after)
        for (const other of after)
          expect(one === other || one.some((step) => !other.includes(step))).toBe(true);
    }),
  );
});
