import { isTestFile } from '../../../model/test-file.js';
import type { GuardrailSide, Place, Unresolved } from '../../../model/index.js';
import type { CodeDocument, CodeSyntaxNode } from '../../../program/index.js';
import { continuedBy } from '../../payload/stored-state.js';
import { variablesSet } from '../../requests/client-calls.js';
import type { Agents } from '../agents.js';
import { contentsIn } from '../contents.js';
import { type Framework, textOf } from '../framework.js';
import { type FileRuns, type FoundRun, keysIn, NO_GUARDRAILS } from '../runs.js';
import { calledOn } from '../origins.js';
import { placed } from '../places.js';
import { keptBySettings, type KeptSession } from '../stored-state.js';
import { addPart, agentOfRun, unreadIn } from './agents.js';
import { boundOf } from './bounds.js';
import { methodOf } from './catalogue.js';
import { gateOfAll } from './gates.js';
import { guardIn, parallelIn } from './guards.js';
import {
  factsIn,
  gives,
  holdsReceiver,
  rowsAt,
  settingsOf,
  stateIn,
  storeIn,
  type Thing,
  thingAt,
  valueIn,
} from './things.js';
import { environmentSwitches, leftOutBy, switchIn } from './traces.js';

/** Whether options of a run are given that are no object. */
function isFilled({ stated: { args, row }, node: { call } }: Thing): boolean {
  const place =
    typeof row.options === 'number' ? row.options : args.find(({ role }) => role === 'bound')?.place;
  if (place === undefined || !call || call.positional.length <= place) return false;
  return call.positional[place]?.kind !== 'object';
}

/** Reads the runs of one file, and what they state for their agents. */
export function readRuns(
  document: CodeDocument,
  calls: readonly CodeSyntaxNode[],
  agents: Agents,
  framework: Framework,
): FileRuns {
  const found: FileRuns = {
    runs: [],
    settings: [],
    contents: contentsIn(document, framework),
    sessions: [],
    switches: environmentSwitches(document, framework),
    processors: [],
    unread: [],
    baseUrl: undefined,
    values: variablesSet(document),
  };
  for (const node of calls) {
    const thing = thingAt(node, framework);
    const isKey = gives(thing, 'plain') && valueIn(thing, 'key') !== undefined;
    found.values.push(...keysIn(node, isKey));
    if (!thing) continue;
    if (gives(thing, 'part') && !thing.stated.row.reach) addPart(thing, agents, framework);
    if (gives(thing, 'plain') || holdsReceiver(thing)) {
      const { api } = thing.stated;
      // Tests replace options for themselves.
      if (!isTestFile(document.file))
        found.unread.push(...unreadIn(thing, `\`${methodOf(api) === '' ? api : node.call?.callee}\``));
      found.baseUrl = valueIn(thing, 'base-url') ?? found.baseUrl;
    }
    if (gives(thing, 'session')) found.sessions.push(...sessionOf(node, node.at(), framework));
    if (gives(thing, 'settings') && isOfRuns(thing))
      found.settings.push({ id: node.identity, ...statedFor([thing], framework) });
    if (gives(thing, 'tracer')) {
      if (thing.stated.row.from === undefined && thing.stated.args.length === 0)
        found.processors.push({ exporter: 'own', at: placed(node.at(), 'tracing'), call: node.call });
      framework.vendor.traces?.(node, found, framework);
    }
    if (gives(thing, 'tool')) found.runs.push(...readCalledAgent(thing, node, agents, framework));
    const run = gives(thing, 'run') ? readRun(thing, node, agents, framework, found.unread) : undefined;
    if (run) found.runs.push(run);
  }
  return found;
}

/** Whether settings are those of runs: a filter says nothing of checks or traces. */
const isOfRuns = ({ stated: { args } }: Thing): boolean =>
  args.some(({ role }) => role === 'guard' || role === 'trace');

/** What settings state for a run. */
const statedFor = (
  things: readonly Thing[],
  framework: Framework,
): Pick<FoundRun, 'guardrails' | 'switchedOff'> => {
  const side = (of: GuardrailSide) =>
    things.map((one) => guardIn(one, of)).find(({ state }) => state !== 'absent') ?? { state: 'absent' };
  return {
    guardrails: {
      input: side('input'),
      output: side('output'),
      ...things.map((one) => parallelIn(one, framework)).find(({ parallel }) => parallel),
    },
    switchedOff: switchIn(things),
  };
};

function readRun(
  thing: Thing,
  node: CodeSyntaxNode,
  agents: Agents,
  framework: Framework,
  unread: Unresolved[],
): FoundRun | undefined {
  const { row } = thing.stated;
  const { call } = node;
  const agent = agentOfRun(node, agents, framework);
  const isAgent = gives(thing, 'agent');
  if (isAgent && !agent) return undefined;
  const settings = settingsOf(thing, framework);
  // A tool that a function runs by itself begins no run.
  const starts = !gives(thingAt(call?.receiver, framework), 'tool');
  const again = (agent?.again ?? []).flatMap((one) => factsIn(thingAt(one, framework), 'bound'));
  // What holds the agent may state it.
  const holder = thingAt(calledOn(node), framework);
  const held = gives(holder, 'runner') ? factsIn(holder, 'bound') : [];
  const stated = [...factsIn(thing, 'bound'), ...again, ...held];
  // That of a call which is the agent, too, is read with the agent.
  const turns = isAgent
    ? undefined
    : boundOf(thing, node, agent?.agent.name ?? call?.callee ?? 'the run', stated);
  // Options cannot be added behind an argument that is no object, and one that runs another agent has a limit of its own.
  const isOther = factsIn(thingAt(agent?.node, framework), 'same').some(({ arg }) => arg.mode !== 'copy');
  const isOpen = !turns && !isAgent && !isOther && !row.spoken && !isFilled(thing);
  const [given] = factsIn(thing, 'session');
  const [session] = given ? sessionOf(given.value, given.value.written(), framework) : [];
  const kept = [
    ...(agent ? [] : keptBySettings(stateIn([thing, ...settings]), rowsAt(node, framework))),
    ...(session?.states ?? []),
  ];
  if (!agent) unread.push(...unreadIn(thing, `\`${call?.callee}\``));
  return {
    node,
    agent,
    starts,
    ...(textOf(valueIn(thing, 'input')) === undefined ? {} : { hasConstantInput: true as const }),
    turns,
    takesTurns: isOpen ? node.at() : undefined,
    ...statedFor(isAgent ? settings : [thing, ...settings], framework),
    store: storeIn(settings),
    leavesOut: leftOutBy(settings, node, framework),
    ...(kept.length > 0 && { kept }),
    ...(session && { session: session.id }),
    settings: agent ? settings.find(({ node: one }) => one.call)?.node.identity : undefined,
    asks: gateOfAll(thing),
  };
}

/** An agent that is called as a tool has its own limit. */
function readCalledAgent(
  thing: Thing,
  node: CodeSyntaxNode,
  agents: Agents,
  framework: Framework,
): FoundRun[] {
  const [called] = factsIn(thing, 'calls');
  if (!called) return [];
  const agent = agents.at(called.value);
  const turns = boundOf(thing, node, agent?.agent.name ?? 'the agent');
  const { switchedOff } = statedFor(settingsOf(thing, framework), framework);
  return turns || switchedOff
    ? [{ node, agent, starts: false, turns, guardrails: NO_GUARDRAILS, switchedOff }]
    : [];
}

/** What a session makes the operator keep. */
function sessionOf(node: CodeSyntaxNode, at: Place, framework: Framework): KeptSession[] {
  const thing = thingAt(node, framework);
  const { keeps } = (gives(thing, 'session') && thing.stated.row) || {};
  if (!keeps) return [];
  return [{ id: node.identity, states: continuedBy(keeps, node.call?.name ?? '', node, at) }];
}
