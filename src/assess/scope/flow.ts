import { readName, verbsOfName } from '../../effects/verb-of-name.js';
import { type Agent, hasHumanGate, someTool, type Tool, toolsOf } from '../../model/index.js';
import data from './sources-and-sinks.json' with { type: 'json' };

/** A tool with its agent. */
export interface AgentTool {
  agent: Agent;
  tool: Tool;
}

/** The sources and sinks of a flow that leaks: untrusted content comes in, private data is read, something goes out. */
export interface Flow {
  privateSources: AgentTool[];
  untrustedSources: AgentTool[];
  sinks: AgentTool[];
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const PRIVATE_OBJECTS = set(data.private.objects);
const UNTRUSTED_OBJECTS = set(data.untrusted.objects);
const UNTRUSTED_VERBS = set(data.untrusted.verbs);
const ANSWERS = set(data.untrusted.answers);
const UNTRUSTED_ALONE = set(data.untrusted.alone);

/** The sources and sinks among the tools of these agents. What an unknown server offers is never guessed. */
export function flowOf(agents: readonly Agent[]): Flow {
  const tools = agents.flatMap((agent) => toolsOf(agent).map((tool): AgentTool => ({ agent, tool })));
  return {
    privateSources: surestFirst(tools.filter(({ tool }) => readsPrivateData(tool))),
    untrustedSources: surestFirst(tools.filter(({ tool }) => readsUntrusted(tool))),
    sinks: surestFirst(tools.filter(({ tool }) => isSink(tool))),
  };
}

/** Which parts of a toxic flow there are. */
export interface FlowParts {
  privateSource: boolean;
  untrustedSource: boolean;
  openSink: boolean;
}

/** The parts of a toxic flow that the tools of one agent make. */
export function flowPartsOf(agent: Agent): FlowParts {
  return {
    privateSource: someTool([agent], readsPrivateData),
    untrustedSource: someTool([agent], readsUntrusted),
    openSink: hasOpenSink([agent]),
  };
}

/** Whether these agents have a sink without approval. Without one no flow is toxic. */
export function hasOpenSink(agents: readonly Agent[]): boolean {
  return someTool(agents, isOpen);
}

const isOpen = (tool: Tool) => isSink(tool) && !hasHumanGate(tool);

/**
 * An outward tool, one that may do anything, or one that requests any address that the model chooses. A search is none, and
 * neither is what else only reads.
 */
function isSink({ kind, effect, openEnded, chosen }: Tool): boolean {
  if (kind === 'agent') return false;
  if (chosen?.some(({ what }) => what === 'address')) return true;
  return effect.effect === 'outward' || (openEnded && effect.effect !== 'unknown');
}

/** Whether a tool reads data of people or of the operator. */
export function readsPrivateData(tool: Tool): boolean {
  return data.private.kinds.includes(tool.kind) || (isReader(tool) && sourcesOfName(tool.name).privateSource);
}

/** Whether a tool reads what people outside of the system may have written. */
export function readsUntrusted(tool: Tool): boolean {
  return (
    data.untrusted.kinds.includes(tool.kind) || (isReader(tool) && sourcesOfName(tool.name).untrustedSource)
  );
}

/** A function or a tool of an allow-list that reads; kinds with a meaning of their own are classified by kind. */
const isReader = ({ kind, effect }: Tool) =>
  effect.effect === 'read' && (kind === 'function' || kind === 'mcp');

/** What the name of a tool that reads says about its source. */
type NameSources = Pick<FlowParts, 'privateSource' | 'untrustedSource'>;

/** Names remembered at most; a repository has fewer than this. */
const MOST_REMEMBERED = 4096;

/** Names met before: the same ones come back in file after file. A memo of a pure function. */
const remembered = new Map<string, NameSources>();

function sourcesOfName(name: string): NameSources {
  const known = remembered.get(name);
  if (known) return known;
  const sources = readSources(name);
  if (remembered.size < MOST_REMEMBERED && name.length < 100) remembered.set(name, sources);
  return sources;
}

function readSources(name: string): NameSources {
  const read = readName(name);
  const verbs = verbsOfName(read);
  const { tokens } = read;
  const objects = tokens.filter((_, at) => !verbs.some((verb) => verb.at === at));
  const namesOneOf = (words: ReadonlySet<string>) =>
    objects.some((object) => baseForms(object).some((form) => words.has(form)));
  const first = tokens[0] ?? '';
  const isUntrusted =
    (tokens.length === 1 && UNTRUSTED_ALONE.has(first)) ||
    verbs.some(({ word }) => UNTRUSTED_VERBS.has(word.base)) ||
    namesOneOf(UNTRUSTED_OBJECTS);
  return { privateSource: namesOneOf(PRIVATE_OBJECTS), untrustedSource: !ANSWERS.has(first) && isUntrusted };
}

function baseForms(word: string): string[] {
  const forms = [word];
  if (word.endsWith('s')) forms.push(word.slice(0, -1));
  if (word.endsWith('es')) forms.push(word.slice(0, -2));
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  return forms;
}

const SURENESS = { high: 0, medium: 1, low: 2 };

function surestFirst(tools: AgentTool[]): AgentTool[] {
  return tools.sort((a, b) => SURENESS[a.tool.effect.confidence] - SURENESS[b.tool.effect.confidence]);
}
