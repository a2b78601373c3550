import type { ClientProfile } from '../clients/profile.js';

const COMMON = {
  dialect: 'client-settings',
  client: 'Goose',
  source: 'Goose documentation, configuration, tool permissions and recipes',
  checkedOn: '2026-11-27',
  noPlace: 'settings of a coding agent have no place for it',
  asker: { unknown: 'the mode of Goose decides, which is not stated in the file' },
  tools: {
    shell: ['developer__shell', 'shell'],
    edit: ['developer__text_editor', 'text_editor', 'developer__write', 'developer__edit'],
    read: ['developer__list_windows', 'developer__analyze', 'developer__tree'],
  },
} satisfies Partial<ClientProfile>;

const SERVERS = {
  allowKeys: ['available_tools'],
  emptyMeansAll: true,
  unstated: { state: 'absent' },
} as const;

/** Settings of Goose. */
export const GOOSE: ClientProfile = {
  ...COMMON,
  agent: 'settings',
  modes: [
    {
      at: [['GOOSE_MODE']],
      asks: { auto: 'nobody', smart_approve: 'as-model-decides', approve: 'human', chat: 'human' },
      edit: 'Set `GOOSE_MODE` to `approve`: Goose then asks for approval.',
      reset: { of: 'nobody', to: 'approve' },
    },
  ],
  turns: { at: ['GOOSE_MAX_TURNS'], turns: 50 },
  servers: {
    ...SERVERS,
    at: [['extensions']],
    allowListEdit: 'List them in `extensions.{name}.available_tools`.',
  },
};

/** Answers of the user that hold for later calls. */
export const GOOSE_PERMISSIONS: ClientProfile = {
  ...COMMON,
  agent: 'settings',
  lists: [
    { says: 'deny', at: [['user', 'never_allow']], entries: 'joined-names' },
    { says: 'ask', at: [['user', 'ask_before']], entries: 'joined-names', setting: 'ask_before' },
    {
      says: 'allow',
      at: [['user', 'always_allow']],
      entries: 'joined-names',
      setting: 'always_allow',
      list: 'user.always_allow',
      follows: 'the mode of Goose then decides',
    },
  ],
  unread: [
    { at: ['smart_approve'], why: 'these are answers of a model, and hold in the mode `smart_approve`' },
  ],
};

/** A recipe: an agent with its own extensions. */
export const GOOSE_RECIPE: ClientProfile = {
  ...COMMON,
  agent: { name: ['title'], isAtName: true, unnamed: 'recipe', instructions: ['instructions'] },
  servers: {
    ...SERVERS,
    at: [['extensions']],
    isNamed: true,
    allowListEdit: 'List them in `available_tools` of the extension `{name}`.',
  },
  unread: [{ at: ['sub_recipes'], why: 'recipes that it starts are read by themselves' }],
};
