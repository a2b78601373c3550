export { beginOf } from './beginnings.js';
export { classifyEffect, type ToolEffect, type ToolFacts } from './classify.js';
export { givesOut } from './gives-out.js';
export { HOUSEKEEPING, howKnown, sourceWords } from './source-words.js';
export { commonPrefix, tokensOf } from './tokens.js';
