import { isTestFile } from '../../model/test-file.js';
import { type CodeDocument, documentsAround } from '../../program/index.js';
import type { CodeContext } from '../code-dialect.js';
import { importedBy } from '../frameworks/programs.js';

/**
 * The files that the loop around a call may be in: its own first, those that it imports, and those of the programs that
 * import it.
 */
export function filesOfLoop(document: CodeDocument, context: CodeContext): CodeDocument[] {
  const all = documentsAround(document);
  const own = importedBy(document.file, context);
  const near = new Set([document.file, ...own]);
  for (const { file } of all) {
    if (near.has(file) || isTestFile(file)) continue;
    const reached = importedBy(file, context);
    if (reached.has(document.file)) for (const one of reached) near.add(one);
  }
  const byFile = new Map(all.map((one) => [one.file, one]));
  return [...near].flatMap((file) => byFile.get(file) ?? []);
}
