import { type Finding, type Fix, isClaim, type TextEdit } from '../model/index.js';
import { touches } from './causes.js';

/** What a run may write by itself. A claim is a person's to make: no run writes one. */
export type FixLevel = 'safe' | 'unsafe';

/**
 * The fix of a finding that a run may make: the first of those that it may write. An info is a note: whether to change
 * what works is a person's to decide.
 */
function fixFor({ fixes, ignored, severity }: Finding, level: FixLevel): Fix | undefined {
  const isNote = severity === 'info' && level === 'unsafe';
  return ignored || isNote
    ? undefined
    : fixes.find((fix) => !isClaim(fix) && (level === 'unsafe' || fix.safe));
}

/** The level at which a run repairs a finding; undefined where none does. */
export function repairedAt(finding: Finding): FixLevel | undefined {
  return (['safe', 'unsafe'] as const).find((level) => fixFor(finding, level) !== undefined);
}

/**
 * Chooses a fix for each finding, in their order. One that touches what another edits waits for the next pass: its
 * offsets and its reason may be gone. `mayEdit`: whether a file can be written.
 */
export function chooseFixes(
  findings: readonly Finding[],
  level: FixLevel,
  mayEdit: (file: string) => boolean,
): Fix[] {
  const chosen: Fix[] = [];
  const edits = new Map<string, TextEdit[]>();
  for (const finding of findings) {
    const fix = fixFor(finding, level);
    if (!fix?.edits.every(({ file }) => mayEdit(file))) continue;
    const overlaps = fix.edits.some((edit) => edits.get(edit.file)?.some((other) => touches(edit, other)));
    if (overlaps) continue;
    for (const edit of fix.edits) edits.set(edit.file, [...(edits.get(edit.file) ?? []), edit]);
    chosen.push(fix);
  }
  return chosen;
}
