import { addTo } from '../../model/grouped.js';
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
} from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import type { FoundAgent, LeavesOut, SetVariable } from './framework.js';
import type { ProgramFiles } from './programs.js';
import type { FoundRun } from './runs.js';

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

/** Where systems are looked up. */
interface Index {
  ofAgent: ReadonlyMap<FoundAgent, SystemDraft>;
  /** By the files of their agents. */
  ofFile: ReadonlyMap<string, readonly SystemDraft[]>;
  /** The systems of the programs that a file belongs to; if they have none, those of files connected by imports. */
  beside(file: string): readonly SystemDraft[];
}

export function indexed(systems: readonly SystemDraft[], { startsOf, headOf }: ProgramFiles): Index {
  const order = new Map(systems.map((one, index) => [one, index]));
  const ofAgent = new Map<FoundAgent, SystemDraft>();
  const ofFile = new Map<string, SystemDraft[]>();
  const ofProgram = new Map<string, SystemDraft[]>();
  const joined = new Map<string, SystemDraft[]>();
  for (const one of systems) {
    for (const agent of one.group) ofAgent.set(agent, one);
    for (const file of one.files) addTo(ofFile, file, one);
    const { file } = one.entry.node.document;
    for (const start of startsOf(file)) addTo(ofProgram, start, one);
    addTo(joined, headOf(file), one);
  }
  const beside = (file: string): readonly SystemDraft[] => {
    const near = new Set(startsOf(file).flatMap((start) => ofProgram.get(start) ?? []));
    if (near.size === 0) return joined.get(headOf(file)) ?? [];
    return [...near].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  };
  return { ofAgent, ofFile, beside };
}
