import { actingWords, readName } from '../../effects/acting.js';
import { type Agent, hasHumanGate, type McpServer, type Tool, toolsOf } from '../../model/index.js';
import data from './flow-legs.json' with { type: 'json' };

/** A tool with the agent that holds it. */
export interface HeldTool {
  agent: Agent;
  tool: Tool;
}

/** The three legs of a flow that leaks: text of strangers comes in, private data is read, something goes out. */
export interface Flow {
  privateData: HeldTool[];
  untrusted: HeldTool[];
  waysOut: HeldTool[];
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const PRIVATE_OBJECTS = set(data.private.objects);
const UNTRUSTED_OBJECTS = set(data.untrusted.objects);
const UNTRUSTED_VERBS = set(data.untrusted.verbs);
const ANSWERS = set(data.untrusted.answers);
const UNTRUSTED_ALONE = set(data.untrusted.alone);

/** The legs that the tools of these agents make. What an unknown server offers is never guessed. */
export function flowOf(agents: readonly Agent[]): Flow {
  const held = agents.flatMap((agent) => toolsOf(agent).map((tool): HeldTool => ({ agent, tool })));
  return {
    privateData: surestFirst(held.filter(({ tool }) => readsPrivateData(tool))),
    untrusted: surestFirst(held.filter(({ tool }) => readsUntrusted(tool))),
    waysOut: surestFirst(held.filter(({ tool }) => isWayOut(tool))),
  };
}

/** Which legs there are. */
export interface Legs {
  privateData: boolean;
  untrusted: boolean;
  openWayOut: boolean;
}

/** The legs that one agent holds. */
export function legsIn(agent: Agent): Legs {
  const tools = toolsOf(agent);
  return {
    privateData: tools.some(readsPrivateData),
    untrusted: tools.some(readsUntrusted),
    openWayOut: hasOpenWayOut([agent]),
  };
}

/** Whether these agents have a way out without approval. Without one no flow is toxic. */
export function hasOpenWayOut(agents: readonly Agent[]): boolean {
  return agents.some(({ tools, mcpServers }) => tools.some(isOpen) || mcpServers.some(hasOpenTool));
}

const isOpen = (tool: Tool) => isWayOut(tool) && !hasHumanGate(tool);

const hasOpenTool = (server: McpServer) => server.tools.some(isOpen);

/** An outward tool, or one that may do anything. A search is none, and what only reads is none. */
function isWayOut({ kind, effect, openEnded }: Tool): boolean {
  if (kind === 'agent') return false;
  return effect.effect === 'outward' || (openEnded && effect.effect !== 'unknown');
}

function readsPrivateData(tool: Tool): boolean {
  return data.private.kinds.includes(tool.kind) || (isReader(tool) && legsOfName(tool.name).privateData);
}

function readsUntrusted(tool: Tool): boolean {
  return data.untrusted.kinds.includes(tool.kind) || (isReader(tool) && legsOfName(tool.name).untrusted);
}

/** A function or a tool of an allow-list that reads; kinds with a meaning of their own are judged by kind. */
const isReader = ({ kind, effect }: Tool) =>
  effect.effect === 'read' && (kind === 'function' || kind === 'mcp');

/** What the name of a tool that reads says of its source. */
type NameLegs = Pick<Legs, 'privateData' | 'untrusted'>;

/** Names remembered at most; a repository has fewer than this. */
const MOST_REMEMBERED = 4096;

/** Names met before: the same ones come back in file after file. A memo of a pure function. */
const remembered = new Map<string, NameLegs>();

function legsOfName(name: string): NameLegs {
  const known = remembered.get(name);
  if (known) return known;
  const legs = readLegs(name);
  if (remembered.size < MOST_REMEMBERED && name.length < 100) remembered.set(name, legs);
  return legs;
}

function readLegs(name: string): NameLegs {
  const read = readName(name);
  const acts = actingWords(read);
  const { tokens } = read;
  const objects = tokens.filter((_, at) => !acts.some((act) => act.at === at));
  const namesOneOf = (words: ReadonlySet<string>) =>
    objects.some((object) => baseForms(object).some((form) => words.has(form)));
  const first = tokens[0] ?? '';
  const isUntrusted =
    (tokens.length === 1 && UNTRUSTED_ALONE.has(first)) ||
    acts.some(({ word }) => UNTRUSTED_VERBS.has(word.base)) ||
    namesOneOf(UNTRUSTED_OBJECTS);
  return { privateData: namesOneOf(PRIVATE_OBJECTS), untrusted: !ANSWERS.has(first) && isUntrusted };
}

function baseForms(word: string): string[] {
  const forms = [word];
  if (word.endsWith('s')) forms.push(word.slice(0, -1));
  if (word.endsWith('es')) forms.push(word.slice(0, -2));
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  return forms;
}

const SURENESS = { high: 0, medium: 1, low: 2 };

function surestFirst(held: HeldTool[]): HeldTool[] {
  return held.sort((a, b) => SURENESS[a.tool.effect.confidence] - SURENESS[b.tool.effect.confidence]);
}
