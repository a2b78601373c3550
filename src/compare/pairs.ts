import type { AgentJson, SystemJson, ToolJson } from './system-json.js';

/** Pairs equal keys in the order in which they come; what has no partner stays single. */
export function pairsOf<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (one: T) => string,
): [T | undefined, T | undefined][] {
  const waiting = new Map<string, T[]>();
  for (const one of before) {
    const key = keyOf(one);
    const same = waiting.get(key);
    if (same) same.push(one);
    else waiting.set(key, [one]);
  }
  const pairs = after.map((one): [T | undefined, T | undefined] => [waiting.get(keyOf(one))?.shift(), one]);
  const gone = [...waiting.values()].flat().map((one): [T | undefined, T | undefined] => [one, undefined]);
  return [...pairs, ...gone];
}

/** An agent with the file that it is in. */
export interface OwnedAgent {
  agent: AgentJson;
  file: string;
}

/** The agents of a system with their files. */
export const ownersOf = (
  { agents, file }: SystemJson,
  movedTo: (file: string) => string = (path) => path,
): OwnedAgent[] =>
  agents.map((agent) => ({ agent, file: agent.file === undefined ? file : movedTo(agent.file) }));

type AgentPair = [OwnedAgent | undefined, OwnedAgent | undefined];

/**
 * Pairs agents by file and name; then one that moved to another file, by its name and a tool that it kept; then the only one of a file that is
 * gone with the only one that is new there: it was renamed.
 */
export function agentPairs(before: readonly OwnedAgent[], after: readonly OwnedAgent[]): AgentPair[] {
  const place = ({ agent, file }: OwnedAgent) => `${file}\n${agent.name}`;
  const tools = ({ agent }: OwnedAgent) => agent.tools.map(toolKey).join('\n');
  // Tests make many agents of one name: an unchanged agent is never paired with a new one.
  const alike = pairedInTurn(before, after, [
    (one) => `${place(one)}\n${shapeOf(one.agent)}`,
    (one) => `${place(one)}\n${tools(one)}`,
  ]);
  const exact = pairedAlone(alike, place);
  const moved = pairedAlone(exact, ({ agent }) => agent.name, shareTools);
  return pairedAlone(moved, ({ file }) => file);
}

/** What a tool is known by within its agent. */
export const toolKey = ({ name, kind }: ToolJson) => `${kind}\n${name}`;

/** What an agent is, without its places. */
const shapeOf = (agent: AgentJson): string =>
  JSON.stringify(agent, (key, value: unknown) => (PLACES.has(key) ? undefined : value));

const PLACES: ReadonlySet<string> = new Set(['range', 'file', 'path']);

/** Pairs what has the same first key, then what is left by the next one, each in the order in which it comes. */
export function pairedInTurn<T>(
  before: readonly T[],
  after: readonly T[],
  keys: readonly ((one: T) => string)[],
): [T | undefined, T | undefined][] {
  const partners = new Map<T, T>();
  const taken = new Set<T>();
  for (const keyOf of keys) {
    const left = before.filter((one) => !taken.has(one));
    const open = after.filter((one) => !partners.has(one));
    for (const [was, is] of pairsOf(left, open, keyOf)) {
      if (was === undefined || is === undefined) continue;
      partners.set(is, was);
      taken.add(was);
    }
  }
  const pairs = after.map((one): [T | undefined, T | undefined] => [partners.get(one), one]);
  const gone = before.filter((one) => !taken.has(one));
  return [...pairs, ...gone.map((one): [T | undefined, T | undefined] => [one, undefined])];
}

/** A system goes on where one of its agents does; one without agents is known by its file. */
export function systemPairs(
  before: readonly SystemJson[],
  after: readonly SystemJson[],
  agents: readonly AgentPair[],
): [SystemJson | undefined, SystemJson | undefined][] {
  const earlier = new Map(agents.flatMap(([was, is]) => (was && is ? [[is.agent, was.agent] as const] : [])));
  const systemOf = new Map(
    before.flatMap((system) => system.agents.map((agent) => [agent, system] as const)),
  );
  const known = after.flatMap((system): [SystemJson, SystemJson][] => {
    const was = system.agents.map((agent) => systemOf.get(earlier.get(agent) ?? agent)).find(Boolean);
    return was ? [[was, system]] : [];
  });
  const bare = (systems: readonly SystemJson[]) => systems.filter((system) => system.agents.length === 0);
  return [...known, ...pairsOf(bare(before), bare(after), ({ file }) => file)];
}

/** Agents of files without a name for theirs are all called the same. */
function shareTools({ agent: was }: OwnedAgent, { agent: is }: OwnedAgent): boolean {
  const parts = ({ tools, mcpServers }: AgentJson) => [
    ...tools.map(toolKey),
    ...mcpServers.map((server) => server.address),
  ];
  const kept = new Set(parts(was));
  return parts(is).some((part) => kept.has(part));
}

/** Pairs elements whose key is unique on both sides. */
function pairedAlone(
  pairs: readonly AgentPair[],
  keyOf: (one: OwnedAgent) => string,
  mayBe: (was: OwnedAgent, is: OwnedAgent) => boolean = () => true,
): AgentPair[] {
  const gone = new Map<string, OwnedAgent[]>();
  const added = new Map<string, number>();
  for (const [was, is] of pairs) {
    if (was && !is) gone.set(keyOf(was), [...(gone.get(keyOf(was)) ?? []), was]);
    if (is && !was) added.set(keyOf(is), (added.get(keyOf(is)) ?? 0) + 1);
  }
  const taken = new Set<OwnedAgent>();
  const paired = pairs.map(([was, is]): AgentPair => {
    if (was || !is || added.get(keyOf(is)) !== 1) return [was, is];
    const [partner, rival] = gone.get(keyOf(is)) ?? [];
    if (!partner || rival || !mayBe(partner, is)) return [was, is];
    taken.add(partner);
    return [partner, is];
  });
  return paired.filter(([was, is]) => is !== undefined || (was !== undefined && !taken.has(was)));
}
