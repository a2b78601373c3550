import { isOwnMachine } from '../../assess/mcp/hosts.js';
import { isAct, stateOf } from '../../compare/change.js';
import type { AgentJson, ServerJson, SystemJson, ToolJson } from '../../compare/system-json.js';
import { RUNTIME_TITLE } from '../../decide/decide.js';
import { groupedBy } from '../../model/grouped.js';
import type { Runtime } from '../../model/index.js';
import { hostOf } from '../../model/secrets.js';
import { valueWords } from '../../report/shared/evidence-words.js';
import { count } from '../../report/shared/text.js';
import { TOXIC_FLOW, toolsOf } from '../controls.js';
import { agentId, serverId } from '../ids.js';
import { placeOf, placeWords } from '../places.js';
import type { GovernedTool, Review } from '../types.js';

/** A tool as a row of a box. */
export interface Row {
  name: string;
  effect: GovernedTool['effect'];
  /** The word beside it. */
  word: string;
  /** `claimed`: nothing but the project's word states the gate; `none`: no approval is required. */
  gate: 'gated' | 'claimed' | 'ungated' | 'unknown' | 'none';
  /** Where it is stated. */
  place: string;
  /** It is part of a toxic flow. */
  toxic: boolean;
}

/** Who runs what is drawn: data that leaves a region crosses a trust boundary. */
export type Region = 'own' | 'operator' | 'third' | 'traces';

/** The name of a region, as pictures and legend print it. */
export const REGION_WORDS: Readonly<Record<Region, string>> = {
  own: 'Your infrastructure',
  operator: "The operator's infrastructure",
  third: 'Third parties',
  traces: 'Trace store',
};

/** An agent, an MCP server, an agent that was not found, the subagents of a system, or what the system sends data to. */
export interface Box {
  id: string;
  kind: 'agent' | 'server' | 'missing' | 'subagents' | 'outside';
  /** Left out for what was not found. */
  region?: Region;
  /** Its place on the page. */
  link?: string | undefined;
  name: string;
  /** The lines below the name. */
  about: string;
  rows: Row[];
  /** Lines below the rows: scopes, an allow-list that is missing. */
  notes: { text: string; bad: boolean }[];
  toxic: boolean;
}

export type ArrowKind = 'handoff' | 'delegation' | 'server';

/** An arrow between two boxes; `text` is what a reader hears: `Front -> Helper`. */
export interface Arrow {
  from: string;
  to: string;
  kind: ArrowKind;
  text: string;
  toxic: boolean;
}

/** What a picture shows. */
export interface Graph {
  file: string;
  /** What surrounds all boxes: runtime, environment, tracing. */
  around: string[];
  boxes: Box[];
  arrows: Arrow[];
}

/** The label of the target of an arrow, where no file has that agent. */
export const NOT_FOUND = 'not found in the files';

/** Whether there is anything to draw: a tool, a server, or an arrow. */
export const isDrawn = ({ agents, delegation }: SystemJson): boolean =>
  delegation?.enabled.value === true ||
  agents.some(
    ({ tools, mcpServers, handoffs, delegatesTo, allTools }) =>
      tools.length + mcpServers.length + handoffs.length + delegatesTo.length > 0 || allTools !== undefined,
  );

/** The systems that have something to draw, as graphs: those that look the same together, under the first of them. */
export function distinctGraphs(review: Pick<Review, 'findings' | 'systems'>): Graph[][] {
  const graphs = review.systems.filter(isDrawn).map((system) => graphOf(review, system));
  const looks = ({ boxes, arrows, around }: Graph) =>
    JSON.stringify([
      around,
      arrows,
      boxes.map(({ link: _, rows, ...box }) => [box, rows.map(({ place: __, ...row }) => row)]),
    ]);
  return [...groupedBy(graphs, looks).values()];
}

/** A system as boxes and arrows. */
export function graphOf(review: Pick<Review, 'findings'>, system: SystemJson): Graph {
  const rowOf = (tool: ToolJson): Row => {
    const act = isAct(stateOf(tool));
    return {
      name: tool.name,
      effect: tool.effect as Row['effect'],
      word: tool.openEnded ? 'may do anything' : tool.effect,
      gate: gateMark(tool, act),
      place: placeWords(placeOf(tool, system.file)),
      toxic: false,
    };
  };
  const home: Region = system.runtime === 'managed' ? 'operator' : 'own';
  const boxes: Box[] = system.agents.map((agent, at) => ({
    ...agentBox(agent, at, home, rowOf),
    link: agentId(system.file, agent.name),
  }));
  const byName = new Map<string, string>();
  for (const [at, { name }] of system.agents.entries()) if (!byName.has(name)) byName.set(name, `a${at}`);
  const arrows: Arrow[] = [];
  const missing = new Map<string, string>();
  const boxNamed = (name: string): string => {
    const known = byName.get(name) ?? missing.get(name);
    if (known !== undefined) return known;
    const id = `m${missing.size}`;
    missing.set(name, id);
    boxes.push({
      id,
      kind: 'missing',
      name,
      about: NOT_FOUND,
      rows: [],
      notes: [],
      toxic: false,
    });
    return id;
  };
  const servers = new Map<string, string>();
  for (const [at, agent] of system.agents.entries()) {
    const add = (to: string, name: string, kind: ArrowKind) =>
      arrows.push({ from: `a${at}`, to, kind, text: `${agent.name} -> ${name}`, toxic: false });
    for (const name of agent.handoffs) add(boxNamed(name), name, 'handoff');
    for (const name of agent.delegatesTo) add(boxNamed(name), name, 'delegation');
    for (const server of agent.mcpServers) {
      const key = JSON.stringify([
        server.name,
        server.address,
        server.allowedTools.value,
        server.scopes,
        server.tools.map(rowOf),
      ]);
      const id = servers.get(key) ?? `s${servers.size}`;
      if (!servers.has(key))
        boxes.push({
          ...serverBox(server, id, home, rowOf),
          link: serverId(system.file, agent.name, server.name),
        });
      servers.set(key, id);
      add(id, server.name, 'server');
    }
  }
  addSubagents(system, home, boxes, arrows);
  boxes.push(...outsideBoxes(system));
  for (const finding of review.findings) {
    if (finding.rule !== TOXIC_FLOW || finding.file !== system.file) continue;
    const places = finding.related.map(({ file, range }) => placeWords({ file, ...range.start }));
    markFlow(boxes, arrows, finding.agent, places);
  }
  return { file: system.file, around: aroundOf(system), boxes, arrows };
}

function gateMark(tool: ToolJson, act: boolean): Row['gate'] {
  const { gate } = stateOf(tool);
  if (gate === 'human' || gate === 'conditional')
    return tool.approval.state === 'attested' ? 'claimed' : 'gated';
  if (!act) return 'none';
  return gate === 'undecidable' || tool.approval.state === 'inexpressible' ? 'unknown' : 'ungated';
}

function agentBox(agent: AgentJson, at: number, region: Region, rowOf: (tool: ToolJson) => Row): Box {
  const notes: Box['notes'] = [];
  if (agent.allTools) notes.push({ text: 'all tools of its client', bad: true });
  if (agent.mode) notes.push({ text: `mode: ${agent.mode.stated}`, bad: agent.mode.asks === 'nobody' });
  return {
    id: `a${at}`,
    kind: 'agent',
    region,
    name: agent.name,
    about: agent.model ?? 'model not stated',
    rows: agent.tools.map(rowOf),
    notes,
    toxic: false,
  };
}

function serverBox(server: ServerJson, id: string, home: Region, rowOf: (tool: ToolJson) => Row): Box {
  const { allowedTools, scopes, tools, transport, disabled } = server;
  const named = Array.isArray(allowedTools.value) ? allowedTools.value.map(String) : [];
  const known = new Set(tools.map(({ name }) => name));
  const rows = [
    ...tools.map(rowOf),
    ...named
      .filter((name) => name !== '*' && !known.has(name))
      .map(
        (name): Row => ({ name, effect: 'unknown', word: 'unknown', gate: 'none', place: '', toxic: false }),
      ),
  ];
  const isOpen = allowedTools.state === 'absent' || named.includes('*');
  const notes: Box['notes'] = [];
  if (isOpen) notes.push({ text: 'every tool is allowed', bad: true });
  else if (allowedTools.state === 'undecidable')
    notes.push({ text: 'tools computed at run time', bad: false });
  else if (allowedTools.state === 'inexpressible')
    notes.push({ text: 'no allow-list in this format', bad: false });
  notes.push({ text: scopes.length > 0 ? `scope: ${scopes.join(', ')}` : 'scope not stated', bad: false });
  return {
    id,
    kind: 'server',
    region: serverRegion(server, home),
    name: server.name,
    about: `MCP server, ${transport}${disabled ? ', off' : ''}`,
    rows,
    notes,
    toxic: false,
  };
}

/** A server that the agent starts, or on its own machine, runs beside the agent; who runs any other is not known. */
function serverRegion({ address, transport }: ServerJson, home: Region): Region {
  const host = hostOf(address);
  return transport === 'stdio' || (host !== undefined && isOwnMachine(host)) ? home : 'third';
}

/** What no agent names and yet gets its data: the model endpoint, a sandbox of one's own, the trace store. */
function outsideBoxes({ surface, runtime, endpoint, environment, tracing }: SystemJson): Box[] {
  const box = (id: string, region: Region, name: string, about: string): Box => ({
    id,
    kind: 'outside',
    region,
    name,
    about,
    rows: [],
    notes: [],
    toxic: false,
  });
  const boxes: Box[] = [];
  const host = endpoint?.host;
  if (surface === 'product' && runtime !== 'managed') {
    const region = host !== undefined && isOwnMachine(host) ? 'own' : 'operator';
    boxes.push(box('models', region, host ?? 'model endpoint', host ? 'model endpoint' : 'host not stated'));
  }
  if (runtime === 'managed' && environment?.kind === 'self-hosted')
    boxes.push(box('sandbox', 'own', 'sandbox', environment.type));
  if ('value' in tracing && tracing.value !== 'off') {
    const known = tracing.state === 'attested' ? 'traces (claimed)' : 'traces';
    boxes.push(box('traces', 'traces', valueWords(tracing.value), known));
  }
  return boxes;
}

function addSubagents(
  { delegation, agents }: SystemJson,
  region: Region,
  boxes: Box[],
  arrows: Arrow[],
): void {
  const [lead] = agents;
  if (!lead || delegation?.enabled.value !== true) return;
  const bound = delegation.maxConcurrent?.value;
  boxes.push({
    id: 'sub',
    kind: 'subagents',
    region,
    name: 'subagents',
    about: bound === undefined ? 'no bound stated' : `at most ${String(bound)} at once`,
    rows: [],
    notes: bound === undefined ? [{ text: 'unbounded', bad: true }] : [],
    toxic: false,
  });
  arrows.push({ from: 'a0', to: 'sub', kind: 'delegation', text: `${lead.name} -> subagents`, toxic: false });
}

/** Marks the head of a toxic flow, the nearest rows of its tools, and the arrows on the way to them. */
function markFlow(
  boxes: readonly Box[],
  arrows: readonly Arrow[],
  headName: string | undefined,
  places: readonly string[],
): void {
  const head = boxes.find(({ kind, name }) => kind === 'agent' && name === headName);
  if (!head) return;
  head.toxic = true;
  const way = new Map<string, Arrow | undefined>([[head.id, undefined]]);
  for (const [id] of way) {
    for (const arrow of arrows) if (arrow.from === id && !way.has(arrow.to)) way.set(arrow.to, arrow);
  }
  const byId = new Map(boxes.map((box) => [box.id, box]));
  for (const place of places) {
    const isMeant = (row: Row) => row.place === place;
    const holder = [...way.keys()].find((id) => byId.get(id)?.rows.some(isMeant));
    if (holder === undefined) continue;
    for (const row of byId.get(holder)?.rows ?? []) row.toxic ||= isMeant(row);
    for (let arrow = way.get(holder); arrow; arrow = way.get(arrow.from)) arrow.toxic = true;
  }
}

function aroundOf({ runtime, environment, tracing, agents }: SystemJson): string[] {
  const tools = agents.reduce((sum, agent) => sum + toolsOf(agent).length, 0);
  const sink =
    'value' in tracing
      ? String(tracing.value)
      : tracing.state === 'undecidable'
        ? 'computed at run time'
        : 'not stated';
  return [
    `Runtime: ${runtime === undefined ? 'none targeted' : RUNTIME_TITLE[runtime as Runtime]}`,
    `Environment: ${environment ? environment.type : 'not stated'}`,
    `Tracing: ${sink}`,
    `${count(agents.length, 'agent')}, ${count(tools, 'tool')}`,
  ];
}
