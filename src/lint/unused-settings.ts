import { indexByFile } from '../model/file-index.js';
import { groupedBy } from '../model/grouped.js';
import {
  type AgentSystem,
  type Attestation,
  type ConfigLayer,
  everyToolOf,
  type FileGlob,
  holdsOn,
  isMet,
  type Place,
  type Repair,
  toolsOf,
} from '../model/index.js';
import { nearest } from '../model/nearest.js';
import { DIRECTIVES, type Directive } from '../systems/index.js';
import type { EngineReport } from './ignores.js';

const RULE = 'config/unused-setting';

/** Settings of the configuration that match no file, tool or system of the whole project. */
export interface UnusedSettings {
  add(system: AgentSystem, layers: readonly ConfigLayer[]): void;
  /** `files`: all files of the project, whether or not an agent is in them. */
  reports(layers: readonly ConfigLayer[], files: readonly string[], asOf: string): EngineReport[];
}

/** The tools of the systems that a layer applies to. */
interface KnownTools {
  names: Set<string>;
  /** Some of them are computed at run time, or a server offers them: a name that was not seen may exist. */
  isOpen: boolean;
}

export function openUnusedSettings(): UnusedSettings {
  const tools = new Map<ConfigLayer, KnownTools>();
  const used = new Set<Attestation>();
  return {
    add(system, layers) {
      for (const layer of layers) {
        if (Object.keys(layer.tools).length > 0) addTools(tools, layer, system);
        for (const one of layer.attestationsOf(system.file)) if (isUsed(one, system)) used.add(one);
      }
    },
    reports(layers, files, asOf) {
      const own = layers.filter(isOfProject);
      const globs = unusedGlobs(own, files);
      return [
        ...globs.reports,
        ...once(
          own.flatMap(({ attestations }) => attestations),
          (one) => used.has(one) || globs.covers(one) || !holdsOn(one, asOf),
        ).map(({ at }) =>
          unused(at, 'No agent system uses this attestation: its files define no agent that it is about.', {
            title: 'Remove the attestation',
            place: at,
          }),
        ),
        ...own.flatMap((layer) => unusedTools(layer, tools.get(layer))),
      ];
    },
  };
}

/** Layers that are written for this project: a policy, and the file of a package, are written for many. */
function isOfProject({ file, policy }: ConfigLayer): boolean {
  return !policy && !/^(?:\.\.\/|\/|[A-Za-z]:)/.test(file) && !file.split('/').includes('node_modules');
}

function unused(at: Place, message: string, { title, place }: { title: string; place: Place }): EngineReport {
  const removal: Repair = { title, safe: true, edits: () => place.edit?.()?.remove() };
  return { rule: RULE, at, message, fixes: [removal] };
}

const keyOf = (at: Place) => `${at.file} ${JSON.stringify(at.range())}`;

/** The settings that are not used; one file may be extended by several configurations, and counts once. */
function once<T extends { at: Place }>(all: readonly T[], isUsed: (one: T) => boolean): T[] {
  const open = all.filter((one) => !isUsed(one));
  if (open.length === 0) return [];
  const seen = new Set(all.filter(isUsed).map(({ at }) => keyOf(at)));
  return open.filter(({ at }) => seen.size !== seen.add(keyOf(at)).size);
}

interface UnusedGlobs {
  reports: EngineReport[];
  /** Whether an entry is reported because none of its globs matches a file. */
  covers(entry: { at: Place }): boolean;
}

function unusedGlobs(layers: readonly ConfigLayer[], files: readonly string[]): UnusedGlobs {
  const globs = layers.flatMap(({ fileGlobs }) => fileGlobs);
  const matched = new Set<FileGlob>();
  const find = indexByFile(globs, ({ matches }) => matches);
  for (const file of globs.length === 0 ? [] : files) for (const one of find(file)) matched.add(one);
  const ofFolders = globs.filter(({ takesFolders }) => takesFolders);
  const findFolder = indexByFile(ofFolders, ({ matches }) => matches);
  for (const folder of ofFolders.length === 0 ? [] : foldersOf(files))
    for (const one of findFolder(folder)) matched.add(one);
  const dead = once(globs, (one) => matched.has(one));
  if (dead.length === 0) return { reports: [], covers: () => false };
  const deadKeys = new Set(dead.map(({ at }) => keyOf(at)));
  const live = new Set(globs.flatMap(({ at, entry }) => (deadKeys.has(keyOf(at)) ? [] : keyOf(entry))));
  const byEntry = groupedBy(dead, ({ entry }) => keyOf(entry));
  const reports = [...byEntry].flatMap(([key, parts]): EngineReport[] => {
    const [first] = parts;
    if (first === undefined) return [];
    if (live.has(key))
      return parts.map(({ glob, at }) =>
        unused(at, `The glob \`${glob}\` matches no file.`, { title: 'Remove the glob', place: at }),
      );
    const names = parts.map(({ glob }) => `\`${glob}\``);
    const message = `This ${first.kind} applies to no file: ${names.join(', ')} ${names.length === 1 ? 'matches' : 'match'} none.`;
    return [unused(first.entry, message, { title: `Remove the ${first.kind}`, place: first.entry })];
  });
  return { reports, covers: ({ at }) => byEntry.has(keyOf(at)) && !live.has(keyOf(at)) };
}

function foldersOf(files: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const file of files) {
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      if (folders.size === folders.add(file.slice(0, end)).size) break;
    }
  }
  return folders;
}

function addTools(tools: Map<ConfigLayer, KnownTools>, layer: ConfigLayer, system: AgentSystem): void {
  const known = tools.get(layer) ?? { names: new Set(), isOpen: false };
  tools.set(layer, known);
  for (const tool of everyToolOf(system)) known.names.add(tool.name);
  known.isOpen ||= isOpen(system);
}

/** Whether a system may have tools that are not known: computed ones, or those of a server without an allow-list. */
const isOpen = ({ unresolved, agents }: AgentSystem): boolean =>
  unresolved.length > 0 ||
  agents.some(({ mcpServers }) => mcpServers.some(({ allowedTools }) => !isMet(allowedTools)));

function unusedTools({ tools }: ConfigLayer, known: KnownTools | undefined): EngineReport[] {
  const { names = new Set<string>(), isOpen = false } = known ?? {};
  return Object.entries(tools).flatMap(([name, { at }]): EngineReport[] => {
    if (names.has(name)) return [];
    const meant = nearest(name, [...names]);
    if (meant === undefined && isOpen) return [];
    const message = `No agent has a tool \`${name}\`, so the declared effect is unused.`;
    const removal = { title: 'Remove the declared effect', place: at };
    if (meant === undefined || Object.hasOwn(tools, meant)) return [unused(at, message, removal)];
    const rename: Repair = {
      title: `Claim: it is about \`${meant}\``,
      edits: () => at.edit?.()?.rename(meant),
    };
    return [{ rule: RULE, at, message: `${message} Did you mean \`${meant}\`?`, fixes: [rename] }];
  });
}

/** Whether a claim of an attestation is about something that a system has. */
function isUsed({ controls }: Attestation, system: AgentSystem): boolean {
  const { tools = {}, mcp_servers: servers = {}, ...others } = controls;
  if (Object.keys(others).length > 0 || isOpen(system)) return true;
  return system.agents.some(
    (agent) =>
      toolsOf(agent).some(
        ({ name, server }) => Object.hasOwn(tools, name) || Object.hasOwn(tools, `${server}#${name}`),
      ) || agent.mcpServers.some(({ url, name }) => Object.hasOwn(servers, url ?? name)),
  );
}

/** The directive that a word begins with, or is close to behind what all of them begin with. */
function directiveMeant(word: string): string | undefined {
  const begun = DIRECTIVES.find((known) => word.startsWith(known));
  if (begun !== undefined) return begun;
  const meant = nearest(
    word.slice(PREFIX.length),
    DIRECTIVES.map((known) => known.slice(PREFIX.length)),
  );
  return meant === undefined ? undefined : PREFIX + meant;
}

const PREFIX = 'agent-lint-';

/** Comments `agent-lint-<word>` with an unknown word. */
export function unknownDirectives(directives: readonly Directive[]): EngineReport[] {
  return directives.flatMap((directive): EngineReport[] => {
    if (directive.kind !== 'unknown') return [];
    const [word = ''] = directive.names;
    const meant = directiveMeant(word);
    const suggestion =
      meant === undefined
        ? `Use ${DIRECTIVES.map((known) => `\`${known}\``).join(' or ')}.`
        : `Did you mean \`${meant}\`?`;
    const repair: Repair =
      meant === undefined
        ? { title: 'Remove the comment', safe: true, edits: () => directive.without([word]) }
        : { title: `Claim: write \`${meant}\``, edits: () => directive.renamed(word, meant) };
    const message = `Unknown directive \`${word}\`: the comment has no effect. ${suggestion}`;
    return [{ rule: RULE, at: directive.at, message, fixes: [repair] }];
  });
}
