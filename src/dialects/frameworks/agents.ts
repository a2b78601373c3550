import { type Agent, gravest, toolsOf } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { toolOf } from '../agents/tool.js';
import { copiedBy } from './copies.js';
import type { FoundAgent } from './framework.js';
import { type Framework, isSwitchedOff, option, type Profile, textOf } from './framework.js';
import { namesOf } from './guardrails.js';
import { exportOf, isAgentName, isCloneName } from './origins.js';
import { lost, namePlace, pathName, placed } from './places.js';
import { readLocalServer } from './servers.js';
import { readEntry, readTools, type ToolEntry, withoutRepeats } from './tools.js';

/** All agents of the programs of a project: each construction is one agent, wherever it is referred to. */
export interface Agents {
  /** The agent that a node makes or refers to; undefined where it is none that can be read. */
  at(node: CodeSyntaxNode | undefined): FoundAgent | undefined;
  all(): FoundAgent[];
}

/** Copies of copies are followed no further than this. */
const DEEPEST_COPY = 8;

/** What the reading of an agent asks of the program around it. */
export interface Around {
  framework: Framework;
  /** Servers that a group of servers gives. */
  serversOf(node: CodeSyntaxNode): readonly CodeSyntaxNode[];
  /** Whether sandboxed agents of a file run on the machine itself. */
  runsOnHost(file: CodeSyntaxNode['document']): boolean;
}

export function openAgents({ framework, serversOf, runsOnHost }: Around): Agents {
  const known = new Map<string, FoundAgent>();
  const tools = new Map<string, ToolEntry[]>();
  const at = (node: CodeSyntaxNode | undefined): FoundAgent | undefined => {
    if (!node?.call) return undefined;
    const before = known.get(node.identity);
    if (before) return before;
    const profile = framework.profileOf(node.document.file);
    if (!isAgentName(exportOf(node, framework), profile)) return undefined;
    const found = emptyAgent(node, profile);
    // Agents refer to each other in circles: known before it is read.
    known.set(node.identity, found);
    fill(found, fieldsOf(node, profile, 0), profile);
    return found;
  };

  const fill = (found: FoundAgent, get: Fields, profile: Profile): void => {
    const { agent } = found;
    const { fields } = profile.agents;
    const model = get(fields.model);
    if (model) found.model = model;
    const name = textOf(model);
    if (name !== undefined) agent.model = name;
    const hosted = framework.extras.hostedSubagents?.(model, profile);
    if (hosted) found.hosted = hosted;
    const instructions = get(fields.instructions);
    const text = textOf(instructions);
    if (instructions && text !== undefined) {
      agent.instructions = {
        text,
        at: instructions.written(),
        within: (start, end) => instructions.within(start, end),
      };
    }
    agent.guardrails = {
      input: namesOf(get(fields.inputGuardrails)),
      output: namesOf(get(fields.outputGuardrails)),
    };
    if (found.isSpoken && agent.guardrails.input.state === 'absent')
      agent.guardrails.input = { state: 'inexpressible', why: 'a realtime agent has no input guardrails' };
    const store = storeIn(get(fields.modelSettings));
    if (store) found.store = store;
    addTools(found, get(fields.tools));
    if (isMadeBy(found.node, profile.agents.sandboxed, framework))
      framework.extras.addCapabilities?.(
        found,
        get(fields.capabilities),
        profile,
        runsOnHost(found.node.document),
      );
    addServers(found, get(fields.mcpServers));
    addHandoffs(found, get(fields.handoffs));
  };

  const addTools = (found: FoundAgent, list: CodeSyntaxNode | undefined): void => {
    const { agent } = found;
    for (const entry of list ? entriesOf(list, agent.name) : []) {
      if (entry.kind === 'tool') agent.tools.push(entry.tool);
      else if (entry.kind === 'server') agent.mcpServers.push(entry.server);
      else if (entry.kind === 'unresolved')
        found.unresolved.push({ ...entry.unresolved, toolsOf: agent.name });
      else {
        const ran = entry.agents.map((one) => ({ node: one, agent: at(one) }));
        const name = entry.name ?? ran[0]?.agent?.agent.name ?? 'agent';
        const place = entry.at ?? placed(entry.node.at(), `tools[${pathName(name)}]`);
        const tool = toolOf({ name, kind: 'agent' }, place, { state: 'absent' });
        agent.tools.push(tool);
        for (const one of ran) {
          const to = one.agent;
          const at = placed(entry.node.written(), `${agent.at.path}.tools`);
          if (to) found.calls.push({ to, tool, by: { name: to.agent.name, at } });
          else found.unresolved.push(lost(one.node, `the agent behind the tool \`${name}\``));
        }
      }
    }
  };

  /** A list that several agents are given is read once, so that a tool is one tool. */
  const entriesOf = (list: CodeSyntaxNode, of: string): ToolEntry[] => {
    if (list.kind !== 'array') return readTools(list, of, framework);
    const entries = list.items().flatMap((item) => {
      const id = item.call || item.reference ? item.identity : undefined;
      const before = id === undefined ? undefined : tools.get(id);
      const read = before ?? readEntry(item, of, framework);
      if (id !== undefined) tools.set(id, read);
      return read;
    });
    return withoutRepeats(entries);
  };

  const addServers = (found: FoundAgent, list: CodeSyntaxNode | undefined): void => {
    const what = `an MCP server of \`${found.agent.name}\``;
    const items = list?.kind === 'array' ? list.items() : list && list.kind !== 'null' ? [list] : [];
    for (const item of items) {
      const nodes = item.call || item.kind !== 'dynamic' ? [item] : [item, ...serversOf(item)];
      const servers = nodes.flatMap(
        (node) => readLocalServer(node, framework.profileOf(node.document.file)) ?? [],
      );
      for (const one of servers) found.agent.mcpServers.push(one);
      if (servers.length === 0) found.unresolved.push(lost(item, what));
    }
  };

  const addHandoffs = (found: FoundAgent, list: CodeSyntaxNode | undefined): void => {
    const lose = (node: CodeSyntaxNode, what: string): void => {
      found.unresolved.push(lost(node, `${what} of \`${found.agent.name}\``));
      found.handsOffElsewhere = true;
    };
    if (list && list.kind !== 'array' && list.kind !== 'null') lose(list, 'the handoffs');
    for (const item of list?.items() ?? []) {
      const profile = framework.profileOf(item.document.file);
      const name = exportOf(item, framework);
      const isHandoff = name !== undefined && profile.agents.handoffs.includes(name);
      if (isHandoff && isSwitchedOff(item.call?.options, profile)) continue;
      const target = isHandoff ? handedTo(item, profile) : item;
      const to = at(target);
      const place = placed(item.written(), `${found.agent.at.path}.handoffs[${to?.agent.name ?? ''}]`);
      if (to) found.handsOffTo.push({ to, by: { name: to.agent.name, at: place } });
      else lose(target ?? item, 'a handoff');
    }
  };

  return { at, all: () => [...known.values()] };
}

/** The agent that a handoff names, or that the function of one always gives. */
function handedTo({ call }: CodeSyntaxNode, { agents }: Profile): CodeSyntaxNode | undefined {
  const { handoffTarget, handoffFunction } = agents.fields;
  const given = call?.options.get(handoffFunction)?.reference?.returned ?? [];
  return call?.options.get(handoffTarget) ?? (given.length === 1 ? given[0] : call?.positional[0]);
}

type Fields = (key: string) => CodeSyntaxNode | undefined;

/** The fields of an agent; a copy has those of what it copies, unless it is given its own. */
function fieldsOf(node: CodeSyntaxNode, profile: Profile, depth: number): Fields {
  const { call } = node;
  const options = call?.options;
  const name = exportOf(node, profile.framework) ?? '';
  const base = copiedBy(node) ?? call?.receiver;
  const inherited =
    isCloneName(name, profile.agents.constructors) && base && depth < DEEPEST_COPY
      ? fieldsOf(base, profile, depth + 1)
      : undefined;
  return (key) => {
    const own = options && option(options, key);
    if (own) return own;
    if (key === profile.agents.fields.name && profile.language === 'python' && !inherited)
      return (call?.passedOn ?? call)?.positional[0];
    return inherited?.(key);
  };
}

/** Whether one of these constructors made an agent, or what it is a copy of. */
function isMadeBy(node: CodeSyntaxNode, constructors: readonly string[], framework: Framework): boolean {
  return constructors.includes((exportOf(node, framework) ?? '').split('(')[0] ?? '');
}

function emptyAgent(node: CodeSyntaxNode, profile: Profile): FoundAgent {
  const nameNode = fieldsOf(node, profile, 0)(profile.agents.fields.name);
  const name = textOf(nameNode) ?? node.call?.boundTo ?? 'agent';
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
  const isSpoken = isMadeBy(node, profile.agents.spoken, profile.framework);
  return { agent, node, profile, isSpoken, handsOffTo: [], calls: [], unresolved: [] };
}

/** What settings of a model say of `store`: an object, or a construction in Python. Settings that are computed say nothing. */
export function storeIn(settings: CodeSyntaxNode | undefined): CodeSyntaxNode | undefined {
  const members = settings?.call ? settings.call.options : settings;
  const isStated = members?.keys().includes('store') ?? false;
  return isStated ? members?.get('store') : undefined;
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

function reached(first: FoundAgent): FoundAgent[] {
  const seen = new Set([first]);
  for (const one of seen) for (const next of [...one.calls, ...one.handsOffTo]) seen.add(next.to);
  return [...seen];
}
