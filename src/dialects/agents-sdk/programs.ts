import type { CodeDocument } from '../../syntax/code/index.js';
import type { CodeContext } from '../code-dialect.js';

/** Files joined to programs: those that import each other, by whatever way. Gives one file that stands for its program. */
export function openPrograms(
  documents: readonly CodeDocument[],
  context: CodeContext,
): (file: string) => string {
  const above = new Map<string, string>();
  const head = (file: string): string => {
    let at = file;
    for (let next = above.get(at); next !== undefined && next !== at; next = above.get(at)) at = next;
    above.set(file, at);
    return at;
  };
  for (const { file } of documents) {
    for (const imported of context.importsOf(file)) {
      const from = head(file);
      const to = head(imported);
      if (from !== to) above.set(to, from);
    }
  }
  return head;
}
