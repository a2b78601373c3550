import { type Agent, type Evidence, gravest, type Tool, toolsOf } from '../../model/index.js';
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
import { toolOf } from '../agents/tool.js';
import { regionOfCall } from '../requests/model-region.js';
import { gatedByAgent, gateServer, namedAlone } from './agent-gates.js';
import { actingNode, gateOfFunctions, mayAsk } from './asking-functions.js';
import { isNeverChosen, joinChoices, namesByFunction } from './choices.js';
import { copiedBy } from './copies.js';
import type { FoundAgent, ProjectPrograms, SetVariable, ToolEntry, VendorReading } from './framework.js';
import {
  type AgentGates,
  type Fields,
  type Framework,
  type GateWords,
  type Interrupts,
  inSentence,
  isSwitchedOff,
  option,
  type Profile,
  textOf,
} from './framework.js';
import { type Graph, graphOf, graphWords } from './graphs.js';
import { namesOf, parallelIn } from './guardrails.js';
import { type ReadMiddleware, readMiddleware } from './middleware.js';
import { exportOf, isAgentName, isCloneName, isMadeBy, isRunName } from './origins.js';
import { lost, namePlace, pathName, placed } from './places.js';
import { readLocalServer } from './servers.js';
import { judgeTogether } from './stores.js';
import type { EntryReaders } from './tool-maps.js';
import { mapByNames, readEntry, readTools, toolItems, withoutRepeats } from './tools.js';
import { countedLimit, ownLimit } from './turn-limits.js';

/** All agents of the programs of a project: each construction is one agent, however often it is referred to. */
export interface Agents {
  /** The agent that a node constructs or refers to; undefined where it is not an agent or cannot be read. */
  at(node: CodeSyntaxNode | undefined): FoundAgent | undefined;
  all(): FoundAgent[];
}

/** Copies of copies are followed no further than this. */
const DEEPEST_COPY = 8;

/** What reading an agent needs from the program around it. */
export interface Around {
  framework: Framework;
  programs: ProjectPrograms;
  /** The servers in a group of servers. */
  serversOf(node: CodeSyntaxNode): readonly CodeSyntaxNode[];
  /** The calls of the framework in the project. */
  calls: readonly CodeSyntaxNode[];
  /** The variables that a file, or one beside it, sets for its environment. */
  environmentOf(file: CodeSyntaxNode['document']): readonly SetVariable[];
}

/** State that is shared while all agents are read. */
interface Reading extends Around {
  agentAt: Agents['at'];
  /** The agent that a plain object describes to the agent that starts it, or that middleware makes. */
  subagentIn(node: CodeSyntaxNode, under?: FoundAgent): FoundAgent | undefined;
  entriesOf(list: CodeSyntaxNode, of: string): ToolEntry[];
  /** Adds an agent that no constructor of its own makes. */
  add(found: FoundAgent, id: string): void;
}

export function openAgents(around: Around): Agents {
  const { framework } = around;
  const known = new Map<string, FoundAgent>();
  const at = (node: CodeSyntaxNode | undefined): FoundAgent | undefined => {
    if (!node?.call) return undefined;
    const before = known.get(node.identity);
    if (before) return before;
    const profile = framework.profileOf(node.document.file);
    if (!isAgentName(exportOf(node, framework), profile) && !isBareRun(node, profile)) {
      const same = profile.agents.same?.includes(node.call.name) ? at(node.call.receiver) : undefined;
      if (same && !same.again?.some(({ identity }) => identity === node.identity))
        same.again = [...(same.again ?? []), node];
      return same;
    }
    return read(node, profile);
  };
  const read = (node: CodeSyntaxNode, profile: Profile, under?: FoundAgent): FoundAgent | undefined => {
    const found =
      known.get(node.identity) ??
      emptyAgent(node, profile, fieldsOf(node, profile, 0)(profile.agents.fields.name));
    if (known.has(node.identity)) return found;
    // Agents refer to each other in circles: each is known before it is read.
    known.set(node.identity, found);
    readAgent(found, reading, under);
    if (hasNoTools(found)) {
      known.delete(node.identity);
      return undefined;
    }
    return found;
  };
  const reading: Reading = {
    ...around,
    agentAt: at,
    subagentIn: (node, under) => read(node, framework.profileOf(node.document.file), under),
    entriesOf: sharedEntries(framework, { readTools, readEntry }),
    add: (found, id) => known.set(id, found),
  };
  return {
    at,
    all: () => [...known.values()].filter(({ partOf }) => !partOf),
  };
}

/** Whether a run is given no agent, and begins one that has the defaults of the framework. */
function isBareRun(node: CodeSyntaxNode, { agents, runs, framework }: Profile): boolean {
  const { call } = node;
  if (!call || agents.bareRuns?.includes(exportOf(node, framework) ?? '') !== true) return false;
  const { named, positional } = call;
  return named.kind !== 'dynamic' && positional.length === 0 && named.get(runs.fields.agent) === undefined;
}

/** Whether a call is a run of a model that is known to have no tools. */
function hasNoTools({ agent, node, profile, unresolved }: FoundAgent): boolean {
  const isRun = profile.agents.atOnce?.includes(node.call?.name ?? '') ?? false;
  return isRun && agent.tools.length + agent.mcpServers.length + unresolved.length === 0;
}

/** Reads an agent. `under`: the agent whose subagent a plain object describes; it inherits what it does not state. */
function readAgent(found: FoundAgent, reading: Reading, under?: FoundAgent): void {
  const { node, profile } = found;
  const { fields } = profile.agents;
  const { framework } = reading;
  const get = fieldsOf(node, profile, 0);
  readModel(found, get(fields.model));
  readInstructions(found.agent, get(fields.instructions));
  readGuardrails(found, get(fields.inputGuardrails), get(fields.outputGuardrails));
  const store = storeIn(get(fields.modelSettings));
  if (store) found.store = store;
  const middleware = readMiddleware(get(fields.middleware), profile);
  found.agent.guardrails.input = either(found.agent.guardrails.input, middleware.guardrails.input);
  found.agent.guardrails.output = either(found.agent.guardrails.output, middleware.guardrails.output);
  const graph = graphOf(node, graphWords(profile));
  const tools = get(fields.tools);
  if (tools || !under) addTools(found, tools, reading);
  else found.agent.tools.push(...(under.ungated ?? []).filter(({ kind }) => kind !== 'agent'));
  const asked = askedByVendor(found, { get, under, parts: middleware.others }, reading);
  const { tools: own = [], byRules } = framework.vendor.facts?.(found, asked) ?? {};
  found.agent.tools.push(...middleware.tools, ...own);
  const nodes = graph ? addNodes(found, graph, reading, profile.agents.graph?.binds) : undefined;
  if (graph && found.agent.tools.length + found.unresolved.length === 0) listChosen(found, graph);
  judgeTogether(found.agent.tools);
  applyGates(found, gatesOf(get, { middleware, graph, nodes, found, under, byRules, profile }));
  addSubagents(found, get(fields.subagents), reading);
  for (const one of middleware.starting) addStarted(found, one, reading);
  addServers(found, get(fields.mcpServers), isPrefixed(get, found.profile), reading);
  noteGatedNames(found);
  const counted = countedLimit(get(fields.middleware), found.agent.name, profile);
  const bound = ownLimit(node, found.agent.name, profile) ?? counted;
  if (bound) found.bounds = [bound];
  if (counted && bound === counted) found.counted = counted;
  addHandoffs(found, get(fields.handoffs), reading);
  framework.vendor.agent?.(found, asked);
  listUnread(found);
}

/** What the code of the vendor asks about an agent. */
function askedByVendor(
  { node, profile, agent }: FoundAgent,
  stated: Pick<VendorReading, 'get' | 'under' | 'parts'>,
  reading: Reading,
): VendorReading {
  return {
    ...stated,
    programs: reading.programs,
    options: optionsOf(node, profile),
    toolsIn: (list) => reading.entriesOf(list, agent.name),
    callsOn: (one, method) => reading.calls.filter((call) => isCallOn(call, one, method)),
    addCalled: (one, entry) => addCalledAgents(one, entry, reading),
    environment: () => reading.environmentOf(node.document),
    add: (one, name) => reading.add(one, `${node.identity} ${name}`),
  };
}

/** Lists what nodes of a graph without tools run by the name in a call of the model: `registry[call["name"]].invoke()`. */
export function listChosen({ agent, profile, unresolved }: FoundAgent, { nodes }: Graph): void {
  const { names } = profile.answers;
  const isName = (one: Traced): boolean => {
    const shape = shapeOf(one);
    if (shape.kind === 'member') return names.includes(shape.property);
    const key = constantIn(callIn(one)?.given[0]);
    return key !== undefined && names.includes(String(key.scalar));
  };
  const hasName = (value: Value): boolean => contains(value, isName);
  for (const { runs } of nodes)
    for (const node of runs.reference?.calls ?? []) {
      const { call } = node;
      const chosen = call && profile.runs.methods?.includes(call.name) ? call.receiver : undefined;
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
  const { agent: key } = found.profile.runs.fields;
  const given = key === undefined ? undefined : (on.call?.named.get(key) ?? on.call?.positional[0]);
  return [on, given].some((one) => one?.identity === found.node.identity);
}

/** The options of an agent: those of its constructor, or what one of them contains. */
function optionsOf(node: CodeSyntaxNode, profile: Profile): CodeSyntaxNode | undefined {
  const { call } = node;
  const { within } = profile.agents;
  if (isBareRun(node, profile)) return undefined;
  const place =
    within === undefined
      ? -1
      : placesOf(node, exportOf(node, profile.framework) ?? '', profile).indexOf(within);
  const named = call && within !== undefined ? option(call.options, within) : call?.options;
  const stated = place < 0 ? named : call?.positional[place];
  return stated?.call?.given ?? stated;
}

/** Lists the options that the library does not read: what they add is not known, and not counted as clean. */
function listUnread({ node, agent, profile, unresolved }: FoundAgent): void {
  const options = optionsOf(node, profile);
  for (const key of profile.agents.unread ?? []) {
    const value = statedIn(options, key);
    if (value)
      unresolved.push({
        what: `\`${key}\` of \`${agent.name}\``,
        why: 'agent-lint does not read it yet',
        at: value.written(),
      });
  }
}

/** An option by the names that lead to it, if it says something. */
function statedIn(options: CodeSyntaxNode | undefined, path: string): CodeSyntaxNode | undefined {
  const stated = path
    .split('.')
    .reduce<CodeSyntaxNode | undefined>(
      (one, key) => (one?.keys().includes(key) ? one.get(key) : undefined),
      options,
    );
  return stated && saysSomething(stated) ? stated : undefined;
}

/** Whether the value of an option says something: null, false and what is empty do not. */
export const saysSomething = (node: CodeSyntaxNode): boolean =>
  node.kind !== 'null' && node.scalar !== false && !isEmpty(node);

const isEmpty = (node: CodeSyntaxNode): boolean =>
  (node.kind === 'object' && node.keys().length === 0) ||
  (node.kind === 'array' && node.items().length === 0);

function readModel(found: FoundAgent, model: CodeSyntaxNode | undefined): void {
  if (model) found.model = model;
  const name = textOf(model);
  if (name !== undefined) found.agent.model = name;
  const runsIn = model && regionOfCall(model);
  if (runsIn) found.agent.runsIn = runsIn;
}

function readInstructions(agent: Agent, node: CodeSyntaxNode | undefined): void {
  const text = textOf(node);
  if (!node || text === undefined) return;
  agent.instructions = { text, at: node.written(), within: (start, end) => node.within(start, end) };
}

function readGuardrails(
  { agent, isSpoken, profile, node }: FoundAgent,
  input: CodeSyntaxNode | undefined,
  output: CodeSyntaxNode | undefined,
): void {
  agent.guardrails = { input: namesOf(input), output: namesOf(output), ...parallelIn(input, profile) };
  if (isSpoken && agent.guardrails.input.state === 'absent')
    agent.guardrails.input = { state: 'inexpressible', why: 'a realtime agent has no input guardrails' };
  const { fields, middleware } = profile.agents;
  const why = `agents of ${inSentence(profile.framework)} have no option for guardrails`;
  const guardedBy = middleware?.guardedBy ?? [];
  if (guardedBy.length > 0 && isMadeBy(node, guardedBy, profile.framework)) return;
  if (fields.inputGuardrails === undefined) agent.guardrails.input = { state: 'inexpressible', why };
  if (fields.outputGuardrails === undefined) agent.guardrails.output = { state: 'inexpressible', why };
}

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

/** Evidence of the agent itself before that of its middleware. */
const either = (own: Evidence<string[]>, other: Evidence<string[]>): Evidence<string[]> =>
  own.state === 'absent' || (own.state !== 'shown' && other.state === 'shown') ? other : own;

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
  reading: Pick<Reading, 'agentAt' | 'entriesOf' | 'framework'>,
  binds: readonly string[] = [],
): GraphNodes {
  const { agent, profile } = found;
  const nodes = new Map<Tool, string>();
  const acting = new Map<Tool, CodeSyntaxNode>();
  const known = new Set<string>();
  for (const { list, node } of graph.tools) {
    const before = agent.tools.length;
    if (!known.has(list.identity)) addTools(found, list, reading);
    known.add(list.identity);
    for (const tool of agent.tools.slice(before)) if (node !== undefined) nodes.set(tool, node);
  }
  agent.tools = withoutSame(agent.tools);
  for (const { name, runs } of graph.nodes) {
    const direct = reading.agentAt(runs);
    const called = direct ? [direct] : agentsIn(runs, reading, profile);
    const acts = called.length > 0 ? undefined : actingNode(name, runs, agent.tools, binds);
    if (acts) {
      agent.tools.push(acts);
      acting.set(acts, runs);
      if (name !== undefined) nodes.set(acts, name);
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
  profile: Profile,
): FoundAgent[] {
  if (reference?.kind !== 'function') return [];
  return (reference.calls ?? []).flatMap((one) =>
    isRunName(exportOf(one, framework) ?? '', profile) ? (agentAt(one.call?.receiver) ?? []) : [],
  );
}

/** The gates that an agent states for its tools by name. */
function gatesOf(
  get: Fields,
  {
    middleware,
    graph,
    nodes,
    found: {
      node: made,
      agent: { name: of, tools },
    },
    under,
    byRules,
    profile,
  }: {
    middleware: ReadMiddleware;
    graph: Graph | undefined;
    nodes: GraphNodes | undefined;
    found: FoundAgent;
    under: FoundAgent | undefined;
    byRules: AgentGates['byRules'];
    profile: Profile;
  },
): AgentGates {
  const { fields, graph: words, decisions } = profile.agents;
  const own = get(fields.gates);
  const asking = [...middleware.asking, ...(graph?.asking ?? [])];
  const nodeOf = (tool: Tool) => (nodes ? nodes.running.get(tool) : words?.toolNode);
  const inGraph = (tool: Tool) => graph?.deciding(nodes?.running.get(tool)) ?? [];
  const named = tools.filter((one) => !nodes?.acting.has(one));
  const names = new Set(named.map((one) => one.name));
  // What a node asks in its own function is judged there.
  const beside = (tool: Tool) =>
    asking.filter(({ runs }) => runs.identity !== nodes?.acting.get(tool)?.identity);
  const inherited = under?.gates;
  const offered = get(fields.tools);
  const byNames = (map: CodeSyntaxNode) =>
    mapByNames(map, offered, (item) => readEntry(item, of, profile.framework));
  return {
    maps: [
      ...middleware.maps.map((one) => ({ ...one, map: byNames(one.map), decisions })),
      ...(own
        ? [{ map: byNames(own), option: fields.gates ?? '', decisions }]
        : (inherited?.maps ?? []).map((one) => ({ ...one, isInherited: true as const }))),
    ],
    interrupts: {
      before: get(fields.interrupts),
      after: get(fields.interruptsAfter),
      options: nodeOptions(fields),
    },
    open: middleware.open,
    toolNode: words?.toolNode,
    byFunctions:
      asking.length + middleware.deciding.length > 0 || graph
        ? (tool) => gateOfFunctions(tool, beside(tool), [...middleware.deciding, ...inGraph(tool)], names)
        : undefined,
    asks: middleware.asking.map(mayAsk)[0],
    byRules,
    nodeOf,
    before: (node) => graph?.before(node) ?? [words?.modelNodes[exportOf(made, profile.framework) ?? '']],
  };
}

/** The options with the nodes around which a person is asked. */
const nodeOptions = ({
  interrupts = '',
  interruptsAfter = '',
}: {
  readonly interrupts?: string;
  readonly interruptsAfter?: string;
}): NonNullable<Interrupts['options']> => ({ before: interrupts, after: interruptsAfter });

/** What a profile says of what gates a tool of an agent. */
function gateWords({ node, profile }: FoundAgent): GateWords | undefined {
  const { gateRemedies = {}, fields } = profile.agents;
  const stated = gateRemedies[exportOf(node, profile.framework) ?? ''];
  const key = stated?.option === 'gates' ? fields.gates : fields.interrupts;
  const mode = stated?.option === 'gates' ? 'by-name' : 'by-node';
  const edit = stated?.option && key !== undefined ? ({ mode, key } as const) : undefined;
  return stated && { text: stated.text, edit };
}

/** Applies them. An agent whose framework has no such gates keeps its tools as they are. `remedy`: what it says of gates. */
export function applyGates(found: FoundAgent, gates: AgentGates, remedy = gateWords(found)): void {
  const { agent, profile, node } = found;
  found.gates = gates;
  found.ungated = agent.tools;
  const isStated = gates.maps.length > 0 || gates.interrupts.before || gates.interrupts.after;
  if (!profile.agents.gateRemedies && !remedy && !isStated && !gates.open && !gates.byFunctions) return;
  const maker = { node, remedy, profile };
  agent.tools = agent.tools.map((tool) => gatedByAgent(tool, gates, maker));
  for (const server of agent.mcpServers) gateServer(server, gates, maker);
}

/** Notes the tools for which gates ask a person, and that servers may have. */
export function noteGatedNames({ agent, gates, profile }: FoundAgent): void {
  const named = gates ? namedAlone(agent, gates, profile) : [];
  if (named.length > 0) agent.gatedNames = named;
}

/** Adds subagents: agents, or plain objects that describe one. */
function addSubagents(found: FoundAgent, list: CodeSyntaxNode | undefined, reading: Reading): void {
  const { agent, profile } = found;
  const lose = (node: CodeSyntaxNode) => found.unresolved.push(lost(node, `a subagent of \`${agent.name}\``));
  if (list && list.kind !== 'array' && list.kind !== 'null') lose(list);
  for (const item of list?.items() ?? []) {
    const stated = item.kind === 'object' ? item : item.call?.options;
    const ran = stated?.get(profile.agents.fields.runnable);
    const own = reading.agentAt(item);
    const { remote } = profile.agents.fields;
    if (remote !== undefined && stated?.get(remote)) {
      const called = textOf(stated.get(profile.agents.fields.name)) ?? 'a subagent';
      const why = `it runs on a server (\`${remote}\`), and gates of \`${agent.name}\` do not apply to it`;
      found.unresolved.push({
        what: `the tools of \`${called}\``,
        why,
        at: item.written(),
        toolsOf: agent.name,
      });
      continue;
    }
    const isDescribed = stated?.kind === 'object' && stated.keys().includes(profile.agents.fields.name ?? '');
    const to =
      own ?? (ran ? reading.agentAt(ran) : isDescribed ? reading.subagentIn(stated, found) : undefined);
    if (!to) {
      lose(item);
      continue;
    }
    if (ran && found.gates) noteNotInherited(to, found, fieldsOf(found.node, profile, 0));
    const name = textOf(stated?.get(profile.agents.fields.name)) ?? to.agent.name;
    const at = placed(item.written(), `${agent.at.path}.subagents[${pathName(name)}]`);
    const tool = toolOf({ name, kind: 'agent' }, at, { state: 'absent' });
    agent.tools.push(tool);
    found.calls.push({ to, tool, by: { name: to.agent.name, at }, ...(!own && { item }) });
  }
}

/** Adds the subagent that middleware makes of its own options. Those that it lists inherit from this one. */
function addStarted(found: FoundAgent, node: CodeSyntaxNode, { subagentIn }: Reading): void {
  const to = subagentIn(node);
  if (!to) return;
  const { name } = to.agent;
  const at = placed(node.written(), `${found.agent.at.path}.subagents[${pathName(name)}]`);
  const tool = toolOf({ name, kind: 'agent' }, at, { state: 'absent' });
  found.agent.tools.push(tool);
  found.calls.push({ to, tool, by: { name, at } });
}

/** Says of the tools of an agent that is built by itself that the gates of the one which starts it do not apply to them. */
function noteNotInherited({ agent: to }: FoundAgent, { agent, profile }: FoundAgent, get: Fields): void {
  const map = get(profile.agents.fields.gates);
  const why = `\`${profile.agents.fields.gates}\` of \`${agent.name}\` does not apply to a subagent that is built by itself`;
  for (const tool of to.tools)
    if (tool.approval.state === 'absent' && !tool.approval.why && map?.get(tool.name))
      tool.approval = { ...tool.approval, why };
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
    const shared = found.profile.runs.sharedLimit;
    const limit = entry.sharesLimit ? { sharesLimit: true as const } : shared && { limitEdit: shared.edit };
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
    const profile = framework.profileOf(list.document.file);
    const read = (item: CodeSyntaxNode): ToolEntry[] => {
      const id = item.call || item.reference ? item.identity : undefined;
      const entries = (id === undefined ? undefined : known.get(id)) ?? readEntry(item, of, framework);
      if (id !== undefined) known.set(id, entries);
      return entries;
    };
    const items = toolItems(list, read);
    const names = namesByFunction(items.map((item) => [item, read(item)] as const));
    const certain = new Set(items.filter((item) => !item.isPerhaps).flatMap(read));
    const possible = items.filter((item) => !item.isPerhaps || !isNeverChosen(item, profile, names));
    for (const item of possible.filter(({ isPerhaps }) => isPerhaps))
      for (const one of read(item).filter((entry) => !certain.has(entry))) {
        if (one.kind === 'tool') one.tool.isPerhaps = true;
        chosen.set(one, item);
      }
    return joinChoices(withoutRepeats(possible.flatMap(read)), chosen, profile);
  };
  return entriesOf;
}

/** Whether an option of the agent puts the name of a server before those of its tools: `mcp_config.include_server_in_tool_names`. */
function isPrefixed(get: Fields, { servers }: Profile): boolean {
  const [first, ...path] = servers.fields.prefix?.split('.') ?? [];
  return path.reduce((at, name) => at?.get(name), get(first))?.scalar === true;
}

function addServers(
  found: FoundAgent,
  list: CodeSyntaxNode | undefined,
  isPrefixed: boolean,
  { framework, serversOf }: Reading,
): void {
  const what = `an MCP server of \`${found.agent.name}\``;
  const items = list?.kind === 'array' ? list.items() : list && list.kind !== 'null' ? [list] : [];
  for (const item of items) {
    const nodes = item.call || item.kind !== 'dynamic' ? [item] : [item, ...serversOf(item)];
    const servers = nodes.flatMap(
      (node) => readLocalServer(node, framework.profileOf(node.document.file)) ?? [],
    );
    const names = isPrefixed ? 'prefixed' : found.profile.servers.names;
    for (const one of servers) found.agent.mcpServers.push(names ? { ...one, names } : one);
    if (servers.length === 0) found.unresolved.push(lost(item, what));
  }
}

function addHandoffs(
  found: FoundAgent,
  list: CodeSyntaxNode | undefined,
  { framework, agentAt }: Reading,
): void {
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
    const target = isHandoff ? handoffTarget(item, profile) : item;
    const to = agentAt(target);
    const place = placed(item.written(), `${found.agent.at.path}.handoffs[${to?.agent.name ?? ''}]`);
    if (to) found.handsOffTo.push({ to, by: { name: to.agent.name, at: place } });
    else lose(target ?? item, 'a handoff');
  }
}

/** The agent that a handoff names, or that its function always returns. */
function handoffTarget({ call }: CodeSyntaxNode, { agents }: Profile): CodeSyntaxNode | undefined {
  const { handoffTarget, handoffFunction } = agents.fields;
  const given = call?.options.get(handoffFunction)?.reference?.returned ?? [];
  return call?.options.get(handoffTarget) ?? (given.length === 1 ? given[0] : call?.positional[0]);
}

/** The fields of an agent. A copy inherits the fields that it does not set. */
export function fieldsOf(node: CodeSyntaxNode, profile: Profile, depth: number): Fields {
  const { call } = node;
  const options = optionsOf(node, profile) ?? (node.kind === 'object' ? node : undefined);
  const name = exportOf(node, profile.framework) ?? '';
  const places = placesOf(node, name, profile);
  const base = copiedBy(node) ?? call?.receiver;
  const inherited =
    isCloneName(name, profile.agents.constructors) && base && depth < DEEPEST_COPY
      ? fieldsOf(base, profile, depth + 1)
      : undefined;
  const ignored = profile.agents.ignores?.[name] ?? NO_PLACES;
  const renamed = profile.agents.middleware?.subagents?.[name];
  return (stated) => {
    const key = (stated !== undefined && renamed?.[stated]) || stated;
    if (key !== undefined && ignored.includes(key)) return undefined;
    const own = options && option(options, key);
    if (own) return own;
    const place = key === undefined ? -1 : places.indexOf(key);
    if (place >= 0) return call?.positional[place];
    if (
      key !== undefined &&
      key === profile.agents.fields.name &&
      profile.language === 'python' &&
      places.length === 0 &&
      !inherited
    )
      return (call?.passedOn ?? call)?.positional[0];
    return inherited?.(key);
  };
}

/** The options that an agent is given by position. A list is no model: older versions have none before it. */
function placesOf({ call }: CodeSyntaxNode, name: string, { agents }: Profile): readonly string[] {
  const places = agents.positions?.[name] ?? NO_PLACES;
  const isOlder = call?.positional[0]?.kind === 'array' && places[0] === agents.fields.model;
  return isOlder ? places.slice(1) : places;
}

const NO_PLACES: readonly string[] = [];

/** An agent of which only its name is read. */
export function emptyAgent(
  node: CodeSyntaxNode,
  profile: Profile,
  nameNode: CodeSyntaxNode | undefined,
  unnamed = 'agent',
): FoundAgent {
  const { name: callee = 'agent', boundTo } = node.call ?? {};
  // The name of a result is none of the agent.
  const own = profile.agents.atOnce?.includes(callee) ? callee : boundTo;
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
  const isSpoken = isMadeBy(node, profile.agents.spoken, profile.framework);
  return { agent, node, profile, isSpoken, handsOffTo: [], calls: [], unresolved: [] };
}

/**
 * The value of `store` in the settings of a model: an object, or a construction in Python. Computed settings have none.
 */
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

/** An agent and those behind it. */
export function reached(first: FoundAgent): FoundAgent[] {
  const seen = new Set([first]);
  for (const one of seen) for (const next of [...one.calls, ...one.handsOffTo]) seen.add(next.to);
  return [...seen];
}
