import type { Containment } from '../../model/index.js';
import type { Asks, ClientProfile, EndpointProfile, IgnoredProfile } from '../clients/profile.js';

/** Files of agents; the group is the name of an agent without one. */
export const AGENT_FILE = /(?:^|\/|__)\.codex(?:\/|__)agents(?:\/|__)([^/]+)\.toml$/;

/** A policy that Codex no longer has. Source: Codex documentation, configuration reference, 2026-11-23. */
const UNTRUSTED: IgnoredProfile = {
  at: ['approval_policy'],
  values: ['untrusted'],
  only: { why: 'Newer versions of Codex do not have the value `untrusted`: it is no gate there.' },
  edit: 'Set `approval_policy` to `on-request`.',
};

/** A policy that Codex does not know; a table is `granular`. */
const UNKNOWN_POLICY: IgnoredProfile = {
  at: ['approval_policy'],
  pattern: /^(?!(?:untrusted|on-failure|on-request|never|granular)$)(?=[\s\S])/,
  only: { why: 'Codex knows no such value of `approval_policy`: it is no gate.' },
  edit: 'Set `approval_policy` to `on-request`.',
};

/** A sandbox that Codex does not know. */
const UNKNOWN_SANDBOX: IgnoredProfile = {
  at: ['sandbox_mode'],
  pattern: /^(?!(?:read-only|workspace-write|danger-full-access)$)[\s\S]/,
  only: { why: 'Codex knows no such value of `sandbox_mode`: it limits nothing.' },
  edit: 'Set `sandbox_mode` to `read-only`, or to `workspace-write`.',
};

/** Keys that Codex has at another place or by another name. Source: Codex configuration reference, 2026-11-23. */
const MISPLACED: readonly IgnoredProfile[] = [
  { key: ['approval_mode'], right: 'approval_policy' },
  { key: ['ask_for_approval'], right: 'approval_policy' },
  { key: ['sandbox'], right: 'sandbox_mode' },
  { key: ['network_access'], right: 'sandbox_workspace_write.network_access' },
  { key: ['writable_roots'], right: 'sandbox_workspace_write.writable_roots' },
  { key: ['exclude_slash_tmp'], right: 'sandbox_workspace_write.exclude_slash_tmp' },
].map(({ key, right }) => ({
  at: key,
  only: { why: `Codex reads no \`${key.join('.')}\`: what it is meant to limit stands in \`${right}\`.` },
  edit: `Decide what it is meant to limit, and write it as \`${right}\`.`,
}));

/** Commands get the keys of its environment, in a project as well. */
const SECRETS: EndpointProfile = {
  at: ['shell_environment_policy', 'ignore_default_excludes'],
  kind: 'secrets',
  only: true,
};

/** Codex, as its settings and its files of agents state it. Who approves follows from the tables below. */
export const CODEX: ClientProfile = {
  dialect: 'codex',
  client: 'Codex',
  endpoints: [
    { at: ['openai_base_url'], kind: 'model', hosts: ['api.openai.com', '*.api.openai.com'] },
    { at: ['chatgpt_base_url'], kind: 'model', hosts: ['chatgpt.com', '*.chatgpt.com'] },
    // A provider of one's own may be anywhere.
    { at: ['model_providers', '*', 'base_url'], kind: 'model', hosts: ['*'] },
    { at: ['otel', 'exporter', 'otlp-http', 'endpoint'], kind: 'telemetry', hosts: ['*'] },
    { at: ['otel', 'log_user_prompt'], kind: 'content', only: true },
    { at: ['experimental_realtime_ws_base_url'], kind: 'model', hosts: ['*.openai.com'] },
    SECRETS,
  ],
  source: 'Codex documentation, configuration, sandbox and approvals, MCP, subagents',
  checkedOn: '2026-11-20',
  noPlace: 'settings of a coding agent have no place for it',
  asker: 'Codex',
  agent: {
    name: ['name'],
    isAtName: true,
    file: AGENT_FILE,
    unnamed: 'Codex',
    model: ['model'],
    instructions: ['developer_instructions'],
  },
  tools: {},
  servers: {
    at: [['mcp_servers']],
    allowKeys: ['enabled_tools'],
    excludeKeys: ['disabled_tools'],
    unstated: { state: 'absent' },
    allowListEdit: 'List them in `enabled_tools` of `[mcp_servers.{name}]`.',
  },
  hooks: ['hooks'],
  starters: [{ at: ['model_providers', '*', 'auth', 'command'], args: 'args', when: 'Codex needs its key' }],
  ignored: [
    UNTRUSTED,
    UNKNOWN_POLICY,
    UNKNOWN_SANDBOX,
    ...MISPLACED,
    { ...UNTRUSTED, at: ['profiles', '*', 'approval_policy'] },
  ],
};

/** Who is asked under a policy of approval: where a sandbox contains what runs, and where none does. */
interface PolicyAsks {
  contained: Asks;
  open: Asks;
}

/** Values of `approval_policy`. Codex refuses any other. */
export const POLICIES: Readonly<Record<string, PolicyAsks>> = {
  untrusted: { contained: 'human', open: 'human' },
  // Without a sandbox no command fails for want of a permission.
  'on-failure': { contained: 'human', open: 'nobody' },
  'on-request': { contained: 'human', open: 'as-model-decides' },
  never: { contained: 'nobody', open: 'nobody' },
};

/** A table, and no policy at all: Codex asks as under `on-request`. */
export const OTHER_POLICY: PolicyAsks = { contained: 'human', open: 'as-model-decides' };

/** Values of `approvals_reviewer`: a person, or models that answer instead of one. */
export const PERSON = 'user';
export const REVIEWERS: readonly string[] = ['auto_review', 'guardian_subagent'];

/** A mode of approval that runs a tool without approval. `auto`, `prompt` and `writes` ask before what may act. */
export const UNASKED = 'approve';

/** What limits commands under a value of `sandbox_mode` or `default_permissions`; left out: nothing does. */
export interface SandboxKind {
  containedBy?: Containment;
  /** Commands in it may write the workspace, so that `sandbox_workspace_write` counts. */
  isWorkspace?: true;
}

const READ_ONLY: SandboxKind = { containedBy: { by: 'write-limit', writes: 'nothing' } };
const WORKSPACE: SandboxKind = { containedBy: { by: 'write-limit', writes: 'workspace' }, isWorkspace: true };
const OPEN: SandboxKind = {};

/** Values of `sandbox_mode` and, with a colon, of `default_permissions`. Codex refuses any other. */
export const SANDBOXES: Readonly<Record<string, SandboxKind>> = {
  'read-only': READ_ONLY,
  'workspace-write': WORKSPACE,
  'danger-full-access': OPEN,
  ':read-only': READ_ONLY,
  ':workspace': WORKSPACE,
  ':danger-full-access': OPEN,
  ':danger-no-sandbox': OPEN,
  ':unrestricted': OPEN,
};

/** The same where `writable_roots` names further folders. */
export const WIDER: SandboxKind = {
  containedBy: { by: 'write-limit', writes: 'workspace-and-roots' },
  isWorkspace: true,
};

/** What Codex uses where no file says anything: it reads the settings of a project only where people trust it. */
export const DEFAULT_SANDBOX: SandboxKind = WORKSPACE;
/** An agent in a file of its own runs in the sandbox of the session that starts it. */
export const SESSION_SANDBOX: SandboxKind = { containedBy: { by: 'sandbox', of: 'session' } };

const OF_PERSON = 'in the file of a person (`~/.codex/config.toml`), since version 0.129';

/** Settings that Codex does not take from the file of a project. Source: Codex documentation, configuration reference, 2026-11-23. */
const IGNORED = [
  'openai_base_url',
  'chatgpt_base_url',
  'apps_mcp_product_sku',
  'model_provider',
  'model_providers',
  'notify',
  'profile',
  'profiles',
  'otel',
  'experimental_realtime_ws_base_url',
];

const { endpoints: _, starters: __, ...SHARED } = CODEX;

/** Codex, as the settings of a project state it. */
export const CODEX_PROJECT: ClientProfile = {
  ...SHARED,
  endpoints: [SECRETS],
  ignored: [
    UNTRUSTED,
    UNKNOWN_POLICY,
    UNKNOWN_SANDBOX,
    ...MISPLACED,
    ...IGNORED.map((key) => ({
      at: [key],
      only: OF_PERSON,
      edit: `Decide who needs it. Move \`${key}\` to \`~/.codex/config.toml\` of each person, or remove it.`,
    })),
  ],
};
