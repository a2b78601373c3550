import { CODE_MARKS } from '../dialects/code-marks.js';
import type { Workspace } from '../model/index.js';
import { keptForText } from '../model/once.js';
import { type AliasesOf, type GrammarName, grammarOf, modulePaths, programText } from '../program/index.js';

const SCRIPT_IMPORT =
  /(?:\bfrom|\bimport|\brequire\s{0,9}\(|\bimport\s{0,9}\()\s{0,9}(['"`])([^'"`\n]{1,300})\1/g;
const PYTHON_IMPORT =
  /^[ \t]*(?:from[ \t]+([.\w]{1,300})[ \t]+import\b[ \t]*(\([^()]{0,4000}|[^\n#]{0,2000})|import[ \t]+([\w., \t]{1,300}))/gm;

/** Returns the files of a project that a program imports, by its path and its text. */
export type ImportedFiles = (file: string, read: { readonly text: string }) => string[];

/**
 * Finds the files of a workspace that programs import, from their texts: strings and comments may name more than is
 * imported. A name means the same in every file of a folder, and is looked up once. An SDK in the tree
 * itself still counts as the SDK for files that import it by its name.
 *
 * `gone` are files that no longer exist, or do not exist yet: a name that referred to one counts as an import of it,
 * and of the file that it refers to now.
 */
export function openImports(
  workspace: Workspace,
  aliases: AliasesOf,
  gone: ReadonlySet<string> = new Set(),
): ImportedFiles {
  const files = new Set(workspace.files);
  const isCopy = copiesIn(workspace);
  const known = new Map<string, readonly string[]>();
  return (file, read) => {
    const grammar = grammarOf(file);
    if (!grammar) return [];
    const folder = `${grammar === 'python' ? 'python' : 'script'} ${file.slice(0, file.lastIndexOf('/') + 1)}`;
    const found = new Set<string>();
    for (const specifier of modulesIn(file, read)) {
      const key = `${folder}\0${specifier}`;
      let meant = known.get(key);
      if (meant === undefined) {
        const paths = modulePaths(specifier, file, grammar, aliases);
        const exists = (one: string) => files.has(one) && (specifier.startsWith('.') || !isCopy(one));
        const now = paths.findIndex(exists);
        const before = now < 0 ? paths : paths.slice(0, now);
        meant = [...before.filter((one) => gone.has(one)), ...paths.slice(now, now < 0 ? 0 : now + 1)];
        known.set(key, meant);
      }
      for (const path of meant) if (path !== file) found.add(path);
    }
    return [...found];
  };
}

const modulesIn = keptForText((file, text) =>
  modulesMentioned(programText(file, text), grammarOf(file) ?? 'tsx'),
);

/** The modules that a program may import, by its text only: strings and comments may add some. */
export function modulesMentioned(text: string, grammar: GrammarName): ReadonlySet<string> {
  return grammar === 'python' ? pythonModules(text) : scriptModules(text);
}

const INSTALLED = CODE_MARKS.flatMap(({ installed = [] }) => installed);

/** Returns whether a file belongs to a copy of a Python package that is installed elsewhere. */
function copiesIn(workspace: Workspace): (path: string) => boolean {
  const folders = INSTALLED.flatMap(({ name, gives }) =>
    workspace.files.flatMap((file) => {
      if (file !== `${name}/__init__.py` && !file.endsWith(`/${name}/__init__.py`)) return [];
      const read = workspace.read(file);
      const words = new Set(read.ok ? read.text.match(/\w+/g) : []);
      return gives.every((one) => words.has(one)) ? [file.slice(0, -'__init__.py'.length)] : [];
    }),
  );
  return (path) => folders.some((folder) => path.startsWith(folder));
}

function scriptModules(text: string): Set<string> {
  return new Set([...text.matchAll(SCRIPT_IMPORT)].map((found) => found[2] ?? ''));
}

function pythonModules(text: string): Set<string> {
  const modules = new Set<string>();
  for (const [, from, names, plain] of text.matchAll(PYTHON_IMPORT)) {
    if (from !== undefined) {
      modules.add(from);
      // A name that is imported from a package may be a module of it.
      for (const name of (names ?? '').match(/\w+/g) ?? [])
        modules.add(from.endsWith('.') ? from + name : `${from}.${name}`);
    }
    for (const name of plain?.match(/[\w.]+/g) ?? []) modules.add(name);
  }
  return modules;
}
