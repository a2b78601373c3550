import { isStarter } from '../../dialects/commands/launch.js';
import type { Launch, McpServer } from '../../model/index.js';
import { hostBegun, hostOfServer, isFilledInLater, matchesHost } from './hosts.js';

/** What a server is, as patterns of `servers: { allow, deny }` name it: a host, or a package or image. */
export interface ServerIdentity {
  host?: string;
  launch?: Launch;
  /** Its host, or what its command starts, is filled in later: `${URL}`, `https://{{host}}/mcp`, `npx ${PACKAGE}`. */
  open?: 'host' | 'launch';
}

/** What a server is known by; empty for a script of the project and other commands that show nothing. */
export function identityOf(server: McpServer): ServerIdentity {
  const { urlBegins } = server;
  const host = hostOfServer(server) ?? (urlBegins === undefined ? undefined : hostBegun(urlBegins));
  const open = openPart(server, host);
  return {
    ...(host === undefined ? {} : { host }),
    ...(server.launch ? { launch: server.launch } : {}),
    ...(open === undefined ? {} : { open }),
  };
}

/** What of a server is filled in later. */
function openPart(server: McpServer, host: string | undefined): ServerIdentity['open'] {
  const { url, launch, connection, transport } = server;
  if (host !== undefined || url !== undefined) return isFilledInLater(host ?? url ?? '') ? 'host' : undefined;
  if (transport === 'http' || transport === 'sse') return 'host';
  const [program = '', ...rest] = connection?.command ?? [];
  if (launch !== undefined) return isFilledInLater(launch.name) ? 'launch' : undefined;
  // A program in a folder that is filled in later is one of the project.
  if (PLACEHOLDER.test(program)) return 'launch';
  return isStarter(program) && rest.some((word) => PLACEHOLDER.test(word)) ? 'launch' : undefined;
}

const PLACEHOLDER = /^(?:\$\w+|\$?\{[^{}/\\]+\}|\{\{[^{}]+\}\})(?:@[\w.-]+)?$/;

/** Whether a list may mean a server once that is filled in which is open now. */
export function mayMean(patterns: readonly string[], { open }: ServerIdentity): boolean {
  if (open === undefined) return false;
  const { ofHosts } = indexOf(patterns);
  return open === 'host' ? ofHosts > 0 : ofHosts < patterns.length;
}

/** A list of patterns, with a look-up of those that may mean a server. */
interface PatternIndex {
  /** Numbers of the patterns by the name that they are about, without what spellings of a name differ in. */
  byName: ReadonlyMap<string, readonly number[]>;
  /** Numbers of the patterns with a star in a name. */
  open: readonly number[];
  /** How many patterns are about hosts. */
  ofHosts: number;
}

/** A list applies to every server of a project. */
const remembered = new WeakMap<readonly string[], PatternIndex>();

function indexOf(patterns: readonly string[]): PatternIndex {
  const known = remembered.get(patterns);
  if (known) return known;
  const byName = new Map<string, number[]>();
  const open: number[] = [];
  let ofHosts = 0;
  for (const [number, pattern] of patterns.entries()) {
    const wanted = pattern.trim();
    if (isAboutHosts(wanted)) ofHosts++;
    const names = [wanted, hostNamed(wanted), wanted.slice(wanted.indexOf(':') + 1)];
    const isOpen = names.some((name) => name.replace(/^\*\./, '').includes('*'));
    if (isOpen) open.push(number);
    for (const name of isOpen ? [] : new Set(names.map(plainName))) {
      const others = byName.get(name);
      if (others) others.push(number);
      else byName.set(name, [number]);
    }
  }
  const index = { byName, open, ofHosts };
  remembered.set(patterns, index);
  return index;
}

/** A name without what its spellings differ in: case, `_` and `.` for `-`, a registry that is the usual one. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(DOCKER_HUB, '')
    .replaceAll('==', '@')
    .replace(/[-_.]+/g, '-');

/** The patterns of a list that may mean a server, in their order. */
function about(patterns: readonly string[], { host, launch }: ServerIdentity): readonly string[] {
  const { byName, open } = indexOf(patterns);
  const names = host === undefined ? [] : hostsAbove(host);
  if (launch) {
    const { name, version } = launch;
    names.push(name, ...(version === undefined ? [] : [`${name}@${version}`, `${name}:${version}`]));
  }
  const found = new Set(open);
  for (const name of names) for (const number of byName.get(plainName(name)) ?? []) found.add(number);
  return [...found].sort((a, b) => a - b).flatMap((number) => patterns[number] ?? []);
}

/** A host, and the patterns of all below each domain that it is in. */
function hostsAbove(host: string): string[] {
  const parts = host.split('.').slice(-MOST_LABELS);
  return [host, ...parts.slice(1).map((_, at) => `*.${parts.slice(at + 1).join('.')}`)];
}

/** Most labels of a name in the domain name system. */
const MOST_LABELS = 128;

/** The first pattern of a list that means a server. */
export function matchingPattern(patterns: readonly string[], identity: ServerIdentity): string | undefined {
  return about(patterns, identity).find((pattern) => matchesServer(pattern, identity));
}

/** Kinds of packages by the words that patterns begin with. */
const KINDS: Readonly<Record<string, Launch['from']>> = {
  npm: 'npm',
  jsr: 'jsr',
  pypi: 'pypi',
  nuget: 'nuget',
  maven: 'maven',
  image: 'image',
  docker: 'image',
  oci: 'image',
  go: 'go',
  git: 'git',
  url: 'url',
};

/** The kind of package or image that a pattern is about; undefined: it is about hosts. */
function kindOf(pattern: string): Launch['from'] | undefined {
  const colon = pattern.indexOf(':');
  const word = pattern.slice(0, Math.max(0, colon)).trim().toLowerCase();
  return Object.hasOwn(KINDS, word) ? KINDS[word] : undefined;
}

/** The host that a pattern without a kind names: an address stands for its host, whatever its path and port. */
function hostNamed(pattern: string): string {
  const host = pattern.replace(/^[a-z][\w+.-]{0,20}:\/\//i, '').replace(/[/?#].*$/s, '');
  return host.replace(/^(\[[^\]]*\]|[^:]*):\d{1,5}$/, '$1').replace(/^\[(.*)\]$/, '$1');
}

/** Whether a pattern without a kind is about hosts; `mcp-remote` and `@acme/mcp` are names of packages. */
function isAboutHosts(pattern: string): boolean {
  if (kindOf(pattern) !== undefined || pattern.startsWith('@')) return false;
  return pattern.includes('://') || /^[^/]*[.*:]/.test(pattern) || pattern === 'localhost';
}

/**
 * Whether a list of patterns allows a server. A package that only calls the address it is given (`mcp-remote`) reaches
 * whatever is there: where hosts are listed, its host has to be among them. `mcp-remote@0.1.38` and
 * `ghcr.io/acme/bridge` look like hosts, and mean the package that bears the name.
 */
export function isAllowed(patterns: readonly string[], identity: ServerIdentity): boolean {
  const { host, launch, open } = identity;
  const candidates = about(patterns, identity);
  const isItsName = (wanted: string) => launch !== undefined && matchesName(wanted, launch);
  const [names, hosts] = [true, false].map((isName) =>
    candidates.filter((one) => isAboutHosts(one.trim()) && isItsName(one.trim()) === isName),
  ) as [string[], string[]];
  const isBridge =
    (host !== undefined || open === 'host') &&
    launch !== undefined &&
    indexOf(patterns).ofHosts > names.length;
  if (isBridge) return hosts.some((pattern) => matchesHost(hostNamed(pattern.trim()), host ?? ''));
  return candidates.some((pattern) => matchesServer(pattern, identity));
}

/** Why a pattern can mean no server at all, and what was probably meant; undefined where it can. */
export function patternProblem(pattern: string): { message: string; meant?: string } | undefined {
  const wanted = pattern.trim();
  if (kindOf(wanted) !== undefined || /^(?:\*$|\*\.[^*\s]|[^*\s])[^\s]*$/.test(wanted)) return undefined;
  const forms = 'write a host (`example.com`, `*.example.com`), or a package or image (`npm:@acme/*`)';
  const meant = /^\*[^*\s.-][^*\s.]*\.[^*\s]+$/.test(wanted) ? `*.${wanted.slice(1)}` : undefined;
  return { message: `\`${pattern}\` means no server: ${forms}.`, ...(meant === undefined ? {} : { meant }) };
}

/** The pattern that adds a server to a list that lacks it; undefined if no pattern can name it. */
export function patternFor(patterns: readonly string[], identity: ServerIdentity): string | undefined {
  const { host, launch } = identity;
  const names = [
    ...(launch && Object.hasOwn(KINDS, launch.from) ? [`${launch.from}:${launch.name}`] : []),
    ...(host === undefined ? [] : [host]),
  ];
  return names.find((name) => patternProblem(name) === undefined && isAllowed([...patterns, name], identity));
}

/**
 * Whether a pattern means this server: a host (`*.example.com`, or an address for its host), or a package or image, by
 * its kind (`npm:@acme/*`, `pypi:acme-mcp`, `nuget:Acme.Mcp`, `image:registry.example.com/*`) or its name alone
 * (`@acme/mcp`); a star stands for any text. A version may follow a package's name.
 */
export function matchesServer(pattern: string, { host, launch }: ServerIdentity): boolean {
  const wanted = pattern.trim();
  if (wanted === '*') return true;
  const kind = kindOf(wanted);
  if (kind === undefined) {
    if (host !== undefined && matchesHost(hostNamed(wanted), host)) return true;
    return launch !== undefined && matchesName(wanted, launch);
  }
  return launch?.from === kind && matchesLaunch(wanted.slice(wanted.indexOf(':') + 1), launch);
}

/** Whether a pattern without a kind is the name of what is started; a star before everything else stands for hosts. */
const matchesName = (wanted: string, launch: Launch): boolean =>
  !wanted.startsWith('*') && matchesLaunch(wanted, launch);

function matchesLaunch(wanted: string, launch: Launch): boolean {
  if (launch.from === 'image') return matchesImage(wanted, launch);
  const spelt = launch.from === 'pypi' ? onPypi : (text: string) => text;
  const name = spelt(wanted);
  const own = spelt(launch.name);
  return fits(name, own) || (launch.version !== undefined && fits(name, `${own}@${launch.version}`));
}

/** PyPI takes `Acme_MCP` and `acme.mcp` for `acme-mcp`; a version is behind `@` or `==`. */
function onPypi(text: string): string {
  const [name = '', ...version] = text.split(/@|==/);
  return [name.replace(/[-_.]+/g, '-'), ...version].join('@');
}

/** An image without a registry comes from Docker Hub: `mcp/github` and `docker.io/mcp/github` are one. */
const DOCKER_HUB = /^(?:(?:registry-1|index|registry\.hub)\.)?docker\.(?:io|com)\/(?:library\/)?|^library\//i;

function matchesImage(pattern: string, { name, version }: Launch): boolean {
  const wanted = pattern.replace(DOCKER_HUB, '');
  const image = name.replace(DOCKER_HUB, '');
  // A digest is behind `@`, a tag behind a colon.
  const mark = version?.startsWith('sha256:') ? '@' : ':';
  return fits(wanted, image) || (version !== undefined && fits(wanted, `${image}${mark}${version}`));
}

/** Whether a text has the form of a pattern with stars. Each part is looked for behind the one before: linear. */
function fits(pattern: string, text: string): boolean {
  const parts = pattern.toLowerCase().split('*');
  const whole = text.toLowerCase();
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return whole === first;
  if (!whole.startsWith(first)) return false;
  const last = rest.pop() ?? '';
  let at = first.length;
  for (const part of rest) {
    const found = whole.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return whole.length - last.length >= at && whole.endsWith(last);
}
