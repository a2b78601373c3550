export * from './claims.js';
export * from './directives.js';
export * from './effects.js';
export * from './join.js';
export * from './programs.js';
export * from './project.js';
export * from './read.js';
export * from './sources.js';
export { listFileName, SNAPSHOT_FOLDER } from './tool-lists.js';
