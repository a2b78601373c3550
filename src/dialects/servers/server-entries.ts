import {
  askedFor,
  type Evidence,
  editRemedy,
  type Grant,
  type McpServer,
  type NamedValue,
  type Place,
  type Remedy,
  type Scope,
  type Tool,
  type Unresolved,
} from '../../model/index.js';
import { displayUrl, hostOf } from '../../model/secrets.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { computed, headerValues, stringOf, toolOf } from '../agents/tool.js';
import type { Word } from '../commands/command-line.js';
import { granted, grantListAt, UNSTATED } from '../permissions/grants.js';
import type { ToolGate } from './mcp-shapes.js';
import { narrowing } from './server-scopes.js';
import { commandText, type ServerStart, startOf, wordsOf } from './server-start.js';
import {
  argumentValues,
  environmentValues,
  listedValues,
  oauthScopes,
  passedVariables,
  settingsOf,
} from './server-values.js';

/** What a format says of servers in general. Defaults belong to the dialect (facts on dialects, section 0). */
export interface ServerFormat {
  /** Keys of an entry that list the tools that may be used; none: the format has no allow-list. */
  allowKeys: readonly string[];
  /** A list without an entry is read as none: every tool may be used. */
  emptyMeansAll?: true;
  /** Keys that list tools which run with nobody asked. */
  unaskedKeys?: readonly string[];
  /** Evidence of an allow-list that is left out. */
  unstated: Evidence<string[]>;
  /** The gate of a tool that no setting mentions. */
  gate: ToolGate;
  /** The client applies no `trust` of a server. */
  ignoresTrust?: true;
  /** The exact edit that names the tools of a server. */
  allowListEdit?(name: string): string;
}

/** A file of an extension of Gemini CLI: of the options of a server, `trust` is not applied there (docs/extensions/reference.md). */
export const GEMINI_EXTENSION = /(?:^|[/_])gemini-extension\.json$/;

/** A client asks a person before a tool runs, unless a setting says otherwise. */
export function asksByDefault(client: string): ToolGate {
  return { approval: { state: 'shown', value: { by: 'human', stated: `${client} asks by default` } } };
}

/** Whether a node is an entry of a server: an object with a command or an address. */
export function isServerEntry(node: SyntaxNode | undefined): boolean {
  return isConnection(node) || isConnection(node?.get('transport'));
}

const isConnection = (node: SyntaxNode | undefined) =>
  node?.kind === 'object' && [...COMMAND_KEYS, ...URL_KEYS].some((key) => node.get(key) !== undefined);

/** What of an entry says how its server is started or called: the entry itself, or its `transport`, as Cline's command line writes it. */
function connectionIn(node: SyntaxNode): SyntaxNode {
  // Zed wrote `command: { path, args, env }` before.
  const started = node.get('command');
  if (started?.kind === 'object' && started.get('path') !== undefined) return started;
  const transport = isConnection(node) ? undefined : node.get('transport');
  return transport !== undefined && isConnection(transport) ? transport : node;
}

/** The entries of a map of servers that are none: nothing in them says what to start or to call. */
export function entriesLeftOut(node: SyntaxNode | undefined): Unresolved[] {
  return (node?.keys() ?? []).flatMap((name) => {
    const entry = node?.get(name);
    if (entry?.kind !== 'object' || entry.keys().length === 0 || isServerEntry(entry)) return [];
    const why = 'it is not a server: it has neither a command nor an address';
    return [{ what: `the entry \`${name}\``, why, at: entry.at('key') }];
  });
}

/** Whether a node is a map of servers: an object whose every member is an entry. */
export function isServerMap(node: SyntaxNode | undefined): boolean {
  if (node?.kind !== 'object') return false;
  const entries = node.keys().filter((key) => node.get(key)?.kind === 'object');
  return entries.length > 0 && entries.some((key) => isServerEntry(node.get(key)));
}

const COMMAND_KEYS = ['command', 'cmd'];
const URL_KEYS = ['url', 'httpUrl', 'serverUrl', 'server_url', 'endpoint', 'uri'];
const ENVIRONMENT_KEYS = ['env', 'environment', 'envs'];
const HEADER_KEYS = ['headers', 'http_headers'];
/** Packages that are no server themselves: they call the address that they are given. */
const BRIDGES = new Set(['mcp-remote', 'supergateway', 'mcp-proxy']);
const ADDRESS = /^https?:\/\//i;
const SETTINGS_KEYS = ['config', 'settings', 'options'];
const FOLDER_KEYS = ['allowedDirectories', 'allowed_directories', 'roots'];

/** Reads a map of servers by name; what is no entry is left out. */
export function readServers(node: SyntaxNode | undefined, format: ServerFormat): McpServer[] {
  if (node?.kind !== 'object') return [];
  return node.keys().flatMap((name) => {
    const entry = node.get(name);
    return entry?.kind === 'object' ? (readServer(name, entry, format) ?? []) : [];
  });
}

const first = (node: SyntaxNode, keys: readonly string[]) => {
  for (const key of keys) {
    const found = node.get(key);
    if (found) return found;
  }
  return undefined;
};

/** Reads one server; undefined where it has neither command nor address. An empty address is a placeholder. */
export function readServer(name: string, node: SyntaxNode, format: ServerFormat): McpServer | undefined {
  const called = connectionIn(node);
  const urlNode = first(called, URL_KEYS);
  const stated = stringOf(urlNode);
  const commandNode = first(called, called === node ? COMMAND_KEYS : [...COMMAND_KEYS, 'path']);
  const words = wordsOf(commandNode, called.get('args'));
  if (!isServerEntry(node) || (stated === '' && words.every(({ text }) => text === ''))) return undefined;
  // Beside a command an empty address is one that the client wrote for want of any.
  const url = stated === '' ? undefined : stated;
  const environment = environmentValues(first(called, ENVIRONMENT_KEYS) ?? first(node, ENVIRONMENT_KEYS));
  const start = startOf(name, words, environment);
  const { launch, rest } = start;
  const bridged = url === undefined && launch && BRIDGES.has(launch.name) ? addressAmong(rest) : undefined;
  const located = stated === '' ? commandNode : (urlNode ?? commandNode);
  const at = bridged?.at ?? (located ?? node).at('value', node);
  const headers = headersOf(
    first(called, HEADER_KEYS) ?? first(node, HEADER_KEYS) ?? called.get('requestInit')?.get('headers'),
  );
  const settings = settingsOf(first(node, SETTINGS_KEYS));
  const address = url === undefined ? commandText(words) : displayUrl(url);
  const reached = url ?? bridged?.text;
  const named = { name, ...(reached !== undefined && { url: reached }) };
  const folders = foldersOf(node, start);
  const narrowed = narrowing(url !== undefined ? { text: url, at } : bridged, rest, {
    environment: [...environment, ...passedVariables(words, start.assigned)],
    headers,
    settings,
  });
  return {
    ...named,
    address: address === '' ? name : address,
    transport: transportOf(called, url),
    at,
    scopes: oauthScopes(node),
    values: [
      ...(url !== undefined ? [{ name: 'url', value: url, at }] : []),
      ...environment,
      ...argumentValues(words),
      ...headers,
      ...settings,
      ...headerValues(node.get('oauth')),
      ...headerValues(node.get('auth')),
    ],
    toolGate: format.gate,
    remove: () => node.edit()?.remove(),
    connection: {
      command: words.map(({ text }) => text),
      environment: byName(environment),
      headers: byName(headers),
    },
    ...(launch && { launch }),
    ...(format.allowListEdit && { allowListEdit: format.allowListEdit(name) }),
    ...(folders.length > 0 && { folders }),
    ...((node.get('disabled')?.scalar === true || node.get('enabled')?.scalar === false) && {
      disabled: true,
    }),
    ...toolsIn(node, format, named, narrowed ?? format.unstated),
  };
}

/** The address that a bridge is given, or what stands for one that is filled in later. */
function addressAmong(words: readonly Word[]): Word | undefined {
  return (
    words.find(({ text }) => ADDRESS.test(text)) ??
    words.find(({ text }, index) => FILLED_IN.test(text) && !NO_ADDRESS.test(words[index - 1]?.text ?? ''))
  );
}

const FILLED_IN = /^(?:\$\{|\$[A-Za-z_]|\{\{|<[A-Za-z])/;
/** Options of bridges whose value is no address. */
const NO_ADDRESS =
  /^(?:-H|-e|--?(?:headers?|env|port|host|transport|resource|auth|stdio|static-|client-|oauth)[\w-]*)$/;

/** Headers as a map or as a list (`Name: value`, `{ name, value }`). */
const headersOf = (node: SyntaxNode | undefined) =>
  node?.kind === 'array' ? listedValues(node, ':') : headerValues(node);

const byName = (values: readonly NamedValue[]) =>
  Object.fromEntries(values.map(({ name, value }) => [name, value]));

function transportOf(node: SyntaxNode, url: string | undefined): McpServer['transport'] {
  const stated = stringOf(first(node, ['type', 'transport', 'transportType']))?.toLowerCase();
  if (stated === 'sse') return 'sse';
  if (stated?.includes('http') || stated === 'remote') return 'http';
  if (stated === 'stdio' || stated === 'local') return 'stdio';
  return url === undefined ? 'stdio' : 'http';
}

/** Folders that a server is given in its command, or in its settings. */
function foldersOf(node: SyntaxNode, start: ServerStart): Scope[] {
  const folders = [...start.folders];
  for (const around of [node, ...SETTINGS_KEYS.flatMap((key) => node.get(key) ?? [])]) {
    for (const item of first(around, FOLDER_KEYS)?.items() ?? []) {
      const value = stringOf(item);
      if (value !== undefined) folders.push({ value, at: item.at() });
    }
  }
  return folders;
}

/** The name and address of a server, by which its tools and grants name it. */
type Named = Pick<McpServer, 'name' | 'url'>;

/** What of a server its lists of tools decide. */
interface Listed {
  allowedTools: McpServer['allowedTools'];
  tools: Tool[];
  grant?: Grant;
}

function toolsIn(
  node: SyntaxNode,
  format: ServerFormat,
  server: Named,
  unlisted: Evidence<string[]>,
): Listed {
  const allowed = allowListIn(node, format.allowKeys);
  const named = namesIn(allowed);
  const found: Listed = { allowedTools: unlisted, tools: [] };
  if (allowed?.kind === 'dynamic') found.allowedTools = computed(allowed);
  else if (allowed?.kind === 'array' && !(format.emptyMeansAll && allowed.items().length === 0))
    found.allowedTools = { state: 'shown', value: named.map(({ text }) => text), at: allowed.at() };
  const trust = format.ignoresTrust ? undefined : node.get('trust');
  const isTrusted = trust?.scalar === true;
  for (const { text, at } of named) {
    if (text === '*') continue;
    const tool = toolNamed(text, at, server);
    found.tools.push(isTrusted ? granted(tool, trusted(trust)) : { ...tool, ...format.gate });
  }
  const hasList = found.allowedTools.state === 'shown' && !found.allowedTools.value.includes('*');
  if (isTrusted && !(hasList && named.length > 0)) {
    const text =
      'Decide which tools may run without approval. Or remove `trust`: the client then asks for approval of each call.';
    found.grant = grantOfAll(server, 'trust: true', trust.at(), { text });
  }
  for (const key of format.unaskedKeys ?? []) readUnasked(found, server, key, node);
  return found;
}

/** The list of the tools that may be used; a dot is before a key below another one. */
function allowListIn(node: SyntaxNode, keys: readonly string[]): SyntaxNode | undefined {
  for (const key of keys) {
    let found: SyntaxNode | undefined = node;
    for (const part of key.split('.')) found = found?.get(part);
    if (found) return found;
  }
  return undefined;
}

/** Reads what runs without approval. What `disabledTools` of Kiro and Roo Code names is not offered. */
function readUnasked(found: Listed, server: Named, key: string, node: SyntaxNode): void {
  const list = node.get(key);
  const off = new Set(namesIn(node.get('disabledTools')).map(({ text }) => text));
  const grants = grantListAt(list, key, ASKS);
  const text = `Decide which tools may run without approval, and name only those in \`${key}\`.`;
  if (list?.scalar === true) found.grant ??= grantOfAll(server, `${key}: true`, list.at(), { text });
  for (const { text: name, at } of namesIn(list)) {
    if (off.has(name)) continue;
    if (name === '*') {
      const remedy = { text, entry: { list: grants, text: name } };
      found.grant ??= grantOfAll(server, `${key}: ["*"]`, at, remedy);
      continue;
    }
    const index = found.tools.findIndex((tool) => tool.name === name);
    const known = found.tools[index];
    const tool = granted(known ? { ...known, at } : toolNamed(name, at, server), {
      who: 'agent',
      what: { of: 'tool' },
      setting: key,
      at,
      remedy: askedFor(grants, [name]),
    });
    if (known) found.tools[index] = tool;
    else found.tools.push(tool);
  }
}

const ASKS = 'the client then asks for approval';

/** The grant of every tool of a server. */
export const grantOfAll = ({ name }: Named, setting: string, at: Place, remedy: Remedy): Grant => ({
  who: 'agent',
  what: { of: 'server', name },
  setting,
  at,
  remedy,
});

/** The grant of a tool whose server is trusted. */
const trusted = (trust: SyntaxNode): Grant => ({
  who: 'agent',
  what: { of: 'tool' },
  setting: 'trust: true',
  at: trust.at(),
  remedy: editRemedy('Remove `trust`', () => trust.edit()?.remove(), ASKS),
});

function toolNamed(name: string, at: Place, server: Named): Tool {
  const key = server.url ?? server.name;
  return toolOf({ name, kind: 'mcp' }, at, UNSTATED, key);
}

function namesIn(node: SyntaxNode | undefined): Word[] {
  const text = stringOf(node);
  if (node && text !== undefined) return text === '*' ? [{ text, at: node.at() }] : [];
  return (node?.items() ?? []).flatMap((item) => {
    const name = stringOf(item);
    return name === undefined ? [] : [{ text: name, at: item.at() }];
  });
}

/** The name that a server without a label goes by: the host of its address. */
export function nameByAddress(node: SyntaxNode): string | undefined {
  const url = stringOf(first(node, URL_KEYS));
  return url === undefined ? undefined : hostOf(url);
}
