import { defineRule, isMet } from '../../src/model/index.js';

/** How each language removes the limit, and how it states one. Source: facts on dialects, section 0. */
const WRITTEN = { typescript: '`maxTurns: null`', python: '`max_turns=None`' };
const EXAMPLE = { typescript: '`maxTurns: 20`', python: '`max_turns=20`' };

export default defineRule({
  id: 'delegation/unbounded-turns',
  summary: 'An agent runs without a turn limit',
  severity: 'warning',
  spec: '1, 8',
  remediation: 'Set a turn limit, for example 20, or remove the option to keep the default.',
  references: [
    'LLM06:2026',
    'LLM10:2025',
    'ASI08',
    'AISVS-9.1.2',
    'CWE-835',
    'AML.T0034.002',
    'AML.M0004',
    'SP800-53r5:SC-5',
    'SP800-53r5:SC-6',
    'AI-RMF-1.0:MEASURE-2.7',
  ],
  since: '0.1.0',
  check({ turnLimits = [], language = 'typescript' }, report) {
    for (const { of, limit, at, words } of turnLimits) {
      if (isMet(limit) && limit.value !== null) {
        report.met(limit);
        continue;
      }
      report({
        at,
        agent: of,
        evidence: isMet(limit) ? 'shown' : limit.state,
        subject: `The turn limit of \`${of}\`.`,
        message: `\`${of}\` can loop without a turn limit: ${words?.off ?? `${WRITTEN[language]} removes the default limit of 10 turns`}.`,
        remediation: words?.edit ?? `Set ${EXAMPLE[language]}, or the number of turns that the task needs.`,
      });
    }
  },
});
