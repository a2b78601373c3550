import type { ClientProfile, OpeningProfile } from '../clients/profile.js';

const ASKS = 'Cursor then asks for approval';

const COMMON = {
  dialect: 'client-settings',
  client: 'Cursor',
  checkedOn: '2026-11-27',
  noPlace: 'settings of a coding agent have no place for it',
  asker: 'Cursor',
  agent: 'settings',
} as const;

/** Lists of what runs without approval in the editor, joined with those of the user. */
export const CURSOR_PERMISSIONS: ClientProfile = {
  ...COMMON,
  source: 'Cursor documentation, permissions.json reference',
  tools: {},
  lists: [
    {
      says: 'allow',
      at: [['terminalAllowlist']],
      entries: 'colon-commands',
      setting: 'terminalAllowlist',
      follows: ASKS,
    },
    { says: 'allow', at: [['mcpAllowlist']], entries: 'colon-names', setting: 'mcpAllowlist', follows: ASKS },
  ],
  ignored: [
    ...[
      ['blocked_patterns'],
      ['blockedPatterns'],
      ['terminalDenylist'],
      ['mcpDenylist'],
      ['denylist'],
      ['deny'],
    ].map((at) => ({
      at,
      only: {
        why: 'Cursor ignores keys that it does not know, and this file has no list of what is denied.',
      },
      edit: `Decide which commands are harmless, and name only those in \`terminalAllowlist\`. \`permissions.deny\` of \`.cursor/cli.json\` denies for the command line. Remove \`${at.join('.')}\`.`,
    })),
    ...['terminalAllowlist', 'mcpAllowlist'].map((key) => ({
      at: [key, '*'],
      isNoText: true as const,
      level: 'info' as const,
      only: { why: 'Cursor drops entries that are no texts.' },
      edit: 'Decide what the entry is meant to allow, and write it as a text, or remove it.',
    })),
    {
      at: ['permissions', 'deny'],
      only: 'in `.cursor/cli.json`, for its command line',
      edit: 'Move `permissions` to `.cursor/cli.json`. This file has no list of what is denied: remove entries of `terminalAllowlist` and `mcpAllowlist`.',
    },
  ],
  openings: [
    {
      kind: 'approval',
      at: ['autoRun', 'allow_instructions', '*'],
      pattern:
        /\b(?:always|any(?:thing)?|all|every(?:thing)?|never (?:ask|block|deny)|without (?:asking|approval|confirmation))\b/i,
      level: 'warning',
      says: 'This text instructs the model that decides what runs to allow whole kinds of calls without a person',
      edit: 'Decide which calls are harmless, and name only those in `autoRun.allow_instructions`.',
    },
  ],
  unread: [{ at: ['autoRun'], why: 'these are words by which a model decides what runs without approval' }],
};

/** What the command line may run; what is denied stays denied with `--force`. */
export const CURSOR_CLI: ClientProfile = {
  ...COMMON,
  source: 'Cursor documentation, permissions of the command line',
  writes: ['Write', 'Delete'],
  tools: { shell: ['Shell'], edit: ['Write'], delete: ['Delete'], read: ['Read'], request: ['WebFetch'] },
  lists: [
    { says: 'deny', at: [['permissions', 'deny']], entries: 'colon-calls' },
    {
      says: 'allow',
      at: [['permissions', 'allow']],
      entries: 'colon-calls',
      setting: 'permissions.allow',
      follows: ASKS,
    },
  ],
};

/** The same in a project, of which the command line takes nothing else. */
export const CURSOR_CLI_PROJECT: ClientProfile = {
  ...CURSOR_CLI,
  ignored: [
    { at: ['deny'], only: 'below `permissions`', edit: 'Move `deny` into `permissions`.' },
    ...['approvalMode', 'sandbox', 'network', 'webFetchDomainAllowlist'].map((key) => ({
      at: [key],
      level: 'info' as const,
      only: 'in the file of a person (`~/.cursor/cli-config.json`)',
      edit: `Decide who needs it. Move \`${key}\` to \`~/.cursor/cli-config.json\` of each person, or remove it.`,
    })),
  ],
};

/** The sandbox of the commands that the agent runs. */
export const CURSOR_SANDBOX: ClientProfile = {
  ...COMMON,
  source: 'Cursor documentation, sandbox',
  tools: {},
  folders: ['additionalReadwritePaths'],
  network: {
    at: ['networkPolicy', 'default'],
    open: 'allow',
    closed: 'deny',
    follows: 'commands then reach the hosts of `networkPolicy.allow` alone',
  },
  openings: [
    ...['additionalReadonlyPaths', 'additionalReadPaths'].map(
      (key): OpeningProfile => ({
        kind: 'machine',
        at: [key],
        pattern:
          /^(?:\/|~\/?|\$HOME\/?|\/(?:home|Users|etc|root)\/?|(?:~|\$HOME)\/\.(?:ssh|aws|gnupg|config|kube)(?:\/.*)?)$/,
        level: 'warning',
        says: 'Commands in the sandbox read `{value}`, outside of the project',
        edit: `Decide which folder the task reads, and name only that one in \`${key}\`.`,
      }),
    ),
    {
      kind: 'machine',
      at: ['type'],
      values: ['insecure_none'],
      level: 'warning',
      says: 'Commands of the agent run outside of a sandbox, with all files of the person',
      edit: 'Set `type` to `workspace_readwrite`.',
    },
    {
      kind: 'network',
      at: ['networkPolicy', 'allow'],
      values: ['*', '*.*', '0.0.0.0/0'],
      says: 'Commands in the sandbox reach every host: a prompt injection can send out everything that they read',
      edit: 'Decide which hosts the task needs, and list them in `networkPolicy.allow`.',
    },
  ],
};

/** What runs in the machine of a cloud agent. */
export const CURSOR_ENVIRONMENT: ClientProfile = {
  ...COMMON,
  source: 'Cursor documentation, setup of cloud agents',
  tools: {},
  starters: [
    { at: ['install'], when: 'a cloud agent of Cursor prepares its machine' },
    { at: ['start'], when: 'a cloud agent of Cursor starts' },
    { at: ['terminals', '*', 'command'], when: 'a cloud agent of Cursor opens its terminals' },
  ],
  values: [['env']],
};
