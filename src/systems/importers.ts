import type { Workspace } from '../model/index.js';
import { isTestFile } from '../model/test-file.js';
import { programText } from '../program/index.js';
import { formatOf, withoutByteOrderMark } from '../syntax/index.js';
import type { ImportedFiles } from './imported-files.js';

/** Files that re-export their imports (`export { Agent } from`, an `__init__.py`): their importers count as well. */
const REEXPORTS = /\bexport\s*(?:\{[^}]{0,2000}\}|\*[^;\n]{0,100})\s*from\b/;

/** Longer programs are generated, and not searched. */
const LONGEST = 256 * 1024;
/** Most files that are read for this reason: each may change declarations of all others. */
const MOST_IMPORTERS = 500;

/** A program that may affect agents of the files that it imports. */
export interface Importer {
  imports: readonly string[];
  /** It re-exports its imports. */
  reexports: boolean;
}

/** Whether a program that uses no SDK itself may affect agents of others, by its text. */
export const mayMatter = (path: string, text: string): boolean =>
  !isTestFile(path) && programText(path, text).length <= LONGEST;

export const reexports = (path: string, text: string): boolean =>
  path.endsWith('__init__.py') || REEXPORTS.test(text);

/**
 * Programs that use no SDK themselves and import one that does, with their texts: they may run, change or pass on its
 * agents. `texts` contains those that do; `among` are the files to search.
 */
export function importersOf(
  workspace: Workspace,
  texts: ReadonlyMap<string, string>,
  importedFiles: ImportedFiles,
  among: Iterable<string>,
): Map<string, string> {
  const waiting = new Map<string, Importer & { text: string }>();
  for (const path of among) {
    if (formatOf(path) !== 'code' || texts.has(path) || isTestFile(path)) continue;
    const read = workspace.read(path);
    if (!read.ok || !mayMatter(path, read.text)) continue;
    const imports = importedFiles(path, read.text);
    if (imports.length > 0)
      waiting.set(path, {
        text: withoutByteOrderMark(read.text),
        imports,
        reexports: reexports(path, read.text),
      });
  }
  return new Map(
    [...importersAmong(waiting, texts.keys())].map((path) => [path, waiting.get(path)?.text ?? '']),
  );
}

/** Those of some programs that import one of `using`, directly or through files that re-export it. */
export function importersAmong(
  programs: ReadonlyMap<string, Importer>,
  using: Iterable<string>,
): ReadonlySet<string> {
  const found = new Set<string>();
  let leading = new Set(using);
  while (leading.size > 0 && found.size < MOST_IMPORTERS) {
    const next = new Set<string>();
    for (const [path, { imports, reexports: handsOn }] of programs) {
      if (found.size >= MOST_IMPORTERS) break;
      if (found.has(path) || !imports.some((one) => leading.has(one))) continue;
      found.add(path);
      if (handsOn) next.add(path);
    }
    leading = next;
  }
  return found;
}
