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
}

const VARIABLES = new Map(
  (facts.variables as readonly Variable[]).flatMap((one) => one.names.map((name) => [name, one] as const)),
);

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
  return profiles.flatMap(({ at, kind, hosts = [], only }) =>
    nodesAt(root, at).flatMap((node): Redirect[] => {
      const { scalar } = node;
      const counts = only === undefined ? typeof scalar === 'string' && scalar !== '' : scalar === only;
      if (!counts) return [];
      const place = node.at();
      return [{ name: place.path, value: String(scalar), kind, hosts, at: place }];
    }),
  );
}
