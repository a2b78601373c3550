import { CONFIG_NAMES, type ResolvedConfig, type Workspace } from '../model/index.js';
import { baseName } from '../model/paths.js';
import { formatOf } from '../syntax/index.js';
import { isComposeFile } from './compose.js';
import { GIVES_ALIASES, mayStartServer, type Selection } from './dependents.js';
import { openImports } from './imported-files.js';
import { openJoined } from './joined.js';
import { mayNameFiles, partnersOf } from './neighbours.js';
import { openAliases } from './path-aliases.js';
import { mayHoldAgents, mayServe } from './program-sources.js';
import { mayHoldDialect } from './read-file.js';

/** One of `of` parts of a project, each checked on its own machine; counted from 1. */
export interface Shard {
  index: number;
  of: number;
}

/** Formats whose parsers sharding needs: path aliases are JSON. */
export const SHARD_FORMATS = ['json', 'jsonc'] as const;

/**
 * The files of a shard as a selection. Files that depend on one another are in the same shard: programs that import one
 * another, documents that name one another, settings with what they apply to. Each file is in exactly one shard, the
 * same one on every machine. `within` is the scope of the run, if that is not everything.
 */
export const selectShard = (workspace: Workspace, { index, of }: Shard, within?: Selection): Selection =>
  selectionOf(workspace, divide(workspace).into(of)[index - 1] ?? [], within);

/** A group of files of a division as a selection, in a run that joins all groups. */
export const selectPart = (workspace: Workspace, group: Iterable<string>, within?: Selection): Selection => ({
  ...selectionOf(workspace, group, within),
  isPart: true,
});

function selectionOf(workspace: Workspace, group: Iterable<string>, within?: Selection): Selection {
  const own = new Set(group);
  return {
    isShard: true,
    files: (within?.files ?? workspace.files).filter((file) => own.has(file)),
    isChecked: (file, layers) => own.has(file) && within?.isChecked(file, layers) !== false,
    isAbout: (system, layers) => own.has(system.file) && within?.isAbout(system, layers) !== false,
    applies: (file) => within?.applies(file) ?? !own.has(file),
  };
}

/** The cost of a document that may contain an agent, and of such a program, relative to a file that is only searched. */
const WEIGHT_OF_DOCUMENT = 100;
const WEIGHT_OF_PROGRAM = 3_000;

/** How the files of a workspace can be divided, so that files which depend on one another are in one group. */
export interface Division {
  /** How many groups can have about the same cost: the files that belong together and cost most are one. */
  readonly even: number;
  /** The files that depend on one another, group by group. */
  readonly parts: readonly (readonly string[])[];
  /** Divides into a number of groups; each file is in one. `stable`: an edit changes few groups, and costs differ more. */
  into(of: number, how?: 'even' | 'stable'): readonly (readonly string[])[];
}

/** Finds which files depend on one another. Needs the parsers of `SHARD_FORMATS`. */
export function divide(workspace: Workspace): Division {
  const parts = connectedParts(workspace);
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  return {
    even: Math.max(1, Math.floor(total / (parts[0]?.weight ?? 1))),
    parts: parts.map(({ files }) => files),
    into(of, how = 'even') {
      const groups = Array.from({ length: of }, () => ({ files: [] as string[], weight: 0 }));
      const lightest = () => groups.reduce((found, one) => (one.weight < found.weight ? one : found));
      for (const { files, weight } of parts) {
        const group = how === 'even' ? lightest() : groups[numberOf(files[0] ?? '') % of];
        if (!group) break;
        group.weight += weight;
        for (const file of files) group.files.push(file);
      }
      return groups.map(({ files }) => files);
    },
  };
}

/** A number that depends on a text alone. */
function numberOf(text: string): number {
  let number = 0;
  for (let at = 0; at < text.length; at++) number = (number * 31 + text.charCodeAt(at)) >>> 0;
  return number;
}

/**
 * Whether the text of a file matters to those groups alone that contain it or ask for it: a program, or a document that may
 * hold an agent. Others say how programs are found and run, or how all files are checked.
 */
export function mattersToGroups({ read }: Workspace, config: ResolvedConfig): (file: string) => boolean {
  const configurations = new Set(config.layers().map(({ file }) => file));
  return (file) => {
    const format = formatOf(file);
    if (format === 'code') return true;
    const name = baseName(file);
    const isOfProject =
      format === undefined ||
      format === 'environment' ||
      isComposeFile(file) ||
      GIVES_ALIASES.test(file) ||
      CONFIG_NAMES.includes(name) ||
      configurations.has(file);
    if (isOfProject) return false;
    const found = read(file);
    return found.ok && mayHoldDialect(file, found);
  };
}

interface Part {
  files: string[];
  weight: number;
}

/** Files that depend on one another, directly or through others; the heaviest first, then by their first path. */
function connectedParts(workspace: Workspace): Part[] {
  const { files } = workspace;
  const known = new Set(files);
  const { rootOf, join } = openJoined();
  const weights = new Map<string, number>();
  const linksOf = openLinks(workspace);
  for (const file of files) {
    const { weight, links } = linksOf(file);
    weights.set(file, weight);
    for (const one of links) if (known.has(one)) join(file, one);
  }
  const parts = new Map<string, Part>();
  for (const file of files) {
    const root = rootOf(file);
    const part = parts.get(root) ?? { files: [], weight: 0 };
    parts.set(root, part);
    part.files.push(file);
    part.weight += weights.get(file) ?? 1;
  }
  // Parts are already ordered by their first file, and the sort is stable.
  return [...parts.values()].sort((a, b) => b.weight - a.weight);
}

const PATH = /[\w./-]{1,300}/g;

/** Environment files in which findings may be placed: several programs share them. */
const SHARED_SETTINGS = /agent-lint|TRAC|_BASE|ENDPOINT|REGION/i;

/** Computes the cost of a file, and the files that it depends on or that depend on it. */
function openLinks(workspace: Workspace): (file: string) => { weight: number; links: Iterable<string> } {
  const importedFiles = openImports(workspace, openAliases(workspace));
  const known = new Set(workspace.files);
  const programs: string[] = [];
  const servers: string[] = [];
  for (const file of workspace.files) {
    const read = formatOf(file) === 'code' ? workspace.read(file) : undefined;
    if (!read?.ok) continue;
    if (mayHoldAgents(file, read)) programs.push(file);
    if (mayServe(file, read)) servers.push(file);
  }
  const withAgents = new Set(programs);
  let areJoined = false;
  /** Programs that what may start a server depends on: once all of them are together, one stands for them. */
  const startable = () => {
    const all = areJoined ? servers.slice(0, 1) : servers;
    areJoined = true;
    return all;
  };
  return (file) => {
    const target = workspace.targetOf?.(file);
    const links = target === undefined ? [] : [target];
    const read = workspace.read(file);
    if (!read.ok) return { weight: 1, links };
    if (formatOf(file) === 'code') {
      links.push(...importedFiles(file, read));
      if (withAgents.has(file) && mayStartServer(file, read.text)) links.push(...startable());
      return { weight: withAgents.has(file) ? WEIGHT_OF_PROGRAM : 1, links };
    }
    if (formatOf(file) === 'environment' || isComposeFile(file)) {
      const folder = file.slice(0, file.lastIndexOf('/') + 1);
      if (SHARED_SETTINGS.test(read.text)) links.push(...programs.filter((one) => one.startsWith(folder)));
    }
    // A command names what it starts in many ways: a script, a module, a package of the repository.
    if (mayHoldDialect(file, read) && mayStartServer(file, read.text)) links.push(...startable());
    links.push(...partnersOf(file, workspace.files));
    if (mayNameFiles(read.text))
      for (const [name] of read.text.matchAll(PATH)) {
        const named = resolved(file, name);
        if (known.has(named)) links.push(named);
      }
    return { weight: mayHoldDialect(file, read) ? WEIGHT_OF_DOCUMENT : 1, links };
  };
}

/** A path that a file names, relative to the root. */
function resolved(file: string, name: string): string {
  const parts = file.split('/').slice(0, -1);
  for (const part of name.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
