export { classifyEffect, type ToolEffect, type ToolFacts } from './classify.js';
export { commonPrefix, tokensOf } from './tokens.js';
export { howKnown, sourceWords } from './source-words.js';
