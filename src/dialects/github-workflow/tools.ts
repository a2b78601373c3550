import { isIrreversible, type Place, type Reach, type Tool, wideReach } from '../../model/index.js';
import { parseDocument } from '../../syntax/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { splitRules } from '../agents/listed-tools.js';
import { stringOf, toolOf } from '../agents/tool.js';
import { splitWords } from '../commands/command-line.js';
import { commandTool } from '../commands/commands.js';
import { reachOf, readRule, toolOfRule } from '../permissions/permission-rules.js';
import { type AgentAction, type AgentProgram, runsAnything } from './facts.js';

/** The tools of an agent of a workflow, and whether a part of the list is computed. */
export interface StatedTools {
  tools: Tool[];
  /** What of them is computed when the workflow runs. */
  computed?: string;
}

const UNASKED: Tool['approval'] = { state: 'inexpressible', why: 'in a workflow there is nobody to ask' };
const isComputed = (text: string | undefined): boolean => text?.includes('${{') === true;

/** The tool with which an agent runs any command. */
const anyCommand = (at: Place): Tool => toolOf({ name: 'shell', kind: 'shell' }, at, UNASKED);

/** The tools that the inputs of an action give its agent. */
export function toolsOfAction(action: AgentAction, step: SyntaxNode): StatedTools {
  const inputs = step.get('with');
  const at = step.get('uses')?.at() ?? step.at();
  switch (action.tools) {
    case 'claude':
      return claudeTools(inputs, at);
    case 'gemini':
      return geminiTools(inputs, at);
    case 'codex':
      return codexTools(inputs, at);
    default:
      return { tools: [anyCommand(at)] };
  }
}

/** The tools that the options of a program give its agent. */
export function toolsOfProgram(agent: AgentProgram, given: readonly string[], at: Place): StatedTools {
  if (runsAnything(agent, given)) return { tools: [anyCommand(at)] };
  const lists = listsIn(given, agent.lists ?? []);
  return {
    tools: claudeRules(lists.join(','), at),
    ...(lists.some((one) => one.includes('{{')) ? { computed: 'the list of tools' } : {}),
  };
}

/** The values of options that list tools: every word up to the next option. */
function listsIn(words: readonly string[], options: readonly string[]): string[] {
  const found: string[] = [];
  for (const [index, word] of words.entries()) {
    const option = options.find((one) => word === one || word.startsWith(`${one}=`));
    if (option === undefined) continue;
    if (word !== option) found.push(word.slice(option.length + 1));
    else
      for (const value of words.slice(index + 1)) {
        if (value.startsWith('-')) break;
        found.push(value);
      }
  }
  return found;
}

function claudeRules(text: string, at: Place): Tool[] {
  const tools = splitRules(text, /[,\s]/).flatMap(({ text: entry }) => {
    const rule = readRule(entry);
    if (!rule) return [];
    const grant = {
      who: 'agent',
      what: reachOf(rule) ?? { of: 'tool' },
      setting: 'allowed tools',
      at,
    } as const;
    return [{ ...toolOfRule(rule, at, UNASKED), grant }];
  });
  return [...new Map(tools.map((tool) => [tool.name, tool])).values()];
}

const CLAUDE_LISTS = ['--allowedTools', '--allowed-tools'];

function claudeTools(inputs: SyntaxNode | undefined, at: Place): StatedTools {
  const line = stringOf(inputs?.get('claude_args'));
  const words = splitWords({ text: (line ?? '').replace(/\s+/g, ' '), at }).map(({ text }) => text);
  if (words.includes('--dangerously-skip-permissions') || words.includes('bypassPermissions'))
    return { tools: [anyCommand(at)] };
  const listed = stringOf(inputs?.get('allowed_tools'));
  const settings = settingsIn(inputs?.get('settings'));
  const allowed = (settings?.get('permissions')?.get('allow')?.items() ?? []).flatMap(
    (item) => stringOf(item) ?? [],
  );
  const texts = [...listsIn(words, CLAUDE_LISTS), ...(listed === undefined ? [] : [listed]), ...allowed];
  const isPart = [line, listed, stringOf(inputs?.get('settings'))].some(isComputed);
  return { tools: claudeRules(texts.join(','), at), ...(isPart ? { computed: 'the list of tools' } : {}) };
}

/** Settings of an input in JSON; undefined if it names a file or is computed. */
function settingsIn(node: SyntaxNode | undefined): SyntaxNode | undefined {
  const text = withoutExpressions(stringOf(node)?.trim() ?? '');
  if (!text.startsWith('{')) return undefined;
  const { roots, problems } = parseDocument('settings.json', 'json', text);
  return problems.length > 0 ? undefined : roots[0];
}

/** A text with a number in place of each expression: it is JSON only after they are evaluated. */
function withoutExpressions(text: string): string {
  const [first = '', ...rest] = text.split('${{');
  return [first, ...rest.map((part) => `0${part.slice(part.indexOf('}}') + 2)}`)].join('');
}

const GEMINI_SHELL = /^(?:run_shell_command|ShellTool)(?:\((.*)\))?$/;

/** The action starts `gemini --yolo`: every built-in tool runs, unless the settings list those that there are. */
function geminiTools(inputs: SyntaxNode | undefined, at: Place): StatedTools {
  const text = stringOf(inputs?.get('settings')) ?? stringOf(inputs?.get('settings_json'));
  const settings = settingsIn(inputs?.get('settings') ?? inputs?.get('settings_json'));
  if (text !== undefined && !settings) return { tools: [], computed: 'the settings' };
  const core = settings?.get('tools')?.get('core') ?? settings?.get('coreTools');
  const excluded = [settings?.get('tools')?.get('exclude'), settings?.get('excludeTools')].flatMap((list) =>
    (list?.items() ?? []).flatMap((item) => stringOf(item) ?? []),
  );
  const named = servedTools(settings?.get('mcpServers'), at);
  const isShellOff = excluded.some((one) => GEMINI_SHELL.exec(one)?.[0] !== undefined && !one.includes('('));
  if (core?.kind !== 'array') return { tools: [...(isShellOff ? [] : [anyCommand(at)]), ...named] };
  const tools = core.items().flatMap((item): Tool[] => {
    const name = stringOf(item);
    if (name === undefined) return [];
    const shell = GEMINI_SHELL.exec(name);
    if (!shell) return [toolOf({ name, kind: 'function' }, at, UNASKED)].map(asFileTool);
    if (isShellOff) return [];
    return [shell[1] === undefined ? anyCommand(at) : commandTool(name, shell[1], at, UNASKED)];
  });
  return { tools: [...tools, ...named] };
}

/** Built-in tools of the client work on the files of the runner, so their names do not count. */
function asFileTool(tool: Tool): Tool {
  const reads = !/write|replace|edit/i.test(tool.name);
  tool.effect = { effect: reads ? 'read' : 'change', confidence: 'high', because: { from: 'kind' } };
  tool.openEnded = false;
  return tool;
}

/** Tools that entries of servers include by name. */
function servedTools(servers: SyntaxNode | undefined, at: Place): Tool[] {
  return (servers?.keys() ?? []).flatMap((server) =>
    (servers?.get(server)?.get('includeTools')?.items() ?? []).flatMap((item) => {
      const name = stringOf(item);
      return name === undefined ? [] : [toolOf({ name, kind: 'mcp' }, at, UNASKED, server)];
    }),
  );
}

/** Codex runs commands in a sandbox without a network, unless an input says otherwise. */
function codexTools(inputs: SyntaxNode | undefined, at: Place): StatedTools {
  const texts = ['sandbox', 'safety-strategy', 'codex-args'].map((key) => stringOf(inputs?.get(key)) ?? '');
  const isOpen =
    texts[0] === 'danger-full-access' ||
    /--dangerously-bypass-approvals-and-sandbox|--yolo|danger-full-access/.test(texts[2] ?? '');
  const shell = anyCommand(at);
  if (!isOpen) shell.containedBy = { by: 'network-limit' };
  return { tools: [shell], ...(texts.some(isComputed) ? { computed: 'the sandbox' } : {}) };
}

const ACTING: ReadonlySet<Reach['of'] | undefined> = new Set<Reach['of']>([
  'commands',
  'everything',
  'built-in',
  'servers',
  'requests',
]);

/** What tools may do, in words that complete "can"; undefined if none of them acts. */
export function actsOf(tools: readonly Tool[]): string | undefined {
  const acting = tools.filter(
    ({ grant, openEnded, effect, containedBy }) =>
      (containedBy === undefined || containedBy.by === 'one-form') &&
      (openEnded || isIrreversible(effect.effect) || ACTING.has(grant?.what.of)),
  );
  const whole = acting.find(
    ({ kind, command, grant }) =>
      (kind === 'shell' && command === undefined) || wideReach(grant) !== undefined,
  );
  const reach = wideReach(whole?.grant);
  if (reach?.of === 'requests') return 'send requests to any address';
  if (reach?.of === 'servers') return 'call every tool of its MCP servers';
  if (whole) return 'run any command';
  const names = [...new Set(acting.map(({ name, command }) => command?.replace(/[\s:*]+$/, '') ?? name))];
  if (names.length === 0) return undefined;
  const shown = names.slice(0, 3).map((name) => `\`${name}\``);
  return `use ${shown.join(', ')}${names.length > 3 ? ` and ${String(names.length - 3)} more` : ''}`;
}
