import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { disk, type FileStore, findRoot, isBelow, realPathIn } from '../files/index.js';
import type { ConfigLayer, ResolvedConfig } from '../model/config.js';
import { noConfig } from '../model/memory-config.js';
import { formatOf, loadParsers } from '../syntax/index.js';
import { claimEdits } from './claim-edits.js';
import { extendChain } from './extend.js';
import { configFinder } from './find.js';
import { emptyLayer, layerOf } from './layer.js';
import { type Opened, openConfig } from './open.js';
import { loadPolicy, misplacedKeys } from './policy.js';
import { type ConfigProblem, problemOf } from './problem.js';
import { toolListProblems } from './tool-list-files.js';
import { validationProblems } from './validate.js';

export interface LoadOptions {
  /** Where shown paths start, and where the search upward ends. */
  root: string;
  cwd: string;
  /** One configuration file instead of those found, relative to `cwd`; its globs are relative to the root. */
  file?: string;
  /** No configuration at all. */
  none?: boolean;
  /** The linted files, as shown: configuration is looked for from their folders upward. */
  files?: Iterable<string>;
  /** Further folders to look from, as shown. */
  folders?: Iterable<string>;
  /** A policy from outside the tree, relative to `cwd`. */
  policy?: string;
  /** Where files are read from; left out: the disk. */
  store?: FileStore;
  /** The name that a file has now, which the configuration may name by an earlier one. Left out: they are the same. */
  laterName?: (file: string) => string;
}

export type LoadedConfig = { ok: true; config: ResolvedConfig } | { ok: false; problems: ConfigProblem[] };

/**
 * Finds, reads and checks the project's configuration (design, section 8): every folder from a linted file up to the
 * root may hold one, the outermost is the first layer. Nothing of the tree is executed. All mistakes of all files are
 * given at once.
 */
export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  const [policy, project] = await Promise.all([loadPolicy(options), loadProject(options)]);
  const problems = [policy, project].flatMap((one) => (one.ok ? [] : one.problems));
  if (!policy.ok || !project.ok) return { ok: false, problems };
  return { ok: true, config: below(policy.layers, project.config) };
}

/** The project's configuration below the layers of a policy, which apply to every file. */
function below(policy: readonly ConfigLayer[], config: ResolvedConfig): ResolvedConfig {
  if (policy.length === 0) return config;
  const known = new Map<readonly ConfigLayer[], readonly ConfigLayer[]>();
  const withPolicy = (layers: readonly ConfigLayer[]) => {
    const all = known.get(layers) ?? [...policy, ...layers];
    known.set(layers, all);
    return all;
  };
  return {
    ...config,
    layersFor: (file) => withPolicy(config.layersFor(file)),
    layers: () => [...policy, ...config.layers()],
  };
}

async function loadProject(options: LoadOptions): Promise<LoadedConfig> {
  if (options.none) return { ok: true, config: noConfig() };
  const { root, cwd, store = disk, laterName } = options;
  const withoutLinks = (folder: string) => realPathIn(store, folder) ?? folder;
  const layers = layerReader(
    (absolute) => shownPath(absolute, root, cwd),
    (shown) => absolutePath(shown, root, cwd),
    store,
    laterName,
  );
  if (options.file !== undefined) return onlyFile(resolve(cwd, options.file), root, layers, store);

  const folders = foldersOf(options);
  const byFolder = new Map<string, readonly ConfigLayer[]>();
  const topOf = topFinder(root, folders);
  const boundaryOf = (folder: string) => withoutLinks(topOf(folder));
  const find = configFinder(layers.show, boundaryOf, store);
  const resolveFolder = async (folder: string, top: string): Promise<readonly ConfigLayer[]> => {
    const known = byFolder.get(folder);
    if (known) return known;
    const above =
      folder === top || folder === dirname(folder) ? [] : await resolveFolder(dirname(folder), top);
    const found = await find(folder);
    const place = { base: shownPath(folder, root, cwd), boundary: boundaryOf(folder) };
    const own = found ? await layers.read(found.absolute, found.opened, place) : [];
    const all = own.length === 0 ? above : distinct([...above, ...own]);
    byFolder.set(folder, all);
    return all;
  };
  for (const folder of folders) await resolveFolder(folder, topOf(folder));
  if (layers.problems.length > 0) return { ok: false, problems: distinctProblems(layers.problems) };
  return { ok: true, config: configOf(byFolder, (file) => absolutePath(file, root, cwd)) };
}

/** One layer a file: the outermost. */
const distinct = (layers: readonly ConfigLayer[]) =>
  layers.filter((layer, index) => layers.findIndex((other) => other.file === layer.file) === index);

/** A file that several configurations extend is wrong once. */
const distinctProblems = (problems: readonly ConfigProblem[]) => [
  ...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values(),
];

async function onlyFile(
  absolute: string,
  root: string,
  layers: LayerReader,
  store: FileStore,
): Promise<LoadedConfig> {
  const withoutLinks = (path: string) => realPathIn(store, path) ?? path;
  const format = formatOf(absolute);
  if (format !== undefined) await loadParsers([format]);
  const shown = layers.show(absolute);
  const opened = openConfig(absolute, shown, dirname(withoutLinks(absolute)), store);
  const missing: Opened = { ok: false, problems: [problemOf(shown, 'It has no key `agent-lint`.')] };
  const top = isBelow(absolute, root) ? root : findRoot(dirname(absolute)).root;
  const only = await layers.read(absolute, opened ?? missing, { base: '', boundary: withoutLinks(top) });
  if (layers.problems.length > 0) return { ok: false, problems: layers.problems };
  const claimsFor = (file: string) => claimEdits(only, file);
  return { ok: true, config: { layersFor: () => only, layers: () => only, claimsFor } };
}

/** Where a configuration holds. */
interface ConfigPlace {
  /** The folder that its globs start from, as shown. */
  base: string;
  /** The root without links: what it names may not leave it. */
  boundary: string;
}

interface LayerReader {
  problems: ConfigProblem[];
  show(absolute: string): string;
  /** The layers of an opened configuration, those that it extends first. */
  read(absolute: string, opened: Opened, place: ConfigPlace): Promise<ConfigLayer[]>;
}

function layerReader(
  show: (absolute: string) => string,
  absoluteOf: (shown: string) => string,
  store: FileStore,
  laterName: LoadOptions['laterName'],
): LayerReader {
  const problems: ConfigProblem[] = [];
  const read: LayerReader['read'] = async (absolute, opened, { base, boundary }) => {
    if (!opened.ok) {
      problems.push(...opened.problems);
      return [];
    }
    if (!opened.node) return [emptyLayer(show(absolute), base, opened.text)];
    const chain = await extendChain({ absolute, node: opened.node }, { boundary, show, store });
    problems.push(...chain.problems);
    const before = problems.length;
    for (const { node } of chain.sources) {
      problems.push(...(await validationProblems(node)), ...misplacedKeys(node));
      problems.push(...(await toolListProblems(node, { base, boundary, absoluteOf, store })));
    }
    return problems.length > before ? [] : chain.sources.map(({ node }) => layerOf(node, base, laterName));
  };
  return { problems, show, read };
}

function shownPath(absolute: string, root: string, cwd: string): string {
  const path = relative(isBelow(absolute, root) ? root : cwd, absolute);
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

const absolutePath = (shown: string, root: string, cwd: string) =>
  shown.startsWith('../') || isAbsolute(shown) ? resolve(cwd, shown) : join(root, shown);

/** Absolute folders to look from: those of the files, and the working directory for what is about no file. */
function foldersOf({ root, cwd, files = [], folders = [] }: LoadOptions): string[] {
  const shown = new Set<string>(folders);
  for (const file of files) shown.add(file.slice(0, Math.max(0, file.lastIndexOf('/'))));
  return [...new Set([resolve(cwd), ...[...shown].map((folder) => absolutePath(folder, root, cwd))])].sort();
}

/** Where the search from a folder ends: the root, or outside it the folder's own repository or outermost given folder. */
function topFinder(root: string, folders: readonly string[]): (folder: string) => string {
  return (folder) => {
    if (isBelow(folder, root)) return root;
    const own = findRoot(folder);
    return own.git ? own.root : (folders.find((other) => isBelow(folder, other)) ?? folder);
  };
}

/** The nearest known folder answers for a file that was not known before. */
function configOf(
  byFolder: ReadonlyMap<string, readonly ConfigLayer[]>,
  absoluteOf: (file: string) => string,
): ResolvedConfig {
  const known = new Map(byFolder);
  const layersOf = (folder: string): readonly ConfigLayer[] => {
    const found = known.get(folder);
    if (found) return found;
    const layers = folder === dirname(folder) ? [] : layersOf(dirname(folder));
    known.set(folder, layers);
    return layers;
  };
  const shown = new Map<string, readonly ConfigLayer[]>();
  const layersFor: ResolvedConfig['layersFor'] = (file) => {
    const folder = file.slice(0, Math.max(0, file.lastIndexOf('/')));
    let layers = shown.get(folder);
    if (!layers) {
      layers = layersOf(absoluteOf(folder === '' && file.startsWith('/') ? '/' : folder));
      shown.set(folder, layers);
    }
    return layers;
  };
  return {
    layersFor,
    claimsFor: (file) => claimEdits(layersFor(file), file),
    layers: () => [...new Set([...byFolder.values()].flat())],
  };
}
