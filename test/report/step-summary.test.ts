import { describe, expect, it } from 'vitest';
import { markdownText } from '../../src/report/shared/markdown.js';
import { stepSummary } from '../../src/report/step-summary.js';
import { finding, result } from './results.js';

describe('the summary of a step', () => {
  it('counts the findings and lists each with evidence and fix', () => {
    const text = stepSummary(
      result({
        findings: [
          finding({ remediation: 'Add `needs_approval=True`.' }),
          finding({ file: 'z.yaml', severity: 'info', message: 'Fine|print.' }),
          finding({ file: 'y.yaml', ignored: { kind: 'config', reason: 'accepted' } }),
        ],
        met: [{ rule: 'approval/missing', shown: 2, attested: 1 }],
      }),
    );
    expect(text).toBe(`## agent-lint: 1 error, 0 warnings, 1 info

1 file checked. 3 controls met: 2 seen in files, 1 only claimed.

| Severity | Place | Rule | Finding |
|---|---|---|---|
| error | refunds.agent.yaml:6:31 | approval/missing | \`issue_refund\` pays money back and nobody is asked first.<br>**Evidence:** cannot be stated in this file (medium confidence).<br>**Fix:** Add \`needs_approval=True\`. |
| info | z.yaml:6:31 | approval/missing | Fine\\|print.<br>**Evidence:** cannot be stated in this file (medium confidence).<br>**Fix:** State who approves it under controls.tools.issue_refund.approval. |

`);
  });

  it('stays below what a runner takes and counts the rest', () => {
    const findings = Array.from({ length: 1200 }, (_, at) =>
      finding({ file: `f${at}.yaml`, message: 'ä'.repeat(500) }),
    );
    const text = stepSummary(result({ findings }));
    const rows = text.split('\n').filter((line) => line.startsWith('| error')).length;
    expect(new TextEncoder().encode(text).length).toBeLessThan(1024 * 1024);
    expect(rows).toBeGreaterThan(700);
    expect(text).toContain(`\n${1200 - rows} more findings are not printed (--max-findings 0 prints all).\n`);
  });
});

describe('text in Markdown', () => {
  it.each([
    [
      '`run_all` sends <b>mail</b> | to [you](http://evil)',
      '`run_all` sends \\<b\\>mail\\</b\\> \\| to \\[you\\](http://evil)',
    ],
    ['a `x|y` b', 'a `x\\|y` b'],
    ['_all_ of #12 for @team: **now**', '\\_all\\_ of \\#12 for @<span></span>team: \\*\\*now\\*\\*'],
    ['one ` mark [x](y)', 'one \\` mark \\[x\\](y)'],
    ['a `` b [x](y) `c`', 'a \\`\\` b \\[x\\](y) `c`'],
    ['`a``b`', '`a` `b`'],
    ['line\nbreak', 'line\\\\u{a}break'],
  ])('%j', (text, markdown) => {
    expect(markdownText(text)).toBe(markdown);
  });
});
