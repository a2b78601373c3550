import { resolve } from 'node:path';
import { indexOf, mergeBase, treeOf } from './files/git-objects.js';
import { findRoot } from './files/index.js';
import { identified } from './lint/fingerprint.js';
import { type LintOptions, lintWorkspace } from './lint/lint.js';
import type { LintResult } from './lint/result.js';
import type { Finding } from './model/index.js';
import { lintInputs, openProject, type ProjectRequest } from './project.js';
import { changedSince, storeOf } from './repository.js';

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
  const cwd = resolve(request.cwd ?? process.cwd());
  const { root } = findRoot(cwd);
  const tree = treeOf(root, mergeBase(root, ref));
  const { changed, removed, renamed } = changedSince(root, tree, request.staged ? indexOf(root) : undefined);
  const about = [...changed, ...removed];
  const before = new Set([...changed.map((path) => renamed.get(path) ?? path), ...removed]);
  const { paths: _paths, since: _since, stdin: _stdin, ...rest } = request;
  const head = await fingerprintsOf({ ...rest, about, baseline: false }, options);
  const old = await fingerprintsOf(
    { ...baseRequest(rest), about: [...before], baseline: false, store: storeOf(root, tree) },
    options,
    movesOf(renamed),
  );
  const isOld = ({ fingerprint }: Finding) => !head.has(fingerprint) || old.has(fingerprint);
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

/** The base is no index, and has no texts over it. */
function baseRequest({ staged: _staged, overlay: _overlay, ...rest }: ProjectRequest): ProjectRequest {
  return rest;
}

/** What is wrong with the configuration in force is never old: it decides what counts. */
const isOfSettings = ({ rule }: Finding) => rule === 'config/locked-rule' || rule === 'config/policy';

/** The fingerprints of what a run finds; files are named as they are called later. */
async function fingerprintsOf(
  request: ProjectRequest,
  options: LintOptions,
  laterName: (file: string) => string = (file) => file,
): Promise<ReadonlySet<string>> {
  const project = await openProject(request);
  const { findings } = lintWorkspace(project.workspace, project.config, {
    ...options,
    ...lintInputs(project),
    withoutFixes: true,
    withoutSystems: true,
  });
  const named = findings.map((finding) => ({ ...finding, file: laterName(finding.file) }));
  return new Set(identified(named).map(({ fingerprint }) => fingerprint));
}

function movesOf(renamed: ReadonlyMap<string, string>): (file: string) => string {
  const later = new Map([...renamed].map(([now, then]) => [then, now]));
  return (file) => later.get(file) ?? file;
}
