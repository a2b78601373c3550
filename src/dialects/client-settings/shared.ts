import type { ClientProfile } from '../clients/profile.js';
import { renamed } from '../clients/profile-parts.js';
import { marketplaces } from '../clients/profile-parts.js';
import { GEMINI } from '../clients/gemini.js';

/** Settings of Copilot in a repository: of those that a client may have, marketplaces and hooks. */
export const COPILOT_SETTINGS: ClientProfile = {
  dialect: 'client-settings',
  client: 'Copilot',
  source: 'GitHub documentation, Copilot CLI configuration and plugin reference; github/copilot-cli #3087',
  checkedOn: '2026-11-29',
  noPlace: 'settings of a coding agent have no place for it',
  asker: 'Copilot',
  agent: 'settings',
  tools: {},
  openings: marketplaces('Copilot', ['extraKnownMarketplaces']),
  ignored: ['deniedTools', 'denied_tools', 'denyTools', 'deniedUrls', 'denied_urls', 'permissions'].map(
    (key) => ({
      at: [key],
      only: {
        why: 'Copilot reads marketplaces, plugins and hooks from the settings of a repository, and no list of what is denied.',
      },
      edit: `Decide what is denied: start it with \`--deny-tool\`, or deny it in a hook, and remove \`${key}\`.`,
    }),
  ),
  hooks: ['hooks'],
  hooksOff: ['disableAllHooks'],
};

/** iFlow CLI, which has the settings of Gemini CLI with names of its own for modes and the model. */
export const IFLOW: ClientProfile = {
  ...renamed(GEMINI, 'iFlow CLI'),
  dialect: 'client-settings',
  source: 'platform.iflow.cn, CLI configuration; files of public repositories',
  checkedOn: '2026-11-29',
  modes: [
    {
      at: [['approvalMode']],
      asks: { yolo: 'nobody', autoEdit: 'except-edits', default: 'human', plan: 'human' },
      edit: 'Set `approvalMode` to `default`: iFlow CLI then asks for approval.',
      reset: { of: 'nobody', to: 'default' },
    },
  ],
  // Names of other clients are in use, too.
  ignored: [],
  endpoints: [{ at: ['baseUrl'], kind: 'model', hosts: ['*.iflow.cn'] }],
  values: [[]],
};

/** A command of Gemini CLI: a text with commands of a shell (`!{...}`), which it asks about before it runs them. */
export const GEMINI_COMMAND: ClientProfile = {
  dialect: 'client-settings',
  client: GEMINI.client,
  source: 'Gemini CLI documentation, custom commands',
  checkedOn: '2026-11-29',
  noPlace: 'a command has no place for it',
  asker: GEMINI.client,
  agent: { name: [], file: /([^/]+)\.toml$/, unnamed: 'command', instructions: ['prompt'] },
  tools: {},
};

/** A command of iFlow CLI, in the form of Gemini CLI. */
export const IFLOW_COMMAND: ClientProfile = {
  ...GEMINI_COMMAND,
  client: IFLOW.client,
  source: 'iFlow CLI documentation, subcommands',
  asker: IFLOW.client,
};

/** What a skill tells Codex of itself: servers that it depends on. */
export const OPENAI_SKILL: ClientProfile = {
  dialect: 'client-settings',
  client: 'Codex',
  source: 'developers.openai.com, codex/skills, agents/openai.yaml; files of public repositories',
  checkedOn: '2026-11-29',
  noPlace: 'a skill has no place for it',
  asker: 'Codex',
  agent: 'settings',
  tools: {},
  servers: {
    at: [['dependencies', 'tools']],
    isNamed: true,
    unstated: {
      state: 'inexpressible',
      why: 'a skill has no list of tools of a server; `enabled_tools` in the settings of Codex is one',
    },
  },
};
