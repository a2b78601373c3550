import type { ClientProfile } from '../clients/profile.js';

/** Crush, as its settings state it. */
export const CRUSH: ClientProfile = {
  dialect: 'client-settings',
  client: 'Crush',
  source: 'charmbracelet/crush 37f36e9, schema.json',
  checkedOn: '2026-11-27',
  noPlace: 'settings of a coding agent have no place for it',
  asker: 'Crush',
  agent: 'settings',
  tools: {
    shell: ['bash'],
    edit: ['edit', 'multiedit', 'write'],
    read: ['view', 'ls', 'grep', 'glob', 'sourcegraph', 'diagnostics', 'job_output'],
    request: ['fetch', 'agentic_fetch', 'download'],
    agent: ['agent'],
  },
  lists: [
    { says: 'deny', at: [['options', 'disabled_tools']], entries: 'joined-names' },
    {
      says: 'allow',
      at: [['permissions', 'allowed_tools']],
      entries: 'joined-names',
      setting: 'permissions.allowed_tools',
      follows: 'Crush then asks for approval',
    },
  ],
  servers: {
    at: [['mcp']],
    allowKeys: ['enabled_tools'],
    excludeKeys: ['disabled_tools'],
    unstated: { state: 'absent' },
    allowListEdit: 'List them in `mcp.{name}.enabled_tools`.',
  },
  ignored: ['denied_tools', 'deny', 'blocked_tools', 'disabled_tools'].map((key) => ({
    at: ['permissions', key],
    only: { why: 'Crush has no such key: tools are taken away by `options.disabled_tools`.' },
    edit: 'Decide which tools the agent must not have, and name them in `options.disabled_tools`.',
  })),
  hooks: ['hooks'],
  endpoints: [{ at: ['providers', '*', 'base_url'], kind: 'model', vendor: { above: 1 } }],
  variables: ['env'],
  starters: [
    {
      at: ['lsp', '*', 'command'],
      args: 'args',
      when: 'Crush starts a language server',
      off: { below: 2, key: 'disabled', value: true },
    },
    { at: ['providers', '*', 'aws_auth_refresh'], when: 'credentials of AWS are missing or old' },
    // Crush runs what is in `$(...)` of these values.
    { at: ['providers', '*', 'api_key'], when: 'Crush needs its key' },
    { at: ['providers', '*', 'base_url'], when: 'Crush starts' },
  ],
  values: [
    ['providers', '*'],
    ['providers', '*', 'extra_headers'],
  ],
};
