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

/** What a program calls tools: `tools`, `shell_tool`, `ToolRegistry`, `TOOLS`, and not `tooltip`. */
const TOOLS = /(?<![A-Za-z])tools?(?![a-z])|Tools?(?![a-z])|TOOLS?(?![A-Za-z])/;

/** A program that may affect agents of the files that it imports. */
export interface Importer {
  imports: readonly string[];
  /** It re-exports its imports. */
  reexports: boolean;
  /** It mentions tools: what it gives may reach a model through the files between. */
  mentionsTools: boolean;
}

/** What the text of a program says of it as an importer. */
export const importerOf = (path: string, text: string, imports: readonly string[]): Importer => ({
  imports,
  reexports: reexports(path, text),
  mentionsTools: TOOLS.test(text),
});

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
    const imports = importedFiles(path, read);
    if (imports.length > 0)
      waiting.set(path, {
        text: withoutByteOrderMark(read.text),
        ...importerOf(path, read.text, imports),
      });
  }
  return new Map(
    [...importersAmong(waiting, texts.keys())].map((path) => [path, waiting.get(path)?.text ?? '']),
  );
}

/**
 * Those of some programs that import one of `using`, directly or through files that re-export it, and those that mention
 * tools and import one through any others. The nearest come first.
 */
export function importersAmong(
  programs: ReadonlyMap<string, Importer>,
  using: Iterable<string>,
): ReadonlySet<string> {
  const found = new Set<string>();
  const all = new Set(using);
  const follow = (known: Set<string>, counts: (one: Importer) => boolean, leads: typeof counts): void => {
    let leading = new Set(all);
    while (leading.size > 0 && found.size < MOST_IMPORTERS) {
      const next = new Set<string>();
      for (const [path, program] of programs) {
        if (found.size >= MOST_IMPORTERS) break;
        if (known.has(path) || !program.imports.some((one) => leading.has(one))) continue;
        known.add(path);
        if (counts(program)) found.add(path);
        if (leads(program)) next.add(path);
      }
      leading = next;
    }
  };
  follow(
    found,
    () => true,
    (one) => one.reexports,
  );
  follow(
    new Set(),
    (one) => one.mentionsTools,
    () => true,
  );
  return found;
}
