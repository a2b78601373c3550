import { classifyEffect, sourceWords, type ToolFacts } from '../../src/effects/index.js';

/** What `classifyEffect` gives, with the source in words. */
export function classified(tool: ToolFacts) {
  const { because, ...reading } = classifyEffect(tool);
  return { ...reading, because: sourceWords(because) };
}
