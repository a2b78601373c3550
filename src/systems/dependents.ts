import { type AgentSystem, CONFIG_NAMES, type ConfigLayer, toolsOf, type Workspace } from '../model/index.js';
import { baseName, folderOf } from '../model/paths.js';
import { withoutEnd } from '../model/without-end.js';
import { type Format, formatOf } from '../syntax/index.js';
import { composeSettings, isComposeFile } from './compose.js';
import { statesVersions } from './locked-versions.js';
import { mayNameFiles, partnersOf } from './neighbours.js';
import { openProgramGraph, type ProgramGraph } from './program-graph.js';
import { mayServe } from './program-sources.js';
import { isToolListName } from './tool-lists.js';

/** The scope of a run: some files of a workspace, and everything that depends on one of them. */
export interface Selection {
  /** Files to read, in the order of the workspace: the selected ones, and all that may depend on one. */
  readonly files: readonly string[];
  /**
   * Whether every finding in a file, or of it, is part of this run. Called after the file was read: then the files
   * that it requested are known.
   */
  isChecked(file: string, layers: readonly ConfigLayer[]): boolean;
  /** Whether a system of a program depends on a selected file. */
  isAbout(system: AgentSystem, layers: readonly ConfigLayer[]): boolean;
  /** Whether a selected file is known to apply to another one: it was requested. */
  applies(file: string): boolean;
  /** It is one of several parts that are joined to the whole. */
  readonly isShard?: true;
  /** It is one in this run: who joins them joins findings on the same value, and applies the baseline. */
  readonly isPart?: true;
}

/** Formats whose parsers a selection needs: path aliases are JSON, a Compose file is YAML. */
export const selectionFormats = (selected: Iterable<string>): readonly Format[] =>
  [...selected].some(isComposeFile) ? ['json', 'jsonc', 'yaml'] : ['json', 'jsonc'];

/**
 * Selects files, and everything that depends on them: programs that import one, directly or through others; documents
 * that name one (a request's body, an agent's file, a script); what a configuration, a tool list, a `.env`, a
 * Dockerfile, a Compose file, a manifest or a lock file applies to. Names and imports are searched in the texts, so that a file which has
 * no relation to them costs one read. Needs the parsers of `selectionFormats`.
 *
 * A selected file may be deleted: its importers depend on it. `textBefore` returns its text in the other state, if that
 * is known: aliases and package names that it defined still count.
 *
 * `applied` is the configuration that applies to all files, if the user names one.
 */
export function dependentsOf(
  workspace: Workspace,
  selected: Iterable<string>,
  applied?: string,
  textBefore: (file: string) => string | undefined = () => undefined,
): Selection {
  const about = withLinks(workspace, selected);
  const documents = documentsNaming(workspace, about, applied);
  const graph = programGraph(workspace, about, documents, textBefore);
  const code = [...about].filter((file) => formatOf(file) === 'code');
  const dependents = graph?.dependents([...code, ...graph.aliased]) ?? new Set<string>();
  const programs =
    graph?.around([
      ...code,
      ...graph.aliased,
      ...programsUnder(workspace, foldersSetBy(workspace, about)),
      ...documents.programs,
    ]) ?? new Set<string>();
  const certain = new Set([...about, ...dependents]);
  const read = new Set([...certain, ...programs, ...documents.candidates]);

  /** Whether a file requested a selected one, directly or through others. */
  const hasAsked = (file: string): boolean => {
    const reached = new Set(about);
    for (const one of reached) for (const asker of workspace.askedFor(one)) reached.add(asker);
    return reached.has(file);
  };
  const isChecked: Selection['isChecked'] = (file, layers) =>
    certain.has(file) || layers.some((layer) => about.has(layer.file)) || hasAsked(file);

  return {
    files: workspace.files.filter((file) => read.has(file)),
    isChecked,
    isAbout: (system, layers) =>
      isChecked(system.file, layers) ||
      definitionsOf(system).some((file) => dependents.has(file)) ||
      settingsOf(system).some((file) => about.has(file)),
    applies: (file) => workspace.askedFor(file).length > 0,
  };
}

/** Files that a system is defined in. */
const definitionsOf = ({ agents }: AgentSystem): string[] =>
  agents.flatMap((agent) => [agent, ...toolsOf(agent), ...agent.mcpServers].map(({ at }) => at.file));

/** Files with settings of a system: its runs, switches, addresses. */
function settingsOf({ settledBy, turnLimits, traces, endpoint, values }: AgentSystem): string[] {
  const places = [
    ...(turnLimits ?? []),
    ...(traces?.off ?? []),
    ...(endpoint ? [endpoint] : []),
    ...(values ?? []),
  ];
  return [...(settledBy ?? []), ...places.map(({ at }) => at.file)];
}

/** Files with the symlinks to them: dependents of the link depend on the file. */
function withLinks({ files, targetOf }: Workspace, selected: Iterable<string>): ReadonlySet<string> {
  const about = new Set(selected);
  for (const file of files) {
    const target = targetOf?.(file);
    if (target !== undefined && about.has(target)) about.add(file);
  }
  return about;
}

interface Documents {
  /** Documents that may depend on a selected file. */
  candidates: ReadonlySet<string>;
  /** Programs that a selected configuration or tool list may apply to. */
  programs: readonly string[];
}

function documentsNaming(
  workspace: Workspace,
  about: ReadonlySet<string>,
  applied: string | undefined,
): Documents {
  const candidates = new Set([...about].flatMap((file) => partnersOf(file, workspace.files)));
  const names = new Set([...about].map(baseName));
  const isNaming = namesAnyOf(names);
  const servers = serverPrograms(workspace);
  const isOfServers =
    [...about].some(isToolListName) ||
    (servers.length > 0 && [...about].some((file) => formatOf(file) === 'code'));
  const chained = new Map<string, string>();
  for (const file of workspace.files) {
    if (formatOf(file) === 'code' || about.has(file)) continue;
    const read = workspace.read(file);
    if (!read.ok) continue;
    if (isNaming(read.text) || (isOfServers && namesServers(file, read.text))) candidates.add(file);
    if (mayNameFiles(read.text)) chained.set(file, read.text);
  }
  followChain(chained, about, candidates);
  const naming = [...chained.keys()].filter((file) => candidates.has(file));
  const configurations = [...about, ...naming].filter(
    (file) => file === applied || isConfiguration(workspace, file),
  );
  const folders = configurations.map((file) => (file === applied ? '' : folderOf(file)));
  for (const file of workspace.files) if (isBelowAny(file, folders)) candidates.add(file);
  const withServers = isOfServers
    ? programsUnder(workspace, ['']).filter((file) => namesServersIn(workspace, file))
    : [];
  const isStarting = [...about].some((file) => mayStartServers(workspace, file));
  return {
    candidates,
    programs: [...programsUnder(workspace, folders), ...withServers, ...(isStarting ? servers : [])],
  };
}

/** Programs that may define an MCP server: an entry may start one by a path, a module, or the name of a package. */
const serverPrograms = (workspace: Workspace): readonly string[] =>
  workspace.files.filter((file) => {
    if (formatOf(file) !== 'code') return false;
    const read = workspace.read(file);
    return read.ok && mayServe(file, read);
  });

/** Whether a file is a configuration of ours, by its name; a package's manifest is one if it has our key. */
function isConfiguration(workspace: Workspace, file: string): boolean {
  const name = baseName(file);
  if (name !== 'package.json') return CONFIG_NAMES.includes(name);
  const read = workspace.read(file);
  return read.ok && /"agent-lint"\s*:/.test(read.text);
}

/** Adds documents that name a candidate, as long as there are new ones. */
function followChain(
  chained: ReadonlyMap<string, string>,
  about: ReadonlySet<string>,
  candidates: Set<string>,
): void {
  let leading: Iterable<string> = [...about, ...[...chained.keys()].filter((file) => candidates.has(file))];
  for (;;) {
    const isNaming = namesAnyOf(new Set([...leading].map(baseName)));
    const next = [...chained].filter(([file, text]) => !candidates.has(file) && isNaming(text));
    if (next.length === 0) return;
    for (const [file] of next) candidates.add(file);
    leading = next.map(([file]) => file);
  }
}

/** More names than this are looked up among the words of a text, not searched one by one. */
const MOST_SEARCHED = 16;
const WORD = /[\w.+-]+/g;

/** Whether a text names one of some files, by their base names. */
function namesAnyOf(names: ReadonlySet<string>): (text: string) => boolean {
  const isWord = (name: string) => /^[\w.+-]*\w$/.test(name);
  const searched = names.size <= MOST_SEARCHED ? [...names] : [...names].filter((name) => !isWord(name));
  return (text) =>
    searched.some((name) => text.includes(name)) ||
    (searched.length < names.size &&
      (text.match(WORD) ?? []).some((word) => names.has(word) || names.has(withoutEnd(word, '.'))));
}

const namesServers = (file: string, text: string): boolean => /mcp/i.test(file) || /mcp/i.test(text);

function namesServersIn(workspace: Workspace, file: string): boolean {
  const read = workspace.read(file);
  return read.ok && namesServers(file, read.text);
}

/** Whether a document may start an MCP server. */
function mayStartServers(workspace: Workspace, file: string): boolean {
  if (formatOf(file) === 'code') return false;
  const read = workspace.read(file);
  return read.ok && mayStartServer(file, read.text);
}

/** Whether a document or a program may start an MCP server, by its text. In Markdown only what is before the prose can. */
export const mayStartServer = (file: string, text: string): boolean =>
  namesServers(file, text) && (formatOf(file) !== 'markdown' || /^\uFEFF?---[\r\n]/.test(text));

/** Configurations that may define path aliases. */
export const GIVES_ALIASES =
  /(?:^|\/)(?:(?:[\w.-]*[jt]sconfig[\w.-]*|package)\.json|pyproject\.toml|setup\.(?:cfg|py))$/;

function programGraph(
  workspace: Workspace,
  about: ReadonlySet<string>,
  { programs }: Documents,
  textBefore: (file: string) => string | undefined,
): ProgramGraph | undefined {
  const givesAliases = (file: string) => GIVES_ALIASES.test(file);
  const giving = [...about].filter(givesAliases);
  const isNeeded =
    programs.length > 0 ||
    giving.length > 0 ||
    [...about].some((file) => formatOf(file) === 'code' || isSettings(file));
  if (!isNeeded) return undefined;
  const present = new Set(workspace.files);
  const gone = [...about].filter((file) => !present.has(file));
  const texts = gone.map((file) => [file, givesAliases(file) ? textBefore(file) : undefined] as const);
  return openProgramGraph(workspace, giving, new Map(texts));
}

const isSettings = (file: string): boolean =>
  formatOf(file) === 'environment' || isComposeFile(file) || statesVersions(file);

/** Folders whose programs get their environment, or the versions of their packages, from one of some files. */
function foldersSetBy(workspace: Workspace, about: ReadonlySet<string>): string[] {
  return [...about].filter(isSettings).flatMap((file) => {
    const read = isComposeFile(file) ? workspace.read(file) : undefined;
    const built = read?.ok ? composeSettings(file, read.text).map(({ folder }) => folder) : [];
    return [folderOf(file), ...built];
  });
}

function programsUnder({ files }: Workspace, folders: readonly string[]): string[] {
  if (folders.length === 0) return [];
  return files.filter((file) => formatOf(file) === 'code' && isBelowAny(file, folders));
}

const isBelowAny = (file: string, folders: readonly string[]): boolean =>
  folders.some((folder) => folder === '' || file.startsWith(`${folder}/`));
