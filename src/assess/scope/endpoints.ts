import type { About } from '../../model/index.js';
import { hostOf } from '../../model/secrets.js';
import { isFilledInLater, isOwnMachine, matchesHost, unlessSet } from '../mcp/hosts.js';

/** The host that requests are sent to. */
export interface RequestHost {
  name: string;
  /** Whether one of some patterns means it: `example.com`, `*.example.com`. */
  isOneOf(patterns: readonly string[]): boolean;
}

/**
 * The host of an address, where it is known and lies outside of the machine and of its containers: a name without a dot
 * is that of a container or of a machine beside it.
 */
export function endpointOf(address: string): RequestHost | undefined {
  const stated = unlessSet(address).trim();
  const name = hostOf(/^[a-z][\w+.-]*:\/\//i.test(stated) ? stated : `https://${stated}`);
  if (name === undefined || isFilledInLater(name) || isOwnMachine(name) || !/[.:]/.test(name))
    return undefined;
  return { name, isOneOf: (patterns) => patterns.some((pattern) => matchesHost(pattern, name)) };
}

/** Whether an address sends what it is given without encryption. */
export const isPlainHttp = (address: string): boolean => /^\s*http:\/\//i.test(unlessSet(address));

/** What findings on the contents in the telemetry of a file are about: whatever variables add them, it is one flaw. */
export const telemetryContents = (file: string, name: string): About => ({
  value: `contents of telemetry in ${file}`,
  others: `\`${name}\` adds texts to the traces.`,
  ofRules: true,
});
