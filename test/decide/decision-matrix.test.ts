import { describe, expect, it } from 'vitest';
import { decide, decisionMatrix } from '../../src/decide/index.js';
import { type Requirements, RUNTIMES } from '../../src/model/index.js';

const cellsOf = (requirements: Requirements, subject = {}) =>
  decisionMatrix(requirements, subject).flatMap(({ requirement, rule, effects }) =>
    Object.entries(effects).map(([runtime, effect]) => `${requirement} ${rule ?? '-'} ${runtime} ${effect}`),
  );

describe('the matrix behind a decision', () => {
  it('has every requirement by every rule, also where nothing is stated', () => {
    const rows = decisionMatrix({});
    expect(rows.every(({ stated, effects }) => !stated && Object.keys(effects).length === 0)).toBe(true);
    expect(new Set(rows.map(({ rule }) => rule))).toEqual(
      new Set([
        'rule-1',
        'rule-2',
        'rule-3',
        'rule-4',
        'constraint-1',
        'constraint-2',
        'constraint-3',
        'constraint-4',
        'table',
        undefined,
      ]),
    );
    expect(rows.filter(({ requirement }) => requirement === 'simple-assistant')).toHaveLength(2);
  });

  it('shows what speaks for a runtime that is excluded all the same', () => {
    expect(cellsOf({ residency: ['EU'], needs: ['durable-session'], prefer: ['framework'] })).toEqual([
      'residency rule-2 managed excludes',
      'residency rule-2 framework condition',
      'residency rule-2 responses condition',
      'residency constraint-1 managed excludes',
      'durable-session rule-1 managed favours',
      'durable-session rule-1 framework not-shown',
      'durable-session rule-1 responses not-shown',
      'prefer - framework prefers',
    ]);
  });

  it('cites rule 4 for its two needs together, and the table for one of them', () => {
    expect(cellsOf({ needs: ['simple-assistant'] })).toContain('simple-assistant table responses favours');
    expect(cellsOf({ needs: ['simple-assistant', 'call-by-call-control'] })).toEqual([
      'simple-assistant rule-4 managed not-shown',
      'simple-assistant rule-4 framework not-shown',
      'simple-assistant rule-4 responses favours',
      'call-by-call-control rule-4 managed not-shown',
      'call-by-call-control rule-4 framework not-shown',
      'call-by-call-control rule-4 responses favours',
    ]);
  });

  it('says that a self-hosted sandbox is no exemption, where something excludes the managed service', () => {
    const found = { selfHostedSandbox: true };
    expect(cellsOf({ zero_data_retention: true }, found)).toContain(
      'self-hosted-sandbox constraint-3 managed no-exemption',
    );
    expect(cellsOf({ zero_data_retention: false }, found)).toEqual([]);
  });

  it('agrees with the decision: a runtime is excluded exactly where a row excludes it', () => {
    const residencies: Requirements[] = [{}, { residency: ['us', 'de'] }, { residency: ['jp'] }];
    for (const residency of residencies) {
      for (const retention of [{}, { zero_data_retention: true }]) {
        for (const languages of [{}, { languages: ['go'] }, { languages: ['python'] }]) {
          const requirements: Requirements = {
            ...residency,
            ...retention,
            ...languages,
            needs: ['artifacts', 'long-running'],
          };
          const { runtimes } = decide(requirements);
          const rows = decisionMatrix(requirements);
          for (const runtime of RUNTIMES) {
            const one = runtimes.find((verdict) => verdict.runtime === runtime);
            const cells = rows.map(({ effects }) => effects[runtime]);
            expect(cells.includes('excludes')).toBe(one?.verdict === 'excluded');
            expect(cells.includes('condition')).toBe((one?.conditions.length ?? 0) > 0);
          }
        }
      }
    }
  });
});
