export * from './decide.js';
export * from './decision-matrix.js';
export * from './merge.js';
export * from './questions.js';
export * from './replace.js';
export * from './tighten.js';
export * from './what-if.js';
