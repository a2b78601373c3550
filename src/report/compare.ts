import type { AgentJson, EvidenceJson, ServerJson, SystemJson, ToolJson } from './shared/system-json.js';

/** What two states of a project are compared by: plain data, as `inspect`, `check` and `review` print it. */
export interface Compared {
  systems: readonly SystemJson[];
  decisions: readonly ComparedDecision[];
  waivers: readonly ComparedWaiver[];
}

/** A decision with the files that it is for. */
export interface ComparedDecision {
  outcome: string;
  recommended: string | null;
  runtimes: readonly { runtime: string; verdict: string }[];
  files?: readonly string[];
}

/** A waiver as `agent-lint waivers` lists it. */
export interface ComparedWaiver {
  kind: string;
  /** The rule, or the tool of a declared effect. */
  about: string;
  reason: string;
  until?: string;
  file: string;
  path?: string;
}

/** Who answers a gate, `no gate`, or why that cannot be known. */
export type GateState = 'human' | 'conditional' | 'machine' | 'none' | 'inexpressible' | 'undecidable';

/** A safeguard of a whole agent or system. */
export type ControlName =
  | 'tracing'
  | 'input guardrail'
  | 'output guardrail'
  | 'subagent bound'
  | 'allow-list';

/** What became of a control: `lost` and `undecidable` are worse than before. */
export type Turn = 'lost' | 'undecidable' | 'gained';

/** One difference between two states of a project. Facts only: the words are made by who prints them. */
export type Change =
  | { kind: 'agent'; is: 'new' | 'removed'; agent: string; file: string }
  | {
      kind: 'tool';
      is: 'new' | 'removed';
      agent: string;
      tool: string;
      file: string;
      effect: string;
      gate: GateState;
      server?: string;
    }
  | {
      kind: 'effect';
      agent: string;
      tool: string;
      file: string;
      effect: string;
      before: string;
      gate: GateState;
    }
  | {
      kind: 'gate';
      is: Turn;
      agent: string;
      tool: string;
      file: string;
      effect: string;
      before: GateState;
      gate: GateState;
    }
  | { kind: 'server'; is: 'new' | 'removed'; agent: string; server: string; file: string; address: string }
  | {
      kind: 'scope';
      is: 'widened' | 'narrowed';
      agent: string;
      server: string;
      file: string;
      /** Tools and scopes that were added, or removed; `*` for every tool. */
      names: string[];
    }
  | { kind: 'control'; is: Turn; control: ControlName; file: string; agent?: string; server?: string }
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
  | {
      kind: 'decision';
      files: readonly string[];
      before: DecisionState;
      after: DecisionState;
    }
  | { kind: 'waiver'; is: 'new' | 'removed'; waiver: ComparedWaiver };

/** What a decision says, in short. */
export interface DecisionState {
  outcome: string;
  recommended: string | null;
  verdicts: Readonly<Record<string, string>>;
}

/** Whether a change takes a control away, or makes it impossible to know. */
export function isLoss(change: Change): boolean {
  return (change.kind === 'gate' || change.kind === 'control') && change.is !== 'gained';
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
  const pairs = pairsOf(
    before.systems.map((system) => ({ ...system, file: movedTo(system.file) })),
    after.systems,
    ({ file }) => file,
  );
  const systemChanges = pairs.flatMap(([old, now]) => compareSystems(old, now));
  return [
    ...systemChanges,
    ...compareDecisions(before.decisions, after.decisions, movedTo),
    ...compareWaivers(before.waivers, after.waivers, movedTo),
  ];
}

/** Pairs equal keys in the order in which they come; what has no partner stands alone. */
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

function compareSystems(before: SystemJson | undefined, after: SystemJson | undefined): Change[] {
  const file = (after ?? before)?.file ?? '';
  const agents = pairsOf(before?.agents ?? [], after?.agents ?? [], ({ name }) => name);
  return [
    ...agents.flatMap(([old, now]) => compareAgents(old, now, file)),
    ...(before && after ? compareSystemControls(before, after) : []),
  ];
}

function compareSystemControls(before: SystemJson, after: SystemJson): Change[] {
  const { file } = after;
  const old = before.environment?.type ?? 'none';
  const now = after.environment?.type ?? 'none';
  const bound = compareControl(before.delegation?.maxConcurrent, after.delegation?.maxConcurrent);
  const isDelegating = after.delegation?.enabled.value !== false;
  return [
    ...controlChange(compareControl(before.tracing, after.tracing), { control: 'tracing', file }),
    ...(isDelegating ? controlChange(bound, { control: 'subagent bound', file }) : []),
    ...(old === now ? [] : [{ kind: 'environment' as const, file, before: old, after: now }]),
  ];
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

function compareAgents(before: AgentJson | undefined, after: AgentJson | undefined, file: string): Change[] {
  const one = after ?? before;
  if (!one) return [];
  const agent = one.name;
  const isBoth = before !== undefined && after !== undefined;
  const tools = pairsOf(before?.tools ?? [], after?.tools ?? [], toolKey);
  const servers = pairsOf(before?.mcpServers ?? [], after?.mcpServers ?? [], ({ name }) => name);
  return [
    ...(isBoth
      ? []
      : [{ kind: 'agent' as const, is: after ? ('new' as const) : ('removed' as const), agent, file }]),
    ...tools.flatMap(([old, now]) => compareTools(old, now, { agent, file })),
    ...servers.flatMap(([old, now]) => compareServers(old, now, { agent, file })),
    ...compareEdges(before?.handoffs ?? [], after?.handoffs ?? [], 'handoff', agent, file),
    ...compareEdges(before?.delegatesTo ?? [], after?.delegatesTo ?? [], 'delegation', agent, file),
    ...(isBoth ? compareAgentControls(before, after, file) : []),
  ];
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
    ...(old === now ? [] : [{ kind: 'model' as const, agent, file, before: old, after: now }]),
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
  if (!before || !after)
    return [{ kind: 'tool', is: after ? 'new' : 'removed', ...about, effect: one.effect, gate: gateOf(one) }];
  const { effect } = after;
  const changes: Change[] = [];
  const [old, now] = [gateOf(before), gateOf(after)];
  if (before.effect !== effect)
    changes.push({ kind: 'effect', ...about, effect, before: before.effect, gate: now });
  const is = turnOf(old, now);
  if (is) changes.push({ kind: 'gate', is, ...about, effect, before: old, gate: now });
  return changes;
}

function gateOf({ approval }: ToolJson): GateState {
  const { state, by = 'human' } = approval;
  if (state === 'shown' || state === 'attested') return by;
  return state === 'absent' ? 'none' : state;
}

const isHuman = (gate: GateState) => gate === 'human' || gate === 'conditional';

function turnOf(before: GateState, after: GateState): Turn | undefined {
  if (isHuman(before) === isHuman(after)) return undefined;
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
  const [old, now] = [scopesOf(before), scopesOf(after)];
  const added = now.filter((name) => !old.includes(name));
  const gone = old.filter((name) => !now.includes(name));
  const list = compareControl(listed(before), listed(after));
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
    ...tools.flatMap(([was, is]) => (was && is ? compareTools(was, is, about) : [])),
  ];
}

/** A list with a star allows every tool: it bounds nothing. */
function listed({ allowedTools }: ServerJson): EvidenceJson {
  const { value } = allowedTools;
  return Array.isArray(value) && value.includes('*') ? { state: 'absent' } : allowedTools;
}

function scopesOf({ allowedTools, scopes, folders = [] }: ServerJson): string[] {
  const names = Array.isArray(allowedTools.value) ? allowedTools.value.map(String) : [];
  return [...new Set([...names, ...scopes, ...folders])];
}

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
      const [from, to] = [stateOf(was), stateOf(one)];
      const key = JSON.stringify([from, to]);
      if (JSON.stringify(from) === JSON.stringify(to)) continue;
      const known = changed.get(key);
      if (known) known.files.push(file);
      else changed.set(key, { kind: 'decision', files: [file], before: from, after: to });
    }
  }
  return [...changed.values()];
}

function stateOf({ outcome, recommended, runtimes }: ComparedDecision): DecisionState {
  return {
    outcome,
    recommended,
    verdicts: Object.fromEntries(runtimes.map(({ runtime, verdict }) => [runtime, verdict])),
  };
}

function compareWaivers(
  before: readonly ComparedWaiver[],
  after: readonly ComparedWaiver[],
  movedTo: (file: string) => string,
): Change[] {
  const key = ({ kind, about, reason, until = '', file, path = '' }: ComparedWaiver) =>
    [kind, about, reason, until, file, path].join('\n');
  const old = before.map((one) => ({ ...one, file: movedTo(one.file) }));
  return pairsOf(old, after, key).flatMap(([was, is]): Change[] => {
    if (was && is) return [];
    if (is) return [{ kind: 'waiver', is: 'new', waiver: is }];
    return was ? [{ kind: 'waiver', is: 'removed', waiver: was }] : [];
  });
}
