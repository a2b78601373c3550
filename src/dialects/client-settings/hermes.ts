import type { ClientProfile } from '../clients/profile.js';

const ASKS = 'Hermes then asks for approval of dangerous commands';
const MODE = `Set \`approvals.mode\` to \`manual\`: ${ASKS}.`;

/** Hermes, as its settings state it. Nothing but commands of dangerous forms is asked for at all. */
export const HERMES: ClientProfile = {
  dialect: 'client-settings',
  client: 'Hermes',
  source: 'Hermes Agent documentation, configuration and security, several versions',
  checkedOn: '2026-11-27',
  noPlace: 'settings of Hermes have no place for it',
  asker: 'Hermes',
  agent: 'settings',
  tools: {},
  modes: [
    {
      at: [['approvals', 'cron_mode']],
      form: 'word',
      asks: { approve: 'nobody' },
      edit: 'Remove `approvals.cron_mode`: what a schedule starts is then refused where it needs approval.',
      reset: { of: 'nobody' },
    },
    {
      at: [['approvals', 'mode']],
      setting: 'approvals.mode',
      asks: { off: 'nobody', smart: 'another-model', manual: 'human' },
      edit: MODE,
    },
    // In older YAML `off` is `false`.
    {
      at: [['approvals', 'mode']],
      form: 'switch',
      setting: 'approvals.mode',
      asks: { false: 'nobody' },
      edit: MODE,
    },
  ],
  lists: [
    {
      says: 'allow',
      at: [['command_allowlist']],
      entries: 'colon-commands',
      setting: 'command_allowlist',
      follows: ASKS,
    },
  ],
  servers: {
    at: [['mcp_servers']],
    allowKeys: ['tools.include'],
    unstated: { state: 'absent' },
    allowListEdit: 'List them in `mcp_servers.{name}.tools.include`.',
  },
  endpoints: [
    {
      at: ['model', 'base_url'],
      kind: 'model',
      vendor: { beside: 'provider', keys: ['api_key', 'api_key_env', 'key_env', 'key_cmd'] },
    },
  ],
  openings: [
    {
      kind: 'check',
      at: ['security', 'redact_secrets'],
      values: [false],
      level: 'warning',
      says: 'Credentials in the output of tools reach the model and the logs unredacted',
      edit: 'Set `security.redact_secrets` to `true`.',
    },
  ],
  unread: [
    {
      at: ['terminal', 'backend'],
      value: 'docker',
      why: 'in a container Hermes asks for no approval; what the container can reach is not read',
    },
  ],
};
