import type { ClientProfile } from '../clients/profile.js';

const ASKS = 'the editor then asks for approval';

/** Settings that approve all that the agents of the editor do, the newest name first. */
const FOR_ALL = ['chat.tools.global.autoApprove', 'chat.tools.autoApprove'];
const FOR_COMMANDS = 'chat.tools.terminal.autoApprove';
const FOR_EDITS = 'chat.tools.edits.autoApprove';
const TURNS = 'chat.agent.maxRequests';

/** Settings that no other program has. */
export const OWN_KEYS: readonly string[] = [...FOR_ALL, FOR_COMMANDS, FOR_EDITS, TURNS];

/** VS Code, as far as its settings are about its agents. */
export const VS_CODE: ClientProfile = {
  dialect: 'vscode-settings',
  client: 'VS Code',
  source: 'VS Code documentation, agent tools and terminal auto-approval',
  checkedOn: '2026-11-20',
  noPlace: 'settings of an editor have no place for it',
  asker: 'VS Code',
  agent: 'settings',
  tools: {},
  values: ['linux', 'osx', 'windows'].map((system) => [`terminal.integrated.env.${system}`]),
  modes: FOR_ALL.map((key) => ({
    at: [[key]],
    form: 'switch' as const,
    asks: { true: 'nobody' },
    edit: `Remove \`${key}\`: ${ASKS}.`,
    reset: { of: 'nobody' as const },
  })),
  lists: [
    {
      says: 'allow',
      at: [[FOR_COMMANDS]],
      isMap: true,
      setting: FOR_COMMANDS,
      entries: 'beginnings',
      follows: ASKS,
    },
  ],
  ignored: FOR_ALL.map((key) => ({
    at: [FOR_COMMANDS, '*'],
    values: [false],
    isOnce: true,
    when: [{ at: [key], values: [true] }],
    only: { why: `\`${key}\` approves every tool: the editor asks about no command.` },
    edit: `Decide which commands a person has to approve, and remove \`${key}\`.`,
  })),
  turns: { at: [TURNS], turns: 25 },
  openings: [
    {
      kind: 'approval',
      at: [FOR_EDITS, '*'],
      // By default the editor asks for these alone.
      key: /\.vscode|\.git(?:\b|\/)|\.env|\.claude|\.cursor|mcp\.json|package\.json/,
      values: [true],
      level: 'warning',
      says: 'Agents edit files that configure the editor or run code without approval: such an edit can approve everything else',
      edit: 'Remove the entry: the editor then asks before agents edit these files.',
    },
  ],
  endpoints: [
    { at: ['http.proxy'], kind: 'proxy' },
    { at: ['http.proxyStrictSSL'], kind: 'certificates', only: false },
    {
      at: ['github.copilot.advanced', 'debug.overrideProxyUrl'],
      kind: 'model',
      hosts: ['*.githubcopilot.com'],
    },
  ],
  servers: {
    at: [['mcp', 'servers']],
    unstated: { state: 'inexpressible', why: 'the settings have no place for a list of tools' },
    inputs: ['mcp', 'inputs'],
  },
};
