import type { EvidenceJson } from '../../compare/system-json.js';
import { ownerWords } from '../../lint/ignores.js';
import { EVIDENCE_WORDS, type Finding } from '../../model/index.js';

/** What is missing, by rule or by category; a rule of its own entry comes first. */
const NOT_CONFIGURED: Readonly<Record<string, string>> = {
  approval: 'no approval is configured',
  guardrail: 'no guardrail is configured',
  tracing: 'no tracing is configured',
  'delegation/unbounded': 'no bound is configured',
  'delegation/unbounded-turns': 'no turn limit is configured',
  'delegation/handoff-cycle': 'no turn limit is configured',
  'scope/unrestricted-server': 'no tool allow-list is configured',
  'scope/open-network': 'no domain list is configured',
  'session/beta-header': 'no beta header is configured',
};

/** How a finding is known: `no approval is configured (high confidence)`. */
export function evidenceWords({
  rule,
  evidence,
  confidence,
}: Pick<Finding, 'rule' | 'evidence' | 'confidence'>): string {
  const missing = NOT_CONFIGURED[rule] ?? NOT_CONFIGURED[rule.slice(0, rule.indexOf('/'))];
  const words = evidence === 'absent' && missing !== undefined ? missing : EVIDENCE_WORDS[evidence];
  return `${words} (${confidence} confidence)`;
}

/** Whom to ask about a rule that a policy locks. */
export const policyWords = ({ policy }: { policy?: Finding['policy'] | undefined }): string[] =>
  policy ? [`locked by the policy of ${ownerWords(policy)}`] : [];

export const policySentence = (finding: { policy?: Finding['policy'] | undefined }): string[] =>
  policyWords(finding).map((words) => `Policy: ${words}.`);

/** A tool without a gate that needs none. */
export const NOT_REQUIRED = 'not required';

/** A control and how it is known, in words: `prompt-injection (only claimed)`, `not stated`. */
export function evidenceShown(evidence: EvidenceJson): string {
  const why = evidence.why === undefined ? '' : `: ${evidence.why}`;
  if (!('value' in evidence)) return `${EVIDENCE_WORDS[evidence.state]}${why}`;
  return `${valueWords(evidence.value)} (${EVIDENCE_WORDS[evidence.state]}${why})`;
}

/** A value in words: a list by its items, `*` as all tools. */
export function valueWords(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 0
      ? 'none'
      : value.map((one) => (one === '*' ? 'all tools' : String(one))).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
