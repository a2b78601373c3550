import type { Agent, Tool } from '../../../model/index.js';
import { isTestFile } from '../../../model/test-file.js';
import { callOf, type CodeSyntaxNode, nodeOfCall } from '../../../program/index.js';
import { bodyOfTool } from '../../agents/body.js';
import { regionOfCall } from '../../requests/model-region.js';
import { addEntry, type Agents, applyGates, emptyAgent, sharedEntries } from '../agents.js';
import { type AgentGates, type FoundAgent, type Framework, textOf } from '../framework.js';
import { calledOn } from '../origins.js';
import { lost, placed } from '../places.js';
import { judgeTogether } from '../stores.js';
import { boundOf } from './bounds.js';
import { gatesOfHooks } from './gates.js';
import { guardIn, guardrailsOf } from './guards.js';
import { readEntry, readTools } from './tools.js';
import { exportAt, factsIn, gives, type Thing, thingAt, valueIn } from './things.js';

/** Runners that hold runners are followed no further than this. */
const DEEPEST_RUNNER = 4;

/** All agents of the programs of a project, by the rows of their framework. */
export function openAgentsByRows(framework: Framework): Agents {
  const known = new Map<string, FoundAgent>();
  const entriesOf = sharedEntries(framework, { readTools, readEntry });
  const at = (node: CodeSyntaxNode | undefined): FoundAgent | undefined => {
    if (!node?.call) return undefined;
    const before = known.get(node.identity);
    if (before) return before;
    const thing = thingAt(node, framework);
    if (!gives(thing, 'agent')) return undefined;
    const found = emptyAgent(node, framework.profileOf(node.document.file), valueIn(thing, 'name'));
    // Agents refer to each other in circles: each is known before it is read.
    known.set(node.identity, found);
    read(found, thing);
    return found;
  };
  const read = (found: FoundAgent, thing: Thing): void => {
    const { agent, node } = found;
    readWords(found, thing);
    agent.guardrails = guardrailsOf(thing);
    for (const { value } of factsIn(thing, 'tools'))
      for (const entry of entriesOf(value, agent.name)) addEntry(found, entry, { agentAt: at });
    for (const tool of agent.tools) addRunBy(found, tool);
    judgeTogether(agent.tools);
    const own = partsOf([thing], framework);
    const hooks = [thing, ...own.parts]
      .flatMap((one) => factsIn(one, 'gate'))
      .filter(({ arg }) => arg.mode === 'hook');
    const gates = gatesOfHooks(hooks, agent.tools, framework) ?? openBy(own.unread[0]);
    if (gates) applyGates(found, gates);
    for (const side of ['input', 'output'] as const) guard(agent, side, [own], own.unread[0]);
    for (const { value } of factsIn(thing, 'agents')) addAgents(found, value);
    if (!thing.stated.args.some(({ role }) => role === 'model')) guardBySubagents(found);
    const bound = boundOf(thing, node, agent.name);
    if (bound) found.bounds = [bound];
    listUnread(found, thing);
  };
  /** Notes the agents that the function of a tool runs, where the function itself is not seen to act. */
  const addRunBy = (found: FoundAgent, tool: Tool): void => {
    const body = bodyOfTool(tool);
    const acts = tool.effect.because.from === 'body' || tool.approval.state !== 'absent';
    if (!body || tool.kind === 'agent' || acts) return;
    for (const { event } of body.reach.calls) {
      const node = nodeOfCall(callOf(event));
      const to = gives(thingAt(node, framework), 'run') ? agentOfRun(node, { at }, framework) : undefined;
      if (!to || to === found || found.calls.some((one) => one.to === to && one.tool === tool)) continue;
      const by = { name: to.agent.name, at: placed(node.written(), `${found.agent.at.path}.tools`) };
      found.calls.push({ to, by, tool, runBy: body.node });
      // What it does is what its agents do, and is reported there.
      tool.kind = 'agent';
    }
  };
  const addAgents = (found: FoundAgent, list: CodeSyntaxNode): void => {
    const lose = (node: CodeSyntaxNode, what: string) => {
      found.unresolved.push(lost(node, `${what} of \`${found.agent.name}\``));
      found.handsOffElsewhere = true;
    };
    if (list.kind !== 'array' && list.kind !== 'null') lose(list, 'the agents');
    for (const item of list.kind === 'array' ? list.items() : []) {
      const to = at(item);
      if (!to) {
        lose(item, 'an agent');
        continue;
      }
      const place = placed(item.written(), `${found.agent.at.path}.handoffs[${to.agent.name}]`);
      if (!found.handsOffTo.some((one) => one.to === to))
        found.handsOffTo.push({ to, by: { name: to.agent.name, at: place } });
    }
  };
  return {
    at,
    all: () => [...known.values()].filter(({ partOf }) => !partOf),
    // Options of a run that add tools to its agent have no role yet.
    extend: () => {
      throw new Error('rows add no tools by runs');
    },
  };
}

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

/** Lists what no row reads: arguments with that role, and exports of the framework in others. */
function listUnread(found: FoundAgent, thing: Thing): void {
  const stated = factsIn(thing, 'unread').map(({ arg: { key }, value }) => ({ key, value }));
  for (const { key, value } of [...stated, ...thing.unread]) {
    if (value.kind === 'null' || value.scalar === false) continue;
    found.unresolved.push({
      what: `\`${key}\` of \`${found.agent.name}\``,
      why: 'agent-lint does not read it yet',
      at: value.written(),
    });
  }
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

/** The parts of what runs an agent: what no row names is not read. */
function partsOf(
  runners: readonly Thing[],
  framework: Framework,
): { readonly parts: readonly Thing[]; readonly unread: readonly CodeSyntaxNode[] } {
  const items = runners
    .flatMap((one) => factsIn(one, 'parts'))
    .flatMap(({ value }) => (value.kind === 'array' ? value.items() : value.kind === 'null' ? [] : [value]));
  const things = items.map((item) => ({ item, thing: thingAt(item, framework) }));
  return {
    parts: things.flatMap(({ thing }) => (gives(thing, 'part') ? [thing] : [])),
    unread: things.flatMap(({ item, thing }) =>
      gives(thing, 'part') || gives(thing, 'plain') ? [] : [item],
    ),
  };
}

/** Applies the gate that a method of an agent adds to it: `agent.on(Called, check)`. */
export function addPart(part: Thing, agents: Pick<Agents, 'at'>, framework: Framework): void {
  const hooks = factsIn(part, 'gate').filter(({ arg }) => arg.mode === 'hook');
  const found = part.node.call?.receivers.flatMap((one) => agents.at(one) ?? [])[0];
  const gates = found && gatesOfHooks(hooks, found.ungated ?? found.agent.tools, framework);
  if (gates) applyGates(found, gates);
}

/** Applies what parts of the runs of an agent do to it and to each agent behind it. */
export function applyParts(first: FoundAgent, runs: readonly CodeSyntaxNode[], framework: Framework): void {
  const counted = runs.filter(
    ({ document: { file } }) => file === first.node.document.file || !isTestFile(file),
  );
  const all = counted.map((run) => partsOf(runnersOf(run, framework), framework));
  if (all.length === 0) return;
  for (const one of new Map(
    all.flatMap(({ unread }) => unread.map((each) => [each.identity, each])),
  ).values())
    first.unresolved.push(lost(one, `${nameOf(one)} in a run of \`${first.agent.name}\``));
  const reached = new Set([first]);
  for (const one of reached) for (const next of [...one.handsOffTo, ...one.calls]) reached.add(next.to);
  for (const found of reached) {
    const gates = all.map(({ parts }) => {
      const hooks = parts.flatMap((one) => factsIn(one, 'gate').filter(({ arg }) => arg.mode === 'hook'));
      return gatesOfHooks(hooks, found.ungated ?? found.agent.tools, framework);
    });
    const open = all.find(({ unread }) => unread.length > 0)?.unread[0];
    const [gate] = gates;
    // A gate of some runs alone is none of the others.
    if (gate && !gates.includes(undefined)) applyGates(found, gate);
    else {
      const gates = all.every(({ unread }) => unread.length > 0) ? openBy(open) : undefined;
      if (gates) applyGates(found, gates);
    }
    for (const side of ['input', 'output'] as const) guard(found.agent, side, all, open);
  }
}

/** What is not read may ask a person. */
const openBy = (part: CodeSyntaxNode | undefined): AgentGates | undefined =>
  part && {
    maps: [],
    interrupts: {},
    open: { at: part.written(), why: `${nameOf(part)} may ask a person` },
    nodeOf: () => undefined,
    before: () => [],
  };

function guard(
  { guardrails }: Agent,
  side: 'input' | 'output',
  all: readonly { readonly parts: readonly Thing[] }[],
  open: CodeSyntaxNode | undefined,
): void {
  if (guardrails[side].state !== 'absent' && guardrails[side].state !== 'inexpressible') return;
  const stated = all.map(({ parts }) => parts.map((one) => guardIn(one, side)));
  const ofRuns = stated.map(
    (ones) => ones.find(({ state }) => state === 'shown') ?? ones.find(({ state }) => state !== 'absent'),
  );
  const [one] = ofRuns;
  if (one && ofRuns.every((each) => each?.state === 'shown')) guardrails[side] = one;
  else if (ofRuns.some((each) => each !== undefined))
    guardrails[side] = {
      state: 'undecidable',
      why: 'only some of its runs state it',
      ...(one?.at ? { at: one.at } : {}),
    };
  else if (open)
    guardrails[side] = { state: 'undecidable', why: `${nameOf(open)} may check it`, at: open.written() };
}

const nameOf = (node: CodeSyntaxNode): string =>
  `\`${node.call?.callee ?? node.origin?.name ?? 'a part of its run'}\``;

/** Whether a call is one that a row names. */
export const isStated = (node: CodeSyntaxNode, framework: Framework): boolean =>
  framework.rowsOf(node.document.file)?.rowOf(exportAt(node, framework)) !== undefined;
