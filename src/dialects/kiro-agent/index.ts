import {
  type Agent,
  type AgentSystem,
  askedFor,
  type Place,
  type Tool,
  type WideReach,
} from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { bareAgent, narrowByTools, readInstructions, settingsSystem } from '../agents/agent.js';
import { starIn } from '../agents/listed-tools.js';
import { knownTool, stringOf, toolOf } from '../agents/tool.js';
import { hookCommands } from '../commands/automatic-commands.js';
import { commandTool, plainStart } from '../commands/commands.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { granted, grantListAt, UNSTATED } from '../permissions/grants.js';
import { asksByDefault, readServers, type ServerFormat, switchedOff } from '../servers/server-entries.js';

const NAME = /(?:^|[/_])\.(?:amazonq(?:\/|__)(?:cli-)?agents|kiro(?:\/|__)agents)(?:\/|__)[^/]+\.json$/;
const WHY = 'an agent of Kiro or Amazon Q has no place for it';

const SERVERS: ServerFormat = {
  allowKeys: [],
  unaskedKeys: ['autoApprove'],
  unstated: { state: 'inexpressible', why: 'the list of tools is in `tools` of the agent' },
  gate: asksByDefault('the client'),
  allowListEdit: (name) => `List them in \`tools\`, as \`@${name}/tool\`, in place of the whole server.`,
};

/** Built-in tools that act, by what they do. */
const BUILT_IN: Readonly<Record<string, WideReach>> = {
  execute_bash: { of: 'commands' },
  executeBash: { of: 'commands' },
  shell: { of: 'commands' },
  '@builtin': { of: 'built-in' },
};

/** Built-in tools that make any call to a cloud: `aws` is the name in Kiro. */
const CLOUDS: ReadonlySet<string> = new Set(['use_aws', 'useAws', 'aws']);
/** Built-in tools that write files of the project, which is what a coding agent is for. */
const EDITOR_NAMES = ['fs_write', 'fsWrite', 'write'] as const;
const EDITORS: ReadonlySet<string> = new Set(EDITOR_NAMES);
const EVERY_EDIT: WideReach = { of: 'edits' };

/** An agent of Kiro or of the Amazon Q command line. */
const kiroAgent: Dialect = {
  name: 'kiro-agent',
  order: 21,
  surface: 'developer',

  proposes: (path) => NAME.test(path),

  mayHold: (text) => text.includes('"allowedTools"') || text.includes('"toolsSettings"'),

  recognise(root: SyntaxNode, proposal: Proposal): Recognition {
    if (root.document.format === 'http' || root.kind !== 'object')
      return { claimed: false, reason: 'its root is not an object' };
    const hasTools = root.get('tools')?.kind === 'array' || root.get('allowedTools')?.kind === 'array';
    const isNamed = root.get('name') !== undefined || root.get('prompt') !== undefined;
    const isOurs = proposal.dialect === 'kiro-agent' || root.get('toolsSettings') !== undefined;
    if (isOurs && (hasTools || isNamed)) return { claimed: true, reason: 'an agent of Kiro or Amazon Q' };
    return { claimed: false, reason: 'no agent of Kiro or Amazon Q' };
  },

  read(root: SyntaxNode, { readBeside }): AgentSystem[] {
    const agent = bareAgent(stringOf(root.get('name')) ?? 'agent', root, WHY);
    const instructions = readInstructions(root.get('prompt'));
    if (instructions) agent.instructions = instructions;
    agent.mcpServers = readServers(root.get('mcpServers'), SERVERS);
    readTools(agent, root);
    narrowByTools(agent);
    readCommands(agent, root);
    readFolders(agent, root);
    const system = settingsSystem(
      root,
      { dialect: 'kiro-agent', surface: 'developer', agents: [agent] },
      WHY,
    );
    system.commands = hookCommands(root.get('hooks'), readBeside);
    return [system];
  },
};

export default kiroAgent;

const THEN = 'Kiro then asks for approval';
const LIST =
  'Decide which tools the agent needs, and list them in `tools`, for example `"tools": ["read", "@server/tool"]`.';

/**
 * `tools` offers, and `allowedTools` runs without a question. `@server` stands for every tool of a server. Left out,
 * `tools` offers none (source of the Amazon Q command line, `Agent`, 2026-11).
 */
function readTools(agent: Agent, root: SyntaxNode): void {
  const unasked = new Set<string>();
  const list = grantListAt(root.get('allowedTools'), 'allowedTools', THEN);
  for (const item of root.get('allowedTools')?.items() ?? []) {
    const stated = stringOf(item);
    if (stated === undefined) continue;
    unasked.add(stated);
    const inServer = /^@([\w.-]+)\/(?!\*$)(.+)$/.exec(stated);
    if (inServer?.[2] && switchedOff(root.get('mcpServers')?.get(inServer[1] ?? '')).has(inServer[2]))
      continue;
    const at = item.at();
    const tool = inServer?.[2]
      ? toolOf({ name: inServer[2], kind: 'mcp' }, at, UNSTATED, inServer[1])
      : builtIn(stated, at, UNSTATED);
    agent.tools.push(
      granted(tool, {
        who: 'agent',
        what: reachOf(stated) ?? { of: 'tool' },
        setting: 'allowedTools',
        at,
        remedy: askedFor(list, [stated]),
      }),
    );
  }
  for (const item of root.get('tools')?.items() ?? []) {
    const stated = stringOf(item);
    if (stated === undefined || unasked.has(stated)) continue;
    const inServer = /^@([\w.-]+)\/([^*]+)$/.exec(stated);
    if (inServer?.[1] !== undefined && inServer[2] !== undefined) {
      const asked = SERVERS.gate.approval;
      agent.tools.push(toolOf({ name: inServer[2], kind: 'mcp' }, item.at(), asked, inServer[1]));
    }
    if (stated.startsWith('@')) continue;
    if (stated === '*') {
      agent.allTools = starIn(root.get('tools'), item.at(), LIST);
      continue;
    }
    agent.tools.push(builtIn(stated, item.at(), SERVERS.gate.approval));
  }
}

/** Commands that run without a question, as patterns: `toolsSettings.execute_bash.allowedCommands`. */
function readCommands(agent: Agent, root: SyntaxNode): void {
  if (!isOffered(SHELLS, root)) return;
  for (const shell of SHELLS) {
    const listed = root.get('toolsSettings')?.get(shell)?.get('allowedCommands');
    const list = grantListAt(listed, `toolsSettings.${shell}.allowedCommands`, THEN);
    for (const item of listed?.items() ?? []) {
      const pattern = stringOf(item);
      const repeated = REPEATED_END.exec(pattern ?? '')?.[1];
      const line = repeated ?? (pattern === undefined ? undefined : plainStart(pattern));
      if (pattern === undefined || line === undefined) continue;
      const at = item.at();
      const name = `${shell} ${pattern}`;
      // A pattern fits whole commands: without a sign of a pattern it is one of them.
      const isOne = repeated !== undefined || !/[*+?|()[\]{}\\]/.test(pattern);
      const tool =
        line === ''
          ? toolOf({ name, kind: 'shell' }, at, UNSTATED)
          : commandTool(name, line, at, UNSTATED, isOne);
      agent.tools.push(
        granted(tool, {
          who: 'agent',
          what: { of: line === '' ? 'commands' : 'tool' },
          setting: 'allowedCommands',
          at,
          remedy: askedFor(list, [pattern]),
        }),
      );
    }
  }
}

/** Folders whose files are written without a question: `toolsSettings.write.allowedPaths`. */
function readFolders(agent: Agent, root: SyntaxNode): void {
  if (!isOffered(EDITOR_NAMES, root)) return;
  // The names mean one tool: a folder that stands under two of them is told once.
  const told = new Set<string>();
  for (const editor of EDITOR_NAMES) {
    for (const item of root.get('toolsSettings')?.get(editor)?.get('allowedPaths')?.items() ?? []) {
      const path = stringOf(item);
      if (path === undefined || !EVERY_FILE.test(path) || told.has(path)) continue;
      told.add(path);
      const at = item.at();
      const text = `Decide which folders the task needs, and name only those in \`toolsSettings.${editor}.allowedPaths\`.`;
      agent.tools.push(
        granted(knownTool(`${editor} ${path}`, 'change', at, UNSTATED), {
          who: 'agent',
          what: EVERY_EDIT,
          setting: 'allowedPaths',
          at,
          remedy: { text },
        }),
      );
    }
  }
}

/** Everything below the project, a home directory or the root. */
const EVERY_FILE = /^(?:(?:\.\/|~\/|\/)?\*\*(?:\/\*)?|~\/?|\/)$/;

/** Whether `tools` offers a built-in tool, by any of its names. Without the list its settings are taken at their word. */
function isOffered(names: readonly string[], root: SyntaxNode): boolean {
  const tools = root.get('tools');
  if (tools?.kind !== 'array') return true;
  return tools.items().some((item) => {
    const name = stringOf(item) ?? '*';
    if (name.startsWith('@')) return name === '@builtin';
    return name.includes('*') || names.includes(name);
  });
}

/**
 * A star behind a letter repeats that letter, whatever was meant by it: `git status*` fits `git status`, and nothing that
 * has more words.
 */
const REPEATED_END = /^\^?([\w][\w ./-]{0,200}\w):?\*\$?$/;

const SHELLS = ['execute_bash', 'executeBash', 'shell'] as const;

/** What an entry of `allowedTools` pre-approves as a whole. */
function reachOf(stated: string): WideReach | undefined {
  if (stated === '*') return { of: 'everything' };
  if (EDITORS.has(stated)) return EVERY_EDIT;
  if (Object.hasOwn(BUILT_IN, stated)) return BUILT_IN[stated];
  const server = /^@([\w.-]+)(?:\/\*)?$/.exec(stated)?.[1];
  return server === undefined ? undefined : { of: 'server', name: server };
}

function builtIn(name: string, at: Place, gate: Tool['approval']): Tool {
  if (EDITORS.has(name)) return knownTool(name, 'change', at, gate);
  const tool = toolOf({ name, kind: kindOf(name) }, at, gate);
  if (!CLOUDS.has(name)) return tool;
  const effect = { effect: 'destructive', confidence: 'high', because: { from: 'kind' } } as const;
  return Object.assign(tool, { effect, openEnded: true });
}

const kindOf = (name: string) =>
  Object.hasOwn(BUILT_IN, name) && BUILT_IN[name]?.of === 'commands' ? 'shell' : 'function';
