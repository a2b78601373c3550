import type { Agent, AgentSystem, ApprovalMode, Tool } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { commandTool } from '../shared/commands.js';
import { asksByDefault, readServers, type ServerFormat } from '../shared/server-entries.js';
import { bareAgent, settingsSystem } from '../shared/settings-system.js';
import { stringOf, toolOf } from '../shared/tool.js';

const NAME = /(?:^|[/_])\.gemini(?:\/|__)settings\.json$/;
const WHY = 'settings of a coding agent have no place for it';

const SERVERS: ServerFormat = {
  allowKeys: ['includeTools'],
  unstated: { state: 'absent' },
  gate: asksByDefault('Gemini CLI'),
  allowListEdit: (name) => `List them in \`mcpServers.${name}.includeTools\`.`,
};

/** Settings of Gemini CLI. */
const geminiSettings: Dialect = {
  name: 'gemini-settings',
  order: 20,
  surface: 'developer',
  lenient: true,

  proposes: (path) => NAME.test(path),

  mayHold: (text) => text.includes('httpUrl') || text.includes('includeTools'),

  recognise(root: SyntaxNode, proposal: Proposal): Recognition {
    if (root.document.format === 'http' || root.kind !== 'object')
      return { claimed: false, reason: 'its root is no object' };
    if (proposal.dialect === 'gemini-settings') return { claimed: true, reason: 'settings of Gemini CLI' };
    const servers = root.get('mcpServers');
    const speaksGemini = (servers?.keys() ?? []).some((name) =>
      ['httpUrl', 'includeTools', 'excludeTools'].some((key) => servers?.get(name)?.get(key) !== undefined),
    );
    return speaksGemini
      ? { claimed: true, reason: 'MCP servers as Gemini CLI spells them' }
      : { claimed: false, reason: 'no settings of Gemini CLI' };
  },

  read(root: SyntaxNode): AgentSystem[] {
    const agent = bareAgent('Gemini CLI', root, WHY);
    agent.mcpServers = readServers(root.get('mcpServers'), SERVERS);
    leaveOutExcluded(agent, root);
    readMode(agent, root);
    readAllowed(agent, root);
    return [settingsSystem(root, { dialect: 'gemini-settings', surface: 'developer', agents: [agent] }, WHY)];
  },
};

export default geminiSettings;

/** What is excluded is not there, whatever includes it: tools of a server, and servers as a whole. */
function leaveOutExcluded(agent: Agent, root: SyntaxNode): void {
  const off = new Set(namesIn(root.get('mcp')?.get('excluded')));
  const on = root.get('mcp')?.get('allowed');
  const allowed = on?.kind === 'array' ? new Set(namesIn(on)) : undefined;
  for (const server of agent.mcpServers) {
    if (off.has(server.name) || allowed?.has(server.name) === false) server.disabled = true;
    const excluded = new Set(namesIn(root.get('mcpServers')?.get(server.name)?.get('excludeTools')));
    if (excluded.size === 0) continue;
    server.tools = server.tools.filter(({ name }) => !excluded.has(name));
    const { allowedTools } = server;
    if (allowedTools.state === 'shown')
      server.allowedTools = {
        ...allowedTools,
        value: allowedTools.value.filter((name) => !excluded.has(name)),
      };
  }
}

const namesIn = (list: SyntaxNode | undefined) =>
  (list?.items() ?? []).flatMap((item) => stringOf(item) ?? []);

function readMode(agent: Agent, root: SyntaxNode): void {
  const mode = root.get('general')?.get('defaultApprovalMode') ?? root.get('approvalMode');
  const stated = stringOf(mode);
  if (mode && stated !== undefined) {
    const asks: ApprovalMode['asks'] =
      stated === 'yolo' ? 'nobody' : stated === 'auto_edit' ? 'except-edits' : 'human';
    const edit = 'Set `general.defaultApprovalMode` to `default`, so that a person is asked.';
    agent.mode = { stated, at: mode.at(), asks, edit };
    return;
  }
  const yolo = root.get('autoAccept') ?? root.get('yolo');
  if (yolo?.scalar !== true || yolo.key !== 'yolo') return;
  agent.mode = { stated: 'yolo: true', at: yolo.at(), asks: 'nobody', edit: 'Take `yolo` out.' };
}

const SHELL = /^(?:run_shell_command|ShellTool)$/;

/** Tools that run without a question: `tools.allowed`, `run_shell_command(git)` narrowed by a command. */
function readAllowed(agent: Agent, root: SyntaxNode): void {
  const allowed = root.get('tools')?.get('allowed') ?? root.get('allowedTools');
  const excluded = new Set(namesIn(root.get('tools')?.get('exclude') ?? root.get('excludeTools')));
  for (const item of allowed?.items() ?? []) {
    const stated = stringOf(item);
    if (stated === undefined || excluded.has(stated)) continue;
    const name = stated.replace(/\(.*$/, '');
    const isShell = SHELL.test(name);
    const at = item.at();
    const unasked: Tool['approval'] = {
      state: 'shown',
      value: { by: 'machine', stated: 'tools.allowed' },
      at,
    };
    const command = isShell ? /\((.*)\)$/.exec(stated)?.[1] : undefined;
    const tool =
      command === undefined
        ? toolOf({ name: stated, kind: isShell ? 'shell' : 'function' }, at, unasked)
        : commandTool(stated, command, at, unasked);
    tool.gateEdit = 'Take it out of `tools.allowed`, so that a person is asked.';
    if (stated === '*') tool.wholesale = 'every tool';
    else if (isShell && name === stated) tool.wholesale = 'any command';
    agent.tools.push(tool);
  }
}
