import { type Agent, type AgentSystem, approvalBy, type Grant, type Unresolved } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { narrowByTools } from '../agents/agent.js';
import { listedTools, starIn } from '../agents/listed-tools.js';
import { asked, markdownAgent, markdownSystem } from '../agents/markdown-agent.js';
import { stringOf } from '../agents/tool.js';
import { hookCommands } from '../commands/automatic-commands.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { askAsUsual } from '../permissions/claude-code.js';
import { allowedByHooks, letRunByHooks } from '../permissions/claude-hooks.js';
import { granted } from '../permissions/grants.js';
import { agentsIn, readRule, toolOfRule } from '../permissions/permission-rules.js';
import { asksByDefault, readServers, type ServerFormat } from '../servers/server-entries.js';

const NAME = /(?:^|\/|__)agents(?:\/|__)(?:[^/]+\/)*[^/]+\.md$/;
const PLACE = /(?:^|\/|__)\.claude(?:\/|__)agents(?:\/|__)(?:[^/]+\/)*[^/]+\.md$/;
const OTHERS =
  /\.(?:agent|chatmode|prompt|instructions)\.md$|(?:^|\/|__)(?:README|AGENTS|CLAUDE|SKILL)\.md$/i;
const WHY = 'the front matter of an agent has no place for it';
/** Keys that commands and skills do not have. */
const KEYS_OF_AGENTS = ['permissionMode', 'disallowedTools', 'maxTurns'];
const KEYS = ['tools', 'model', ...KEYS_OF_AGENTS];

const SERVERS: ServerFormat = {
  allowKeys: [],
  unstated: { state: 'inexpressible', why: '`tools` of the agent contains the list (`mcp__server__tool`)' },
  gate: asksByDefault('Claude Code'),
};

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
    const isNamed =
      stringOf(root.get('name')) !== undefined && stringOf(root.get('description')) !== undefined;
    if (isNamed && (NAME.test(file) || KEYS.some(has)))
      return { claimed: true, reason: 'front matter of an agent: name, description, and what it may use' };
    return { claimed: false, reason: 'its front matter describes no agent' };
  },

  read(root: SyntaxNode, { readBeside }): AgentSystem[] {
    const agent = markdownAgent(root, WHY);
    readTools(agent, root);
    const servers = root.get('mcpServers');
    // A map, or a list whose items are names of servers elsewhere, or maps of one.
    agent.mcpServers = [servers, ...(servers?.items() ?? [])].flatMap((one) => readServers(one, SERVERS));
    narrowByTools(agent);
    readMode(agent, root.get('permissionMode'));
    const unresolved: Unresolved[] = [];
    letRunByHooks(agent, allowedByHooks(agent, root, unresolved, readBeside));
    answerByMode(agent);
    const system = markdownSystem(root, 'claude-agent', agent, WHY);
    system.unresolved.push(...unresolved);
    system.commands = hookCommands(root.get('hooks'), readBeside);
    return [system];
  },
};

export default claudeAgent;

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

const LIST = 'Decide which tools the agent needs, and list them in `tools`, for example `tools: Read, Grep`.';

function readTools(agent: Agent, root: SyntaxNode): void {
  const list = root.get('tools');
  if (list === undefined || list.kind === 'null') {
    const but = root.get('disallowedTools');
    const isCut = but !== undefined && listedTools(but).length > 0;
    const why = `it has no \`tools\`${isCut ? ', and `disallowedTools` removes only what it names' : ''}`;
    agent.allTools = { at: agent.nameAt, why, edit: LIST };
    return;
  }
  for (const { text, at } of listedTools(list)) {
    if (text === '*') {
      agent.allTools = starIn(list, at, LIST);
      continue;
    }
    const rule = readRule(text);
    if (!rule) continue;
    for (const name of agentsIn(rule)) agent.delegatesTo.push({ name, at });
    agent.tools.push(toolOfRule(rule, at, asked('Claude Code')));
  }
}

function readMode(agent: Agent, node: SyntaxNode | undefined): void {
  const stated = stringOf(node);
  if (!node || stated === undefined) return;
  const asks =
    stated === 'bypassPermissions' ? 'nobody' : stated === 'acceptEdits' ? 'except-edits' : 'human';
  const at = node.at();
  const edit =
    asks === 'except-edits'
      ? 'Set `permissionMode` to `default`: Claude Code then asks for approval.'
      : 'Decide what the agent may do without approval, and set `permissionMode` to `default`: Claude Code then asks for everything else.';
  agent.mode = { stated, setting: `permissionMode: ${stated}`, at, asks, edit };
  if (asks === 'except-edits') agent.mode.repair = askAsUsual(at);
}

/** In a mode in which nobody is asked, the tools of the agent and of its servers run on the word of that mode. */
function answerByMode(agent: Agent): void {
  const { mode } = agent;
  if (mode?.asks !== 'nobody') return;
  const { stated, at, edit } = mode;
  const grant: Grant = { who: 'agent', what: { of: 'tool' }, setting: stated, at, remedy: { text: edit } };
  agent.tools = agent.tools.map((tool) => granted(tool, grant));
  for (const server of agent.mcpServers) {
    if (server.toolGate) server.toolGate = { approval: approvalBy(grant), grant };
    server.tools = server.tools.map((tool) => granted(tool, grant));
  }
}
