import { type AgentSystem, type DeadImport, fixedPlace, toolsOf, type Workspace } from '../model/index.js';
import {
  type AliasesOf,
  type CodeImport,
  createCodeProject,
  grammarOf,
  importsOf,
  isLoaded,
  modulePaths,
  namesData,
} from '../program/index.js';
import { type ImportedFiles, openImports } from './imported-files.js';
import { reexports } from './importers.js';
import { statedAliases } from './path-aliases.js';

/** The parts of a workspace in which dead imports are searched. */
interface Sources {
  workspace: Workspace;
  /** Its files, and those that a search left out. */
  files: ReadonlySet<string>;
  /** Path aliases of a configuration, without the packages of a monorepo. */
  aliases: AliasesOf;
  importedFiles: ImportedFiles;
  /** Packages of Python that are installed, whatever folder has their name. */
  installed: ReadonlySet<string>;
}

/**
 * Finds the imports that lead to no file of the repository, in the files that state an undecidable control
 * of a system, and in files that re-export names to them. Imports of packages do not count: only a relative name, an
 * alias of a path and an absolute name of Python below a package of the repository do. Each file is parsed once.
 */
export function openDeadImports(
  workspace: Workspace,
  aliases: AliasesOf,
  installed: Sources['installed'],
): (system: AgentSystem) => DeadImport[] {
  const known = new Map<string, DeadImport[]>();
  let sources: Sources | undefined;
  return (system) => {
    const stating = filesOfOpenControls(system);
    if (stating.size === 0) return [];
    const ofTools = system.unresolved.flatMap((one) => (one.toolsOf === undefined ? [] : one.at.file));
    sources ??= {
      workspace,
      files: new Set([...workspace.files, ...workspace.leftOut.map(({ path }) => path)]),
      aliases: statedAliases(workspace),
      importedFiles: openImports(workspace, aliases),
      installed,
    };
    // An unread tool is constructed in the file of its agent, or in one that this imports.
    for (const file of ofTools) for (const one of importsOfFile(file, sources)) stating.add(one);
    for (const file of handingOn(stating, sources))
      if (!known.has(file)) known.set(file, readDead(file, sources));
    return [...stating].flatMap((file) => known.get(file) ?? []);
  };
}

/** Files that state undecidable controls or tools. */
function filesOfOpenControls({ agents, unresolved, tracing }: AgentSystem): Set<string> {
  const files = new Set(unresolved.map(({ at }) => at.file));
  const add = (control: { state: string; at?: { file: string } }, owner: { file: string }) => {
    if (control.state !== 'undecidable') return;
    files.add(owner.file);
    if (control.at) files.add(control.at.file);
  };
  for (const agent of agents) {
    for (const tool of toolsOf(agent)) add(tool.approval, tool.at);
    for (const server of agent.mcpServers) add(server.allowedTools, server.at);
    add(agent.guardrails.input, agent.at);
    add(agent.guardrails.output, agent.at);
    add(tracing, agent.at);
  }
  return files;
}

/** With the files that pass on what they import (`export { needs } from './gate.js'`). */
function handingOn(files: Set<string>, sources: Sources): ReadonlySet<string> {
  for (const file of files)
    for (const one of importsOfFile(file, sources)) if (reexports(one, textIn(one, sources))) files.add(one);
  return files;
}

const importsOfFile = (file: string, sources: Sources): string[] =>
  sources.importedFiles(file, { text: textIn(file, sources) });

function textIn(file: string, { workspace }: Sources): string {
  const read = workspace.read(file);
  return read.ok ? read.text : '';
}

function readDead(file: string, sources: Sources): DeadImport[] {
  const grammar = grammarOf(file);
  const read = sources.workspace.read(file);
  if (!grammar || !isLoaded(grammar) || !read.ok) return [];
  const project = createCodeProject(() => undefined);
  try {
    return importsOf(project.open(file, read.text)).flatMap((one) => {
      const paths = (grammar === 'python' ? deadPython : deadScript)(one, file, sources);
      const { module, names, range } = one;
      return paths ? { module, names, paths, at: fixedPlace(file, '', range) } : [];
    });
  } finally {
    project.dispose();
  }
}

/** The files that an import of the project names, if none of them exists. */
function deadScript({ module }: CodeImport, file: string, sources: Sources): readonly string[] | undefined {
  if (namesData(module)) return undefined;
  const paths = modulePaths(module, file, 'tsx', sources.aliases).filter(
    (path) => !path.includes('node_modules/'),
  );
  return paths.length > 0 && !paths.some((path) => exists(path, sources)) ? paths : undefined;
}

function deadPython(
  { module, names }: CodeImport,
  file: string,
  sources: Sources,
): readonly string[] | undefined {
  if (!module.startsWith('.') && !isOwnPackage(module, file, sources)) return undefined;
  const paths = modulePaths(module, file, 'python');
  const found = paths.find((path) => exists(path, sources));
  if (found !== undefined && !found.endsWith('__init__.py')) return undefined;
  const read = found === undefined ? undefined : sources.workspace.read(found);
  const given = new Set(read?.ok ? read.text.match(/\w+/g) : []);
  // A name that is imported from a package is an export, or a module of it.
  const inner = (name: string) =>
    modulePaths(module.endsWith('.') ? module + name : `${module}.${name}`, file, 'python');
  const missing = names.filter(
    (name) =>
      name !== '*' &&
      !given.has(name) &&
      !given.has('__getattr__') &&
      !inner(name).some((path) => exists(path, sources)),
  );
  const isWhole = names.length === 0 || names.includes('*');
  if (missing.length === 0 && (found !== undefined || !isWhole)) return undefined;
  return [...paths, ...missing.flatMap(inner)];
}

/**
 * Whether an absolute name of Python is that of a package of the repository, or of something below one. A folder
 * without `__init__.py` is no proof: many have the name of the package whose examples they contain.
 */
function isOwnPackage(module: string, file: string, sources: Sources): boolean {
  const [first = ''] = module.split('.', 1);
  if (sources.installed.has(first)) return false;
  return modulePaths(first, file, 'python').some(
    (path) => path.endsWith('__init__.py') && exists(path, sources),
  );
}

/** Whether a file exists: also one that a search left out. */
const exists = (path: string, { files, workspace }: Sources): boolean =>
  files.has(path) || (!workspace.isSearched(path) && workspace.read(path).ok);
