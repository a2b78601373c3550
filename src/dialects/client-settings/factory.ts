import type { ClientProfile } from '../clients/profile.js';

const COMMON = {
  dialect: 'client-settings',
  client: 'Droid',
  source: 'Factory documentation, settings, autonomy level and custom droids',
  checkedOn: '2026-11-27',
  noPlace: 'settings of a coding agent have no place for it',
  asker: 'Droid',
} satisfies Partial<ClientProfile>;

const LEVEL = 'Set `{path}` to `off` (older versions: `normal`): Droid then asks for approval.';

/** Settings of Factory, which have one form for organisation, project, folder and user. */
export const FACTORY: ClientProfile = {
  ...COMMON,
  agent: 'settings',
  tools: {},
  modes: [
    {
      at: [
        ['autonomyLevel'],
        ['autonomyMode'],
        ['sessionDefaultSettings', 'autonomyLevel'],
        ['sessionDefaultSettings', 'autonomyMode'],
      ],
      asks: {
        off: 'human',
        normal: 'human',
        spec: 'human',
        low: 'except-edits',
        'auto-low': 'except-edits',
        medium: 'as-model-decides',
        'auto-medium': 'as-model-decides',
        high: 'nobody',
        'auto-high': 'nobody',
      },
      edit: LEVEL,
    },
  ],
  lists: [
    { says: 'deny', at: [['commandDenylist']], entries: 'colon-commands' },
    {
      says: 'allow',
      at: [['commandAllowlist']],
      entries: 'colon-commands',
      setting: 'commandAllowlist',
      follows: 'Droid then asks for approval, as its autonomy level says',
    },
  ],
  hooks: ['hooks'],
  openings: [
    {
      kind: 'check',
      at: ['enableDroidShield'],
      values: [false],
      level: 'warning',
      says: 'Droid commits and pushes without the search for secrets in what it changes',
      edit: 'Remove `enableDroidShield`.',
    },
    {
      kind: 'copies',
      at: ['cloudSessionSync'],
      values: [true],
      level: 'warning',
      says: 'Sessions are copied to the service of the vendor, and zero data retention is required',
      edit: 'Set `cloudSessionSync` to `false`.',
    },
  ],
  unread: [{ at: ['permissionRules'], why: 'rules of this form are newer than what is known of Factory' }],
};

/** A custom droid. */
export const DROID: ClientProfile = {
  ...COMMON,
  agent: 'markdown',
  tools: {
    shell: ['Execute', 'execute'],
    edit: ['Edit', 'Create', 'ApplyPatch', 'edit'],
    read: ['Read', 'LS', 'Grep', 'Glob', 'WebSearch', 'read-only'],
    request: ['FetchUrl', 'web'],
    own: ['TodoWrite'],
    agent: ['Task'],
  },
  lists: [
    {
      says: 'offer',
      at: [['tools']],
      separators: /,/,
      entries: 'joined-names',
      unlisted: 'it has no `tools`',
      edit: 'Decide which tools the droid needs, and list them in `tools`, for example `tools: ["Read", "Grep"]`.',
    },
  ],
};
