import type { Containment } from './containment.js';
import type { DeclaredEffect, EffectReading } from './effect.js';
import { type Evidence, isMet } from './evidence.js';
import type { Place } from './place.js';
import type { Remedy } from './remedy.js';

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

/** Who answers a gate. A predicate gate is a human gate for the calls it picks. */
export interface Approval {
  by: 'human' | 'conditional' | 'machine';
  /** What the file says, for example `human`, `policy-engine`, `never`. */
  stated: string;
  /** With its key, where the value alone says little: `require_approval: never`. */
  setting?: string;
}

export interface Tool {
  /** What people call it: its name, else its type. */
  name: string;
  kind: ToolKind;
  /** The type as written, where the format has one. */
  type?: string;
  /** The name of the variable or function that defines it in a program. */
  symbol?: string;
  description?: string;
  /** Where a finding about it stands (design, section 6); its path is the tool's. */
  at: Place;
  effect: EffectReading;
  /** May do anything: shell, computer use, apply patch, raw SQL, raw HTTP, exec. */
  openEnded: boolean;
  /** What people declared; `effect` already follows it. */
  declared?: DeclaredEffect;
  /** What name, kind and annotations say, where a declaration stands against it. */
  undeclared?: EffectReading;
  /** Only where the repository declares an effect: what the tool is without that. */
  unclaimed?: { effect: EffectReading; openEnded: boolean };
  /** Only an allow-list that the repository claims names it. */
  claimed?: true;
  approval: Evidence<Approval>;
  /** What checks the calls of this tool alone; left out: nothing is stated. */
  guardrails?: Guardrails;
  /** What limits its effect; left out: nothing is known to. */
  containedBy?: Containment;
  /** This runtime or format is known to have no gate for the tool's kind. */
  ungateable?: Ungateable;
  /** What makes it require approval, where the file itself can state that. */
  gateRemedy?: Remedy;
  /** The server whose allow-list names this tool. */
  server?: string;
  /** Whether the saved tool list of its server holds it; left out: there is no list. */
  listed?: 'yes' | { names: string[]; file: string };
  /** The command that an entry lets a shell run, without its star; left out where it may run any. */
  command?: string;
  /**
   * What the entry pre-approves, where it stands for a whole tool or a whole server. `scope/wildcard` reports it, and
   * no rule on gates does.
   */
  wholesale?: Reach;
  /** The entry fits one command and no longer one. */
  oneCommand?: true;
  /** The entry applies only while a skill or command is in use. */
  whileInUse?: true;
}

/** What an entry that stands for more than one act reaches. */
export type Reach =
  | { of: 'everything' }
  /** Every tool that the client brings along. */
  | { of: 'built-in' }
  /** Every command of a shell. */
  | { of: 'commands' }
  /** Every edit of any file; `home`: of any file in a home directory. */
  | { of: 'edits'; where?: 'home' }
  /** A request to any address. */
  | { of: 'requests' }
  /** Every tool of every MCP server. */
  | { of: 'servers' }
  /** Every tool of one MCP server; in its name a star stands for any text. */
  | { of: 'server'; name: string }
  /** Every tool whose name begins so. */
  | { of: 'names'; prefix: string }
  /** The start of every server that a file names. */
  | { of: 'starts'; file: string };

export interface Guardrails {
  input: Evidence<string[]>;
  output: Evidence<string[]>;
  /** What comes in is checked at each turn of the agent, also where another one handed over to it. */
  eachTurn?: true;
}

/** Why a kind of tool cannot be gated, and what to do instead. */
export interface Ungateable {
  /** Completes "Approval cannot be required here: ". */
  why: string;
  /** The ways out, as sentences. */
  instead: string;
}

/** Whether a person answers before the tool acts: seen or claimed; a predicate counts. */
export function hasHumanGate(tool: Tool): boolean {
  return isMet(tool.approval) && tool.approval.value.by !== 'machine';
}
