import type { Workspace } from '../model/index.js';
import { formatOf } from '../syntax/index.js';
import { isComposeFile } from './compose.js';
import type { Selection } from './dependents.js';
import { openImports } from './imported-files.js';
import { mayNameFiles, partnersOf } from './neighbours.js';
import { openAliases } from './path-aliases.js';
import { mayHoldAgents } from './program-sources.js';
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
export function selectShard(workspace: Workspace, shard: Shard, within?: Selection): Selection {
  const own = shardFiles(workspace, shard);
  return {
    isShard: true,
    files: (within?.files ?? workspace.files).filter((file) => own.has(file)),
    isChecked: (file, layers) => own.has(file) && within?.isChecked(file, layers) !== false,
    isAbout: (system, layers) => own.has(system.file) && within?.isAbout(system, layers) !== false,
    applies: (file) => within?.applies(file) ?? !own.has(file),
  };
}

/** The cost of a file that may contain an agent, relative to one that is only searched. */
const WEIGHT_OF_AGENTS = 100;

/** The files of one shard. */
function shardFiles(workspace: Workspace, { index, of }: Shard): ReadonlySet<string> {
  const weights = Array.from({ length: of }, () => 0);
  const own = new Set<string>();
  for (const { files, weight } of connectedParts(workspace)) {
    let lightest = 0;
    for (let at = 1; at < of; at++) if ((weights[at] ?? 0) < (weights[lightest] ?? 0)) lightest = at;
    weights[lightest] = (weights[lightest] ?? 0) + weight;
    if (lightest === index - 1) for (const file of files) own.add(file);
  }
  return own;
}

interface Part {
  files: string[];
  weight: number;
}

/** Files that depend on one another, directly or through others; the heaviest first, then by their first path. */
function connectedParts(workspace: Workspace): Part[] {
  const { files } = workspace;
  const known = new Set(files);
  const parents = new Map<string, string>();
  const rootOf = (file: string): string => {
    let root = file;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    for (let at = file; at !== root; ) {
      const next = parents.get(at) ?? root;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  const join = (one: string, other: string) => {
    const [first, second] = [rootOf(one), rootOf(other)];
    if (first !== second && known.has(one) && known.has(other)) parents.set(second, first);
  };
  const weights = new Map<string, number>();
  const linksOf = openLinks(workspace);
  for (const file of files) {
    const { weight, links } = linksOf(file);
    weights.set(file, weight);
    for (const one of links) join(file, one);
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
  for (const file of workspace.files) {
    const read = formatOf(file) === 'code' ? workspace.read(file) : undefined;
    if (read?.ok && mayHoldAgents(file, read.text)) programs.push(file);
  }
  const withAgents = new Set(programs);
  return (file) => {
    const target = workspace.targetOf?.(file);
    const links = target === undefined ? [] : [target];
    const read = workspace.read(file);
    if (!read.ok) return { weight: 1, links };
    if (formatOf(file) === 'code') {
      links.push(...importedFiles(file, read.text));
      return { weight: withAgents.has(file) ? WEIGHT_OF_AGENTS : 1, links };
    }
    if (formatOf(file) === 'environment' || isComposeFile(file)) {
      const folder = file.slice(0, file.lastIndexOf('/') + 1);
      if (SHARED_SETTINGS.test(read.text)) links.push(...programs.filter((one) => one.startsWith(folder)));
    }
    links.push(...partnersOf(file, workspace.files));
    if (mayNameFiles(read.text))
      for (const [name] of read.text.matchAll(PATH)) {
        const named = resolved(file, name);
        if (known.has(named)) links.push(named);
      }
    return { weight: mayHoldDialect(file, read.text) ? WEIGHT_OF_AGENTS : 1, links };
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
