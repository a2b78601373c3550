import { type Agent, gravest, type Tool, toolsOf } from '../../model/index.js';
import {
  type CodeSyntaxNode,
  callIn,
  constantIn,
  contains,
  shapeOf,
  type Traced,
  testsBefore,
  type Value,
  valueOfNode,
} from '../../program/index.js';
import { originalOf } from '../agents/body.js';
import { toolOf } from '../agents/tool.js';
import { actingNode } from './asking-functions.js';
import { isNeverChosen, joinChoices, namesByFunction } from './choices.js';
import type { FoundAgent, ToolEntry } from './framework.js';
import { type Framework, textOf } from './framework.js';
import type { Graph } from './graphs.js';
import { lost, namePlace, pathName, placed } from './places.js';
import type { EntryReaders } from './tool-maps.js';
import { factsIn, gives, makes, type Thing, thingAt } from './rows/things.js';
import { toolItems, withoutRepeats } from './tools.js';
import { runLimits } from './turn-limits.js';

/** All agents of the programs of a project: each construction is one agent, however often it is referred to. */
export interface Agents {
  /** The agent that a node constructs or refers to; undefined where it is not an agent or cannot be read. */
  at(node: CodeSyntaxNode | undefined): FoundAgent | undefined;
  all(): FoundAgent[];
}

/** What reads the parts of agents. */
interface Reading {
  readonly framework: Framework;
  readonly agentAt: Agents['at'];
  readonly entriesOf: (list: CodeSyntaxNode, of: string) => ToolEntry[];
}

/** Lists what nodes of a graph without tools run by the name in a call of the model: `registry[call["name"]].invoke()`. */
export function listChosen({ agent, rows, unresolved }: FoundAgent, { nodes }: Graph): void {
  const { toolNames, runMethods } = rows;
  const isName = (one: Traced): boolean => {
    const shape = shapeOf(one);
    if (shape.kind === 'member') return toolNames.includes(shape.property);
    const key = constantIn(callIn(one)?.given[0]);
    return key !== undefined && toolNames.includes(String(key.scalar));
  };
  const hasName = (value: Value): boolean => contains(value, isName);
  for (const { runs } of nodes)
    for (const node of runs.reference?.calls ?? []) {
      const { call } = node;
      const chosen = call && runMethods.has(call.name) ? call.receiver : undefined;
      const value = chosen && valueOfNode(chosen);
      if (value && (hasName(value) || (shapeOf(value).kind === 'item' && testsBefore(node).some(hasName))))
        unresolved.push({ ...lost(chosen, `tools of \`${agent.name}\``), toolsOf: agent.name });
    }
}

/** Whether a call is that of a method of an agent, or of a run that is given the agent. */
export function isCallOn(node: CodeSyntaxNode, found: FoundAgent, method: string): boolean {
  const { call } = node;
  const on = call?.name === method ? call.receiver : undefined;
  if (!on) return false;
  const given = factsIn(thingAt(on, found.framework), 'runs').map(({ value }) => value);
  return [on, ...given].some(({ identity }) => identity === found.node.identity);
}

/** Whether the value of an option says something: null, false and what is empty do not. */
export const saysSomething = (node: CodeSyntaxNode): boolean =>
  node.kind !== 'null' && node.scalar !== false && !isEmpty(node);

const isEmpty = (node: CodeSyntaxNode): boolean =>
  (node.kind === 'object' && node.keys().length === 0) ||
  (node.kind === 'array' && node.items().length === 0);

function addTools(
  found: FoundAgent,
  list: CodeSyntaxNode | undefined,
  reading: Pick<Reading, 'agentAt' | 'entriesOf'>,
): void {
  const { agent } = found;
  for (const entry of list ? reading.entriesOf(list, agent.name) : []) addEntry(found, entry, reading);
}

/** Adds what an entry of a list of tools is. */
export function addEntry(found: FoundAgent, entry: ToolEntry, reading: Pick<Reading, 'agentAt'>): void {
  const { agent } = found;
  if (entry.kind === 'tool') agent.tools.push(entry.tool);
  else if (entry.kind === 'server') agent.mcpServers.push(entry.server);
  else if (entry.kind === 'unresolved') found.unresolved.push({ ...entry.unresolved, toolsOf: agent.name });
  else addCalledAgents(found, entry, reading);
}

/** The nodes of a graph that run tools. */
export interface GraphNodes {
  readonly running: ReadonlyMap<Tool, string>;
  /** What nodes do by themselves. */
  readonly acting: ReadonlyMap<Tool, CodeSyntaxNode>;
}

/** Adds what the nodes of a graph run: tools and agents, and what they do by themselves. */
export function addNodes(
  found: FoundAgent,
  graph: Graph,
  reading: Reading,
  binds: readonly string[] = [],
): GraphNodes {
  const { agent } = found;
  const nodes = new Map<Tool, string>();
  const acting = new Map<Tool, CodeSyntaxNode>();
  const known = new Set<string>();
  for (const { list, node } of graph.tools) {
    const before = agent.tools.length;
    if (!known.has(list.identity)) addTools(found, list, reading);
    known.add(list.identity);
    for (const tool of agent.tools.slice(before)) if (node !== undefined) nodes.set(originalOf(tool), node);
  }
  agent.tools = withoutSame(agent.tools);
  for (const { name, runs } of graph.nodes) {
    const direct = reading.agentAt(runs);
    const called = direct ? [direct] : agentsIn(runs, reading);
    const acts = called.length > 0 ? undefined : actingNode(name, runs, agent.tools, binds);
    if (acts) {
      agent.tools.push(acts);
      acting.set(originalOf(acts), runs);
      if (name !== undefined) nodes.set(originalOf(acts), name);
    }
    for (const to of called) {
      if (to === found || found.handsOffTo.some((one) => one.to === to)) continue;
      const at = placed(runs.written(), `${agent.at.path}.nodes[${pathName(name ?? to.agent.name)}]`);
      found.handsOffTo.push({ to, by: { name: to.agent.name, at } });
    }
  }
  return { running: nodes, acting };
}

/** A tool that a model is given and a node runs is one tool. */
const withoutSame = (tools: readonly Tool[]): Tool[] => [...new Set(tools)];

/** The agents that a function runs, among other calls. */
function agentsIn(
  { reference }: CodeSyntaxNode,
  { agentAt, framework }: Pick<Reading, 'agentAt' | 'framework'>,
): FoundAgent[] {
  if (reference?.kind !== 'function') return [];
  return (reference.calls ?? []).flatMap((one) =>
    makes(one, 'run', framework) ? (agentAt(one.call?.receiver) ?? []) : [],
  );
}

/** Adds a tool that runs other agents. */
function addCalledAgents(
  found: FoundAgent,
  entry: ToolEntry & { kind: 'agent' },
  { agentAt }: Pick<Reading, 'agentAt'>,
): void {
  const { agent } = found;
  const ran = entry.agents.map((node) => ({ node, to: agentAt(node) }));
  const name = entry.name ?? ran[0]?.to?.agent.name ?? 'agent';
  const place = entry.at ?? placed(entry.node.at(), `tools[${pathName(name)}]`);
  const tool = toolOf({ name, kind: 'agent' }, place, { state: 'absent' });
  agent.tools.push(tool);
  for (const { node, to } of ran) {
    const at = placed(entry.node.written(), `${agent.at.path}.tools`);
    const { shared } = runLimits(found.rows);
    const limit = entry.sharesLimit
      ? { sharesLimit: true as const }
      : shared !== undefined && { limitEdit: shared };
    const runBy = entry.runBy && { runBy: entry.runBy };
    if (to) found.calls.push({ to, tool, by: { name: to.agent.name, at, ...limit }, ...runBy });
    else found.unresolved.push(lost(node, `the agent behind the tool \`${name}\``));
  }
}

/** Reads lists of tools. A list that several agents share is read once: its tools stay the same tools. */
export function sharedEntries(
  framework: Framework,
  { readTools, readEntry }: EntryReaders,
): Reading['entriesOf'] {
  const known = new Map<string, ToolEntry[]>();
  const entriesOf: Reading['entriesOf'] = (list, of) => {
    const chosen = new Map<ToolEntry, CodeSyntaxNode>();
    if (list.kind !== 'array') return readTools(list, of, framework);
    // What a server offers, or no tool where it is down.
    const offered = (list.may ?? []).map((one) =>
      one.kind === 'array' ? [] : readTools(one, of, framework),
    );
    if (offered.flat().length > 0 && offered.flat().every(({ kind }) => kind === 'server'))
      return [
        ...offered.flat(),
        ...(list.may ?? []).filter(({ kind }) => kind === 'array').flatMap((one) => entriesOf(one, of)),
      ];
    const read = (item: CodeSyntaxNode): ToolEntry[] => {
      const id = item.call || item.reference ? item.identity : undefined;
      const entries = (id === undefined ? undefined : known.get(id)) ?? readEntry(item, of, framework);
      if (id !== undefined) known.set(id, entries);
      return entries;
    };
    const items = toolItems(list, read);
    const names = namesByFunction(items.map((item) => [item, read(item)] as const));
    const certain = new Set(items.filter((item) => !item.isPerhaps).flatMap(read));
    const possible = items.filter((item) => !item.isPerhaps || !isNeverChosen(item, framework, names));
    for (const item of possible.filter(({ isPerhaps }) => isPerhaps))
      for (const one of read(item).filter((entry) => !certain.has(entry))) {
        if (one.kind === 'tool') one.tool.isPerhaps = true;
        chosen.set(one, item);
      }
    return joinChoices(withoutRepeats(possible.flatMap(read)), chosen, framework);
  };
  return entriesOf;
}

/** An agent of which only its name is read. */
export function emptyAgent(
  thing: Thing,
  nameNode: CodeSyntaxNode | undefined,
  unnamed: string,
  framework: Framework,
): FoundAgent {
  const { node, stated } = thing;
  const { name: callee = 'agent', boundTo } = node.call ?? {};
  // The name of a result is none of the agent.
  const isRun = callee === stated.api && !stated.args.some(({ role }) => role === 'runs');
  const own = isRun && gives(thing, 'run') ? callee : boundTo;
  const name = textOf(nameNode)?.trim() ?? own ?? unnamed;
  const path = `agents[${pathName(name)}]`;
  const agent: Agent = {
    name,
    ...(node.call?.boundTo === undefined ? {} : { symbol: node.call.boundTo }),
    at: placed(node.at(), path),
    nameAt: namePlace(node, nameNode, path),
    tools: [],
    mcpServers: [],
    handoffs: [],
    delegatesTo: [],
    guardrails: { input: { state: 'absent' }, output: { state: 'absent' } },
  };
  const rows = framework.rowsOf(node.document.file);
  return {
    agent,
    node,
    framework,
    rows,
    isSpoken: false,
    handsOffTo: [],
    calls: [],
    unresolved: [],
  };
}

/** An agent that is called like a tool has the effects of its own tools, never of its name (design, section 1). */
export function settleCalledAgents(agents: readonly FoundAgent[]): void {
  for (const { calls } of agents) {
    for (const { tool } of calls) {
      const called = calls.filter((one) => one.tool === tool).flatMap(({ to }) => reached(to));
      const effects = called.flatMap(({ agent }) => toolsOf(agent).filter(({ kind }) => kind !== 'agent'));
      tool.effect = {
        effect: gravest(effects.map((one) => one.effect.effect)),
        confidence: 'high',
        because: { from: 'agent-tools' },
      };
    }
  }
}

/** An agent and those behind it. */
export function reached(first: FoundAgent): FoundAgent[] {
  const seen = new Set([first]);
  for (const one of seen) for (const next of [...one.calls, ...one.handsOffTo]) seen.add(next.to);
  return [...seen];
}
