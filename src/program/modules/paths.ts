import { type GrammarName, languageOf } from '../tree/grammars.js';
import { programText } from '../tree/notebook.js';

/** A file of the project as the caller reads it. */
export interface SourceFile {
  /** Path relative to the root, with `/`. */
  file: string;
  text: string;
}

/** An alias for a path of the project in imports: `@/*` for `src/*`. */
export interface PathAlias {
  /** The pattern; a star matches the rest of the name. */
  pattern: string;
  /** The paths that it may refer to, the likeliest first. */
  targets: readonly string[];
  /** The folder that targets start from, relative to the root. */
  folder: string;
  /** It is a package of Python by its name, which is in the folder. */
  isPackage?: true;
}

/** The aliases that apply to the imports of a file. */
export type AliasesOf = (fromFile: string) => readonly PathAlias[];

const NO_ALIASES: AliasesOf = () => [];

/** Finds the file of a module name; undefined if it is not in the project. */
export type ResolveFile = (specifier: string, fromFile: string) => SourceFile | undefined;

const SCRIPT_ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
/** The endings of sources that a compiled file's ending may refer to. */
const SOURCE_ENDINGS: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

/** The ending of data that an import gives as a value. */
const VALUE_ENDING = '.json';

/** Whether a file is data that an import gives as a value. */
export const isImportedValue = (path: string): boolean => path.endsWith(VALUE_ENDING);

const DATA: ReadonlySet<string> = new Set(
  'json json5 jsonc yaml yml toml txt md csv html htm css scss svg png wasm node'.split(' '),
);

/** Whether a module name names a data file, not a program. */
export const namesData = (specifier: string): boolean =>
  DATA.has(specifier.slice(specifier.lastIndexOf('.') + 1).toLowerCase());

/**
 * Paths, relative to the root, that a module name may refer to, the likeliest first. Relative names and aliases of
 * TypeScript and JavaScript; relative and absolute ones of Python. Nothing outside of the root.
 */
export function modulePaths(
  specifier: string,
  fromFile: string,
  grammar: GrammarName,
  aliasesOf: AliasesOf = NO_ALIASES,
): readonly string[] {
  if (languageOf(grammar).hasPackages)
    return [
      ...pythonPaths(specifier, fromFile),
      ...aliasesOf(fromFile).flatMap((alias) => packagePaths(specifier, alias)),
    ];
  return isRelative(specifier)
    ? scriptPaths(joined(folderOf(fromFile), specifier.split('/')))
    : aliasesOf(fromFile).flatMap((alias) => aliasPaths(specifier, alias));
}

/** A package of Python whose name modules of projects often have too. */
export interface InstalledPackage {
  name: string;
  /** Names that its `__init__.py` exports: a package of the tree that exports all of them is a copy of it. */
  gives: readonly string[];
}

/**
 * Creates a ResolveFile; `read` reads a file and returns undefined if there is none. A name of an `installed`
 * package refers to a file of the project only if that is no copy of the package.
 */
export function fileResolver(
  grammarOf: (path: string) => GrammarName | undefined,
  read: (path: string, askedBy: string) => string | undefined,
  aliasesOf: AliasesOf = NO_ALIASES,
  installed: readonly InstalledPackage[] = [],
): ResolveFile {
  // A name means the same to every file of a folder, but for those of packages.
  const known = new Map<string, string | undefined>();
  return (specifier, fromFile) => {
    const grammar = grammarOf(fromFile);
    if (!grammar) return undefined;
    const first = specifier.split('.', 1)[0];
    const own = languageOf(grammar).hasPackages ? installed.find(({ name }) => name === first) : undefined;
    const key = `${grammar}\0${own ? fromFile : folderOf(fromFile)}\0${specifier}`;
    const before = known.get(key);
    if (before === undefined && known.has(key)) return undefined;
    const paths = before === undefined ? modulePaths(specifier, fromFile, grammar, aliasesOf) : [before];
    for (const file of paths) {
      const text = read(file, fromFile);
      if (text === undefined) continue;
      if (own && file === fromFile) continue;
      if (own && isInside(file, specifier, fromFile, read)) continue;
      if (own && isCopy(file, specifier, own, (path) => read(path, fromFile))) continue;
      known.set(key, file);
      return { file, text };
    }
    known.set(key, undefined);
    return undefined;
  };
}

const FIRST_NAME = /^[ \t]*(?:from|import)[ \t]+([A-Za-z_]\w{0,100})/gm;

/**
 * Whether an absolute name refers to a different package than the file that was found for it: that file is in a package
 * (`app/agents/__init__.py` beside `app/__init__.py`), where Python does not look, unless the program is started there.
 * It does if the importing file finds a further module in that folder.
 */
function isInside(
  found: string,
  specifier: string,
  fromFile: string,
  read: (path: string, askedBy: string) => string | undefined,
): boolean {
  const path = specifier.replaceAll('.', '/');
  const folder = found.slice(0, found.lastIndexOf(path));
  const exists = (path: string) => read(folder + path, fromFile) !== undefined;
  if (folder === '' || !exists('__init__.py')) return false;
  const itself = new Set([specifier.split('.', 1)[0], folder.split('/').at(-2)]);
  return ![...programText(fromFile, read(fromFile, fromFile) ?? '').matchAll(FIRST_NAME)].some(
    ([, name = '']) =>
      !itself.has(name) &&
      (exists(`${name}/__init__.py`) || (exists(`${name}.py`) && `${folder}${name}.py` !== fromFile)),
  );
}

/** Whether the package of a file exports all names of one that is installed elsewhere: it is a copy of that one. */
function isCopy(
  found: string,
  specifier: string,
  { name, gives }: InstalledPackage,
  read: (path: string) => string | undefined,
): boolean {
  const folder = found.slice(0, found.lastIndexOf(specifier.replaceAll('.', '/')));
  const words = new Set(read(`${folder}${name}/__init__.py`)?.match(/\w+/g));
  return gives.every((one) => words.has(one));
}

function isRelative(specifier: string): boolean {
  return specifier.startsWith('./') || specifier.startsWith('../') || specifier === '.' || specifier === '..';
}

/** The files of a package of Python that a name may refer to. */
function packagePaths(specifier: string, { pattern, folder, isPackage }: PathAlias): string[] {
  const names = specifier.split('.');
  return isPackage && names[0] === pattern ? pythonModule(folder, names) : [];
}

function aliasPaths(specifier: string, { pattern, targets, folder, isPackage }: PathAlias): string[] {
  if (isPackage) return [];
  const star = pattern.indexOf('*');
  const [head, tail] = star < 0 ? [pattern, ''] : [pattern.slice(0, star), pattern.slice(star + 1)];
  const isMeant =
    star < 0
      ? specifier === pattern
      : specifier.length >= head.length + tail.length &&
        specifier.startsWith(head) &&
        specifier.endsWith(tail);
  if (!isMeant) return [];
  const rest = specifier.slice(head.length, specifier.length - tail.length);
  return targets.flatMap((target) => scriptPaths(joined(folder, target.split('*', 2).join(rest).split('/'))));
}

/** The files that a path without an ending, or with that of its compiled file, may refer to. */
function scriptPaths(base: string | undefined): string[] {
  if (base === undefined) return [];
  const ending = SCRIPT_ENDINGS.find((one) => base.endsWith(one));
  const paths: string[] = [];
  if (ending) {
    const stem = base.slice(0, -ending.length);
    for (const source of SOURCE_ENDINGS[ending] ?? []) paths.push(stem + source);
    paths.push(base);
  }
  if (isImportedValue(base)) paths.push(base);
  if (base !== '') for (const one of SCRIPT_ENDINGS) paths.push(base + one);
  for (const one of SCRIPT_ENDINGS) paths.push(`${base === '' ? '' : `${base}/`}index${one}`);
  return paths;
}

function pythonPaths(specifier: string, fromFile: string): string[] {
  const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
  const names = specifier
    .slice(dots)
    .split('.')
    .filter((name) => name !== '');
  if (names.some((name) => !/^[\p{L}\p{N}_]+$/u.test(name))) return [];
  const folder = folderOf(fromFile);
  if (dots > 0) {
    const up = joined(folder, Array<string>(dots - 1).fill('..'));
    return up === undefined ? [] : pythonModule(up, names);
  }
  if (names.length === 0) return [];
  const path = names.join('/');
  return seenFrom(folder).flatMap((one) => [`${one}${path}/__init__.py`, `${one}${path}.py`]);
}

let lastSeen: { from: string; folders: readonly string[] } = { from: '?', folders: [] };

/**
 * The folders, each with its slash, that a program finds modules in: its own, the root and `src` folders; a monorepo has
 * several such folders above a file. Cached for the last folder: the imports of a file follow each other.
 */
function seenFrom(from: string): readonly string[] {
  if (lastSeen.from !== from) {
    const folders = new Set<string>();
    for (const one of ancestors(from)) {
      folders.add(one === '' ? '' : `${one}/`);
      folders.add(one === '' ? 'src/' : `${one}/src/`);
    }
    lastSeen = { from, folders: [...folders] };
  }
  return lastSeen.folders;
}

function pythonModule(folder: string, names: readonly string[]): string[] {
  const path = [folder, ...names].filter((part) => part !== '').join('/');
  const init = path === '' ? '__init__.py' : `${path}/__init__.py`;
  return names.length === 0 ? [init] : [init, `${path}.py`];
}

function ancestors(folder: string): string[] {
  const found: string[] = [];
  for (let at = folder; ; at = folderOf(at)) {
    found.push(at);
    if (at === '') return found;
  }
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** A path from a folder; undefined where it leaves the root. */
function joined(folder: string, parts: readonly string[]): string | undefined {
  const path = folder === '' ? [] : folder.split('/');
  for (const part of parts) {
    if (part === '' || part === '.') continue;
    if (part !== '..') path.push(part);
    else if (path.pop() === undefined) return undefined;
  }
  return path.join('/');
}
