import type { ClientProfile } from '../clients/profile.js';

/** aider, as far as its settings say what runs without approval. */
export const AIDER: ClientProfile = {
  dialect: 'client-settings',
  client: 'aider',
  source: 'aider documentation, options reference, as it is generally known',
  checkedOn: '2026-11-27',
  noPlace: 'settings of a coding agent have no place for it',
  asker: 'aider',
  agent: 'settings',
  tools: {},
  modes: [
    {
      at: [['yes-always'], ['yes']],
      form: 'switch',
      // It answers no to each command of a shell.
      asks: { true: 'except-edits' },
      edit: 'Remove `{path}`: aider then asks for approval.',
    },
  ],
  endpoints: [
    { at: ['openai-api-base'], kind: 'model', hosts: ['api.openai.com', '*.api.openai.com', '*.azure.com'] },
  ],
};
