import { readGrammar } from '../../src/files/grammar-files.js';
import { lintWorkspace } from '../../src/lint/lint.js';
import type { LintResult } from '../../src/lint/result.js';
import { noConfig } from '../../src/model/memory-config.js';
import { workspaceOf } from '../../src/model/memory-workspace.js';
import { formatOf, loadParsers } from '../../src/syntax/index.js';
import { openPrograms } from '../../src/systems/index.js';
import { AS_OF } from '../oracle/state.mjs';
import type { Files } from './text-variants.js';

/** What a run without options and configuration finds in files that are in memory. */
export async function lintInMemory(files: Files): Promise<LintResult> {
  const workspace = workspaceOf(files);
  await loadParsers(new Set(workspace.files.flatMap((file) => formatOf(file) ?? [])));
  const code = await openPrograms(workspace, readGrammar);
  return lintWorkspace(workspace, noConfig(), {
    asOf: AS_OF,
    withoutFixes: true,
    ...(code ? { code } : {}),
  });
}
