import type { Approval } from './approval.js';
import type { Containment } from './containment.js';
import type { Met } from './evidence.js';
import type { Place } from './place.js';
import type { Remedy } from './remedy.js';

/** A permission to run something without approval (design, section 1). */
export interface Grant {
  /** Who may run it: the agent at any time, or only while a skill or command is in use. */
  who: 'agent' | 'skill';
  /** What may run. */
  what: Reach;
  /** By which setting, as the file states it: `permissions.allow`, `trust: true`. */
  setting: string;
  at: Place;
  /** A hook that answers each question about it. */
  byHook?: true;
  /** What limits the effect of what runs by it; left out: what limits the tool itself. */
  containedBy?: Containment;
  /** Settings that do nothing against it although they look like it. */
  without?: readonly { at: Place; message: string }[];
  /** The list that names single commands in its place, with its path: `toolsSettings.shell.allowedCommands`. */
  narrower?: string;
  /** What takes it back; left out: the file has no edit for it. */
  remedy?: Remedy;
}

/** What a grant lets run. */
export type Reach = WideReach | { of: 'tool' };

/** What a grant lets run that stands for more than one tool or command. */
export type WideReach =
  | { of: 'everything' }
  /** Every tool that the client brings along. */
  | { of: 'built-in' }
  /** Every command of a shell. */
  | { of: 'commands' }
  /** Every edit of any file; `home`: of any file in a home directory. */
  | { of: 'edits'; where?: 'home' }
  /** The deletion of any file. */
  | { of: 'deletions' }
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

/** The approval of what runs by a grant. */
export const approvalBy = ({ setting, at }: Grant): Met<Approval> => ({
  state: 'shown',
  value: { by: 'machine', stated: setting },
  at,
});

/** What a grant lets run beyond one tool or command; undefined where it is for one, or there is no grant. */
export function wideReach(grant: Grant | undefined): WideReach | undefined {
  return grant === undefined || grant.what.of === 'tool' ? undefined : grant.what;
}
