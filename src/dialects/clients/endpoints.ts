import { hostOf } from '../../model/addresses.js';
import type { Place, Redirect, RedirectKind } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import facts from './endpoints.json' with { type: 'json' };
import type { EndpointProfile } from './profile.js';
import { nodesAt } from './settings.js';

interface Variable {
  names: readonly string[];
  kind: string;
  hosts: readonly string[];
  only?: readonly string[];
  general?: boolean;
  ofPrograms?: boolean;
}

const VARIABLES = new Map(
  (facts.variables as readonly Variable[]).flatMap((one) => one.names.map((name) => [name, one] as const)),
);

const VENDORS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(facts.vendors));

/** Whether programs with the SDK of a vendor read a variable, not only coding agents. */
export const isOfPrograms = (name: string): boolean => VARIABLES.get(name)?.ofPrograms === true;

/** What one variable does to requests; undefined where nothing. `isGeneral`: variables that every program reads count, too. */
export function redirectBy(name: string, value: string, at: Place, isGeneral: boolean): Redirect | undefined {
  const variable = VARIABLES.get(name);
  if (!variable || (variable.general && !isGeneral)) return undefined;
  const { only, hosts } = variable;
  if (only ? !only.includes(value.trim().toLowerCase()) : value.trim() === '') return undefined;
  if (isVendors(value.trim(), hosts)) return undefined;
  return { name, value: value.trim(), kind: variable.kind as RedirectKind, hosts, at };
}

/** Whether an address is the vendor's own, with encryption: it redirects nothing. */
function isVendors(address: string, hosts: readonly string[]): boolean {
  const host = address.startsWith('https://') ? hostOf(address) : undefined;
  return (
    host !== undefined &&
    hosts.some((pattern) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern))
  );
}

/** What the variables of a map do to requests of an agent. */
export function redirectsIn(variables: SyntaxNode | undefined): Redirect[] {
  return (variables?.keys() ?? []).flatMap((name) => {
    const node = variables?.get(name);
    const { scalar } = node ?? {};
    if (!node || scalar === undefined || scalar === null) return [];
    return redirectBy(name, String(scalar), node.at(), true) ?? [];
  });
}

/** What settings of a client do to requests. A star in a path stands for every key. */
export function redirectsAt(root: SyntaxNode, profiles: readonly EndpointProfile[]): Redirect[] {
  return profiles.flatMap(({ at, kind, hosts = [], vendor, only }) =>
    nodesAt(root, at).flatMap((node): Redirect[] => {
      const { scalar } = node;
      const counts = only === undefined ? typeof scalar === 'string' && scalar !== '' : scalar === only;
      if (!counts) return [];
      const place = node.at();
      const name = at.includes('*') ? place.path : at.join('.');
      return [
        { name, value: String(scalar), kind, hosts: vendor ? hostsOf(node, vendor) : hosts, at: place },
      ];
    }),
  );
}

/** The hosts of the vendor that a setting names; a provider of one's own may be anywhere. */
function hostsOf({ parent }: SyntaxNode, vendor: NonNullable<EndpointProfile['vendor']>): readonly string[] {
  if ('above' in vendor) {
    let node = parent;
    for (let level = 1; level < vendor.above; level++) node = node?.parent;
    return vendorHosts(String(node?.key));
  }
  const named = parent?.get(vendor.beside)?.scalar ?? 'auto';
  const isOwn = vendor.keys.some((key) => parent?.get(key) !== undefined);
  if (named !== 'auto') return vendorHosts(String(named));
  return isOwn ? ANYWHERE : [...VENDORS.values()].flat();
}

const ANYWHERE = ['*'];

/** The hosts of a vendor by its name; every host where it is none. */
export const vendorHosts = (name: string): readonly string[] => VENDORS.get(name) ?? ANYWHERE;
