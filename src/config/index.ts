export { configFileIn } from './find.js';
export { folderMatcher, globMatcher, globProblem } from './globs.js';
export { linguistOf } from './linguist.js';
export { type LoadOptions, loadConfig } from './load.js';
export { unreadConfigurations } from './lookalikes.js';
export type { ConfigProblem } from './problem.js';
