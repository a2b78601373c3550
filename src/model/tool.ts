import type { Approval, GateFlaw } from './approval.js';
import type { Containment } from './containment.js';
import type { DeclaredEffect, EffectReading } from './effect.js';
import { type Evidence, isMet, type Met } from './evidence.js';
import type { Grant } from './grant.js';
import type { ToolHints } from './hints.js';
import type { Place } from './place.js';
import type { PackageUpdate, Remedy } from './remedy.js';

/** The nine kinds of the spec, section 2, an agent used as a tool, and a type that names none of them. */
export type ToolKind =
  | 'function'
  | 'web_search'
  | 'file_search'
  | 'code_interpreter'
  | 'shell'
  | 'computer_use'
  | 'image_generation'
  | 'apply_patch'
  | 'mcp'
  | 'agent'
  | 'other';

/** Why an irreversible call in a body is no deed of the tool: the program keeps its own data in order. */
export type Housekeeping =
  | 'not-taken'
  | 'not-decided'
  | 'made-by-this-call'
  | 'put-back'
  | 'by-age'
  | 'rotation'
  | 'log'
  | 'alert';

export interface Tool {
  /** What people call it: its name, else its type. */
  readonly name: string;
  /** Its name at the server, where a program puts a prefix before it. */
  readonly offeredAs?: string;
  readonly kind: ToolKind;
  /** The type as written, where the format has one. */
  readonly type?: string;
  /** The name of the variable or function that defines it in a program. */
  readonly symbol?: string;
  readonly description?: string;
  /** Where a finding about it stands (design, section 6); its path is the tool's. */
  readonly at: Place;
  readonly effect: EffectReading;
  /** The calls that lead from its body to what decided its effect, in their order; left out: the body decided nothing. */
  readonly reached?: readonly Readonly<{ at: Place; message: string }>[];
  /** Calls of its body whose host or file the model chooses, where nothing compares that with a list or a root first. */
  readonly chosen?: readonly Readonly<{ what: 'address' | 'path'; call: string; at: Place }>[];
  /** Its words say that it gives something out, and its body sends content of the call to a host that the program names. */
  readonly givesTo?: { readonly host: string; readonly call: string; readonly at: Place };
  /** What its body does to the program's own data; its call does not decide that, and it is no effect of the tool. */
  readonly also?: readonly Readonly<{ act: string; at: Place; because: Housekeeping }>[];
  /** Its body only returns a text about what its name or description says. */
  readonly isPlaceholder?: true;
  /** The files that it can change, by their paths as written; left out: none is known. */
  readonly writes?: 'any' | readonly string[];
  /** May do anything: shell, computer use, apply patch, raw SQL, raw HTTP, exec. */
  readonly openEnded: boolean;
  /** What people declared; `effect` already follows it. */
  readonly declared?: DeclaredEffect;
  /** What name, kind and annotations say, where a declaration stands against it. */
  readonly undeclared?: EffectReading;
  /** Only where the repository declares an effect: what the tool is without that. */
  readonly unclaimed?: Readonly<{ effect: EffectReading; openEnded: boolean }>;
  /** Only an allow-list that the repository claims names it. */
  readonly claimed?: true;
  readonly approval: Evidence<Approval>;
  /** The version of its framework that its gate is read by, where none is locked: `ai 7`. */
  readonly assumes?: string;
  /** Only where who answers is not known: the gate that the files state. */
  readonly stated?: Met<Approval>;
  /** What checks the calls of this tool alone; left out: nothing is stated. */
  readonly guardrails?: Readonly<Guardrails>;
  /** What limits its effect; left out: nothing is known to. */
  readonly containedBy?: Containment;
  /** This runtime or format is known to have no gate for the tool's kind. */
  readonly ungateable?: Ungateable;
  /** What makes it require approval, where the file itself can state that. */
  readonly gateRemedy?: Remedy;
  /** What that requires to hold: an update before it (`first`), something else beside it (`also`). */
  readonly gateNeeds?: Readonly<{ first?: PackageUpdate; also?: string }>;
  /** Only of a tool without a gate: one that the program makes and passes to no agent. */
  readonly unusedGate?: Readonly<{ at: Place; message: string }>;
  /** Why its gate may not do what it states; left out: nothing is known to be wrong with it. */
  readonly flaws?: readonly GateFlaw[];
  /** A condition decides whether the agent has it. */
  readonly isPerhaps?: true;
  /** The server whose allow-list names this tool. */
  readonly server?: string;
  /** The entry that starts the server of the repository which defines it; left out: it is of none. */
  readonly entry?: Readonly<{ at: Place; server: string }>;
  /** What the server of the repository that defines it states of it. */
  readonly hints?: ToolHints;
  /** Whether the saved tool list of its server holds it; left out: there is no list. `reads`: those of it that only read, for an entry that stands for all. */
  readonly listed?: 'yes' | Readonly<{ names: readonly string[]; file: string; reads?: readonly string[] }>;
  /** The command that an entry lets a shell run, without its star; left out where it may run any. */
  readonly command?: string;
  /** The entry fits one command and no longer one. */
  readonly oneCommand?: true;
  /** What lets it run without approval, where a setting of a client does. */
  readonly grant?: Grant;
}

export interface Guardrails {
  input: Evidence<string[]>;
  output: Evidence<string[]>;
  /** What comes in is checked at each turn of the agent, also where another one handed over to it. */
  eachTurn?: true;
  /** Input guardrails that run while their agent runs already, where the framework can run them before it. */
  parallel?: ParallelGuardrail[];
}

/** An input guardrail that runs beside its agent, or may: `state` says which. */
export interface ParallelGuardrail {
  readonly name: string;
  readonly at: Place;
  readonly state: 'shown' | 'undecidable';
  readonly why?: string;
  /** How it runs before the agent. */
  readonly remedy: Remedy;
}

/** Kinds of flaw with which no person can be relied on: the gate is not counted as met. */
const NOT_MET: ReadonlySet<GateFlaw['kind']> = new Set([
  'auto-approved',
  'unanswered',
  'forgeable',
  'broken-version',
]);

/** Why a kind of tool cannot be gated, and what to do instead. */
export interface Ungateable {
  /** Completes "Approval cannot be required here: ". */
  why: string;
  /** The ways out, as sentences. */
  instead: string;
}

/** What limits the effect of a tool, by the grant that lets it run or by itself. */
export const containmentOf = ({ grant, containedBy }: Tool): Containment | undefined =>
  grant?.containedBy ?? containedBy;

/** What makes a tool require approval, where its file can state that: of a granted one, what takes the grant back. */
export const ownRemedy = ({ grant, gateRemedy }: Pick<Tool, 'grant' | 'gateRemedy'>): Remedy | undefined =>
  grant ? grant.remedy : gateRemedy;

/** What is known to be wrong with its gate, by the gate itself and by what is around it. */
export function flawsOf({ approval, flaws = [] }: Pick<Tool, 'approval' | 'flaws'>): readonly GateFlaw[] {
  const own = isMet(approval) ? approval.value.flaw : undefined;
  return own ? [own, ...flaws] : flaws;
}

/** Whether its gate is seen or claimed, and nothing is known that keeps a person from answering it. */
export const isGateMet = (tool: Pick<Tool, 'approval' | 'flaws'>): boolean =>
  isMet(tool.approval) && gateFlawOf(tool) === undefined;

/** What keeps a gate from being counted as met; undefined where nothing is known to. */
export const gateFlawOf = (tool: Pick<Tool, 'approval' | 'flaws'>): GateFlaw | undefined =>
  flawsOf(tool).find(({ kind, isOpen }) => !isOpen && NOT_MET.has(kind));

/** Whether a person answers before the tool acts: seen or claimed; a predicate counts. */
export function hasHumanGate(tool: Pick<Tool, 'approval'>): boolean {
  return isMet(tool.approval) && tool.approval.value.by !== 'machine';
}
