/**
 * The core without edges: it touches no machine and would run in a browser.
 * Load the parsers that are needed, then lint a workspace in memory.
 */
export { decide, mergeRequirements } from './decide/index.js';
export { type LintOptions, lintWorkspace } from './lint/lint.js';
export type { LintResult } from './lint/result.js';
export * from './model/index.js';
export { noConfig } from './model/memory-config.js';
export { workspaceOf } from './model/memory-workspace.js';
export { loadParsers } from './syntax/index.js';
