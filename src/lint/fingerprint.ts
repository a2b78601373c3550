import type { Finding } from '../model/index.js';

/** Two independent 53-bit hashes (cyrb53, public domain) side by side: an identity, not a protection. */
function hash(text: string, seed: number): string {
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ seed;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return ((b >>> 0).toString(16).padStart(8, '0') + (a >>> 0).toString(16).padStart(8, '0')).slice(0, 16);
}

/**
 * Identity of a finding: rule, file, structural path by names and occurrence. It stays when lines move
 * and changes when one finding is swapped for another; no text of the file enters it.
 */
function fingerprint(rule: string, file: string, path: string, occurrence: number): string {
  const text = `${rule}\n${file}\n${path}\n${occurrence}`;
  return hash(text, 0) + hash(text, 1);
}

/** Orders findings by place, drops repeats (one place of a configuration for many files), and gives each its fingerprint. */
export function identified(findings: readonly Finding[]): Finding[] {
  const sorted = [...findings].sort(
    (a, b) =>
      compare(a.file, b.file) ||
      a.range.start.line - b.range.start.line ||
      a.range.start.column - b.range.start.column ||
      compare(a.rule, b.rule),
  );
  const seen = new Map<string, number>();
  return sorted
    .filter((finding, index) => !isRepeat(finding, sorted[index - 1]))
    .map((finding) => {
      const key = `${finding.rule}\n${finding.file}\n${finding.path}`;
      const occurrence = seen.get(key) ?? 0;
      seen.set(key, occurrence + 1);
      return { ...finding, fingerprint: fingerprint(finding.rule, finding.file, finding.path, occurrence) };
    });
}

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
