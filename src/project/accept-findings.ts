import { resolve } from 'node:path';
import { BaselineProblem, type BaselineUpdate, updateBaseline } from '../config/baseline-file.js';
import { ConfigurationError } from '../config/configuration-error.js';
import { applyBaseline, nextBaseline } from '../lint/baseline.js';
import { extentOf, filesCovered, type LintOptions, lintWorkspace } from '../lint/lint.js';
import type { LintResult } from '../lint/result.js';
import { fixedPlace } from '../model/index.js';
import {
  baselinePlace,
  coversOthers,
  type Project,
  type ProjectRequest,
  programsOf,
} from './open-project.js';

/** What an update of the baseline did, and what a run says with the new one. */
export interface Accepted extends BaselineUpdate {
  /** The file of the baseline, as people call it. */
  file: string;
  result: LintResult;
}

/**
 * Accepts the findings of a project: writes them as its baseline. It is made from unfiltered findings, whatever rules the
 * run selects. Findings that an ignore suppresses, locked rules and rules of the engine are left out; entries of files
 * that the run does not cover stay.
 * @throws {ConfigurationError} where the old baseline is broken: nothing is written to it.
 */
export function acceptFindings(project: Project, request: ProjectRequest, options: LintOptions): Accepted {
  const { only: _only, rules: _rules, ...unfiltered } = options;
  const result = lintWorkspace(project.workspace, project.config, {
    ...unfiltered,
    ...programsOf(project),
    withoutIgnores: false,
  });
  const policy = project.config.layers().find((layer) => layer.policy)?.policy;
  const { partial = false } = options;
  const extent = extentOf(filesCovered(result, options), project.config, { partial }, coversOthers(project));
  const { absolute, shown } = baselinePlace(request, project.root, resolve(request.cwd ?? process.cwd()));
  try {
    const next = updateBaseline(
      absolute,
      shown,
      (before) => nextBaseline(before, result.findings, extent, options.asOf, policy),
      result.version,
      project.laterName,
    );
    const at = (index: number) => {
      const start = { line: 1, column: 1 };
      return fixedPlace(shown, `entries[${index}]`, { start, end: start });
    };
    applyBaseline({ entries: next.entries, at }, result.findings, extent, options.asOf);
    return { ...next, file: shown, result };
  } catch (error) {
    if (error instanceof BaselineProblem) throw new ConfigurationError(error.problems);
    throw error;
  }
}
