import { type Agent, changeTools, type Tool } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { EDITORS, SHELLS } from './built-in.js';

/**
 * Reads `hooks` of an agent: what may stop a text before the model reads it, what checks the calls of a tool, and what
 * may answer where a person would be asked. Which of it a hook does stands in the command that it runs.
 * Source: documentation of docker agent, configuration/hooks, 2026-11.
 */
export function readHooks(agent: Agent, node: SyntaxNode): void {
  const hooks = node.get('hooks');
  if (!hooks) return;
  readInputHooks(agent, hooks);
  readCallHooks(agent, hooks.get('pre_tool_use'));
  readAnswers(agent, hooks.get('permission_request'));
}

/** Hooks that can stop what comes in, before the model reads it. What they check stands in their commands. */
const INPUT_HOOKS = ['user_prompt_submit', 'before_llm_call'];

function readInputHooks(agent: Agent, hooks: SyntaxNode): void {
  for (const key of INPUT_HOOKS) {
    const list = hooks.get(key);
    const commands = commandsIn(list);
    if (list && commands.length > 0)
      agent.guardrails = {
        ...agent.guardrails,
        input: { state: 'shown', value: commands, at: list.at() },
        eachTurn: true,
      };
  }
}

/** The commands of a list of hooks; the built-in limit of iterations checks nothing. */
function commandsIn(list: SyntaxNode | undefined): string[] {
  return (list?.items() ?? []).flatMap((item) => {
    const command = stringOf(item.get('command'));
    return command === undefined || command === 'max_iterations' ? [] : [command];
  });
}

/** A hook before a call can refuse it: it checks what goes into the tools that its matcher names. */
function readCallHooks(agent: Agent, list: SyntaxNode | undefined): void {
  for (const entry of list?.items() ?? []) {
    const commands = commandsIn(entry.get('hooks'));
    if (commands.length === 0) continue;
    const at = entry.at();
    changeNamed(agent, entry.get('matcher'), false, (tool) => {
      const before = tool.guardrails?.input;
      const value = before?.state === 'shown' ? [...before.value, ...commands] : commands;
      const output = { state: 'inexpressible', why: '`pre_tool_use` runs before the tool' } as const;
      return { ...tool, guardrails: { input: { state: 'shown', value, at }, output } };
    });
  }
}

/** A hook may answer for the person who would be asked; whether it says yes is computed by its command. */
function readAnswers(agent: Agent, list: SyntaxNode | undefined): void {
  for (const entry of list?.items() ?? []) {
    if (commandsIn(entry.get('hooks')).length === 0) continue;
    const gate: Tool['approval'] = {
      state: 'undecidable',
      at: entry.at(),
      why: 'a hook for `permission_request` may answer instead of a person',
    };
    const asks = ({ approval }: Pick<Tool, 'approval'>) =>
      approval.state === 'shown' && approval.value.by === 'human';
    changeNamed(agent, entry.get('matcher'), true, (tool) =>
      asks(tool) ? { ...tool, approval: gate } : tool,
    );
    agent.mcpServers = agent.mcpServers.map((server) => {
      const { name, toolGate } = server;
      const isAnswered = toolGate && asks(toolGate) && mayName(entry.get('matcher'), name);
      return isAnswered ? { ...server, toolGate: { ...toolGate, approval: gate } } : server;
    });
  }
}

/** Changes the tools of an agent that a matcher names, or may name. */
function changeNamed(
  agent: Agent,
  matcher: SyntaxNode | undefined,
  may: boolean,
  change: (tool: Tool) => Tool,
): void {
  const named = new Set(toolsFor(agent, matcher, may).map(({ tool }) => tool));
  changeTools({ agents: [agent] }, (tool) => (named.has(tool) ? change(tool) : tool));
}

/** A tool with the names that docker agent calls it by, and the tools that a toolset of several stands for. */
interface Called {
  tool: Tool;
  names: readonly string[];
  inside: readonly string[];
}

function callable({ tools, mcpServers }: Agent): Called[] {
  const own = tools.map((tool): Called => {
    const names = tool.kind === 'shell' ? [tool.name, ...SHELLS] : [tool.name];
    return { tool, names, inside: tool.name === 'filesystem' ? [...EDITORS] : [] };
  });
  const served = mcpServers.flatMap(({ name, tools: listed }) =>
    listed.map(
      (tool): Called => ({
        tool,
        names: [tool.name, `${name}_${tool.name}`, `mcp:${name}:${tool.name}`],
        inside: [],
      }),
    ),
  );
  return [...own, ...served];
}

/** The tools that a matcher names. A pattern that is no list of names is not run: it `may` name all of them, or none. */
function toolsFor(agent: Agent, matcher: SyntaxNode | undefined, may: boolean): Called[] {
  const named = namesIn(matcher);
  if (named === 'all' || (named === 'pattern' && may)) return callable(agent);
  if (named === 'pattern') return [];
  const isNamed = (name: string) => named.includes(name);
  // A toolset is checked where each of its tools is.
  return callable(agent).filter(
    ({ names, inside }) =>
      names.some(isNamed) || (inside.length > 0 && (may ? inside.some(isNamed) : inside.every(isNamed))),
  );
}

/** Whether a matcher may name tools of a server that the file does not list. */
function mayName(matcher: SyntaxNode | undefined, server: string): boolean {
  const named = namesIn(matcher);
  return typeof named === 'string' || named.some((name) => name.startsWith(`${server}_`));
}

function namesIn(matcher: SyntaxNode | undefined): readonly string[] | 'all' | 'pattern' {
  const text = matcher === undefined ? '' : stringOf(matcher);
  if (text === undefined || text.length > 1_000) return 'pattern';
  if (['', '*', '.*'].includes(text)) return 'all';
  const names = text.split('|');
  return names.every((name) => /^[\w:-]+$/.test(name)) ? names : 'pattern';
}
