import type { ClientProfile } from './profile.js';

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
    { says: 'only', at: [['tools', 'core'], ['coreTools']], entries: 'calls' },
    // It goes before every list of what is allowed.
    {
      says: 'ask',
      at: [['tools', 'confirmationRequired']],
      entries: 'calls',
      setting: 'tools.confirmationRequired',
    },
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
  folders: ['context', 'includeDirectories'],
  openings: [
    {
      kind: 'approval',
      at: ['security', 'folderTrust', 'enabled'],
      values: [false],
      level: 'warning',
      says: 'Gemini CLI loads the settings, hooks and servers of every folder without a person who trusts it first',
      edit: 'Remove `security.folderTrust.enabled`: Gemini CLI then asks for each new folder.',
    },
    {
      kind: 'machine',
      at: ['tools', 'sandboxAllowedPaths'],
      pattern: /^(?:\/|~\/?|\/(?:home|Users|etc|var|usr)\/?|~\/\.(?:ssh|aws|gemini|config|gnupg)(?:\/.*)?)$/,
      level: 'warning',
      says: 'Commands in the sandbox read and write `{value}`, outside of the project',
      edit: 'Decide which folder the task needs, and name only that one in `tools.sandboxAllowedPaths`.',
    },
    {
      kind: 'network',
      at: ['tools', 'sandboxNetworkAccess'],
      values: [true],
      says: 'Commands in the sandbox reach every host: a prompt injection can send out everything that they read',
      edit: 'Set `tools.sandboxNetworkAccess` to `false`.',
    },
    {
      kind: 'source',
      at: ['experimental', 'extensionRegistryURI'],
      pattern: /^(?!https:\/\/(?:[\w-]+\.)*geminicli\.com\/)/,
      level: 'warning',
      says: 'Extensions come from a list of another host, with their hooks and servers: whoever controls it chooses what runs here',
      edit: 'Decide whether the host is yours. If it is not, remove `experimental.extensionRegistryURI`.',
    },
  ],
  starters: [
    { at: ['tools', 'discoveryCommand'], when: 'Gemini CLI starts' },
    { at: ['tools', 'callCommand'], when: 'Gemini CLI calls a tool' },
    { at: ['mcp', 'serverCommand'], when: 'Gemini CLI starts' },
  ],
};
