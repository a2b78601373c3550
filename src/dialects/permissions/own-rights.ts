import type { AgentSystem, Opening, Place } from '../../model/index.js';
import { meet } from '../commands/globs.js';
import facts from './own-rights.json' with { type: 'json' };

/** Whether the client asks before an edit that no entry allows. */
export type OwnRightsMode = 'asks' | 'asks-nothing';

/** What the mode of a client asks. */
export const rightsIn = ({ agents }: AgentSystem): OwnRightsMode =>
  agents.some(({ mode }) => mode?.asks === 'nobody') ? 'asks-nothing' : 'asks';

interface Entry {
  client: string;
  entry: string;
  at: Place;
  mode: OwnRightsMode;
}

/** What an entry for a path lets an agent do with its own rights, or with keys; a star stands for any text. */
export function rightOver(
  path: string,
  does: 'writes' | 'reads',
  { client, entry, at, mode }: Entry,
): Opening[] {
  const glob = path.replace(/^\.\//, '').replaceAll(/\*+/g, '*').replace(/\/$/, '/*');
  const files: Readonly<Record<string, readonly string[]>> = facts[does];
  const [what] = Object.entries(files).find(([, paths]) => paths.some((one) => meet(glob, one))) ?? [];
  if (what === undefined) return [];
  const can = does === 'writes' ? 'change' : 'read';
  return [
    {
      kind: 'machine',
      stated: entry,
      ...(does === 'writes' && mode === 'asks-nothing' ? {} : { level: 'warning' as const }),
      says: `\`${client}\` can ${can} ${what} without approval${does === 'writes' && what !== 'keys and logins' ? ': a prompt injection can widen what it may do' : ''}`,
      edit: 'Decide which files the task needs, and name only their folder.',
      at,
    },
  ];
}

/** An entry for every program that only describes itself: what else its star stands for runs, too. */
export const leadingStar = (stated: string, at: Place): Opening => ({
  kind: 'approval',
  level: 'warning',
  stated,
  says: 'The entry allows any program, not only what it names: its star stands for any words, and only the last ones have to fit',
  edit: 'Decide which commands the task needs, and write each of them with a star only at its end.',
  at,
});
