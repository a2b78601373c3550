/**
 * The core without edges: it touches no machine and would run in a browser.
 * Load the parsers that are needed, open the programs if there are any, then lint a workspace in memory.
 */
export { decide, mergeRequirements } from './decide/index.js';
export { type LintOptions, lintWorkspace } from './lint/lint.js';
export type { LintResult } from './lint/result.js';
export * from './model/index.js';
export { noConfig } from './model/memory-config.js';
export { workspaceOf } from './model/memory-workspace.js';
export { loadParsers } from './syntax/index.js';
export { openPrograms } from './systems/program-sources.js';
