import type { McpServer } from '../../model/index.js';
import { hostOf } from '../../model/secrets.js';
import { isOwnMachine } from '../mcp/hosts.js';
import facts from './sensitive-servers.json' with { type: 'json' };

/** A row of the catalogue: what servers of these names reach, and the parameters that narrow them. */
export interface SensitiveServer {
  kind: string;
  /** The parameters of the server itself, as a sentence goes on; left out: none is known. */
  narrow?: string;
}

const ROW_OF: ReadonlyMap<string, SensitiveServer> = new Map(
  facts.servers.flatMap((row) => row.words.map((word) => [word, row] as const)),
);

const READS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(facts.reads));

/** Tools that only read, of a server that people give this name. */
export const readingToolsOf = (name: string): readonly string[] => READS.get(name.toLowerCase()) ?? [];

const { documentation } = facts;
const PACKAGES: ReadonlySet<string> = new Set(documentation.packages);

const REPOSITORY_HOST =
  /^(?:(?:git\+)?(?:https?|ssh|git):\/\/[^/]{1,200}\/|(?:github|gitlab|bitbucket|gist):)/;

/**
 * What a server reaches that makes its every tool too much, by the words of its name and of its address or
 * package. Other words of a command are settings, and say nothing of what the server is.
 */
export function sensitiveServer(server: McpServer): SensitiveServer | undefined {
  const { name, address, transport, launch, url } = server;
  if (onlyLooksUp(server)) return undefined;
  const isCommand = transport === 'stdio' && url === undefined;
  // The registry of an image is a host, and says nothing either.
  // The host of a repository says nothing of what is in it.
  const started =
    launch?.from === 'image'
      ? launch.name.replace(/^(?=[^/]*\.)[^/]*\//, '')
      : (launch?.name ?? '').replace(REPOSITORY_HOST, '');
  // A name of this machine says nothing of what listens there: `host.docker.internal`.
  const host = url === undefined ? undefined : hostOf(url);
  const reached = host !== undefined && isOwnMachine(host) ? address.replace(host, '') : address;
  const texts = [isCommand ? started : reached, name].map((text) => text.toLowerCase());
  // Documentation of a product bears its name: `docs.stripe.com`.
  if (isDocumentation(texts[0] ?? '')) return undefined;
  for (const text of texts) {
    if (isDocumentation(text)) continue;
    for (const word of wordsOf(text)) {
      const row = ROW_OF.get(word);
      if (row !== undefined) return row;
    }
  }
  return undefined;
}

/** Whether a server only looks something up or only thinks, by its package or its address: its own name says nothing. */
export function onlyLooksUp({ url, launch }: McpServer): boolean {
  if (url === undefined) return launch !== undefined && PACKAGES.has(launch.name);
  const address = url.toLowerCase().replace(/^https:\/\//, '');
  return documentation.addresses.some(
    (known) => address.startsWith(known) && ['', '/', '?'].includes(address.charAt(known.length)),
  );
}

const wordsOf = (text: string): readonly string[] => text.match(/[a-z0-9]+/g) ?? [];

function isDocumentation(text: string): boolean {
  const words = wordsOf(text);
  return (
    words.some((word) => documentation.words.includes(word)) &&
    !words.some((word) => documentation.unless.includes(word))
  );
}
