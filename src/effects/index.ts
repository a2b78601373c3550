export { classifyEffect, type ToolEffect, type ToolFacts } from './classify.js';
export { commonPrefix, tokensOf } from './tokens.js';
