import { vendorProfile } from '../facts/vendors.js';
import { groupedBy } from '../model/grouped.js';
import type { AgentSystem, ConfigLayer, ResolvedConfig, Workspace } from '../model/index.js';
import { formatOf, parseDocument } from '../syntax/index.js';
import { addUpdates, noteBrokenVersions, type Updates } from './broken-versions.js';
import { applyEffectDirectives } from './declared-effects.js';
import { type Directive, directivesOf, trusted } from './directives.js';
import type { Exclusion } from './exclusion.js';
import { failedReading } from './failure.js';
import { joinSystem } from './join.js';
import { openLocks } from './locked-versions.js';
import { partFiles } from './part-files.js';
import type { ProgramReading } from './program-reader.js';
import type { ProjectFile, ReadOptions } from './project-file.js';
import { applyServed, openServed, type Served } from './served-tools.js';
import { divide } from './shards.js';
import { linkedFile, sameFileAs } from './symlinks.js';
import { applyToolLists, type ToolLists } from './tool-lists.js';
import { setToolPaths } from './tool-paths.js';
import { unreadWords } from './unread-frameworks.js';
import { vendorOf } from './vendor.js';

/** Whether a file is read together with the programs of its project. */
export function isProgram(path: string): boolean {
  const format = formatOf(path);
  return format === 'code' || format === 'environment';
}

/**
 * Reads the programs of a workspace together: agents of one system are in several files, so that all are read before
 * the first is passed on. A comment may apply to a finding that is reported with another file.
 */
export function readPrograms(
  workspace: Workspace,
  config: ResolvedConfig,
  options: ReadOptions & { exclusion: Exclusion },
  lists: ToolLists,
): ReadProgramFiles {
  const files = (options.selection?.files ?? workspace.files).filter(isProgram);
  const layersOf = new Map(files.map((file) => [file, config.layersFor(file)] as const));
  const run: Run = { ...options, workspace, files, layersFor: (file) => layersOf.get(file) ?? [] };
  const failed = new Map<string, unknown>();
  const reading = readWanted(run, failed);
  const served = openServed(reading.systems, workspace, options.code?.startedFiles);
  joinSystems(reading, run, lists, served, failed);
  const directives = new Map(
    [...reading.documents].map(
      ([file, document]) => [file, trusted(directivesOf(document), options.trusts)] as const,
    ),
  );
  addDirectivesBeside(directives, reading, run);
  const stray = applyEffectDirectives(
    reading.systems,
    [...new Set([...directives.values()].flat())],
    options.asOf,
  );
  const found: Found = {
    ...reading,
    failed,
    directives,
    systemsIn: groupedBy(reading.systems, (system) => system.file),
    strayIn: groupedBy(stray, ({ at }) => at.file),
  };
  return { files: files.flatMap((path) => projectFile(path, found, run) ?? []), served };
}

/** The programs of a workspace, and the MCP servers that they define. */
export interface ReadProgramFiles {
  readonly files: readonly ProjectFile[];
  readonly served: Served;
}

/** The files to read, and how. */
interface Run extends ReadOptions {
  readonly exclusion: Exclusion;
  readonly workspace: Workspace;
  /** Every program that may be in the scope of the run. */
  readonly files: readonly string[];
  /** The layers of one of `files`; none for another file. */
  readonly layersFor: (file: string) => readonly ConfigLayer[];
}

/** The result of reading, by file. */
interface Found extends ProgramReading {
  /** The error on which reading a file ended. */
  readonly failed: ReadonlyMap<string, unknown>;
  readonly directives: ReadonlyMap<string, Directive[]>;
  readonly systemsIn: ReadonlyMap<string, AgentSystem[]>;
  /** Declared effects that are at no tool, or name none. */
  readonly strayIn: ReadonlyMap<string, Directive[]>;
}

const NOTHING_READ: ProgramReading = {
  systems: [],
  deadImportsOf: () => [],
  claimed: new Map(),
  gaps: new Map(),
  unread: new Map(),
  untaken: new Map(),
  documents: new Map(),
  settings: [],
};

/** Reads the programs that are part of the run, neither left out nor read under another name. */
function readWanted(run: Run, failed: Map<string, unknown>): ProgramReading {
  const { workspace, code, layersFor } = run;
  const all = new Set(run.files);
  const wanted = <T>(texts: ReadonlyMap<string, T> = new Map()) =>
    new Map(
      [...texts].filter(
        ([file]) => all.has(file) && !isLeftOut(file, run) && linkedAt(file, run) === undefined,
      ),
    );
  const texts = wanted(code?.texts);
  const others = wanted(code?.others);
  if (!code || texts.size + others.size === 0) return NOTHING_READ;
  const vendorFor = (file: string) => vendorProfile(vendorOf(layersFor(file)));
  const read = (own: typeof texts, beside = others) =>
    code.read({
      workspace,
      texts: own,
      others: beside,
      isOfRun: (file) => all.has(file),
      vendorFor,
      ...(run.onFile && { onFile: run.onFile }),
    });
  try {
    return read(texts);
  } catch {
    // One of the programs is the reason: those that depend on one another are read alone, and what the rest says is kept.
    const readings = divide(workspace).parts.flatMap((part) => {
      const files = new Set(part);
      const within = (all: typeof texts) => new Map([...all].filter(([file]) => files.has(file)));
      const [own, beside] = [within(texts), within(others)];
      if (own.size + beside.size === 0) return [];
      try {
        return read(own, beside);
      } catch (error) {
        for (const file of [...own.keys(), ...beside.keys()]) failed.set(file, error);
        return [];
      }
    });
    return readings.reduce(together, NOTHING_READ);
  }
}

/** What was read of different programs. */
function together(one: ProgramReading, other: ProgramReading): ProgramReading {
  return {
    systems: [...one.systems, ...other.systems],
    deadImportsOf: (system) => (other.systems.includes(system) ? other : one).deadImportsOf(system),
    claimed: new Map([...one.claimed, ...other.claimed]),
    gaps: new Map([...one.gaps, ...other.gaps]),
    unread: new Map([...one.unread, ...other.unread]),
    untaken: new Map([...one.untaken, ...other.untaken]),
    documents: new Map([...one.documents, ...other.documents]),
    settings: other.settings,
  };
}

const isLeftOut = (file: string, { exclusion, layersFor }: Run): boolean =>
  exclusion.isLeftOut(file, layersFor(file));

/** The file that a link leads to, if that is read under its own name. */
function linkedAt(file: string, run: Run): string | undefined {
  const linked = linkedFile(run.workspace, file);
  const isReadThere = linked !== undefined && endingOf(linked) === endingOf(file) && !isLeftOut(linked, run);
  return isReadThere ? linked : undefined;
}

/** Adds facts from outside of the programs: configuration, locked versions, saved tool lists. */
function joinSystems(
  reading: ProgramReading,
  { workspace, layersFor, asOf }: Run,
  lists: ToolLists,
  served: Served,
  failed: Map<string, unknown>,
): void {
  const { systems, deadImportsOf } = reading;
  const locks = openLocks(workspace);
  const named = new Set<string>();
  const updates: Updates = new Map();
  setToolPaths(systems);
  const join = (system: AgentSystem): void => {
    const layers = layersFor(system.file);
    applyServed(system, served);
    joinSystem(system, layers, asOf);
    const dead = deadImportsOf(system);
    if (dead.length > 0) system.deadImports = dead;
    system.locked = (name) => locks.versionOf(system.file, name);
    addUpdates(system, updates);
  };
  const finish = (system: AgentSystem): void => {
    noteBrokenVersions(system, updates);
    // One of several systems names a file that cannot be read.
    const unread = locks.unreadOf(system.file).filter(({ at }) => !named.has(at.file));
    if (unread.length > 0) system.unreadLocks = unread;
    for (const { at } of unread) named.add(at.file);
    applyToolLists(system, layersFor(system.file), lists);
  };
  const succeeds = (step: (system: AgentSystem) => void) => (system: AgentSystem) => {
    try {
      step(system);
      return true;
    } catch (error) {
      failed.set(system.file, error);
      return false;
    }
  };
  // The update that one system needs counts for all.
  reading.systems = systems.filter(succeeds(join)).filter(succeeds(finish));
}

/**
 * Adds to the comments of the first file with an agent those of files that set the environment, and of files that define a
 * tool or server of an agent and contain no agent.
 */
function addDirectivesBeside(
  directives: Map<string, Directive[]>,
  { claimed, settings, systems }: ProgramReading,
  { workspace, files, trusts }: Run,
): void {
  const first = files.find((path) => claimed.has(path));
  if (first === undefined) return;
  const helpers = [...partFiles(systems)].filter((file) => !claimed.has(file));
  const added = [
    ...settings.flatMap((file) => trusted(directivesOfSettings(file, workspace), trusts)),
    ...helpers.flatMap((file) => directives.get(file) ?? []),
  ];
  directives.set(first, [...(directives.get(first) ?? []), ...added]);
}

const isChecked = (path: string, { selection, layersFor }: Run): boolean =>
  selection?.isChecked(path, layersFor(path)) !== false;

/** A program as a file of the project; undefined for one that contains no agent and is not in the run. */
function projectFile(path: string, found: Found, run: Run): ProjectFile | undefined {
  const file = fileOf(path, found, run);
  const untaken = isChecked(path, run) ? found.untaken.get(path) : undefined;
  return file && untaken ? { ...file, untaken } : file;
}

function fileOf(path: string, found: Found, run: Run): ProjectFile | undefined {
  const failed = found.failed.has(path) ? failedReading(path, found.failed.get(path)) : undefined;
  const claim = failed ? undefined : found.claimed.get(path);
  if (claim) return claimedFile(path, claim, found, run);
  if (!isChecked(path, run)) return undefined;
  if (failed) return { ...NOTHING, ...failed, ...excludedPart(path, run), layers: run.layersFor(path) };
  const unread = found.unread.get(path);
  if (!unread) return otherFile(path, found, run);
  const layers = run.layersFor(path);
  return {
    ...NOTHING,
    ...excludedPart(path, run),
    path,
    reason: unreadWords(unread),
    layers,
    unread,
    directives: found.directives.get(path) ?? [],
  };
}

/** A program that contains an agent, or belongs to one. */
function claimedFile(
  path: string,
  claim: { dialect: string; reason: string },
  found: Found,
  run: Run,
): ProjectFile {
  const { selection } = run;
  const layers = run.layersFor(path);
  const document = found.documents.get(path);
  const gap = found.gaps.get(path);
  const unread = found.unread.get(path);
  const checked = isChecked(path, run);
  const all = found.systemsIn.get(path) ?? [];
  const systems = all.filter((system) => selection?.isAbout(system, layers) !== false);
  return {
    path,
    together: true,
    ...claim,
    ...excludedPart(path, run),
    reason: [
      claim.reason,
      ...(unread ? [unreadWords(unread)] : []),
      ...(gap === undefined ? [] : [gap]),
    ].join('; '),
    ...(gap === undefined || !checked ? {} : { gap }),
    ...(unread && checked ? { unread } : {}),
    ...(systems.length > 0 || checked ? {} : { beside: true }),
    systems,
    ...(systems.length < all.length ? { others: all.filter((one) => !systems.includes(one)) } : {}),
    problems: [...(document?.problems ?? [])],
    ...(document ? { document } : {}),
    layers,
    directives: found.directives.get(path) ?? [],
    strayEffects: checked ? (found.strayIn.get(path) ?? []) : [],
  };
}

/** A program without an agent, with the reason. */
function otherFile(path: string, { documents, gaps }: Found, run: Run): ProjectFile {
  const { code } = run;
  const layers = run.layersFor(path);
  const gap = gaps.get(path);
  const document = documents.get(path);
  const isUnread = document?.skipped !== undefined || document?.hasUnreadCells;
  const isInPart = document?.isCutShort || (document?.isBroken && code?.texts.has(path));
  if (document && gap !== undefined && (isUnread || isInPart))
    return { ...NOTHING, path, reason: document.skipped ?? gap, layers, missed: true };
  const linkedTo = code?.texts.has(path) || code?.others.has(path) ? linkedAt(path, run) : undefined;
  const reason = isLeftOut(path, run)
    ? 'excluded by the configuration'
    : linkedTo === undefined
      ? reasonOf(path, code)
      : sameFileAs(linkedTo);
  return { ...NOTHING, path, reason: gap === undefined ? reason : `${reason}; ${gap}`, layers };
}

const excludedPart = (path: string, { exclusion, layersFor }: Run): Pick<ProjectFile, 'excluded'> =>
  exclusion.isExcluded(path, layersFor(path)) ? { excluded: true } : {};

/** Comments of a file that sets environment variables. */
function directivesOfSettings(file: string, workspace: Workspace): Directive[] {
  const read = workspace.read(file);
  if (!read.ok || !read.text.includes('agent-lint-')) return [];
  const format = formatOf(file) ?? 'environment';
  return directivesOf(parseDocument(file, format, read.text));
}

const endingOf = (path: string) => path.slice(path.lastIndexOf('.'));

const NOTHING = { systems: [], problems: [], directives: [], strayEffects: [] };

function reasonOf(path: string, code: ReadOptions['code']): string {
  if (formatOf(path) === 'environment') return 'settings of the programs beside it';
  return (
    code?.unread.get(path) ?? (code?.texts.has(path) ? 'it defines no agent' : 'it uses no known agent SDK')
  );
}
