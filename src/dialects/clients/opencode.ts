import type { ClientProfile } from './profile.js';

/** opencode, as its settings and its files of agents state it alike. */
export const OPENCODE_APPROVALS = {
  client: 'opencode',
  checkedOn: '2026-11-20',
  asker: { unknown: 'what opencode asks by default is not stated in the file' },
  tools: {
    shell: ['bash', 'shell'],
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
  // Names of the first form in the second: whether they are translated is not documented (2026-11-23).
  ignored: [
    {
      at: ['permissions'],
      unless: [{ at: ['permissions', '*', 'effect'] }],
      pattern: /^allow$|^ask$|^deny$/,
      only: { why: 'opencode reads a text for all tools from `permission`.' },
      edit: 'Decide what it is meant to restrict, and write it as `permission`.',
    },
    ...(['bash', 'edit', 'webfetch'] as const).map((tool) => ({
      at: ['permissions', tool],
      only: {
        why: 'opencode reads a map of tools from `permission`, and a list of rules from `permissions`.',
      },
      edit: 'Decide what it is meant to restrict, and rename `permissions` to `permission`.',
    })),
    {
      at: ['permission', '*'],
      pattern: /^(?!(?:allow|ask|deny)$)[\s\S]/,
      only: { why: 'opencode knows `allow`, `ask` and `deny` alone.' },
      edit: 'Decide what it is meant to do, and write `ask` or `deny`.',
    },
    ...(
      [
        ['bash', 'shell'],
        ['task', 'subagent'],
      ] as const
    ).map(([old, name]) => ({
      at: ['permissions', '*'],
      has: [
        { at: ['action'], values: [old] },
        { at: ['effect'], values: ['deny', 'ask'] },
      ],
      only: { why: `In this form opencode calls the tool \`${name}\`, and no tool has the name \`${old}\`.` },
      edit: `Set \`action\` of this rule to \`${name}\`.`,
    })),
  ],
  lists: [
    {
      says: 'words',
      at: [['permission']],
      off: ['tools'],
      own: ['external_directory', 'doom_loop'],
      folders: 'external_directory',
    },
    // The form of opencode 2 (documentation, permissions, 2026-11-23).
    {
      says: 'actions',
      at: [['permissions']],
      lastWins: true,
      setting: 'permissions',
      tool: 'action',
      action: ['effect'],
      command: ['resource'],
      allow: 'allow',
      ask: 'ask',
      deny: 'deny',
      follows: 'opencode then asks for approval',
      otherwise: 'its effect is none of allow, ask and deny',
      folders: 'external_directory',
    },
  ],
} satisfies Partial<ClientProfile>;
