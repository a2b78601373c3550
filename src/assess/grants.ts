import { includes } from '../dialects/commands/globs.js';
import { programsOf } from '../facts/programs/table.js';
import { addTo } from '../model/grouped.js';
import {
  type Agent,
  containmentOf,
  type McpServer,
  type Report,
  type Tool,
  toolsOf,
  type WideReach,
  wideReach,
} from '../model/index.js';
import { actingOptions } from './approval/acting-options.js';
import { gateCall, isAnsweredByMachine } from './approval/gates.js';

/** What a finding on grants is about: an entry, or a setting that trusts a whole server. */
export type Granted = Tool | McpServer;

/** Which entries of a coding agent's grants are reported, and what each of them covers (design, section 7). */
export interface Grants {
  /** Whether a wider entry that is reported covers this one. */
  isCovered(tool: Tool): boolean;
  /** The narrower entries that a reported entry covers, in the order of the file. */
  coveredBy(wide: Granted): readonly Tool[];
  /** Those among them that are reported themselves once the wider entry is gone. */
  graveBelow(wide: Granted): readonly Tool[];
  /** Whether what is granted acts only by options of programs that otherwise read: `find -exec`. */
  reads: boolean;
  /** The first entry that lets data leave: requests to any address, a network program, an MCP tool that sends. */
  sends: Tool | undefined;
}

/** What a finding on an entry of a skill is about: a skill that several folders have a copy of is one flaw. */
export function ofSkill({ name, grant }: Tool, { instructions, ...agent }: Agent): Pick<Report, 'about'> {
  if (grant?.who !== 'skill' || instructions?.text === undefined) return {};
  const entries = agent.tools.map((tool) => tool.name);
  const value = JSON.stringify([name, agent.name, entries, instructions.text]);
  return { about: { value, others: 'The same skill.' } };
}

const remembered = new WeakMap<Agent, Grants>();

/** The grants of an agent. Several rules ask for those of the same agent: they are computed once. */
export function grantsOf(agent: Agent): Grants {
  const grants = remembered.get(agent) ?? readGrants(agent);
  remembered.set(agent, grants);
  return grants;
}

/** Whether an entry is reported unless a wider one covers it. */
const isGrave = (tool: Tool): boolean =>
  wideReach(tool.grant) !== undefined || ['open-ended', 'irreversible'].includes(gateCall(tool) ?? '');

function readGrants(agent: Agent): Grants {
  const granted = toolsOf(agent).filter(isAnsweredByMachine);
  const covererOf = covererAmong(granted.filter(isGrave), agent.mcpServers);
  const coverers = new Map<Tool, Granted>();
  for (const tool of granted) {
    const wide = covererOf(tool);
    if (wide) coverers.set(tool, wide);
  }
  const covered = new Map<Granted, Tool[]>();
  for (const [tool, wide] of coverers) addTo(covered, widestFrom(wide, coverers), tool);
  return {
    isCovered: (tool) => coverers.has(tool),
    coveredBy: (wide) => covered.get(wide) ?? [],
    graveBelow: (wide) => (covered.get(wide) ?? []).filter(isGrave),
    reads: granted.every((tool) => !isGrave(tool) || actingOptions(tool).length > 0),
    sends: granted.find(letsDataLeave),
  };
}

function letsDataLeave(tool: Tool): boolean {
  const { grant, effect, kind } = tool;
  const reach = wideReach(grant);
  if (reach) return reach.of === 'requests' || reach.of === 'everything';
  if (kind === 'mcp') return effect.effect === 'outward';
  return programsOf('network').has(wordsOf(tool)[0] ?? '');
}

/** The entry at the end of a chain of ever wider ones. Each covers only what is narrower or later: there is no circle. */
function widestFrom(wide: Granted, coverers: ReadonlyMap<Granted, Granted>): Granted {
  let widest = wide;
  for (let next = coverers.get(widest); next; next = coverers.get(widest)) widest = next;
  return widest;
}

type CovererOf = (tool: Tool) => Granted | undefined;

/** Tells of each entry which of the grave ones covers it. Linear: the first entry of each reach stands for those like it. */
function covererAmong(grave: readonly Tool[], servers: readonly McpServer[]): CovererOf {
  const owners = new Map(servers.flatMap((server) => server.tools.map((tool) => [tool, server] as const)));
  const wholes = firstOfEach(grave);
  const programs = programsAmong(grave);
  return (tool) => {
    const owner = owners.get(tool);
    if (owner?.grant && !owner.disabled) return owner;
    const server = owner?.name ?? tool.server;
    return (
      wholes.find(
        ({ reach, tool: wide }) =>
          wide !== tool && coversWhole(reach, tool, server) && containsToo(wide, tool),
      )?.tool ?? programs(tool)
    );
  };
}

/** From the widest on. */
const REACHES: readonly WideReach['of'][] = [
  'everything',
  'built-in',
  'commands',
  'servers',
  'server',
  'names',
  'edits',
  'deletions',
  'requests',
];

/** More servers and prefixes than any real list names as a whole. */
const MOST_WHOLE = 200;

/** An entry for more than one tool or command, and for what. */
interface Whole {
  tool: Tool;
  reach: WideReach;
}

/** The first entry of each reach, the widest reach first. */
function firstOfEach(grave: readonly Tool[]): Whole[] {
  const byReach = new Map<string, Whole>();
  for (const tool of grave) {
    const reach = wideReach(tool.grant);
    if (!reach || !REACHES.includes(reach.of)) continue;
    const key = Object.values(reach).join(' ');
    if (!byReach.has(key)) byReach.set(key, { tool, reach });
  }
  const rank = ({ reach }: Whole) => REACHES.indexOf(reach.of);
  return [...byReach.values()].sort((one, other) => rank(one) - rank(other)).slice(0, MOST_WHOLE);
}

/** Whether an entry for all of something covers another one. `server`: the one whose tool that is. */
function coversWhole(
  reach: WideReach,
  { grant, name, kind, command }: Tool,
  server: string | undefined,
): boolean {
  const narrow = wideReach(grant);
  switch (reach.of) {
    case 'everything':
      return narrow?.of !== 'starts';
    case 'built-in':
    case 'commands':
      // With a shell an agent edits files and requests pages, too.
      return narrow === undefined
        ? command !== undefined || kind === 'shell'
        : ['commands', 'edits', 'deletions', 'requests'].includes(narrow.of);
    case 'servers':
      return server !== undefined || narrow?.of === 'server' || narrow?.of === 'servers';
    case 'server':
      return includes(reach.name, narrow?.of === 'server' ? narrow.name : (server ?? ''));
    case 'names':
      return (narrow?.of === 'names' ? narrow.prefix : name).startsWith(reach.prefix);
    case 'edits':
      return narrow?.of === 'edits' && (reach.where === undefined || narrow.where === reach.where);
    default:
      return narrow?.of === reach.of;
  }
}

/** A sandbox that contains the wider entry contains the narrower one as well, or that does more. */
const containsToo = (wide: Tool, narrow: Tool): boolean =>
  containmentOf(wide) === undefined || narrow.kind !== 'shell' || containmentOf(narrow) !== undefined;

/** Words of a command that are compared. */
const MOST_WORDS = 20;

/** Tells which entry for a program covers a command, by its first words: `git` covers `git push`. */
function programsAmong(grave: readonly Tool[]): CovererOf {
  const byWords = new Map<string, Tool>();
  for (const tool of grave) {
    const words = wordsOf(tool).join(' ');
    if (words !== '' && !words.includes('*') && !tool.oneCommand && !byWords.has(words))
      byWords.set(words, tool);
  }
  return (tool) => {
    if (/[;&|\n]/.test(tool.command ?? '')) return undefined;
    const words = wordsOf(tool).slice(0, MOST_WORDS);
    const starts = words.map((_, index) => byWords.get(words.slice(0, index + 1).join(' ')));
    return starts.find((wide) => wide && wide !== tool && containsToo(wide, tool));
  };
}

/** The words of a command without the star behind them; none where the entry is not for a command. */
function wordsOf({ command = '' }: Tool): string[] {
  let end = command.length;
  while (end > 0 && ' :*'.includes(command.charAt(end - 1))) end -= 1;
  return command
    .slice(0, end)
    .split(' ')
    .filter((word) => word !== '');
}
