import { stringOf } from '../dialects/agents/tool.js';
import type { Workspace } from '../model/index.js';
import { folderOf, pathFrom } from '../model/paths.js';
import type { AliasesOf, PathAlias } from '../program/index.js';
import { parseDocument, type SyntaxNode } from '../syntax/index.js';
import { pythonPackages, workspacePackages } from './workspace-packages.js';

const NAMES = ['tsconfig.json', 'jsconfig.json'];

/** Longest chain of configurations that extend each other. */
const DEEPEST = 4;
const MOST_ALIASES = 200;

/**
 * Path aliases of a workspace's programs, from `compilerOptions.paths` and `baseUrl` of the nearest TypeScript
 * configuration. It is read as data; a configuration that it extends counts if it is a file of the workspace. Next come
 * the packages of a monorepo by their names.
 */
export function openAliases(workspace: Workspace): AliasesOf {
  const stated = ownAliases(workspace);
  const packages = [...workspacePackages(workspace), ...pythonPackages(workspace)];
  return (fromFile) => {
    const own = stated(fromFile);
    return packages.length > 0 ? [...own, ...packages] : own;
  };
}

/** The path aliases of TypeScript configurations whose names cannot be packages. */
export function statedAliases(workspace: Workspace): AliasesOf {
  const stated = ownAliases(workspace);
  return (fromFile) => stated(fromFile).filter(({ pattern }) => pattern !== '*');
}

function ownAliases(workspace: Workspace): AliasesOf {
  const files = knownJson(workspace);
  const byFolder = new Map<string, readonly PathAlias[]>();
  const aliasesIn = (folder: string): readonly PathAlias[] => {
    const known = byFolder.get(folder);
    if (known) return known;
    const own = NAMES.map((name) => (folder === '' ? name : `${folder}/${name}`)).find((file) =>
      files.has(file),
    );
    const found =
      own === undefined
        ? folder === ''
          ? []
          : aliasesIn(folderOf(folder))
        : readAliases(workspace, own, files, 0);
    byFolder.set(folder, found);
    return found;
  };
  return (fromFile) => aliasesIn(folderOf(fromFile));
}

/**
 * The configurations that may be read: those of the workspace, and those around programs that were named as single
 * files.
 */
function knownJson(workspace: Workspace): Pick<ReadonlySet<string>, 'has'> {
  const files = new Set(workspace.files.filter((file) => file.endsWith('.json')));
  return { has: (file) => files.has(file) || (!workspace.isSearched(file) && workspace.read(file).ok) };
}

function readAliases(
  workspace: Workspace,
  file: string,
  files: Pick<ReadonlySet<string>, 'has'>,
  depth: number,
): readonly PathAlias[] {
  const read = workspace.read(file);
  const root = read.ok ? parseDocument(file, 'jsonc', read.text).roots[0] : undefined;
  if (!root) return [];
  const options = root.get('compilerOptions');
  const base = stringOf(options?.get('baseUrl'));
  const folder = base === undefined ? folderOf(file) : joined(folderOf(file), base);
  const paths = options?.get('paths');
  if (folder === undefined) return [];
  if (paths?.kind !== 'object' && base === undefined) return inherited(workspace, file, root, files, depth);
  const aliases = (paths?.keys() ?? []).slice(0, MOST_ALIASES).map((pattern): PathAlias => {
    const targets =
      paths
        ?.get(pattern)
        ?.items()
        .flatMap((item) => stringOf(item) ?? []) ?? [];
    return { pattern, targets, folder };
  });
  // Names without dots start from the base as well.
  return base === undefined ? aliases : [...aliases, { pattern: '*', targets: ['*'], folder }];
}

function inherited(
  workspace: Workspace,
  file: string,
  root: SyntaxNode,
  files: Pick<ReadonlySet<string>, 'has'>,
  depth: number,
): readonly PathAlias[] {
  const stated = root.get('extends');
  const names = [stated, ...(stated?.items() ?? [])].flatMap((one) => stringOf(one) ?? []);
  const above = names
    .filter((name) => name.startsWith('.') && depth < DEEPEST)
    .flatMap((name) => joined(folderOf(file), name.endsWith('.json') ? name : `${name}.json`) ?? [])
    .findLast((one) => files.has(one));
  return above === undefined ? [] : readAliases(workspace, above, files, depth + 1);
}

/** A path from a folder; undefined if it leaves the root, or is of the machine. */
const joined = (folder: string, path: string): string | undefined =>
  path.startsWith('/') || path.length > 1_000 ? undefined : pathFrom(folder, path);
