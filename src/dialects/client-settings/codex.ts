import type { ClientProfile } from '../clients/profile.js';

/** What runs where the app of Codex, or its cloud, makes an environment for a task. */
export const CODEX_ENVIRONMENT: ClientProfile = {
  dialect: 'client-settings',
  client: 'Codex',
  source: 'files of public repositories; the form is not documented',
  checkedOn: '2026-11-27',
  noPlace: 'an environment of Codex has no place for it',
  asker: 'Codex',
  agent: 'settings',
  tools: {},
  starters: [
    { at: ['setup', 'script'], when: 'Codex makes the environment' },
    { at: ['setup', '*', 'script'], when: 'Codex makes the environment' },
    { at: ['cleanup', 'script'], when: 'Codex removes the environment' },
    { at: ['actions', '*', 'command'], when: 'a person starts the action', isByPerson: true },
  ],
  values: [['env']],
};
