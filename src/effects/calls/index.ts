export type { BodyCall, CallEffect, ReadCommand } from './call.js';
export { effectOfCall } from './effect.js';
export { loadCalls } from './load.js';
