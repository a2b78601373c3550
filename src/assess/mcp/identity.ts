import type { Launch, McpServer } from '../../model/index.js';
import { hostOfServer, matchesHost } from './hosts.js';

/** What a server is, as patterns of `servers: { allow, deny }` name it: a host, or a package or image. */
export interface ServerIdentity {
  host?: string;
  launch?: Launch;
}

/** What a server is known by; empty for a script of the project and other commands that show nothing. */
export function identityOf(server: McpServer): ServerIdentity {
  const host = hostOfServer(server);
  return {
    ...(host === undefined ? {} : { host }),
    ...(server.launch ? { launch: server.launch } : {}),
  };
}

/** Kinds of packages by the words that patterns begin with. */
const KINDS: Readonly<Record<string, Launch['from']>> = {
  npm: 'npm',
  pypi: 'pypi',
  image: 'image',
  docker: 'image',
  oci: 'image',
  go: 'go',
  git: 'git',
};

/**
 * Whether a pattern means this server: a host (`*.example.com`), or a package or image by its kind (`npm:@acme/*`,
 * `pypi:acme-mcp`, `image:registry.example.com/*`); a star stands for any text. A version may follow a package's name.
 */
export function matchesServer(pattern: string, { host, launch }: ServerIdentity): boolean {
  const wanted = pattern.trim();
  const colon = wanted.indexOf(':');
  const kind = colon < 0 ? undefined : KINDS[wanted.slice(0, colon).toLowerCase()];
  if (kind === undefined) return host === undefined ? wanted === '*' : matchesHost(wanted, host);
  if (launch?.from !== kind) return false;
  if (kind === 'image') return matchesImage(wanted.slice(colon + 1), launch);
  const name = wanted.slice(colon + 1);
  const full = launch.version === undefined ? launch.name : `${launch.name}@${launch.version}`;
  return fits(name, launch.name) || fits(name, full);
}

/** An image without a registry comes from Docker Hub: `mcp/github` and `docker.io/mcp/github` are one. */
const DOCKER_HUB = /^(?:(?:registry-1|index|registry\.hub)\.)?docker\.(?:io|com)\/(?:library\/)?|^library\//i;

function matchesImage(pattern: string, { name, version }: Launch): boolean {
  const wanted = pattern.replace(DOCKER_HUB, '');
  const image = name.replace(DOCKER_HUB, '');
  return fits(wanted, image) || (version !== undefined && fits(wanted, `${image}:${version}`));
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
