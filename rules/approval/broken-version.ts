import { type BrokenVersion, codeSpan, defineRule } from '../../src/model/index.js';

/** Parts that one message names. */
const MOST = 4;

function listed(parts: readonly string[]): string {
  const shown = parts.slice(0, MOST);
  if (parts.length > MOST) shown.push(`${parts.length - MOST} more`);
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

const nameOf = ({ package: name, locked }: BrokenVersion): string =>
  `${codeSpan(name)} ${codeSpan(locked.range?.stated ?? locked.version)}`;

export default defineRule({
  id: 'approval/broken-version',
  summary: 'The locked version of an SDK does not enforce a gate that the program uses',
  severity: 'error',
  spec: '1',
  remediation: 'Update the SDK to a version that enforces the gate.',
  references: [
    'LLM03:2025',
    'LLM06:2025',
    'ASI02',
    'ASI04',
    'AISVS-9.2.1',
    'CWE-1357',
    'SP800-53r5:AC-3(2)',
    'AI-RMF-1.0:MANAGE-2.4',
  ],
  since: '0.1.0',
  check({ brokenVersions = [] }, report) {
    for (const broken of brokenVersions) {
      const { locked, what, parts, remedy, isOpen } = broken;
      const words = listed([...new Set(parts.map((one) => one.words))]);
      const happens = what.join('; ');
      report({
        at: locked.at,
        message: `${nameOf(broken)} does not enforce ${words}: ${happens}.`,
        remediation: remedy.text,
        related: parts
          .slice(0, MOST)
          .map(({ at, words: part }) => ({ at, message: `It does not enforce ${part}.` })),
        ...(isOpen && {
          evidence: 'undecidable' as const,
          subject: `Whether the version that is installed for ${nameOf(broken)} enforces ${words}: only newer versions do, and no lock file says which one is used.`,
        }),
      });
    }
  },
});
