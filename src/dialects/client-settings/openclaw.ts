import type { ClientProfile, OpeningProfile, SettingCondition } from '../clients/profile.js';

const EXEC =
  'Set `tools.exec.security` to `allowlist` and `tools.exec.ask` to `on-miss`: OpenClaw then asks for approval.';

/** Entries that deny every command. */
const RUNS = ['*', 'exec', 'group:runtime'];

/** With these its agents run no command and change no file. */
const HARMLESS: readonly SettingCondition[] = [
  { at: ['tools', 'profile'], values: ['minimal', 'messaging'] },
  { at: ['tools', 'exec', 'security'], values: ['deny'] },
  { at: ['tools', 'exec', 'mode'], values: ['deny'] },
  { at: ['tools', 'deny'], values: RUNS },
];

const CHANNELS = [
  ['channels', '*'],
  ['channels', '*', 'accounts', '*'],
];
const SANDBOXES = [
  ['agents', 'defaults', 'sandbox'],
  ['agents', 'list', '*', 'sandbox'],
];

const IS_OPEN = { at: ['dmPolicy'], values: ['open'] };
/** A list of people beside it counts, unless it has a star. */
const OPEN = {
  kind: 'outsiders',
  placed: ['dmPolicy'],
  unless: HARMLESS,
  says: 'Anyone can write to the agent, and it runs commands and changes files for them',
  edit: 'Set `{path}` to `pairing`: OpenClaw then asks its owner about each new person.',
} as const;

const EXPOSED = { at: ['gateway', 'bind'], pattern: /^(?!loopback$|127\.)./ };
const FUNNEL = { at: ['gateway', 'tailscale', 'mode'], values: ['funnel'] };

/** What the settings open, by the names of the vendor's own audit (docs/gateway/security/audit-checks.md). */
const OPENINGS: readonly OpeningProfile[] = [
  ...CHANNELS.flatMap((at): OpeningProfile[] => [
    { ...OPEN, at, has: [IS_OPEN], lacks: [{ at: ['allowFrom'] }] },
    { ...OPEN, at, has: [IS_OPEN, { at: ['allowFrom'], values: ['*'] }] },
    {
      kind: 'outsiders',
      at,
      has: [{ at: ['groupPolicy'], values: ['open'] }],
      // What the default group may not use.
      lacks: [
        { at: ['groups', '*', 'tools', 'deny'], values: RUNS },
        { at: ['groups', '*', 'toolsBySender', '*', 'deny'], values: RUNS },
      ],
      placed: ['groupPolicy'],
      unless: HARMLESS,
      level: 'warning',
      says: 'Everyone in any group can write to the agent, and it runs commands and changes files for them',
      edit: 'Set `{path}` to `allowlist`, and name the groups.',
    },
  ]),
  ...CHANNELS.map(
    (at): OpeningProfile => ({
      kind: 'outsiders',
      at: [...at, '*'],
      key: /^dangerously/,
      values: [true],
      unless: HARMLESS,
      level: 'warning',
      says: 'The channel takes somebody for a known person without its usual check',
      edit: 'Remove `{path}`.',
    }),
  ),
  {
    kind: 'outsiders',
    at: ['tools', 'elevated', 'allowFrom', '*'],
    values: ['*'],
    says: 'Whoever writes to the agent over this channel can run commands outside of its sandbox',
    edit: 'Decide who may run commands outside of the sandbox, and name only those in `tools.elevated.allowFrom`.',
  },
  {
    kind: 'outsiders',
    at: ['gateway', 'auth', 'mode'],
    values: ['none'],
    when: [EXPOSED],
    says: 'Whoever reaches this machine over the network controls the agent: the gateway asks for no login',
    edit: 'Set `gateway.auth.mode` to `token`, or `gateway.bind` to `loopback`.',
  },
  {
    ...FUNNEL,
    kind: 'outsiders',
    level: 'warning',
    says: 'The gateway of the agent can be reached from the whole internet',
    edit: 'Set `gateway.tailscale.mode` to `serve`: only devices of your own network then reach it.',
  },
  {
    kind: 'outsiders',
    at: ['hooks'],
    has: [{ at: ['enabled'], values: [true] }],
    lacks: [{ at: ['allowedAgentIds'] }],
    unless: HARMLESS,
    level: 'warning',
    says: 'Whoever has the token of the webhooks starts any agent of this machine',
    edit: 'Decide which agents webhooks may start, and name them in `hooks.allowedAgentIds`.',
  },
  {
    kind: 'outsiders',
    at: ['gateway', 'controlUi', '*'],
    key: /^dangerously/,
    values: [true],
    says: 'The pages of the gateway accept a device or an address without a check: others can control the agent',
    edit: 'Remove `{path}`.',
  },
  {
    kind: 'approval',
    at: ['channels'],
    has: [{ at: ['*'] }],
    unless: [
      ...HARMLESS,
      ...['mode', 'security', 'ask'].map((key) => ({ at: ['tools', 'exec', key] })),
      { at: ['tools', 'exec', 'host'], values: ['gateway', 'node'] },
      { at: ['tools', 'allow'] },
      { at: ['agents', 'defaults', 'sandbox', 'mode'], values: ['all'] },
    ],
    level: 'warning',
    says: 'The agent runs any command for those who write to it: no mode of `tools.exec` is set, and by default OpenClaw asks for no approval',
    edit: EXEC,
  },
  {
    kind: 'approval',
    at: ['tools', 'exec'],
    has: [{ at: ['host'], values: ['gateway', 'node'] }],
    lacks: ['mode', 'security', 'ask'].map((key) => ({ at: [key] })),
    unless: HARMLESS,
    placed: ['host'],
    level: 'warning',
    says: 'The agent runs any command on this host without approval: `tools.exec.mode` is not set, and its default is `full`',
    edit: EXEC,
  },
  {
    kind: 'approval',
    at: ['gateway', 'nodes', 'commands', 'allow'],
    values: ['*', 'system.run'],
    level: 'warning',
    says: 'The agent runs commands on every device that is paired as a node',
    edit: 'Decide which commands of nodes the task needs, and name only those in `gateway.nodes.commands.allow`.',
  },
  ...SANDBOXES.flatMap((at): OpeningProfile[] => [
    {
      kind: 'machine',
      at: [...at, 'docker', '*'],
      key: /^dangerously/,
      values: [true],
      says: 'The sandbox of the agent is opened to the machine around it',
      edit: 'Remove `{path}`.',
    },
    {
      kind: 'machine',
      at: [...at, 'docker', 'binds'],
      pattern: /^(?:\/|~\/?|\/(?:etc|root|home|Users|var|usr|proc|sys|dev)|[\w./-]*(?:docker|podman)\.sock):/,
      says: 'The sandbox of the agent is given `{value}` of the machine around it',
      edit: 'Decide which folder the task needs, and mount only that one.',
    },
  ]),
];

/** OpenClaw, as its settings state it. */
export const OPENCLAW: ClientProfile = {
  dialect: 'client-settings',
  client: 'OpenClaw',
  source: 'openclaw 2026.9.6, docs/tools/exec.md and docs/gateway/security/audit-checks.md',
  checkedOn: '2026-11-27',
  noPlace: 'settings of OpenClaw have no place for it',
  asker: {
    unknown: 'what OpenClaw asks is not stated in the file, and host approvals beside it can only tighten it',
  },
  agent: 'settings',
  tools: { shell: ['exec', 'bash'], edit: ['write', 'edit', 'apply_patch'], read: ['read', 'web_search'] },
  modes: [
    {
      at: [['tools', 'exec', 'mode']],
      unless: HARMLESS,
      setting: 'tools.exec.mode',
      asks: {
        full: 'nobody',
        auto: 'as-model-decides',
        ask: 'human',
        allowlist: 'human',
        deny: 'human',
      },
      edit: 'Set `tools.exec.mode` to `ask`: OpenClaw then asks for approval.',
      reset: { of: 'nobody', to: 'ask' },
    },
    {
      at: [['tools', 'exec', 'ask']],
      form: 'word',
      asks: { always: 'human', 'on-miss': 'human' },
      edit: EXEC,
    },
    {
      at: [['tools', 'exec', 'security']],
      unless: HARMLESS,
      form: 'word',
      asks: { full: 'nobody', allowlist: 'human', deny: 'human' },
      edit: EXEC,
    },
    // The default of `security` is `full` outside of a sandbox.
    {
      at: [['tools', 'exec', 'ask']],
      unless: [...HARMLESS, { at: ['agents', 'defaults', 'sandbox', 'mode'], values: ['all'] }],
      form: 'word',
      asks: { off: 'nobody' },
      edit: EXEC,
    },
  ],
  servers: {
    at: [['mcp', 'servers']],
    unstated: { state: 'inexpressible', why: 'an entry of `mcp.servers` has no list of tools' },
  },
  values: [
    ['gateway', 'auth'],
    ['hooks'],
    ...[['env'], ['env', 'vars'], ['tools', 'web', '*'], ['tools', 'web', '*', '*']],
    ...[[], ['env'], ['config']].map((below) => ['skills', 'entries', '*', ...below]),
    ...[[], ['config'], ['config', '*']].map((below) => ['plugins', 'entries', '*', ...below]),
    ['models', 'providers', '*'],
    ...CHANNELS,
  ],
  openings: OPENINGS,
  ignored: [
    {
      at: ['gateway', 'nodes', 'commands', 'deny', '*'],
      pattern: /[*?]/,
      only: { why: 'OpenClaw compares whole names here, and no patterns.' },
      edit: 'Decide which commands are denied, and name each of them in full.',
    },
    {
      at: ['agents', 'defaults', 'sandbox', 'docker'],
      unless: [{ at: ['agents', 'defaults', 'sandbox', 'mode'], values: ['all', 'non-main'] }],
      only: {
        why: 'OpenClaw starts no container while `agents.defaults.sandbox.mode` is `off`, its default.',
      },
      edit: 'Set `agents.defaults.sandbox.mode` to `all`, or remove `agents.defaults.sandbox.docker`.',
    },
    {
      at: ['tools', 'deny', '*'],
      values: ['write', 'edit', 'apply_patch', 'group:fs'],
      isOnce: true,
      unless: [...HARMLESS, { at: ['agents', 'defaults', 'sandbox', 'mode'], values: ['all'] }],
      only: { why: 'The agent changes files with `exec`, which is not denied.' },
      edit: 'Decide whether the agent may change files. If it may not, add `exec` to `tools.deny`.',
    },
  ],
  unread: [{ at: ['agents', 'list'], why: 'agents of OpenClaw with settings of their own are not read' }],
};
