import { describe, expect, it } from 'vitest';
import type { LintResult } from '../../src/lint/result.js';
import type { Decision, Finding, NotAssessed } from '../../src/model/index.js';
import { renderPretty } from '../../src/report/formats/pretty.js';
import {
  CHOICE,
  decided,
  EU,
  finding,
  notAssessed,
  place,
  RECOMMENDED,
  REFUNDS,
  range,
  result,
} from './results.js';

function pretty(
  changes: Partial<LintResult>,
  texts: Record<string, string> = { 'refunds.agent.yaml': REFUNDS },
) {
  return renderPretty(result(changes), { color: false, source: (file) => texts[file] });
}

describe('the report for people', () => {
  it('shows the decision, the findings with their places, and what was met and what is not known', () => {
    const text = pretty({
      decisions: [decided(CHOICE, EU, ['refunds.agent.yaml'])],
      findings: [
        finding(),
        finding({
          rule: 'mcp/plain-http',
          severity: 'warning',
          confidence: 'high',
          message: 'The server is reached without encryption.',
          file: 'b.yaml',
          range: range(2, 1, 1),
          evidence: 'shown',
          remediation: 'Use https.',
          spec: '4, 8',
          related: [{ message: 'also here', file: 'c.yaml', range: range(9, 2, 5) }],
        }),
        finding({ rule: 'tracing/missing', ignored: { kind: 'comment', reason: 'elsewhere' } }),
        finding({ rule: 'scope/wildcard', ignored: { kind: 'baseline', reason: 'before' } }),
        finding({ rule: 'scope/wildcard', ignored: { kind: 'baseline', reason: 'before' } }),
      ],
      notAssessed: [notAssessed(), notAssessed({ message: 'another' })],
      met: [
        { rule: 'approval/missing', shown: 7, attested: 3 },
        { rule: 'tracing/missing', shown: 0, attested: 2 },
      ],
    });
    expect(text).toBe(`refunds.agent.yaml
  6:31  error  approval/missing
    \`issue_refund\` pays money back and nobody is asked first.

    5 |     - type: shell
    6 |     - { type: function, name: issue_refund, description: Refund a charge }
      |                               ^^^^^^^^^^^^
    7 |   mcp_servers:

    Evidence  cannot be stated in this file (medium confidence)
    Fix       State who approves it under controls.tools.issue_refund.approval.
    Why       An agent that can take an irreversible action (refund, delete, send, write, commit)
              needs a human approval gate on that action.

b.yaml
  2:1  warning  mcp/plain-http
    The server is reached without encryption.
    Evidence  seen in the file (high confidence)
    Fix       Use https.
    Why       Give an agent only the tools and the MCP scopes that its task needs.
    See       c.yaml:9:2 also here

1 error, 1 warning, 0 infos in 1 file, 0 agent systems
3 findings ignored: 1 by a comment and 2 by the baseline.
12 controls met: 7 seen in files, 5 only claimed.
Only claimed: approval/missing 3, tracing/missing 2.
By rule: approval/missing 1, mcp/plain-http 1.
Not assessed: 2
  - scope/unrestricted-server, computed at run time: another (refunds.agent.yaml:8:12)
  - scope/unrestricted-server, computed at run time: the tools of \`billing.example.com\`
    (refunds.agent.yaml:8:12)

No single runtime is recommended: the choice is between the open-source agent framework and a
Responses-style API plus tools. Reasons: agent-lint decide.
`);
  });

  it('orders by severity over all files, then by weight, then by file and place', () => {
    const weights: Partial<Finding>[] = [
      { act: 'outward' },
      { rule: 'approval/not-gateable', act: 'outward', file: 'b.yaml' },
      { rule: 'approval/open-ended-tool', act: 'open-ended' },
      { act: 'destructive' },
      { rule: 'mcp/literal-secret' },
      { rule: 'approval/unanswered' },
      { rule: 'scope/wildcard', file: 'a.yaml' },
      { rule: 'scope/wildcard', file: 'a.yaml', range: range(9, 1, 2) },
      { rule: 'mcp/plain-http', file: 'b.yaml' },
      { rule: 'delegation/unbounded' },
      { rule: 'tracing/disabled' },
      { rule: 'guardrail/missing-input' },
      { rule: 'file/syntax' },
      { rule: 'runtime/ineligible' },
    ];
    const ordered = (['error', 'warning', 'info'] as const).flatMap((severity) =>
      weights.map((one, at) =>
        finding({ file: 'a.yaml', range: range(1, 1, 2), ...one, severity, message: `${severity} ${at}.` }),
      ),
    );
    const printed = pretty({ findings: [...ordered].reverse() }).match(/(?:error|warning|info) \d+(?=\.)/g);
    expect(printed).toEqual(ordered.map(({ message }) => message.slice(0, -1)));
  });

  it('names every act that was not decided behind the errors, by reason, and counts them', () => {
    const unknown = (tool: string, line: number, because: string, changes: Partial<NotAssessed> = {}) =>
      notAssessed({
        rule: 'approval/missing',
        at: place(line, 5, 9, 'desk.py', `tools[${tool}]`),
        ...{ tool, because, why: 'effect-not-known', ...changes },
      });
    const open = (tool: string, line: number, because: string) =>
      unknown(tool, line, because, { why: 'gate-not-known', act: 'outward' });
    const text = pretty({
      findings: [finding({ severity: 'warning', file: 'b.yaml' }), finding({ file: 'a.yaml' })],
      acts: 26,
      notAssessed: [
        open('pay_bill', 21, '`Prepare` is not read'),
        unknown('ask', 40, 'nothing shows what it does'),
        open('send', 30, 'a setting decides'),
        open('delete_issue', 14, '`Prepare` is not read'),
        unknown('look', 44, 'nothing shows what it does'),
      ],
    });
    expect(text.split('\n').filter((line) => /decided|^[ab]\.yaml|assessed| - /.test(line))).toEqual([
      'a.yaml',
      'Not decided for `delete_issue` (desk.py:14) and `pay_bill` (desk.py:21): `Prepare` is not read.',
      'Not decided for `send` (desk.py:30): a setting decides.',
      'b.yaml',
      '3 of 26 acts were not decided.',
      'Not assessed: 2',
      '  - approval/missing, computed at run time: `ask` and `look`: nothing shows what it does',
    ]);
  });

  it('says what could not be read, once for each place', () => {
    const open = (line: number) => ({
      what: 'a tool of `clerk`',
      why: 'computed by pick()',
      at: place(line, 3, 9, 'clerk.ts'),
    });
    const text = pretty({ unresolved: [open(4), open(4), open(9), { ...open(2), what: 'a handoff' }] });
    expect(text).toContain(`Not read, so not checked: 3
  - a tool of \`clerk\`: computed by pick() (clerk.ts:4:3 and 9:3)
  - a handoff: computed by pick() (clerk.ts:2:3)
`);
  });

  it('names agents, tools and places of what was not assessed for one reason', () => {
    const open = (agent: string, line: number, changes: Partial<NotAssessed> = {}) =>
      notAssessed({
        rule: 'approval/missing',
        ...{ agent, message: `The tools of \`${agent}\` (computed).`, at: place(line, 1, 5, `${agent}.ts`) },
        ...changes,
      });
    const unread = { because: 'too large', why: 'effect-not-known' } as const;
    const text = pretty({
      notAssessed: [
        ...['a', 'b', 'b', 'c'].map((agent, at) => open(agent, at + 1)),
        ...[...'abcdefghijkl'].map((agent) => open(agent, 1, { message: `Of \`${agent}\`.` })),
        ...['x', 'y'].map((agent) => open(agent, 1, unread)),
        ...['x', 'y'].map((agent) => open(agent, 2, { isImport: true, message: agent })),
      ],
    });
    const items = text
      .slice(text.indexOf('  - '))
      .replaceAll(/\n {4}/g, ' ')
      .trimEnd()
      .split('\n');
    expect(items.map((item) => item.replace('  - approval/missing, computed at run time: ', ''))).toEqual([
      'Of `a`, `b`, `c`, `d`, `e`, `f`, `g`, `h`, `i`, `j` and 2 more. (a.ts:1:1, b.ts:1:1, c.ts:1:1, d.ts:1:1, e.ts:1:1, f.ts:1:1, g.ts:1:1, h.ts:1:1, i.ts:1:1, j.ts:1:1 and 2 more)',
      'The tools of `a`, `b` and `c` (computed). (a.ts:1:1, b.ts:2:1, 3:1 and c.ts:4:1)',
      '2 programs: too large (x.ts:1:1 and y.ts:1:1)',
      '2 imports lead to no file of the repository: a control that comes from there cannot be known (x.ts:2:1 and y.ts:2:1)',
    ]);
  });

  it('counts met controls where there is a system, and none where there is none', () => {
    expect(pretty({ systemCount: 1 }).split('\n')).toEqual([
      '0 errors, 0 warnings, 0 infos in 1 file, 1 agent system',
      'No controls met.',
      '',
    ]);
    expect(pretty({ files: [] })).toBe('0 errors, 0 warnings, 0 infos in 0 files, 0 agent systems\n');
  });

  it('ends with the decision, in three lines at most', () => {
    const undecided: Decision = { ...CHOICE, outcome: 'undecided', unmet: [], runtimes: [] };
    const ending = (decisions: LintResult['decisions'], findings: Finding[] = []) => {
      const text = pretty({ decisions, findings });
      return text.split('\n\n').at(-1);
    };
    const several = [
      decided(CHOICE, EU, ['a.yaml', 'b.yaml', 'c.yaml', 'd.yaml']),
      decided(RECOMMENDED, { needs: ['durable-session'] }, ['e.yaml']),
    ];
    const stays = finding({ rule: 'runtime/undecided', severity: 'info', range: range(2, 1, 6) });
    expect(ending([decided(undecided, {}, ['a.yaml'])])).toBe(
      'Runtime: not decided. State `requirements` to get a decision (agent-lint decide lists them).\n',
    );
    expect(
      ending([decided(undecided, EU, ['a.yaml'])], [stays]),
    ).toBe(`Runtime: not decided (info runtime/undecided at refunds.agent.yaml:2:1). The stated requirements do
not decide (agent-lint decide lists what to state).
`);
    expect(
      ending(several),
    ).toBe(`2 runtime decisions (reasons: agent-lint decide). a.yaml, b.yaml, c.yaml and 1 more file: No single
runtime is recommended: the choice is between the open-source agent framework and a Responses-style
API plus tools. e.yaml: Recommended runtime: the managed agent service.
`);
    expect(ending([...several, ...several])?.split('\n')).toEqual([
      '4 runtime decisions (reasons: agent-lint decide). a.yaml, b.yaml, c.yaml and 1 more file: No single',
      'runtime is recommended: the choice is between the open-source agent framework and a Responses-style',
      expect.stringMatching(/ \.\.\.$/),
      '',
    ]);
  });

  it('reports the lack of a decision as a finding where it fails the run', () => {
    const undecided: Decision = { ...CHOICE, outcome: 'undecided', unmet: [], runtimes: [] };
    const failing = finding({ rule: 'runtime/undecided', severity: 'error' });
    expect(pretty({ decisions: [decided(undecided, {}, ['a.yaml'])], findings: [failing] })).toContain(
      '  6:31  error  runtime/undecided\n',
    );
  });

  it('prints no decision where the run is about single files', () => {
    const all = result({ decisions: [decided(CHOICE, EU, ['refunds.agent.yaml'])] });
    const options = { color: false, source: () => undefined };
    expect(renderPretty(all, { ...options, decision: false })).toBe(
      '0 errors, 0 warnings, 0 infos in 1 file, 0 agent systems\n',
    );
    expect(renderPretty(all, options)).toContain('No single runtime is recommended');
  });

  it('groups similar findings of a file, with the fix once if they share it', () => {
    const similar = { file: 'b.yaml', remediation: 'Pin the version.', evidence: 'shown' } as const;
    const text = pretty({
      findings: [
        finding({ ...similar, range: range(3, 1, 4), message: '`a` is not pinned.' }),
        finding({ ...similar, range: range(5, 1, 4), rule: 'mcp/plain-http', message: 'In between.' }),
        finding({
          ...similar,
          range: range(12, 10, 14),
          message: '`b` is not pinned.',
          related: [
            { message: 'also here', file: 'c.yaml', range: range(9, 2, 5) },
            { message: 'and here', file: 'b.yaml', range: range(7, 2, 5) },
          ],
        }),
        finding({ ...similar, severity: 'warning', range: range(13, 1, 2), message: 'Only a warning.' }),
      ],
    });
    expect(text.split('\n\n').slice(0, 2).join('\n\n')).toBe(`b.yaml
  error  approval/missing  (2 findings)
    3:1    \`a\` is not pinned.
    12:10  \`b\` is not pinned.
           See  c.yaml:9:2 also here
           See  7:2 and here
    Evidence  seen in the file (medium confidence)
    Fix       Pin the version.
    Why       An agent that can take an irreversible action (refund, delete, send, write, commit)
              needs a human approval gate on that action.

  5:1  error  mcp/plain-http
    In between.
    Evidence  seen in the file (medium confidence)
    Fix       Pin the version.
    Why       Give an agent only the tools and the MCP scopes that its task needs.`);
  });

  it('prints ten related places of a finding, and counts the others', () => {
    const related = Array.from({ length: 12 }, (_, i) => ({
      message: `Covers \`x${i}\` too.`,
      file: 'b.yaml',
      range: range(7 + i, 2, 5),
    }));
    const one = finding({ file: 'b.yaml', related });
    for (const findings of [[one], [one, { ...one, range: range(30, 1, 2) }]]) {
      const lines = pretty({ findings })
        .split('\n')
        .map((line) => line.trim());
      expect(lines.filter((line) => line.startsWith('See'))).toHaveLength(11 * findings.length);
      expect(lines).toContain(
        'See       16:2 Covers `x9` too.'.replace(/ +/, findings.length > 1 ? '  ' : '       '),
      );
      expect(lines.filter((line) => line.includes('2 more places (--format json lists all)'))).toHaveLength(
        findings.length,
      );
    }
  });

  it('prints the fix of each finding of a group where they differ', () => {
    const text = pretty({
      findings: [
        finding({ file: 'b.yaml', range: range(3, 1, 4), message: 'One.', remediation: 'Do this.' }),
        finding({ file: 'b.yaml', range: range(4, 1, 4), message: 'Two.', remediation: 'Do that.' }),
      ],
    });
    expect(text.split('\n\n')[0]).toBe(`b.yaml
  error  approval/missing  (2 findings)
    3:1  One.
         Fix  Do this.
    4:1  Two.
         Fix  Do that.
    Evidence  cannot be stated in this file (medium confidence)
    Why       An agent that can take an irreversible action (refund, delete, send, write, commit)
              needs a human approval gate on that action.`);
  });

  it('prints at most 50 findings of a rule unless it is asked for more, and counts the rest', () => {
    const many = result({
      findings: Array.from({ length: 60 }, (_, at) =>
        finding({
          range: range(at + 1, 1, 2),
          message: `Number ${at}.`,
          severity: at === 59 ? 'error' : 'info',
        }),
      ),
    });
    const shown = (maxFindings?: number) => {
      const options = { color: false, source: () => undefined };
      const text = renderPretty(many, maxFindings === undefined ? options : { ...options, maxFindings });
      const rest = text.split('\n').filter((line) => line.includes('--max-findings'));
      return [(text.match(/Number \d+\./g) ?? []).length, text.includes('Number 59.'), ...rest];
    };
    expect(shown()).toEqual([50, true, '10 more findings are not printed (--max-findings 0 prints all).']);
    expect(shown(1)).toEqual([1, true, '59 more findings are not printed (--max-findings 0 prints all).']);
    expect(shown(59)).toEqual([59, true, '1 more finding is not printed (--max-findings 0 prints all).']);
    expect(shown(0)).toEqual([60, true]);
  });

  it('shows errors and the counts alone when it is to be quiet', () => {
    const all = result({
      decisions: [decided(CHOICE, EU, ['refunds.agent.yaml'])],
      findings: [finding({ severity: 'warning' }), finding({ message: 'An error.', file: 'x.yaml' })],
      notAssessed: [notAssessed()],
    });
    expect(renderPretty(all, { color: false, quiet: true, source: () => undefined })).toBe(`x.yaml
  6:31  error  approval/missing
    An error.
    Evidence  cannot be stated in this file (medium confidence)
    Fix       State who approves it under controls.tools.issue_refund.approval.
    Why       An agent that can take an irreversible action (refund, delete, send, write, commit)
              needs a human approval gate on that action.

1 error, 1 warning, 0 infos in 1 file, 0 agent systems
By rule: approval/missing 2.
`);
  });

  it('lists at most ten kinds of what could not be assessed', () => {
    const items = Array.from({ length: 12 }, (_, at) =>
      notAssessed({ rule: `scope/rule-${String(at).padStart(2, '0')}` }),
    );
    const lines = pretty({ notAssessed: items }).trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('  - scope/rule-'))).toHaveLength(10);
    expect(lines.at(-1)).toBe('  and 2 more kinds');
  });

  it('paints only when colours are asked for', () => {
    const one = result({ findings: [finding()] });
    const source = () => REFUNDS;
    expect(renderPretty(one, { color: true, source })).toContain('\x1b[31m^^^^^^^^^^^^\x1b[39m');
    expect(renderPretty(one, { color: false, source })).not.toContain('\x1b');
  });
});

describe('the report for people on hostile input', () => {
  const name = 'x\n::error::forged\x1b[2J\u202e';

  it('makes names, paths, messages and quoted lines visible', () => {
    const text = pretty(
      {
        findings: [
          finding({
            file: `${name}.yaml`,
            message: `${name} is bad`,
            remediation: name,
            rule: name,
            range: range(1, 1, 4),
            related: [{ message: name, file: name, range: range(1, 1, 2) }],
          }),
        ],
        notAssessed: [notAssessed({ message: name, at: { ...notAssessed().at, file: name } })],
      },
      { [`${name}.yaml`]: 'a: \x1b[31m\u202eb' },
    );
    expect(text).toBe(`x\\u{a}::error::forged\\u{1b}[2J\\u{202e}.yaml
  1:1  error  x\\u{a}::error::forged\\u{1b}[2J\\u{202e}
    x\\u{a}::error::forged\\u{1b}[2J\\u{202e} is bad

    1 | a: \\u{1b}[31m\\u{202e}b
      | ^^^

    Evidence  cannot be stated in this file (medium confidence)
    Fix       x\\u{a}::error::forged\\u{1b}[2J\\u{202e}
    See       x\\u{a}::error::forged\\u{1b}[2J\\u{202e}:1:1 x\\u{a}::error::forged\\u{1b}[2J\\u{202e}

1 error, 0 warnings, 0 infos in 1 file, 0 agent systems
By rule: x\\u{a}::error::forged\\u{1b}[2J\\u{202e} 1.
Not assessed: 1
  - scope/unrestricted-server, computed at run time: x\\u{a}::error::forged\\u{1b}[2J\\u{202e}
    (x\\u{a}::error::forged\\u{1b}[2J\\u{202e}:8:12)
`);
  });

  it('lets no wrapped line begin a workflow command', () => {
    const text = pretty({ findings: [finding({ message: `${'long '.repeat(18)}words ::error::forged` })] });
    expect(text.split('\n').filter((line) => line.trimStart().startsWith('::'))).toEqual([]);
    expect(text).toContain('    \\u{3a}:error::forged\n');
  });

  it('prints a literal secret in no frame of its file', () => {
    const source = 'headers:\n  X-Key: plain words\n  Other: 1\n';
    const secret = finding({ rule: 'mcp/literal-secret', range: range(2, 10, 21), message: 'A secret.' });
    const text = pretty(
      { findings: [secret, finding({ range: range(3, 3, 8), message: 'Beside it.' })] },
      { 'refunds.agent.yaml': source },
    );
    expect(text).not.toContain('plain words');
    expect(text).toContain('    2 |   X-Key: ***\n      |          ^^^\n');
  });

  it('hides a literal secret that was set aside', () => {
    const secret = finding({
      rule: 'mcp/literal-secret',
      range: range(2, 10, 21),
      ignored: { kind: 'config', reason: 'rotated' },
    });
    const text = pretty(
      { findings: [secret, finding({ range: range(3, 3, 8) })] },
      { 'refunds.agent.yaml': 'headers:\n  X-Key: plain words\n  Other: 1\n' },
    );
    expect(text).not.toContain('plain words');
  });

  it('gives a reason under Why, never only the name of a rule', () => {
    const whyOf = (rule: string) =>
      pretty({ findings: [finding({ rule, spec: '1' })] })
        .split('\n')
        .filter((line) => /^ {4}(?:Why| {10}\S)/.test(line));
    expect(whyOf('delegation/unbounded')).toEqual([
      '    Why       `multi_agent.max_concurrent_subagents` bounds how many subagents run at once. Set it,',
      '              so that cost and rate limits stay predictable.',
    ]);
    // Of two, both; of a long one, its first sentence; of many, the message says which one applies.
    expect(whyOf('scope/toxic-flow')).toEqual([
      '    Why       An agent that can take an irreversible action (refund, delete, send, write, commit)',
      '              needs a human approval gate on that action.',
    ]);
    expect(whyOf('session/undocumented')).toEqual([
      '    Why       An agent acts through function calling, web search, file search, code interpreter,',
      '              shell, computer use, image generation, apply patch and MCP connections.',
    ]);
    expect(whyOf('runtime/ineligible')).toEqual([]);
  });
});
