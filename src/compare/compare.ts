import { asksFirst } from '../assess/approval/ask-first.js';
import { TOO_MANY_TURNS } from '../model/index.js';
import { reasonAbove } from '../model/paths.js';
import {
  type Change,
  type Compared,
  type GateState,
  isAct,
  isHuman,
  stateOf,
  type TextChange,
  type ToolState,
  type Turn,
} from './change.js';
import { agentPairs, type OwnedAgent, ownersOf, pairsOf, systemPairs, toolKey } from './pairs.js';
import { compareClaims, compareDecisions, compareRequirements } from './stated.js';
import type { AgentJson, EvidenceJson, ServerJson, SystemJson, ToolJson } from './system-json.js';

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
    ...compareRequirements(before.decisions, after.decisions, movedTo),
    ...compareClaims(before.waivers, after.waivers, movedTo),
  ];
}

/** Files of agents that could be read before: now they are faulty, left out, or below a folder that is. */
function newlyUnreadable(
  before: Compared,
  after: Compared,
  movedTo: (file: string) => string,
): Extract<Change, { kind: 'unreadable' }>[] {
  const faults = new Map((after.unreadable ?? []).map(({ file, why }) => [file, why]));
  const leftOut = new Map((after.leftOut ?? []).map(({ path, reason }) => [path, reason]));
  const isRead = new Set(after.systems.map(({ file }) => file));
  return [...new Set(before.systems.map(({ file }) => movedTo(file)))].flatMap((file) => {
    const why = faults.get(file) ?? (isRead.has(file) ? undefined : reasonAbove(file, leftOut));
    return why === undefined ? [] : [{ kind: 'unreadable' as const, file, why }];
  });
}

/** In the order of the files; those of a file stay in theirs. */
function byFile(changes: readonly Change[], systems: readonly SystemJson[]): Change[] {
  const order = new Map(systems.map(({ file }, index) => [file, index]));
  const rank = (change: Change) => ('file' in change ? order.get(change.file) : undefined) ?? systems.length;
  return [...changes].sort((a, b) => rank(a) - rank(b));
}

function compareSystems(before: SystemJson | undefined, after: SystemJson | undefined): Change[] {
  if (!before || !after) return [];
  const { file } = after;
  const [old, now] = [before.environment?.type ?? 'none', after.environment?.type ?? 'none'];
  const limits = pairsOf(before.turnLimits ?? [], after.turnLimits ?? [], (limit) => limit.of);
  return [
    ...controlChange(compareControl(before.tracing, after.tracing), { control: 'tracing', file }),
    ...(isThere(before.tracing) && isThere(after.tracing)
      ? textChange(valueWords(before.tracing), valueWords(after.tracing), { kind: 'tracing', file })
      : []),
    ...textChange(before.request, after.request, { kind: 'request', file }),
    ...compareBounds(before, after),
    ...limits.flatMap(([was, is]) => compareLimits(was?.limit, is?.limit ?? UNSTATED, file)),
    ...(old === now ? [] : [{ kind: 'environment' as const, file, before: old, after: now }]),
    ...compareUnresolved(before, after),
  ];
}

/** A limit that is no longer stated. */
const UNSTATED: EvidenceJson = { state: 'shown', value: 'not stated' };

/** A limit that is so high that it bounds nothing is lost. */
function compareLimits(before: EvidenceJson | undefined, after: EvidenceJson, file: string): Change[] {
  const isTooHigh = ({ value }: EvidenceJson) => typeof value === 'number' && value >= TOO_MANY_TURNS;
  const about = { control: 'turn limit', file } as const;
  if (!before || !isThere(before) || isTooHigh(before) || !isTooHigh(after))
    return evidenceChange(before, after, about);
  return controlChange('lost', { ...about, before: valueWords(before), after: valueWords(after) });
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

type ControlAbout = Omit<Extract<Change, { kind: 'control' }>, 'kind' | 'is'>;

const controlChange = (is: Turn | undefined, about: ControlAbout): Change[] =>
  is === undefined ? [] : [{ kind: 'control', is, ...about }];

/** A control that came, went or states something else. Where it is only claimed, the claim is compared. */
function evidenceChange(
  before: EvidenceJson | undefined,
  after: EvidenceJson | undefined,
  about: ControlAbout,
): Change[] {
  const is = compareControl(before, after);
  if (is || !isThere(before) || !isThere(after)) return controlChange(is, about);
  if (before?.state === 'attested' && after?.state === 'attested') return [];
  const [old, now] = [valueWords(before), valueWords(after)];
  return old === now ? [] : controlChange('changed', { ...about, before: old, after: now });
}

/** Switched off counts as not there: `inspect` shows it as evidence with the value `off`, a limit as null. */
const isThere = (evidence: EvidenceJson | undefined) =>
  evidence !== undefined &&
  (evidence.state === 'shown' || evidence.state === 'attested') &&
  evidence.value !== 'off' &&
  evidence.value !== null;

const valueWords = (evidence: EvidenceJson | undefined): string =>
  Array.isArray(evidence?.value) ? evidence.value.join(', ') : String(evidence?.value);

/** What a change is about, without its texts. */
type About<C> = C extends TextChange ? Omit<C, 'before' | 'after'> : never;

/** A text that differs; one that is not recorded, as in a review of an earlier version, is not compared. */
function textChange(
  before: string | null | undefined,
  after: string | null | undefined,
  about: About<Extract<Change, { kind: 'instructions' | 'description' | 'request' | 'tracing' }>>,
): Change[] {
  if (before === undefined || after === undefined || before === after) return [];
  return [{ ...about, before, after }];
}

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
    ...hiddenGates(tools, { agent, file }),
    ...servers.flatMap(([was, is]) => compareServers(was, is, { agent, file })),
    ...compareEdges(old?.handoffs ?? [], now?.handoffs ?? [], 'handoff', agent, file),
    ...compareEdges(old?.delegatesTo ?? [], now?.delegatesTo ?? [], 'delegation', agent, file),
    ...(old && now ? compareAgentControls(old, now, file) : []),
    ...(now && !old && now.mode?.asks === 'nobody'
      ? [{ kind: 'mode' as const, agent, file, stated: now.mode.stated }]
      : []),
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

function compareAgentControls(before: AgentJson, after: AgentJson, file: string): Change[] {
  const agent = after.name;
  const side = (name: 'input' | 'output'): Change[] =>
    evidenceChange(before.guardrails[name], after.guardrails[name], {
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
    ...textChange(before.instructions, after.instructions, {
      kind: 'instructions',
      is: losesRequest(before, after) ? 'lost' : 'changed',
      agent,
      file,
    }),
  ];
}

/** Whether instructions no longer ask for approval, and no gate that is enforced asks in their place for every act. */
function losesRequest(before: AgentJson, after: AgentJson): boolean {
  if (!asksFirst(before.instructions ?? '') || asksFirst(after.instructions ?? '')) return false;
  const tools = [...after.tools, ...after.mcpServers.flatMap((server) => server.tools)];
  const acts = tools.filter((tool) => isAct(stateOf(tool)));
  const isEnforced = (tool: ToolJson) => tool.approval.state === 'shown' && isHuman(stateOf(tool).gate);
  return acts.length === 0 || !acts.every(isEnforced);
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
  const asked = before.stated !== undefined && after.stated === undefined ? before.stated : old.gate;
  const is = weakened(old, now) ? 'lost' : turnOf(isHuman(now.gate) ? old.gate : asked, now.gate);
  return [
    ...(old.effect === now.effect ? [] : [{ kind: 'effect' as const, ...about, ...now, before: old.effect }]),
    ...(is
      ? [{ kind: 'gate' as const, is, ...about, ...now, before: isHuman(now.gate) ? old.gate : asked }]
      : []),
    ...textChange(before.description, after.description, { kind: 'description', ...about }),
  ];
}

/** A tool whose name a change hides too is known by its definition: its gate is lost too. */
function hiddenGates(tools: readonly [ToolJson | undefined, ToolJson | undefined][], owner: Owner): Change[] {
  const gone = tools.flatMap(([was, is]) => (was && !is ? [was] : []));
  return tools.flatMap(([was, is]): Change[] => {
    if (was || is?.symbol === undefined || is.name !== is.symbol) return [];
    const now = stateOf(is);
    const [partner, rival] = gone.filter(({ symbol }) => symbol === is.symbol);
    if (now.gate !== 'undecidable' || !partner || rival) return [];
    const before = partner.stated ?? stateOf(partner).gate;
    return isHuman(before)
      ? [{ kind: 'gate', is: 'undecidable', ...owner, tool: is.name, ...now, before }]
      : [];
  });
}

/** Whether a person still answers on both sides, and what made that certain is gone: it is claimed now, or does not hold. */
function weakened(before: ToolState, after: ToolState): boolean {
  if (!isHuman(before.gate) || !isHuman(after.gate)) return false;
  return Boolean((!before.isClaimed && after.isClaimed) || (before.flaw === undefined && after.flaw));
}

function turnOf(before: GateState, after: GateState): Turn | undefined {
  if (before === after) return undefined;
  // Where every call required approval, a condition decides now.
  if (before === 'human' && after === 'conditional') return 'lost';
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
    return [{ kind: 'server', is, ...owner, ...serverState(one) }, ...ofServer];
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
          { kind: 'server', is: 'removed', ...owner, ...serverState(before) },
          { kind: 'server', is: 'new', ...owner, ...serverState(after) },
        ] satisfies Change[])),
    ...controlChange(list, { control: 'allow-list', ...about }),
    ...(added.length > 0 ? [{ kind: 'scope' as const, is: 'widened' as const, ...about, names: added }] : []),
    ...(gone.length > 0 ? [{ kind: 'scope' as const, is: 'narrowed' as const, ...about, names: gone }] : []),
    ...gate,
    ...tools.flatMap(([was, is]) => (is && (was || !list) ? compareTools(was, is, about) : [])),
  ];
}

const serverState = ({ name, address, risk }: ServerJson) => ({
  server: name,
  address,
  ...(risk !== undefined && { risk }),
});

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
