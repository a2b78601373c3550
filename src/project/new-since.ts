import type { KeptResults } from '../files/traced-results.js';
import { memberFingerprints } from '../lint/causes.js';
import { identified } from '../lint/fingerprint.js';
import { type LintOptions, lintWorkspace } from '../lint/lint.js';
import type { LintResult } from '../lint/result.js';
import type { Finding, Position } from '../model/index.js';
import { lineStarts } from '../syntax/lines.js';
import { filesWithin } from '../systems/index.js';
import { earlierOf } from './base-project.js';
import type { CheckedChange } from './lost-gates.js';
import { lintInputs, type Project, type ProjectRequest, projectAbout, sourceReader } from './open-project.js';
import { filesAbout, openBase } from './repository.js';

/**
 * Sets aside the findings that the merge base of HEAD and a commit has, too: only what is new counts. Base and head are
 * compared by fingerprint, in the systems whose files the change touches; all other findings are old. So are attempts to
 * change a locked rule. The base is read from git's objects and judged by its own configuration, without a baseline; with
 * `configFrom`, by that configuration.
 * @throws {GitError} where the commit or a common ancestor is missing.
 */
export async function withoutOld(
  { result, lost, reading, before }: CheckedChange,
  project: Project,
  ref: string,
  request: ProjectRequest,
  options: LintOptions,
  kept?: KeptResults,
): Promise<LintResult> {
  const earlier = before ?? earlierOf(openBase(ref, request), request);
  const { base } = earlier;
  const about = filesAbout(base.changes);
  const { paths: _paths, since: _since, newSince: _newSince, stdin: _stdin, ...rest } = request;
  // Entries of the baseline for locked rules are attempts, and the base's are none: they were set aside with it.
  const head = await projectAbout(project, request, about, base.store);
  const isRead = head.workspace === project.workspace;
  const within = reading.files && head.selection && filesWithin(reading.files, head.selection);
  const ofHead = { ...options, ...lost, ...(isRead && within && { reading: { files: within } }) };
  const ofBase = async (): Promise<string[]> =>
    identities(await earlier.open(), request, { ...options, reading: earlier.reading }, base.movedTo);
  // The base stays the same while a change grows: what it has is kept by the name of its commit.
  const key = ['base', base.commit, about, [...base.changes.renamed], rest, plainOf(options)];
  const known = new Set(await (kept ? kept.recallOr(key, ofBase) : ofBase()));
  const touched = new Set(identities(head, request, ofHead));
  const identitiesIn = identitiesOf(head, request);
  // A finding on several tools is old if it is old for each of them that the change touches.
  const isOld = (finding: Finding) =>
    identitiesIn(finding).every((identity) => !touched.has(identity) || known.has(identity));
  const findings = result.findings.map((finding) =>
    // What a policy demands of the settings in force does not grow old.
    finding.ignored || finding.rule === 'config/policy' || !isOld(finding)
      ? finding
      : {
          ...finding,
          ignored: { kind: 'base' as const, reason: `It exists at the merge base with ${ref}.` },
        },
  );
  return { ...result, findings };
}

/** The options that are data: functions add nothing to what is found. */
const plainOf = (options: LintOptions): unknown =>
  Object.entries(options).filter(([, value]) => typeof value !== 'function');

/** What a run finds, by identity; files are named as they are called later. */
function identities(
  project: Project,
  request: ProjectRequest,
  options: LintOptions,
  laterName: (file: string) => string = (file) => file,
): string[] {
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
  const attempts = findings.filter(isAttempt).flatMap(identitiesOf(project, request, laterName));
  return [...identified(named).flatMap((finding) => memberFingerprints(finding, laterName)), ...attempts];
}

const isAttempt = ({ rule }: Finding) => rule === 'config/locked-rule';

/**
 * What makes a finding the same on both sides: its fingerprint, or those of the tools that it stands for. The path of an attempt to change a locked rule says no more
 * than its order among others, so an attempt is known by its words, and by how many of the same words are before it in the
 * file. With `configFrom`, both sides have the same attempts.
 */
function identitiesOf(
  project: Project,
  { configFrom }: ProjectRequest,
  laterName: (file: string) => string = (file) => file,
): (finding: Finding) => string[] {
  const read = sourceReader(project);
  return (finding) => {
    if (!isAttempt(finding) || configFrom !== undefined) return memberFingerprints(finding);
    const { file, path, range } = finding;
    const text = read(file) ?? '';
    const starts = lineStarts(text);
    const offset = ({ line, column }: Position) => (starts[line - 1] ?? text.length) + column - 1;
    const words = text.slice(offset(range.start), offset(range.end));
    const nth = words === '' ? 0 : text.slice(0, offset(range.start)).split(words).length;
    return [JSON.stringify([laterName(file), path.replaceAll(/\[\d+\]/g, '[]'), words, nth])];
  };
}
