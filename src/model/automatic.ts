import type { Evidence } from './evidence.js';
import type { Repair } from './fix.js';
import type { Place } from './place.js';
import type { Bypass } from './settings.js';

/** What a command is written in. */
export type CommandLanguage = 'shell' | 'powershell' | 'cmd' | 'python' | 'script' | 'other';

/**
 * A command that runs without a person: of a hook, of a skill that loads, of a step of a workflow, that the page of a skill has its agent run, of a setting that a
 * client runs, of a task that starts by itself.
 */
export interface AutomaticCommand {
  of: 'hook' | 'skill' | 'page' | 'step' | 'setting' | 'task';
  /** The event of a hook, the name of a skill, a setting or a task, the name or number of a step. */
  name: string;
  /** When it runs, as a clause: `Claude Code draws its status line`; left out: the kind says so. */
  when?: string;
  /** As written; never printed. */
  text: string;
  language: CommandLanguage;
  at: Place;
  /** The script of the project that it runs, and nothing else. */
  script?: { path: string; text: string; language: CommandLanguage };
  /** It starts a coding agent without its questions. */
  bypass?: Pick<Bypass, 'program' | 'option' | 'at'>;
  /** A person starts it. */
  isByPerson?: true;
}

/** Who can cause an event: every person, every GitHub App, or everybody who can open a merge request. */
export type Starter = 'anyone' | 'apps' | 'branches';

/** What starts an agent of a workflow, and who can cause it. */
export interface AgentStart {
  /** The agent's name in its system. */
  agent: string;
  /** The step that runs it: its `run` or `uses`. */
  at: Place;
  who: Starter;
  /** Events that such a person, without any role in the repository, can cause. */
  events: readonly { name: string; at: Place }[];
  /** What lets only people start it who have a role in the repository, in words. */
  guard: Evidence<string>;
  /** The files of the project do not say who can start it: where a compared value comes from is not known. */
  isUnresolved?: true;
  /** What its tools may do, in words that complete "can"; left out: it only reads. */
  acts?: string;
  /** All that it may do can be undone, and is bounded by the token of its job. */
  isMild?: true;
  /** It may run any command. */
  isWhole?: true;
  /** What its token may write: `contents`, or `write-all`. */
  rights: readonly string[];
  /** Names of secrets in its reach, other than the key of its model. */
  secrets: readonly string[];
  /** The script or action of the project that runs it. */
  inside?: string;
  /** What switches the check of the action or workflow off, where something does: `allowed_non_write_users: "*"`. */
  opened?: { stated: string; by: 'action' | 'workflow'; at: Place; repair?: Repair };
  /** The condition that lets only such people start it, as an edit in words. */
  edit: string;
}

/** How a workflow lets the text or the files of an outsider act or leak, beside who starts its agent. */
export type HazardKind =
  | { is: 'text-in-options' | 'text-in-prompt'; input: string; expression: string }
  | { is: 'text-in-variable'; variable: string; expression: string }
  | { is: 'fork-files'; files: readonly string[]; checkout: string; isSure: boolean; isGrave: boolean }
  | {
      is: 'fork-code';
      command: string;
      checkout: string;
      isSure: boolean;
      isGrave: boolean;
      /** A step before the agent runs it. */
      isOfStep?: true;
    }
  | { is: 'late-head'; checkout: string }
  | { is: 'logs'; source: string }
  | { is: 'output-runs'; output: string; isChecked: boolean }
  | { is: 'output-splits'; output: string; stated: string; isChecked: boolean }
  | {
      is: 'agentic-setting';
      setting: string;
      opens:
        | 'items'
        | 'private'
        | 'cost'
        | 'forks'
        | 'head'
        | 'labels'
        | 'rights'
        | 'sandbox'
        | 'detection'
        | 'secret'
        | 'login'
        | 'memory'
        | 'apps'
        | 'options'
        | 'driver'
        | 'elsewhere'
        | 'token'
        | 'reads'
        | 'fetch'
        | 'trusts'
        | 'script'
        | 'names'
        | 'starts'
        | 'hides';
      /** Outsiders can make use of it. */
      isGrave?: boolean;
    }
  | { is: 'output-names'; output: string; what: 'label' | 'branch' }
  | { is: 'write-rights'; rights: readonly string[] }
  | { is: 'shown-output'; setting: string }
  | { is: 'shared-session'; input: string; value: string }
  | { is: 'secrets-kept'; setting: string }
  | { is: 'key-readable'; setting: string; input: string; instead: string }
  | { is: 'own-runner'; runner: string }
  | { is: 'shared-cache'; key: string; file: string }
  | { is: 'moving-version'; uses: string; isBare?: true }
  | { is: 'forked-action'; uses: string; upstream: string }
  | { is: 'later-steps'; step: string }
  | { is: 'unbounded'; setting: string; isOnlyForm: boolean }
  | { is: 'expanding-command'; command: string }
  | { is: 'unfiltered-text'; setting: string; isLockedDown: boolean }
  | { is: 'unchecked-workflow'; setting: string };

export interface AgentHazard {
  /** The agent's name in its system. */
  agent: string;
  at: Place;
  of: HazardKind;
}
