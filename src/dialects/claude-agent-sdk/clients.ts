import type { ApprovalMode, Place } from '../../model/index.js';
import type { ClientProfile, ListProfile, ModeProfile } from '../clients/profile.js';
import type { Language } from '../frameworks/language-rules.js';
import facts from '../permissions/claude-tools.json' with { type: 'json' };

/** The name of an option in a language: `allowedTools`, `allowed_tools`. */
export const spelt = (key: string, language: Language): string =>
  language === 'python' ? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : key;

const COMMON = {
  dialect: 'claude-agent-sdk',
  client: 'Claude Agent SDK',
  source:
    'type files of npm @anthropic-ai/claude-agent-sdk 0.3.330; sources of claude-agent-sdk-python 0.2.143',
  checkedOn: '2026-11-23',
  noPlace: 'the options have no place for it',
  asker: { unknown: 'the settings of the machine and the model decide where no mode is stated' },
  agent: 'settings',
  tools: facts.tools,
} as const satisfies ClientProfile;

function modeAt(key: string): ModeProfile {
  const edit = `Decide what may run without approval, and set \`${key}\` to \`default\`: the SDK then refuses the rest, or asks the permission callback.`;
  return {
    at: [[key]],
    asks: {
      default: 'human',
      plan: 'human',
      dontAsk: 'human',
      acceptEdits: 'except-edits',
      auto: 'as-model-decides',
      bypassPermissions: 'nobody',
    },
    edit,
    reset: { of: 'except-edits', to: 'default', edit },
  };
}

/** The mode that a version of the SDK has where none is stated; undefined where it has none of its own. */
export function modeOf(unset: unknown, at: Place, language: Language): ApprovalMode | undefined {
  const { asks, edit } = modeAt(spelt('permissionMode', language));
  const who = typeof unset === 'string' ? asks[unset] : undefined;
  return who && { stated: String(unset), at, asks: who, remedy: { text: edit } };
}

/** The options of a run, as settings of Claude Code. `isTaken`: whether the call takes an option. */
export function runProfile(language: Language, isTaken: (key: string) => boolean): ClientProfile {
  const name = (key: string): string => spelt(key, language);
  const allowed = name('allowedTools');
  const denied = name('disallowedTools');
  const lists = [
    {
      says: 'allow',
      at: [[allowed]],
      entries: 'rules',
      setting: allowed,
      follows: 'the mode or the permission callback then decides',
      isOnce: true,
    },
    { says: 'deny', at: [[denied]], entries: 'rules', setting: denied },
    ...(isTaken('tools')
      ? [{ says: 'offer', at: [[name('tools')]], entries: 'rules', edit: '' } as const]
      : []),
  ] as const satisfies readonly ListProfile[];
  return {
    ...COMMON,
    modes: [modeAt(name('permissionMode'))],
    ...(isTaken('sandbox')
      ? {
          sandbox: {
            at: [['sandbox']],
            leave: 'allowUnsandboxedCommands',
            outside: 'excludedCommands',
            hosts: ['network', 'allowedDomains'],
          },
        }
      : {}),
    lists,
  };
}

/** A list of tools as each language writes it. */
const SOME_TOOLS = { typescript: "tools: ['Read', 'Grep']", python: 'tools=["Read", "Grep"]' };

/** The definition of a subagent. Its keys are the same in both languages. */
export const subagentProfile = (language: Language): ClientProfile => ({
  ...COMMON,
  modes: [modeAt('permissionMode')],
  lists: [
    {
      says: 'offer',
      at: [['tools']],
      entries: 'rules',
      unlisted: 'its definition has no `tools`',
      removed: { at: ['disallowedTools'], why: ', and `disallowedTools` removes only what it names' },
      edit: `Decide which tools the agent needs, and list them in \`tools\`, for example \`${SOME_TOOLS[language]}\`.`,
    },
  ],
});
