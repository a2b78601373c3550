import type { Range } from '../model/index.js';
import type { ReviewPlace } from './types.js';

/** Where something stands, by line and column. A place without a file is in the file of its system. */
export function placeOf({ range, file }: { range: Range; file?: string }, system: string): ReviewPlace {
  return { file: file ?? system, line: range.start.line, column: range.start.column };
}

/** A place as people write it: `desk.agent.yaml:12:5`. */
export function placeWords({ file, line, column }: ReviewPlace): string {
  return `${file}:${line}:${column}`;
}
