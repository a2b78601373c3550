import { expect } from 'vitest';
import type { LintResult } from '../../../src/lint/result.js';
import { editedText } from '../../../src/syntax/edit/apply.js';

/** Expects one finding of a rule whose remedy begins so, and no finding once its fix is applied. `read`: the findings of a text. */
export async function expectCleared(
  read: (text: string) => Promise<LintResult['findings']>,
  text: string,
  { rule, remedy }: { rule: string; remedy: string },
): Promise<void> {
  const before = await read(text);
  expect(before.map((one) => one.rule)).toEqual([rule]);
  const [finding] = before;
  expect(finding?.remediation.slice(0, remedy.length)).toBe(remedy);
  const edits = finding?.fixes[0]?.edits ?? [];
  expect(edits.length).toBeGreaterThan(0);
  expect(await read(editedText(text, edits))).toEqual([]);
}
