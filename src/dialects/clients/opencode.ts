import type { ClientProfile } from './profile.js';

/** opencode, as its settings and its files of agents state it alike. */
export const OPENCODE_APPROVALS = {
  client: 'opencode',
  checkedOn: '2026-11-20',
  asker: { unknown: 'what opencode asks by default is not stated in the file' },
  tools: {
    shell: ['bash'],
    edit: ['edit', 'write', 'patch', 'multiedit'],
    everything: ['*'],
  },
  modes: [
    {
      at: [['permission']],
      form: 'word',
      asks: { allow: 'nobody' },
      edit: 'Set `{path}` by tool: `{ "bash": "ask", "edit": "ask" }`.',
    },
  ],
  lists: [{ says: 'words', at: [['permission']], off: ['tools'], own: ['external_directory', 'doom_loop'] }],
} satisfies Partial<ClientProfile>;
