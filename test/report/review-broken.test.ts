import { expect, it } from 'vitest';
import { joined } from '../../src/report/shared/chunks.js';
import { changesSince, isReview } from '../../src/review/compare.js';
import { type Review, reviewOf, streamReview } from '../../src/review/index.js';
import { CHOICE, decided, EU, finding, REFUNDS, result, system } from './results.js';

const REVIEW = reviewOf(
  result({
    systems: [
      system({
        turnLimits: [
          {
            of: 'Front',
            limit: { state: 'shown', value: 5 },
            at: system().at,
            words: { off: 'no limit', edit: 'Set a limit.', turns: 10 },
          },
        ],
      }),
    ],
    decisions: [decided(CHOICE, EU, ['refunds.agent.yaml'])],
    findings: [
      finding(),
      finding({ fingerprint: 'i', ignored: { kind: 'config', reason: 'r', until: '2099-01-31' } }),
    ],
  }),
  {
    source: () => REFUNDS,
    waivers: [{ kind: 'ignore', source: 'comment', rule: 'a/b', reason: 'r', file: 'a', path: 'p' }],
  },
);
const PLAIN = JSON.parse(joined(streamReview(REVIEW, 'json'))) as Review;

/** Every member of a value, as the keys that lead to it. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, held]) => pathsOf(held, [...path, key]))];
}

/** A copy with one member replaced. */
function broken(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  copy[key] = broken(copy[key], rest, by);
  return copy;
}

it.each([null, 7, 'text', [[]], {}])(
  'a review with any member replaced by %j is refused, or compared',
  (by) => {
    const parts = ['systems', 'decisions', 'waivers', 'findings', 'ignored'] as const;
    const thrown = parts.flatMap((part) =>
      pathsOf(PLAIN[part], [part]).flatMap((path) => {
        const old = broken(PLAIN, path, by);
        if (!isReview(old)) return [];
        try {
          changesSince(old, REVIEW);
          changesSince(REVIEW, old);
          return [];
        } catch {
          return [path.join('.')];
        }
      }),
    );
    expect(thrown).toEqual([]);
  },
);
