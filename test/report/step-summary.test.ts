import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../src/report/formats/markdown.js';
import { markdownText } from '../../src/report/shared/markdown.js';
import { stepSummary } from '../../src/report/step-summary.js';
import { finding, result } from './results.js';

describe('the summary of a step', () => {
  it('is the report in Markdown', () => {
    const one = result({ findings: [finding(), finding({ severity: 'info' })] });
    expect(stepSummary(one)).toBe(renderMarkdown(one));
    expect(stepSummary(one, { maxFindings: 1 })).toBe(renderMarkdown(one, { maxFindings: 1 }));
  });

  it('stays below what a runner takes and counts the rest', () => {
    const findings = Array.from({ length: 1200 }, (_, at) =>
      finding({ file: `f${at}.yaml`, message: 'ä'.repeat(500) }),
    );
    const text = stepSummary(result({ findings }));
    const rows = text.split('\n').filter((line) => line.startsWith('| 6:31')).length;
    expect(new TextEncoder().encode(text).length).toBeLessThan(1024 * 1024);
    expect(rows).toBeGreaterThan(600);
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
    ['`a``b`', '```a``b```'],
    ['``a`b`` is `c`', '``a`b`` is `c`'],
    ['line\nbreak', 'line\\\\u{a}break'],
  ])('%j', (text, markdown) => {
    expect(markdownText(text)).toBe(markdown);
  });
});
