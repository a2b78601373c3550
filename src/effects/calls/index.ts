export type { BodyCall, CallEffect, Operands, ReadCommand } from './call.js';
export { effectOfCall, isAnswered } from './effect.js';
export { loadCalls } from './load.js';
export { isInterpreter, takesText } from './process.js';
