import type { McpServer } from '../../model/index.js';
import { hostOf } from '../../model/secrets.js';
import { isOwnMachine } from '../mcp/hosts.js';
import facts from './sensitive-servers.json' with { type: 'json' };

const KIND_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(facts.kinds).flatMap(([kind, words]) => words.map((word) => [word, kind] as const)),
);

/**
 * What a server reaches that makes its every tool too much, by the words of its name and of its address or
 * package. Other words of a command are settings, and say nothing of what the server is.
 */
export function sensitiveKind({ name, address, transport, launch, url }: McpServer): string | undefined {
  const isCommand = transport === 'stdio' && url === undefined;
  // The registry of an image is a host, and says nothing either.
  const started =
    launch?.from === 'image' ? launch.name.replace(/^[^/]*\.[^/]*\//, '') : (launch?.name ?? '');
  // A name of this machine says nothing of what listens there: `host.docker.internal`.
  const host = url === undefined ? undefined : hostOf(url);
  const reached = host !== undefined && isOwnMachine(host) ? address.replace(host, '') : address;
  for (const text of [isCommand ? started : reached, name]) {
    for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? []) {
      const kind = KIND_OF.get(word);
      if (kind !== undefined) return kind;
    }
  }
  return undefined;
}
