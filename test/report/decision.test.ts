import { describe, expect, it } from 'vitest';
import { decide, whatIf } from '../../src/decide/index.js';
import type { Decision, Requirements } from '../../src/model/index.js';
import { DECISION_FORMATS, renderDecision } from '../../src/report/decision.js';
import { flipWords } from '../../src/report/shared/decision-flips.js';
import { CHOICE, EU, RECOMMENDED } from './results.js';
import { validatorOf } from './schemas.js';

const META = { version: '0.1.0' };
/** When the rules were worded. */
const WORDED_ON = '2026-11-20';

describe('a decision as text', () => {
  it('tells the outcome, why, what it assumes, and the recommended runtime first', () => {
    expect(renderDecision(RECOMMENDED, { needs: ['durable-session'] }, 'text', META)).toBe(
      `Recommended runtime: the managed agent service.

Stated: the project needs a durable session.

The managed agent service: recommended.
  - Rule 1: The operator runs a durable session.

The open-source agent framework: possible.
  - Not shown to meet a durable session: that is what the managed agent service is for.

A Responses-style API plus tools: possible.
  - Not shown to meet a durable session: that is what the managed agent service is for.

Assumes that data may be processed in the US and kept: state both to confirm (residency,
zero_data_retention).

Rules cited:
  - Rule 1: If the operator must run and recover a long, durable session, and neither data residency
    nor zero data retention is required, use the managed agent service.
`,
    );
  });

  it('says what to state where nothing is stated', () => {
    const text = renderDecision(decide({}), {}, 'text', META);
    expect(text.split('\n').slice(0, 8)).toEqual([
      'No runtime is recommended yet: the stated requirements do not decide.',
      '',
      'Stated: nothing.',
      '',
      'No stated requirement favours or excludes the managed agent service, the open-source agent framework',
      'or a Responses-style API plus tools.',
      '',
      'To settle it, state:',
    ]);
  });

  it('says that a preference decided, and over what', () => {
    const requirements: Requirements = {
      needs: ['durable-session', 'code-first-control'],
      prefer: ['framework'],
    };
    const [first, second] = renderDecision(decide(requirements), requirements, 'text', META).split('\n');
    expect(`${first} ${second}`).toBe(
      'Recommended runtime: the open-source agent framework. The needs also favour the managed agent service; the stated preference decides.',
    );
  });

  it('says that the recommended runtime is the only one left', () => {
    const requirements: Requirements = { residency: ['eu'], languages: ['go'] };
    const [first] = renderDecision(decide(requirements), requirements, 'text', META).split('\n');
    expect(first).toBe(
      'Recommended runtime: a Responses-style API plus tools. It is the only runtime that is not excluded.',
    );
  });
});

describe('a runtime that is excluded', () => {
  it.each([
    ['text', 'A Responses-style API plus tools: recommended. - Condition: '],
    ['table', 'On condition (a Responses-style API plus tools): '],
    ['markdown', '| A Responses-style API plus tools | recommended, '],
    ['adr', '### A Responses-style API plus tools: recommended - Condition: '],
  ] as const)('comes with no condition, which one that is left has: %s', (format, before) => {
    const requirements: Requirements = { residency: ['eu'], languages: ['go'] };
    const text = renderDecision(decide(requirements), requirements, format, META).replace(/\s+/g, ' ');
    const condition =
      "with the caller's own controls: provided that you control the region of the model endpoint, stored state, the trace store and each MCP host";
    // A record names the condition with its option, and again in its section of conditions.
    expect(text.split(condition)).toHaveLength(format === 'adr' ? 3 : 2);
    expect(text).toContain(before + condition);
  });
});

describe('a preference for an excluded runtime', () => {
  it.each(['text', 'table', 'markdown', 'adr'] as const)('is reported in one sentence: %s', (format) => {
    const requirements: Requirements = { residency: ['eu'], prefer: ['managed', 'framework'] };
    const text = renderDecision(decide(requirements), requirements, format, META).replace(/\s+/g, ' ');
    expect(text.split('You prefer the managed agent service, but it is excluded.')).toHaveLength(2);
    expect(text).not.toContain('You prefer the open-source agent framework');
  });

  it('is not reported where the runtime is not excluded', () => {
    const requirements: Requirements = { needs: ['durable-session'], prefer: ['managed'] };
    expect(renderDecision(decide(requirements), requirements, 'text', META)).not.toContain('You prefer');
  });
});

describe('needs that conflict', () => {
  it('are named in the outcome', () => {
    const requirements: Requirements = { needs: ['durable-session', 'code-first-control'] };
    const [first, second] = renderDecision(decide(requirements), requirements, 'text', META).split('\n');
    expect(`${first} ${second}`.trim()).toBe(
      'No single runtime fits: the needs conflict (a durable session and code-first control of the loop).',
    );
  });
});

describe('a decision with other requirements', () => {
  const requirements: Requirements = { needs: ['durable-session'] };
  const before = decide(requirements);
  const asked = (change: Requirements) => ({ ...before, whatIf: whatIf(before, requirements, change) });

  it('is reported as what changes in the text', () => {
    expect(renderDecision(asked({ beta: 'forbidden' }), requirements, 'text', META)).toBe(
      `Recommended runtime: the managed agent service.

What changes if a beta surface is forbidden:
  - Now: Recommended runtime: the managed agent service.
  - Then: No single runtime is recommended: the choice is between the open-source agent framework
    and a Responses-style API plus tools.
  - Lost: a durable session.
  - The managed agent service: recommended becomes excluded.
    - New reason: Constraint 4: The managed service is beta, and production may not rest on a beta
      surface.
    - No longer a reason: Rule 1: The operator runs and recovers a durable session.

Rules cited:
  - Rule 1: If the operator must run and recover a long, durable session, and neither data residency
    nor zero data retention is required, use the managed agent service.
  - Constraint 4: The managed agent service is beta.
`,
    );
  });

  it('is a table of what is and what would be', () => {
    const text = renderDecision(asked({ beta: 'forbidden' }), requirements, 'table', META);
    expect(text.slice(text.indexOf('What changes'), text.indexOf('\nRules cited'))).toBe(
      `What changes if a beta surface is forbidden:
No single runtime is recommended: the choice is between the open-source agent framework and a
Responses-style API plus tools.

runtime    now          then      reasons
---------  -----------  --------  --------------------------
managed    recommended  excluded  + beta (constraint-4)
                                  - durable-session (rule-1)
framework  possible     possible  -
responses  possible     possible  -
`,
    );
  });

  it('is a list in Markdown, and a section of a decision record', () => {
    const list = `- Now: Recommended runtime: the managed agent service.
- Then: No runtime is recommended yet: the stated requirements do not decide.
- The managed agent service: recommended becomes possible.
  - No longer a reason: Rule 1: The operator runs and recovers a durable session.
`;
    const change = asked({ needs: [] });
    expect(renderDecision(change, requirements, 'markdown', META)).toContain(
      `\nWhat changes if no need is stated:\n\n${list}`,
    );
    expect(renderDecision(change, requirements, 'adr', META)).toContain(
      `\n## What changes if no need is stated\n\n${list}`,
    );
  });

  it.each(['text', 'table', 'markdown', 'adr'] as const)('says that nothing changes: %s', (format) => {
    const text = renderDecision(asked({ beta: 'allowed' }), requirements, format, META).toLowerCase();
    expect(text.slice(text.indexOf('what changes if a beta surface is allowed'))).toMatch(
      /^what changes if a beta surface is allowed:?\s+nothing\./,
    );
  });

  it.each([
    [
      'text',
      ['of the loop and a beta surface is forbidden', 'managed agent service: recommended becomes excluded'],
    ],
    ['table', ['managed    recommended  excluded', '+ beta (constraint-4)', '- durable-session (rule-1)']],
    ['markdown', ['managed agent service: recommended becomes excluded', 'New reason: Constraint 4']],
    [
      'adr',
      [
        '## What changes if the project needs code-first control',
        'open-source agent framework: possible becomes recommended',
      ],
    ],
    ['json', ['"to": "excluded"', '"to": "framework"', '"rule": "rule-3"']],
  ] as const)('combines several changes into one: %s', (format, expected) => {
    const change = asked({ beta: 'forbidden', needs: ['code-first-control'] });
    const text = renderDecision(change, requirements, format, META);
    const plain = format === 'table' ? text : text.replace(/\s+/g, ' ');
    for (const words of expected) expect(plain).toContain(words);
  });

  it('is part of the JSON', () => {
    const change = asked({ beta: 'forbidden' });
    expect(JSON.parse(renderDecision(change, requirements, 'json', META)).whatIf).toEqual(change.whatIf);
    expect(validatorOf('decision')(change)).toBe(true);
  });
});

describe('a decision in other formats', () => {
  it('is a table with one line a reason', () => {
    expect(renderDecision(CHOICE, EU, 'table', META)).toBe(
      `No single runtime is recommended: the choice is between the open-source agent framework and a
Responses-style API plus tools.

runtime    verdict         because             not shown to be met
---------  --------------  ------------------  -------------------
managed    excluded        residency (rule-2)  -
framework  possible        -                   durable-session
           (on condition)
responses  possible        -                   durable-session
           (on condition)

Each requirement, each rule:

requirement            stated      rule          managed   framework     responses
---------------------  ----------  ------------  --------  ------------  ------------
residency              eu          rule-2        excludes  on condition  on condition
                                   constraint-1  excludes  -             -
zero_data_retention    not stated  rule-2        -         -             -
                                   constraint-2  -         -             -
self-hosted-sandbox    not stated  constraint-3  -         -             -
beta                   not stated  constraint-4  -         -             -
languages              not stated  table         -         -             -
durable-session        yes         rule-1        favours   not shown     not shown
long-running           not stated  rule-1        -         -             -
hosted-sandbox         not stated  table         -         -             -
artifacts              not stated  table         -         -             -
code-first-control     not stated  rule-3        -         -             -
custom-orchestration   not stated  table         -         -             -
self-hosted-execution  not stated  table         -         -             -
simple-assistant       not stated  table         -         -             -
                                   rule-4        -         -             -
call-by-call-control   not stated  table         -         -             -
                                   rule-4        -         -             -
prefer                 not stated  -             -         -             -
verdict                -           -             excluded  possible      possible

On condition (the open-source agent framework and a Responses-style API plus tools): with the
caller's own controls.

Stated: data is processed in the EU only (DPIA-2026-14); the project needs a durable session.

Unmet as far as is documented: a durable session. That is what the managed agent service is for;
whether another runtime can meet it is not shown.

To settle it, state prefer: which runtime is preferred; languages: what the team writes agents in.

Rules cited:
  - Rule 2: If data must stay in the EU, or zero data retention is required, the managed agent
    service is not eligible, even with a self-hosted sandbox. Use the open-source agent framework or
    a Responses-style API, with your own controls.
`,
    );
  });

  it('is exactly the decision in JSON', () => {
    expect(JSON.parse(renderDecision(CHOICE, EU, 'json', META))).toEqual(CHOICE);
  });

  it('is a table in Markdown', () => {
    expect(renderDecision(CHOICE, EU, 'markdown', META)).toBe(
      `**No single runtime is recommended: the choice is between the open-source agent framework and a Responses-style API plus tools.**

| Runtime | Verdict | Because | Not shown to be met |
|---|---|---|---|
| The managed agent service | excluded | Rule 2: Data has to stay in the EU. (DPIA-2026-14) | - |
| The open-source agent framework | possible, with the caller's own controls | - | a durable session |
| A Responses-style API plus tools | possible, with the caller's own controls | - | a durable session |

Stated: data is processed in the EU only (DPIA-2026-14); the project needs a durable session.

Unmet as far as is documented: a durable session. That is what the managed agent service is for; whether another runtime can meet it is not shown.

To settle it, state prefer: which runtime is preferred; languages: what the team writes agents in.

Rules cited:

- Rule 2: If data must stay in the EU, or zero data retention is required, the managed agent service is not eligible, even with a self-hosted sandbox. Use the open-source agent framework or a Responses-style API, with your own controls.
`,
    );
  });

  it('is a decision record with options, rules, conditions, consequences, unmet needs, assumptions, flips and versions', () => {
    expect(
      renderDecision(RECOMMENDED, { needs: ['durable-session'] }, 'adr', { ...META, asOf: '2026-11-20' }),
    ).toBe(`# Run the agents on the managed agent service

- Status: proposed
- Date: 2026-11-20
- Deciders: to be named
- Review date: to be set, at the latest when something below changes that the decision rests on

## Status quo

No file shows a runtime today.

## Context

Three runtimes can run the agents: the managed agent service, the open-source agent framework, and a Responses-style API plus tools. What the project states:

- The project needs a durable session

## Options

### The managed agent service: recommended

- The operator runs a durable session. Rule 1 (in our words, as of 2026-11-20): If the operator must run and recover a long, durable session, and neither data residency nor zero data retention is required, use the managed agent service.

### The open-source agent framework: possible

- Not shown to meet a durable session: that is what the managed agent service is for.

### A Responses-style API plus tools: possible

- Not shown to meet a durable session: that is what the managed agent service is for.

## Decision

Recommended runtime: the managed agent service.

## Conditions

None.

## Consequences

- The managed agent service: the operator runs the loop, with sessions, orchestration, context compaction, recovery, subagent delegation and session resumption. You supply the tools and choose the environment. It is beta, and every session is created with the beta header.
- Cost (constraint 5): The managed agent service costs the sum of model rates, tool rates and, with a hosted sandbox, container rates. With a self-hosted sandbox, execution and its cost move to your infrastructure.

## Cost

- The managed agent service: Model input, Model output, Hosted sandbox
  - High is unbounded: nothing limits the turns. The session payload shows no field that limits turns: state \`turns_per_session.high\` in the usage file, and end the session there yourself.
- The open-source agent framework: Model input, Model output, Your own infrastructure
  - High is unbounded: nothing limits the turns. Set the turn limit that the framework has for a run.
- A Responses-style API plus tools: Model input, Model output, Your own infrastructure
  - High is unbounded: nothing limits the turns. Limit the turns in your own loop, and state the limit as \`turns_per_session.high\` in the usage file.

## Migration

Nothing has to move.

## Unmet needs

None.

## Assumptions

Assumes that data may be processed in the US and kept: state both to confirm (residency, zero_data_retention).

## What would change this decision

- A choice between the open-source agent framework and a Responses-style API plus tools, if data has to stay outside the US, nothing may be kept after a call or a beta surface is forbidden.
- The requirements do not decide if a durable session is not needed.
- The needs conflict, between the managed agent service and the open-source agent framework, if code-first control of the loop is needed too, custom orchestration is needed too or the whole agent in your own infrastructure is needed too.
- The needs conflict, between the managed agent service and a Responses-style API plus tools, if a simple tool-using assistant is needed too or control over every call is needed too.

## Versions

- agent-lint 0.1.0, agent-lint/decision@1
- Rules: Managed Agent Sessions Service Specification, section 1 (beta header value agents=v1)
`);
  });

  it('has no date unless one is given', () => {
    for (const format of DECISION_FORMATS) {
      const text = renderDecision(CHOICE, EU, format, META).replaceAll(
        `in our words, as of ${WORDED_ON}`,
        '',
      );
      expect(text).not.toMatch(/20\d\d-\d\d-\d\d/);
    }
  });

  it('lets no text of a requirement become markup, a command or an escape', () => {
    const evil = '[x](http://evil) | <b>\n::error::y\x1b[2J';
    const requirements: Requirements = { ...EU, because: { residency: evil }, languages: [evil] };
    for (const format of ['markdown', 'adr'] as const) {
      const text = renderDecision(CHOICE, requirements, format, META);
      expect(text).toContain('\\[x\\](http://evil) \\| \\<b\\>\\\\u{a}::error::y\\\\u{1b}\\[2J');
      expect(text).not.toContain('\x1b');
    }
    const text = renderDecision(CHOICE, requirements, 'text', META);
    expect(text.split('\n').filter((line) => line.trimStart().startsWith('::'))).toEqual([]);
    expect(text).not.toContain('\x1b');
  });
});

describe('what would change a decision', () => {
  it('holds for each change that it names: all single changes are decided anew', () => {
    const requirements: Requirements = {
      residency: ['eu'],
      zero_data_retention: true,
      needs: ['durable-session'],
    };
    expect(flipWords(decide(requirements), requirements)).toEqual([
      'Recommended: the managed agent service, if residency, retention and beta all admit the managed agent service.',
      'Recommended: a Responses-style API plus tools, if agents are written in neither Python nor TypeScript, a simple tool-using assistant is needed too, control over every call is needed too or a Responses-style API plus tools is preferred.',
      'Recommended: the open-source agent framework, if code-first control of the loop is needed too, custom orchestration is needed too, the whole agent in your own infrastructure is needed too or the open-source agent framework is preferred.',
    ]);
  });

  it('never names a change that leaves outcome and recommendation as they are', () => {
    const decision: Decision = decide({ needs: ['simple-assistant'] });
    const flips = flipWords(decision, { needs: ['simple-assistant'] });
    expect(flips.some((flip) => flip.startsWith('Recommended: a Responses-style API plus tools,'))).toBe(
      false,
    );
  });
});
