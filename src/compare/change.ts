import type { Waiver, WaiverChange } from '../lint/waivers.js';
import { type Effect, isIrreversible, type LeftOut } from '../model/index.js';
import type { SystemJson, ToolJson } from './system-json.js';

/** What two states of a project are compared by: plain data, as `inspect`, `check` and `review` print it. */
export interface Compared {
  systems: readonly SystemJson[];
  decisions: readonly ComparedDecision[];
  waivers: readonly Waiver[];
  /** Files of agents that cannot be read, with the reason; left out: none. */
  unreadable?: readonly { file: string; why: string }[];
  /** Files and folders that were found and not read, with the reason; left out: none is known. */
  leftOut?: readonly Pick<LeftOut, 'path' | 'reason'>[];
}

/** A decision with the files that it is for. */
export interface ComparedDecision {
  /** What is required, as it is printed. */
  requirements?: unknown;
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

/** A text that people accept: what it was and what it is, without secrets; null: there was none, or is none. */
export interface TextChange {
  file: string;
  before: string | null;
  after: string | null;
}

/** What became of a control: `lost` and `undecidable` are worse than before; `changed`: another, and no loss. */
export type Turn = 'lost' | 'undecidable' | 'gained' | 'changed';

/** A tool as a change names it. */
export interface ToolState {
  effect: string;
  /** It may do anything, although its effect is not known to be grave. */
  openEnded?: true;
  /** It runs another agent, whose tools have gates of their own. */
  runsAgent?: true;
  gate: GateState;
  /** What answers in the place of a person, as written: `never`, `policy-engine`. */
  answer?: string;
  /** Nothing enforces it: the project claims it. */
  isClaimed?: true;
  /** Why it does not hold, as a clause: a version of a package that does not enforce it. */
  flaw?: string;
}

/** A kind of the catalogue of sensitive servers, or `plain HTTP`. */
export type ServerRisk = string;

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
  | {
      kind: 'server';
      is: 'new' | 'removed';
      agent: string;
      server: string;
      file: string;
      address: string;
      /** What makes every tool of it a risk: it is of a sensitive kind, or anyone on the way can read along. */
      risk?: ServerRisk;
    }
  /** A new setting of a new agent by which everything that it does runs without approval. */
  | { kind: 'mode'; agent: string; file: string; stated: string }
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
  /** A gated act that was read before and is not now; without `tool`: some tools of an agent. */
  | { kind: 'unread'; agent: string; tool?: string; file: string; why: string }
  | {
      kind: 'decision';
      files: readonly string[];
      before: DecisionState;
      after: DecisionState;
    }
  | ({ kind: 'waiver' } & WaiverChange)
  /** `lost`: they asked for approval before, and not every act of the agent has a gate that is enforced. */
  | ({ kind: 'instructions'; is: 'lost' | 'changed'; agent: string } & TextChange)
  | ({ kind: 'description'; agent: string; tool: string; server?: string } & TextChange)
  | ({ kind: 'requirement'; requirement: string; files: readonly string[] } & TextChange)
  /** The same control or effect is claimed in other words: who, how, until. */
  | ({ kind: 'claim'; waiver: Waiver } & TextChange)
  /** Where the session is created, or the model is called: method, path, host, headers. */
  | ({ kind: 'request' } & TextChange)
  | ({ kind: 'tracing' } & TextChange);

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
    case 'instructions':
      return change.is === 'lost';
    case 'unresolved':
      return change.hides;
    default:
      return change.kind === 'unreadable' || change.kind === 'unread';
  }
}

/**
 * Whether a change brings an act without human approval: a new tool, one that did nothing grave before, a mode that approves
 * everything, or a server that is sensitive or reached over plain HTTP.
 */
export function isUngated(change: Change): boolean {
  if (change.kind === 'mode') return true;
  if (change.kind === 'server') return change.is === 'new' && change.risk !== undefined;
  const isNew =
    change.kind === 'tool' ? change.is === 'new' : change.kind === 'effect' && !isGrave(change.before);
  return isNew && 'gate' in change && isAct(change) && !isHuman(change.gate);
}

/** Effect and gate of a tool, as changes and reviews print them. */
export function stateOf(tool: ToolJson): ToolState {
  const { effect, openEnded, kind, approval } = tool;
  const { state, by = 'human', value } = approval;
  const isMet = state === 'shown' || state === 'attested';
  return {
    effect,
    ...(openEnded && !isGrave(effect) && { openEnded }),
    ...(kind === 'agent' && { runsAgent: true }),
    gate: isMet ? by : state === 'undecidable' ? state : 'no gate',
    ...(isMet && by === 'machine' && typeof value === 'string' && { answer: value }),
    ...(state === 'attested' && { isClaimed: true }),
    ...(tool.flaw !== undefined && { flaw: tool.flaw }),
  };
}

const isGrave = (effect: string) => isIrreversible(effect as Effect);

/** Whether a person has to approve what a tool does: it cannot be called back, or may be anything. */
export function isAct({
  effect,
  openEnded,
  runsAgent,
}: Pick<ToolState, 'effect' | 'openEnded' | 'runsAgent'>) {
  return !runsAgent && (openEnded === true || isGrave(effect));
}

/** Whether a tool has no gate and needs none: what it does is known, and can be undone. */
export function isGateNotRequired(tool: ToolJson): boolean {
  const state = stateOf(tool);
  return !isAct(state) && tool.effect !== 'unknown' && state.gate === 'no gate';
}

/** Whether a person answers, for some calls at least. */
export const isHuman = (gate: GateState) => gate === 'human' || gate === 'conditional';
