import { type Agent, type AgentSystem, editRemedy, type Reach, type Unresolved } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { bareAgent, settingsSystem } from '../agents/agent.js';
import { toolOf } from '../agents/tool.js';
import { commandTool, exactForms, plainStart } from '../commands/commands.js';
import type { Dialect, Recognition } from '../dialect.js';
import { granted, UNSTATED } from '../permissions/grants.js';
import { asksByDefault, isServerMap, readServers, type ServerFormat } from '../servers/server-entries.js';
import { inputDefaults } from '../servers/server-values.js';

const WHY = 'settings of an editor have no place for it';

/** Settings that answer every question of the editor's agents, the newest name first (facts on dialects, section D). */
const FOR_ALL = ['chat.tools.global.autoApprove', 'chat.tools.autoApprove'] as const;
const FOR_COMMANDS = 'chat.tools.terminal.autoApprove';

const SERVERS: ServerFormat = {
  allowKeys: [],
  unstated: { state: 'inexpressible', why: 'the settings have no place for a list of tools' },
  gate: asksByDefault('VS Code'),
};

/** Settings of VS Code, as far as they speak of its agents. Most hold nothing of the kind: only content tells. */
const vscodeSettings: Dialect = {
  name: 'vscode-settings',
  order: 24,
  surface: 'developer',
  lenient: true,

  mayHold: (text) => text.includes('"chat.tools.') || (text.includes('"mcp"') && text.includes('"servers"')),

  recognise(root: SyntaxNode): Recognition {
    if (root.kind !== 'object') return { claimed: false, reason: 'its root is not an object' };
    // Other programs have servers below `mcp` too, and write YAML or TOML.
    if (root.document.format !== 'json' && root.document.format !== 'jsonc')
      return { claimed: false, reason: 'settings of VS Code are JSON' };
    const speaks =
      [...FOR_ALL, FOR_COMMANDS].some((key) => root.get(key) !== undefined) || isServerMap(serversIn(root));
    return speaks
      ? { claimed: true, reason: 'settings of agents in VS Code' }
      : { claimed: false, reason: 'no settings of agents in VS Code' };
  },

  read(root: SyntaxNode): AgentSystem[] {
    const agent = bareAgent('VS Code', root, WHY);
    const unresolved: Unresolved[] = [];
    agent.mcpServers = readServers(serversIn(root), SERVERS);
    readMode(agent, root);
    readCommands(agent, root.get(FOR_COMMANDS), unresolved);
    const system = settingsSystem(
      root,
      { dialect: 'vscode-settings', surface: 'developer', agents: [agent] },
      WHY,
    );
    system.values = inputDefaults(root.get('mcp')?.get('inputs'));
    for (const one of unresolved) system.unresolved.push(one);
    return [system];
  },
};

export default vscodeSettings;

const serversIn = (root: SyntaxNode) => root.get('mcp')?.get('servers');

function readMode(agent: Agent, root: SyntaxNode): void {
  for (const key of FOR_ALL) {
    const node = root.get(key);
    if (node?.scalar !== true) continue;
    const edit = `Remove \`${key}\`: the editor then asks for approval.`;
    agent.mode = { stated: `${key}: true`, at: node.at(), asks: 'nobody', edit };
    return;
  }
}

const PLAIN_STAR =
  'VS Code reads a star outside of slashes as a plain sign: no command begins so. A beginning is written without it, as `git status`';

/** Beginnings of commands that run without a question; a pattern between slashes is read as far as it is plain. */
function readCommands(agent: Agent, commands: SyntaxNode | undefined, unresolved: Unresolved[]): void {
  for (const key of commands?.keys() ?? []) {
    const node = commands?.get(key);
    if (!node || !(node.scalar === true || node.get('approve')?.scalar === true)) continue;
    const at = node.at('key');
    const pattern = /^\/(.*)\/[a-z]*$/.exec(key)?.[1];
    if (pattern === undefined && (key.includes('*') || key.endsWith(':'))) {
      unresolved.push({ what: `the entry \`${key}\` of ${FOR_COMMANDS}`, why: PLAIN_STAR, at });
      continue;
    }
    // Without both anchors a pattern fits whatever holds it.
    const [form] = (pattern !== undefined && /^\^.*\$$/.test(pattern) && exactForms(pattern)) || [];
    const line = pattern === undefined ? key : (form ?? plainStart(pattern));
    if (line === undefined) {
      unresolved.push({ what: `an entry of ${FOR_COMMANDS}`, why: 'it is a pattern of many commands', at });
      continue;
    }
    const remedy = editRemedy(
      `Set \`${JSON.stringify(key)}: false\` in \`${FOR_COMMANDS}\``,
      () => node.edit()?.replace(false),
      'the editor then asks for approval',
    );
    const isAny = line === '';
    const tool = isAny
      ? toolOf({ name: key, kind: 'shell' }, at, UNSTATED)
      : commandTool(key, line, at, UNSTATED, form !== undefined);
    const what: Reach = { of: isAny ? 'commands' : 'tool' };
    agent.tools.push(granted(tool, { who: 'agent', what, setting: FOR_COMMANDS, at, remedy }));
  }
}
