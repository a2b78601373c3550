import type {
  Guardrails,
  NamedValue,
  Place,
  StoredState,
  TraceSwitch,
  TurnLimit,
  Unresolved,
} from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { valuesNamed } from '../agents/tool.js';
import { keysGiven } from '../requests/client-calls.js';
import { isClientModule } from '../requests/client-module.js';
import type { FileContents } from './contents.js';
import type { FileTraces, FoundAgent, GateOfAll, LeavesOut } from './framework.js';
import { placed } from './places.js';
import type { KeptSession } from './stored-state.js';

/** A run of an agent, or an agent called as a tool, with its settings. */
export interface FoundRun {
  /** The call that runs it. */
  node: CodeSyntaxNode;
  /** Undefined if the agent is not known. */
  agent: FoundAgent | undefined;
  /** A run that the program starts, and not a call of one agent by another. */
  starts: boolean;
  /** Whether its input is a text of the source. */
  hasConstantInput?: true;
  turns: TurnLimit | undefined;
  /** The call that can set a turn limit. */
  takesTurns?: Place | undefined;
  guardrails: Guardrails;
  switchedOff: TraceSwitch | undefined;
  /** The setting by which the operator stores each response. */
  store?: CodeSyntaxNode | undefined;
  /** Whether its settings leave inputs and outputs out of traces; undefined where the framework has no such option. */
  leavesOut?: LeavesOut | undefined;
  /** What else it makes the operator keep. */
  kept?: StoredState[];
  /** The session or thread of the operator that it continues, by identity. */
  session?: string;
  /** The settings that a known agent is started with, by identity. */
  settings?: string | undefined;
  /** What it states for the calls of all tools. */
  asks?: GateOfAll | undefined;
}

/** Constructions of run settings: `RunConfig(...)`, `new Runner({ ... })`. */
export interface RunSettings {
  id: string;
  guardrails: FoundRun['guardrails'];
  switchedOff: TraceSwitch | undefined;
}

/** How a file runs its agents. */
export interface FileRuns extends FileTraces {
  runs: FoundRun[];
  settings: RunSettings[];
  /** What it says of inputs and outputs in traces. */
  contents: FileContents;
  /** Sessions and threads of the operator that it creates. */
  sessions: KeptSession[];
  /** Settings of traces that are not read. */
  unread: Unresolved[];
  /** The default client: it calls the model. */
  baseUrl: CodeSyntaxNode | undefined;
  /** Arguments of clients and values of the environment that may contain a credential. */
  values: NamedValue[];
}

export const NO_GUARDRAILS = { input: { state: 'absent' }, output: { state: 'absent' } } as const;

/** The keys in the arguments of a call of the framework, or of a client that is created in them. */
export function keysIn(node: CodeSyntaxNode, setsKey: boolean): NamedValue[] {
  const { call } = node;
  const given = [
    ...(call?.positional ?? []),
    ...(call?.options.keys() ?? []).flatMap((key) => call?.options.get(key) ?? []),
  ];
  return [
    ...keysGiven(node),
    ...given.filter((one) => isClientModule(one.call?.origin?.module ?? '')).flatMap(keysGiven),
    ...(setsKey ? valuesNamed('api_key', given[0]) : []),
  ].map((one) => ({ ...one, at: placed(one.at, `clients.${one.name}`) }));
}

/** What a value does to a switch; `name`: what takes it, and how it is switched off. */
export function switchOf(
  value: CodeSyntaxNode,
  [name, off]: readonly [name: string, off: string],
  place: Place,
  ofRun: boolean,
): TraceSwitch | undefined {
  const at = placed(place, 'tracing');
  if (value.scalar === true) return { name: off, state: 'shown', at, ofRun };
  if (value.kind !== 'dynamic') return undefined;
  return { name, state: 'undecidable', why: value.why ?? 'computed at run time', at, ofRun };
}
