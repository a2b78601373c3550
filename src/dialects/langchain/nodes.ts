import { isIrreversible, isMet, isSamePlace, type Tool } from '../../model/index.js';
import { groupedBy } from '../../model/grouped.js';
import {
  callIn,
  callOf,
  type CallShape,
  type CodeSyntaxNode,
  type Condition,
  constantIn,
  contains,
  pathOf,
  type ReachedCall,
  shapeOf,
  type Traced,
  testsBefore,
  type Value,
  valueOfNode,
} from '../../program/index.js';
import { type Body, bodyOf, bodyOfTool, originalOf } from '../agents/body.js';
import { isAmongNames } from '../agents/names-by-module.js';
import { toolOf } from '../agents/tool.js';
import { readCommand } from '../commands/commands.js';
import { addEntry } from '../frameworks/agents.js';
import { judgedBy, PEOPLE } from '../frameworks/bodies.js';
import { isPausing, MODELS } from '../frameworks/deciders/deciders.js';
import type { FoundAgent, VendorFacts, VendorReading } from '../frameworks/framework.js';
import { concluded, notKnown } from '../frameworks/gate-levels.js';
import { lost, pathName, placed } from '../frameworks/places.js';
import { makes } from '../frameworks/rows/things.js';
import { bindsOf, type Graph, graphOf } from './graphs.js';

/**
 * Adds what the nodes of the graph of an agent run: tools and agents, and what they do by themselves. Undefined where it is
 * compiled of no graph.
 */
export function readGraph(found: FoundAgent, reading: VendorReading): VendorFacts | undefined {
  const graph = graphOf(found);
  if (!graph) return undefined;
  const { agent } = found;
  const running = new Map<Tool, string>();
  const acting = new Map<Tool, CodeSyntaxNode>();
  const known = new Set<string>();
  for (const { list, node } of graph.tools) {
    const before = agent.tools.length;
    if (!known.has(list.identity)) for (const entry of reading.toolsIn(list)) addEntry(found, entry, reading);
    known.add(list.identity);
    for (const tool of agent.tools.slice(before)) if (node !== undefined) running.set(originalOf(tool), node);
  }
  found.madeOf = [graph.root.identity, ...known];
  // A tool that a model is given and a node runs is one tool.
  const read = agent.tools.map(originalOf);
  agent.tools = agent.tools.filter((one, at) => read.indexOf(originalOf(one)) === at);
  const binds = bindsOf(found.rows);
  for (const { name, runs } of graph.nodes) {
    const direct = reading.agentAt(runs);
    const called = direct ? [direct] : agentsIn(runs, found, reading);
    const acts = called.length > 0 ? undefined : actingNode(name, runs, agent.tools, binds);
    if (acts) {
      agent.tools.push(acts);
      acting.set(originalOf(acts), runs);
      if (name !== undefined) running.set(originalOf(acts), name);
    }
    for (const to of called) {
      if (to === found || found.handsOffTo.some((one) => one.to === to)) continue;
      const at = placed(runs.written(), `${agent.at.path}.nodes[${pathName(name ?? to.agent.name)}]`);
      found.handsOffTo.push({ to, by: { name: to.agent.name, at } });
    }
  }
  if (agent.tools.length + found.unresolved.length === 0) listChosen(found, graph);
  const actingAs = (tool: Tool) => acting.get(originalOf(tool));
  const nodeOf = (tool: Tool) => running.get(originalOf(tool));
  return {
    tools: [],
    graph: {
      names: new Set(agent.tools.filter((one) => !actingAs(one)).map(({ name }) => name)),
      // What a node asks in its own function is judged there.
      asking: (tool) => graph.asking.filter(({ runs }) => runs.identity !== actingAs(tool)?.identity),
      deciding: (tool) => graph.deciding(nodeOf(tool)),
      nodeOf,
      before: graph.before,
    },
  };
}

/** The agents that a function runs, among other calls. */
function agentsIn(
  { reference }: CodeSyntaxNode,
  { framework }: FoundAgent,
  { agentAt }: VendorReading,
): FoundAgent[] {
  if (reference?.kind !== 'function') return [];
  return (reference.calls ?? []).flatMap((one) =>
    makes(one, 'run', framework) ? (agentAt(one.call?.receiver) ?? []) : [],
  );
}

/** Lists what nodes of a graph without tools run by the name in a call of the model: `registry[call["name"]].invoke()`. */
function listChosen({ agent, rows, unresolved }: FoundAgent, { nodes }: Graph): void {
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

/**
 * What a node does by itself as a tool of the graph, if that leaves the system or may be anything: files that it writes are
 * its own, and tools that it gives a model run elsewhere. Undefined for other nodes. `tools`: those of the graph, which say
 * themselves what they do where a node runs them. `binds`: methods that give a model tools.
 */
function actingNode(
  name: string | undefined,
  runs: CodeSyntaxNode,
  tools: readonly Tool[],
  binds: readonly string[],
): Tool | undefined {
  if (runs.reference?.kind !== 'function') return undefined;
  const own = name ?? runs.reference.name ?? 'node';
  const at = placed(runs.at(), `tools[${pathName(own)}]`);
  const whole = bodyOf(runs, readCommand, PEOPLE);
  const made = groupedBy(
    tools.flatMap((one) => bodyOfTool(one)?.acts ?? []),
    ({ call }): object => call.event.expression,
  );
  const body = whole && {
    ...whole,
    acts: whole.acts.filter(
      ({ call }) =>
        !call.via.some((one) => binds.includes(one.name)) &&
        !made.get(call.event.expression)?.some((one) => doesBy(one.call, call)),
    ),
  };
  const symbol = runs.reference.name;
  const stated = toolOf({ name: own, kind: 'function' }, at, { state: 'absent' });
  const tool = judgedBy({ ...stated, ...(symbol !== undefined && { symbol }) }, body);
  const isAct = tool.effect.because.from === 'body' && (tool.openEnded || tool.effect.effect === 'outward');
  if (!isAct || !isIrreversible(tool.effect.effect)) return undefined;
  const { approval } = tool;
  if (!body || !isMet(approval) || !approval.value.inBody || !asksAgain(body, binds)) return tool;
  const why =
    'the node asks the model again when the run goes on, so its answer may differ from the one that a person approved';
  return concluded(tool, [{ level: 'own', replaces: true, gate: notKnown(approval.at, why) }]);
}

/** Whether a node reaches a call that a tool makes (`own`) through that tool. */
function doesBy(own: ReachedCall, call: ReachedCall): boolean {
  const [inner, whole] = [own.via, call.via];
  const within = whole.slice(whole.length - inner.length);
  return (
    whole.length > inner.length &&
    within.every(({ at }, index) => isSamePlace(at, inner[index]?.at ?? own.at))
  );
}

/**
 * Whether what a node does depends on an answer of the model before a pause in it: the node begins again when a person has
 * answered.
 */
function asksAgain({ reach, acts }: Body, binds: readonly string[]): boolean {
  const isPause = (one: Traced): boolean => {
    const call = callIn(one);
    return call !== undefined && isPausing(call);
  };
  const isBehind = (guards: Condition): boolean =>
    guards.some(
      (guard) =>
        (guard.kind === 'call' && isPause(callOf(guard.event))) ||
        (guard.kind === 'test' && contains(guard.test.value, isPause)),
    );
  const models = reach.calls.filter(({ name, event }) => !binds.includes(name) && isOfClient(callOf(event)));
  const again = new Set<object | undefined>(
    models.filter((call) => !reach.conditionsOf(call).every(isBehind)).map(({ event }) => event.expression),
  );
  const isAgain = (one: Traced): boolean => again.has(callIn(one)?.event.expression);
  return acts.some(({ call: { event } }) => {
    const call = callOf(event);
    return !isAgain(call) && contains(call, isAgain);
  });
}

/** Whether a call is a method of a client of a model. */
function isOfClient({ object, callee }: CallShape): boolean {
  const path = object && pathOf(callee);
  return path !== undefined && isAmongNames(MODELS, path);
}
