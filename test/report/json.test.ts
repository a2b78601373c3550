import { describe, expect, it } from 'vitest';
import { systemJson } from '../../src/compare/system-json.js';
import { renderJson } from '../../src/report/formats/json.js';
import { CHOICE, decided, EU, finding, notAssessed, range, result, system } from './results.js';
import { validatorOf } from './schemas.js';

const FULL = result({
  decisions: [decided(CHOICE, EU, ['refunds.agent.yaml'])],
  files: [
    { path: 'z.yaml', dialect: 'session' },
    { path: 'refunds.agent.yaml', dialect: 'agent-config' },
  ],
  systems: [system()],
  findings: [
    finding({ range: range(9, 1, 2), severity: 'info' }),
    finding({ range: range(2, 1, 2), related: [{ message: 'here', file: 'b.yaml', range: range(1, 1, 2) }] }),
    finding({ file: 'a.yaml', severity: 'warning' }),
    finding({ file: 'b.yaml', ignored: { kind: 'config', reason: 'sandbox', until: '2027-01-31' } }),
  ],
  notAssessed: [notAssessed()],
  met: [
    { rule: 'tracing/missing', shown: 0, attested: 2 },
    { rule: 'approval/missing', shown: 7, attested: 3 },
  ],
  notes: ['a note'],
});

describe('the report for programs', () => {
  it('keeps its schema', () => {
    const validate = validatorOf('report');
    const report = JSON.parse(renderJson(FULL));
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    expect(validate(JSON.parse(renderJson(result())))).toBe(true);
    report.findings[0].severity = 'fatal';
    expect(validate(report)).toBe(false);
  });

  it('counts what stands, what was set aside, and what was met seen and claimed apart', () => {
    expect(JSON.parse(renderJson(FULL)).summary).toEqual({
      errors: 1,
      warnings: 1,
      infos: 1,
      ignored: 1,
      notAssessed: 1,
      met: { shown: 7, attested: 5 },
      files: 2,
      systems: 1,
    });
  });

  it('names the tool and its version, and repeats the decision with its requirements and files', () => {
    const report = JSON.parse(renderJson(FULL));
    expect(report.schema).toBe('agent-lint/report@1');
    expect(report.version).toBe('0.1.0');
    expect(report.tool).toEqual({ name: 'agent-lint', version: '0.1.0' });
    expect(report.decisions).toEqual([{ ...CHOICE, requirements: EU, files: ['refunds.agent.yaml'] }]);
    expect(report.systems).toEqual([systemJson(system())]);
    expect(report.notes).toEqual(['a note']);
  });

  it('puts files, findings and counts in an order that does not depend on the run', () => {
    const report = JSON.parse(renderJson(FULL)) as {
      files: { path: string }[];
      findings: { file: string; range: { start: { line: number } } }[];
      met: { rule: string }[];
    };
    expect(report.files.map(({ path }) => path)).toEqual(['refunds.agent.yaml', 'z.yaml']);
    expect(report.findings.map(({ file, range: { start } }) => `${file}:${start.line}`)).toEqual([
      'a.yaml:6',
      'b.yaml:6',
      'refunds.agent.yaml:2',
      'refunds.agent.yaml:9',
    ]);
    expect(report.met.map(({ rule }) => rule)).toEqual(['approval/missing', 'tracing/missing']);
    expect(renderJson({ ...FULL, findings: [...FULL.findings].reverse() })).toBe(renderJson(FULL));
  });

  it('prints a finding with all its fields, and leaves out those that do not hold', () => {
    const { findings } = JSON.parse(renderJson(FULL));
    expect(findings[1]).toEqual(FULL.findings[3]);
    const { agent, spec, ...bare } = finding();
    const [printed] = JSON.parse(renderJson(result({ findings: [bare] }))).findings;
    expect(Object.keys(printed)).toEqual([
      'rule',
      'severity',
      'confidence',
      'message',
      'file',
      'range',
      'path',
      'evidence',
      'remediation',
      'related',
      'references',
      'fingerprint',
      'fixes',
    ]);
    expect([agent, spec]).toEqual(['agent', '1']);
  });

  it('keeps hostile text whole and prints nothing that a terminal would act on', () => {
    const message = 'a\x1b[2J\u202e\x9b\n::error::x';
    const text = renderJson(result({ findings: [finding({ message })] }));
    expect(JSON.parse(text).findings[0].message).toBe(message);
    expect(text).toContain('"message": "a\\u001b[2J\\u202e\\u009b\\n::error::x"');
  });
});
