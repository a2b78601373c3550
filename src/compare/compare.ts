import { compareWaivers, type Waiver, type WaiverChange } from '../lint/waivers.js';
import type { AgentJson, EvidenceJson, ServerJson, SystemJson, ToolJson } from './system-json.js';

/** What two states of a project are compared by: plain data, as `inspect`, `check` and `review` print it. */
export interface Compared {
  systems: readonly SystemJson[];
  decisions: readonly ComparedDecision[];
  waivers: readonly Waiver[];
  /** Files of agents that cannot be read, with the reason; left out: none. */
  unreadable?: readonly { file: string; why: string }[];
}

/** A decision with the files that it is for. */
export interface ComparedDecision {
  outcome: string;
  recommended: string | null;
  runtimes: readonly { runtime: string; verdict: string }[];
  files?: readonly string[];
}

/** Who answers a gate, `no gate`, or that it cannot be known. */
export type GateState = 'human' | 'conditional' | 'machine' | 'no gate' | 'undecidable';

/** A safeguard of a whole agent or system. */
export type ControlName =
  | 'tracing'
  | 'input guardrail'
  | 'output guardrail'
  | 'subagent bound'
  | 'turn limit'
  | 'allow-list'
  | 'approval mode';

/** What became of a control: `lost` and `undecidable` are worse than before; `changed`: another, and no loss. */
export type Turn = 'lost' | 'undecidable' | 'gained' | 'changed';

/** A tool as a change names it. */
export interface ToolState {
  effect: string;
  gate: GateState;
  /** What answers in the place of a person, as written: `never`, `policy-engine`. */
  answer?: string;
}

/** One difference between two states of a project. Facts only: the words are made by who prints them. */
export type Change =
  | { kind: 'agent'; is: 'new' | 'removed' | 'renamed'; agent: string; file: string; before?: string }
  | ({
      kind: 'tool';
      is: 'new' | 'removed';
      agent: string;
      tool: string;
      file: string;
      server?: string;
    } & ToolState)
  | ({
      kind: 'effect';
      agent: string;
      tool: string;
      file: string;
      before: string;
      server?: string;
    } & ToolState)
  | ({
      kind: 'gate';
      is: Turn;
      agent: string;
      tool: string;
      file: string;
      before: GateState;
      server?: string;
    } & ToolState)
  | { kind: 'server'; is: 'new' | 'removed'; agent: string; server: string; file: string; address: string }
  | {
      kind: 'scope';
      is: 'widened' | 'narrowed';
      agent: string;
      /** Left out where the agent itself may use every tool of its client. */
      server?: string;
      file: string;
      /** Tools, scopes and folders that were added, or removed; `*` for every tool. */
      names: string[];
    }
  | {
      kind: 'control';
      is: Turn;
      control: ControlName;
      file: string;
      agent?: string;
      server?: string;
      /** The stated values, if a control changed. */
      before?: string;
      after?: string;
    }
  | {
      kind: 'edge';
      is: 'new' | 'removed';
      edge: 'handoff' | 'delegation';
      from: string;
      to: string;
      file: string;
    }
  | { kind: 'model'; agent: string; file: string; before: string; after: string }
  | { kind: 'environment'; file: string; before: string; after: string }
  /** What can no longer be read; `hides`: tools or servers that were known before are gone with it. */
  | { kind: 'unresolved'; file: string; what: string; why: string; hides: boolean }
  | { kind: 'unreadable'; file: string; why: string }
  | {
      kind: 'decision';
      files: readonly string[];
      before: DecisionState;
      after: DecisionState;
    }
  | ({ kind: 'waiver' } & WaiverChange);

/** What a decision says, in short. */
export interface DecisionState {
  outcome: string;
  recommended: string | null;
  verdicts: Readonly<Record<string, string>>;
}

/** Whether a change takes a control away, or makes it impossible to know. */
export function isLoss(change: Change): boolean {
  switch (change.kind) {
    case 'gate':
    case 'control':
      return change.is === 'lost' || change.is === 'undecidable';
    case 'unresolved':
      return change.hides;
    default:
      return change.kind === 'unreadable';
  }
}

/**
 * What differs between two states of a project, in the order of the files. `movedTo` gives the later name of a file of
 * the earlier state; an agent whose file was renamed is the same agent.
 */
export function compareInventories(
  before: Compared,
  after: Compared,
  movedTo: (file: string) => string = (file) => file,
): Change[] {
  const old = before.systems.map((system) => ({ ...system, file: movedTo(system.file) }));
  const unreadable = newlyUnreadable(before, after, movedTo);
  const isUnreadable = (file: string) => unreadable.some((one) => one.file === file);
  const pairs = agentPairs(
    old.flatMap((system) => ownersOf(system, movedTo)).filter(({ file }) => !isUnreadable(file)),
    after.systems.flatMap((system) => ownersOf(system)),
  );
  const agents = pairs.map(([was, is]) => compareAgents(was, is));
  const systems = systemPairs(old, after.systems, pairs).map(([was, is]) => compareSystems(was, is));
  return [
    ...unreadable,
    ...byFile([...agents, ...systems].flat(), after.systems),
    ...compareDecisions(before.decisions, after.decisions, movedTo),
    ...compareWaivers(before.waivers, after.waivers, movedTo).map((one) => ({
      kind: 'waiver' as const,
      ...one,
    })),
  ];
}

/** Files of agents that could be read before. */
function newlyUnreadable(
  before: Compared,
  after: Compared,
  movedTo: (file: string) => string,
): Extract<Change, { kind: 'unreadable' }>[] {
  const known = new Set(before.systems.map(({ file }) => movedTo(file)));
  return (after.unreadable ?? [])
    .filter(({ file }) => known.has(file))
    .map(({ file, why }) => ({ kind: 'unreadable', file, why }));
}

/** In the order of the files; those of a file stay in theirs. */
function byFile(changes: readonly Change[], systems: readonly SystemJson[]): Change[] {
  const order = new Map(systems.map(({ file }, index) => [file, index]));
  const rank = (change: Change) => ('file' in change ? order.get(change.file) : undefined) ?? systems.length;
  return [...changes].sort((a, b) => rank(a) - rank(b));
}

/** Pairs equal keys in the order in which they come; what has no partner stays single. */
function pairsOf<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (one: T) => string,
): [T | undefined, T | undefined][] {
  const waiting = new Map<string, T[]>();
  for (const one of before) {
    const key = keyOf(one);
    const same = waiting.get(key);
    if (same) same.push(one);
    else waiting.set(key, [one]);
  }
  const pairs = after.map((one): [T | undefined, T | undefined] => [waiting.get(keyOf(one))?.shift(), one]);
  const gone = [...waiting.values()].flat().map((one): [T | undefined, T | undefined] => [one, undefined]);
  return [...pairs, ...gone];
}

/** An agent with the file that it is in. */
interface OwnedAgent {
  agent: AgentJson;
  file: string;
}

const ownersOf = (
  { agents, file }: SystemJson,
  movedTo: (file: string) => string = (path) => path,
): OwnedAgent[] =>
  agents.map((agent) => ({ agent, file: agent.file === undefined ? file : movedTo(agent.file) }));

type AgentPair = [OwnedAgent | undefined, OwnedAgent | undefined];

/**
 * Pairs agents by file and name; then one that moved to another file, by its name and a tool that it kept; then the only one of a file that is
 * gone with the only one that is new there: it was renamed.
 */
function agentPairs(before: readonly OwnedAgent[], after: readonly OwnedAgent[]): AgentPair[] {
  const place = ({ agent, file }: OwnedAgent) => `${file}\n${agent.name}`;
  const tools = ({ agent }: OwnedAgent) => agent.tools.map(toolKey).join('\n');
  // Tests make many agents of one name: an unchanged agent is never paired with a new one.
  const alike = pairedInTurn(before, after, [
    (one) => `${place(one)}\n${shapeOf(one.agent)}`,
    (one) => `${place(one)}\n${tools(one)}`,
  ]);
  const exact = pairedAlone(alike, place);
  const moved = pairedAlone(exact, ({ agent }) => agent.name, shareTools);
  return pairedAlone(moved, ({ file }) => file);
}

/** What an agent is, without its places. */
const shapeOf = (agent: AgentJson): string =>
  JSON.stringify(agent, (key, value: unknown) => (PLACES.has(key) ? undefined : value));

const PLACES: ReadonlySet<string> = new Set(['range', 'file', 'path']);

/** Pairs what has the same first key, then what is left by the next one, each in the order in which it comes. */
function pairedInTurn<T>(
  before: readonly T[],
  after: readonly T[],
  keys: readonly ((one: T) => string)[],
): [T | undefined, T | undefined][] {
  const partners = new Map<T, T>();
  const taken = new Set<T>();
  for (const keyOf of keys) {
    const left = before.filter((one) => !taken.has(one));
    const open = after.filter((one) => !partners.has(one));
    for (const [was, is] of pairsOf(left, open, keyOf)) {
      if (was === undefined || is === undefined) continue;
      partners.set(is, was);
      taken.add(was);
    }
  }
  const pairs = after.map((one): [T | undefined, T | undefined] => [partners.get(one), one]);
  const gone = before.filter((one) => !taken.has(one));
  return [...pairs, ...gone.map((one): [T | undefined, T | undefined] => [one, undefined])];
}

/** A system goes on where one of its agents does; one without agents is known by its file. */
function systemPairs(
  before: readonly SystemJson[],
  after: readonly SystemJson[],
  agents: readonly AgentPair[],
): [SystemJson | undefined, SystemJson | undefined][] {
  const earlier = new Map(agents.flatMap(([was, is]) => (was && is ? [[is.agent, was.agent] as const] : [])));
  const systemOf = new Map(
    before.flatMap((system) => system.agents.map((agent) => [agent, system] as const)),
  );
  const known = after.flatMap((system): [SystemJson, SystemJson][] => {
    const was = system.agents.map((agent) => systemOf.get(earlier.get(agent) ?? agent)).find(Boolean);
    return was ? [[was, system]] : [];
  });
  const bare = (systems: readonly SystemJson[]) => systems.filter((system) => system.agents.length === 0);
  return [...known, ...pairsOf(bare(before), bare(after), ({ file }) => file)];
}

/** Agents of files without a name for theirs are all called the same. */
function shareTools({ agent: was }: OwnedAgent, { agent: is }: OwnedAgent): boolean {
  const parts = ({ tools, mcpServers }: AgentJson) => [
    ...tools.map(toolKey),
    ...mcpServers.map((server) => server.address),
  ];
  const kept = new Set(parts(was));
  return parts(is).some((part) => kept.has(part));
}

/** Pairs elements whose key is unique on both sides. */
function pairedAlone(
  pairs: readonly AgentPair[],
  keyOf: (one: OwnedAgent) => string,
  mayBe: (was: OwnedAgent, is: OwnedAgent) => boolean = () => true,
): AgentPair[] {
  const gone = new Map<string, OwnedAgent[]>();
  const added = new Map<string, number>();
  for (const [was, is] of pairs) {
    if (was && !is) gone.set(keyOf(was), [...(gone.get(keyOf(was)) ?? []), was]);
    if (is && !was) added.set(keyOf(is), (added.get(keyOf(is)) ?? 0) + 1);
  }
  const taken = new Set<OwnedAgent>();
  const paired = pairs.map(([was, is]): AgentPair => {
    if (was || !is || added.get(keyOf(is)) !== 1) return [was, is];
    const [partner, rival] = gone.get(keyOf(is)) ?? [];
    if (!partner || rival || !mayBe(partner, is)) return [was, is];
    taken.add(partner);
    return [partner, is];
  });
  return paired.filter(([was, is]) => is !== undefined || (was !== undefined && !taken.has(was)));
}

function compareSystems(before: SystemJson | undefined, after: SystemJson | undefined): Change[] {
  if (!before || !after) return [];
  const { file } = after;
  const [old, now] = [before.environment?.type ?? 'none', after.environment?.type ?? 'none'];
  const limits = pairsOf(before.turnLimits ?? [], after.turnLimits ?? [], (limit) => limit.of);
  return [
    ...controlChange(compareControl(before.tracing, after.tracing), { control: 'tracing', file }),
    ...compareBounds(before, after),
    ...limits.flatMap(([was, is]) =>
      is ? controlChange(compareControl(was?.limit, is.limit), { control: 'turn limit', file }) : [],
    ),
    ...(old === now ? [] : [{ kind: 'environment' as const, file, before: old, after: now }]),
    ...compareUnresolved(before, after),
  ];
}

/** How many subagents may run at once. */
function compareBounds(before: SystemJson, after: SystemJson): Change[] {
  const { file } = after;
  const isOff = (system: SystemJson) => !system.delegation || system.delegation.enabled.value === false;
  const bound = ({ delegation }: SystemJson) => delegation?.maxConcurrent;
  const words = (system: SystemJson) =>
    isOff(system) ? 'no subagents' : isThere(bound(system)) ? String(bound(system)?.value) : 'none';
  const [old, now] = [words(before), words(after)];
  if (old === now || isOff(after)) return [];
  const is = isOff(before) ? 'changed' : (compareControl(bound(before), bound(after)) ?? 'changed');
  return [{ kind: 'control', is, control: 'subagent bound', file, before: old, after: now }];
}

/** What can no longer be read of a system, and whether something that was known is gone. */
function compareUnresolved(before: SystemJson, after: SystemJson): Change[] {
  const known = new Set(before.unresolved.map(({ what }) => what));
  const parts = ({ agents }: SystemJson) =>
    new Set(
      agents.flatMap(({ name, tools, mcpServers }) =>
        [...tools.map(toolKey), ...mcpServers.map((server) => server.name)].map((part) => `${name}\n${part}`),
      ),
    );
  const now = parts(after);
  const hides = [...parts(before)].some((part) => !now.has(part));
  return after.unresolved
    .filter(({ what }) => !known.has(what))
    .map(({ what, why }) => ({ kind: 'unresolved', file: after.file, what, why, hides }));
}

const controlChange = (
  is: Turn | undefined,
  about: Omit<Extract<Change, { kind: 'control' }>, 'kind' | 'is'>,
): Change[] => (is === undefined ? [] : [{ kind: 'control', is, ...about }]);

/** Switched off counts as not there: `inspect` shows it as evidence with the value `off`. */
const isThere = (evidence: EvidenceJson | undefined) =>
  evidence !== undefined &&
  (evidence.state === 'shown' || evidence.state === 'attested') &&
  evidence.value !== 'off';

function compareControl(before: EvidenceJson | undefined, after: EvidenceJson | undefined): Turn | undefined {
  const was = isThere(before);
  const is = isThere(after);
  if (was === is) return undefined;
  if (is) return 'gained';
  return after?.state === 'undecidable' ? 'undecidable' : 'lost';
}

function compareAgents(before: OwnedAgent | undefined, after: OwnedAgent | undefined): Change[] {
  const one = after ?? before;
  if (!one) return [];
  const { file } = one;
  const agent = one.agent.name;
  const [old, now] = [before?.agent, after?.agent];
  const tools = pairsOf(old?.tools ?? [], now?.tools ?? [], toolKey);
  const servers = pairsOf(old?.mcpServers ?? [], now?.mcpServers ?? [], ({ name }) => name);
  return [
    ...agentChange(old, now, file),
    ...tools.flatMap(([was, is]) => compareTools(was, is, { agent, file })),
    ...servers.flatMap(([was, is]) => compareServers(was, is, { agent, file })),
    ...compareEdges(old?.handoffs ?? [], now?.handoffs ?? [], 'handoff', agent, file),
    ...compareEdges(old?.delegatesTo ?? [], now?.delegatesTo ?? [], 'delegation', agent, file),
    ...(old && now ? compareAgentControls(old, now, file) : []),
  ];
}

function agentChange(before: AgentJson | undefined, after: AgentJson | undefined, file: string): Change[] {
  const agent = (after ?? before)?.name ?? '';
  if (before && after) {
    if (before.name === agent) return [];
    return [{ kind: 'agent', is: 'renamed', agent, file, before: before.name }];
  }
  return [{ kind: 'agent', is: after ? 'new' : 'removed', agent, file }];
}

const toolKey = ({ name, kind }: ToolJson) => `${kind}\n${name}`;

function compareAgentControls(before: AgentJson, after: AgentJson, file: string): Change[] {
  const agent = after.name;
  const side = (name: 'input' | 'output'): Change[] =>
    controlChange(compareControl(before.guardrails[name], after.guardrails[name]), {
      control: `${name} guardrail`,
      agent,
      file,
    });
  const [old, now] = [before.model ?? 'none', after.model ?? 'none'];
  return [
    ...side('input'),
    ...side('output'),
    ...compareModes(before, after, file),
    ...(Boolean(before.allTools) === Boolean(after.allTools)
      ? []
      : [
          {
            kind: 'scope' as const,
            is: after.allTools ? ('widened' as const) : ('narrowed' as const),
            agent,
            file,
            names: ['*'],
          },
        ]),
    ...(old === now ? [] : [{ kind: 'model' as const, agent, file, before: old, after: now }]),
  ];
}

/** Who is asked before an agent acts, from a person for everything to nobody. */
const ASKS: readonly string[] = ['human', 'except-edits', 'as-model-decides', 'another-model', 'nobody'];

/** A mode that asks a person less often than before, or no longer, is a lost control. */
function compareModes(before: AgentJson, after: AgentJson, file: string): Change[] {
  const [old, now] = [before.mode, after.mode];
  if (old?.asks === now?.asks) return [];
  const rank = (mode: AgentJson['mode']) => (mode ? ASKS.indexOf(mode.asks) : 0);
  const is = rank(now) > rank(old) ? 'lost' : rank(now) < rank(old) ? 'gained' : 'changed';
  const words = (mode: AgentJson['mode']) => mode?.stated ?? 'the default';
  return [
    {
      kind: 'control',
      is,
      control: 'approval mode',
      agent: after.name,
      file,
      before: words(old),
      after: words(now),
    },
  ];
}

interface Owner {
  agent: string;
  file: string;
  server?: string;
}

function compareTools(before: ToolJson | undefined, after: ToolJson | undefined, owner: Owner): Change[] {
  const one = after ?? before;
  if (!one) return [];
  const about = { ...owner, tool: one.name };
  if (!before || !after) return [{ kind: 'tool', is: after ? 'new' : 'removed', ...about, ...stateOf(one) }];
  const [old, now] = [stateOf(before), stateOf(after)];
  const is = turnOf(old.gate, now.gate);
  return [
    ...(old.effect === now.effect ? [] : [{ kind: 'effect' as const, ...about, ...now, before: old.effect }]),
    ...(is ? [{ kind: 'gate' as const, is, ...about, ...now, before: old.gate }] : []),
  ];
}

/** Effect and gate of a tool, as changes and reviews print them. */
export function stateOf({ effect, approval }: ToolJson): ToolState {
  const { state, by = 'human', value } = approval;
  if (state === 'undecidable') return { effect, gate: 'undecidable' };
  if (state !== 'shown' && state !== 'attested') return { effect, gate: 'no gate' };
  return by === 'machine' && typeof value === 'string'
    ? { effect, gate: by, answer: value }
    : { effect, gate: by };
}

const isHuman = (gate: GateState) => gate === 'human' || gate === 'conditional';

function turnOf(before: GateState, after: GateState): Turn | undefined {
  if (before === after) return undefined;
  if (isHuman(before) === isHuman(after)) return 'changed';
  if (isHuman(after)) return 'gained';
  return after === 'undecidable' ? 'undecidable' : 'lost';
}

function compareServers(
  before: ServerJson | undefined,
  after: ServerJson | undefined,
  owner: Owner,
): Change[] {
  const one = after ?? before;
  if (!one) return [];
  const server = one.name;
  const about = { ...owner, server };
  const tools = pairsOf(before?.tools ?? [], after?.tools ?? [], toolKey);
  if (!before || !after) {
    const is = after ? ('new' as const) : ('removed' as const);
    const ofServer = after ? tools.flatMap(([old, now]) => compareTools(old, now, about)) : [];
    return [{ kind: 'server', is, ...owner, server, address: one.address }, ...ofServer];
  }
  const list = compareControl(listed(before), listed(after));
  // Without a list on one side, no single tool was added or taken away.
  const names = (one: ServerJson) => [...(list ? [] : toolNames(one)), ...one.scopes, ...(one.folders ?? [])];
  const [old, now] = [names(before), names(after)];
  const added = now.filter((name) => !old.includes(name));
  const gone = old.filter((name) => !now.includes(name));
  const gate = unasked(before, after, about);
  return [
    ...(before.address === after.address
      ? []
      : ([
          { kind: 'server', is: 'removed', ...owner, server, address: before.address },
          { kind: 'server', is: 'new', ...owner, server, address: after.address },
        ] satisfies Change[])),
    ...controlChange(list, { control: 'allow-list', ...about }),
    ...(added.length > 0 ? [{ kind: 'scope' as const, is: 'widened' as const, ...about, names: added }] : []),
    ...(gone.length > 0 ? [{ kind: 'scope' as const, is: 'narrowed' as const, ...about, names: gone }] : []),
    ...gate,
    ...tools.flatMap(([was, is]) => (is && (was || !list) ? compareTools(was, is, about) : [])),
  ];
}

/** A setting that lets every tool of a server run without a person. */
function unasked(before: ServerJson, after: ServerJson, about: Owner & { server: string }): Change[] {
  const [old, now] = [before.runsUnasked?.stated, after.runsUnasked?.stated];
  if ((old === undefined) === (now === undefined)) return [];
  return [
    {
      kind: 'control',
      is: now === undefined ? 'gained' : 'lost',
      control: 'approval mode',
      ...about,
      before: old ?? 'the default',
      after: now ?? 'the default',
    },
  ];
}

/** A list with a star allows every tool: it bounds nothing. */
function listed({ allowedTools }: ServerJson): EvidenceJson {
  const { value } = allowedTools;
  return Array.isArray(value) && value.includes('*') ? { state: 'absent' } : allowedTools;
}

const toolNames = ({ allowedTools }: ServerJson): string[] =>
  Array.isArray(allowedTools.value) ? allowedTools.value.map(String) : [];

function compareEdges(
  before: readonly string[],
  after: readonly string[],
  edge: 'handoff' | 'delegation',
  from: string,
  file: string,
): Change[] {
  const change = (is: 'new' | 'removed') => (to: string) => ({
    kind: 'edge' as const,
    is,
    edge,
    from,
    to,
    file,
  });
  return [
    ...after.filter((name) => !before.includes(name)).map(change('new')),
    ...before.filter((name) => !after.includes(name)).map(change('removed')),
  ];
}

function compareDecisions(
  before: readonly ComparedDecision[],
  after: readonly ComparedDecision[],
  movedTo: (file: string) => string,
): Change[] {
  const old = new Map(before.flatMap((one) => (one.files ?? ['']).map((file) => [movedTo(file), one])));
  const changed = new Map<string, Extract<Change, { kind: 'decision' }> & { files: string[] }>();
  for (const one of after) {
    for (const file of one.files ?? ['']) {
      const was = old.get(file);
      if (!was) continue;
      const [from, to] = [decisionState(was), decisionState(one)];
      const key = JSON.stringify([from, to]);
      if (JSON.stringify(from) === JSON.stringify(to)) continue;
      const known = changed.get(key);
      if (known) known.files.push(file);
      else changed.set(key, { kind: 'decision', files: [file], before: from, after: to });
    }
  }
  return [...changed.values()];
}

function decisionState({ outcome, recommended, runtimes }: ComparedDecision): DecisionState {
  return {
    outcome,
    recommended,
    verdicts: Object.fromEntries(runtimes.map(({ runtime, verdict }) => [runtime, verdict])),
  };
}
