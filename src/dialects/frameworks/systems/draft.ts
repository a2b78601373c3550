import type {
  AgentSystem,
  Endpoint,
  NamedValue,
  OtherVendor,
  Place,
  Recording,
  StoredState,
  TraceSettings,
  TraceSwitch,
} from '../../../model/index.js';
import type { CodeSyntaxNode } from '../../../program/index.js';
import type { FoundAgent, LeavesOut, SetVariable } from '../framework.js';
import type { FoundRun } from '../runs.js';

/** A system that is being built. */
export interface SystemDraft {
  group: FoundAgent[];
  entry: FoundAgent;
  files: ReadonlySet<string>;
  turnLimits: NonNullable<AgentSystem['turnLimits']>;
  /** Runs that begin with one of its agents, or may: then `agent` is undefined. */
  runs: Pick<FoundRun, 'node' | 'agent' | 'turns'>[];
  /** Runs that state no limit of turns. */
  openRuns: Place[];
  /** What bounds those of them that have a default. */
  runDefaults: NonNullable<AgentSystem['runDefaults']>;
  /** Whether each run of it, as far as runs are seen, is given a text of the source; undefined before one is seen. */
  hasConstantInput: boolean | undefined;
  switches: TraceSwitch[];
  /** A switch of the program applies to it. */
  silent: TraceSwitch | undefined;
  exporter: Pick<TraceSettings, 'exporter' | 'at'> | undefined;
  /** Files that run it or contain settings of it. */
  settledBy: Set<string>;
  /** The `store` settings of its runs: they apply to every agent in them. */
  stores: CodeSyntaxNode[];
  /** Calls that send its traces to a store of a vendor. */
  recordings: Recording[];
  /** Variables of its environment. */
  variables: SetVariable[];
  /** What makes its agents record, wherever a store is set up. */
  recorders: Omit<Recording, 'store'>[];
  /** Stores that receive what agents record. */
  receiving: Set<string>;
  /** Stores to which nothing is sent although a call says so. */
  redirected: Set<string>;
  /** Whether its runs leave inputs and outputs out of traces. */
  leftOut: LeavesOut[];
  /** The environment leaves them out. */
  isWithoutContents: boolean;
  /** What its runs make the operator keep. */
  kept: StoredState[];
  /** Arguments of clients that may contain a credential. */
  values: NamedValue[];
  /** Where the program's default client calls the model. */
  endpoint: Endpoint | undefined;
  /** Evidence that its models come from a vendor other than the framework's own. */
  otherVendor?: OtherVendor | undefined;
}

/** Begins the system of a group of agents. In a circle the agent that a run starts with is the entry. */
export function draftOf(group: FoundAgent[], started: ReadonlySet<FoundAgent>): SystemDraft {
  const telemetry = group.flatMap((one) => one.telemetry ?? []);
  const sent = telemetry.find(({ sentAt }) => sentAt)?.sentAt;
  const reached = new Set(group.flatMap((one) => nextOf(one).filter((next) => next !== one)));
  const entry =
    group.find((one) => !reached.has(one)) ??
    group.find((one) => started.has(one)) ??
    (group[0] as FoundAgent);
  return {
    group: [entry, ...group.filter((one) => one !== entry)],
    entry,
    files: new Set(group.map(({ node }) => node.document.file)),
    turnLimits: group.flatMap(({ bounds = [] }) => bounds),
    runs: [],
    openRuns: [],
    runDefaults: [],
    hasConstantInput: undefined,
    switches: [],
    stores: [],
    kept: group.flatMap(({ kept }) => kept ?? []),
    recordings: telemetry.flatMap(({ recording, leavesOut }) =>
      recording && leavesOut !== true ? [recording] : [],
    ),
    variables: [],
    recorders: [],
    receiving: new Set(),
    redirected: new Set(),
    leftOut: telemetry.map(({ leavesOut }) => leavesOut),
    isWithoutContents: false,
    values: [],
    silent: undefined,
    settledBy: new Set(
      telemetry.flatMap(({ sentAt, recording }) => [sentAt, recording?.at].flatMap((at) => at?.file ?? [])),
    ),
    exporter: sent && { exporter: 'own', at: sent },
    endpoint: undefined,
  };
}

const nextOf = ({ calls, handsOffTo }: FoundAgent) => [...handsOffTo, ...calls].map(({ to }) => to);

/** Agents that hand off to or call each other, in groups. */
export function connected(agents: readonly FoundAgent[]): FoundAgent[][] {
  const neighbours = new Map<FoundAgent, Set<FoundAgent>>(agents.map((one) => [one, new Set()]));
  for (const one of agents) {
    for (const next of nextOf(one)) {
      neighbours.get(one)?.add(next);
      neighbours.get(next)?.add(one);
    }
  }
  const order = new Map(agents.map((one, index) => [one, index]));
  const inOrder = (a: FoundAgent, b: FoundAgent) => (order.get(a) ?? 0) - (order.get(b) ?? 0);
  const seen = new Set<FoundAgent>();
  return agents.flatMap((first) => {
    if (seen.has(first)) return [];
    const group = new Set([first]);
    for (const one of group) for (const next of neighbours.get(one) ?? []) group.add(next);
    for (const one of group) seen.add(one);
    return [[...group].sort(inOrder)];
  });
}
