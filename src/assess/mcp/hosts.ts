import type { McpServer } from '../../model/index.js';
import { hostOf } from '../../model/secrets.js';
import ownMachine from './own-machine.json' with { type: 'json' };

/** The host of a server's address, without port; undefined where it has none. */
export function hostOfServer({ url }: McpServer): string | undefined {
  return url === undefined ? undefined : hostOf(unlessSet(url));
}

/** The address that holds where its variable is not set: of `${BASE:-http://example.com}/mcp` the default with the rest. */
export function unlessSet(url: string): string {
  if (!url.includes('${')) return url;
  return url.replace(/^\s{0,9}\$\{[A-Za-z_]\w{0,100}:-([^${}]{1,300})\}/, '$1');
}

/** The host of an address of which the end is computed: `http://example.com/...`; undefined where it may go on. */
export function hostBegun(begins: string): string | undefined {
  return /^\s{0,9}[A-Za-z][\w+.-]{0,30}:\/\/[^/?#]{1,300}[/?#:]/.test(begins) ? hostOf(begins) : undefined;
}

/** Whether a part of a host is filled in later: `{{host}}`, `${HOST}`, `<host>`. */
export function isFilledInLater(host: string): boolean {
  return host.includes('{') || host.includes('$') || host.includes('<');
}

/**
 * Whether what is sent to a host stays on the machine: loopback, and the names by which a container reaches the machine
 * that it runs on.
 */
export function isOwnMachine(host: string): boolean {
  const name = withoutDot(host).toLowerCase();
  return isLoopback(name) || ownMachine.names.includes(name);
}

/** `localhost` and its subdomains, 127.0.0.0/8 (`127.1` too), `::1`. */
export function isLoopback(host: string): boolean {
  const name = withoutDot(host);
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1' || name === '0:0:0:0:0:0:0:1')
    return true;
  const parts = name.replace(/^::ffff:/i, '').split('.');
  return (
    parts.length > 1 &&
    parts.length <= 4 &&
    parts[0] === '127' &&
    parts.every((part) => /^\d{1,3}$/.test(part))
  );
}

const withoutDot = (host: string) => (host.endsWith('.') ? host.slice(0, -1) : host);

/**
 * Whether a pattern of `servers: { allow, deny }` means this host: `example.com` the host itself,
 * `*.example.com` every host below it, `*` every host. Patterns of packages and images mean no host.
 */
export function matchesHost(pattern: string, host: string): boolean {
  const wanted = pattern.trim().toLowerCase();
  if (wanted === '*') return true;
  if (wanted.startsWith('*.')) return host.endsWith(wanted.slice(1)) && host.length > wanted.length - 1;
  return wanted === host;
}

/** Whether a server of another machine is reached over plain HTTP; `undecidable`: what the address names is not known. */
export function plainHttp(server: McpServer): 'shown' | 'undecidable' | undefined {
  const address = unlessSet((server.disabled ? undefined : (server.url ?? server.urlBegins)) ?? '');
  if (!address.trim().toLowerCase().startsWith('http://')) return undefined;
  const host = server.url === undefined ? hostBegun(address) : hostOfServer(server);
  if (host === undefined) return server.url === undefined ? 'undecidable' : undefined;
  if (isOwnMachine(host) || server.isComposed) return undefined;
  return isFilledInLater(host) ? 'undecidable' : 'shown';
}
