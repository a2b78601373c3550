export { classifyEffect, type ToolEffect, type ToolFacts } from './classify.js';
export { howKnown, sourceWords } from './source-words.js';
export { commonPrefix, tokensOf } from './tokens.js';
