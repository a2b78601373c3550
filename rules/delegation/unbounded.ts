import { isOn } from '../../src/assess/delegation/subagents.js';
import { openingsOf } from '../../src/assess/openings.js';
import {
  type Delegation,
  defineRule,
  isMet,
  type Place,
  type Report,
  type VendorProfile,
} from '../../src/model/index.js';

/** A vendor's default is not a bound that the file states. */
function aboutDefault(delegation: Delegation | undefined, vendor: VendorProfile | undefined): string {
  const value = delegation?.defaultBound?.value ?? vendor?.defaultMaxConcurrent;
  const whose = delegation?.defaultBound?.whose ?? vendor?.title;
  if (value === undefined) return '';
  return ` The default of ${whose} is ${value}; it does not count, because the vendor may change it.`;
}

/** A bound that most tasks need. */
const BOUND = 4;

/**
 * States the bound, in the field of a program or beside `multi_agent.enabled`; never one above the vendor's default.
 * `place` is `multi_agent.enabled` or the bound itself.
 */
function bounded(
  { boundField, defaultBound }: Delegation,
  vendor: VendorProfile | undefined,
  place: Place,
): Pick<Report, 'remediation' | 'fixes'> {
  const bound = Math.min(BOUND, defaultBound?.value ?? vendor?.defaultMaxConcurrent ?? BOUND);
  const name = boundField?.name ?? 'max_concurrent_subagents';
  const fixes = [
    {
      title: `Set \`${name}\` to ${bound}`,
      edits: () => (boundField ? boundField.set(bound) : place.edit?.()?.around?.set(name, bound)),
    },
  ];
  const setting = boundField
    ? `\`${name}\` to ${bound} in the configuration of this model, or to`
    : `\`multi_agent.${name}: ${bound}\`, or`;
  const remediation = `Set ${setting} the number of concurrent subagents that the task needs.`;
  return { remediation, fixes };
}

export default defineRule({
  id: 'delegation/unbounded',
  summary: 'Subagents are enabled without a bound',
  severity: 'error',
  spec: '4, 8',
  remediation:
    'Set `multi_agent.max_concurrent_subagents: 4`, or the number of concurrent subagents that the task needs.',
  references: [
    'LLM06:2026',
    'LLM10:2025',
    'ASI08',
    'AISVS-9.1.2',
    'CWE-770',
    'AML.T0034.002',
    'AML.M0004',
    'SP800-53r5:SC-5',
    'SP800-53r5:SC-6',
    'AI-RMF-1.0:MEASURE-2.7',
  ],
  since: '0.1.0',
  about: ['delegation', 'openings'],
  check(system, report, { vendor }) {
    for (const found of openingsOf(system, 'delegation')) report(found);
    const { delegation } = system;
    const { enabled, maxConcurrent: bound } = delegation ?? {};
    // Of a wrong type: `session/schema` says so.
    if (!delegation || !enabled || !bound) return;
    const on = isOn(enabled);
    if (!on && enabled.state !== 'undecidable') return;
    const unknown: Partial<Report> = {
      evidence: 'undecidable',
      subject: 'The bound of `multi_agent`, whose values are computed at run time.',
    };
    if (isMet(bound)) {
      if (bound.value >= 1) {
        if (on) report.met(bound);
      } else if (bound.at) {
        const message = `\`multi_agent.max_concurrent_subagents: ${bound.value}\` is not a bound: any number of subagents can run at once and exhaust budget and rate limits.`;
        report({ ...(on ? {} : unknown), at: bound.at, message, ...bounded(delegation, vendor, bound.at) });
      }
      return;
    }
    if (bound.state === 'undecidable') {
      if (bound.at)
        report({ at: bound.at, evidence: bound.state, isListed: true, message: unknown.subject ?? '' });
      return;
    }
    const { at } = enabled;
    if (!at) return;
    report({
      ...(on ? { evidence: bound.state } : unknown),
      at,
      message: `\`multi_agent\` has no bound: ${on ? '' : 'where it is enabled, '}any number of subagents can run at once and exhaust budget and rate limits.${aboutDefault(delegation, vendor)}`,
      ...bounded(delegation, vendor, at),
    });
  },
});
