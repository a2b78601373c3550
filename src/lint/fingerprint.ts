import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Finding } from '../model/index.js';

/**
 * Identity of a finding: rule, file, structural path by names and occurrence. It stays when lines move
 * and changes when one finding is swapped for another; no text of the file enters it. SHA-256, as hexadecimal digits.
 */
export function fingerprintOf(rule: string, file: string, path: string, occurrence: number): string {
  return bytesToHex(sha256(utf8ToBytes(`${rule}\n${file}\n${path}\n${occurrence}`)));
}

/** Orders findings by place, drops repeats (one place of a configuration for many files), and gives each its fingerprint. */
export function identified(findings: readonly Finding[]): Finding[] {
  const sorted = [...findings].sort(inOrder);
  const seen = new Map<string, number>();
  return sorted
    .filter((finding, index) => !isRepeat(finding, sorted[index - 1]))
    .map((finding) => {
      const file = finding.causeFile ?? finding.file;
      const key = `${finding.rule}\n${file}\n${finding.path}`;
      const occurrence = seen.get(key) ?? 0;
      seen.set(key, occurrence + 1);
      return { ...finding, fingerprint: fingerprintOf(finding.rule, file, finding.path, occurrence) };
    });
}

/** The order of findings: by file, place and rule. */
export const inOrder = (a: Finding, b: Finding): number =>
  compare(a.file, b.file) ||
  a.range.start.line - b.range.start.line ||
  a.range.start.column - b.range.start.column ||
  compare(a.rule, b.rule);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function isRepeat(finding: Finding, before: Finding | undefined): boolean {
  return (
    before !== undefined &&
    finding.rule === before.rule &&
    finding.file === before.file &&
    finding.message === before.message &&
    finding.range.start.line === before.range.start.line &&
    finding.range.start.column === before.range.start.column
  );
}
