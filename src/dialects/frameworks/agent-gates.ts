import { type Agent, editRemedy, type McpServer, type Remedy, type Tool } from '../../model/index.js';
import {
  type CodeSyntaxNode,
  type Condition,
  conditionsToBeThere,
  resultIs,
  testedIn,
  valueWhere,
} from '../../program/index.js';
import { computed, toolOf } from '../agents/tool.js';
import { sentBy } from './deciders/sent.js';
import { testedOnce } from './deciders/unset.js';
import {
  type AgentGates,
  type FoundAgent,
  type Framework,
  type GateMap,
  type GateOfAll,
  type GateWords,
  textOf,
} from './framework.js';
import {
  answeredBy,
  asking,
  atLevel,
  concluded,
  concludeEach,
  type Gate,
  type GateStatement,
  notKnown,
  weakest,
} from './gate-levels.js';
import { answeredBySent, gateForSome, openGate, readGate, toolNamed } from './gates.js';
import { exportOf } from './origins.js';
import { callAt, movedTo, pathName, placed } from './places.js';
import { offGate, onUnless, setByDefault } from './setting-gates.js';
import { keyIn, languageOf, wordIn } from './language-rules.js';

/** Applies the gates that an agent states, or runs for it. `remedy`: what it says of gates. */
export function applyGates(found: FoundAgent, gates: AgentGates, remedy?: GateWords): void {
  const { agent } = found;
  const [map] = gates.maps;
  found.gates = gates;
  found.ungated = agent.tools;
  // What is run elsewhere than the functions of the program is seen by none of them.
  const isApart = ({ ungateable, server }: Tool): boolean => ungateable !== undefined && server === undefined;
  const gated = (tool: Tool): Tool =>
    tool.approval.state === 'shown' || isApart(tool)
      ? tool
      : concluded(tool, statedFor(tool, gates, found, remedy));
  const others: readonly (Gate | undefined)[] = [
    interruptGate(gates.nodeOf(undefined), gates, found.framework),
    ...gates.byFunctions(undefined),
    map && notKnown(map.map.written(), `entries of \`${map.option}\` name tools`),
  ];
  concludeEach(agent, gated, atLevel('agent', others), ({ hasOwnGate }) => !hasOwnGate);
}

/** Notes the tools for which entries of maps ask a person, and that no list of a server names: its servers may have them. */
export function noteGatedNames(
  agent: Agent,
  maps: readonly CodeSyntaxNode[],
  gateOf: (map: CodeSyntaxNode, name: string) => Gate | undefined,
  servers: readonly McpServer[] = agent.mcpServers,
): void {
  if (servers.length === 0) return;
  const names = new Set([...agent.tools, ...servers.flatMap(({ tools }) => tools)].map(({ name }) => name));
  const named = maps.flatMap((map) =>
    (map.kind === 'object' ? map.keys() : []).flatMap((name) => {
      const entry = names.has(name) ? undefined : map.get(name);
      const gate = entry && gateOf(map, name);
      if (!entry || !gate || !isAsking(gate)) return [];
      names.add(name);
      const at = placed(entry.at('key'), `gates[${pathName(name)}]`);
      return [toolOf({ name, kind: 'function' }, at, gate)];
    }),
  );
  if (named.length > 0) agent.gatedNames = named;
}

/** The same for the maps that an agent states for itself. */
export function noteOwnNames({ agent, gates, framework }: FoundAgent): void {
  const maps = gates?.maps ?? [];
  const gateOf = (map: CodeSyntaxNode, name: string): Gate | undefined => {
    const own = maps.find((one) => one.map === map);
    return own && entryGate(name, own, framework);
  };
  noteGatedNames(
    agent,
    maps.map(({ map }) => map),
    gateOf,
  );
}

/**
 * Applies what an agent or its runs state for the calls of all tools: a run wins over its agent, and the gate counts if no
 * run is without it.
 */
export function gatedTogether(
  { agent, asks, framework, rows }: FoundAgent,
  runs: readonly { readonly node: CodeSyntaxNode; readonly asks?: GateOfAll | undefined }[],
): void {
  const stated = runs.length > 0 ? runs.map((run) => run.asks ?? asks) : [asks];
  const option = stated.find((one) => one !== undefined)?.option;
  if (option === undefined) return;
  const gateFor = (name?: string): Gate | undefined => {
    const named = name === undefined ? undefined : toolNamed(name, rows);
    const gates = stated.map((one) => readGate(one?.value, option, framework, named));
    const gate = weakest(gates, (one) => one);
    if (gate?.state !== 'absent') return gate;
    const place = gates.indexOf(gate);
    const bare = runs[place];
    if (!bare || gates.every(({ state }) => state === 'absent')) return undefined;
    const why = stated[place]
      ? `a run of \`${agent.name}\` asks nobody about it in \`${option}\``
      : `a run of \`${agent.name}\` states no \`${option}\``;
    return { state: 'absent', at: bare.node.at(), why };
  };
  concludeEach(agent, (tool) => concluded(tool, [{ level: 'all', gate: () => gateFor(tool.name) }]), [
    { level: 'all', gate: () => gateFor() },
  ]);
}

/** What an agent states for a tool. */
function statedFor(
  tool: Tool,
  gates: AgentGates,
  { node, framework }: FoundAgent,
  words: GateWords | undefined,
): GateStatement[] {
  const bringing: Brought[] = [];
  const ofMaps = gates.maps.flatMap((one) => {
    const gate = inheritedGate(entryGate(tool.name, one, framework), one);
    if (gate && one.item && isAsking(gate)) bringing.push({ gate, item: one.item, option: one.option });
    if (!gate || (one.item && isAsking(gate))) return [];
    // An entry that lets the tool run is what people change.
    const entry = one.map.kind === 'object' ? one.map.get(tool.name) : undefined;
    const isOff = entry?.scalar === false && entry.hasWrittenKey && gate.at;
    return [{ level: 'agent' as const, gate, at: isOff ? movedTo(isOff, tool.at) : undefined }];
  });
  const ruled = gates.byRules?.(tool);
  const others = [
    presentGate(bringing, framework),
    interruptGate(gates.nodeOf(tool), gates, framework),
    // A tool that rules refuse is none of the agent.
    ruled === 'refused' ? undefined : ruled,
    ...gates.byFunctions(tool),
  ];
  const remedy = remedyFor(tool, gates, { node, words });
  return [{ level: 'agent', remedy }, ...ofMaps, ...atLevel('agent', others)];
}

const isAsking = (one: Gate): boolean => one.state === 'shown' && one.value.by !== 'machine';

/** A gate, and what brings it only where that is in its list or is chosen. */
export interface Brought {
  readonly gate: Gate;
  readonly item: CodeSyntaxNode;
  readonly option: string;
}

/** The gate that some items of a list bring, or some of what is chosen from: it counts where one of them is always there. */
export function presentGate(brought: readonly Brought[], framework: Framework): Gate | undefined {
  const [first] = brought;
  if (!first) return undefined;
  const conditions = openConditions(brought.map(({ item }) => item));
  if (conditions.length === 0) return undefined;
  if (conditions.some((steps) => steps.length === 0)) return first.gate;
  const at = first.item.written();
  const found = conditions.map((steps) => {
    const sent = testedIn(steps).map((test) => sentBy(test, first.item, framework));
    return {
      set: steps.map((one) => (one.kind === 'test' ? setByDefault(one.test.value, one.holds) : undefined)),
      sent: sent.find((one) => one !== undefined),
    };
  });
  const [one] = found;
  const on = found.find(({ set }) => set.every((each) => each?.isOn))?.set[0];
  if (on && first.gate.state === 'shown') {
    const { value } = first.gate;
    return { ...first.gate, value: { ...value, stated: onUnless(value.stated, on.setting) } };
  }
  const offIn = (set: (typeof found)[number]['set']) => set.find((each) => each && !each.isOn);
  const off = one && offIn(one.set);
  if (off && found.every(({ set }) => offIn(set)))
    return offGate(testedOnce(off.setting, conditions.flat()), at);
  if (one?.sent !== undefined && found.every(({ sent }) => sent !== undefined))
    return answeredBySent(first.option, one.sent, at);
  return notKnown(at, 'a condition decides whether it is there');
}

/** The conditions for one of some items to be there, without what is known: tests that hold, and alternatives that fail. */
const openConditions = (items: readonly CodeSyntaxNode[]): Condition[] =>
  conditionsToBeThere(items).flatMap((guards) => {
    const tested = guards.map((guard) => {
      const known = guard.kind === 'test' ? valueWhere(guard.test.value, () => undefined) : undefined;
      return { guard, isMet: known && guard.kind === 'test' && Boolean(known.value) === guard.holds };
    });
    if (tested.some(({ isMet }) => isMet === false)) return [];
    return [tested.flatMap(({ guard, isMet }) => (isMet ? [] : [guard]))];
  });

/** Notes of a gate that the agent of a subagent states it. */
function inheritedGate(gate: Gate | undefined, { isInherited }: GateMap): Gate | undefined {
  return gate?.state === 'shown' && isInherited ? { ...gate, value: { ...gate.value, isInherited } } : gate;
}

/** The gate that an entry of a map states for a tool; undefined where the map has none. */
export function entryGate(
  tool: string,
  { map, option, decisions }: GateMap,
  framework: Framework,
): Gate | undefined {
  if (map.kind === 'null') return undefined;
  if (map.kind !== 'object')
    return chosenGate(tool, { map, option, decisions }, framework) ?? openGate(map, option, framework);
  const entry = map.get(tool);
  if (!entry) return undefined;
  const at = entry.written();
  if (entry.scalar === true) return asking(`${option}: true`, at, KEYED);
  if (entry.scalar === false) return { state: 'absent', at: entry.at('key') };
  const stated = exportOf(entry, framework) !== undefined && entry.call ? entry.call.options : entry;
  if (stated.kind !== 'object' || !decisions) return openGate(entry, `${option}: ${tool}`, framework);
  const allowed = stated.get(decisions.field);
  if (allowed && allowed.kind !== 'array') return computed(allowed);
  const names = allowed?.items().map(textOf);
  if (allowed && names?.includes(undefined)) return computed(allowed);
  // An entry without the list is an error, or in older versions no gate.
  if (!allowed || (names && !names.some((one) => one !== undefined && decisions.refusals.includes(one)))) {
    const manner = `without \`${decisions.refusals[0]}\``;
    return answeredBy('machine', decisions.field, allowed?.written() ?? at, { manner });
  }
  const predicate = stated.get(decisions.predicate);
  if (!predicate || predicate.kind === 'null') return asking(`${option}: ${tool}`, at, KEYED);
  if (resultIs(predicate, false) === 'always') return { state: 'absent', at: predicate.written() };
  if (resultIs(predicate, true) === 'always') return asking(`${option}: ${tool}`, at, KEYED);
  const { value, ...gate } = gateForSome(predicate, decisions.predicate, framework);
  return { ...gate, value: { ...value, ...KEYED } };
}

/** The gate where a condition chooses the map of several that are written out; undefined for what is computed otherwise. */
function chosenGate(
  tool: string,
  { map, option, decisions }: GateMap,
  framework: Framework,
): Gate | undefined {
  const maps = map.may ?? [];
  if (maps.length === 0 || !maps.every(({ kind }) => kind === 'object' || kind === 'null')) return undefined;
  const stated = maps.map((item) => ({
    gate: entryGate(tool, { map: item, option, decisions }, framework),
    item,
    option,
  }));
  const brought = stated.flatMap(({ gate, item }) =>
    gate && isAsking(gate) ? [{ gate, item, option }] : [],
  );
  return stated.every(({ gate }) => !gate || isAsking(gate)) ? presentGate(brought, framework) : undefined;
}

/** The gate is found by the name of the tool. */
const KEYED = { keyed: true } as const;

/** The gate around the node that runs a tool: before it, or after each node that leads to it. */
export function interruptGate(
  node: string | undefined,
  { interrupts: { before, after, options }, before: nodesBefore }: AgentGates,
  framework: Framework,
): Gate | undefined {
  const own = node === undefined ? [] : [node];
  const leading = new Set(node === undefined ? [] : nodesBefore(node));
  return (
    pauseAt(own, before, options?.before ?? '', framework) ??
    (leading.has(undefined) ? undefined : pauseAt([...leading], after, options?.after ?? '', framework))
  );
}

/** The gate where a list names each of some nodes; undefined where it names not all, or there is none. */
function pauseAt(
  nodes: readonly (string | undefined)[],
  list: CodeSyntaxNode | undefined,
  option: string,
  framework: Framework,
): Gate | undefined {
  if (!list || list.kind === 'null') return undefined;
  const names = list.kind === 'array' ? list.items() : [list];
  const stated = names.filter(({ scalar }) => scalar === '*' || nodes.some((node) => node === scalar));
  const isAll = nodes.every((node) => stated.some(({ scalar }) => scalar === '*' || scalar === node));
  const named = isAll ? stated : [];
  const brought = named.map((item) => ({
    gate: asking(`${option}: ${String(item.scalar)}`, item.written(), { pauses: true }),
    item,
    option,
  }));
  if (brought.length > 0) return presentGate(brought, framework);
  const open = names.find(({ kind }) => kind !== 'string');
  return open && computed(open);
}

/** What gates a tool: an entry of a map that the agent has, an option of its constructor, or what a row says. */
function remedyFor(
  tool: Tool,
  { maps, nodeOf }: AgentGates,
  { node, words }: Pick<FoundAgent, 'node'> & { readonly words: GateWords | undefined },
): Remedy | undefined {
  const language = languageOf(node);
  const key = keyIn(language, tool.name);
  const [own] = maps.filter(({ map }) => map.kind === 'object');
  if (own?.item && own.map.get(tool.name)?.scalar === true)
    return { text: `Add the middleware with \`${own.option}\` in every case: ${THEN}.` };
  if (own) {
    const title = `Set \`${key}: ${wordIn(language, true)}\` in \`${own.option}\``;
    return editRemedy(title, () => own.map.edit()?.set(tool.name, true), THEN);
  }
  if (!words) return undefined;
  const runs = nodeOf(tool);
  const [lead = '', then] = words.text
    .replaceAll('{tool}', key)
    .replaceAll('{node}', runs ?? 'tools')
    .split('{call}', 2);
  if (then === undefined) return { text: lead };
  const title = `${lead}${callAt(node)}`;
  const text = `${title}${then}`;
  const { mode, key: option = '' } = words.edit ?? {};
  const edits = () => {
    if (mode === 'by-name') return node.edit()?.set(option, { [tool.name]: true });
    return runs === undefined ? undefined : node.edit()?.set(option, [runs]);
  };
  return mode ? { text, repair: { title, edits } } : { text };
}

const THEN = 'each call then interrupts the run until your code resumes it with a decision';
