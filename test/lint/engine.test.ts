import { describe, expect, it } from 'vitest';
import type { LintRequest } from '../../src/index.js';
import type { LintResult } from '../../src/lint/result.js';
import { lintFiles } from '../rules/lint-files.js';

const refund =
  'agent:\n  tools:\n    - { type: function, name: issue_refund }\nenvironment: { type: hosted }\n';
const session = (name: string) =>
  `agent:\n  tools:\n    - { type: function, name: ${name} }\nenvironment: { type: hosted }\n`;

function stated(result: LintResult, rule?: string): string[] {
  return result.findings
    .filter((finding) => rule === undefined || finding.rule === rule)
    .map(
      ({ file, range, severity, rule: id, ignored }) =>
        `${file}:${range.start.line} ${severity} ${id}${ignored ? ` (${ignored.kind}: ${ignored.reason})` : ''}`,
    );
}

const only = (rule: string, more: LintRequest = {}): LintRequest => ({
  only: [rule, ...CONFIG_RULES],
  ...more,
});
const CONFIG_RULES = [
  'config/unused-ignore',
  'config/ignore-without-reason',
  'config/unknown-ignore',
  'config/expired-ignore',
  'config/expiring-soon',
  'config/expired-attestation',
  'config/locked-rule',
];

describe('severity', () => {
  it('follows the evidence: what a payload cannot state is at most a warning for tracing, and an error when strict', async () => {
    expect(
      stated(
        await lintFiles(
          { 'a.json': '{"agent":{"model":"m"},"environment":{"type":"hosted"}}' },
          only('tracing/missing'),
        ),
      ),
    ).toEqual(['a.json:1 warning tracing/missing']);
    expect(
      stated(
        await lintFiles(
          { 'a.json': '{"agent":{"model":"m"},"environment":{"type":"hosted"}}' },
          only('tracing/missing', { preset: 'strict' }),
        ),
      ),
    ).toEqual(['a.json:1 error tracing/missing']);
    expect(
      stated(
        await lintFiles({ 'agent.yaml': 'runtime: managed\nagent: { model: m }\n' }, only('tracing/missing')),
      ),
    ).toEqual(['agent.yaml:2 error tracing/missing']);
  });

  it('lists an unknown effect instead of guessing, and reports it when strict', async () => {
    const files = { 'agent.yaml': session('zorp') };
    const recommended = await lintFiles(files, only('approval/missing'));
    expect(recommended.findings).toEqual([]);
    expect(recommended.notAssessed.map(({ rule, evidence, at }) => `${rule} ${evidence} ${at.path}`)).toEqual(
      ['approval/missing undecidable agent.tools[zorp]'],
    );
    expect(stated(await lintFiles(files, only('approval/missing', { preset: 'strict' })))).toEqual([
      'agent.yaml:3 error approval/missing',
    ]);
  });

  it('is listed for each tool and agent, with what is not known of the tool', async () => {
    const files = {
      'desk.py': `import requests
from langchain.agents import create_agent
from langchain_core.tools import tool
from house_rules import Prepare

@tool
def delete_issue(issue: str) -> str:
    return requests.delete(f"https://x.example/{issue}").text

@tool
def zorp(text: str) -> str:
    return unknown_call(text)

@tool
def pay_bill(bill: str) -> str:
    return requests.post("https://api.stripe.com/v1/payouts", data={"b": bill}).text

day = create_agent("openai:gpt-5", name="day", tools=[delete_issue, zorp, pay_bill], middleware=[Prepare("x")])
night = create_agent("openai:gpt-5", name="night", tools=[delete_issue], middleware=[Prepare("y")])
`,
    };
    const { acts, notAssessed } = await lintFiles(files, only('approval/missing'));
    const entries = notAssessed
      .filter(({ tool }) => tool !== undefined)
      .map(({ tool, agent, at, act, why }) => [tool, agent, at.range().start.line, act, why]);
    expect(acts).toBe(2);
    expect(entries).toEqual([
      ['delete_issue', 'day', 7, 'destructive', 'gate-not-known'],
      ['zorp', 'day', 11, undefined, 'effect-not-known'],
      ['pay_bill', 'day', 15, 'outward', 'gate-not-known'],
      ['delete_issue', 'night', 7, 'destructive', 'gate-not-known'],
    ]);
  });

  it('is lowered to info in test files, but for literal secrets', async () => {
    const files = {
      'tests/refunds.agent.yaml': `${refund}headers: { Authorization: "Bearer 9f8e7d6c5b4a39281706" }\nruntime: managed\n`,
      'src/refunds.spec.agent.yaml': refund,
    };
    expect(stated(await lintFiles(files), 'approval/missing')).toEqual([
      'src/refunds.spec.agent.yaml:3 info approval/missing',
      'tests/refunds.agent.yaml:3 info approval/missing',
    ]);
    expect(stated(await lintFiles(files), 'mcp/literal-secret')).toEqual([
      'tests/refunds.agent.yaml:5 error mcp/literal-secret',
    ]);
  });

  it('is what the configuration, an override or the command line says', async () => {
    const files = {
      'a.agent.yaml': refund,
      'legacy/b.agent.yaml': refund,
      'agent-lint.config.yaml':
        'rules: { approval/missing: warning }\noverrides:\n  - { files: "legacy/**", rules: { approval/missing: off } }\n',
    };
    expect(stated(await lintFiles(files), 'approval/missing')).toEqual([
      'a.agent.yaml:3 warning approval/missing',
    ]);
    expect(
      stated(await lintFiles(files, { rules: { 'approval/missing': 'info' } }), 'approval/missing'),
    ).toEqual(['a.agent.yaml:3 info approval/missing', 'legacy/b.agent.yaml:3 info approval/missing']);
    expect(stated(await lintFiles(files, { config: false }), 'approval/missing')).toHaveLength(2);
  });
});

describe('nested configuration', () => {
  const files = {
    'agent-lint.config.yaml':
      'requirements: { residency: [eu], beta: forbidden }\nrules: { approval/missing: { severity: error, locked: true } }\n',
    'team/agent-lint.config.yaml':
      'requirements: { residency: [us, eu], needs: [artifacts] }\nrules: { approval/missing: off }\n',
    'team/a.agent.yaml': `# agent-lint-ignore approval/missing -- we know\n${refund}`,
  };

  it('tightens requirements, never loosens them, and names both places', async () => {
    const result = await lintFiles(files);
    expect(result.decisions.map((one) => one.requirements)).toEqual([
      { residency: ['eu'], beta: 'forbidden', needs: ['artifacts'] },
    ]);
    const [loosened] = result.findings.filter((finding) => finding.rule === 'runtime/requirement-loosened');
    expect(loosened).toMatchObject({
      file: 'team/agent-lint.config.yaml',
      related: [{ file: 'agent-lint.config.yaml' }],
    });
  });

  it('cannot change a locked rule, and each attempt is a finding', async () => {
    const result = await lintFiles(files);
    expect(stated(result, 'approval/missing')).toEqual(['team/a.agent.yaml:4 error approval/missing']);
    expect(stated(result, 'config/locked-rule')).toEqual([
      'team/agent-lint.config.yaml:2 error config/locked-rule',
    ]);
  });

  it('is reported where the command line asks for less of a locked rule', async () => {
    const asked = { 'approval/missing': 'off', 'mcp/plain-http': 'off' } as const;
    const result = await lintFiles(files, { rules: asked });
    expect(stated(result, 'approval/missing')).toHaveLength(1);
    const [note, ...others] = result.notes.filter((one) => one.includes('has no effect'));
    expect(note).toMatch(
      /^`approval\/missing=off` has no effect: the rule is locked at error by .*agent-lint\.config\.yaml\.$/,
    );
    expect(others).toEqual([]);
    expect((await lintFiles(files, { rules: { 'approval/missing': 'error' } })).notes).toEqual(
      (await lintFiles(files)).notes,
    );
  });
});

describe('an ignore in place', () => {
  const above = (comment: string) => ({
    'a.agent.yaml': refund.replace('    - {', `    # ${comment}\n    - {`),
  });
  const behind = (comment: string) => ({
    'a.agent.yaml': refund.replace('issue_refund }', `issue_refund } # ${comment}`),
  });
  const lint = (files: Record<string, string>, more: LintRequest = {}) =>
    lintFiles(files, only('approval/missing', more));

  it('sets a finding aside above and beside its element', async () => {
    expect(stated(await lint(above('agent-lint-ignore approval/missing -- asked in the console')))).toEqual([
      'a.agent.yaml:4 error approval/missing (comment: asked in the console)',
    ]);
    expect(
      stated(
        await lint(behind('agent-lint-ignore approval/missing -- asked in the console (until 2027-03-01)')),
      ),
    ).toEqual(['a.agent.yaml:3 error approval/missing (comment: asked in the console)']);
  });

  it('reaches an element that begins on an earlier line', async () => {
    const files = {
      'a.agent.yaml': refund.replace(
        '- { type: function, name: issue_refund }',
        '# agent-lint-ignore approval/missing -- asked\n    - type: function\n      name: issue_refund',
      ),
    };
    expect(stated(await lint(files))).toEqual(['a.agent.yaml:5 error approval/missing (comment: asked)']);
  });

  it.each([
    [
      'agent-lint-ignore approval/missing',
      'error config/ignore-without-reason',
      'The ignore of `approval/missing` has no reason, so it has no effect.',
    ],
    [
      'agent-lint-ignore approval/missing -- asked (until 2026-11-19)',
      'warning config/expired-ignore',
      'The ignore of `approval/missing` expired on 2026-11-19 and has no effect.',
    ],
    [
      'agent-lint-ignore aproval/missing -- asked',
      'error config/unknown-ignore',
      'Unknown rule `aproval/missing`. Did you mean `approval/missing`?',
    ],
    ['agent-lint-ignore', 'error config/unknown-ignore', 'The ignore names no rule, so it has no effect.'],
    [
      'agent-lint-effect read',
      'error config/ignore-without-reason',
      'The declared effect `read` has no reason, so it is not applied.',
    ],
  ])('%s has no effect: %s', async (comment, finding, message) => {
    const result = await lint(above(comment));
    expect(stated(result).sort()).toEqual(
      [`a.agent.yaml:3 ${finding}`, 'a.agent.yaml:4 error approval/missing'].sort(),
    );
    expect(result.findings.map((one) => one.message)).toContain(message);
  });

  it('holds through its last day and is announced before', async () => {
    expect(
      stated(await lint(above('agent-lint-ignore approval/missing -- asked (until 2026-11-20)'))),
    ).toEqual([
      'a.agent.yaml:3 info config/expiring-soon',
      'a.agent.yaml:4 error approval/missing (comment: asked)',
    ]);
  });

  it('is reported once it sets nothing aside', async () => {
    const files = {
      'a.agent.yaml': session('get_order').replace(
        '    - {',
        '    # agent-lint-ignore approval/missing -- asked\n    - {',
      ),
    };
    expect(stated(await lint(files))).toEqual(['a.agent.yaml:3 warning config/unused-ignore']);
  });

  it('is not honoured when asked so', async () => {
    expect(
      stated(await lint(above('agent-lint-ignore approval/missing -- asked'), { withoutIgnores: true })),
    ).toEqual(['a.agent.yaml:4 error approval/missing']);
  });

  it('is read in JSON with comments too', async () => {
    const json =
      '{\n  "agent": { "tools": [\n    // agent-lint-ignore approval/missing -- asked\n    { "type": "function", "name": "issue_refund" }\n  ] },\n  "environment": {}\n}\n';
    expect(stated(await lint({ 'a.json': json }))).toEqual([
      'a.json:4 error approval/missing (comment: asked)',
    ]);
  });

  it('may declare an effect instead', async () => {
    expect(stated(await lint(above('agent-lint-effect read -- a dry run')))).toEqual([]);
    const lowered = await lintFiles(above('agent-lint-effect read -- a dry run'), {
      only: ['approval/effect-lowered'],
    });
    expect(stated(lowered)).toEqual(['a.agent.yaml:4 info approval/effect-lowered']);
  });
});

describe('the configuration', () => {
  const ignore = (entry: string) => ({
    'a.agent.yaml': refund,
    'agent-lint.config.yaml': `ignore:\n  - ${entry}\n`,
  });
  const lint = (files: Record<string, string>, more: LintRequest = {}) =>
    lintFiles(files, only('approval/missing', more));

  it('sets findings aside by rule, file and structural path', async () => {
    expect(
      stated(
        await lint(
          ignore(
            '{ rule: approval/missing, files: "*.agent.yaml", at: "agent.tools[issue_refund]", reason: sandbox }',
          ),
        ),
      ),
    ).toEqual(['a.agent.yaml:3 error approval/missing (config: sandbox)']);
    expect(
      stated(
        await lint(
          ignore(
            '{ rule: approval/missing, files: "*.agent.yaml", at: "agent.tools[other]", reason: sandbox }',
          ),
        ),
      ),
    ).toEqual([
      'a.agent.yaml:3 error approval/missing',
      'agent-lint.config.yaml:2 warning config/unused-ignore',
    ]);
  });

  it('says nothing of entries whose files were not checked', async () => {
    expect(
      stated(await lint(ignore('{ rule: approval/missing, files: "legacy/*.json", reason: sandbox }'))),
    ).toEqual(['a.agent.yaml:3 error approval/missing']);
  });

  it('corrects a misread effect', async () => {
    const files = {
      'a.agent.yaml': refund,
      'agent-lint.config.yaml': 'tools: { issue_refund: { effect: read, because: prints a form } }\n',
    };
    expect(stated(await lint(files))).toEqual([]);
  });

  it('attests controls by glob until they expire', async () => {
    const files = {
      'a.session.yaml': refund,
      'agent-lint.config.yaml':
        'attestations:\n  - { files: "*.session.yaml", controls: { tools: { issue_refund: { approval: { by: human } } } }, reason: console, until: 2027-06-30 }\n',
    };
    const attested = await lint(files);
    expect(stated(attested)).toEqual([]);
    expect(attested.met).toEqual([{ rule: 'approval/missing', shown: 0, attested: 1 }]);
    expect(stated(await lint(files, { asOf: '2027-07-01' }))).toEqual([
      'a.session.yaml:3 error approval/missing',
      'agent-lint.config.yaml:2 warning config/expired-attestation',
    ]);
  });

  it('proposes a dialect for other names and leaves files out', async () => {
    const files = {
      'bots/refunds.yaml': 'agent: { tools: [{ type: shell }] }\n',
      'drafts/x.agent.yaml': refund,
      'agent-lint.config.yaml': 'dialects: { agent-config: ["bots/*.yaml"] }\nexclude: ["drafts/**"]\n',
    };
    expect((await lintFiles(files)).files).toEqual([{ path: 'bots/refunds.yaml', dialect: 'session' }]);
  });
});

describe('a fingerprint', () => {
  const prints = async (text: string) =>
    (await lintFiles({ 'a.agent.yaml': text }, { only: ['approval/missing'] })).findings.map(
      (one) => one.fingerprint,
    );

  it('stays when lines move and changes when one finding is swapped for another', async () => {
    const [before] = await prints(refund);
    expect(before).toMatch(/^[0-9a-f]{64}$/);
    expect(await prints(`# a comment\n\n${refund}`)).toEqual([before]);
    expect(await prints(session('send_email'))).not.toEqual([before]);
  });

  it('tells two alike apart', async () => {
    const twice = await prints(
      refund.replace('    - {', '    - { type: function, name: issue_refund }\n    - {'),
    );
    expect(new Set(twice).size).toBe(2);
  });
});

describe('decisions', () => {
  it('are made once for each distinct requirements, whatever the order of their keys', async () => {
    const result = await lintFiles({
      'a.agent.yaml': `requirements: { beta: allowed, needs: [artifacts] }\n${refund}`,
      'b.agent.yaml': `requirements: { needs: [artifacts], beta: allowed }\n${refund}`,
      'c.agent.yaml': `requirements: { needs: [simple-assistant] }\n${refund}`,
    });
    expect(result.decisions.map(({ decision, files }) => [decision.recommended, files])).toEqual([
      ['managed', ['a.agent.yaml', 'b.agent.yaml']],
      ['responses', ['c.agent.yaml']],
    ]);
  });

  it('that stay undecided are said once a run', async () => {
    const result = await lintFiles({
      'a.agent.yaml': refund,
      'b.agent.yaml': `requirements: { beta: allowed }\n${refund}`,
    });
    expect(stated(result, 'runtime/undecided')).toEqual(['a.agent.yaml:1 info runtime/undecided']);
  });
});
