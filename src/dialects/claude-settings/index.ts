import type { Agent, Bypass, NamedValue, Opening, Tool } from '../../model/index.js';

import type { SyntaxNode } from '../../syntax/node.js';
import { headerValues, stringOf } from '../agents/tool.js';
import { add, readClient } from '../clients/read.js';
import { describes } from '../commands/commands.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { builtIns } from '../permissions/built-in.js';
import { ANSWERING_EVENTS } from '../permissions/claude-hooks.js';
import facts from '../permissions/claude-tools.json' with { type: 'json' };
import { granted, UNSTATED } from '../permissions/grants.js';
import { idleRules, ignoredRules } from '../permissions/ignored-rules.js';
import { isWhole, readRule } from '../permissions/permission-rules.js';
import { credentialIn } from '../servers/server-values.js';
import { leadingStar, type OwnRightsMode, rightOver, rightsIn } from '../permissions/own-rights.js';
import { hooksWithoutTool, managedOnly, misplaced, restrictsInPart } from './ignored.js';
import { join } from './join.js';
import { CLAUDE_CODE } from './profile.js';

const NAME = /(?:^|[/_])\.claude(?:\/|__)[^/]*settings[^/]*\.json$|(?:^|[/_])managed-settings\.json$/;
/** The settings of a project, which its organisation does not manage. */
const PROJECT = /(?:^|\/)\.claude\/settings(?:\.local)?\.json$/;
/** Files of settings whatever is in them. */
const OF_CLIENT = /(?:^|\/)(?:\.claude\/(?:settings(?:\.local)?|managed-settings)|managed-settings)\.json$/;
const BESIDE = /(?:^|[/_])\.claude(?:\/|__).*\.json$/;
/** Folders of clients whose settings have keys of the same names, and follow other rules. */
const OTHERS = /(?:^|\/|__)(?:\.|(?:[a-z]+_)*dot_)(?:cursor|gemini)(?:\/|__)/;

/** Keys of the settings that no other file is likely to have at its root. */
const OWN_KEYS = [
  'statusLine',
  'outputStyle',
  'enabledMcpjsonServers',
  'disabledMcpjsonServers',
  'enableAllProjectMcpServers',
  'apiKeyHelper',
  'forceLoginMethod',
  'cleanupPeriodDays',
  'companyAnnouncements',
  'alwaysThinkingEnabled',
  'spinnerTipsEnabled',
  'disableAllHooks',
  'enabledPlugins',
  'includeCoAuthoredBy',
];
const COMMON_KEYS = ['permissions', 'hooks', 'env', 'model', 'sandbox', 'mcpServers', ...OWN_KEYS];

/** Settings of Claude Code: a project's, a person's own, or an organisation's. */
const claudeSettings: Dialect = {
  name: 'claude-settings',
  order: 10,
  surface: 'developer',
  lenient: true,

  proposes: (path) => NAME.test(path),

  mayHold: (text) =>
    text.includes('"permissions"') ||
    text.includes('"hooks"') ||
    text.includes('"env"') ||
    OWN_KEYS.some((key) => text.includes(key)),

  recognise(root: SyntaxNode, proposal: Proposal): Recognition {
    if (root.document.format === 'http' || root.document.format === 'yaml' || root.kind !== 'object')
      return { claimed: false, reason: 'its root is not an object' };
    if (OTHERS.test(root.document.file)) return { claimed: false, reason: 'settings of another client' };
    const isNamed = proposal.dialect === 'claude-settings';
    // Beside the settings, a file with nothing but servers is a file of servers.
    const keys = isNamed ? COMMON_KEYS : COMMON_KEYS.filter((key) => key !== 'mcpServers');
    const isPlaced = isNamed || BESIDE.test(root.document.file);
    if (isPlaced && keys.some((key) => root.get(key) !== undefined))
      return { claimed: true, reason: 'settings of Claude Code' };
    if (OF_CLIENT.test(root.document.file) && root.keys().length > 0)
      return { claimed: true, reason: 'settings of Claude Code, by their place' };
    return hasOwnPermissions(root) ||
      hasOwnHooks(root) ||
      hasOwnVariables(root) ||
      OWN_KEYS.some((key) => root.get(key) !== undefined)
      ? { claimed: true, reason: 'keys of the settings of Claude Code' }
      : { claimed: false, reason: 'no settings of Claude Code' };
  },

  read(root, context) {
    const system = readClient(root, CLAUDE_CODE, context);
    // It reads no servers from here.
    if (PROJECT.test(root.document.file)) for (const agent of system.agents) agent.mcpServers = [];
    for (const agent of system.agents) readServerSwitch(agent, root);
    system.values = [
      ...(system.values ?? []),
      ...headerValues(root.get('env')),
      ...commandValues(root.get('permissions')),
    ];
    const ignored = [
      ...(system.ignored ?? []),
      ...ignoredRules(root.get('permissions')),
      ...idleRules(root.get('permissions')),
      ...hooksWithoutTool(root.get('hooks')),
      ...(PROJECT.test(root.document.file) ? [...misplaced(root), ...managedOnly(root)] : []),
    ];
    if (ignored.length > 0) system.ignored = ignored;
    const wide = wideStars(root.get('permissions')?.get('allow'));
    // What such an entry lets run is any of several commands: the opening says so, and no tool of unknown effect is left.
    const paths = new Set(wide.map(({ at }) => at.path));
    const [first, ...more] = wide;
    for (const agent of paths.size > 0 ? system.agents : [])
      agent.tools = agent.tools.filter(({ at }) => !paths.has(at.path));
    const openings = [
      ...(first ? [{ ...first, also: more.map(({ at }) => at) }] : []),
      ...unknownTools(root.get('permissions')?.get('deny')),
      ...ownRights(root.get('permissions')?.get('allow'), rightsIn(system)),
      ...(PROJECT.test(root.document.file) ? restrictsInPart(root) : []),
    ];
    add(system, 'openings', openings);
    const bypasses = settingsSkills(root.get('permissions')?.get('allow'));
    if (bypasses.length > 0) system.bypasses = bypasses;
    return [system];
  },

  join,
};

export default claudeSettings;

/** Entries for every program that only describes itself: what else their star stands for runs, too. */
function wideStars(list: SyntaxNode | undefined): Opening[] {
  return (list?.items() ?? []).flatMap((item): Opening[] => {
    const entry = stringOf(item) ?? '';
    const { tool = '', spec = '' } = readRule(entry) ?? {};
    return tool === 'Bash' && describes(spec) ? [leadingStar(entry, item.at())] : [];
  });
}

const kindOf = builtIns(facts.tools);

/** Entries that deny a tool which Claude Code is not known to have: `Shel(rm:*)`. */
function unknownTools(list: SyntaxNode | undefined): Opening[] {
  return (list?.items() ?? []).flatMap((item): Opening[] => {
    const { tool = '*', server } = readRule(stringOf(item) ?? '') ?? {};
    if (server !== undefined || tool.includes('*') || kindOf(tool) !== undefined) return [];
    return [
      {
        kind: 'fallback',
        level: 'info',
        stated: stringOf(item) ?? '',
        says: `Claude Code is not known to have a tool \`${tool}\`: the entry may deny nothing`,
        edit: 'Decide which tool is meant, and write its name as Claude Code has it.',
        at: item.at(),
      },
    ];
  });
}

/** Entries that let skills of Claude Code run without approval which rewrite its settings. */
function settingsSkills(list: SyntaxNode | undefined): Bypass[] {
  return (list?.items() ?? []).flatMap((item): Bypass[] => {
    const text = stringOf(item) ?? '';
    if (!/^Skill(?:\(\s*(?:update-config(?:[\s:][^)]*)?|:?\*)\s*\))?$/.test(text.trim())) return [];
    return [{ program: 'update-config', option: text, subject: text, rewrites: true, at: item.at() }];
  });
}

/** Entries of Claude Code that let an agent change its own rights or read keys, by what they are for. */
function ownRights(list: SyntaxNode | undefined, mode: OwnRightsMode): Opening[] {
  return (list?.items() ?? []).flatMap((item): Opening[] => {
    const rule = readRule(stringOf(item) ?? '');
    if (!rule || rule.server !== undefined || rule.spec === undefined || isWhole(rule)) return [];
    const does =
      rule.tool === 'Read'
        ? 'reads'
        : kindOf(rule.tool) === 'edit' && rule.tool === 'Edit'
          ? 'writes'
          : undefined;
    const path = rule.spec.startsWith('//') ? rule.spec.slice(1) : rule.spec.replace(/^\/(?!\/)/, '');
    return does
      ? rightOver(path, does, { client: 'Claude Code', entry: rule.text, at: item.at(), mode })
      : [];
  });
}

const LISTS = ['allow', 'ask', 'deny'];

/** What the commands of entries are given: a client keeps the whole command that a person once allowed, keys and all. */
function commandValues(permissions: SyntaxNode | undefined): NamedValue[] {
  return LISTS.flatMap((key) => permissions?.get(key)?.items() ?? []).flatMap((item) => {
    const { spec = '' } = readRule(stringOf(item) ?? '') ?? {};
    if (spec === '') return [];
    return credentialIn({ text: spec, at: item.at() });
  });
}
const RULE = /^(?:[A-Z][A-Za-z]+(?:\(|$)|mcp__)/;

/** Lists of entries as Claude Code writes them; other programs have `permissions`, too. */
function hasOwnPermissions(root: SyntaxNode): boolean {
  const permissions = root.get('permissions');
  if (permissions?.kind !== 'object') return false;
  if (permissions.get('defaultMode') !== undefined) return true;
  return LISTS.some((key) =>
    (permissions.get(key)?.items() ?? []).some((item) => RULE.test(stringOf(item) ?? '')),
  );
}

const EVENTS = [
  ...ANSWERING_EVENTS,
  'PostToolUse',
  'UserPromptSubmit',
  'SessionStart',
  'Stop',
  'SubagentStop',
  'Notification',
];

const hasOwnHooks = (root: SyntaxNode) =>
  EVENTS.some((event) => root.get('hooks')?.get(event)?.kind === 'array');

const VARIABLE =
  /^(?:CLAUDE_|ANTHROPIC_|DISABLE_(?:TELEMETRY|AUTOUPDATER|ERROR_REPORTING|COST_WARNINGS|BUG_COMMAND)|BASH_(?:DEFAULT|MAX)_|MAX_THINKING_TOKENS|MCP_(?:TOOL_)?TIMEOUT)/;

const hasOwnVariables = (root: SyntaxNode) =>
  (root.get('env')?.keys() ?? []).some((name) => VARIABLE.test(name));

/** `enableAllProjectMcpServers` starts whatever `.mcp.json` comes to name. */
function readServerSwitch(agent: Agent, root: SyntaxNode): void {
  const all = root.get('enableAllProjectMcpServers');
  if (all?.scalar !== true) return;
  const at = all.at();
  const switched: Tool = {
    name: 'enableAllProjectMcpServers',
    kind: 'mcp',
    at,
    effect: { effect: 'change', confidence: 'high', because: { from: 'kind' } },
    openEnded: false,
    approval: UNSTATED,
  };
  const text =
    'Decide which servers of `.mcp.json` may start, and name only those in `enabledMcpjsonServers`.';
  agent.tools.push(
    granted(switched, {
      who: 'agent',
      what: { of: 'starts', file: '.mcp.json' },
      setting: 'true',
      at,
      remedy: { text },
    }),
  );
}
