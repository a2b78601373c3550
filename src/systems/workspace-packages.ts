import { stringOf } from '../dialects/agents/tool.js';
import type { FrameworkModules } from '../dialects/code-dialect.js';
import { CODE_MARKS } from '../dialects/code-marks.js';
import { FRAMEWORK_MODULES } from '../dialects/framework-modules.js';
import { LOOP_CLIENTS, UNREAD_CLIENTS } from '../facts/model-clients.js';
import type { Workspace } from '../model/index.js';
import { folderOf } from '../model/paths.js';
import type { PathAlias } from '../program/index.js';
import { parseDocument, type SyntaxNode } from '../syntax/index.js';

const MANIFEST = 'package.json';
/** Packages of one monorepo whose names imports may begin with. */
const MOST_PACKAGES = 200;
/** Entries of one package that imports may name. */
const MOST_ENTRIES = 50;

const SDK = new Set(CODE_MARKS.flatMap(({ packages = [] }) => packages));

/**
 * The packages of a monorepo by the names that the others import them by, from each `package.json` below the root. An
 * SDK that is in the tree itself still counts as the SDK for its importers.
 */
export function workspacePackages(workspace: Workspace): PathAlias[] {
  return workspace.files
    .filter((file) => file.endsWith(`/${MANIFEST}`))
    .slice(0, MOST_PACKAGES)
    .flatMap((file) => aliasesOf(workspace, file));
}

const PYTHON_MANIFESTS = ['pyproject.toml', 'setup.cfg', 'setup.py'];

/** Packages of Python that agents are built with: one in the tree itself still counts as the SDK for its importers. */
const PYTHON_SDK = new Set(
  [
    ...Object.values<FrameworkModules>(FRAMEWORK_MODULES).flatMap(({ python }) => python?.modules ?? []),
    ...[...LOOP_CLIENTS.python, ...UNREAD_CLIENTS.python].flatMap(({ modules }) => modules),
    ...CODE_MARKS.flatMap(({ installed = [] }) => installed.map(({ name }) => name)),
  ].map((module) => module.split('.', 1)[0]),
);

/**
 * The packages of Python in the projects below the root, which the others of the workspace import by their names:
 * `packages/core/src/core`. A name that several projects have says not which one is meant.
 */
export function pythonPackages(workspace: Workspace): PathAlias[] {
  const projects = new Set(
    workspace.files
      .filter((file) => PYTHON_MANIFESTS.some((name) => file.endsWith(`/${name}`)))
      .map(folderOf)
      .slice(0, MOST_PACKAGES),
  );
  if (projects.size === 0) return [];
  const folders = new Map<string, Set<string>>();
  for (const file of workspace.files) {
    if (!file.endsWith('.py')) continue;
    let project = folderOf(file);
    while (project !== '' && !projects.has(project)) project = folderOf(project);
    if (project === '') continue;
    const steps = file.slice(project.length + 1).split('/');
    const isInSource = steps[0] === 'src';
    const [name = '', inner] = isInSource ? steps.slice(1) : steps;
    if (inner === undefined || PYTHON_SDK.has(name) || !(isInSource || inner === '__init__.py')) continue;
    const folder = isInSource ? `${project}/src` : project;
    folders.set(name, (folders.get(name) ?? new Set()).add(folder));
  }
  return [...folders].flatMap(([pattern, [folder, ...others]]): PathAlias[] =>
    folder !== undefined && others.length === 0 ? [{ pattern, targets: [], folder, isPackage: true }] : [],
  );
}

function aliasesOf(workspace: Workspace, file: string): PathAlias[] {
  const read = workspace.read(file);
  const root = read.ok ? parseDocument(file, 'json', read.text).roots[0] : undefined;
  const name = stringOf(root?.get('name'));
  if (!root || !name || SDK.has(name)) return [];
  const folder = file.slice(0, -MANIFEST.length - 1);
  const exports = root.get('exports');
  const subpaths = exports?.keys().filter((key) => key.startsWith('./')) ?? [];
  const main = exports?.keys().includes('.') ? exports.get('.') : subpaths.length > 0 ? undefined : exports;
  const entries = ['source', 'module', 'main'].flatMap((key) => stringOf(root.get(key)) ?? []);
  const own = [...textsIn(main, 0), ...entries].flatMap(withSource);
  return [
    { pattern: name, targets: [...new Set([...own, 'src/index', 'index'])], folder },
    ...subpaths.slice(0, MOST_ENTRIES).map((key) => ({
      pattern: `${name}${key.slice(1)}`,
      targets: textsIn(exports?.get(key), 0).flatMap(withSource),
      folder,
    })),
    { pattern: `${name}/*`, targets: ['*', 'src/*'], folder },
  ];
}

/** The files that an entry of `exports` names, whatever it depends on. */
function textsIn(entry: SyntaxNode | undefined, depth: number): string[] {
  const text = stringOf(entry);
  if (text !== undefined) return [text];
  if (entry?.kind !== 'object' || depth > 3) return [];
  return entry.keys().flatMap((key) => textsIn(entry.get(key), depth + 1));
}

/** Build outputs come from `src`. */
function withSource(path: string): string[] {
  const source = path
    .replace(/^(?:\.\/)?(?:dist|lib|build|out)\//, 'src/')
    .replace(/\.d\.([cm]?)ts$/, '.$1ts');
  return [...new Set([path, source])];
}
