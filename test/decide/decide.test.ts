import { describe, expect, it } from 'vitest';
import { decide, NEED_RUNTIME, NEEDS } from '../../src/decide/index.js';
import type { Decision, Need, Requirements, Runtime } from '../../src/model/index.js';

const RESIDENCIES = [
  undefined,
  ['us'],
  ['eu'],
  ['EEA'],
  ['de', 'fr'],
  ['jp'],
  ['eu', 'us'],
  ['any'],
  ['eu', 'jp'],
];
const RETENTIONS = [undefined, true, false];
const BETAS = [undefined, 'allowed', 'forbidden'] as const;
const LANGUAGES = [undefined, ['python'], ['JavaScript'], ['java'], ['java', 'typescript']];
const NEED_SETS: (Need[] | undefined)[] = [
  undefined,
  ['durable-session'],
  ['custom-orchestration'],
  ['simple-assistant', 'call-by-call-control'],
  ['artifacts', 'code-first-control'],
  ['hosted-sandbox', 'simple-assistant'],
  ['self-hosted-execution', 'call-by-call-control'],
  ['long-running', 'custom-orchestration', 'simple-assistant'],
];
const PREFERENCES: (Runtime[] | undefined)[] = [
  undefined,
  ['managed'],
  ['framework'],
  ['responses'],
  ['managed', 'responses'],
];

function* combinations(): Generator<Requirements> {
  for (const residency of RESIDENCIES)
    for (const zero_data_retention of RETENTIONS)
      for (const beta of BETAS)
        for (const languages of LANGUAGES)
          for (const needs of NEED_SETS)
            for (const prefer of PREFERENCES) {
              const all = { residency, zero_data_retention, beta, languages, needs, prefer };
              yield Object.fromEntries(
                Object.entries(all).filter(([, value]) => value !== undefined),
              ) as Requirements;
            }
}

/** The design's table in other words than the code's. */
function expected(requirements: Requirements): Pick<Decision, 'outcome' | 'recommended'> {
  const regions = requirements.residency?.map((one) => one.toLowerCase()) ?? ['us'];
  const usOk = regions.includes('us') || regions.includes('any');
  const out = new Set<Runtime>();
  if (!usOk || requirements.zero_data_retention || requirements.beta === 'forbidden') out.add('managed');
  if (requirements.languages && !/python|typescript|javascript/i.test(requirements.languages.join()))
    out.add('framework');
  const left = (['managed', 'framework', 'responses'] as const).filter((one) => !out.has(one));
  const candidates = left.filter((one) => requirements.needs?.some((need) => NEED_RUNTIME[need] === one));
  const first = (among: Runtime[]) => requirements.prefer?.find((one) => among.includes(one)) ?? null;
  if (candidates.length === 1) return { outcome: 'recommended', recommended: candidates[0] as Runtime };
  if (candidates.length > 1) {
    const preferred = first(candidates);
    return { outcome: preferred ? 'recommended' : 'conflict', recommended: preferred };
  }
  if (out.size === 0) return { outcome: 'undecided', recommended: null };
  const only = left.length === 1 ? (left[0] as Runtime) : first(left);
  return { outcome: only ? 'recommended' : 'choice', recommended: only };
}

describe('the decision over every combination of requirements', () => {
  const all = [...combinations()].map((requirements) => ({ requirements, decision: decide(requirements) }));

  it('follows the table of outcomes', () => {
    for (const { requirements, decision } of all) {
      const { outcome, recommended } = decision;
      expect({ requirements, outcome, recommended }).toEqual({ requirements, ...expected(requirements) });
    }
  });

  it('names the three runtimes in order, each with the verdict of the outcome', () => {
    for (const { requirements, decision } of all) {
      expect(decision.runtimes.map((one) => one.runtime)).toEqual(['managed', 'framework', 'responses']);
      for (const { runtime, verdict, reasons, unmet } of decision.runtimes) {
        const favoured = requirements.needs?.some((need) => NEED_RUNTIME[need] === runtime) ?? false;
        expect(verdict === 'recommended').toBe(decision.recommended === runtime);
        if (verdict === 'excluded') {
          expect(reasons.length).toBeGreaterThan(0);
          expect(unmet).toEqual([]);
        } else {
          expect(unmet).toEqual((requirements.needs ?? []).filter((need) => NEED_RUNTIME[need] !== runtime));
          if (favoured) expect(reasons.length).toBeGreaterThan(0);
        }
        if (verdict === 'candidate') expect(favoured).toBe(true);
        if (verdict === 'possible') expect(favoured).toBe(false);
      }
    }
  });

  it('never recommends the managed service against residency, retention or beta', () => {
    for (const { requirements, decision } of all) {
      if (decision.recommended !== 'managed') continue;
      const regions = requirements.residency?.map((one) => one.toLowerCase()) ?? ['us'];
      expect(regions.includes('us') || regions.includes('any')).toBe(true);
      expect(requirements.zero_data_retention).not.toBe(true);
      expect(requirements.beta).not.toBe('forbidden');
    }
  });

  it('asks for nothing once it recommends, and for stated keys never', () => {
    for (const { requirements, decision } of all) {
      if (decision.outcome === 'recommended') expect(decision.ask).toEqual([]);
      else if (!requirements.prefer) expect(decision.ask.length).toBeGreaterThan(0);
      for (const key of decision.ask) expect(requirements).not.toHaveProperty(key);
    }
  });

  it('says what it assumes exactly where managed is recommended or a candidate', () => {
    for (const { requirements, decision } of all) {
      const verdict = decision.runtimes[0]?.verdict;
      const rests = verdict === 'recommended' || verdict === 'candidate';
      const keys = ['residency', 'zero_data_retention', 'beta'].filter((key) => !(key in requirements));
      expect(decision.assumed).toEqual(rests ? keys : []);
    }
  });

  it('is the same when asked again', () => {
    for (const { requirements, decision } of all.slice(0, 500))
      expect(decide(requirements)).toEqual(decision);
  });

  it('holds for each of the 512 sets of needs', () => {
    for (let bits = 0; bits < 1 << NEEDS.length; bits++) {
      const needs = NEEDS.filter((_, index) => bits & (1 << index));
      const requirements = needs.length > 0 ? { needs } : {};
      const { outcome, recommended } = decide(requirements);
      expect({ needs, outcome, recommended }).toEqual({ needs, ...expected(requirements) });
    }
  });
});

const rulesOf = (decision: Decision, runtime: Runtime) =>
  decision.runtimes
    .find((one) => one.runtime === runtime)
    ?.reasons.map(({ rule, requirement }) => `${rule} ${requirement}`);

describe('reasons', () => {
  it.each<[Requirements, Runtime, string[]]>([
    [{ needs: ['durable-session'] }, 'managed', ['rule-1 durable-session']],
    [
      { needs: ['long-running'], residency: ['us'] },
      'managed',
      ['rule-1 long-running', 'constraint-1 residency'],
    ],
    [{ needs: ['artifacts'], residency: ['us'] }, 'managed', ['table artifacts']],
    [{ needs: ['hosted-sandbox'] }, 'managed', ['table hosted-sandbox']],
    [{ needs: ['code-first-control'] }, 'framework', ['rule-3 code-first-control']],
    [
      { needs: ['custom-orchestration', 'self-hosted-execution'] },
      'framework',
      ['table custom-orchestration', 'table self-hosted-execution'],
    ],
    [{ needs: ['simple-assistant'] }, 'responses', ['table simple-assistant']],
    [{ needs: ['call-by-call-control'] }, 'responses', ['table call-by-call-control']],
    [
      { needs: ['simple-assistant', 'call-by-call-control'] },
      'responses',
      ['rule-4 simple-assistant', 'rule-4 call-by-call-control'],
    ],
    [{ residency: ['eu'] }, 'managed', ['rule-2 residency', 'constraint-1 residency']],
    [{ residency: ['de'] }, 'managed', ['rule-2 residency', 'constraint-1 residency']],
    [{ residency: ['EEA'] }, 'managed', ['rule-2 residency', 'constraint-1 residency']],
    [{ residency: ['jp'] }, 'managed', ['constraint-1 residency']],
    [
      { zero_data_retention: true },
      'managed',
      ['rule-2 zero_data_retention', 'constraint-2 zero_data_retention'],
    ],
    [{ beta: 'forbidden' }, 'managed', ['constraint-4 beta']],
    [{ languages: ['java'] }, 'framework', ['table languages']],
  ])('of %j for %s are %j', (requirements, runtime, rules) => {
    expect(rulesOf(decide(requirements), runtime)).toEqual(rules);
  });

  it('print where a requirement comes from', () => {
    const decision = decide({ residency: ['eu'], because: { residency: 'DPIA-2026-14' } });
    expect(decision.runtimes[0]?.reasons[0]?.text).toBe(
      'Data has to stay in EU, so the managed service is not eligible. (DPIA-2026-14)',
    );
  });

  it('say that a self-hosted sandbox is no way out, where there is one', () => {
    const text = (selfHostedSandbox: boolean) =>
      decide({ zero_data_retention: true }, { selfHostedSandbox })
        .runtimes[0]?.reasons.map((one) => one.text)
        .join(' ');
    expect(text(true)).toContain('A self-hosted sandbox does not change that (constraint 3)');
    expect(text(false)).not.toContain('self-hosted');
  });
});

describe('conditions', () => {
  it("are the caller's own controls where residency or zero retention is required", () => {
    const conditions = (requirements: Requirements) =>
      decide(requirements).runtimes.map((one) => one.conditions);
    const own = ["with the caller's own controls"];
    expect(conditions({ residency: ['eu'] })).toEqual([[], own, own]);
    expect(conditions({ zero_data_retention: true })).toEqual([[], own, own]);
    expect(conditions({ residency: ['any'], zero_data_retention: false })).toEqual([[], [], []]);
    expect(conditions({ beta: 'forbidden' })).toEqual([[], [], []]);
  });
});

describe('what to state next', () => {
  it.each<[Requirements, string[]]>([
    [{}, ['needs', 'residency', 'zero_data_retention', 'beta', 'languages']],
    [{ residency: ['eu'] }, ['needs', 'prefer', 'languages']],
    [{ residency: ['eu'], needs: ['durable-session'] }, ['prefer', 'languages']],
    [
      { needs: ['durable-session', 'code-first-control'] },
      ['prefer', 'residency', 'zero_data_retention', 'beta', 'languages'],
    ],
    [{ needs: ['code-first-control', 'simple-assistant'] }, ['prefer', 'languages']],
  ])('after %j is %j', (requirements, ask) => {
    expect(decide(requirements).ask).toEqual(ask);
  });
});

describe('unmet needs', () => {
  it('of the decision are those of the recommended runtime, else those of excluded ones', () => {
    expect(
      decide({
        residency: ['us'],
        zero_data_retention: true,
        needs: ['durable-session', 'custom-orchestration'],
      }),
    ).toMatchObject({
      outcome: 'recommended',
      recommended: 'framework',
      unmet: ['durable-session'],
    });
    expect(decide({ residency: ['eu'], needs: ['durable-session'] })).toMatchObject({
      outcome: 'choice',
      recommended: null,
      unmet: ['durable-session'],
    });
    expect(decide({ needs: ['durable-session', 'code-first-control'] })).toMatchObject({
      outcome: 'conflict',
      unmet: [],
    });
  });
});
