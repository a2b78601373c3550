import {
  type Agent,
  askedFor,
  editRemedy,
  type Grant,
  type Place,
  type Remedy,
  type Unresolved,
} from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { listedTools, starIn } from '../agents/listed-tools.js';
import { stringOf } from '../agents/tool.js';
import { allowedByHooks } from '../permissions/claude-hooks.js';
import { allowList, granted, grantListAt, UNSTATED } from '../permissions/grants.js';
import { reachOf, toolOfRule } from '../permissions/permission-rules.js';
import { readActions } from './rules.js';
import type { Client } from './client.js';
import { type Covers, coverage, ENTRIES, type Entry, type EntryContext, type Unread } from './entries.js';
import type {
  AllowProfile,
  ClientProfile,
  EntriesProfile,
  EntryForm,
  OfferProfile,
  StoppedProfile,
} from './profile.js';
import { containmentIn } from './sandbox.js';
import { serverMap } from './servers.js';
import { firstAt, nodeAt, pathFor, textsOf } from './settings.js';
import { readWords } from './words.js';

/** What the lists of one document are read into. */
interface Listing {
  root: SyntaxNode;
  client: Client;
  agent: Agent;
  unresolved: Unresolved[];
  /** Entries that could not be read, which are listed last. */
  unread: Unresolved[];
  /** Tells which entries a list covers that asks or denies. */
  stopsFor(form: EntryForm): Covers;
  /** Texts of entries that run without approval. */
  allowed: Set<string>;
}

/** Adds the tools that the lists of a profile state, in its order. Deny comes first, then ask, then allow. */
export function readLists(root: SyntaxNode, client: Client, agent: Agent, unresolved: Unresolved[]): void {
  const listing: Listing = {
    ...{ root, client, agent, unresolved },
    unread: [],
    stopsFor: stopsOf(client),
    allowed: new Set(),
  };
  for (const list of client.profile.lists ?? []) {
    if (list.says === 'offer') readOffered(list, listing);
    else if (list.says === 'hooks') readHooks(listing);
    else if (list.says === 'words') readWords(root, list, client, agent);
    else if (list.says === 'actions') readActions(root, list, client, agent, unresolved);
    else if (list.says === 'only') continue;
    else if (list.says !== 'allow') readStopped(list, listing);
    else if (list.of === undefined) readAllowed(list, listing);
    else if (isOffered(list.of, listing)) {
      const read = new Set<string>();
      for (const tool of list.of) readAllowed(list, listing, tool, read);
    }
  }
  for (const one of listing.unread) unresolved.push(one);
}

/** An entry as a document states it. */
interface StatedEntry {
  text: string;
  at: Place;
  /** Its value in a map. */
  node?: SyntaxNode;
}

function entriesIn(list: SyntaxNode | undefined, { entries, separators }: EntriesProfile): StatedEntry[] {
  if (separators) return listedTools(list, separators);
  return (list?.items() ?? []).flatMap((node) => {
    // `["edit", { "fileRegex": "..." }]` of Roo Code, `{ "pattern": "..." }` of Zed.
    const text = stringOf(node) ?? stringOf(node.items()[0]) ?? stringOf(node.get('pattern'));
    return text === undefined ? [] : [{ text: entries === 'rules' ? text.trim() : text, at: node.at() }];
  });
}

const switchedOn = (map: SyntaxNode | undefined): StatedEntry[] =>
  (map?.keys() ?? []).flatMap((text) => {
    const node = map?.get(text);
    const isOn = node?.scalar === true || node?.get('approve')?.scalar === true;
    return node && isOn ? [{ text, at: node.at('key'), node }] : [];
  });

/** What the lists that ask or deny cover, in the document and in the settings that it stands over. */
function stopsOf({ profile: { lists = [] }, layers, kindOf }: Client): Listing['stopsFor'] {
  const known = new Map<EntryForm, Covers>();
  return (form) => {
    const covers =
      known.get(form) ??
      coverage(
        form,
        lists.flatMap((list) =>
          (list.says === 'ask' || list.says === 'deny') && list.entries === form
            ? layers.flatMap((layer) =>
                entriesIn(firstAt(layer, list.at), list).map(({ text }) =>
                  form === 'rules' && kindOf(text) === 'servers' ? 'mcp__*' : text,
                ),
              )
            : [],
        ),
      );
    const only = lists.find((list) => list.says === 'only' && list.entries === form);
    const listed = only?.says === 'only' ? firstAt(layers[0], only.at) : undefined;
    const names = listed && new Set(textsOf(listed).map(nameOf));
    // What a server offers is no built-in tool.
    const isThere = (text: string) => names === undefined || text === '*' || names.has(nameOf(text));
    const stops: Covers = (text) => covers(text) || !isThere(text);
    known.set(form, stops);
    return stops;
  };
}

/** The tool of `run_shell_command(git)`. */
const nameOf = (text: string): string => text.replace(/\(.*$/s, '');

/** Adds what runs without approval. `tool`: the built-in tool whose settings the list is in. */
function readAllowed(list: AllowProfile, listing: Listing, tool = '', read = new Set<string>()): void {
  const { root, client, agent, unread, allowed, stopsFor } = listing;
  const paths = list.at.map((path) => pathFor(path, tool));
  const stated = firstAt(root, paths);
  const remedyFor = remediesOf(list, stated, root, tool);
  const context = { ...client, list: list.setting, builtIn: tool, servers: agent.mcpServers };
  const isStopped = stopsFor(list.entries);
  for (const entry of list.isMap ? switchedOn(stated) : entriesIn(stated, list)) {
    const { text, at } = entry;
    if ((list.isOnce && read.has(text)) || list.skipped?.test(text) || isStopped(text)) continue;
    allowed.add(text);
    const found = ENTRIES[list.entries](text, at, context);
    if (found === undefined || isExcluded(found, listing)) continue;
    if ('why' in found) {
      unread.push({ ...found, at });
      continue;
    }
    read.add(text);
    const containedBy = containmentIn(client.sandbox, found.tool, found.start ?? found.tool.command ?? '');
    agent.tools.push(
      granted(found.tool, {
        who: list.who ?? 'agent',
        what: found.what,
        setting: list.setting,
        at,
        ...(containedBy && { containedBy }),
        ...narrowerThan(found, text, client.profile),
        remedy: remedyFor(entry),
      }),
    );
  }
}

/** The list of single commands of a shell that an entry lets run whole. */
function narrowerThan(
  { what }: Entry,
  text: string,
  { lists = [] }: ClientProfile,
): Partial<Pick<Grant, 'narrower'>> {
  if (what.of !== 'commands') return {};
  const list = lists.find((one) => one.says === 'allow' && one.of?.includes(text));
  return list?.says === 'allow' && list.list !== undefined
    ? { narrower: list.list.replaceAll('{tool}', text) }
    : {};
}

/** What takes back an entry of a list. */
function remediesOf(
  { at: [path = []], setting, list = setting, separators, follows, advice, isMap, movesToAsk }: AllowProfile,
  stated: SyntaxNode | undefined,
  root: SyntaxNode,
  tool: string,
): (entry: StatedEntry) => Remedy {
  if (advice !== undefined) return () => ({ text: advice.replaceAll('{tool}', tool) });
  const name = list.replaceAll('{tool}', tool);
  if (isMap)
    return ({ text, node }) =>
      editRemedy(
        `Set \`${JSON.stringify(text)}: false\` in \`${name}\``,
        () => node?.edit()?.replace(false),
        follows,
      );
  const entries = movesToAsk
    ? allowList(nodeAt(root, path.slice(0, -1)))
    : grantListAt(stated, name, follows, separators);
  return ({ text }) => askedFor(entries, [text]);
}

/** Whether a server does not offer the tool of an entry. */
function isExcluded(found: Entry | Unread, { root, client: { profile } }: Listing): boolean {
  if (!('tool' in found) || found.tool.server === undefined) return false;
  const { name, server } = found.tool;
  const { at = [], excludeKeys = [] } = profile.servers ?? {};
  const entry = serverMap(root, at)?.get(server);
  return excludeKeys.some((key) => textsOf(entry?.get(key)).includes(name));
}

/** Adds what hooks let run whatever it is called with. A hook for every tool is the mode of the agent. */
function readHooks({ root, client, agent, unresolved, stopsFor }: Listing): void {
  const hooks = allowedByHooks(agent, root, unresolved, client.readBeside);
  for (const { rule, node, stated, edit } of hooks) {
    if (stopsFor('rules')(rule.text)) continue;
    const at = node.at();
    const tool = toolOfRule(rule, at, UNSTATED);
    const containedBy = containmentIn(client.sandbox, tool, tool.command ?? '');
    agent.tools.push(
      granted(tool, {
        who: 'agent',
        what: reachOf(rule) ?? { of: 'tool' },
        setting: stated,
        at,
        byHook: true,
        ...(containedBy && { containedBy }),
        remedy: { text: edit },
      }),
    );
  }
}

/** Adds what requires approval, and lists the entries that could not be read. What is denied is not there. */
function readStopped(list: StoppedProfile, { root, client, agent, unread }: Listing): void {
  const { setting } = list;
  if (setting === undefined) return;
  const context = { ...client, list: setting, servers: agent.mcpServers };
  for (const { text, at } of entriesIn(firstAt(root, list.at), list)) {
    const found = ENTRIES[list.entries](text, at, context);
    if (found && 'why' in found) unread.push({ ...found, at });
    else if (found && list.says === 'ask') {
      const value = { by: 'human', stated: setting } as const;
      agent.tools.push({ ...found.tool, approval: { state: 'shown', value, at } });
    }
  }
}

/** Adds the tools that an agent may use, each of which asks by default. */
function readOffered(offer: OfferProfile, { root, client, agent, allowed }: Listing): void {
  const list = firstAt(root, offer.at);
  if (offer.unlisted !== undefined && (list === undefined || list.kind === 'null')) {
    agent.allTools = { at: agent.nameAt, why: unlistedBut(offer, root), edit: offer.edit };
    return;
  }
  const context: EntryContext = {
    ...client,
    list: (offer.at[0] ?? []).join('.'),
    servers: agent.mcpServers,
    isOffer: true,
  };
  const { approval } = client.gate;
  for (const { text, at } of entriesIn(list, offer)) {
    if (allowed.has(text)) continue;
    if (text === '*') {
      agent.allTools = starIn(list, at, offer.edit);
      continue;
    }
    const found = ENTRIES[offer.entries](text, at, context);
    if (!found || 'why' in found) continue;
    for (const name of found.agents ?? []) agent.delegatesTo.push({ name, at });
    agent.tools.push({ ...found.tool, approval });
  }
}

/** Why an agent without a list has every tool, and which list removes some of them. */
function unlistedBut({ unlisted = '', removed }: OfferProfile, root: SyntaxNode): string {
  const isCut = removed && listedTools(nodeAt(root, removed.at)).length > 0;
  return isCut ? `${unlisted}${removed.why}` : unlisted;
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
