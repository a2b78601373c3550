import type { ClientProfile } from '../clients/profile.js';

const COMMON = {
  dialect: 'client-settings',
  checkedOn: '2026-11-29',
  noPlace: 'a file of commands has no place for it',
  agent: 'settings',
  tools: {},
} as const;

/** Servers of a project that Claude Code starts by itself to look at what it changed. */
export const CLAUDE_LAUNCH: ClientProfile = {
  ...COMMON,
  client: 'Claude Code',
  source: 'Claude Code documentation, desktop, preview of servers; files of public repositories',
  asker: 'Claude Code',
  starters: [
    {
      at: ['configurations', '*', 'runtimeExecutable'],
      args: 'runtimeArgs',
      when: 'Claude Code starts the preview of the project',
    },
  ],
  values: [['configurations', '*', 'env']],
};

const MAKES = 'Cursor makes a worktree for an agent';

/** What runs in each new worktree of Cursor: a list of commands, or a script of the project. */
export const CURSOR_WORKTREES: ClientProfile = {
  ...COMMON,
  client: 'Cursor',
  source: 'Cursor documentation, worktrees',
  asker: 'Cursor',
  starters: ['setup-worktree', 'setup-worktree-unix', 'setup-worktree-windows'].map((key) => ({
    at: [key, '*'],
    when: MAKES,
  })),
};

/** What runs in each workspace of Conductor, which starts coding agents beside each other. */
export const CONDUCTOR: ClientProfile = {
  ...COMMON,
  client: 'Conductor',
  source: 'docs.conductor.build, scripts',
  asker: { unknown: 'Conductor starts the agents of others' },
  starters: [
    { at: ['scripts', 'setup'], when: 'Conductor makes a workspace' },
    { at: ['scripts', 'archive'], when: 'Conductor archives a workspace' },
    { at: ['scripts', 'run'], when: 'a person starts it', isByPerson: true },
  ],
};
