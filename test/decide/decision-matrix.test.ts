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
    expect(rows.map(({ requirement, rule }) => `${requirement} ${rule ?? '-'}`)).toEqual([
      'residency rule-2',
      'residency constraint-1',
      'zero_data_retention rule-2',
      'zero_data_retention constraint-2',
      'self-hosted-sandbox constraint-3',
      'beta constraint-4',
      'languages table',
      'durable-session rule-1',
      'long-running rule-1',
      'hosted-sandbox table',
      'artifacts table',
      'code-first-control rule-3',
      'custom-orchestration table',
      'self-hosted-execution table',
      'simple-assistant table',
      'simple-assistant rule-4',
      'call-by-call-control table',
      'call-by-call-control rule-4',
      'prefer -',
    ]);
  });

  it.each<[Requirements, object, string[]]>([
    [{ needs: ['artifacts', 'long-running'] }, {}, ['long-running', 'artifacts']],
    [{ residency: [], beta: 'allowed', prefer: ['managed'] }, {}, ['beta', 'prefer']],
    [{ residency: ['us'] }, { selfHostedSandbox: true }, ['residency', 'self-hosted-sandbox']],
  ])('says of %j and %j that %j are stated', (requirements, subject, stated) => {
    const rows = decisionMatrix(requirements, subject).filter((row) => row.stated);
    expect([...new Set(rows.map(({ requirement }) => requirement))]).toEqual(stated);
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

  it('lets a residency favour only the runtime that it suits', () => {
    expect(cellsOf({ residency: ['us'], needs: ['durable-session'] })).toEqual([
      'residency rule-2 framework condition',
      'residency rule-2 responses condition',
      'residency constraint-1 managed favours',
      'durable-session rule-1 managed favours',
      'durable-session rule-1 framework not-shown',
      'durable-session rule-1 responses not-shown',
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
    expect(cellsOf({ zero_data_retention: true }, found)).toEqual([
      'zero_data_retention rule-2 managed excludes',
      'zero_data_retention rule-2 framework condition',
      'zero_data_retention rule-2 responses condition',
      'zero_data_retention constraint-2 managed excludes',
      'self-hosted-sandbox constraint-3 managed no-exemption',
    ]);
    expect(cellsOf({ beta: 'forbidden', languages: ['java'] }, found)).toEqual([
      'self-hosted-sandbox constraint-3 managed no-exemption',
      'beta constraint-4 managed excludes',
      'languages table framework excludes',
    ]);
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
