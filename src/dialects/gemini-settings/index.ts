import {
  type Agent,
  type AgentSystem,
  type ApprovalMode,
  askedFor,
  type Containment,
  type Place,
  type Reach,
  type Tool,
} from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { bareAgent, settingsSystem } from '../agents/agent.js';
import { knownTool, stringOf, toolOf } from '../agents/tool.js';
import { hookCommands } from '../commands/automatic-commands.js';
import { commandTool } from '../commands/commands.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { granted, grantListAt, UNSTATED } from '../permissions/grants.js';
import { asksByDefault, readServers, type ServerFormat } from '../servers/server-entries.js';

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
      return { claimed: false, reason: 'its root is not an object' };
    if (proposal.dialect === 'gemini-settings') return { claimed: true, reason: 'settings of Gemini CLI' };
    const servers = root.get('mcpServers');
    const speaksGemini = (servers?.keys() ?? []).some((name) =>
      ['httpUrl', 'includeTools', 'excludeTools'].some((key) => servers?.get(name)?.get(key) !== undefined),
    );
    return speaksGemini
      ? { claimed: true, reason: 'MCP servers as Gemini CLI spells them' }
      : { claimed: false, reason: 'no settings of Gemini CLI' };
  },

  read(root: SyntaxNode, { readBeside }): AgentSystem[] {
    const agent = bareAgent('Gemini CLI', root, WHY);
    agent.mcpServers = readServers(root.get('mcpServers'), SERVERS);
    leaveOutExcluded(agent, root);
    readMode(agent, root);
    readAllowed(agent, root);
    const system = settingsSystem(
      root,
      { dialect: 'gemini-settings', surface: 'developer', agents: [agent] },
      WHY,
    );
    system.commands = hookCommands(root.get('hooks'), readBeside);
    return [system];
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
  const contained = isSandboxed(root) ? { containedBy: SANDBOX } : {};
  const mode = root.get('general')?.get('defaultApprovalMode') ?? root.get('approvalMode');
  const stated = stringOf(mode);
  if (mode && stated !== undefined) {
    // Where the switch forbids that mode, nothing runs in it.
    const isForbidden = root.get('security')?.get('disableYoloMode')?.scalar === true;
    const asks: ApprovalMode['asks'] =
      stated === 'yolo' && !isForbidden ? 'nobody' : stated === 'auto_edit' ? 'except-edits' : 'human';
    const edit = 'Set `general.defaultApprovalMode` to `default`: the client then asks for approval.';
    agent.mode = { stated, setting: `${mode.key}: ${stated}`, at: mode.at(), asks, edit, ...contained };
    return;
  }
  const yolo = root.get('autoAccept') ?? root.get('yolo');
  if (yolo?.scalar !== true || yolo.key !== 'yolo') return;
  agent.mode = {
    stated: 'yolo: true',
    at: yolo.at(),
    asks: 'nobody',
    edit: 'Remove `yolo`: the client then asks for approval.',
    ...contained,
  };
}

const SHELL = /^(?:run_shell_command|ShellTool)$/;
/** Tools that write files of the project, which is what a coding agent is for. */
const EDITORS = /^(?:write_file|replace|edit|WriteFileTool|EditTool)$/;
const SANDBOX: Containment = { by: 'sandbox', of: 'client' };

/** Whether commands run in a sandbox: `tools.sandbox` is true, or names what holds them (docker, a command). */
function isSandboxed(root: SyntaxNode): boolean {
  const sandbox = root.get('tools')?.get('sandbox') ?? root.get('sandbox');
  if (sandbox?.kind === 'object') return sandbox.get('enabled')?.scalar === true;
  return sandbox?.scalar === true || !['', 'false', 'none', '0'].includes(stringOf(sandbox) ?? '');
}

/** Tools that run without a question: `tools.allowed`, `run_shell_command(git)` narrowed by a command. */
function readAllowed(agent: Agent, root: SyntaxNode): void {
  const contained = isSandboxed(root);
  const allowed = root.get('tools')?.get('allowed') ?? root.get('allowedTools');
  const excluded = new Set(namesIn(root.get('tools')?.get('exclude') ?? root.get('excludeTools')));
  const list = grantListAt(allowed, 'tools.allowed', 'the client then asks for approval');
  for (const item of allowed?.items() ?? []) {
    const stated = stringOf(item);
    if (stated === undefined || excluded.has(stated)) continue;
    const name = stated.replace(/\(.*$/, '');
    const at = item.at();
    const tool = allowedTool(stated, name, at);
    agent.tools.push(
      granted(tool, {
        who: 'agent',
        what: reachOf(stated, name),
        setting: 'tools.allowed',
        at,
        ...(contained && tool.kind === 'shell' && { containedBy: SANDBOX }),
        remedy: askedFor(list, [stated]),
      }),
    );
  }
}

function allowedTool(stated: string, name: string, at: Place): Tool {
  if (EDITORS.test(name)) return knownTool(stated, 'change', at, UNSTATED);
  const isShell = SHELL.test(name);
  const command = isShell ? /\((.*)\)$/.exec(stated)?.[1] : undefined;
  if (command !== undefined) return commandTool(stated, command, at, UNSTATED);
  return toolOf({ name: stated, kind: isShell ? 'shell' : 'function' }, at, UNSTATED);
}

/** What an entry lets run; `name` is that of its tool. */
function reachOf(stated: string, name: string): Reach {
  if (EDITORS.test(name)) return { of: 'edits' };
  if (stated === '*') return { of: 'everything' };
  return { of: SHELL.test(name) && name === stated ? 'commands' : 'tool' };
}
