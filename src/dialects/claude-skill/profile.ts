import type { ClientProfile } from '../clients/profile.js';
import { renamed } from '../clients/profile-parts.js';
import facts from '../permissions/claude-tools.json' with { type: 'json' };
import { ASKED } from '../permissions/ignored-rules.js';

/**
 * Claude Code, as its skills and commands state it. `allowed-tools` is what runs without approval as long as one is in
 * use; it takes nothing away from the tools of the session.
 */
export const CLAUDE_SKILL: ClientProfile = {
  dialect: 'claude-skill',
  client: 'Claude Code',
  source: 'Claude Code documentation, skills',
  checkedOn: '2026-11-20',
  noPlace: 'the front matter of a skill has no place for it',
  asker: 'Claude Code',
  agent: 'markdown',
  // What the settings of the project deny or ask about is not let run.
  below: { of: /^((?:.*\/)?\.claude\/).*$/, settings: '$1settings.json' },
  tools: facts.tools,
  sandbox: { at: [['sandbox']], outside: 'excludedCommands', hosts: ['network', 'allowedDomains'] },
  lists: [
    {
      says: 'allow',
      at: [['allowed-tools']],
      separators: /[,\s]/,
      entries: 'rules',
      setting: 'allowed-tools',
      who: 'skill',
      follows: 'Claude Code then asks for approval',
      isOnce: true,
      skipped: ASKED,
    },
    { says: 'ask', at: [['permissions', 'ask']], entries: 'rules', setting: 'permissions.ask' },
    {
      says: 'deny',
      at: [['disallowed-tools'], ['permissions', 'deny']],
      separators: /[,\s]/,
      entries: 'rules',
    },
  ],
  hooks: ['hooks'],
};

/** Other clients that read skills of this form, by the folder that they read them from. */
const CLIENTS: readonly (readonly [folder: RegExp, client: string])[] = [
  [/(?:^|\/)\.vibe\//, 'Mistral Vibe'],
  [/(?:^|\/)\.qoder\//, 'Qoder'],
  [/(?:^|\/)\.codebuddy\//, 'CodeBuddy'],
  [/(?:^|\/)\.codex\//, 'Codex'],
];

/** The profile of a skill, with the name of the client in whose folder it is. */
export function skillProfileOf(file: string): ClientProfile {
  const client = CLIENTS.find(([folder]) => folder.test(file))?.[1];
  return client === undefined ? CLAUDE_SKILL : renamed(CLAUDE_SKILL, client);
}
