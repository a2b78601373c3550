import { chooseFixes, type FixLevel } from '../../lint/choose-fixes.js';
import { type LintOptions, lintWorkspace } from '../../lint/lint.js';
import type { LintResult } from '../../lint/result.js';
import type { Finding } from '../../model/index.js';
import { fixProject, writeFixed } from '../../project/fix-files.js';
import { lintInputs, openProject, type Project, type ProjectRequest } from '../../project/open-project.js';
import { count } from '../../report/shared/text.js';
import { note } from '../output.js';
import { unifiedDiff } from '../unified-diff.js';
import type { FixMode } from './fix-mode.js';

/** What is left after the fixes. */
export interface AfterFixes {
  project: Project;
  result: LintResult;
  /** A file could not be written. */
  failed: boolean;
}

/** Fixes a project and says on standard error what was done; a dry run prints the changes and writes nothing. */
export async function runFixes(
  request: ProjectRequest,
  options: LintOptions,
  { level, dryRun }: FixMode,
  wanted: (finding: Finding) => boolean,
  quiet: boolean,
): Promise<AfterFixes> {
  const fixed = await fixProject(request, options, level, wanted);
  const { files, project, result, skipped } = fixed;
  for (const [file, reason] of skipped) note(`${file} was not changed: ${reason}.`);
  const findings = count(fixed.count, 'finding');
  const where = count(files.length, 'file');
  const more = moreWith(result, wanted, level);
  if (dryRun) {
    for (const { file, before, after } of files) process.stdout.write(unifiedDiff(file, before, after));
    if (!quiet) note(`Would fix ${findings} in ${where}.${more}`);
    return { project, result, failed: false };
  }
  const failed = writeFixed(project.root, files);
  for (const [file, reason] of failed) note(`cannot write ${file}: ${reason}. It stays as it is.`);
  if (!quiet && failed.size === 0) note(`Fixed ${findings} in ${where}.${more}`);
  if (failed.size === 0) return { project, result, failed: false };
  // What is left is what the disk has.
  const now = await openProject(request);
  const left = lintWorkspace(now.workspace, now.config, { ...lintInputs(now), ...options });
  return { project: now, result: left, failed: true };
}

/** How many findings the other level would fix. */
function moreWith(result: LintResult, wanted: (finding: Finding) => boolean, level: FixLevel): string {
  if (level === 'unsafe') return '';
  const open = chooseFixes(result.findings.filter(wanted), 'unsafe', () => true).length;
  return open === 0 ? '' : ` ${open} more can be fixed with --fix-unsafe, which changes what agents may do.`;
}
