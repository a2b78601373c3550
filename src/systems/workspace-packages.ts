import { stringOf } from '../dialects/agents/tool.js';
import { CODE_MARKS } from '../dialects/code-marks.js';
import type { Workspace } from '../model/index.js';
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
