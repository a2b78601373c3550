import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { BASELINE_FILE } from '../../src/config/baseline-file.js';
import { readGrammar } from '../../src/files/grammar-files.js';
import { ConfigurationError, lintProject } from '../../src/index.js';
import { type LintOptions, lintWorkspace } from '../../src/lint/lint.js';
import type { LintResult } from '../../src/lint/result.js';
import { CONFIG_NAMES, type ResolvedConfig, type Workspace } from '../../src/model/index.js';
import { noConfig } from '../../src/model/memory-config.js';
import { workspaceOf } from '../../src/model/memory-workspace.js';
import { lintInputs, openProject } from '../../src/project/open-project.js';
import { openPrograms } from '../../src/systems/index.js';
import type { Files } from './corpus.js';
import type { Input } from './input.js';

const AS_OF = '2026-11-20';
const SETTINGS = [...CONFIG_NAMES, BASELINE_FILE];

/** A project that is opened. */
export interface Opened {
  readonly workspace: Workspace;
  readonly config: ResolvedConfig;
  readonly options: LintOptions;
}

/** What an input gave. */
export interface Checked extends Opened {
  readonly input: Input;
  readonly result: LintResult;
}

/** A folder without files: all texts are over it. */
export async function withFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-lint-fuzz-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Opens the files of an input; undefined where their configuration is refused. */
export async function opened(
  files: Files,
  preset: Input['preset'],
  folder: string,
): Promise<Opened | undefined> {
  const options = { asOf: AS_OF, preset };
  if (!Object.keys(files).some((name) => SETTINGS.includes(basename(name)))) {
    const workspace = workspaceOf(files);
    const code = await openPrograms(workspace, readGrammar);
    return { workspace, config: noConfig(), options: { ...options, ...(code && { code }) } };
  }
  try {
    const project = await openProject({ cwd: folder, overlay: files });
    return {
      workspace: project.workspace,
      config: project.config,
      options: { ...options, ...lintInputs(project) },
    };
  } catch (error) {
    if (error instanceof ConfigurationError) return undefined;
    throw error;
  }
}

export const lint = ({ workspace, config, options }: Opened, more: Partial<LintOptions> = {}): LintResult =>
  lintWorkspace(workspace, config, { ...options, ...more });

/** The findings of other texts; undefined where their configuration is refused. */
export async function linted(
  files: Files,
  preset: Input['preset'],
  folder: string,
): Promise<LintResult | undefined> {
  const project = await opened(files, preset, folder);
  return project && lint(project, { withoutFixes: true });
}

/** As a run does that names one file. */
export const named = (
  files: Files,
  preset: Input['preset'],
  folder: string,
  file: string,
): Promise<LintResult> => lintProject({ cwd: folder, overlay: files, paths: [file], preset, asOf: AS_OF });

/** As a run does on the whole folder. */
export const whole = (files: Files, preset: Input['preset'], folder: string): Promise<LintResult> =>
  lintProject({ cwd: folder, overlay: files, preset, asOf: AS_OF });
