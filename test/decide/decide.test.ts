import { describe, expect, it } from 'vitest';
import {
  changesBetween,
  decide,
  isSame,
  NEED_RUNTIME,
  NEEDS,
  replaceRequirements,
  whatIf,
} from '../../src/decide/index.js';
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

  /** Requirements of the first combinations for which a statement does not hold. */
  const violations = (holds: (requirements: Requirements, decision: Decision) => boolean) =>
    all.filter(({ requirements, decision }) => !holds(requirements, decision)).slice(0, 3);
  const favours = (requirements: Requirements, runtime: Runtime) =>
    requirements.needs?.some((need) => NEED_RUNTIME[need] === runtime) ?? false;

  it('are many', () => {
    expect(all.length).toBe(
      RESIDENCIES.length * 3 * 3 * LANGUAGES.length * NEED_SETS.length * PREFERENCES.length,
    );
  });

  it('follows the table of outcomes', () => {
    expect(
      violations((requirements, { outcome, recommended }) => {
        const should = expected(requirements);
        return outcome === should.outcome && recommended === should.recommended;
      }),
    ).toEqual([]);
  });

  it('names the three runtimes in order, each with the verdict of the outcome', () => {
    expect(
      violations(
        (_, { runtimes }) => runtimes.map((one) => one.runtime).join() === 'managed,framework,responses',
      ),
    ).toEqual([]);
    expect(
      violations((requirements, { runtimes, recommended }) =>
        runtimes.every(({ runtime, verdict }) => {
          if (verdict === 'excluded') return recommended !== runtime;
          if (verdict === 'recommended' || recommended === runtime)
            return verdict === 'recommended' && recommended === runtime;
          return verdict === (favours(requirements, runtime) ? 'candidate' : 'possible');
        }),
      ),
    ).toEqual([]);
  });

  it('gives a reason for whatever it excludes or favours, and the needs that a runtime leaves open', () => {
    expect(
      violations((requirements, { runtimes }) =>
        runtimes.every(({ runtime, verdict, reasons, unmet }) => {
          const open = (requirements.needs ?? []).filter((need) => NEED_RUNTIME[need] !== runtime);
          if (verdict === 'excluded') return reasons.length > 0 && unmet.length === 0;
          return unmet.join() === open.join() && (!favours(requirements, runtime) || reasons.length > 0);
        }),
      ),
    ).toEqual([]);
  });

  it('never recommends the managed service against residency, retention or beta', () => {
    expect(
      violations((requirements, { recommended }) => {
        const regions = requirements.residency?.map((one) => one.toLowerCase()) ?? ['us'];
        const allowed =
          (regions.includes('us') || regions.includes('any')) && requirements.beta !== 'forbidden';
        return recommended !== 'managed' || (allowed && requirements.zero_data_retention !== true);
      }),
    ).toEqual([]);
  });

  it('asks for nothing once it recommends, and for stated keys never', () => {
    expect(violations((_, { outcome, ask }) => outcome !== 'recommended' || ask.length === 0)).toEqual([]);
    expect(violations((requirements, { ask }) => ask.every((key) => !(key in requirements)))).toEqual([]);
    expect(
      violations(
        (requirements, { outcome, ask }) =>
          outcome === 'recommended' || 'prefer' in requirements || ask.length > 0,
      ),
    ).toEqual([]);
  });

  it('says what it assumes exactly where managed is recommended or a candidate', () => {
    expect(
      violations((requirements, { runtimes, assumed }) => {
        const rests = ['recommended', 'candidate'].includes(runtimes[0]?.verdict ?? '');
        const open = ['residency', 'zero_data_retention', 'beta'].filter((key) => !(key in requirements));
        return assumed.join() === (rests ? open : []).join();
      }),
    ).toEqual([]);
  });

  it('is the same when asked again', () => {
    for (const { requirements, decision } of all.slice(0, 500))
      expect(decide(requirements)).toEqual(decision);
  });

  it('holds for each of the 512 sets of needs', () => {
    const wrong = Array.from({ length: 1 << NEEDS.length }, (_, bits) =>
      NEEDS.filter((_, index) => bits & (1 << index)),
    )
      .map((needs) => (needs.length > 0 ? { needs } : {}))
      .filter((requirements) => {
        const { outcome, recommended } = decide(requirements);
        const should = expected(requirements);
        return outcome !== should.outcome || recommended !== should.recommended;
      });
    expect(wrong).toEqual([]);
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
    [{ residency: ['eu', 'jp'] }, 'managed', ['constraint-1 residency']],
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

  it.each<[Requirements, Runtime, string[]]>([
    [
      { residency: ['eu'], because: { residency: 'DPIA-2026-14' } },
      'managed',
      [
        'Data has to stay in the EU, so the managed service is not eligible. (DPIA-2026-14)',
        'The managed service processes data in the US only; processing in the EU is required. (DPIA-2026-14)',
      ],
    ],
    [
      { residency: ['eu', 'jp'] },
      'managed',
      ['The managed service processes data in the US only; processing in the EU or JP is required.'],
    ],
    [
      { zero_data_retention: true },
      'managed',
      [
        'Zero data retention is required, so the managed service is not eligible.',
        'Zero data retention is not available on the managed service.',
      ],
    ],
    [
      { languages: ['java', 'go'], because: { languages: 'ADR-3' } },
      'framework',
      ['The framework comes in Python and TypeScript; the team writes Java, Go. (ADR-3)'],
    ],
    [
      { needs: ['durable-session'], residency: ['us'], because: { residency: 'DPIA-2026-15' } },
      'managed',
      [
        'The operator runs and recovers a durable session.',
        'Data may be processed in the US, where the managed service processes it. (DPIA-2026-15)',
      ],
    ],
  ])('of %j for %s say where a requirement comes from', (requirements, runtime, texts) => {
    const verdict = decide(requirements).runtimes.find((one) => one.runtime === runtime);
    expect(verdict?.reasons.map(({ text }) => text)).toEqual(texts);
  });

  it('print where a single need comes from, and the source of all needs for the others', () => {
    const needs: Requirements['needs'] = ['durable-session', 'artifacts'];
    const decision = decide({ needs, because: { needs: 'ADR-8', 'durable-session': 'ADR-7' } });
    expect(decision.runtimes[0]?.reasons.map(({ text }) => text)).toEqual([
      'The operator runs and recovers a durable session. (ADR-7)',
      'The managed service keeps the artifacts of a session. (ADR-8)',
    ]);
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
    const own = (what: string) => [
      `with the caller's own controls: provided that you control ${what} the model endpoint, stored state, the trace store and each MCP host`,
    ];
    const region = own('the region of');
    const retention = own('the retention at');
    expect(conditions({ residency: ['eu'] })).toEqual([[], region, region]);
    expect(conditions({ zero_data_retention: true })).toEqual([[], retention, retention]);
    const both = own('the region of, and what is kept by,');
    expect(conditions({ residency: ['eu'], zero_data_retention: true })).toEqual([[], both, both]);
    expect(conditions({ residency: ['us'], zero_data_retention: true })).toEqual([[], both, both]);
    expect(conditions({ residency: ['any'], zero_data_retention: false })).toEqual([[], [], []]);
    expect(conditions({ beta: 'forbidden' })).toEqual([[], [], []]);
  });
});

describe('what to state next', () => {
  it.each<[Requirements, string[]]>([
    [{}, ['needs', 'residency', 'zero_data_retention', 'beta', 'languages']],
    [{ residency: [], needs: [] }, ['needs', 'residency', 'zero_data_retention', 'beta', 'languages']],
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

describe('what changes with other requirements', () => {
  const stated: Requirements = { needs: ['durable-session'], because: { needs: 'ADR-1' } };

  it('is nothing where the decision is the same, and something where outcome, verdicts or reasons differ', () => {
    const wrong = [...combinations()].slice(0, 2000).filter((requirements, index, all) => {
      const [one, other] = [decide(requirements), decide(all[(index * 7) % all.length] ?? {})];
      const outcomeOf = ({ outcome, recommended, runtimes }: Decision) =>
        JSON.stringify([outcome, recommended, runtimes.map(({ unmet, ...rest }) => rest)]);
      return isSame(changesBetween(one, other)) !== (outcomeOf(one) === outcomeOf(other));
    });
    expect(wrong).toEqual([]);
  });

  it('names outcome, verdicts, reasons and conditions', () => {
    const { requirements, changes, decision } = whatIf(decide(stated), stated, { zero_data_retention: true });
    const own = decide({ zero_data_retention: true }).runtimes[1]?.conditions;
    expect(requirements).toEqual({ zero_data_retention: true });
    expect(decision).toEqual(decide({ ...stated, zero_data_retention: true }));
    expect(changes).toEqual({
      outcome: { from: 'recommended', to: 'choice' },
      recommended: { from: 'managed', to: null },
      verdicts: [{ runtime: 'managed', from: 'recommended', to: 'excluded' }],
      reasons: [
        {
          runtime: 'managed',
          added: decision.runtimes[0]?.reasons,
          removed: decide(stated).runtimes[0]?.reasons,
        },
      ],
      conditions: [
        { runtime: 'framework', from: [], to: own },
        { runtime: 'responses', from: [], to: own },
      ],
    });
  });

  it.each<[Requirements, Requirements, lost: string[] | undefined, assumed: string[] | undefined]>([
    [stated, { zero_data_retention: true }, ['durable-session'], undefined],
    [stated, { needs: ['long-running'] }, undefined, undefined],
    [
      stated,
      { needs: ['durable-session', 'artifacts', 'simple-assistant'], prefer: ['managed'] },
      undefined,
      undefined,
    ],
    [
      { needs: ['artifacts'], residency: ['eu'] },
      { residency: ['us'] },
      undefined,
      ['zero_data_retention', 'beta'],
    ],
    [
      { needs: ['artifacts'], residency: ['eu'], zero_data_retention: false },
      { residency: ['us'] },
      undefined,
      ['beta'],
    ],
    [
      { needs: ['artifacts', 'code-first-control', 'simple-assistant'], prefer: ['managed'] },
      { prefer: ['framework'] },
      ['artifacts'],
      undefined,
    ],
  ])('of %j to %j names lost needs %j and newly assumed keys %j', (before, change, lost, assumed) => {
    const { lost: were, assumed: are } = whatIf(decide(before), before, change);
    expect([were, are]).toEqual([lost, assumed]);
  });

  it('names the reason that another rule is behind', () => {
    const simple: Requirements = { needs: ['simple-assistant'] };
    const { changes } = whatIf(decide(simple), simple, { replace: {}, addNeeds: ['call-by-call-control'] });
    expect(changes.reasons.flatMap(({ added }) => added.map(({ rule }) => rule))).toEqual([
      'rule-4',
      'rule-4',
    ]);
  });

  it('adds needs to those that are stated, and takes needs from them', () => {
    const change = { replace: {}, addNeeds: ['artifacts'], removeNeeds: ['durable-session'] } as const;
    const { requirements, decision, lost } = whatIf(decide(stated), stated, change);
    expect(requirements).toEqual({ needs: ['artifacts'], because: { needs: 'ADR-1' } });
    expect([decision.recommended, lost]).toEqual(['managed', undefined]);
  });

  it('keeps what is said of the needs that stay', () => {
    const change = { replace: {}, removeNeeds: ['durable-session'] } as const;
    const needs: Requirements['needs'] = ['durable-session', 'artifacts'];
    const because = { needs: 'ADR-1', 'durable-session': 'ADR-2', artifacts: 'ADR-3', residency: 'DPIA-1' };
    const changed = (requirements: Requirements) =>
      whatIf(decide(requirements), requirements, change).requirements;
    expect(changed({ needs, because })).toEqual({
      needs: ['artifacts'],
      because: { needs: 'ADR-1', artifacts: 'ADR-3' },
    });
    expect(changed({ needs })).toEqual({ needs: ['artifacts'] });
  });

  it.each<[Requirements, Requirements, Requirements]>([
    [{ residency: ['eu'] }, {}, { residency: ['eu'] }],
    [{ residency: ['eu'], because: { residency: 'DPIA-1' } }, { residency: ['us'] }, { residency: ['us'] }],
    [
      { needs: ['artifacts'], because: { needs: 'ADR-1', artifacts: 'ADR-2', residency: 'DPIA-1' } },
      { needs: ['long-running'] },
      { needs: ['long-running'], because: { residency: 'DPIA-1' } },
    ],
    [
      { needs: ['artifacts'], because: { artifacts: 'ADR-2', residency: 'DPIA-1' } },
      { residency: ['us'], because: { residency: 'DPIA-2' } },
      { needs: ['artifacts'], residency: ['us'], because: { artifacts: 'ADR-2', residency: 'DPIA-2' } },
    ],
  ])('of %j by %j makes %j', (before, replacing, after) => {
    expect(replaceRequirements(before, replacing)).toEqual(after);
  });

  it('replaces a key, with what is said about where it comes from', () => {
    const { decision, changes } = whatIf(decide(stated), stated, { needs: ['long-running'] });
    expect(decision.recommended).toBe('managed');
    expect(changes.reasons[0]?.added.map(({ text }) => text)).toEqual([
      'The operator runs and recovers long work.',
    ]);
    expect(changes.reasons[0]?.removed.map(({ text }) => text)).toEqual([
      'The operator runs and recovers a durable session. (ADR-1)',
    ]);
  });
});
