import type { ClientProfile } from '../clients/profile.js';

/** Modes of Roo Code. What runs without approval is a setting of the user. */
export const ROO: ClientProfile = {
  dialect: 'client-settings',
  client: 'Roo Code',
  source: 'RooCodeInc/Roo-Code cb83656, packages/types/src/mode.ts',
  checkedOn: '2026-11-27',
  noPlace: 'a mode of Roo Code has no place for it',
  asker: 'Roo Code',
  agent: 'settings',
  agents: {
    at: [['customModes']],
    named: 'slug',
    model: ['model'],
    instructions: ['roleDefinition'],
    further: ['customInstructions'],
  },
  tools: { shell: ['command'], edit: ['edit'], read: ['read', 'browser'], own: ['modes'] },
  lists: [
    {
      says: 'offer',
      at: [['groups']],
      entries: 'joined-names',
      edit: 'Decide which groups the mode needs, and list them in `groups`, for example `groups: [read]`.',
    },
  ],
};
