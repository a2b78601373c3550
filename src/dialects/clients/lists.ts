import {
  type Agent,
  askedFor,
  editRemedy,
  type Place,
  type Remedy,
  type Unresolved,
} from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { listedTools, starIn } from '../agents/listed-tools.js';
import { stringOf } from '../agents/tool.js';
import { granted, grantListAt } from '../permissions/grants.js';
import type { Client } from './client.js';
import { ENTRIES, type Entry, type EntryContext, type Unread } from './entries.js';
import type { AllowProfile, OfferProfile } from './profile.js';
import { firstAt, nodeAt, pathFor, textsOf } from './settings.js';

/** What the lists of one document are read into. */
export interface Listing {
  root: SyntaxNode;
  client: Client;
  agent: Agent;
  unresolved: Unresolved[];
  /** Texts of entries that run without approval. */
  allowed: Set<string>;
}

/** An entry as a document states it. */
interface StatedEntry {
  text: string;
  at: Place;
  node: SyntaxNode;
}

/** Adds the tools that the lists of a profile state, in its order. */
export function readLists(listing: Listing): void {
  for (const list of listing.client.profile.lists ?? []) {
    if (list.says === 'offer') readOffered(list, listing);
    else if (list.of === undefined) readAllowed(list, listing);
    else if (isOffered(list.of, listing)) {
      const read = new Set<string>();
      for (const tool of list.of) readAllowed(list, listing, tool, list.isOnce && read);
    }
  }
}

/** Adds what runs without approval. `tool`: the built-in tool whose settings the list is in. */
function readAllowed(list: AllowProfile, listing: Listing, tool = '', read?: Set<string>): void {
  const { root, client, agent, unresolved, allowed } = listing;
  const stated = firstAt(
    root,
    list.at.map((path) => pathFor(path, tool)),
  );
  const excluded = new Set(textsOf(firstAt(root, list.excluded ?? [])));
  const remedyFor = remediesOf(list, stated, tool);
  const context = { ...client, list: list.setting, builtIn: tool, servers: agent.mcpServers };
  for (const entry of list.isMap ? switchedOn(stated) : entriesIn(stated)) {
    const { text, at } = entry;
    if (excluded.has(text) || read?.has(text)) continue;
    allowed.add(text);
    const found = ENTRIES[list.entries](text, at, context);
    if (found === undefined || isExcluded(found, listing)) continue;
    read?.add(text);
    if ('why' in found) {
      unresolved.push({ ...found, at });
      continue;
    }
    const containedBy = found.tool.kind === 'shell' ? client.containedBy : undefined;
    agent.tools.push(
      granted(found.tool, {
        who: 'agent',
        what: found.what,
        setting: list.setting,
        at,
        ...(containedBy && { containedBy }),
        remedy: remedyFor(entry),
      }),
    );
  }
}

/** What takes back an entry of a list. */
function remediesOf(
  { setting, list = setting, follows, advice, isMap }: AllowProfile,
  stated: SyntaxNode | undefined,
  tool: string,
): (entry: StatedEntry) => Remedy {
  if (advice !== undefined) return () => ({ text: advice.replaceAll('{tool}', tool) });
  const name = list.replaceAll('{tool}', tool);
  if (isMap)
    return ({ text, node }) =>
      editRemedy(
        `Set \`${JSON.stringify(text)}: false\` in \`${name}\``,
        () => node.edit()?.replace(false),
        follows,
      );
  const entries = grantListAt(stated, name, follows);
  return ({ text }) => askedFor(entries, [text]);
}

const entriesIn = (list: SyntaxNode | undefined): StatedEntry[] =>
  (list?.items() ?? []).flatMap((node) => {
    const text = stringOf(node);
    return text === undefined ? [] : [{ text, at: node.at(), node }];
  });

const switchedOn = (map: SyntaxNode | undefined): StatedEntry[] =>
  (map?.keys() ?? []).flatMap((text) => {
    const node = map?.get(text);
    const isOn = node?.scalar === true || node?.get('approve')?.scalar === true;
    return node && isOn ? [{ text, at: node.at('key'), node }] : [];
  });

/** Whether a server does not offer the tool of an entry. */
function isExcluded(found: Entry | Unread, { root, client: { profile } }: Listing): boolean {
  if (!('tool' in found) || found.tool.server === undefined) return false;
  const { name, server } = found.tool;
  const { at, excludeKeys = [] } = profile.servers;
  const entry = nodeAt(root, at)?.get(server);
  return excludeKeys.some((key) => textsOf(entry?.get(key)).includes(name));
}

/** Adds the tools that an agent may use, each of which asks by default. */
function readOffered(offer: OfferProfile, { root, client, agent, allowed }: Listing): void {
  const list = firstAt(root, offer.at);
  if (offer.unlisted !== undefined && (list === undefined || list.kind === 'null')) {
    agent.allTools = { at: agent.nameAt, why: offer.unlisted, edit: offer.edit };
    return;
  }
  const context: EntryContext = {
    ...client,
    list: (offer.at[0] ?? []).join('.'),
    servers: agent.mcpServers,
    isOffer: true,
  };
  const { approval } = client.format.gate;
  for (const { text, at } of offer.isText ? listedTools(list) : entriesIn(list)) {
    if (allowed.has(text)) continue;
    if (text === '*') {
      agent.allTools = starIn(list, at, offer.edit);
      continue;
    }
    const found = ENTRIES[offer.entries](text, at, context);
    if (found && 'tool' in found) agent.tools.push({ ...found.tool, approval });
  }
}

/** Whether the list of what an agent may use has a built-in tool, by any of its names. Without such a list it may use all. */
function isOffered(names: readonly string[], { root, client: { profile, kindOf } }: Listing): boolean {
  const offer = profile.lists?.find((list) => list.says === 'offer');
  const list = offer && firstAt(root, offer.at);
  if (list?.kind !== 'array') return true;
  return list.items().some((item) => {
    const name = stringOf(item) ?? '*';
    if (name.startsWith('@')) return kindOf(name) === 'built-in';
    return name.includes('*') || names.includes(name);
  });
}
