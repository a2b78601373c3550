import type { ClientProfile } from '../clients/profile.js';

/** Servers that Continue loads from a folder of the project. */
export const CONTINUE_SERVERS: ClientProfile = {
  dialect: 'client-settings',
  client: 'Continue',
  source: 'docs.continue.dev, MCP and tool permissions',
  checkedOn: '2026-11-29',
  noPlace: 'a file of servers has no place for it',
  asker: 'Continue',
  agent: 'settings',
  tools: {},
  servers: {
    at: [['mcpServers']],
    isNamed: true,
    unstated: {
      state: 'inexpressible',
      why: 'an entry has no list of tools; `exclude` in the permissions of a person takes tools away',
    },
  },
};
