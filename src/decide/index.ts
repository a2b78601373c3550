export * from './decide.js';
export * from './merge.js';
