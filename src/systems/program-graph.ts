import { addTo } from '../model/grouped.js';
import type { Workspace } from '../model/index.js';
import { formatOf } from '../syntax/index.js';
import { type ImportedFiles, openImports } from './imported-files.js';
import { type Importer, importerOf, importersAmong, mayMatter } from './importers.js';
import { openAliases } from './path-aliases.js';
import { mayConcernOthers, mayHoldAgents } from './program-sources.js';

/** The imports of the programs of a workspace, by their texts: nothing is parsed. */
export interface ProgramGraph {
  /** Those of some files and all that import them, directly or through others. */
  dependents(files: Iterable<string>): ReadonlySet<string>;
  /**
   * All files that affect findings in some programs: their imports, importers of them or of a
   * program with agents among those, and the imports of each such importer.
   */
  around(files: readonly string[]): ReadonlySet<string>;
  /** Files that import others by an alias of one of these configurations. */
  readonly aliased: readonly string[];
}

interface Program extends Importer {
  usesSdk: boolean;
  /** It may concern programs that do not import it. */
  concernsOthers: boolean;
}

/**
 * Reads every program once, and keeps its imports. Needs the parser of JSON with comments for path aliases.
 * `configurations` are files that may define such aliases (`tsconfig.json`, a package's manifest). `gone` are files
 * that the workspace does not have in this state, with their texts if known: a file that imported one counts as an
 * importer.
 */
export function openProgramGraph(
  workspace: Workspace,
  configurations: readonly string[] = [],
  gone: ReadonlyMap<string, string | undefined> = new Map(),
): ProgramGraph {
  const missing = new Set(gone.keys());
  const importedFiles = openImports(workspace, openAliases(withTexts(workspace, gone)), missing);
  const importedWithout =
    configurations.length > 0
      ? openImports(workspace, openAliases(without(workspace, configurations)), missing)
      : undefined;
  const aliased: string[] = [];
  const programs = new Map<string, Program>();
  const importers = new Map<string, string[]>();
  const relevant = new Map<string, Importer>();
  for (const path of workspace.files) {
    if (formatOf(path) !== 'code') continue;
    const read = workspace.read(path);
    if (!read.ok) continue;
    const program = programOf(path, read, importedFiles);
    programs.set(path, program);
    if (importedWithout && importedWithout(path, read).join('\n') !== program.imports.join('\n'))
      aliased.push(path);
    for (const one of program.imports) addTo(importers, one, path);
    if (!program.usesSdk && program.imports.length > 0 && mayMatter(path, read.text))
      relevant.set(path, program);
  }
  const using = [...programs].filter(([, { usesSdk }]) => usesSdk).map(([path]) => path);
  const opened = new Set([...using, ...importersAmong(relevant, using)]);
  const importersOf = (file: string): readonly string[] => importers.get(file) ?? [];
  const importsOf = (file: string): readonly string[] => programs.get(file)?.imports ?? [];
  return {
    dependents: (from) => reached(from, importersOf),
    around(from) {
      const below = reached(from, importsOf);
      const uses = [...below].some((file) => programs.get(file)?.usesSdk);
      // Which program such a file concerns depends on all that it may concern.
      const shared = uses && using.some((file) => programs.get(file)?.concernsOthers) ? using : [];
      const ofSdk = [...below].filter((file) => opened.has(file));
      const above = reached([...from, ...ofSdk, ...shared], importersOf);
      const made = reached(
        [...above].filter((file) => opened.has(file)),
        importsOf,
      );
      return new Set([...above, ...made, ...below]);
    },
    aliased,
  };
}

/** Returns a file of a workspace and the files that it imports, directly or through others. */
export function openModuleGraph(workspace: Workspace): (file: string) => ReadonlySet<string> {
  const importedFiles = openImports(workspace, openAliases(workspace));
  const known = new Map<string, readonly string[]>();
  const importsOf = (file: string): readonly string[] => {
    const found = known.get(file);
    if (found) return found;
    const read = workspace.read(file);
    const imports = read.ok ? importedFiles(file, read) : [];
    known.set(file, imports);
    return imports;
  };
  return (file) => reached([file], importsOf);
}

/** A workspace with additional files. */
function withTexts(workspace: Workspace, texts: ReadonlyMap<string, string | undefined>): Workspace {
  const added = [...texts].flatMap(([file, text]) => (text === undefined ? [] : [file]));
  if (added.length === 0) return workspace;
  return {
    ...workspace,
    files: [...workspace.files, ...added],
    read: (path, askedBy) => {
      const text = texts.get(path);
      return text === undefined ? workspace.read(path, askedBy) : { ok: true, text };
    },
  };
}

/** A workspace without some of its files. */
function without(workspace: Workspace, left: readonly string[]): Workspace {
  return {
    ...workspace,
    files: workspace.files.filter((file) => !left.includes(file)),
    read: (path, askedBy) =>
      left.includes(path)
        ? { ok: false, problem: 'missing', reason: 'does not exist' }
        : workspace.read(path, askedBy),
  };
}

function programOf(path: string, read: { text: string }, importedFiles: ImportedFiles): Program {
  const usesSdk = mayHoldAgents(path, read);
  return {
    ...importerOf(path, read.text, importedFiles(path, read)),
    usesSdk,
    concernsOthers: usesSdk && mayConcernOthers(read.text),
  };
}

function reached(from: Iterable<string>, next: (file: string) => readonly string[]): Set<string> {
  const found = new Set(from);
  for (const file of found) for (const one of next(file)) found.add(one);
  return found;
}
