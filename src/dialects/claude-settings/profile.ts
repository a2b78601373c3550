import type { ClientProfile } from '../clients/profile.js';
import facts from '../permissions/claude-tools.json' with { type: 'json' };

/** Claude Code, as its settings state it. */
export const CLAUDE_CODE: ClientProfile = {
  dialect: 'claude-settings',
  client: 'Claude Code',
  source: 'Claude Code documentation, settings, permissions, hooks and sandboxing',
  checkedOn: '2026-11-20',
  noPlace: 'settings of a coding agent have no place for it',
  asker: 'Claude Code',
  agent: 'settings',
  // What a project denies or asks about holds whatever a person's own file lets run: the lists of both are put together.
  below: { of: /settings\.local\.json$/, settings: 'settings.json' },
  tools: facts.tools,
  modes: [
    {
      at: [['permissions', 'defaultMode']],
      setting: 'permissions.defaultMode',
      asks: {
        default: 'human',
        plan: 'human',
        manual: 'human',
        dontAsk: 'human',
        acceptEdits: 'except-edits',
        auto: 'as-model-decides',
        delegate: 'as-model-decides',
        bypassPermissions: 'nobody',
      },
      off: {
        bypassPermissions: ['permissions', 'disableBypassPermissionsMode'],
        auto: ['permissions', 'disableAutoMode'],
      },
      switches: 'disable',
      namesSwitch: true,
      edit: 'Decide what may run without approval, and name it in `permissions.allow`. Then set `permissions.defaultMode` to `default`: Claude Code asks for everything else.',
      reset: {
        of: 'except-edits',
        to: 'default',
        edit: 'Set `permissions.defaultMode` to `default`: Claude Code then asks for approval.',
      },
    },
  ],
  sandbox: { at: [['sandbox']], outside: 'excludedCommands', hosts: ['network', 'allowedDomains'] },
  lists: [
    {
      says: 'allow',
      at: [['permissions', 'allow']],
      entries: 'rules',
      setting: 'permissions.allow',
      movesToAsk: true,
      follows: 'the client then asks for approval',
      isOnce: true,
    },
    { says: 'hooks' },
    { says: 'ask', at: [['permissions', 'ask']], entries: 'rules', setting: 'permissions.ask' },
    { says: 'deny', at: [['permissions', 'deny']], entries: 'rules', setting: 'permissions.deny' },
  ],
  servers: {
    at: [['mcpServers']],
    unaskedKeys: ['autoApprove', 'alwaysAllow'],
    unstated: {
      state: 'inexpressible',
      why: '`permissions` contains the list of tools (`mcp__server__tool`)',
    },
  },
  hooks: ['hooks'],
  hooksOff: ['disableAllHooks'],
  folders: ['permissions', 'additionalDirectories'],
  variables: ['env'],
  starters: [
    { at: ['apiKeyHelper'], when: 'Claude Code needs its key' },
    { at: ['awsAuthRefresh'], when: 'credentials of AWS are missing or old' },
    { at: ['awsCredentialExport'], when: 'Claude Code needs credentials of AWS' },
    { at: ['gcpAuthRefresh'], when: 'credentials of Google Cloud are missing or old' },
    { at: ['otelHeadersHelper'], when: 'Claude Code sends traces' },
    { at: ['proxyAuthHelper'], when: 'a proxy asks for credentials' },
    { at: ['statusLine', 'command'], when: 'Claude Code draws its status line' },
    { at: ['subagentStatusLine', 'command'], when: 'Claude Code draws the status line of a subagent' },
    { at: ['fileSuggestion', 'command'], when: 'a person types `@`' },
  ],
};
