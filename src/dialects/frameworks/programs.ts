import { groupedBy } from '../../model/grouped.js';
import { isTestFile } from '../../model/test-file.js';
import type { CodeDocument } from '../../program/index.js';
import type { CodeContext } from '../code-dialect.js';

/** Programs of a project: files that one entry file starts, and files connected by any import. */
export interface ProgramFiles {
  /** The entry files of the programs that a file belongs to: no file imports them. */
  startsOf(file: string): readonly string[];
  /** One file that represents all files connected by imports. */
  headOf(file: string): string;
}

/** More connected files than this count as one program: each file is followed to all its imports. */
const MOST_FOLLOWED = 500;

/**
 * Files joined to programs. Two files belong to one program if a file imports both, directly or through others:
 * programs that only share a library are separate.
 */
export function openPrograms(
  documents: readonly Pick<CodeDocument, 'file'>[],
  context: CodeContext,
): ProgramFiles {
  const imports = new Map(documents.map(({ file }) => [file, context.importsOf(file)]));
  const headOf = joinedBy(imports);
  const together = groupedBy(imports.keys(), headOf);
  const starts = new Map<string, string[]>();
  for (const files of together.values())
    if (files.length > 1 && files.length <= MOST_FOLLOWED) noteStarts(files, imports, starts);
  return { headOf, startsOf: (file) => starts.get(file) ?? [headOf(file)] };
}

function joinedBy(imports: ReadonlyMap<string, readonly string[]>): (file: string) => string {
  const above = new Map<string, string>();
  const head = (file: string): string => {
    let at = file;
    for (let next = above.get(at); next !== undefined && next !== at; next = above.get(at)) at = next;
    above.set(file, at);
    return at;
  };
  for (const [file, all] of imports) {
    for (const imported of all) {
      const from = head(file);
      const to = head(imported);
      if (from !== to) above.set(to, from);
    }
  }
  return head;
}

/** Records for each file which of these start it. Files in an import cycle count as one. */
function noteStarts(
  files: readonly string[],
  imports: ReadonlyMap<string, readonly string[]>,
  starts: Map<string, string[]>,
): void {
  const reached = new Map<string, ReadonlySet<string>>();
  for (const file of files) {
    const all = new Set([file]);
    for (const one of all) for (const next of imports.get(one) ?? []) all.add(next);
    reached.set(file, all);
  }
  const importers = new Map<string, string[]>(files.map((file) => [file, []]));
  for (const [from, all] of reached) for (const to of all) importers.get(to)?.push(from);
  const circles = new Set<string>();
  for (const file of files) {
    const all = reached.get(file);
    const above = importers.get(file) ?? [];
    if (circles.has(file) || !all || above.some((one) => !all.has(one))) continue;
    for (const one of above) circles.add(one);
    for (const one of all) starts.set(one, [...(starts.get(one) ?? []), file]);
  }
}

/**
 * The documents of the framework's programs: those that are confirmed, and their importers. A
 * program that connects agents of other files and uses no export of the framework is one, too.
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
