import { relative, resolve, sep } from 'node:path';
import type { LintResult } from '../lint/result.js';
import type { RenderOptions } from '../report/format.js';
import { loadFormat } from './formats.js';
import { writeChunks } from './output.js';
import type { ReportTarget } from './report-targets.js';
import { appendStepSummary } from './step-summary.js';

/** Renders one report and writes it to its place. */
export async function writeTarget(
  target: ReportTarget,
  result: LintResult,
  options: RenderOptions,
): Promise<void> {
  const render = await loadFormat(target.format);
  await writeChunks(render(result, options), target.output);
  if (target.format === 'github') await appendStepSummary(result, options);
}

/** A path of a report as the working directory sees it. Paths outside the root are relative to it already. */
export function pathFromHere(root: string, file: string): string {
  const cwd = process.cwd();
  if (cwd === root || file.startsWith('../')) return file;
  return relative(cwd, resolve(root, file)).split(sep).join('/');
}
