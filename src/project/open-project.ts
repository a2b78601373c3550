import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { BASELINE_FILE, NO_BASELINE, readBaseline } from '../config/baseline-file.js';
import { ConfigurationError } from '../config/configuration-error.js';
import { folderMatcher, globMatcher, linguistOf, loadConfig, unreadConfigurations } from '../config/index.js';
import { readGrammar } from '../files/grammar-files.js';
import {
  discover,
  disk,
  type FileStore,
  fileReader,
  findRoot,
  lookIn,
  MOST_AROUND,
  overlay,
  type Root,
} from '../files/index.js';
import { type BaselineRun, underLaterNames } from '../lint/baseline.js';
import {
  CONFIG_NAMES,
  type ConfigLayer,
  placeSpan,
  type ResolvedConfig,
  type Workspace,
} from '../model/index.js';
import { workspaceOf } from '../model/memory-workspace.js';
import { beginsWithFrontMatter, type Format, formatOf, loadParsers, mayCallCurl } from '../syntax/index.js';
import { dependentsOf, type Selection, selectionFormats } from '../systems/dependents.js';
import type { Trust } from '../systems/directives.js';
import { isForeignProgram } from '../systems/foreign-programs.js';
import { excludedBy } from '../systems/index.js';
import { openPrograms, type ProgramSources } from '../systems/program-sources.js';
import { SHARD_FORMATS, type Shard, selectPart, selectShard } from '../systems/shards.js';
import { baselineGrowth } from './baseline-growth.js';
import {
  NO_RENAMES,
  openRenames,
  openRepository,
  pathsAbout,
  type Renames,
  type RepositoryRequest,
} from './repository.js';

/** Which files and which configuration a run is about. */
export interface ProjectRequest extends RepositoryRequest {
  /** Left out: the working directory of the process. */
  cwd?: string;
  /** `cwd` is the root, also within a repository: nothing above it is read, and paths start at it. */
  isRoot?: boolean;
  /** Files and folders, relative to `cwd`. Left out or empty: `cwd`. */
  paths?: readonly string[];
  /** A configuration file instead of those found; `false`: none. */
  config?: string | false;
  /** The file of the baseline, relative to `cwd`; `false`: none. Left out: `agent-lint-baseline.json` at the root, if it exists. */
  baseline?: string | false;
  /** An organisation's policy: a file from outside the repository, relative to `cwd`, that no file of it can weaken. */
  policy?: string;
  /** Globs to leave out. */
  exclude?: readonly string[];
  /** Open the configuration alone. */
  withoutFiles?: boolean;
  /**
   * Text that stands for a file, which is checked as if it were named, with everything that depends on it; as bytes where
   * its encoding is not known to be right. All other files are read from disk.
   */
  stdin?: { filename: string; text: string | Uint8Array };
  /** Texts that stand for files, by path relative to `cwd`. A file need not exist. All other files are read from disk. */
  overlay?: Readonly<Record<string, string>>;
  /** Only one of several parts of the files, so that each is checked on a machine of its own. */
  shard?: Shard;
  /** Files that the run is about, relative to the root, with everything that depends on them; they may be gone. */
  about?: readonly string[];
  /** Where those of them that are gone can still be read. */
  before?: FileStore;
  /** Where files are read from. Left out: the disk. */
  store?: FileStore;
}

/** Files and configuration, opened. */
export interface Project {
  root: string;
  workspace: Workspace;
  config: ResolvedConfig;
  /** Named paths that do not exist. */
  missing: readonly string[];
  /** A folder was searched, not only files named. */
  searched: boolean;
  /** The whole project was searched: what is not there does not exist. */
  isWhole: boolean;
  /** So was every file that the configuration in the tree may be about: what a setting of it matches is known. */
  knowsSettings?: boolean;
  /** Programs among the files, opened; left out where there are none. */
  code?: ProgramSources;
  /** Files that were named one by one, with everything that depends on them; left out: all files are checked. */
  selection?: Selection;
  /** What people should know of how the files were found. */
  notes?: readonly string[];
  /** The baseline in force; left out where there is none. */
  baseline?: BaselineRun;
  /** Whether a comment counts that is for agent-lint; left out: every one does. */
  trusts?: Trust;
  /** The name that a file has now, which an entry of the baseline knows by an earlier one. */
  laterName(file: string): string;
}

/**
 * Finds the files, reads the configuration and loads the parsers that they need. The only step that touches the machine.
 * @param part the only files that are checked, where another process joins what several of them found.
 * @throws {ConfigurationError} where the configuration is invalid.
 */
export async function openProject(request: ProjectRequest, part?: readonly string[]): Promise<Project> {
  if (typeof request.config === 'object') throw new TypeError('agent-lint: `config` is a path or false');
  const cwd = resolve(request.cwd ?? process.cwd());
  const { root } = rootOf(request, cwd);
  const repository = openRepository(request, root, baseStore(request, cwd));
  const { store, settings, changes } = repository;
  const textBefore = textOf(request.before ?? repository.before, root);
  // What another state of the repository has under other names is known where that state is opened.
  const renames = request.store ? NO_RENAMES : openRenames(request, root);
  const laterName = (file: string) => (lookIn(store, resolve(root, file)) ? file : renames.laterName(file));
  const asked = request.about ?? (changes && pathsAbout(changes, root, cwd, request.paths ?? []));
  const trusts = request.configFrom === undefined ? undefined : trustedBy(settings, root, renames);
  const open = async (exclude: readonly string[]) => {
    const wanted = { ...request, exclude, ...(asked ? { paths: [root] } : {}) };
    const { about, ...found } = filesOf(wanted, cwd, store, asked, trusts);
    const within =
      about && (await selectionOf(found.workspace, about, configShown(request, cwd, root), textBefore));
    const scoped = request.shard ? await shardOf(found.workspace, request.shard, within) : within;
    const selection = part ? selectPart(found.workspace, part, scoped) : scoped;
    const files = selection?.files ?? found.workspace.files;
    const config = await loadConfig({
      root,
      cwd,
      ...(typeof request.config === 'string' ? { file: request.config } : {}),
      none: request.config === false,
      ...(request.policy === undefined ? {} : { policy: request.policy }),
      files,
      folders: found.folders,
      store: settings,
      ...(request.configFrom === undefined ? {} : { laterName }),
    });
    if (!config.ok) throw new ConfigurationError(config.problems);
    return { found, selection, files, config: config.config };
  };
  const { exclude = [] } = request;
  let opened = await open(exclude);
  // An option hides no file from a locked rule: these files have to be found.
  if (exclude.length > 0 && opened.config.layers().some(({ locks }) => locks)) {
    opened = await open([]);
    opened.config = { ...opened.config, excludes: folderMatcher(exclude) };
  }
  const { found, selection, files, config } = opened;
  await loadParsers(formatsOf(found.workspace, files));
  const code = await openPrograms(found.workspace, readGrammar, files);
  const covers = coversOthers({ ...found, config, ...(selection && { selection }) });
  const baseline = baselineOf(request, { root, cwd, settings, laterName }, covers);
  const judgesGrowth = config.layers().some(({ locks, policy }) => locks || policy?.baseline.forbidsGrowth);
  const growth =
    judgesGrowth && request.baseline !== false
      ? baselineGrowth({
          request,
          place: baselinePlace(request, root, cwd),
          store,
          inForce: baseline?.baseline,
          laterName,
        })
      : undefined;
  const accepted = growth ? { ...(baseline ?? { baseline: NO_BASELINE, covers }), growth } : baseline;
  const notes = [
    ...(found.notes ?? []),
    ...configurationNotes(request, { root, cwd, store, found, config }),
    ...settingsAbove(request, cwd, store),
  ];
  return {
    root,
    ...found,
    ...(notes.length > 0 ? { notes } : {}),
    config,
    knowsSettings: found.isWhole && exclude.length === 0 && request.configFrom === undefined,
    ...(code ? { code } : {}),
    ...(selection ? { selection } : {}),
    ...(trusts ? { trusts } : {}),
    ...(accepted ? { baseline: accepted } : {}),
    laterName,
  };
}

/** Where shown paths start. */
function rootOf({ isRoot }: ProjectRequest, cwd: string): Root {
  const found = findRoot(cwd);
  return isRoot ? { ...found, root: cwd } : found;
}

/** What holds in the repository of a folder that is a root of its own, and is above it. */
function settingsAbove({ isRoot }: ProjectRequest, cwd: string, store: FileStore): string[] {
  const top = findRoot(cwd).root;
  const above: string[] = [];
  for (let folder = cwd; isRoot && folder !== top; ) {
    folder = dirname(folder);
    const names = [...CONFIG_NAMES, BASELINE_FILE].filter((name) => lookIn(store, join(folder, name)));
    above.push(...names.map((name) => relative(cwd, join(folder, name)).split(sep).join('/')));
  }
  return above.map((file) => `${file} is above the root and is not read.`);
}

/** Files that look like a configuration and have no effect, where the configuration is looked for in the tree. */
function configurationNotes(
  { config: named, configFrom, withoutFiles }: ProjectRequest,
  opened: { root: string; cwd: string; store: FileStore; found: Found; config: ResolvedConfig },
): string[] {
  if (named !== undefined || configFrom !== undefined || withoutFiles) return [];
  const { root, cwd, store, found, config } = opened;
  const here = relative(root, cwd).split(sep).join('/');
  return unreadConfigurations({
    files: found.workspace.files,
    folders: here === '' || here.startsWith('..') ? [''] : ['', here],
    read: new Set(config.layers().map(({ file }) => file)),
    absoluteOf: (shown) => resolve(root, shown),
    store,
  });
}

/** Where files are read from, with the texts that stand for some of them. */
function baseStore({ stdin, overlay: texts = {}, store = disk }: ProjectRequest, cwd: string): FileStore {
  const all = [...Object.entries(texts), ...(stdin ? [[stdin.filename, stdin.text] as const] : [])];
  return overlay(store, new Map(all.map(([path, text]) => [resolve(cwd, path), Buffer.from(text)])));
}

/** Comments, declared effects and what says that a file is generated are taken from the settings' state of it. */
function trustedBy(settings: FileStore, root: string, { earlierName }: Renames): Trust {
  const read = settings.reader();
  return {
    textOf(file) {
      const there = resolve(root, file);
      const found = read(lookIn(settings, there) ? there : resolve(root, earlierName(file)));
      return found.ok ? found.text : undefined;
    },
  };
}

/**
 * A project as a run about some files sees it, whatever paths were named. One that is open as a whole is not opened again.
 * `before`: where those of the files that are gone can still be read.
 */
export async function projectAbout(
  project: Project,
  { paths: _paths, since: _since, stdin: _stdin, ...request }: ProjectRequest,
  about: readonly string[],
  before: FileStore,
): Promise<Project> {
  if (!project.isWhole || project.selection) return openProject({ ...request, about, before });
  const { workspace, root } = project;
  const all = [...about, ...leftByConfigs(about, workspace)];
  const shown = configShown(request, resolve(request.cwd ?? process.cwd()), root);
  return { ...project, selection: await selectionOf(workspace, all, shown, textOf(before, root)) };
}

async function selectionOf(
  workspace: Workspace,
  about: readonly string[],
  config: string | undefined,
  textBefore: (file: string) => string | undefined,
): Promise<Selection> {
  await loadParsers(selectionFormats(about));
  return dependentsOf(workspace, about, config, textBefore);
}

/** Reads files of another state, by their path relative to the root. */
function textOf(store: FileStore | undefined, root: string): (file: string) => string | undefined {
  const read = store?.reader();
  return (file) => {
    const found = read?.(resolve(root, file));
    return found?.ok ? found.text : undefined;
  };
}

async function shardOf(
  workspace: Workspace,
  shard: Shard,
  within: Selection | undefined,
): Promise<Selection> {
  await loadParsers(SHARD_FORMATS);
  return selectShard(workspace, shard, within);
}

/** The configuration that is named for all files, as shown. */
function configShown({ config }: ProjectRequest, cwd: string, root: string): string | undefined {
  return typeof config === 'string' ? relative(root, resolve(cwd, config)).split(sep).join('/') : undefined;
}

/** Where the baseline of a request is, and what people call it. */
export function baselinePlace(
  { baseline }: Pick<ProjectRequest, 'baseline'>,
  root: string,
  cwd: string,
): { absolute: string; shown: string } {
  if (typeof baseline === 'string') return { absolute: resolve(cwd, baseline), shown: baseline };
  return { absolute: resolve(root, BASELINE_FILE), shown: BASELINE_FILE };
}

/** The baseline in force. @throws {ConfigurationError} where its file is broken, or was named and does not exist. */
function baselineOf(
  request: ProjectRequest,
  {
    root,
    cwd,
    settings,
    laterName,
  }: { root: string; cwd: string; settings: FileStore; laterName: (file: string) => string },
  covers: BaselineRun['covers'],
): BaselineRun | undefined {
  if (request.baseline === false || request.withoutFiles) return undefined;
  const { absolute, shown } = baselinePlace(request, root, cwd);
  const read = readBaseline(absolute, shown, settings);
  if (read.ok) {
    const { entries, at } = read.baseline;
    return { baseline: { entries: underLaterNames(entries, laterName), at }, covers };
  }
  if (read.missing && request.baseline === undefined) return undefined;
  throw new ConfigurationError(read.problems);
}

/** Whether a run over the whole project looked at a file that has no agents, or would have, if it still existed. */
export function coversOthers({
  workspace,
  isWhole,
  selection,
  config,
}: Pick<Project, 'workspace' | 'isWhole' | 'selection' | 'config'>): (file: string) => boolean {
  const files = new Set(isWhole && !selection ? workspace.files : []);
  const isExcluded = excludedBy(config);
  return (file) => isWhole && (files.has(file) ? !isExcluded(file) : !workspace.read(file).ok);
}

/** The configuration that holds where the user stands, for what is about no file: outermost first. */
export function layersHere(
  { root, config }: Pick<Project, 'root' | 'config'>,
  cwd = process.cwd(),
): readonly ConfigLayer[] {
  const here = relative(root, resolve(cwd)).split(sep).join('/');
  return config.layersFor(here === '' ? '' : `${here}/`);
}

/** The formats that need a parser. Most Markdown is prose: it counts where it has front matter or a line for curl. */
function formatsOf(workspace: Workspace, files: readonly string[]): ReadonlySet<Format> {
  const formats = new Set<Format>();
  for (const file of files) {
    const format = formatOf(file);
    if (format === undefined || (formats.has(format) && (format !== 'markdown' || formats.has('shell'))))
      continue;
    if (format === 'markdown') {
      const read = workspace.read(file);
      if (!read.ok) continue;
      if (mayCallCurl(read.text)) formats.add('shell');
      if (!beginsWithFrontMatter(read.text)) continue;
    }
    formats.add(format);
  }
  return formats;
}

type Found = Pick<Project, 'workspace' | 'missing' | 'searched' | 'isWhole' | 'notes'> & {
  folders: readonly string[];
  about?: readonly string[];
};

function filesOf(
  request: ProjectRequest,
  cwd: string,
  store: FileStore,
  asked?: readonly string[],
  trusts?: Trust,
): Found {
  if (request.withoutFiles)
    return { workspace: workspaceOf({}), missing: [], searched: false, isWhole: false, folders: [] };
  const exclude = globMatcher(request.exclude ?? []);
  const named = request.stdin ? [request.stdin.filename] : (request.paths ?? []);
  const paths = named.length > 0 ? named : ['.'];
  const wanted = (name: string) => formatOf(name) !== undefined || isForeignProgram(name);
  const found = discover({
    ...{ cwd, root: rootOf(request, cwd), paths, exclude, wanted, calledBy: linguistOf, store },
    ...(trusts && { trustedText: trusts.textOf }),
  });
  const { missing, searched, folders } = found;
  const about = asked ? [...asked, ...leftByConfigs(asked, found)] : found.about;
  return {
    workspace: found,
    ...{
      missing,
      searched: searched && !asked,
      folders,
      isWhole: folders.includes('.') && searched && !asked && found.about === undefined,
    },
    ...(about ? { about } : {}),
    ...(found.unsearched.length > 0 ? { notes: [unsearchedNote(found.unsearched)] } : {}),
  };
}

/** For files that were named one by one, where no repository bounds what may depend on them. */
function unsearchedNote([first = '', ...others]: readonly string[]): string {
  const named = others.length === 0 ? placeSpan(first) : `${placeSpan(first)} and ${others.length} more`;
  const most = MOST_AROUND.toLocaleString('en-US');
  return `What depends on ${named} was not checked: outside a git repository, at most ${most} files and folders are searched around a named file. Name the folder of the project.`;
}

/** The files that a removed configuration applied to: they are judged without it now. */
function leftByConfigs(asked: readonly string[], { files, read }: Workspace): string[] {
  const removed = asked.filter((path) => CONFIG_NAMES.includes(basename(path)) && !read(path).ok);
  const folders = removed.map((path) => path.slice(0, path.length - basename(path).length));
  return files.filter((file) => folders.some((folder) => file.startsWith(folder)));
}

/** What a project gives to linting: its programs, what the run is about, and its baseline. */
export function lintInputs(project: Project): {
  code?: ProgramSources;
  selection?: Selection;
  accepted?: BaselineRun;
  trusts?: Trust;
  whole?: boolean;
  partial?: boolean;
  notes?: readonly string[];
} {
  return {
    ...programsOf(project),
    ...(project.baseline ? { accepted: project.baseline } : {}),
    ...(project.knowsSettings ? { whole: true } : {}),
    ...(project.searched ? {} : { partial: true }),
    ...(project.notes ? { notes: project.notes } : {}),
  };
}

/** The programs of a project and what its run is about, as options of reading it. */
export function programsOf({ code, selection, trusts }: Project): {
  code?: ProgramSources;
  selection?: Selection;
  trusts?: Trust;
} {
  return {
    ...(code ? { code } : {}),
    ...(selection ? { selection } : {}),
    ...(trusts ? { trusts } : {}),
  };
}

/**
 * The text of a file for code frames; undefined where it cannot be read. A configuration may lie outside the workspace;
 * it is read within the same limits.
 */
export function sourceReader(
  project: Pick<Project, 'root' | 'workspace'>,
): (file: string) => string | undefined {
  return (file) => {
    const read = project.workspace.read(file);
    if (read.ok) return read.text;
    if (read.problem !== 'left-out' && read.problem !== 'missing') return undefined;
    const outside = fileReader()(resolve(project.root, file));
    return outside.ok ? outside.text : undefined;
  };
}
