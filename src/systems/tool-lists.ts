import { isToolList, readToolList, type SavedToolList } from '../dialects/servers/tool-list.js';
import { classifyEffect, commonPrefix } from '../effects/index.js';
import {
  type AgentSystem,
  type ConfigLayer,
  type McpServer,
  type Place,
  type Tool,
  type Workspace,
  wideReach,
} from '../model/index.js';
import { hostOf } from '../model/secrets.js';
import { isTestFile } from '../model/test-file.js';
import { parseDocument } from '../syntax/index.js';

/** Where `agent-lint snapshot` writes, relative to the root. */
export const SNAPSHOT_FOLDER = '.agent-lint/tools';

const LIST_NAME = /(?:^|\/)([^/]+)\.tools(?:-list)?\.json$/;
const SNAPSHOT_NAME = /(?:^|\/)\.agent-lint\/tools\/([^/]+)\.json$/;

/** Whether tool lists are saved under a path. */
export const isToolListName = (path: string): boolean => SNAPSHOT_NAME.test(path) || LIST_NAME.test(path);

/** The saved tool lists of a project. */
export interface ToolLists {
  /** The list of a server that a file names; undefined if none is saved. */
  find(
    server: Pick<McpServer, 'name' | 'url' | 'address'>,
    layers: readonly ConfigLayer[],
    file: string,
  ): SavedToolList | undefined;
  /**
   * Lists of these files that no server requested, and entries of the configuration that name no such server.
   */
  unused(layers: readonly ConfigLayer[]): UnusedToolLists;
}

/** Saved tool lists without effect. */
export interface UnusedToolLists {
  /** `server`: the server that the list names. */
  files: { path: string; server: string }[];
  entries: { server: string; at: Place }[];
}

/** Most characters of the name of a server that the name of its file repeats. */
const LONGEST_NAME = 100;

/** The name of a server's file: everything but letters, digits, dot, dash and underscore becomes a dash. */
export function listFileName(server: string): string {
  const plain = server.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '');
  return `${plain.slice(0, LONGEST_NAME).replace(/-+$/, '') || 'server'}.json`;
}

/** Opens the lists of a workspace. They are read when a server requests them, each once. */
export function openToolLists(workspace: Workspace): ToolLists {
  const known = new Map<string, SavedToolList | undefined>();
  const read = (path: string): SavedToolList | undefined => {
    if (known.has(path)) return known.get(path);
    const found = workspace.read(path);
    const root =
      found.ok && isJson(found.text) ? parseDocument(path, 'json', found.text).roots[0] : undefined;
    const list = root && isToolList(root) ? readToolList(root) : undefined;
    known.set(path, list);
    return list;
  };
  const listFiles = workspace.files.flatMap((path): [string, string][] => {
    const name = SNAPSHOT_NAME.exec(path)?.[1] ?? LIST_NAME.exec(path)?.[1];
    return name === undefined ? [] : [[path, name]];
  });
  const used = new Set<string>();
  // A file that several configurations extend states an entry once.
  const usedEntries = new Set<string>();
  const isOf = (path: string, name: string, server: Named, file: string): boolean => {
    const list = read(path);
    const isIts = list !== undefined && isAbout(list, name, server);
    // The list under this server's name may be the one that was just read.
    if (isIts || isNamed(name, server.name)) workspace.noteRequest(path, file);
    return isIts;
  };
  return {
    find(server, layers, file) {
      for (let index = layers.length - 1; index >= 0; index--) {
        const stated = statedFor(server, layers[index]);
        if (stated === undefined) continue;
        workspace.noteRequest(stated.file, file);
        used.add(stated.file);
        usedEntries.add(keyOf(stated.at));
        return read(stated.file);
      }
      for (const [path, name] of listFiles) {
        if (!isOf(path, name, server, file)) continue;
        used.add(path);
        return read(path);
      }
      // Around a file that was named as a single file, nothing was searched.
      if (!workspace.isNamed(file) || workspace.isSearched(file)) return undefined;
      const name = `${SNAPSHOT_FOLDER}/${listFileName(server.name)}`;
      for (const folder of foldersAround(file, workspace.topOf?.(file) ?? '')) {
        const path = `${folder}${name}`;
        if (isOf(path, server.name, server, file)) return read(path);
      }
      return undefined;
    },
    unused(layers) {
      const entries = layers.flatMap(({ toolLists }) =>
        Object.entries(toolLists).map(([server, { file, at }]) => ({ server, file, at })),
      );
      const named = new Set(entries.map(({ file }) => file));
      return {
        files: listFiles.flatMap(([path, name]) => {
          const isLeft = isTestFile(path) || layers.some(({ excludes }) => excludes(path));
          const list = isLeft || used.has(path) || named.has(path) ? undefined : read(path);
          return list ? [{ path, server: list.server?.name ?? list.address ?? name }] : [];
        }),
        entries: entries.filter(({ at }) => !usedEntries.has(keyOf(at))),
      };
    },
  };
}

const keyOf = (at: Place) => `${at.file} ${at.path} ${JSON.stringify(at.range())}`;

/** The folder of a file and those around it, up to the top of its project: `a/b/`, `a/`, and nothing for the root. */
function foldersAround(file: string, top: string): string[] {
  const steps = file.split('/').slice(0, -1);
  const least = top === '' ? 0 : Math.min(steps.length, top.split('/').length);
  return Array.from({ length: steps.length - least + 1 }, (_, up) =>
    steps
      .slice(0, steps.length - up)
      .map((step) => `${step}/`)
      .join(''),
  );
}

/** A list that does not parse is left out; its problems are reported when it is linted itself. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

type Named = Pick<McpServer, 'name' | 'url' | 'address'>;

function statedFor(
  { name, url, address }: Named,
  layer: ConfigLayer | undefined,
): ConfigLayer['toolLists'][string] | undefined {
  const lists = layer?.toolLists ?? {};
  const host = url === undefined ? undefined : hostOf(url);
  for (const key of [name, url, address, host]) {
    if (key !== undefined && Object.hasOwn(lists, key)) return lists[key];
  }
  return undefined;
}

/** The server that a file names counts; its own name counts only if it names none. */
function isAbout(list: SavedToolList, fileName: string, { name, address }: Named): boolean {
  if (list.server === undefined && list.address === undefined) return isNamed(fileName, name);
  return list.server?.name === name || (list.address !== undefined && list.address === address);
}

const isNamed = (fileName: string, server: string): boolean =>
  fileName === server || listFileName(server) === `${fileName}.json`;

/**
 * Joins a system with the saved lists: the tools of a server, and facts there about tools that the system names.
 */
export function applyToolLists(system: AgentSystem, layers: readonly ConfigLayer[], lists: ToolLists): void {
  const opened = new Map<SavedToolList, NamedTools>();
  const namedIn = (list: SavedToolList) => {
    const found = opened.get(list) ?? namedTools(list);
    opened.set(list, found);
    return found;
  };
  for (const agent of system.agents) {
    agent.mcpServers = agent.mcpServers.map((server) => {
      const list = lists.find(server, layers, system.file);
      if (!list) return server;
      const { byName, shared } = namedIn(list);
      const by = server.url ?? server.name;
      return {
        ...server,
        offered: { file: list.file, tools: list.tools.map((saved) => offeredTool(saved, by, shared)) },
        tools: server.tools.map((one) => learn(one, byName.get(one.offeredAs ?? one.name), shared)),
      };
    });
    agent.tools = agent.tools.map((tool) => {
      const reach = wideReach(tool.grant);
      const server = reach?.of === 'server' ? reach.name : tool.server;
      const list =
        server === undefined ? undefined : lists.find({ name: server, address: server }, layers, system.file);
      if (!list) return tool;
      const { names, byName, shared } = namedIn(list);
      const { file } = list;
      if (reach?.of === 'server') return { ...tool, listed: { names, file, reads: readingIn(list, shared) } };
      const listed = byName.has(tool.name) ? 'yes' : { names, file };
      return learn({ ...tool, listed }, byName.get(tool.name), shared);
    });
  }
}

/** The tools of a list by name; of those that share one, the first. */
interface NamedTools {
  names: string[];
  byName: ReadonlyMap<string, SavedTool>;
  /** The common first words of all their names. */
  shared: string | undefined;
}

type SavedTool = SavedToolList['tools'][number];

/** The names of the tools of a list that only read. */
const readingIn = ({ tools }: SavedToolList, shared: string | undefined): string[] =>
  tools.filter((saved) => effectOf(saved, shared).effect === 'read').map(({ name }) => name);

function namedTools({ tools }: SavedToolList): NamedTools {
  const byName = new Map<string, SavedTool>();
  for (const tool of tools) if (!byName.has(tool.name)) byName.set(tool.name, tool);
  const names = tools.map(({ name }) => name);
  return { names, byName, shared: commonPrefix(names) };
}

function offeredTool(saved: SavedTool, server: string, shared: string | undefined): Tool {
  const effect = effectOf(saved, shared);
  return {
    name: saved.name,
    kind: 'mcp',
    at: saved.at,
    effect,
    openEnded: effect.openEnded,
    approval: { state: 'undecidable', why: 'a tool list does not state approval' },
    server,
    ...(saved.description !== undefined && { description: saved.description }),
  };
}

/** `shared`: the common first words of the names of the server's tools. */
const effectOf = ({ name, description, annotations }: SavedTool, shared: string | undefined) =>
  classifyEffect({
    name,
    kind: 'function',
    ...(shared === undefined ? {} : { commonPrefix: shared }),
    ...(description === undefined ? {} : { description }),
    ...(annotations === undefined ? {} : { annotations }),
  });

/** The server's annotations may raise the effect of a tool's name, and never lower a delete or send. */
function learn(tool: Tool, saved: SavedTool | undefined, shared: string | undefined): Tool {
  if (!saved) return tool;
  const effect = effectOf(saved, shared);
  const description = tool.description ?? saved.description;
  return {
    ...tool,
    ...(description !== undefined && { description }),
    ...(tool.declared ? { undeclared: effect } : { effect, openEnded: effect.openEnded }),
  };
}
