import { GEMINI } from '../clients/gemini.js';
import type { ClientProfile, ListProfile } from '../clients/profile.js';
import facts from '../permissions/claude-tools.json' with { type: 'json' };

const { sandbox, lists = [], servers, hooks, starters } = GEMINI;
/** Both sets of names are in use; a star stands for tools of servers alone (packages/core/src/permissions, 2026-11-30). */
const merged = {
  shell: [...facts.tools.shell, ...(GEMINI.tools.shell ?? [])],
  edit: [...facts.tools.edit, ...(GEMINI.tools.edit ?? [])],
  request: [...facts.tools.request, 'web_fetch'],
  read: [...facts.tools.read, 'read_file', 'grep_search', 'glob', 'list_directory', 'web_search'],
  agent: [...facts.tools.agent, 'task', 'agent'],
};

const ASKS = 'the client then asks for approval';

/** Rules of newer versions, in the form of Claude Code; files of public repositories, 2026-11-27. */
const RULES: readonly ListProfile[] = [
  {
    says: 'allow',
    at: [['permissions', 'allow']],
    entries: 'rules',
    setting: 'permissions.allow',
    movesToAsk: true,
    follows: ASKS,
    isOnce: true,
  },
  { says: 'ask', at: [['permissions', 'ask']], entries: 'rules', setting: 'permissions.ask' },
  { says: 'deny', at: [['permissions', 'deny']], entries: 'rules', setting: 'permissions.deny' },
];

/** Qwen Code, which has the settings of Gemini CLI with names of its own for modes and providers. */
export const QWEN: ClientProfile = {
  dialect: 'client-settings',
  client: 'Qwen Code',
  source: 'qwen-code 0.15.10, documentation of settings',
  checkedOn: '2026-11-27',
  noPlace: 'settings of a coding agent have no place for it',
  asker: 'Qwen Code',
  agent: 'settings',
  tools: { ...GEMINI.tools, ...merged, everything: [], servers: ['*'] },
  modes: [
    {
      at: [['tools', 'approvalMode'], ['approvalMode']],
      asks: {
        plan: 'human',
        default: 'human',
        'auto-edit': 'except-edits',
        auto_edit: 'except-edits',
        yolo: 'nobody',
      },
      edit: 'Set `tools.approvalMode` to `default`: the client then asks for approval.',
      reset: { of: 'nobody', to: 'default' },
    },
  ],
  ...(sandbox && { sandbox }),
  lists: [...lists, ...RULES],
  ...(servers && { servers }),
  ...(hooks && { hooks }),
  ...(starters && {
    starters: starters.map(({ at, when }) => ({ at, when: when.replace('Gemini CLI', 'Qwen Code') })),
  }),
  variables: ['env'],
  endpoints: [
    { at: ['security', 'auth', 'baseUrl'], kind: 'model', hosts: ['*'] },
    { at: ['modelProviders', '*', '*', 'baseUrl'], kind: 'model', hosts: ['*'] },
    { at: ['telemetry', 'otlpEndpoint'], kind: 'telemetry', hosts: [] },
    { at: ['telemetry', 'logPrompts'], kind: 'content', only: true },
  ],
  values: [['security', 'auth'], ['env']],
};
