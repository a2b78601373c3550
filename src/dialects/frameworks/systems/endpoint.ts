import { regionOfHost } from '../../../facts/regions-hosts.js';
import type { Endpoint, Evidence } from '../../../model/index.js';
import { hostOf } from '../../../model/secrets.js';
import type { CodeSyntaxNode } from '../../../program/index.js';

/** The host of an address, as far as it is known. */
export function endpointOf(address: CodeSyntaxNode): Endpoint {
  const at = address.written();
  const text = typeof address.scalar === 'string' ? address.scalar : undefined;
  const host = text === undefined ? undefined : hostOf(text)?.toLowerCase();
  if (text === undefined || host === undefined) return { at };
  const start = text.toLowerCase().indexOf(host);
  const move = (other: string) =>
    address.edit()?.replace(text.slice(0, start) + other + text.slice(start + host.length));
  return { host, ...regionOfHost(host), at, move };
}

/** The host that the default client calls, where it is known to process data in a region of its own. */
export function residencyOf(endpoint: Endpoint | undefined): Evidence<string> {
  if (!endpoint) return { state: 'inexpressible', why: 'the program calls the default host of the SDK' };
  const { host, region, processes, at } = endpoint;
  if (host === undefined) return { state: 'undecidable', at, why: 'the address is computed at run time' };
  return region !== undefined && region !== 'none' && processes
    ? { state: 'shown', value: region, at }
    : { state: 'absent', at, why: `\`${host}\` is not known to process data in one region` };
}
