import { marketplaces } from '../clients/profile-parts.js';
import { SANDBOX_OPENINGS } from '../clients/claude-sandbox.js';
import type { ClientProfile, OpeningProfile } from '../clients/profile.js';
import facts from '../permissions/claude-tools.json' with { type: 'json' };
import { SKIPPED } from '../permissions/ignored-rules.js';

/** Settings whose commands print what Claude Code logs in with. */
const HELPERS: readonly { key: string; when: string }[] = [
  { key: 'apiKeyHelper', when: 'Claude Code needs its key' },
  { key: 'awsAuthRefresh', when: 'credentials of AWS are missing or old' },
  { key: 'awsCredentialExport', when: 'Claude Code needs credentials of AWS' },
  { key: 'gcpAuthRefresh', when: 'credentials of Google Cloud are missing or old' },
  { key: 'otelHeadersHelper', when: 'Claude Code sends traces' },
  { key: 'proxyAuthHelper', when: 'a proxy asks for credentials' },
];

/**
 * Settings that open what Claude Code keeps shut. Source: type Settings of @anthropic-ai/claude-agent-sdk 0.3.330,
 * 2026-11-23.
 */
const OPENINGS: readonly OpeningProfile[] = [
  ...HELPERS.map(
    ({ key, when }): OpeningProfile => ({
      kind: 'code',
      at: [key],
      // A script of the project, alone or behind what runs it.
      pattern:
        /^(?:(?:(?:ba|da|z)?sh|node|bun|tsx|python3?)\s+)?["']?(?:\.{1,2}\/|\$\{?CLAUDE_PROJECT_DIR\}?["']?\/|[\w.-]+\/)[\w.-]/,
      level: 'warning',
      isNameOnly: true,
      says: `\`{value}\` runs when ${when}, outside of what is approved: whoever changes this script of the project, the agent too, gets the credentials that it prints`,
      edit: `Decide who may change that script. Let each person set \`${key}\` outside of the repository, to a program that the agent cannot edit.`,
    }),
  ),
  ...['skipDangerousModePermissionPrompt', 'skipAutoPermissionPrompt'].map((key): OpeningProfile => {
    const mode = key.includes('Auto') ? 'auto' : 'bypassPermissions';
    return {
      kind: 'approval',
      at: [key],
      values: [true],
      level: 'warning',
      says: `The mode \`${mode}\` starts without a confirmation: the answer of its dialog is stored in this file`,
      edit: `Remove \`${key}\`: Claude Code then asks before it uses that mode.`,
    };
  }),
  {
    kind: 'approval',
    at: ['autoMode', 'allow'],
    pattern:
      /\b(?:always|any(?:thing)?|all|every(?:thing)?|never (?:ask|block|deny)|without (?:asking|approval|confirmation))\b/i,
    unless: [{ at: ['disableAutoMode'], values: ['disable'] }],
    level: 'warning',
    says: 'This text instructs the model that decides in the mode `auto` to allow whole kinds of calls without a person',
    edit: 'Decide which calls are harmless, and name only those in `autoMode.allow`.',
  },
  {
    kind: 'approval',
    at: ['autoMode', 'soft_deny'],
    pattern: /\b(?:always allow|(?:never|do not|don't) (?:ask|block|deny|refuse))\b/i,
    unless: [{ at: ['disableAutoMode'], values: ['disable'] }],
    level: 'warning',
    says: 'This text instructs the model that decides in the mode `auto` to allow what it would refuse',
    edit: 'Decide which calls a person has to see, and name only those in `autoMode.soft_deny`.',
  },
  {
    kind: 'approval',
    at: ['crossSessionInbound'],
    values: ['accept'],
    level: 'info',
    says: 'Messages of other sessions instruct this one without a person who reads them first',
    edit: 'Decide which sessions work together, and remove `crossSessionInbound` if none do.',
  },
  {
    kind: 'check',
    at: ['skipWebFetchPreflight'],
    values: [true],
    level: 'info',
    says: 'Claude Code fetches pages without asking the list of blocked hosts first',
    edit: 'Decide whether this machine can reach that list, and remove `skipWebFetchPreflight` if it can.',
  },
  {
    kind: 'copies',
    at: ['autoUploadSessions'],
    values: [true],
    level: 'warning',
    says: 'Sessions of this machine are copied to the service of the vendor, and zero data retention is required',
    edit: 'Remove `autoUploadSessions`.',
  },
  ...SANDBOX_OPENINGS,
  {
    kind: 'fallback',
    at: ['enabledPlugins', '*', '*'],
    level: 'info',
    says: 'Claude Code enables a plugin only by `true`: with a list of versions it stays off',
    edit: 'Set the plugin to `true`, or remove it.',
  },
  ...marketplaces('Claude Code', ['extraKnownMarketplaces', 'additionalMarketplaces']),
];

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
      // Any other is no mode, which is reported.
      otherwise: 'human',
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
      skipped: SKIPPED,
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
  asksInFolders: true,
  variables: ['env'],
  openings: OPENINGS,
  ignored: [
    {
      at: ['permissions', 'defaultMode'],
      pattern: /^(?!(?:default|plan|manual|dontAsk|acceptEdits|auto|delegate|bypassPermissions)$)[\s\S]/,
      only: { why: 'Claude Code is not known to have such a mode.' },
      edit: 'Set `permissions.defaultMode` to `default`, or to `plan` where nothing is to be changed.',
    },
    {
      at: ['sandbox', 'enabled'],
      pattern: /[\s\S]/,
      only: { why: 'Claude Code reads `true` or `false` here, and no text.' },
      edit: 'Set `sandbox.enabled` to `true`.',
    },
    {
      at: ['disableArtifact'],
      values: [false],
      level: 'info',
      only: { why: 'Claude Code knows `true` alone: any other value leaves it as it is.' },
      edit: 'Remove it.',
    },
    {
      at: ['hooks', '*', '*', 'matcher'],
      pattern: /^\w+\s*,\s*[\w,\s]+$/,
      only: {
        why: 'Claude Code before version 2.1.191 takes it as one name, which no tool has: the hook never runs.',
      },
      edit: 'Write a bar between the names, for example `Bash|PowerShell`.',
    },
  ],
  endpoints: [{ at: ['hooks', '*', '*', 'hooks', '*', 'url'], kind: 'events' }],
  values: [['hooks', '*', '*', 'hooks', '*', 'headers']],
  starters: [
    ...HELPERS.map(({ key, when }) => ({ at: [key], when })),
    { at: ['statusLine', 'command'], when: 'Claude Code draws its status line' },
    { at: ['subagentStatusLine', 'command'], when: 'Claude Code draws the status line of a subagent' },
    { at: ['fileSuggestion', 'command'], when: 'a person types `@`' },
    ...['extraKnownMarketplaces', 'additionalMarketplaces'].flatMap((key) =>
      ['headersHelper', 'command'].map((name) => ({
        at: [key, '*', 'source', name],
        when: 'Claude Code loads the marketplace',
      })),
    ),
  ],
  unread: [
    {
      at: ['hooks', '*', '*', 'hooks', '*', 'type'],
      value: 'mcp_tool',
      why: 'the tool of a server that the hook calls is not judged',
    },
    { at: ['sshHostCommands'], why: 'the form of its commands is not known' },
  ],
};
