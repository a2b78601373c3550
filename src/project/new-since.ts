import { identified } from '../lint/fingerprint.js';
import { type LintOptions, lintWorkspace } from '../lint/lint.js';
import type { LintResult } from '../lint/result.js';
import type { Finding } from '../model/index.js';
import { openBaseProject } from './base-project.js';
import { lintInputs, openProject, type Project, type ProjectRequest } from './open-project.js';
import { openBase } from './repository.js';

/**
 * Sets aside the findings that the merge base of HEAD and a commit has, too: only what is new counts. Base and head are
 * compared by fingerprint, in the systems whose files the change touches; all other findings are old. The base is read from
 * git's objects and judged by its own configuration, without a baseline; with `configFrom`, by that configuration.
 * @throws {GitError} where the commit or a common ancestor is missing.
 */
export async function withoutOld(
  result: LintResult,
  ref: string,
  request: ProjectRequest,
  options: LintOptions,
): Promise<LintResult> {
  const base = openBase(ref, request);
  const { changed, removed, renamed } = base.changes;
  const about = [...changed, ...removed];
  const before = new Set([...changed.map((path) => renamed.get(path) ?? path), ...removed]);
  const { paths: _paths, since: _since, newSince: _newSince, stdin: _stdin, ...rest } = request;
  const head = await openProject({ ...rest, about, baseline: false });
  const old = await openBaseProject(base, { ...rest, about: [...before], baseline: false });
  const known = fingerprintsOf(old, options, base.movedTo);
  const touched = fingerprintsOf(head, options);
  const isOld = ({ fingerprint }: Finding) => !touched.has(fingerprint) || known.has(fingerprint);
  const findings = result.findings.map((finding) =>
    finding.ignored || isOfSettings(finding) || !isOld(finding)
      ? finding
      : {
          ...finding,
          ignored: { kind: 'base' as const, reason: `It exists at the merge base with ${ref}.` },
        },
  );
  return { ...result, findings };
}

/** What is wrong with the configuration in force is never old: it decides what counts. */
const isOfSettings = ({ rule }: Finding) => rule === 'config/locked-rule' || rule === 'config/policy';

/** The fingerprints of what a run finds; files are named as they are called later. */
function fingerprintsOf(
  project: Project,
  options: LintOptions,
  laterName: (file: string) => string = (file) => file,
): ReadonlySet<string> {
  // Neither is part of the report.
  const { systemTexts: _texts, onFile: _progress, ...rest } = options;
  const { findings } = lintWorkspace(project.workspace, project.config, {
    ...rest,
    ...lintInputs(project),
    // Both sides are single files of runs that may be whole.
    partial: false,
    withoutFixes: true,
    withoutSystems: true,
  });
  const named = findings.map((finding) => ({ ...finding, file: laterName(finding.file) }));
  return new Set(identified(named).map(({ fingerprint }) => fingerprint));
}
