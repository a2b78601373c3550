export * from './decide.js';
export * from './merge.js';
export * from './regions.js';
