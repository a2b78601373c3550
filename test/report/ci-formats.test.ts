import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { renderAgent } from '../../src/report/formats/agent.js';
import { renderGitlab } from '../../src/report/formats/gitlab.js';
import { renderJunit } from '../../src/report/formats/junit.js';
import { renderMarkdown } from '../../src/report/formats/markdown.js';
import { finding, range, result } from './results.js';

const schema = (name: string) => readFileSync(new URL(`schemas/${name}`, import.meta.url), 'utf8');

/** Text that tries to break out of every format. */
const HOSTILE = 'x\n::error::y \u001b[31m \u202e ]]> <b>&"\' | `](javascript:1) @team \u0000';

const THREE = result({
  files: [
    { path: 'a.yaml', dialect: 'session' },
    { path: 'clean.yaml', dialect: 'session' },
  ],
  findings: [
    finding({ file: 'a.yaml', fingerprint: 'a1', message: 'One.', remediation: 'Change it.' }),
    finding({
      file: 'a.yaml',
      fingerprint: 'a2',
      severity: 'warning',
      message: 'Two.',
      range: range(7, 1, 2),
    }),
    finding({ file: 'b.yaml', fingerprint: 'b1', severity: 'info', message: 'Three.' }),
    finding({ file: 'b.yaml', fingerprint: 'b2', ignored: { kind: 'config', reason: 'accepted' } }),
  ],
});

const ODD = result({
  findings: [
    finding({
      file: `a${HOSTILE}.yaml`,
      message: HOSTILE,
      path: HOSTILE,
      remediation: HOSTILE,
      rule: 'approval/missing',
    }),
  ],
});

describe('a report for GitLab', () => {
  it('has an object per finding that is not set aside', () => {
    const report = JSON.parse(renderGitlab(THREE)) as unknown[];
    expect(report[0]).toEqual({
      description: 'One. Change it.',
      check_name: 'approval/missing',
      fingerprint: 'a1',
      severity: 'critical',
      location: { path: 'a.yaml', lines: { begin: 6, end: 6 } },
    });
    expect(report.map((one) => (one as { severity: string }).severity)).toEqual([
      'critical',
      'minor',
      'info',
    ]);
  });

  it.each([
    ['findings', THREE],
    ['hostile text', ODD],
    ['nothing', result({})],
  ])('follows the schema with %s', (_, one) => {
    const validate = new Ajv().compile(JSON.parse(schema('gitlab-code-quality.json')) as object);
    expect(validate(JSON.parse(renderGitlab(one)))).toBe(true);
  });
});

describe('a report as JUnit XML', () => {
  it('has a suite per file and a case per finding; what fails no run, and a clean file, pass', () => {
    const text = renderJunit(THREE);
    expect(text).toContain('<testsuites name="agent-lint" tests="4" failures="1" errors="0">');
    expect(text).toContain(
      '<testsuite name="clean.yaml" tests="1" failures="0" errors="0" skipped="0">\n    <testcase classname="clean.yaml" name="agent-lint"/>',
    );
    expect(text).toContain('<testsuite name="b.yaml" tests="1" failures="0" errors="0" skipped="0">');
    expect(text.match(/<failure /g)).toHaveLength(1);
    expect(renderJunit(THREE, { failOn: 'info' }).match(/<failure /g)).toHaveLength(3);
    expect(renderJunit(THREE, { failOn: 'never' })).not.toContain('<failure');
    expect(text).toContain(
      `<testcase classname="a.yaml" name="approval/missing at agent.tools[issue_refund]">
      <failure message="One." type="error">a.yaml:6:31 error approval/missing\nOne.`,
    );
  });

  it.each([
    ['findings', THREE],
    ['hostile text', ODD],
    ['nothing', result({})],
  ])('follows the schema with %s', async (_, one) => {
    const { valid, errors } = await validateXML({
      xml: { fileName: 'report.xml', contents: renderJunit(one) },
      schema: { fileName: 'junit.xsd', contents: schema('junit.xsd') },
    });
    expect([valid, errors]).toEqual([true, []]);
  });
});

describe('lines for coding agents', () => {
  it('have place, severity, rule, message and edit, and the totals last', () => {
    expect(renderAgent(THREE).split('\n')).toEqual([
      'a.yaml:6:31 error approval/missing One. Edit: Change it.',
      'a.yaml:7:1 warning approval/missing Two. Edit: State who approves it under controls.tools.issue_refund.approval.',
      'b.yaml:6:31 info approval/missing Three. Edit: State who approves it under controls.tools.issue_refund.approval.',
      '1 error, 1 warning, 1 info',
      '',
    ]);
  });

  it('cut the message, never the edit; a long claim is the page of the rule', () => {
    const message = 'm'.repeat(5_000);
    const edit = (title: string) => ({ title, safe: false, edits: [] });
    const lines = renderAgent(
      result({
        findings: [
          finding({ message, remediation: 'r'.repeat(5_000) }),
          finding({ message, remediation: 'r', fixes: [edit('e'.repeat(5_000))] }),
          finding({ message, remediation: 'r'.repeat(300), fixes: [edit('Claim: x')] }),
          finding({ message, remediation: 'r'.repeat(301), fixes: [edit('Claim: x')] }),
        ],
      }),
    ).split('\n');
    const lead = `refunds.agent.yaml:6:31 error approval/missing ${'m'.repeat(157)}... Edit: `;
    expect(lines.slice(0, 4)).toEqual([
      lead + 'r'.repeat(5_000),
      lead + 'e'.repeat(5_000),
      lead + 'r'.repeat(300),
      `${lead}see agent-lint explain approval/missing`,
    ]);
  });

  it('are one line each, whatever a name holds', () => {
    expect(renderAgent(ODD).split('\n')).toHaveLength(3);
    expect(renderAgent(ODD)).not.toMatch(/^::|[\p{Cf}]/mu);
  });
});

describe('a report as Markdown', () => {
  it('begins with the totals and has a table per file', () => {
    expect(renderMarkdown(THREE)).toContain('**1 error, 1 warning, 1 info** in 2 files');
    expect(renderMarkdown(THREE)).toContain(
      '| 6:31 | error | `approval/missing` | One. Evidence: cannot be stated in this file (medium confidence). | Change it. |',
    );
  });

  it('is not broken by what a name holds', () => {
    const rows = renderMarkdown(ODD)
      .split('\n')
      .filter((line) => line.startsWith('| 6:31'));
    expect(rows).toHaveLength(1);
    expect(rows[0]).not.toMatch(/<b>|[^\\]\]\(javascript|@team|\p{Cc}|\p{Cf}/u);
    expect(rows[0]?.replaceAll('\\|', '').split('|')).toHaveLength(7);
  });
});
