import type { ClientProfile } from '../clients/profile.js';

/** Gemini CLI, as its settings state it. */
export const GEMINI: ClientProfile = {
  dialect: 'gemini-settings',
  client: 'Gemini CLI',
  source: 'Gemini CLI documentation, configuration, tools and sandboxing',
  checkedOn: '2026-11-20',
  noPlace: 'settings of a coding agent have no place for it',
  asker: 'Gemini CLI',
  agent: 'settings',
  tools: {
    shell: ['run_shell_command', 'ShellTool'],
    edit: ['write_file', 'replace', 'edit', 'WriteFileTool', 'EditTool'],
    everything: ['*'],
  },
  modes: [
    {
      at: [['general', 'defaultApprovalMode'], ['approvalMode']],
      asks: { yolo: 'nobody', auto_edit: 'except-edits' },
      otherwise: 'human',
      off: { yolo: ['security', 'disableYoloMode'] },
      switches: true,
      edit: 'Set `general.defaultApprovalMode` to `default`: the client then asks for approval.',
    },
    {
      at: [['yolo']],
      form: 'switch',
      hiddenBy: [['autoAccept']],
      asks: { true: 'nobody' },
      edit: 'Remove `yolo`: the client then asks for approval.',
    },
  ],
  sandbox: { at: [['tools', 'sandbox'], ['sandbox']], off: ['', 'false', 'none', '0'] },
  lists: [
    { says: 'deny', at: [['tools', 'exclude'], ['excludeTools']], entries: 'calls' },
    {
      says: 'allow',
      at: [['tools', 'allowed'], ['allowedTools']],
      setting: 'tools.allowed',
      entries: 'calls',
      follows: 'the client then asks for approval',
    },
  ],
  servers: {
    at: [['mcpServers']],
    allowKeys: ['includeTools'],
    excludeKeys: ['excludeTools'],
    unstated: { state: 'absent' },
    allowListEdit: 'List them in `mcpServers.{name}.includeTools`.',
    on: ['mcp', 'allowed'],
    off: ['mcp', 'excluded'],
  },
  hooks: ['hooks'],
  endpoints: [
    { at: ['telemetry', 'otlpEndpoint'], kind: 'telemetry', hosts: ['*.googleapis.com'] },
    { at: ['telemetry', 'logPrompts'], kind: 'content', only: true },
  ],
  starters: [
    { at: ['tools', 'discoveryCommand'], when: 'Gemini CLI starts' },
    { at: ['tools', 'callCommand'], when: 'Gemini CLI calls a tool' },
    { at: ['mcp', 'serverCommand'], when: 'Gemini CLI starts' },
  ],
};
