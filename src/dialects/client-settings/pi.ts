import type { ClientProfile, OpeningProfile } from '../clients/profile.js';

/** What a later version of a package would change: its extensions are code, and run in the agent. */
const UNPINNED = {
  kind: 'source',
  pattern: /^(?:npm:(?:@[^@/]+\/)?[^@/]+|git:(?!.*@[\w.-]+$).+|https?:\/\/(?!.*@[\w.-]+$).+)$/,
  says: 'Pi loads the newest version of this package: extensions of a later one run unreviewed',
  edit: 'Decide which version to use, and write it behind the name, as `@<version>` or `@<commit>`.',
} satisfies Partial<OpeningProfile>;

/** Settings of Pi, which asks about no call: its extensions may. */
export const PI: ClientProfile = {
  dialect: 'client-settings',
  client: 'Pi',
  source: 'pi-mono, packages/coding-agent/docs/packages.md and settings.md; files of public repositories',
  checkedOn: '2026-11-29',
  noPlace: 'settings of a coding agent have no place for it',
  asker: { unknown: 'Pi has no questions of its own: whether an extension asks is not stated in the file' },
  agent: 'settings',
  tools: {},
  openings: [
    { ...UNPINNED, at: ['packages'] },
    { ...UNPINNED, at: ['packages', '*', 'source'] },
  ],
};
