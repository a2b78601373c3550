import { OPENCODE_APPROVALS } from '../clients/opencode.js';
import type { ClientProfile } from '../clients/profile.js';

/** opencode, as its files of agents state it. */
export const OPENCODE_AGENT: ClientProfile = {
  ...OPENCODE_APPROVALS,
  dialect: 'opencode-agent',
  source: 'opencode documentation, agents and permissions',
  noPlace: 'the front matter of an agent has no place for it',
  agent: 'markdown',
};
