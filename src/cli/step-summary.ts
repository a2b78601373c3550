import type { LintResult } from '../lint/result.js';
import type { RenderOptions } from '../report/format.js';
import { appendText, note } from './output.js';

/** Appends the summary of a step to the file that a GitHub runner names, if it names one. Never changes the status. */
export async function appendStepSummary(result: LintResult, options: RenderOptions): Promise<void> {
  const file = process.env.GITHUB_STEP_SUMMARY;
  if (file === undefined || file === '') return;
  const { stepSummary } = await import('../report/step-summary.js');
  try {
    appendText(file, stepSummary(result, options));
  } catch (error) {
    note(`the step summary is missing: cannot write ${file} (${(error as Error).message}).`);
  }
}
