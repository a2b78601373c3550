import type { Evidence } from './evidence.js';
import type { Repair } from './fix.js';
import type { Place } from './place.js';

/** What a command is written in. */
export type CommandLanguage = 'shell' | 'powershell' | 'python' | 'script' | 'other';

/**
 * A command that runs without a person: of a hook, of a skill that loads, of a step of a workflow, of a setting that a
 * client runs, of a task that starts by itself; or one that a page tells an agent to run.
 */
export interface AutomaticCommand {
  of: 'hook' | 'skill' | 'step' | 'setting' | 'task' | 'page';
  /** The event of a hook, the name of a skill, a setting, a task or a page, the name or number of a step. */
  name: string;
  /** When it runs, as a clause: `Claude Code draws its status line`; left out: the kind says so. */
  when?: string;
  /** As written; never printed. */
  text: string;
  language: CommandLanguage;
  at: Place;
  /** The script of the project that it runs, and nothing else. */
  script?: { path: string; text: string; language: CommandLanguage };
}

/** What starts an agent of a workflow, and who can cause it. */
export interface AgentStart {
  /** The agent's name in its system. */
  agent: string;
  /** The step that runs it: its `run` or `uses`. */
  at: Place;
  /** Events that a person without any role in the repository can cause. */
  events: readonly { name: string; at: Place }[];
  /** What lets only people start it who have a role in the repository, in words. */
  guard: Evidence<string>;
  /** What its tools may do, in words that complete "can"; left out: it only reads. */
  acts?: string;
  /** What switches the check of the action off, where one does: `allowed_non_write_users: "*"`. */
  opened?: { stated: string; at: Place; repair: Repair };
  /** The condition that lets only such people start it, as an edit in words. */
  edit: string;
}
