import { describe, expect, it } from 'vitest';
import { renderGithub } from '../../src/report/formats/github.js';
import { reportJson } from '../../src/report/formats/json.js';
import { renderSarif } from '../../src/report/formats/sarif.js';
import { finding, range, result } from './results.js';

const KNOWN = '%0AEvidence: cannot be stated in this file (medium confidence)%0AFix: Change it.';

describe('workflow commands', () => {
  it('annotate errors first, then warnings, then infos, and repeat all as lines in the order of the files', () => {
    const text = renderGithub(
      result({
        findings: [
          finding({ file: 'a.yaml', severity: 'info', message: 'One.', remediation: 'Change it.' }),
          finding({ file: 'b.yaml', severity: 'warning', message: 'Two.', remediation: 'Change it.' }),
          finding({ file: 'c.yaml', message: 'Three.', remediation: 'Change it.' }),
          finding({ file: 'd.yaml', ignored: { kind: 'config', reason: 'accepted' } }),
        ],
      }),
    );
    expect(text).toBe(
      [
        `::error file=c.yaml,line=6,col=31,endLine=6,endColumn=43,title=approval/missing::Three.${KNOWN}`,
        `::warning file=b.yaml,line=6,col=31,endLine=6,endColumn=43,title=approval/missing::Two.${KNOWN}`,
        `::notice file=a.yaml,line=6,col=31,endLine=6,endColumn=43,title=approval/missing::One.${KNOWN}`,
        'info a.yaml:6:31 approval/missing: One.',
        'warning b.yaml:6:31 approval/missing: Two.',
        'error c.yaml:6:31 approval/missing: Three.',
        'agent-lint: 1 error, 1 warning, 1 info (1 finding ignored)',
        '',
      ].join('\n'),
    );
  });

  it('annotate errors alone when they are to be quiet, with the counts of all', () => {
    const all = result({
      findings: [
        finding({ file: 'b.yaml', severity: 'warning', message: 'Two.' }),
        finding({ file: 'c.yaml', message: 'Three.', remediation: 'Change it.' }),
      ],
    });
    expect(renderGithub(all, { quiet: true })).toBe(
      [
        `::error file=c.yaml,line=6,col=31,endLine=6,endColumn=43,title=approval/missing::Three.${KNOWN}`,
        'error c.yaml:6:31 approval/missing: Three.',
        'agent-lint: 1 error, 1 warning, 0 infos',
        '',
      ].join('\n'),
    );
    const severities = (findings: { severity: string }[]) => findings.map(({ severity }) => severity);
    expect(severities(reportJson(all, { quiet: true }).findings)).toEqual(['error']);
    expect(severities(reportJson(all).findings)).toEqual(['warning', 'error']);
    const levels = (text: string) =>
      JSON.parse(text).runs[0].results.map((one: { level: string }) => one.level);
    expect(levels(renderSarif(all, { quiet: true }))).toEqual(['error']);
    expect(levels(renderSarif(all))).toEqual(['warning', 'error']);
  });

  it('stop at a limit, errors before warnings, and count the rest in one line', () => {
    const findings = [
      finding({ file: 'a.yaml', severity: 'warning' }),
      finding({ file: 'b.yaml', severity: 'info' }),
      finding({ file: 'c.yaml' }),
    ];
    const lines = renderGithub(result({ findings }), { maxFindings: 2 }).split('\n');
    expect(lines.map((line) => line.slice(0, 19))).toEqual([
      '::error file=c.yaml',
      '::warning file=a.ya',
      'warning a.yaml:6:31',
      'error c.yaml:6:31 a',
      '1 more finding is n',
      'agent-lint: 1 error',
      '',
    ]);
    expect(lines[4]).toBe('1 more finding is not printed (--max-findings 0 prints all).');
  });

  it('give no columns to a place that spans lines', () => {
    const [first] = renderGithub(result({ findings: [finding({ range: range(2, 3, 9, 4) })] })).split('\n');
    expect(first?.split('::')[1]).toBe(
      'error file=refunds.agent.yaml,line=2,endLine=4,title=approval/missing',
    );
  });

  it('cannot be forged by names, paths or messages', () => {
    const evil = 'a,b:c%\r\n::error::forged ##[add-path]/tmp';
    const text = renderGithub(
      result({ findings: [finding({ file: evil, message: evil, remediation: evil })] }),
    );
    const shown = 'a,b:c%25\\u{d}\\u{a}::error::forged ##\\u{5b}add-path]/tmp';
    const path = 'a%2Cb%3Ac%25\\u{d}\\u{a}%3A%3Aerror%3A%3Aforged ##\\u{5b}add-path]/tmp';
    const plain = 'a,b:c%\\u{d}\\u{a}::error::forged ##\\u{5b}add-path]/tmp';
    expect(text).toBe(
      [
        `::error file=${path},line=6,col=31,endLine=6,endColumn=43,title=approval/missing::${shown}%0AEvidence: cannot be stated in this file (medium confidence)%0AFix: ${shown}`,
        `error ${plain}:6:31 approval/missing: ${plain}`,
        'agent-lint: 1 error, 0 warnings, 0 infos',
        '',
      ].join('\n'),
    );
  });
});
