import type { Repair } from './fix.js';
import type { Place } from './place.js';

/** What a setting does to the requests of an agent. */
export type RedirectKind =
  | 'model'
  | 'login'
  | 'proxy'
  | 'telemetry'
  | 'events'
  | 'certificates'
  | 'authority'
  | 'content'
  | 'secrets';

/** A setting that decides where requests, keys or traces go, or that switches a check off. */
export interface Redirect {
  /** As the file calls it: `ANTHROPIC_BASE_URL`, `http.proxy`. */
  name: string;
  /** The address, or the value of a switch. */
  value: string;
  kind: RedirectKind;
  /** Hosts of the vendor itself; `*.example.com` means every host below it. */
  hosts: readonly string[];
  at: Place;
}

/** A restriction that its client accepts and never applies. */
export interface IgnoredSetting {
  /** As written: `Write(./secrets/**)`, `permissionMode`. */
  entry: string;
  /** What the client does in its place, as a sentence. */
  why: string;
  /** What to write, as a sentence. */
  edit: string;
  repair?: Repair;
  /** Nothing is lost where it has no effect: left out, it is a restriction. */
  level?: 'info';
  at: Place;
}

/** An option that switches the questions of a coding agent off, in a command of the project. */
export interface Bypass {
  /** The program as people know it: `claude`. */
  program: string;
  /** As written: `--dangerously-skip-permissions`. */
  option: string;
  /** Where the command is: "The script `agent`". */
  subject: string;
  /** It rewrites the settings of the agent: a skill that runs without approval. */
  rewrites?: true;
  /** Why it starts without a person, as the end of a sentence (`when ...`, `and ...`); left out: a person starts it. */
  startsBy?: string;
  at: Place;
}

/** A text that a model reads as an instruction, where no agent or tool of the model has it. */
export interface StatedText {
  /** The page, or the tool that it describes. */
  of: string;
  text: string;
  /** It describes a tool of this server, or of one without a name. */
  describes?: { server?: string };
  /** The place of a part of it; offsets in UTF-16 units. */
  within(start: number, end: number): Place;
}

/**
 * What a setting opens: `approval` (questions of the client are answered or not asked), `outsiders` (others than its owner
 * start the agent), `code` (programs load code of a file that the agent may change), `machine` (more of the machine than the
 * project), `network` (every host), `check` (a check of what comes in or goes out is off), `copies` (what people write is
 * stored with the vendor, which matters where nothing may be retained), `source`
 * (what is installed changes without review), `fallback` (a control that is off where it cannot work), `commands` (any command runs without a question),
 * `delegation` (a subagent starts subagents without a bound).
 */
export type OpeningKind =
  | 'approval'
  | 'outsiders'
  | 'code'
  | 'machine'
  | 'network'
  | 'check'
  | 'copies'
  | 'source'
  | 'fallback'
  | 'commands'
  | 'delegation';

/** A setting that opens something, in the words of its client's profile. */
export interface Opening {
  kind: OpeningKind;
  /** The setting as it is written: `tools.exec.mode: full`; empty where a whole page is meant. */
  stated: string;
  /** What can happen, as a sentence without its full stop. */
  says: string;
  /** What to write, as a sentence. */
  edit: string;
  /** Other entries of the list that open the same. */
  also?: readonly Place[];
  /** How far it goes, where that is less than its rule's severity. */
  level?: 'warning' | 'info';
  at: Place;
}

/** A hook that is there to block a call and cannot. */
export interface OpenHook {
  client: string;
  /** Why it does not block, as a clause. */
  why: string;
  edit: string;
  /** The script of the project that it runs. */
  script?: string;
  /** Its command. */
  at: Place;
}
