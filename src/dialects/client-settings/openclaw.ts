import type { ClientProfile } from '../clients/profile.js';

const EXEC =
  'Set `tools.exec.security` to `allowlist` and `tools.exec.ask` to `on-miss`: OpenClaw then asks for approval.';

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
      setting: 'tools.exec.mode',
      asks: {
        full: 'nobody',
        auto: 'as-model-decides',
        ask: 'human',
        allowlist: 'human',
        deny: 'human',
      },
      edit: 'Set `tools.exec.mode` to `ask`: OpenClaw then asks for approval.',
      reset: {
        of: 'nobody',
        to: 'ask',
        edit: 'Set `tools.exec.mode` to `ask`: OpenClaw then asks for approval.',
      },
    },
    {
      at: [['tools', 'exec', 'ask']],
      form: 'word',
      asks: { always: 'human', 'on-miss': 'human' },
      edit: EXEC,
    },
    {
      at: [['tools', 'exec', 'security']],
      form: 'word',
      asks: { full: 'nobody', allowlist: 'human', deny: 'human' },
      edit: EXEC,
    },
  ],
  servers: {
    at: [['mcp', 'servers']],
    unstated: { state: 'inexpressible', why: 'an entry of `mcp.servers` has no list of tools' },
  },
  values: [['gateway', 'auth'], ['channels', '*'], ['hooks']],
  unread: [
    {
      at: ['channels', '*', 'dmPolicy'],
      value: 'open',
      why: 'anyone can write to the agent; what its tools may do for them is not compared',
    },
    {
      at: ['channels', '*', 'groupPolicy'],
      value: 'open',
      why: 'everyone in a group can write to the agent; what its tools may do for them is not compared',
    },
    {
      at: ['gateway', 'auth', 'mode'],
      value: 'none',
      why: 'whoever reaches the gateway can use it; who reaches it depends on `gateway.bind` and the network',
    },
    {
      at: ['tools', 'elevated', 'allowFrom', '*'],
      why: 'who may run commands outside of the sandbox is not compared',
    },
    { at: ['agents'], why: 'agents of OpenClaw with settings of their own are not read' },
  ],
};
