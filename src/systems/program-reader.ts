import type {
  CodeContext,
  CodeDialect,
  CodeMark,
  CodeReading,
  EnvironmentSetting,
} from '../dialects/code-dialect.js';
import { CODE_DIALECTS } from '../dialects/code-dialects.js';
import { CODE_MARKS } from '../dialects/code-marks.js';
import { openPrograms, type ProgramFiles } from '../dialects/frameworks/programs.js';
import { UNREAD_MODULES } from '../dialects/frameworks/recognised.js';
import { loadCalls } from '../effects/calls/index.js';
import { addTo } from '../model/grouped.js';
import type { AgentSystem, DeadImport, Tool, VendorProfile, Workspace } from '../model/index.js';
import { keptForText, keptIn, once } from '../model/once.js';
import { folderOf } from '../model/paths.js';
import type { OnFile } from '../model/progress.js';
import { isTestFile } from '../model/test-file.js';
import {
  type AliasesOf,
  type CodeDocument,
  createCodeProject,
  fileResolver,
  type GrammarFile,
  grammarOf,
  type ImportFault,
  isLoaded,
  loadGrammars,
  modulePaths,
  programText,
  type ResolveFile,
  type Work,
  type WorkFor,
  workOf,
  workOfText,
} from '../program/index.js';
import { formatOf, loadParsers } from '../syntax/index.js';
import { noteCallsAtRisk } from './calls-at-risk.js';
import { composeSettings, isComposeFile } from './compose.js';
import { openDeadImports } from './dead-imports.js';
import { environmentSettings } from './environment.js';
import { type ImportedFiles, openImports } from './imported-files.js';
import { importersOf } from './importers.js';
import { type Joined, openJoined } from './joined.js';
import { lockedVersions } from './locked-versions.js';
import { partFiles } from './part-files.js';
import { openAliases } from './path-aliases.js';
import type { UnreadFramework } from './unread-frameworks.js';
import { unreadIn } from './unread-uses.js';

/** Which programs of a workspace to read. */
export interface ProgramRequest {
  workspace: Workspace;
  /** Files to look for agents in, with their texts. */
  texts: ReadonlyMap<string, string>;
  /** Other files that may use a framework which is not read yet. */
  others: ReadonlyMap<string, string>;
  /** Whether a file that imports one of them is part of the run. */
  isOfRun(file: string): boolean;
  vendorFor(file: string): VendorProfile | undefined;
  /** For progress. */
  onFile?: OnFile;
}

/** Programs of a workspace as agent systems. */
export interface ProgramReading {
  systems: AgentSystem[];
  /** Imports of no existing file that may be the source of an undecidable control. */
  deadImportsOf(system: AgentSystem): DeadImport[];
  /** The dialect of a file and why, for files that contain an agent or belong to one. */
  claimed: Map<string, { dialect: string; reason: string }>;
  /** In words, the parts that were not read of a file that may contain an agent. */
  gaps: Map<string, string>;
  /** Frameworks that are not read yet, by the files that use them. */
  unread: Map<string, readonly UnreadFramework[]>;
  /** Tools that act and that no agent is seen to take, by the files that define them. */
  untaken: Map<string, Tool[]>;
  /** Documents that were opened, for comments. */
  documents: ReadonlyMap<string, CodeDocument>;
  /** Files that set the environment of the programs. */
  settings: readonly string[];
}

const CONTEXT_TYPES = CODE_MARKS.flatMap(({ contextTypes = [] }) => contextTypes);

const INSTALLED = CODE_MARKS.flatMap(({ installed = [] }) => installed);

/**
 * Python packages that a module of a project's own package never replaces; their copies cannot be recognised by names.
 */
const FRAMEWORKS = [
  ...new Set(UNREAD_MODULES.python.map(({ module }) => module.split('.', 1)[0] ?? module)),
].map((name) => ({ name, gives: ['no name'] }));

/** Python names that always refer to a package, even if a folder of a project has the same name. */
const NOT_OWN = new Set([...INSTALLED, ...FRAMEWORKS].map(({ name }) => name));

export { startedFiles } from './started-files.js';

export type ReadPrograms = (request: ProgramRequest) => ProgramReading;

/**
 * Finds the programs around those that use an SDK, loads the grammars that all of them need and the parsers of files
 * that are read with them, and returns their reader.
 */
export async function loadProgramReader(
  workspace: Workspace,
  texts: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
  readGrammar: (name: GrammarFile) => Promise<Uint8Array>,
  among: Iterable<string>,
): Promise<ReadPrograms> {
  // Files around programs that were named as single files are not in the workspace: path aliases are JSON with comments.
  await loadParsers(['jsonc']);
  const importedFiles = openImports(workspace, openAliases(workspace));
  const importers =
    texts.size === 0 ? new Map<string, string>() : importersOf(workspace, texts, importedFiles, among);
  const files = [...texts.keys(), ...importers.keys()];
  const settings = settingsFiles(workspace, files);
  if (settings.some(isComposeFile)) await loadParsers(['yaml']);
  const joined = openJoined();
  const around = textsAround(workspace, new Map([...texts, ...importers]), importedFiles, joined);
  textsAround(workspace, others, importedFiles, joined);
  // A program may import one that is read with another grammar: TypeScript, and JavaScript.
  const grammars = [...files, ...others.keys(), ...around.keys()].map(grammarOf);
  await loadGrammars(readGrammar, new Set(grammars.flatMap((one) => one ?? [])));
  await loadCalls([...around].map(([file, text]) => programText(file, text)));
  const dialects = await loadDialects(workspace, [...around.keys()]);
  return (request) =>
    readProgram(
      request,
      dialects,
      new Map([...importers].filter(([file]) => request.isOfRun(file))),
      settings,
      joined,
    );
}

/** A dialect, and how its programs are found. */
interface MarkedDialect {
  dialect: CodeDialect;
  mark: CodeMark;
}

/** Whether the program of a file may be of a dialect; what one is asked is kept with what was read. */
const mayBeOf = keptForText((file, text) => {
  const known = new Map<CodeMark, boolean>();
  const grammar = grammarOf(file);
  const program = once(() => programText(file, text));
  return (mark: CodeMark) =>
    grammar !== undefined && keptIn(known, mark, () => mark.mayHold(program(), grammar));
});

/** Loads the dialects that programs may be of, by their texts. */
async function loadDialects(workspace: Workspace, files: readonly string[]): Promise<MarkedDialect[]> {
  const found: MarkedDialect[] = [];
  const programs = files.flatMap((file) => {
    const read = workspace.read(file);
    return read.ok ? mayBeOf(file, read) : [];
  });
  for (const [name, load] of CODE_DIALECTS) {
    const mark = CODE_MARKS.find(({ dialect }) => dialect === name);
    if (mark && programs.some((mayBe) => mayBe(mark))) found.push({ dialect: await load(), mark });
  }
  return found;
}

/** The texts of some files, and of all their imports in the workspace, which are joined to them. */
function textsAround(
  workspace: Workspace,
  texts: ReadonlyMap<string, string>,
  importedFiles: ImportedFiles,
  { join }: Joined,
): ReadonlyMap<string, string> {
  const all = new Map(texts);
  // Added files are visited, too.
  for (const [file, text] of all)
    for (const imported of importedFiles(file, { text })) {
      join(file, imported);
      const read = all.has(imported) ? undefined : workspace.read(imported);
      if (read?.ok) all.set(imported, read.text);
    }
  return all;
}

/** Reads all programs as one project, through every dialect that may be in them; trees are freed at the end. */
function readProgram(
  { workspace, texts: marked, others, vendorFor, onFile }: ProgramRequest,
  dialects: readonly MarkedDialect[],
  importers: ReadonlyMap<string, string>,
  settings: readonly string[],
  joined: Joined,
): ProgramReading {
  const texts = new Map([...marked, ...importers]);
  const modules = new Map<string, string | undefined>();
  const aliases = openAliases(workspace);
  const readModule = moduleReader(workspace, texts, modules);
  const asked = new Set<EnvironmentSetting>();
  const workFor = workOfPrograms(new Map([...texts, ...others]), joined);
  const project = createCodeProject(fileResolver(grammarOf, readModule, aliases, INSTALLED), {
    variableFor(file, name) {
      const found = context.environment.find((one) => one.name === name && isSetFor(file, one));
      if (found) asked.add(found);
      return found && { value: found.value, at: found.at };
    },
    contextTypes: CONTEXT_TYPES,
    faultOf: faultIn(workspace, aliases),
    workFor,
    onFile: onFile && ((phase, file, done, total) => onFile(done, total, { file, phase })),
  });
  const documents = new Map<string, CodeDocument>();
  const known = new Map([...others, ...texts]);
  const context = contextOf(workspace, { texts: known, modules, documents, settings, vendorFor, aliases });
  const isJoined = joinedFiles(known, context);
  try {
    for (const [file, text] of texts) {
      const grammar = grammarOf(file);
      if (grammar && isLoaded(grammar))
        documents.set(file, project.open(file, text, importers.has(file) || isTestFile(file)));
    }
    const reading: ProgramReading = {
      systems: [],
      deadImportsOf: openDeadImports(workspace, aliases, NOT_OWN),
      claimed: new Map(),
      gaps: new Map(),
      unread: new Map(),
      untaken: new Map(),
      documents,
      settings,
    };
    const importedTests = testsImported(documents.keys(), context);
    const untakenBy: NonNullable<CodeReading['untaken']>[] = [];
    const allCalled = new Set<string>();
    for (const { dialect, mark } of dialects) {
      const own = [...documents.values()].filter(
        (one) =>
          mark.mayHold(one.text, one.grammar) || (mark.followsImports === true && importers.has(one.file)),
      );
      if (own.length === 0) continue;
      const { systems, claimed, unread = [], called = [], untaken } = dialect.read(own, context);
      if (untaken) untakenBy.push(untaken);
      for (const one of called) allCalled.add(one);
      for (const one of unread)
        if (marked.has(one.at.file))
          reading.unread.set(one.at.file, [...(reading.unread.get(one.at.file) ?? []), one]);
      noteCallsAtRisk(systems, own, dialect.name, isJoined);
      for (const one of systems) {
        const settling = [...asked].filter((setting) => isSetFor(one.file, setting));
        if (settling.length > 0)
          one.settledBy = new Set([...(one.settledBy ?? []), ...settling.map(({ at }) => at.file)]);
        if (importedTests.size > 0) one.importedTests = importedTests;
        reading.systems.push(one);
      }
      for (const { file, gap } of own) if (gap !== undefined) reading.gaps.set(file, gap);
      for (const [file, reason] of claimed) {
        if (!reading.claimed.has(file)) reading.claimed.set(file, { dialect: dialect.name, reason });
      }
      for (const { file, problems } of own)
        if (problems.length > 0 && !reading.claimed.has(file))
          reading.claimed.set(file, {
            dialect: dialect.name,
            reason: 'it does not parse, or is over a limit',
          });
    }
    for (const [file, { isCutShort, gap }] of documents)
      if (isCutShort && gap !== undefined) reading.gaps.set(file, gap);
    for (const tool of untakenBy.flatMap((untaken) => untaken()))
      if (marked.has(tool.at.file) && !isTestFile(tool.at.file)) addTo(reading.untaken, tool.at.file, tool);
    for (const [file, unread] of reading.unread) {
      const left = unread.filter(({ call }) => call === undefined || !allCalled.has(`${file} ${call}`));
      if (left.length < unread.length) reading.unread.set(file, left);
    }
    const resolve = fileResolver(grammarOf, readModule, aliases, FRAMEWORKS);
    for (const [file, document] of documents) {
      const found = marked.has(file) ? unreadIn(document, resolve) : [];
      if (found.length > 0) reading.unread.set(file, [...found, ...(reading.unread.get(file) ?? [])]);
    }
    readOthers(others, resolve, reading.unread, documents, workFor);
    for (const file of partFiles(reading.systems)) {
      const text = documents.has(file) ? undefined : modules.get(file);
      if (text?.includes('agent-lint-')) documents.set(file, project.open(file, text));
    }
    return reading;
  } finally {
    // Trees are freed and places stay: a report needs lines and columns long after everything is read.
    project.dispose();
  }
}

/**
 * The work of each program, which are files that import one another, by the size of its texts: the same whatever else a run
 * reads, and on any machine.
 */
function workOfPrograms(texts: ReadonlyMap<string, string>, { rootOf }: Joined): WorkFor<string> {
  const sizes = new Map<string, number>();
  for (const [file, { length }] of texts) sizes.set(rootOf(file), (sizes.get(rootOf(file)) ?? 0) + length);
  const works = new Map<string, Work>();
  return (file) => keptIn(works, rootOf(file), () => workOf(workOfText(sizes.get(rootOf(file)) ?? 0)));
}

/** Whether two files belong to one program: one file imports both. Programs are joined where it is first asked. */
function joinedFiles(
  files: ReadonlyMap<string, string>,
  context: CodeContext,
): (file: string, other: string) => boolean {
  let programs: ProgramFiles | undefined;
  return (file, other) => {
    if (file === other) return true;
    programs ??= openPrograms(
      [...files.keys()].filter((one) => !isTestFile(one)).map((one) => ({ file: one })),
      context,
    );
    const starts = programs.startsOf(file);
    return programs.startsOf(other).some((one) => starts.includes(one));
  };
}

/** Finds frameworks that other files use and that are not read yet. Keeps only documents with directives. */
function readOthers(
  others: ReadonlyMap<string, string>,
  resolve: ResolveFile,
  unread: ProgramReading['unread'],
  documents: Map<string, CodeDocument>,
  workFor: WorkFor<string>,
): void {
  const project = createCodeProject(resolve, { workFor });
  for (const [file, text] of others) {
    const grammar = grammarOf(file);
    if (!grammar || !isLoaded(grammar)) continue;
    const document = project.open(file, text);
    const found = unreadIn(document, resolve);
    document.dispose();
    if (found.length === 0) continue;
    unread.set(file, found);
    if (text.includes('agent-lint-')) documents.set(file, document);
  }
}

/**
 * Reads the imports of programs. Most names refer to no file of the project and are tried in several folders: after a
 * search only files that it found are opened, and no path is tried twice.
 */
function moduleReader(
  workspace: Workspace,
  texts: ReadonlyMap<string, string>,
  others: Map<string, string | undefined>,
) {
  const files = new Set(workspace.files);
  return (path: string, askedBy: string): string | undefined => {
    const known = texts.get(path);
    if (known !== undefined || (!files.has(path) && workspace.isSearched(path))) return known;
    if (!others.has(path)) {
      const found = workspace.read(path, askedBy);
      others.set(path, found.ok ? found.text : undefined);
    }
    return others.get(path);
  };
}

/** Why a file that a module of the project stands for is not read: it is above the limit, or a link that leaves the root. */
function faultIn(workspace: Workspace, aliases: AliasesOf) {
  const files = new Set(workspace.files);
  const links = workspace.unfollowed ?? new Set();
  const isLinked = (path: string): boolean => links.has(path) || (path !== '' && isLinked(folderOf(path)));
  return (specifier: string, fromFile: string): ImportFault | undefined => {
    const grammar = grammarOf(fromFile);
    if (!grammar) return undefined;
    for (const path of modulePaths(specifier, fromFile, grammar, aliases)) {
      if (!files.has(path) && !isLinked(path)) continue;
      const read = workspace.read(path);
      if (read.ok) return undefined;
      if (read.problem === 'too-large') return 'too-large';
      if (read.problem === 'left-out') return read.link === 'nowhere' ? 'link-nowhere' : 'link-outside';
    }
    return undefined;
  };
}

/** The parts of a project that its dialects can read. */
interface Opened {
  texts: ReadonlyMap<string, string>;
  /** Files that programs import, as far as they were read. */
  modules: ReadonlyMap<string, string | undefined>;
  documents: ReadonlyMap<string, CodeDocument>;
  settings: readonly string[];
  vendorFor: ProgramRequest['vendorFor'];
  aliases: AliasesOf;
}

function contextOf(
  workspace: Workspace,
  { texts, modules, documents, settings, vendorFor, aliases }: Opened,
): CodeContext {
  const importedFiles = openImports(workspace, aliases);
  const imports = new Map<string, readonly string[]>();
  let environment: EnvironmentSetting[] | undefined;
  return {
    fileAbove: openAbove(workspace),
    vendorFor,
    lockedFor: lockedVersions(workspace),
    documentOf: (file) => documents.get(file),
    importsOf(file) {
      const text = texts.get(file) ?? modules.get(file);
      const before = imports.get(file);
      if (before || text === undefined) return before ?? [];
      const found = importedFiles(file, { text });
      imports.set(file, found);
      return found;
    },
    get environment() {
      environment ??= settings.flatMap((file) => {
        const found = workspace.read(file);
        if (!found.ok) return [];
        return (isComposeFile(file) ? composeSettings : environmentSettings)(file, found.text);
      });
      return environment;
    },
  };
}

/** The files of tests that programs outside of tests import, directly or through others. */
function testsImported(files: Iterable<string>, { importsOf }: CodeContext): ReadonlySet<string> {
  const all = [...files];
  if (!all.some(isTestFile)) return new Set();
  const reached = new Set(all.filter((file) => !isTestFile(file)));
  for (const file of reached) for (const imported of importsOf(file)) reached.add(imported);
  return new Set([...reached].filter(isTestFile));
}

/** Whether a variable is set where a file runs. */
const isSetFor = (file: string, { folder }: EnvironmentSetting): boolean =>
  folder === '' || file.startsWith(`${folder}/`);

/** The nearest file of a name in the folder of a file, or in one above it. */
function openAbove({ files, beside }: Workspace): (file: string, name: string) => string | undefined {
  const named = new Map<string, readonly string[]>();
  return (file, name) => {
    const known = named.get(name) ?? files.filter((one) => one === name || one.endsWith(`/${name}`));
    named.set(name, known);
    const around = beside?.([file], (one) => one === name || one.endsWith(`/${name}`)) ?? [];
    const above = [...known, ...around].filter((one) => file.startsWith(one.slice(0, -name.length)));
    return above.sort((one, other) => other.length - one.length)[0];
  };
}

const isSettingsFile = (path: string) => formatOf(path) === 'environment' || isComposeFile(path);

/**
 * Files that set the environment of programs: those of the workspace, and those around programs that were named as
 * single files.
 */
function settingsFiles({ files, beside }: Workspace, programs: readonly string[]): string[] {
  const around = beside?.(programs, isSettingsFile) ?? [];
  return [...new Set([...files.filter(isSettingsFile), ...around])];
}
