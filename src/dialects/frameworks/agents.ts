import { type Agent, gravest, type Tool, toolsOf } from '../../model/index.js';
import { keptFor } from '../../model/once.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { changed, originalOf } from '../agents/body.js';
import { toolOf } from '../agents/tool.js';
import { isNeverChosen, joinChoices, namesByFunction } from './choices.js';
import { type FoundAgent, type Framework, textOf, type ToolEntry, type VendorReading } from './framework.js';
import { lost, namePlace, pathName, placed } from './places.js';
import type { EntryReaders } from './tool-maps.js';
import { factsIn, gives, type Thing, thingAt } from './rows/things.js';
import { toolItems, withoutRepeats } from './tools.js';
import { runLimits } from './turn-limits.js';

/** All agents of the programs of a project: each construction is one agent, however often it is referred to. */
export interface Agents {
  /** The agent that a node constructs or refers to; undefined where it is not an agent or cannot be read. */
  at(node: CodeSyntaxNode | undefined): FoundAgent | undefined;
  all(): FoundAgent[];
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

/** Adds what an entry of a list of tools is. */
export function addEntry(found: FoundAgent, entry: ToolEntry, reading: Pick<VendorReading, 'agentAt'>): void {
  const { agent } = found;
  if (entry.kind === 'tool') agent.tools.push(entry.tool);
  else if (entry.kind === 'server') {
    agent.mcpServers.push(entry.server);
    found.unresolved.push(...(entry.unread ?? []));
  } else if (entry.kind === 'unresolved') found.unresolved.push({ ...entry.unresolved, toolsOf: agent.name });
  else addCalledAgents(found, entry, reading);
}

/** Adds a tool that runs other agents. */
function addCalledAgents(
  found: FoundAgent,
  entry: ToolEntry & { kind: 'agent' },
  { agentAt }: Pick<VendorReading, 'agentAt'>,
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
): (list: CodeSyntaxNode, of: string) => ToolEntry[] {
  const known = new Map<string, ToolEntry[]>();
  const entriesOf = (list: CodeSyntaxNode, of: string): ToolEntry[] => {
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
    const given = possible.flatMap((item) =>
      read(item).map((entry) => {
        if (!item.isPerhaps || certain.has(entry)) return entry;
        const one = uncertain(entry);
        chosen.set(one, item);
        return one;
      }),
    );
    return joinChoices(withoutRepeats(given), chosen, framework);
  };
  return entriesOf;
}

/** The entry where a condition decides whether the agent has it. */
const uncertain = keptFor(
  (entry: ToolEntry): ToolEntry =>
    entry.kind === 'tool' ? { kind: 'tool', tool: changed(entry.tool, { isPerhaps: true }) } : entry,
);

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
  // Agents may share a tool.
  const settled = new Map<Tool, Tool['effect']>();
  for (const { calls } of agents) {
    for (const { tool } of calls) {
      const called = calls.filter((one) => one.tool === tool).flatMap(({ to }) => reached(to));
      const effects = called.flatMap(({ agent }) => toolsOf(agent).filter(({ kind }) => kind !== 'agent'));
      const effect = gravest(effects.map((one) => one.effect.effect));
      const because = { from: 'agent-tools' } as const;
      settled.set(originalOf(tool), { effect, confidence: 'high', because });
    }
  }
  for (const { agent } of agents)
    agent.tools = agent.tools.map((tool) => {
      const effect = settled.get(originalOf(tool));
      return effect ? changed(tool, { effect }) : tool;
    });
}

/** An agent and those behind it. */
export function reached(first: FoundAgent): FoundAgent[] {
  const seen = new Set([first]);
  for (const one of seen) for (const next of [...one.calls, ...one.handsOffTo]) seen.add(next.to);
  return [...seen];
}
