import { stringOf } from '../dialects/agents/tool.js';
import { programsOf, wordsIn } from '../facts/programs/table.js';
import type { Workspace } from '../model/index.js';
import { baseName, folderOf, pathFrom } from '../model/paths.js';
import { formatOf, parseDocument, type SyntaxNode } from '../syntax/index.js';
import { commandWords, programName } from '../syntax/shell/command-line.js';
import facts from './started-files.json' with { type: 'json' };

const FOLDER_OPTIONS: ReadonlySet<string> = new Set(wordsIn(facts.folders));

const PROGRAM = /\.(?:py|[cm]?[jt]sx?)$/i;
const VARIABLE = /^(?:\$\{[^}]*\}|\$\w+|%\w+%|\{\{[^}]*\}\})[\\/]?/;
/** Begins a path that is none of the workspace. */
const OUTSIDE = /^(?:[\\/~]|[A-Za-z]:)/;
const BUILT = new RegExp(`(^|/)(?:${facts.built.replaceAll(' ', '|')})/`);

/**
 * The files of the workspace that a command may run, the likeliest first: a script, a module of Python, what a package of
 * the workspace starts under its name, the name of a command, or that of a script in its manifest.
 */
export function startedFiles(
  command: readonly string[],
  file: string,
  workspace: Workspace,
): readonly string[] {
  const words = command.flatMap((word) =>
    /\s/.test(word) && !PROGRAM.test(word) ? commandWords(word).flat() : [word],
  );
  const folders = [...foldersIn(words), folderOf(file), ''];
  const scripts = words.flatMap((word) => scriptOf(word));
  const module = words.indexOf('-m') >= 0 ? words[words.indexOf('-m') + 1] : undefined;
  const found = [
    ...scripts.flatMap((path) => filesAt(path, folders, workspace)),
    ...(module === undefined ? [] : modulePaths(module).flatMap((path) => filesAt(path, folders, workspace))),
  ];
  if (found.length > 0 || scripts.length > 0) return [...new Set(found)];
  return [...new Set(startedByPackages(words, folders, workspace))];
}

/** The path of a program in a word: `server.py`, `src/server.py:mcp`. */
function scriptOf(word: string): string[] {
  const path = word.replace(/:[A-Za-z_]\w*$/, '');
  return PROGRAM.test(path) && !word.startsWith('-') ? [path.replaceAll('\\', '/')] : [];
}

function foldersIn(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    const [option = '', stated] = word.split('=', 2);
    if (!FOLDER_OPTIONS.has(option)) return [];
    const folder = stated ?? words[index + 1];
    return folder === undefined ? [] : [folder.replaceAll('\\', '/')];
  });
}

/** The paths that a module of Python may be: `app.server` is `app/server.py`, or `app/server/__main__.py`. */
function modulePaths(module: string): string[] {
  if (!/^[A-Za-z_][\w.]*$/.test(module)) return [];
  const path = module.replaceAll('.', '/');
  return [
    `${path}.py`,
    `${path}/__main__.py`,
    `src/${path}.py`,
    `src/${path}/__main__.py`,
    `${path}/__init__.py`,
  ];
}

/** What a built file is made of: `dist/index.js` of `src/index.ts`, or of `index.ts`. */
function sourcesOf(path: string): string[] {
  const places = BUILT.test(path) ? [path.replace(BUILT, '$1src/'), path.replace(BUILT, '$1')] : [];
  const all = [path, ...places];
  return [...new Set([...all, ...all.map((one) => one.replace(/\.([cm]?)jsx?$/, '.$1ts'))])];
}

/** The files of the workspace that a path means: below one of the folders, else by the longest end that only one file has. */
function filesAt(stated: string, folders: readonly string[], workspace: Workspace): string[] {
  const path = stated.replace(VARIABLE, '').replace(/^\.\//, '');
  const files = new Set(workspace.files);
  if (!OUTSIDE.test(path))
    for (const folder of folders)
      for (const one of sourcesOf(pathBelow(folder, path) ?? '')) if (files.has(one)) return [one];
  const steps = path.split('/').filter((step) => step !== '' && step !== '.' && step !== '..');
  const programs = workspace.files.filter((one) => formatOf(one) === 'code');
  for (let from = 0; from < steps.length; from++) {
    for (const end of sourcesOf(steps.slice(from).join('/'))) {
      const found = programs.filter((one) => one === end || one.endsWith(`/${end}`));
      if (found.length === 1) return found;
      if (found.length > 1) return [];
    }
  }
  return [];
}

/** A path below a folder, which a command may state by a variable; undefined if it is outside of the workspace. */
function pathBelow(folder: string, path: string): string | undefined {
  const base = folder.replace(VARIABLE, '');
  return OUTSIDE.test(base) ? undefined : pathFrom('', `${base}/${path}`);
}

/** What a runner starts by the name of a package, a command or a script of a package of the workspace. */
function startedByPackages(
  words: readonly string[],
  folders: readonly string[],
  workspace: Workspace,
): string[] {
  const [program = '', ...rest] = words;
  const isRunner = programsOf('packages').has(programName(program));
  const names = new Set((isRunner ? rest : [program]).filter((word) => !word.startsWith('-')));
  const isScript = programsOf('manifests').has(programName(program));
  return workspace.files.flatMap((file) => {
    const name = baseName(file);
    if (name !== 'package.json' && name !== 'pyproject.toml') return [];
    const read = workspace.read(file);
    if (!read.ok) return [];
    const folder = folderOf(file);
    const targets =
      name === 'package.json'
        ? targetsInManifest(
            parseDocument(file, 'json', read.text).roots[0],
            names,
            isScript && isAmong(folder, folders),
          )
        : targetsInProject(read.text, names);
    return targets.flatMap((target) => filesAt(target, [folder], workspace).slice(0, 1));
  });
}

const isAmong = (folder: string, folders: readonly string[]): boolean =>
  folders.some((one) => pathBelow(one, '') === folder);

function targetsInManifest(
  root: SyntaxNode | undefined,
  names: ReadonlySet<string>,
  hasScripts: boolean,
): string[] {
  const bin = root?.get('bin');
  const own = stringOf(root?.get('name')) ?? '';
  const isOwn = [...names].some((name) => name === own || name.startsWith(`${own}@`));
  const bins = (bin?.keys() ?? []).flatMap((key) =>
    names.has(key) || isOwn ? (stringOf(bin?.get(key)) ?? []) : [],
  );
  const short = own.slice(own.lastIndexOf('/') + 1);
  const single =
    own !== '' && (isOwn || names.has(short)) ? (stringOf(bin) ?? stringOf(root?.get('main')) ?? []) : [];
  const scripts = root?.get('scripts');
  const run = hasScripts
    ? (scripts?.keys() ?? []).flatMap((key) => (names.has(key) ? (stringOf(scripts?.get(key)) ?? '') : []))
    : [];
  const inScripts = run.flatMap((line) => commandWords(line).flat().flatMap(scriptOf));
  return [...bins, ...[single].flat(), ...inScripts];
}

const SCRIPTS = /^\[project\.scripts\]\s*$([^[]*)/m;
const ENTRY = /^\s*["']?([\w.-]+)["']?\s*=\s*["']([\w.]+)(?::[\w.]+)?["']/gm;

/** Commands that a package of Python installs: `desk-mcp = "desk.server:main"`. */
function targetsInProject(text: string, names: ReadonlySet<string>): string[] {
  const section = SCRIPTS.exec(text)?.[1] ?? '';
  return [...section.matchAll(ENTRY)].flatMap(([, name = '', module = '']) =>
    names.has(name) ? modulePaths(module) : [],
  );
}
