import type { Opening } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { type OwnRightsMode, rightOver, rightsIn } from '../permissions/own-rights.js';
import { AMP } from '../clients/amp.js';
import type { ClientProfile } from '../clients/profile.js';
import { add, readClient } from '../clients/read.js';
import { stringOf } from '../agents/tool.js';
import type { Dialect, Recognition } from '../dialect.js';
import { AIDER } from './aider.js';
import { AUGMENT } from './augment.js';
import { CODEX_ENVIRONMENT } from './codex.js';
import { CONTINUE_SERVERS } from './continue.js';
import { CRUSH } from './crush.js';
import {
  CURSOR_CLI,
  CURSOR_CLI_PROJECT,
  CURSOR_ENVIRONMENT,
  CURSOR_PERMISSIONS,
  CURSOR_SANDBOX,
} from './cursor.js';
import { DROID, FACTORY } from './factory.js';
import { GOOSE, GOOSE_PERMISSIONS, GOOSE_RECIPE } from './goose.js';
import { HERMES } from './hermes.js';
import { KIRO_HOOKS, KIRO_PERMISSIONS, KIRO_PERSON } from './kiro.js';
import { OPENCLAW } from './openclaw.js';
import { PI } from './pi.js';
import { QWEN } from './qwen.js';
import { ROO } from './roo.js';
import { COPILOT_SETTINGS, GEMINI_COMMAND, IFLOW, IFLOW_COMMAND, OPENAI_SKILL } from './shared.js';
import { VIBE } from './vibe.js';
import { CLAUDE_LAUNCH, CONDUCTOR, CURSOR_WORKTREES } from './workspaces.js';
import { ZED_PROJECT, ZED_USER } from './zed.js';

/** A file of a client, by its path. */
interface ClientFile {
  path: RegExp;
  profile: ClientProfile;
  /** What `inspect` calls it. */
  what: string;
  /** Other programs have files of this name: one of these keys tells. Left out: the path alone does. */
  keys?: readonly string[];
}

const FILES: readonly ClientFile[] = [
  file(/\.cursor(?:\/|__)permissions\.json$/, CURSOR_PERMISSIONS, 'permissions of Cursor'),
  file(/\.cursor(?:\/|__)cli\.json$/, CURSOR_CLI_PROJECT, 'permissions of the command line of Cursor'),
  file(/\.cursor(?:\/|__)cli-config\.json$/, CURSOR_CLI, 'settings of the command line of Cursor'),
  file(/\.cursor(?:\/|__)sandbox\.json$/, CURSOR_SANDBOX, 'the sandbox of Cursor'),
  file(
    /\.cursor(?:\/|__)environment\.json$/,
    CURSOR_ENVIRONMENT,
    'the environment of a cloud agent of Cursor',
  ),
  file(
    /(?:home|\.?dotfiles|chezmoi|stow|kiro)\/(?:[^/]+\/)*\.kiro\/settings\/permissions\.ya?ml$/,
    KIRO_PERSON,
    'permissions of Kiro of a person',
    ['rules'],
  ),
  file(
    /\.kiro(?:\/|__)settings(?:\/|__)permissions\.ya?ml$/,
    KIRO_PERMISSIONS,
    'permissions of Kiro in a repository',
    ['rules'],
  ),
  file(/\.kiro(?:\/|__)hooks(?:\/|__)[^/]+(?:\.json|\.kiro\.hook)$/, KIRO_HOOKS, 'hooks of Kiro', [
    'hooks',
    'then',
  ]),
  file(/\.claude(?:\/|__)launch\.json$/, CLAUDE_LAUNCH, 'servers that Claude Code starts', [
    'configurations',
  ]),
  file(/\.cursor(?:\/|__)worktrees\.json$/, CURSOR_WORKTREES, 'commands for worktrees of Cursor'),
  file(/conductor\.json$/, CONDUCTOR, 'scripts of Conductor', ['scripts']),
  file(/\.vibe(?:\/|__)config\.toml$/, VIBE, 'settings of Mistral Vibe'),
  file(/\.augment(?:\/|__)settings(?:\.local)?\.json$/, AUGMENT, 'settings of Auggie'),
  file(/\.pi(?:\/|__)(?:agent(?:\/|__))?settings\.json$/, PI, 'settings of Pi'),
  file(/\.continue(?:\/|__)mcpServers(?:\/|__)[^/]+\.ya?ml$/, CONTINUE_SERVERS, 'servers of Continue'),
  file(
    /\.github(?:\/|__)copilot(?:\/|__)settings(?:\.local)?\.json$/,
    COPILOT_SETTINGS,
    'settings of Copilot',
  ),
  file(/\.iflow(?:\/|__)settings\.json$/, IFLOW, 'settings of iFlow CLI'),
  file(
    /\.gemini(?:\/|__)commands(?:\/|__)(?:[^/]+\/)*[^/]+\.toml$/,
    GEMINI_COMMAND,
    'a command of Gemini CLI',
  ),
  file(/\.iflow(?:\/|__)commands(?:\/|__)(?:[^/]+\/)*[^/]+\.toml$/, IFLOW_COMMAND, 'a command of iFlow CLI'),
  file(/agents\/openai\.yaml$/, OPENAI_SKILL, 'what a skill tells Codex', ['dependencies']),
  file(/\.qwen(?:\/|__)settings\.json$/, QWEN, 'settings of Qwen Code'),
  file(
    /\.codex(?:\/|__)environments?(?:(?:\/|__)[^/]+)?\.toml$/,
    CODEX_ENVIRONMENT,
    'an environment of Codex',
  ),
  file(/\.aider\.conf\.ya?ml$/, AIDER, 'settings of aider'),
  file(/\.roomodes$/, ROO, 'modes of Roo Code'),
  file(/\.zed(?:\/|__)settings\.json$/, ZED_PROJECT, 'settings of Zed in a project'),
  file(/zed(?:\/|__)settings\.json$/, ZED_USER, 'settings of Zed', [
    'agent',
    'context_servers',
    'agent_servers',
    'session',
  ]),
  file(/\.?crush\.json$/, CRUSH, 'settings of Crush', [
    'permissions',
    'mcp',
    'providers',
    'options',
    'hooks',
    'lsp',
  ]),
  file(/\.amp(?:\/|__)settings\.json$/, AMP, 'settings of Amp'),
  file(/\.?goose(?:\/|__)config\.ya?ml$/, GOOSE, 'settings of Goose', [
    'GOOSE_MODE',
    'GOOSE_MODEL',
    'GOOSE_PROVIDER',
    'extensions',
  ]),
  file(/\.?goose(?:\/|__)permissions?\.ya?ml$/, GOOSE_PERMISSIONS, 'permissions of Goose', [
    'user',
    'smart_approve',
  ]),
  file(/\.factory(?:\/|__)settings(?:\.local)?\.json$/, FACTORY, 'settings of Factory'),
  file(/\.factory(?:\/|__)droids(?:\/|__)[^/]+\.md$/, DROID, 'a droid of Factory', [
    'name',
    'description',
    'tools',
    'model',
  ]),
  file(/openclaw\.json5?$/, OPENCLAW, 'settings of OpenClaw', ['gateway', 'channels', 'tools', 'agents']),
  file(/\.?hermes[^/]*(?:\/|__)(?:[^/]+\/)*config\.ya?ml$/, HERMES, 'settings of Hermes', [
    'approvals',
    'command_allowlist',
    'mcp_servers',
  ]),
];

const RECIPE: ClientFile = { path: /\.(?:ya?ml|json)$/, profile: GOOSE_RECIPE, what: 'a recipe of Goose' };

/** Settings of coding agents that have no dialect of their own: each client is a profile, and its path tells. */
const clientSettings: Dialect = {
  name: 'client-settings',
  order: 9.6,
  surface: 'developer',
  formats: ['json', 'jsonc', 'yaml', 'toml', 'markdown'],
  lenient: true,

  proposes: (path) => NAMES.test(path) && FILES.some((one) => one.path.test(path)),

  mayHold: (text) =>
    text.includes('extensions') &&
    /instructions|prompt/.test(text) &&
    text.includes('version') &&
    text.includes('title'),

  recognise(root: SyntaxNode): Recognition {
    if (root.kind !== 'object') return { claimed: false, reason: 'its root is not an object' };
    const found = fileOf(root);
    return found
      ? { claimed: true, reason: found.what }
      : { claimed: false, reason: 'its path is not that of settings of a client' };
  },

  read(root, context) {
    const { profile } = fileOf(root) ?? RECIPE;
    const system = readClient(root, profile, context);
    const { writes } = profile;
    if (writes)
      add(system, 'openings', ownRights(root.get('permissions')?.get('allow'), profile, rightsIn(system)));
    return [system];
  },
};

export default clientSettings;

/** Entries with a path that let an agent change its own rights or read keys: `Write(.cursor/**)`. */
const ownRights = (
  list: SyntaxNode | undefined,
  { client, writes }: ClientProfile,
  mode: OwnRightsMode,
): Opening[] =>
  (list?.items() ?? []).flatMap((item) => {
    const entry = stringOf(item) ?? '';
    const [, name = '', path = '*'] = /^(\w+)\((.*)\)$/.exec(entry.trim()) ?? [];
    const does = name === 'Read' ? 'reads' : writes?.includes(name) ? 'writes' : undefined;
    // For every file it is a wildcard, and reported as that.
    if (!does || /^\*+$/.test(path)) return [];
    return rightOver(path, does, { client, entry, at: item.at(), mode });
  });

/** Most paths have none of these words. */
const NAMES =
  /aider|augment|claude|conductor|continue|copilot|gemini|iflow|openai|\.pi\b|vibe|codex|qwen|openclaw|cursor|kiro|roomodes|zed|crush|amp|goose|factory|hermes/;

function file(path: RegExp, profile: ClientProfile, what: string, keys?: readonly string[]): ClientFile {
  // chezmoi writes `private_dot_cursor/` for `.cursor/`.
  const begun = path.source.replace(/^\\\.(?!\?)/, String.raw`(?:\.|(?:[a-z]+_)*dot_)`);
  const whole = new RegExp(`(?:^|\\/|__)${begun}`);
  return { path: whole, profile, what, ...(keys && { keys }) };
}

function fileOf(root: SyntaxNode): ClientFile | undefined {
  const path = root.document.file;
  const known = FILES.find((one) => one.path.test(path));
  if (known)
    return (known.keys ?? root.keys()).some((key) => root.get(key) !== undefined) ? known : undefined;
  return isRecipe(root) ? RECIPE : undefined;
}

/** Whether a document is a recipe of Goose: a title, a version, and a list of extensions with types. */
const isRecipe = (root: SyntaxNode): boolean =>
  root.get('title') !== undefined &&
  root.get('version') !== undefined &&
  (root.get('instructions') ?? root.get('prompt')) !== undefined &&
  (root.get('extensions')?.items() ?? []).some(
    (one) => one.get('type') !== undefined && one.get('name') !== undefined,
  );
