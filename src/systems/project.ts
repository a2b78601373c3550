import type { LockedFor } from '../dialects/code-dialect.js';
import { vendorProfile } from '../facts/vendors.js';
import { groupedBy } from '../model/grouped.js';
import type { AgentSystem, ConfigLayer, ResolvedConfig, Workspace } from '../model/index.js';
import { workspaceOf } from '../model/memory-workspace.js';
import { formatOf } from '../syntax/index.js';
import { joinAgentFiles } from './agent-files.js';
import { noteBrokenSettings } from './broken-versions.js';
import { applyComposed } from './compose.js';
import { applyEffectDirectives, distrustEffects } from './declared-effects.js';
import type { Selection } from './dependents.js';
import { directivesOf, type Trust, trusted } from './directives.js';
import { type Exclusion, exclusionOf } from './exclusion.js';
import { failedReading, failureIn } from './failure.js';
import { foreignClientsIn, isForeignProgram } from './foreign-programs.js';
import { applyScripts } from './granted-scripts.js';
import { joinSystem } from './join.js';
import { lockedVersions } from './locked-versions.js';
import { isAgentPerFile, joinOf, neighboursOf } from './neighbours.js';
import { isProgram, type ReadProgramFiles, readPrograms } from './programs.js';
import type { ProjectFile, ReadOptions } from './project-file.js';
import { type FileContext, type FileReading, readFile } from './read-file.js';
import { applyServed, mayStartProgram, type Served } from './served-tools.js';
import { linkedFile, sameFileAs } from './symlinks.js';
import { applyToolLists, openToolLists, type ToolLists } from './tool-lists.js';
import { unreadWords } from './unread-frameworks.js';
import { vendorOf } from './vendor.js';

export type { ProjectFile, ReadOptions } from './project-file.js';
export { vendorOf } from './vendor.js';

/**
 * Reads every file of a workspace and joins the facts about its systems; files without an agent keep their reason. One
 * at a time: a caller that checks a file and drops it needs no memory for all of them. Systems of several files come
 * last, and together: agents that refer to each other by path, then programs.
 */
export function* readProject(
  workspace: Workspace,
  config: ResolvedConfig,
  options: ReadOptions,
): Generator<ProjectFile> {
  const { selection } = options;
  const paths = selection?.files ?? workspace.files;
  const lists = openToolLists(workspace);
  const exclusion = exclusionOf(config, options);
  let programs: ReadProgramFiles | undefined;
  const readAll = (): ReadProgramFiles => {
    programs ??= readPrograms(workspace, config, { ...options, exclusion }, lists);
    return programs;
  };
  const lockedFor = lockedVersions(workspace);
  const context: DocumentContext = {
    ...options,
    exclusion,
    lists,
    lockedFor,
    served: () => readAll().served,
  };
  const read = (path: string) => readProjectFile(workspace, path, config.layersFor(path), context);
  const apart: ProjectFile[] = [];
  const unclaimed = new Map<string, ProjectFile>();
  const isChecked = ({ path, layers }: ProjectFile): boolean => selection?.isChecked(path, layers) !== false;
  /** Files of variables that say something of a coding agent. */
  const readAlone = new Set<string>();
  for (const [index, path] of paths.entries()) {
    if (isProgram(path)) {
      const own = formatOf(path) === 'environment' ? read(path) : undefined;
      if (own?.dialect === undefined) continue;
      readAlone.add(path);
      if (isChecked(own)) yield own;
      continue;
    }
    options.onFile?.(index, paths.length);
    let file = read(path);
    const linked = file.dialect === undefined ? undefined : linkedFile(workspace, path);
    const target = linked !== undefined && read(linked).dialect === file.dialect ? linked : undefined;
    if (target !== undefined) file = fileOf(left(path, sameFileAs(target)), file.layers);
    if (isAgentPerFile(file.dialect)) apart.push(file);
    else if (file.dialect === undefined && target === undefined && /\.ya?ml$/.test(path))
      unclaimed.set(path, file);
    else if (isChecked(file)) yield file;
  }
  // Files of the workspace outside of the run may belong to a system in it.
  const unread = new Set(selection ? workspace.files.filter((path) => !unclaimed.has(path)) : []);
  const opened: ProjectFile[] = [];
  for (const [dialect, files] of groupedBy(apart, (file) => file.dialect ?? '')) {
    const open = (path: string): ProjectFile | undefined => {
      if (workspace.isSearched(path) && !unclaimed.has(path) && !unread.has(path)) return undefined;
      const layers = config.layersFor(path);
      const file = readProjectFile(workspace, path, layers, context, dialect);
      if (file.dialect !== dialect) return undefined;
      if (unclaimed.has(path)) unclaimed.set(path, file);
      else opened.push(file);
      return file;
    };
    try {
      joinAgentFiles(files, { open, noteRequest: workspace.noteRequest });
    } catch (error) {
      for (const file of files)
        Object.assign(file, { systems: [], problems: [...file.problems, failureIn(file.path, error)] });
    }
  }
  const referenced = [...unclaimed.values()].filter((file) => file.dialect !== undefined);
  // An agent that only a reference identifies belongs to the system of the referring file.
  for (const file of [...referenced, ...opened]) file.systems = [];
  for (const file of [...apart, ...referenced, ...opened].sort((a, b) => (a.path < b.path ? -1 : 1)))
    yield { ...file, together: true, ...(isChecked(file) ? {} : BESIDE) };
  for (const file of unclaimed.values()) if (file.dialect === undefined && isChecked(file)) yield file;
  yield* readAll().files.filter(({ path }) => !readAlone.has(path));
  options.onToolLists?.(lists);
}

/** What a document is read with. */
interface DocumentContext extends ReadOptions {
  readonly exclusion: Exclusion;
  readonly lists: ToolLists;
  readonly lockedFor: LockedFor;
  /** The servers that programs define: they are read when the first entry starts a program. */
  served(): Served;
}

/** Reads a file; `named` is the dialect of a file that refers to it as an agent. */
function readProjectFile(
  workspace: Workspace,
  path: string,
  layers: readonly ConfigLayer[],
  of: DocumentContext,
  named?: string,
): ProjectFile {
  const { exclusion } = of;
  if (exclusion.isLeftOut(path, layers)) return fileOf(left(path, 'excluded by the configuration'), layers);
  const excluded = exclusion.isExcluded(path, layers) ? { excluded: true as const } : {};
  if (isForeignProgram(path)) return { ...foreignProgram(workspace, path, layers), ...excluded };
  try {
    return Object.assign(readIncluded(workspace, path, layers, of, named), excluded);
  } catch (error) {
    return Object.assign(fileOf(failedReading(path, error), layers), excluded);
  }
}

/** A program of a language that is not read: what it imports says whether it may build agents. */
function foreignProgram(workspace: Workspace, path: string, layers: readonly ConfigLayer[]): ProjectFile {
  const read = workspace.read(path);
  const unread = read.ok ? foreignClientsIn(path, read.text) : [];
  const reason = unread.length > 0 ? unreadWords(unread) : 'agent-lint does not read this format';
  return { ...fileOf(left(path, reason), layers), ...(unread.length > 0 ? { unread } : {}) };
}

/** Reads a file that is not left out. */
function readIncluded(
  workspace: Workspace,
  path: string,
  layers: readonly ConfigLayer[],
  { asOf, trusts, exclusion, lists, lockedFor, served, code }: DocumentContext,
  named?: string,
): ProjectFile {
  const context = { layers, vendor: vendorProfile(vendorOf(layers)) };
  const reading = readFile(workspace, path, context, named);
  if (reading.dialect === undefined) return fileOf(left(path, reading.reason), layers);
  const beside = neighboursOf(path, workspace, (other) => exclusion.isLeftOut(other, layers));
  reading.systems = joinOf(reading.dialect)?.parts?.(reading.systems, path, beside) ?? reading.systems;
  if (trusts) distrustEffects(reading.systems, () => readTrusted(path, context, trusts, named));
  for (const system of reading.systems) {
    if (code && startsProgram(system)) applyServed(system, served());
    joinSystem(system, layers, asOf);
    const [root] = reading.document?.roots ?? [];
    if (root) noteBrokenSettings(system, root, (name) => lockedFor(path, name));
    joinOf(system.dialect)?.stated?.(system, beside);
    applyScripts(system, workspace);
    applyComposed(system, workspace);
    applyToolLists(system, layers, lists);
  }
  const file = fileOf(reading, layers);
  if (reading.document) file.directives = trusted(directivesOf(reading.document), trusts);
  file.strayEffects = applyEffectDirectives(reading.systems, file.directives, asOf);
  return file;
}

/** Whether an entry of a server starts something that may be of the repository. */
const startsProgram = ({ agents }: AgentSystem): boolean =>
  agents.some(({ mcpServers }) => mcpServers.some(mayStartProgram));

/** The systems of a file in the state that claims are read from. */
function readTrusted(path: string, context: FileContext, { textOf }: Trust, named?: string): AgentSystem[] {
  const text = textOf(path);
  return text === undefined ? [] : readFile(workspaceOf({ [path]: text }), path, context, named).systems;
}

/** The comments of a file outside of the run. */
const BESIDE = {
  beside: true,
  systems: [],
  problems: [],
  strayEffects: [],
} as const satisfies Partial<ProjectFile>;

const left = (path: string, reason: string): FileReading => ({ path, reason, systems: [], problems: [] });

/** The reading of this file, with facts from other files. */
const fileOf = (reading: FileReading, layers: readonly ConfigLayer[]): ProjectFile =>
  Object.assign(reading, { layers, directives: [], strayEffects: [] });

/** The files of a project that was read as a whole, as a run on a part of it has them. */
export const filesWithin = (files: readonly ProjectFile[], selection: Selection): ProjectFile[] =>
  files.flatMap((file) => (selection.files.includes(file.path) ? (partWithin(file, selection) ?? []) : []));

function partWithin(file: ProjectFile, { isChecked, isAbout }: Selection): ProjectFile | undefined {
  const { path, layers, systems, others = [], gap: _gap, unread: _unread, untaken: _untaken, ...rest } = file;
  if (isChecked(path, layers) && !isProgram(path)) return file;
  if (!isProgram(path)) return file.together && { ...file, ...BESIDE };
  if (file.dialect === undefined) return isChecked(path, layers) ? file : undefined;
  const all = [...systems, ...others];
  const own = all.filter((system) => isAbout(system, layers));
  const left = all.length > own.length ? { others: all.filter((one) => !own.includes(one)) } : {};
  if (isChecked(path, layers)) return { ...file, systems: own, ...left };
  const beside = own.length > 0 ? {} : { beside: true as const };
  return { ...rest, path, layers, systems: own, ...left, ...beside, strayEffects: [] };
}
