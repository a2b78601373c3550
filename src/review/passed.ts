import type { LintResult } from '../lint/result.js';
import { count } from '../report/shared/text.js';
import { type Block, type Cell, code, text } from './document.js';
import type { PassedCheck, Review } from './types.js';

/** Rules that found controls to be met, and have no finding, not even an ignored one. */
export function passedChecks({ met, findings, rules, notAssessed }: LintResult): PassedCheck[] {
  const found = new Set(findings.map(({ rule }) => rule));
  const summaries = new Map<string, string>(rules.map(({ rule }) => [rule.id, rule.summary]));
  return met
    .filter(({ rule, shown, attested }) => shown + attested > 0 && !found.has(rule))
    .map(({ rule, shown, attested }) => ({
      rule,
      what: summaries.get(rule) ?? '',
      shown,
      attested,
      notAssessed: notAssessed.filter((one) => one.rule === rule).length,
    }));
}

/** The checks that passed as a part of the findings: what they report, and what they rest on. */
export function passedBlocks({ passed }: Review): Block[] {
  const heading: Block = { kind: 'heading', text: 'Checks that passed' };
  if (passed.length === 0)
    return [heading, text('No check passed: no rule found all its controls to be met.')];
  return [
    heading,
    {
      kind: 'table',
      caption: 'Rules without a finding, with the controls that are met',
      head: ['Rule', 'It would report', 'Seen in files', 'Only claimed', 'Not assessed'],
      rows: passed.map(({ rule, what, shown, attested, notAssessed }): Cell[] => [
        code(rule),
        what,
        String(shown),
        attested > 0 ? { mark: 'open', text: count(attested, 'control') } : '0',
        notAssessed > 0 ? { mark: 'open', text: count(notAssessed, 'place') } : '0',
      ]),
      named: true,
    },
  ];
}
