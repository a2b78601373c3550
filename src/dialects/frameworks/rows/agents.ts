import { type Agent, isIrreversible, type Tool, type Unresolved } from '../../../model/index.js';
import { isTestFile } from '../../../model/test-file.js';
import {
  callOf,
  callsOf,
  type CodeDocument,
  type CodeSyntaxNode,
  decoratedIn,
  nodeOfCall,
} from '../../../program/index.js';
import { bodyOfTool, changed, originalOf } from '../../agents/body.js';
import { regionOfCall } from '../../requests/model-region.js';
import { addEntry, type Agents, emptyAgent, isCallOn, saysSomething, sharedEntries } from '../agents.js';
import { applyGates, noteOwnNames } from '../agent-gates.js';
import {
  type Fields,
  type FoundAgent,
  type Framework,
  type GatesOf,
  type ProgramParts,
  type ProjectPrograms,
  type ToolEntry,
  textOf,
  type VendorReading,
} from '../framework.js';
import { type Gate, notKnown, strongest, weakest } from '../gate-levels.js';
import { calledOn, isModuleOf, nameOf as nameInFramework } from '../origins.js';
import { lost, placed } from '../places.js';
import { noteKept } from '../stored-state.js';
import { judgeTogether } from '../stores.js';
import { boundOf, boundOfParts } from './bounds.js';
import { gatesOfAgent, gateWordsOf } from './gates-of-agents.js';
import { givesThing, RECEIVER } from './catalogue.js';
import { gatedByExecutors, isExecutor } from './executors.js';
import { gateOfAll, gatesOfHooks, hooksOf } from './gates.js';
import { guardIn, guardrailsOf, joined, parallelIn } from './guards.js';
import { itemsOf, readOutputs } from './outputs.js';
import type { Role } from './row.js';
import { readServer } from './servers.js';
import { addSubagent, addSubagents, type SubagentReaders } from './subagents.js';
import { isOff, readAdded, readEntry, readGiven, readTools } from './tools.js';
import {
  exportAt,
  type Fact,
  factsIn,
  gives,
  openOptions,
  optionsIn,
  optionsOfThing,
  registeredWith,
  rowAt,
  rowsAt,
  settingsOf,
  stateIn,
  storeIn,
  type Thing,
  thingAt,
  valueIn,
  writtenIn,
} from './things.js';

/** Runners that hold runners are followed no further than this. */
const DEEPEST_RUNNER = 4;

/** All agents of the programs of a project, by the rows of their framework. */
export function openAgents(
  programs: ProjectPrograms,
  calls: ReadonlyMap<CodeDocument, readonly CodeSyntaxNode[]>,
): Agents & { addTools(found: FoundAgent, runs: readonly CodeSyntaxNode[]): void } {
  const { framework } = programs;
  const wide = framework.vendor.parts?.(calls, framework);
  const known = new Map<string, FoundAgent>();
  const entriesOf = sharedEntries(framework, { readTools, readEntry });
  const at = (node: CodeSyntaxNode | undefined): FoundAgent | undefined => {
    if (!node?.call) return undefined;
    const before = known.get(node.identity);
    if (before) return before;
    const thing = thingAt(node, framework);
    if (!gives(thing, 'agent') && !isForUnseen(thing, { at }, framework)) return undefined;
    if (!thing || (gives(thing, 'run') && !hasTools(thing))) return undefined;
    const same = factsIn(thing, 'same').find(({ arg }) => arg.key === RECEIVER && arg.mode !== 'copy');
    if (!same) {
      const found = describe(thing);
      if (gives(thing, 'run') && isWithoutTools(found)) known.delete(node.identity);
      return known.get(node.identity);
    }
    const found = at(same.value);
    if (found && !found.again?.some(({ identity }) => identity === node.identity))
      found.again = [...(found.again ?? []), node];
    return found;
  };
  /** The agent that a thing makes. `under`: the agent that starts it; it inherits what it does not state. */
  const describe = (thing: Thing, under?: FoundAgent): FoundAgent => {
    const { node } = thing;
    const before = known.get(node.identity);
    if (before) return before;
    const found = emptyAgent(thing, nameIn(thing), unnamed(thing, framework), framework);
    // Agents refer to each other in circles: each is known before it is read.
    known.set(node.identity, found);
    read(found, thing, under);
    return found;
  };
  const readers: SubagentReaders = { at, described: describe };
  const add = (found: FoundAgent, entries: readonly ToolEntry[]): void => {
    for (const entry of entries) addEntry(found, entry, { agentAt: at });
  };
  const read = (found: FoundAgent, thing: Thing, under?: FoundAgent): void => {
    const { agent, node } = found;
    readWords(found, thing);
    found.isSpoken = thing.stated.row.spoken === true;
    const store = storeIn([thing]);
    if (store) found.store = store;
    agent.guardrails = {
      ...guardrailsOf(thing, framework),
      ...parallelIn(thing, framework),
    };
    addSame(found, thing, at);
    const lists = factsIn(thing, 'tools');
    for (const { value } of lists) add(found, entriesOf(value, agent.name));
    if (lists.length === 0)
      agent.tools.push(...(under?.ungated ?? []).filter(({ kind }) => kind !== 'agent'));
    for (const one of registeredWith(thing, framework)) add(found, readGiven(one, agent.name, framework));
    agent.tools = agent.tools.map((tool) => gatedByExecutors(tool, framework));
    const before = agent.tools.length;
    for (const { value } of factsIn(thing, 'executes')) add(found, entriesOf(value, agent.name));
    add(found, readOutputs(thing, framework));
    add(found, readAdded(thing, framework));
    if (isExecutor(thing))
      agent.tools = agent.tools.map((tool, at) =>
        at < before ? tool : gatedByExecutors(tool, framework, thing),
      );
    const own = partsOf([thing], framework, wide?.(node));
    for (const one of own.offers) add(found, readEntry(one, agent.name, framework));
    agent.tools = agent.tools.map((tool) => withRunBy(found, tool));
    for (const part of own.parts) add(found, readAdded(part, framework));
    const asked = vendorReading(found, thing, under, own.parts);
    const facts = framework.vendor.facts?.(found, asked);
    agent.tools.push(...(facts?.tools ?? []));
    agent.tools = judgeTogether(agent.tools);
    const [unread] = own.unread;
    const sources = { thing, parts: own.parts, open: unread && openBy(unread), under, facts };
    const gates = gatesOfAgent(found, sources, framework);
    if (gates) applyGates(found, gates, gateWordsOf(thing));
    for (const side of ['input', 'output'] as const) guard(agent, side, [own], unread);
    for (const one of own.adding)
      found.unresolved.push(lost(one.item, `what \`${one.key}\` adds to \`${agent.name}\``));
    for (const part of own.parts.filter(startsAgent)) {
      const to = describe(part);
      addSubagent(found, to, { name: to.agent.name, node: part.node });
    }
    noteOwnNames(found);
    addServers(found, thing);
    for (const fact of factsIn(thing, 'agents')) if (fact.arg.mode !== 'perhaps') addAgents(found, fact);
    if (thing.stated.args.some(({ role, mode }) => role === 'agents' && mode === 'perhaps')) {
      agent.tools = agent.tools.map((tool) => withReturned(found, tool));
      if (found.ungated) found.ungated = found.ungated.map((tool) => withReturned(found, tool));
    }
    if (!thing.stated.args.some(({ role }) => role === 'model')) guardBySubagents(found);
    for (const { value } of factsIn(thing, 'subagents')) addSubagents(found, value, readers, framework);
    const asks = gateOfAll(thing);
    if (asks) found.asks = asks;
    const ownBound = mayLoop(found, thing) ? boundOf(thing, node, agent.name) : undefined;
    const counted = boundOfParts(own.parts, agent.name);
    const bound = ownBound ?? counted;
    if (bound) found.bounds = [bound];
    if (counted && bound === counted) found.counted = counted;
    framework.vendor.agent?.(found, asked);
    found.unresolved.push(...unreadIn(thing, `\`${agent.name}\``, framework));
  };
  /** What the code of the vendor asks about an agent. */
  const vendorReading = (
    found: FoundAgent,
    thing: Thing,
    under: FoundAgent | undefined,
    parts: readonly Thing[],
  ): VendorReading => ({
    programs,
    under,
    ...optionsOfThing(thing),
    parts: parts.map(({ node }) => node).filter(({ call }) => call?.target.reference?.kind !== 'class'),
    agentAt: at,
    toolsIn: (list) => entriesOf(list, found.agent.name),
    callsOn: (one, method) => [...calls.values()].flat().filter((call) => isCallOn(call, one, method)),
    environment: () => framework.environmentOf(found.node.document),
    add: (one, name) => known.set(`${found.node.identity} ${name}`, one),
  });
  /** Notes the agents that the function of a tool runs, where the function itself is not seen to act. */
  const withRunBy = (found: FoundAgent, stated: Tool): Tool => {
    const body = bodyOfTool(stated);
    if (!body || stated.kind === 'agent' || mayAct(stated)) return stated;
    // What it does is what its agents do, and is reported there.
    const tool = changed(stated, { kind: 'agent' });
    for (const { event } of body.reach.calls) {
      const node = nodeOfCall(callOf(event));
      const run = thingAt(node, framework);
      // The tools of a call that is an agent itself are reported there.
      const starts = gives(run, 'run') && !gives(run, 'agent');
      const to = starts ? agentOfRun(node, { at }, framework) : undefined;
      if (!to || to === found || found.calls.some((one) => one.to === to && one.tool === tool)) continue;
      const by = { name: to.agent.name, at: placed(node.written(), `${found.agent.at.path}.tools`) };
      found.calls.push({ to, by, tool, runBy: body.node });
    }
    return found.calls.some((one) => one.tool === tool) ? tool : stated;
  };
  /** Adds the agents that the function of a tool returns: the framework goes on with them. */
  const withReturned = (found: FoundAgent, tool: Tool): Tool => {
    let isHandoff = false;
    const { reference } = bodyOfTool(tool)?.node ?? {};
    for (const item of reference?.kind === 'function' ? reference.returned.flatMap(itemsOf) : []) {
      const handoff = thingAt(item, framework);
      const to = at(gives(handoff, 'handoff') ? targetOf(handoff) : item);
      if (!to || to === found) continue;
      addHandoff(found, to, item);
      isHandoff = true;
    }
    return isHandoff && !mayAct(tool) ? changed(tool, { kind: 'agent' }) : tool;
  };
  /** Adds the MCP servers of a list. One that a client connects may be any of those that it is given. */
  const addServers = (found: FoundAgent, thing: Thing): void => {
    const isPrefixed = valueIn(thing, 'prefix')?.scalar === true;
    for (const { value: list } of factsIn(thing, 'servers'))
      for (const item of list.kind === 'array' ? list.items() : list.kind === 'null' ? [] : [list]) {
        const nodes = item.call || item.kind !== 'dynamic' ? [item] : [item, ...connectedBy(item, framework)];
        const servers = nodes.flatMap((node) => {
          const server = thingAt(node, framework);
          return gives(server, 'server') ? [readServer(server, node, framework)] : [];
        });
        for (const one of servers)
          found.agent.mcpServers.push(isPrefixed ? { ...one, names: 'prefixed' } : one);
        if (servers.length === 0)
          found.unresolved.push(lost(item, `an MCP server of \`${found.agent.name}\``));
      }
  };
  const addAgents = (found: FoundAgent, { value: list, arg }: Fact): void => {
    const lose = (node: CodeSyntaxNode, what: string) => {
      found.unresolved.push(lost(node, `${what} of \`${found.agent.name}\``));
      found.handsOffElsewhere = true;
    };
    const one = at(list) ? [list] : returnedBy(list, arg.returnedBy, framework);
    if (list.kind !== 'array' && list.kind !== 'null' && one.length === 0) lose(list, 'the handoffs');
    for (const item of list.kind === 'array' ? list.items() : one) {
      const handoff = thingAt(item, framework);
      if (gives(handoff, 'handoff') && isOff(handoff)) continue;
      const target = gives(handoff, 'handoff') ? targetOf(handoff) : item;
      const to = at(target);
      if (!to) {
        lose(target ?? item, 'a handoff');
        continue;
      }
      addHandoff(found, to, item);
    }
  };
  return {
    at,
    /** Adds the tools that runs, and what holds them, give their agent. */
    addTools(found, runs) {
      const { agent } = found;
      const things = countedOf(runs, found)
        // Those of a call that is the agent, too, are its own.
        .filter(({ identity }) => identity !== found.node.identity)
        .flatMap((run) => runnersOf(run, framework));
      for (const thing of things) {
        // Whom it talks to.
        for (const fact of gives(thing, 'run') ? factsIn(thing, 'agents') : []) addAgents(found, fact);
        const isOpen = gives(thing, 'run') && thing.stated.args.some(({ role }) => role === 'tools');
        const one = isOpen ? openOptions(thing) : undefined;
        if (one) found.unresolved.push(lost(one, `options of a run of \`${agent.name}\``));
      }
      const offered = things.flatMap((one) => partsOf([one], framework).offers);
      const entries = new Set([
        ...things
          .flatMap((one) => statedBy(one, 'tools'))
          .flatMap(({ value }) => entriesOf(value, agent.name)),
        ...offered.flatMap((one) => readEntry(one, agent.name, framework)),
      ]);
      if (entries.size === 0) return;
      const before = agent.tools;
      const known = new Set(before.map(originalOf));
      agent.tools = [];
      for (const entry of entries)
        if (entry.kind !== 'tool' || !known.has(originalOf(entry.tool)))
          addEntry(found, entry, { agentAt: at });
      const judged = judgeTogether([...before, ...agent.tools]);
      const own = judged.slice(0, before.length);
      const added = judged.slice(before.length);
      agent.tools = added;
      if (found.gates) applyGates(found, found.gates);
      agent.tools = [...own, ...agent.tools];
      if (found.ungated) found.ungated = [...found.ungated, ...added];
    },
    all: () => [...known.values()].filter(({ partOf }) => !partOf),
  };
}

/** Whether the function of a tool acts, or may do what its name says. */
const mayAct = ({ effect: { effect, because }, approval }: Tool): boolean =>
  because.from === 'body' || approval.state !== 'absent' || isIrreversible(effect);

/** Adds that an agent hands off to another one, by `item`. */
function addHandoff({ agent, handsOffTo }: FoundAgent, to: FoundAgent, item: CodeSyntaxNode): void {
  const at = placed(item.written(), `${agent.at.path}.handoffs[${to.agent.name}]`);
  if (!handsOffTo.some((one) => one.to === to)) handsOffTo.push({ to, by: { name: to.agent.name, at } });
}

/** Whether a call that is an agent and its run states tools: one that states none only asks a model. */
const hasTools = (thing: Thing): boolean =>
  !thing.stated.args.some(({ role }) => role === 'tools') ||
  factsIn(thing, 'tools').some(({ value }) => value.kind !== 'null');

const isWithoutTools = ({ agent, unresolved }: FoundAgent): boolean =>
  agent.tools.length + agent.mcpServers.length + unresolved.length === 0;

/** Whether a run with tools of its own, which can be an agent, begins with one that is not seen. */
const isForUnseen = (thing: Thing | undefined, agents: Pick<Agents, 'at'>, framework: Framework): boolean =>
  thing !== undefined &&
  givesThing(thing.stated.row, 'agent') &&
  factsIn(thing, 'tools').length > 0 &&
  !agentOfRun(valueIn(thing, 'runs'), agents, framework);

/** The agent that a handoff names, or that its function always returns. */
function targetOf(handoff: Thing): CodeSyntaxNode | undefined {
  const value = valueIn(handoff, 'agents');
  if (value?.reference?.kind !== 'function' || value.call) return value;
  const [target, ...others] = value.reference.returned;
  return others.length === 0 ? target : undefined;
}

/** The servers that the clients of a file are given, where a value is a member of one of them. */
function connectedBy(node: CodeSyntaxNode, framework: Framework): readonly CodeSyntaxNode[] {
  const [maker = '', member] = (nameInFramework(node.origin, node, framework) ?? '').split('().');
  const rows = rowsAt(node, framework);
  const row = rows.rowOf(maker)?.row;
  if (member === undefined || !row || !givesThing(row, 'client')) return [];
  const from = (module: string) => isModuleOf(rows, module);
  return callsOf(node.document, { from }).flatMap((made) =>
    exportAt(made, framework) === maker ? (valueIn(thingAt(made, framework), 'servers')?.items() ?? []) : [],
  );
}

/** Whether an agent may have something to call: without, it answers in one turn. */
const mayLoop = ({ agent, handsOffTo, calls }: FoundAgent, thing: Thing): boolean =>
  !thing.stated.args.some(({ role }) => role === 'tools') ||
  factsIn(thing, 'tools').some(({ value }) => value.kind !== 'array' || value.items().length > 0) ||
  [agent.tools, handsOffTo, calls].some(({ length }) => length > 0);

/** The name of an agent: a text, or the key that its settings are read with. */
const nameIn = (thing: Thing): CodeSyntaxNode | undefined =>
  factsIn(thing, 'name').find(({ arg, value }) => !arg.taken && textOf(value) !== undefined)?.value;

/** What an agent is called that states no name: what the rows say, or its class, where that is one of the project. */
function unnamed(thing: Thing, framework: Framework): string {
  const taken = factsIn(thing, 'name').flatMap(
    ({ arg, value }) => (arg.taken && value.takenFrom?.name) || [],
  );
  const { unnamed: ofRows } = rowsAt(thing.node, framework).stated;
  const made = thing.node.call?.target.reference;
  const ofClass = made?.kind === 'class' ? made.name : undefined;
  return taken[0] ?? ofRows ?? ofClass ?? thing.stated.api.replace(/^.*(?:\(\))?\./, '').toLowerCase();
}

/** Whether a part starts an agent of its own: only an agent has a model of that role. */
const startsAgent = ({ stated: { args } }: Thing): boolean => args.some(({ role }) => role === 'model');

/** Adds what an agent has of another one that it runs: both are one. */
function addSame(found: FoundAgent, thing: Thing, at: Agents['at']): void {
  const { agent } = found;
  const part = at(factsIn(thing, 'same').find(({ arg }) => arg.mode !== 'copy')?.value);
  if (!part || part === found) return;
  part.partOf = found;
  const { model, instructions, tools, mcpServers, guardrails } = part.agent;
  if (model !== undefined) agent.model ??= model;
  if (instructions) agent.instructions ??= instructions;
  if (factsIn(thing, 'tools').length > 0) return;
  if (part.takesRequests) found.takesRequests = part.takesRequests;
  agent.tools.push(...tools);
  agent.mcpServers.push(...mcpServers);
  agent.guardrails = guardrails;
  found.unresolved.push(...part.unresolved);
  found.calls.push(...part.calls);
}

/** What functions of the file of a node return that are decorated with an export. */
const returnedBy = (
  { document }: CodeSyntaxNode,
  decorator: string | undefined,
  framework: Framework,
): CodeSyntaxNode[] =>
  decorator === undefined
    ? []
    : decoratedIn(document)
        .flatMap(({ reference }) => reference ?? [])
        .filter(({ decorators }) => decorators.some((one) => exportAt(one, framework) === decorator))
        .flatMap(({ returned }) => returned);

/** An agent without a model is guarded where each agent that it runs is. */
function guardBySubagents({ agent, handsOffTo }: FoundAgent): void {
  for (const side of ['input', 'output'] as const) {
    if (agent.guardrails[side].state === 'shown') continue;
    const stated = handsOffTo.map(({ to }) => to.agent.guardrails).filter(({ eachTurn }) => eachTurn);
    const guards = stated.length < handsOffTo.length ? [] : stated.map((one) => one[side]);
    const open = guards.find(({ state }) => state !== 'shown') ?? guards[0];
    if (open && guards.every(({ state }) => state === 'shown' || state === 'undecidable'))
      agent.guardrails[side] = open;
  }
}

function readWords(found: FoundAgent, thing: Thing): void {
  const { agent } = found;
  const model = valueIn(thing, 'model');
  if (model) found.model = model;
  const name = textOf(model);
  if (name !== undefined) agent.model = name;
  const runsIn = model && regionOfCall(model);
  if (runsIn) agent.runsIn = runsIn;
  for (const { value } of factsIn(thing, 'text')) {
    const text = textOf(value);
    if (text !== undefined)
      agent.instructions ??= { text, at: value.written(), within: (start, end) => value.within(start, end) };
  }
}

/** What no row reads: arguments with that role, also of guardrails, and exports of the framework in others. */
export function unreadIn(thing: Thing | undefined, of = 'a call', framework?: Framework): Unresolved[] {
  const statedBy = (one: Thing | undefined, before: readonly string[] = []) =>
    factsIn(one, 'unread').map(({ arg, value }) => ({ key: [...before, ...arg.path].join('.'), value }));
  const ofGuards = factsIn(thing, 'guard').flatMap(({ arg, value }) =>
    (value.kind === 'array' && framework ? value.items() : []).flatMap((item) => {
      const guard = framework && thingAt(item, framework);
      return statedBy(guard, [...arg.path, guard?.stated.api ?? '']);
    }),
  );
  const others = thing && !givesThing(thing.stated.row, 'plain') ? thing.unread : [];
  return [...statedBy(thing), ...ofGuards, ...others]
    .filter(({ value }) => saysSomething(value))
    .map(({ key, value }) => ({
      what: key === RECEIVER ? of : `\`${key}\` of ${of}`,
      why: 'agent-lint does not read it yet',
      at: value.written(),
    }));
}

/** The agent that a run or a runner begins with: an argument, or what its receiver holds. */
export function agentOfRun(
  node: CodeSyntaxNode | undefined,
  agents: Pick<Agents, 'at'>,
  framework: Framework,
  depth = 0,
): FoundAgent | undefined {
  if (!node || depth > DEEPEST_RUNNER) return undefined;
  const own = agents.at(node);
  if (own) return own;
  const thing = thingAt(node, framework);
  if (!gives(thing, 'run') && !gives(thing, 'runner') && factsIn(thing, 'calls').length === 0)
    return undefined;
  for (const { value } of [...factsIn(thing, 'runs'), ...factsIn(thing, 'calls')]) {
    const found = agentOfRun(value, agents, framework, depth + 1);
    if (found) return found;
  }
  return gives(thing, 'run') ? agentOfRun(calledOn(node), agents, framework, depth + 1) : undefined;
}

/** The things that hold the agent of a run, from the run to the innermost. */
function runnersOf(node: CodeSyntaxNode | undefined, framework: Framework, depth = 0): Thing[] {
  const thing = depth > DEEPEST_RUNNER ? undefined : thingAt(node, framework);
  if (!node || (!gives(thing, 'run') && !gives(thing, 'runner'))) return [];
  const inner = [...factsIn(thing, 'runs').map(({ value }) => value), calledOn(node)];
  return [thing, ...inner.flatMap((one) => runnersOf(one, framework, depth + 1))];
}

/** Of what holds an agent, that which nothing else among it holds: `Runner(app=App(root_agent))`. */
export function outermost(runners: readonly CodeSyntaxNode[], framework: Framework): CodeSyntaxNode[] {
  const inner = new Set(
    runners.flatMap((one) => runnersOf(one, framework).slice(1)).map(({ node }) => node.identity),
  );
  return runners.filter(({ identity }) => !inner.has(identity));
}

/** The parts of what runs an agent. */
interface Parts {
  readonly parts: readonly Thing[];
  /** What no row names: it may ask, check and add. */
  readonly unread: readonly CodeSyntaxNode[];
  /** Tools, groups of them and servers among the parts. */
  readonly offers: readonly CodeSyntaxNode[];
  /** What may add tools that are not read, and the option with it. */
  readonly adding: readonly { readonly key: string; readonly item: CodeSyntaxNode }[];
}

/** What a run or a runner states: of a run, what is computed is no evidence. */
const statedBy = (one: Thing, role: Role): readonly Fact[] =>
  gives(one, 'run') && !gives(one, 'agent') ? writtenIn(one, role) : factsIn(one, role);

function partsOf(runners: readonly Thing[], framework: Framework, wide?: ProgramParts): Parts {
  const lists = runners
    .flatMap((one) => statedBy(one, 'parts'))
    .map(({ value, arg }) => ({ arg, ...listedIn(value, gives(thingAt(value, framework), 'part')) }));
  const things = lists.flatMap(({ arg, items }) =>
    items.map((item) => {
      const thing = thingAt(item, framework);
      const isOffer = gives(thing, 'tool') || gives(thing, 'toolset') || gives(thing, 'server');
      return { item, thing, arg, isOffer: arg.offers === true && isOffer };
    }),
  );
  const isKnown = (one: Thing | undefined): one is Thing => gives(one, 'part') && !isUnreadClass(one);
  return {
    parts: [...things.flatMap(({ thing }) => (isKnown(thing) ? [thing] : [])), ...(wide?.parts ?? [])],
    unread: [
      ...lists.flatMap(({ open }) => open),
      ...things.flatMap(({ item, thing, isOffer }) =>
        isOffer || isKnown(thing) || gives(thing, 'plain') ? [] : [item],
      ),
      ...(wide?.unread ?? []),
    ],
    offers: things.flatMap(({ item, isOffer }) => (isOffer ? [item] : [])),
    adding: [
      ...lists.flatMap(({ arg, open }) => open.map((item) => ({ arg, item }))),
      ...things.filter(
        ({ thing, isOffer }) =>
          !isOffer && !gives(thing, 'plain') && (!isKnown(thing) || factsIn(thing, 'unread').length > 0),
      ),
    ].flatMap(({ arg: { key, offers }, item }) => (offers ? [{ key, item }] : [])),
  };
}

/** The items of a list of parts, and the list itself where it may have others. */
function listedIn(
  list: CodeSyntaxNode,
  isPart: boolean,
): { items: readonly CodeSyntaxNode[]; open: readonly CodeSyntaxNode[] } {
  if (list.kind === 'null') return { items: [], open: [] };
  // A choice of lists alone has no other items.
  const chosen = list.may ?? [];
  const isWhole = chosen.length > 0 && chosen.every(({ kind }) => kind === 'array' || kind === 'null');
  const items = isWhole ? list.items().slice(0, -1) : list.items();
  if (list.kind === 'array') return { items, open: [] };
  return isPart || items.length === 0 ? { items: [list], open: [] } : { items, open: [list] };
}

/** Whether a class of the project has none of the functions that are read of its base. */
function isUnreadClass({ node, stated, facts }: Thing): boolean {
  const made = node.call?.target.reference;
  if (made?.kind !== 'class' || stated.hooks.length === 0) return false;
  const isRead = stated.hooks.some(({ path: [first = ''] }) => made.member(first) !== undefined);
  return !isRead && !facts.some(({ role }) => role === 'gate');
}

/** Applies the gate that a method of an agent adds to it: `agent.on(Called, check)`. */
export function addPart(part: Thing, agents: Pick<Agents, 'at'>, framework: Framework): void {
  const hooks = hooksOf([part]);
  const found = part.node.call?.receivers.flatMap((one) => agents.at(one) ?? [])[0];
  const gates = found && gatesOfHooks(hooks, found.ungated ?? found.agent.tools, framework);
  if (gates) applyGates(found, { ...NO_GATES, byFunctions: gates });
}

/** The runs of an agent that count: those of tests are none of a program. */
export const countedOf = (runs: readonly CodeSyntaxNode[], { node }: FoundAgent): CodeSyntaxNode[] =>
  runs.filter(({ document: { file } }) => file === node.document.file || !isTestFile(file));

/** Applies what parts of the runs of an agent do to it and to each agent behind it. */
export function applyParts(first: FoundAgent, runs: readonly CodeSyntaxNode[], framework: Framework): void {
  const counted = countedOf(runs, first);
  const all = counted.map((run) => partsOf(runnersOf(run, framework), framework));
  if (all.length === 0) return;
  for (const run of counted.filter(({ identity }) => identity !== first.node.identity))
    first.unresolved.push(...unreadIn(thingAt(run, framework), `a run of \`${first.agent.name}\``));
  for (const one of new Map(
    all.flatMap(({ unread, adding }) =>
      [...unread, ...adding.map(({ item }) => item)].map((each) => [each.identity, each]),
    ),
  ).values())
    first.unresolved.push(lost(one, `${nameOf(one)} in a run of \`${first.agent.name}\``));
  const reached = new Set([first]);
  for (const one of reached) for (const next of [...one.handsOffTo, ...one.calls]) reached.add(next.to);
  for (const found of reached) {
    const tools = found.ungated ?? found.agent.tools;
    const ofRuns = all.flatMap(({ parts, unread }): GatesOf[] => {
      const gates = gatesOfHooks(hooksOf(parts), tools, framework);
      const open = unread.slice(0, 1).map(openBy);
      return gates || open.length > 0 ? [(tool) => [...(gates?.(tool) ?? []), ...open]] : [];
    });
    // A gate of some runs alone is none of the others.
    const byFunctions: GatesOf = (tool) => {
      const gates = ofRuns.flatMap((one) => strongest(one(tool), (gate) => gate) ?? []);
      const gate = weakest(gates, (one) => one);
      return gate && gates.length === ofRuns.length ? [gate] : [];
    };
    if (ofRuns.length === all.length) applyGates(found, { ...NO_GATES, byFunctions });
    const open = all.find(({ unread }) => unread.length > 0)?.unread[0];
    for (const side of ['input', 'output'] as const) guard(found.agent, side, all, open);
  }
}

/** Notes what the operator keeps of an agent and its runs. */
export function noteKeptByRuns(
  found: FoundAgent,
  runs: readonly CodeSyntaxNode[],
  framework: Framework,
): void {
  const stated = [found.node, ...runs].flatMap((one) => {
    const thing = thingAt(one, framework);
    return thing ? [thing, ...settingsOf(thing, framework)] : [];
  });
  // What its row does not take is not stated by options that are computed.
  const given = stated.map(({ node, stated: { args } }): Fields => {
    const get = optionsIn(node, framework);
    return (key) => (args.some(({ path: [first] }) => first === key) ? get(key) : undefined);
  });
  noteKept(found, stateIn(stated), given);
}

/** An agent that states nothing itself. */
const NO_GATES = { maps: [], interrupts: {}, nodeOf: () => undefined, before: () => [] };

/** What is not read may ask a person. */
const openBy = (part: CodeSyntaxNode): Gate => notKnown(part.written(), `${nameOf(part)} may ask a person`);

function guard(
  { guardrails }: Agent,
  side: 'input' | 'output',
  all: readonly { readonly parts: readonly Thing[] }[],
  open: CodeSyntaxNode | undefined,
): void {
  if (guardrails[side].state !== 'absent' && guardrails[side].state !== 'inexpressible') return;
  const stated = all.map(({ parts }) => parts.map((one) => guardIn(one, side)));
  const ofRuns = stated.map((ones) => joined(ones) ?? ones.find(({ state }) => state !== 'absent'));
  const [one] = ofRuns;
  if (one && ofRuns.every((each) => each?.state === 'shown')) guardrails[side] = one;
  else if (ofRuns.some((each) => each !== undefined))
    guardrails[side] = notKnown(one?.at, 'only some of its runs state it');
  else if (open) guardrails[side] = notKnown(open.written(), `${nameOf(open)} may check it`);
}

const nameOf = ({ call, origin, reference }: CodeSyntaxNode): string => {
  const name = call?.callee ?? origin?.name ?? reference?.name;
  return name === undefined ? 'what its run is given' : `\`${name}\``;
};

/** Whether a call is one that a row names; one that only answers requests, as pages do, is none. */
export function isStated(node: CodeSyntaxNode, framework: Framework): boolean {
  const stated = rowAt(node, framework);
  return stated !== undefined && !givesThing(stated.row, 'answer');
}
