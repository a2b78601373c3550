import {
  type Agent,
  askedFor,
  changeTools,
  type Grant,
  type Reach,
  type Tool,
  type Unresolved,
} from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { knownTool, stringOf, toolOf } from '../agents/tool.js';
import { commandTool } from '../commands/commands.js';
import { allowList, granted, UNSTATED } from '../permissions/grants.js';
import { EDITORS, SHELLS, TOOLS } from './built-in.js';
import { covers, matches, type Pattern, readPattern } from './patterns.js';

/**
 * Reads `permissions`, which hold for the whole team: what `deny` names is stopped, what `allow` names runs unasked, and
 * `ask` holds for neither. The entries are tools of the agents that hold the toolset, told once, at the first of them.
 */
export function readPermissions(
  agents: readonly Agent[],
  permissions: SyntaxNode | undefined,
  unresolved: Unresolved[],
): void {
  const [first] = agents;
  if (!first) return;
  for (const key of ['allow', 'deny']) {
    const rest = permissions?.get(key)?.items()[MOST_ENTRIES];
    if (rest)
      unresolved.push({
        what: `permissions.${key} from its entry ${MOST_ENTRIES + 1}`,
        why: 'the list is longer than what is read',
        at: rest.at(),
      });
  }
  const named = namedTools(agents);
  const run = new Map<Tool, Tool>();
  const list = allowList(permissions);
  const denied = patternsIn(permissions?.get('deny')).map(({ pattern }) => pattern);
  for (const { pattern, node } of patternsIn(permissions?.get('allow'))) {
    if (denied.some((one) => covers(one, pattern))) continue;
    const grantFor = (what: Reach): Grant => ({
      who: 'agent',
      what,
      setting: 'permissions.allow',
      at: node.at(),
      remedy: askedFor(list, [pattern.text]),
    });
    const listed = listedTools(named, pattern);
    for (const { tool } of listed) run.set(tool, granted(tool, grantFor({ of: 'tool' })));
    if (listed.length > 0) continue;
    const tool = granted(toolOfEntry(pattern, node, agents), grantFor(reachOf(pattern, agents)));
    holderOf(agents, pattern, first).tools.push(tool);
  }
  changeTools({ agents }, (tool) => run.get(tool) ?? tool);
}

/** Most entries of one list that are compared with others. */
const MOST_ENTRIES = 200;

function patternsIn(list: SyntaxNode | undefined): { pattern: Pattern; node: SyntaxNode }[] {
  return (list?.items() ?? []).slice(0, MOST_ENTRIES).flatMap((node) => {
    const text = stringOf(node);
    return text === undefined ? [] : [{ pattern: readPattern(text), node }];
  });
}

/** The names that a pattern of tools goes by: a server's label stands before the tools of it. */
const qualified = (server: string, tool: string) => [tool, `${server}_${tool}`, `mcp:${server}:${tool}`];

/** Where the allow-list of a server names a tool, with the names that it goes by. */
interface NamedTool {
  tool: Tool;
  names: readonly string[];
}

function namedTools(agents: readonly Agent[]): NamedTool[] {
  return agents.flatMap(({ mcpServers }) =>
    mcpServers.flatMap(({ name, tools }) =>
      tools.map((tool) => ({ tool, names: qualified(name.toLowerCase(), tool.name.toLowerCase()) })),
    ),
  );
}

/** Tools of servers that an entry without arguments stands for. */
function listedTools(named: readonly NamedTool[], { name, conditions }: Pattern): readonly NamedTool[] {
  if (conditions.length > 0 || name === '*') return [];
  return named.filter(({ names }) => names.some((one) => matches(name, one)));
}

const isShell = ({ name }: Pattern) => SHELLS.some((shell) => matches(name, shell));

function holderOf(agents: readonly Agent[], pattern: Pattern, first: Agent): Agent {
  const holds = ({ kind, name }: Tool) =>
    isShell(pattern) ? kind === 'shell' : matches(pattern.name, name.toLowerCase());
  return agents.find(({ tools }) => tools.some(holds)) ?? first;
}

/** The tool that an entry stands for. */
function toolOfEntry(pattern: Pattern, node: SyntaxNode, agents: readonly Agent[]): Tool {
  const at = node.at();
  const { text, name } = pattern;
  if (isShell(pattern)) {
    const command = commandOf(pattern);
    return command === undefined
      ? toolOf({ name: text, kind: 'shell' }, at, UNSTATED)
      : commandTool(text, command, at, UNSTATED, !/[*?]/.test(command));
  }
  const known = TOOLS.get(name);
  const bare = name.replace(/[*?]+/g, '').replace(/^mcp:/, '');
  const tool = known
    ? knownTool(text, known, at, UNSTATED)
    : toolOf({ name: bare === '' ? text : bare, kind: 'function' }, at, UNSTATED);
  return { ...tool, ...requestEffect(agents, name), name: text };
}

/** What an entry lets run. */
function reachOf(pattern: Pattern, agents: readonly Agent[]): Reach {
  const { name, conditions } = pattern;
  if (isShell(pattern)) {
    if (commandOf(pattern) !== undefined) return { of: 'tool' };
    return { of: name === '*' ? 'everything' : 'commands' };
  }
  const server = agents
    .flatMap(({ mcpServers }) => mcpServers)
    .find((one) => qualified(one.name.toLowerCase(), '*').slice(1).includes(name));
  if (server) return { of: 'server', name: server.name };
  return { of: EDITORS.has(name) && conditions.length === 0 ? 'edits' : 'tool' };
}

/**
 * What the toolset of a request shows of it: its method says more than the name that an entry repeats. A pattern
 * stands for other tools too, so there only what is grave counts.
 */
function requestEffect(
  agents: readonly Agent[],
  name: string,
): Pick<Tool, 'effect' | 'openEnded'> | undefined {
  const own = agents
    .flatMap(({ tools }) => tools)
    .filter((tool) => tool.type === 'api' && matches(name, tool.name.toLowerCase()));
  const grave = own.find(({ effect: { effect } }) => effect === 'destructive' || effect === 'outward');
  const stated = grave ?? (/[*?]/.test(name) ? undefined : own[0]);
  return stated && { effect: stated.effect, openEnded: stated.openEnded };
}

/** The command that an entry narrows a shell to; undefined where it may run any. */
function commandOf({ conditions }: Pattern): string | undefined {
  const command = conditions.find(({ key }) => key === 'cmd')?.value.trim();
  return command === undefined || /^\**$/.test(command) ? undefined : command;
}
