import { isTestFile } from '../../model/test-file.js';
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

/**
 * The documents that are of the SDK's programs: those that are confirmed, and whatever imports one of them. A program that
 * puts agents together and uses nothing of the SDK itself calls what makes them all the same.
 */
export function ownDocuments(
  documents: readonly CodeDocument[],
  isConfirmed: (document: CodeDocument) => boolean,
  context: CodeContext,
): CodeDocument[] {
  const own = new Set(documents.filter(isConfirmed).map(({ file }) => file));
  let left = documents
    .filter(({ file }) => own.size > 0 && !own.has(file) && !isTestFile(file))
    .map(({ file }) => ({ file, imports: context.importsOf(file) }));
  for (let known = -1; known < own.size; ) {
    known = own.size;
    for (const { file, imports } of left) if (imports.some((one) => own.has(one))) own.add(file);
    left = left.filter(({ file }) => !own.has(file));
  }
  return documents.filter(({ file }) => own.has(file));
}

/** A file and those that it imports, and so on. */
export function importedBy(file: string, { importsOf }: CodeContext): ReadonlySet<string> {
  const reached = new Set([file]);
  for (const one of reached) for (const next of importsOf(one)) reached.add(next);
  return reached;
}
