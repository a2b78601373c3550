import type { Agent, AgentSystem, Tool } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { narrowByTools } from '../agents/agent.js';
import { listedTools, starIn } from '../agents/listed-tools.js';
import { asked, markdownAgent, markdownSystem } from '../agents/markdown-agent.js';
import { stringOf, toolOf } from '../agents/tool.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { asksByDefault, readServers, type ServerFormat } from '../servers/server-entries.js';

const NAME = /\.(?:agent|chatmode)\.md$|(?:^|\/|__)\.github(?:\/|__)agents(?:\/|__)[^/]+\.md$/;
const WHY = 'the front matter of an agent has no place for it';
const KEYS = ['description', 'name', 'tools', 'mcp-servers', 'model', 'target', 'handoffs', 'agents'];

const SERVERS: ServerFormat = {
  allowKeys: ['tools'],
  unstated: { state: 'absent' },
  gate: asksByDefault('the client'),
  allowListEdit: (name) => `List them in \`mcp-servers.${name}.tools\`.`,
};

/** Names of built-in tools that run commands or edit files, in the spellings of the clients. */
const SHELLS =
  /^(?:execute(?:\/.*)?|shell|bash|powershell|runCommands?(?:\/.*)?|terminalCommand|runInTerminal|run_in_terminal|runTasks?(?:\/.*)?|runNotebooks?)$/i;
const EDITORS =
  /^(?:edit(?:\/.*)?|edits?|editFiles|create|createFile|write|new|multiedit|notebookedit|insert_edit_into_file|apply_patch)$/i;
const READERS =
  /^(?:read(?:\/.*)?|view|search(?:\/.*)?|grep|glob|codebase|usages|problems|changes|fetch|web(?:\/.*)?|web_search|web_fetch|websearch|webfetch|githubRepo|findTestFiles|searchResults|testFailure|terminalLastCommand|terminalSelection|vscodeAPI|vscode(?:\/.*)?|openSimpleBrowser|extensions|think|todos?|TodoWrite|memory|runTests|ls)$/i;
const AGENTS = /^(?:agent(?:\/.*)?|runSubagent|custom-agent|task)$/i;

/** An agent of GitHub Copilot or VS Code, in a Markdown file. */
const copilotAgent: Dialect = {
  name: 'copilot-agent',
  order: 11,
  surface: 'developer',
  formats: ['markdown'],

  proposes: (path) => NAME.test(path),

  mayHold: (text) => text.startsWith('---') || text.startsWith('\ufeff---'),

  recognise(root: SyntaxNode, proposal: Proposal): Recognition {
    const isOurs = proposal.dialect === 'copilot-agent' && KEYS.some((key) => root.get(key) !== undefined);
    return isOurs
      ? { claimed: true, reason: 'an agent of Copilot, by its name' }
      : { claimed: false, reason: 'its name is not that of an agent' };
  },

  read(root: SyntaxNode): AgentSystem[] {
    const agent = markdownAgent(root, WHY);
    agent.mcpServers = readServers(root.get('mcp-servers'), SERVERS);
    readTools(agent, root.get('tools'));
    narrowByTools(agent);
    for (const item of root.get('agents')?.items() ?? []) {
      const name = stringOf(item);
      if (name !== undefined && name !== '*') agent.delegatesTo.push({ name, at: item.at() });
    }
    for (const item of root.get('handoffs')?.items() ?? []) {
      const target = item.get('agent');
      const name = stringOf(target);
      if (target && name !== undefined) agent.handoffs.push({ name, at: target.at() });
    }
    return [markdownSystem(root, 'copilot-agent', agent, WHY)];
  },
};

export default copilotAgent;

const LIST =
  'Decide which tools the agent needs, and list them in `tools`, for example `tools: [read, search]`.';

function readTools(agent: Agent, list: SyntaxNode | undefined): void {
  if (list === undefined || list.kind === 'null') {
    agent.allTools = { at: agent.nameAt, why: 'it has no `tools`', edit: LIST };
    return;
  }
  for (const { text, at } of listedTools(list)) {
    if (text === '*') agent.allTools = starIn(list, at, LIST);
    else agent.tools.push(toolNamed(text, at, agent));
  }
}

function toolNamed(text: string, at: Tool['at'], agent: Agent): Tool {
  const approval = asked('the client');
  const slash = text.indexOf('/');
  const server = slash > 0 ? text.slice(0, slash) : undefined;
  if (server !== undefined && agent.mcpServers.some(({ name }) => name === server)) {
    const name = text.slice(slash + 1);
    if (name !== '*') return toolOf({ name, kind: 'mcp' }, at, approval, server);
  }
  const known = SHELLS.test(text)
    ? 'shell'
    : EDITORS.test(text)
      ? 'change'
      : READERS.test(text)
        ? 'read'
        : AGENTS.test(text)
          ? 'agent'
          : undefined;
  if (known === 'shell' || known === 'agent') return toolOf({ name: text, kind: known }, at, approval);
  const tool = toolOf({ name: text, kind: slash > 0 ? 'mcp' : 'function' }, at, approval);
  if (known === 'change' || known === 'read') {
    tool.effect = { effect: known, confidence: 'high', because: { from: 'kind' } };
    tool.openEnded = false;
  }
  return tool;
}
