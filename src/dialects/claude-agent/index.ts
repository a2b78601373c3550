import type { Agent, Opening } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { listedTools } from '../agents/listed-tools.js';
import { stringOf } from '../agents/tool.js';
import { readClient } from '../clients/read.js';
import type { Dialect, Proposal, ReadContext, Recognition } from '../dialect.js';
import { allowedByHooks, letRunByHooks } from '../permissions/claude-hooks.js';
import { letAllRun } from '../permissions/grants.js';
import { AGENT_OF_PLUGIN, CLAUDE_AGENT } from './profile.js';

const NAME = /(?:^|\/|__)agents(?:\/|__)(?:[^/]+\/)*[^/]+\.md$/;
const PLACE = /(?:^|\/|__)\.claude(?:\/|__)agents(?:\/|__)(?:[^/]+\/)*[^/]+\.md$/;
const OTHERS =
  /\.(?:agent|chatmode|prompt|instructions)\.md$|(?:^|\/|__)(?:README|AGENTS|CLAUDE|SKILL)\.md$/i;
/** Keys that commands and skills do not have. */
const KEYS_OF_AGENTS = ['permissionMode', 'disallowedTools', 'maxTurns'];
/** Without these, Claude Code does not load an agent (Claude Code documentation, subagents, 2026-11-20). */
const REQUIRED = ['name', 'description'];
const KEYS = ['tools', 'model', ...KEYS_OF_AGENTS];

/** An agent of Claude Code, or of a plugin for it, in a Markdown file. */
const claudeAgent: Dialect = {
  name: 'claude-agent',
  order: 12,
  surface: 'developer',
  formats: ['markdown'],

  proposes: (path) => PLACE.test(path),

  mayHold: (text) => text.startsWith('---') || text.startsWith('\ufeff---'),

  recognise(root: SyntaxNode, _proposal: Proposal): Recognition {
    const file = root.document.file;
    if (root.kind !== 'object') return { claimed: false, reason: 'its front matter is not a map' };
    if (OTHERS.test(file)) return { claimed: false, reason: 'its name says that it is something else' };
    const has = (key: string) => root.get(key) !== undefined;
    if (isInFolderOfOthers(file) && !PLACE.test(file) && !KEYS_OF_AGENTS.some(has))
      return { claimed: false, reason: 'its folder says that it is a command or part of a skill' };
    const isNamed = REQUIRED.every((key) => stringOf(root.get(key)) !== undefined);
    if (isNamed && (NAME.test(file) || KEYS.some(has)))
      return { claimed: true, reason: 'front matter of an agent: name, description, and what it may use' };
    if (!PLACE.test(file)) return { claimed: false, reason: 'its front matter describes no agent' };
    const missing = REQUIRED.filter((key) => stringOf(root.get(key)) === undefined);
    return { claimed: false, reason: `not loaded by the client: no ${missing.join(' and no ')}` };
  },

  read(root, context) {
    const isOfPlugin = belongsToPlugin(root.document.file, context);
    const system = readClient(root, isOfPlugin ? AGENT_OF_PLUGIN : CLAUDE_AGENT, context);
    if (isOfPlugin) return [system];
    for (const agent of system.agents) {
      letRunByHooks(agent, allowedByHooks(agent, root, system.unresolved, context.readBeside));
      answerByMode(agent);
    }
    const again = startsAgain(root);
    if (again) system.openings = [...(system.openings ?? []), again];
    return [system];
  },
};

export default claudeAgent;

/** A subagent that may start subagents, as itself again, and states no bound of its own. */
function startsAgain(root: SyntaxNode): Opening | undefined {
  const stated = listedTools(root.get('tools')).find(({ text }) => /^(?:Agent|Task)(?:\(|$)/.test(text));
  const own = stringOf(root.get('name')) ?? '';
  const named = /^\w+\((.*)\)$/
    .exec(stated?.text ?? '')?.[1]
    ?.split(',')
    .map((name) => name.trim());
  if (
    !stated ||
    root.get('maxTurns') !== undefined ||
    (named && !named.includes(own) && !named.includes('*'))
  )
    return undefined;
  return {
    kind: 'delegation',
    level: 'warning',
    stated: stated.text,
    says: 'This subagent can start subagents, also itself again, and the file states no bound: each of them can do the same',
    edit: `Decide how far it may go: remove \`${stated.text}\` from \`tools\`, or set \`maxTurns\`.`,
    at: stated.at,
  };
}

/** Whether an agent is in the folder `agents` of a plugin, beside its manifest. */
function belongsToPlugin(file: string, { readBeside }: ReadContext): boolean {
  const folder = /^((?:.*\/)?)agents\//.exec(file)?.[1];
  if (folder === undefined || folder.endsWith('.claude/')) return false;
  return readBeside?.(`${folder}.claude-plugin/plugin.json`) !== undefined;
}

/** Folders of what Claude Code finds in Markdown; true: of agents. */
const FOLDERS: ReadonlyMap<string, boolean> = new Map([
  ['agents', true],
  ['subagents', true],
  ['commands', false],
  ['skills', false],
  ['prompts', false],
]);

/** Whether the innermost such folder is one of commands, skills or prompts, which have a name, a description and a model too. */
function isInFolderOfOthers(file: string): boolean {
  const folders = file.split(/\/|__/).slice(0, -1);
  return FOLDERS.get(folders.reverse().find((folder) => FOLDERS.has(folder)) ?? '') === false;
}

/** In a mode that requires no approval, the tools of the agent and of its servers run by that mode. */
function answerByMode(agent: Agent): void {
  const { mode } = agent;
  if (mode?.asks !== 'nobody') return;
  const { stated, at, remedy } = mode;
  letAllRun(agent, { who: 'agent', what: { of: 'tool' }, setting: stated, at, remedy });
}
