import { wordsIn } from '../../facts/programs/table.js';
import { isIrreversible, type Place, type Reach, type Tool, wideReach } from '../../model/index.js';
import { withoutEnd } from '../../model/without-end.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { splitRules } from '../agents/listed-tools.js';
import { knownTool, stringOf, toolOf } from '../agents/tool.js';
import { splitWords } from '../commands/command-line.js';
import { commandTool, readCommand } from '../commands/commands.js';
import { SKIPPED } from '../permissions/ignored-rules.js';
import { coverageBy, reachOf, readRule, toolOfRule } from '../permissions/permission-rules.js';
import { settingsIn } from './documents.js';
import { opencodeTools } from './opencode-tools.js';
import {
  type AgentAction,
  type AgentProgram,
  bypassOptionsOf,
  isExpanding,
  optionGiven,
  programNamed,
  type StartedProgram,
  type UsedAction,
} from './profiles.js';
import { textOf, type Value, type Values, type WorkflowStep } from './workflow.js';
import type { StatedTools, StepContext } from './stated-tools.js';

const UNASKED: Tool['approval'] = { state: 'inexpressible', why: 'in a workflow there is nobody to ask' };

/** Expressions that are numbers or names of the repository: nobody writes commands in them. */
const PLAIN_EXPRESSION =
  /\$\{\{\s*(?:github\.event\.(?:issue|pull_request|discussion|comment|review)\.(?:number|id)|github\.event\.number|github\.(?:run_id|run_number|sha|repository|repository_owner|event_name)|github\.event\.pull_request\.(?:head|base)\.sha)(?:\s*\|\|\s*(?:github\.event\.(?:issue|pull_request|discussion)\.number|github\.event\.number))*\s*\}\}/g;

/** A text with a number in place of each expression that can be nothing else. */
const settled = (text: string): string => text.replaceAll(PLAIN_EXPRESSION, '1');
const isComputed = (text: string | undefined): boolean => settled(text ?? '').includes('${{');

/** The tool with which an agent runs any command. */
const anyCommand = (at: Place): Tool => toolOf({ name: 'shell', kind: 'shell' }, at, UNASKED);

/** The same in a sandbox without a network. */
const sandboxedShell = (at: Place): Tool => ({ ...anyCommand(at), containedBy: { by: 'network-limit' } });
const SANDBOXED = 'run commands in a sandbox without a network, and change the checkout';

/** The tools that the inputs of an action give its agent. */
export function toolsOfAction(
  { profile: action }: UsedAction,
  step: WorkflowStep,
  beside: StepContext,
): StatedTools {
  const inputs = step.with;
  const at = step.uses?.at() ?? step.at();
  switch (action.tools) {
    case 'claude':
      return claudeTools(action, inputs, at, beside);
    case 'gemini':
      return geminiTools(action, inputs, at);
    case 'codex':
      return codexTools(action, inputs, at, beside);
    case 'opencode':
      return opencodeTools({ at, approval: UNASKED, agent: textOf(inputs, 'agent') }, beside);
    case 'aider':
      return { tools: [], acts: 'change files, commit and push' };
    case 'none':
      return { tools: [] };
    case 'remote':
      return { tools: [], acts: 'open pull requests of what it changes' };
    default: {
      const isAsked = Object.entries(action.unless ?? {}).some(
        ([input, value]) => textOf(inputs, input) === value,
      );
      return { tools: isAsked ? [] : [anyCommand(at)] };
    }
  }
}

/** The tools that the options of a program give its agent. */
export function toolsOfProgram(
  { agent, given }: StartedProgram,
  at: Place,
  beside: StepContext,
): StatedTools {
  const { always, anyCommand: options, unless, named } = agent;
  if (agent.settings === 'opencode') {
    const [name] = listsIn(given, ['--agent']);
    const answers = optionGiven(wordsIn(options), given) !== undefined;
    return opencodeTools({ at, approval: UNASKED, agent: name, answers }, beside);
  }
  const isAlways =
    always === true && !(unless && wordsIn(unless.values).includes(beside.variable(unless.variable) ?? ''));
  const refused = listsIn(given, wordsIn(agent.refused)).map((one) =>
    renamed(one.replace(/:deny$/, ''), named),
  );
  const only = listsIn(given, wordsIn(agent.only)).map((one) => renamed(one, named));
  const isUnasked =
    isAlways || optionGiven(wordsIn(options), given) !== undefined || isGranted(agent, beside);
  if (isUnasked && agent.does !== undefined) return { tools: [], acts: agent.does };
  if (isUnasked) return everyTool(at, only, isShellOff(agent, beside) ? [...refused, 'Bash'] : refused);
  if (optionGiven(wordsIn(agent.sandboxed), given) !== undefined)
    return { tools: [sandboxedShell(at)], acts: SANDBOXED };
  const lists = listsIn(given, wordsIn(agent.lists)).map((one) => renamed(settled(one), named));
  const tools = withoutRefused(
    agent.settings === 'claude' ? appliedRules(lists, at) : claudeRules(lists.join(','), at),
    refused,
  );
  return {
    tools,
    ...(agent.expands ? expansionOf(tools) : {}),
    ...(agent.settings === 'claude' ? projectTools(given, refused, at, beside) : {}),
    ...filedTools(agent, refused, at, beside),
    ...(lists.some((one) => one.includes('{{')) ? { computed: 'the list of tools' } : {}),
  };
}

/** The tools of an agent without questions: the only ones that a list names, else all that none refuses. */
function everyTool(at: Place, only: readonly string[], refused: readonly string[]): StatedTools {
  if (only.length > 0) return { tools: withoutRefused(claudeRules(only.join(','), at), refused) };
  return withoutRefused(claudeRules('Bash', at), refused).length > 0
    ? { tools: [anyCommand(at)] }
    : BUT_SHELL;
}

const BUT_SHELL: StatedTools = { tools: [], acts: 'use every tool but its shell', isMild: true };

/** The tools that rules in a file of the checkout allow and do not refuse. */
function filedTools(
  { rules, named }: AgentProgram,
  refused: readonly string[],
  at: Place,
  { isCheckedOut, readBeside }: StepContext,
): Pick<StatedTools, 'ofSettings'> {
  const text = rules && isCheckedOut() ? readBeside(rules.file) : undefined;
  const root = text === undefined ? undefined : settingsIn(text);
  if (!rules || !root) return {};
  const entries = (path: readonly string[]): string[] =>
    entriesAt(root, path).map((entry) => renamed(entry, named));
  const tools = withoutRefused(claudeRules(entries(rules.allow).join(','), at), [
    ...refused,
    ...entries(rules.deny),
  ]);
  return tools.length > 0 ? { ofSettings: [{ tools, file: rules.file }] } : {};
}

/** Whether settings in the checkout take the shell of a program away. */
function isShellOff({ shellOff }: AgentProgram, { isCheckedOut, readBeside }: StepContext): boolean {
  const text = shellOff && isCheckedOut() ? readBeside(shellOff.file) : undefined;
  if (!shellOff || text === undefined) return false;
  return entriesAt(settingsIn(text), shellOff.at).some((entry) => shellOff.entries.includes(entry));
}

/** The texts of a list in settings. */
function entriesAt(root: SyntaxNode | undefined, path: readonly string[]): string[] {
  let node = root;
  for (const key of path) node = node?.get(key);
  return (node?.items() ?? []).flatMap((item) => stringOf(item) ?? []);
}

/** A rule without a pattern that lets run any command: `capability: all`, `effect: allow`. */
const GRANTS_ALL =
  /capability:\s{0,4}["']?(?:all|shell)\b(?:(?!capability|match)[\s\S]){0,100}?effect:\s{0,4}["']?allow\b/;
const MOST_FILES = 20;

/** Whether a step writes permissions of the person who runs the program, or copies them from a file of the project. */
function isGranted({ permissions: path }: AgentProgram, { ran, readBeside }: StepContext): boolean {
  if (path === undefined) return false;
  return ran()
    .filter((text) => text.includes(path))
    .some((text) =>
      [
        text,
        ...[...text.matchAll(/[\w./-]{1,200}\.ya?ml\b/g)]
          .slice(0, MOST_FILES)
          .filter(([file]) => !file.endsWith(path))
          .map(([file]) => readBeside(file.replace(/^\.\//, '')) ?? ''),
      ].some((one) => GRANTS_ALL.test(one)),
    );
}

/** Entries of a list with the names that Claude Code gives their tools: `shell(git push)`. */
function renamed(text: string, names: Readonly<Record<string, string>> | undefined): string {
  if (!names) return text;
  return Object.entries(names).reduce(
    (all, [own, name]) =>
      all
        .replaceAll(`${own}(`, `${name}(`)
        .replaceAll(new RegExp(`(^|[,\\s])${own}(?=$|[,\\s])`, 'g'), `$1${name}`),
    text.replaceAll(/\(([^():]*)\)/g, '($1:*)'),
  );
}

/** Tools without those that another list refuses. */
function withoutRefused(tools: Tool[], refused: readonly string[]): Tool[] {
  const rules = refused.flatMap((one) =>
    splitRules(one, /[,\s]/).flatMap(({ text }) => readRule(text) ?? []),
  );
  if (rules.length === 0) return tools;
  const isRefused = coverageBy(rules);
  return tools.filter(({ name, server }) => {
    const rule = readRule(server === undefined ? name : `mcp__${server}__${name}`);
    return !rule || !isRefused(rule);
  });
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

function claudeTools(action: AgentAction, inputs: Values, at: Place, beside: StepContext): StatedTools {
  const textsAt = (names: readonly string[] = []): string[] =>
    names.flatMap((input) => textOf(inputs, input) ?? []);
  const [lines, listed, stated] = [textsAt(action.args), textsAt(action.lists), textsAt(action.settings)];
  const text = settled(lines.join(' ')).replace(/\s+/g, ' ');
  const settings = stated.flatMap((one) => settingsIn(fileOrText(one, beside.readBeside)) ?? []);
  const entriesOf = (key: string): string[] =>
    settings.flatMap((one) => entriesAt(one, ['permissions', key]));
  const asOptions = (option: string, values: readonly string[]): string[] =>
    values.map((value) => `${option}=${value}`);
  const given = [
    ...splitWords({ text, at }).map((word) => word.text),
    ...asOptions('--allowedTools', [...listed, ...entriesOf('allow')]),
    ...asOptions('--disallowedTools', [...textsAt(action.refuses), ...entriesOf('deny')]),
    ...settings.flatMap((one) => {
      const mode = stringOf(one.get('permissions')?.get('defaultMode'));
      return mode === undefined ? [] : [`--permission-mode=${mode}`];
    }),
  ];
  const agent = programNamed('claude');
  if (!agent) return { tools: [] };
  const { computed, ...tools } = toolsOfProgram({ agent, given }, at, beside);
  const isPart =
    [...lines, ...listed].some(isComputed) ||
    stated.some((one) => isComputed(one) && settingsIn(one) === undefined);
  const isBypassed = optionGiven(bypassOptionsOf('claude'), given) !== undefined;
  return { ...tools, ...(isPart && !isBypassed ? { computed: 'the list of tools' } : {}) };
}

/** Settings that Claude Code applies wherever it works on the checkout, without a question whether to trust it. */
const PROJECT_SETTINGS = { project: '.claude/settings.json', local: '.claude/settings.local.json' };

/** What the settings of the checkout and those of an option allow; what one of them refuses, none allows. */
function projectTools(
  options: readonly string[],
  refused: readonly string[],
  at: Place,
  { isCheckedOut, readBeside }: StepContext,
): Pick<StatedTools, 'ofSettings'> {
  const sources = listsIn(options, ['--setting-sources'])[0]?.split(',');
  const files = Object.entries(PROJECT_SETTINGS).flatMap(([source, file]) =>
    !options.includes('--bare') && sources?.includes(source) !== false ? [file] : [],
  );
  const [given] = listsIn(options, ['--settings']);
  const isText = given?.trim().startsWith('{') === true;
  const named = given === undefined || isText ? [] : [given.replace(/^\.\//, '')];
  const layers = (isCheckedOut() ? [...files, ...named] : []).map((file) => ({
    file,
    text: readBeside(file),
  }));
  if (isText) layers.push({ file: '--settings', text: given });
  const stated = layers.flatMap(({ file, text }) => {
    const permissions = text === undefined ? undefined : settingsIn(text)?.get('permissions');
    return permissions ? [{ file, permissions }] : [];
  });
  const stopped = [
    ...refused,
    ...stated.flatMap(({ permissions }) => ['deny', 'ask'].flatMap((key) => entriesAt(permissions, [key]))),
  ];
  const mode = stated.findLast(({ permissions }) => stringOf(permissions.get('defaultMode')) !== undefined);
  const ofSettings = stated.flatMap(({ file, permissions }) => {
    const isBypassed =
      file === mode?.file && stringOf(permissions.get('defaultMode')) === 'bypassPermissions';
    const tools = isBypassed
      ? [anyCommand(at)]
      : withoutRefused(appliedRules(entriesAt(permissions, ['allow']), at), stopped);
    return tools.length > 0 ? [{ tools, file }] : [];
  });
  return ofSettings.length > 0 ? { ofSettings } : {};
}

/** The tools of lists that allow, without entries that let run nothing which acts. */
const appliedRules = (lists: readonly string[], at: Place): Tool[] =>
  claudeRules(
    lists
      .flatMap((list) => splitRules(list, /[,\s]/))
      .filter(({ text }) => !SKIPPED.test(text))
      .map(({ text }) => text)
      .join(','),
    at,
  );

/** Settings in JSON that inputs of an action state as text, each with its input. */
export const settingsStated = (
  { settings = [] }: AgentAction,
  step: WorkflowStep,
): { root: SyntaxNode; input: Value }[] =>
  settings.flatMap((name) => {
    const input = step.with.get(name);
    const root = input && settingsIn(input.text);
    return root ? [{ root, input }] : [];
  });

/** Settings that an input states, or those of the file of the project that it names. */
const fileOrText = (text: string, readBeside: StepContext['readBeside']): string =>
  /^[\w./-]{1,200}\.json$/.test(text.trim()) ? (readBeside(text.trim().replace(/^\.\//, '')) ?? '') : text;

const GEMINI_SHELL = /^(?:run_shell_command|ShellTool)(?:\((.*)\))?$/;

/** The action starts `gemini --yolo`: every built-in tool runs, unless the settings list those that there are. */
function geminiTools(action: AgentAction, inputs: Values, at: Place): StatedTools {
  const text = (action.settings ?? []).map((input) => textOf(inputs, input)).find((one) => one !== undefined);
  const settings = text === undefined ? undefined : settingsIn(text);
  if (text !== undefined && !settings) return { tools: [], computed: 'the settings' };
  const core = settings?.get('tools')?.get('core') ?? settings?.get('coreTools');
  const excluded = [['tools', 'exclude'], ['excludeTools']].flatMap((path) => entriesAt(settings, path));
  const named = servedTools(settings?.get('mcpServers'), at);
  const isShellOff = excluded.some((one) => GEMINI_SHELL.exec(one)?.[0] !== undefined && !one.includes('('));
  if (core?.kind !== 'array')
    return isShellOff ? { ...BUT_SHELL, tools: named } : { tools: [anyCommand(at), ...named] };
  const tools = core.items().flatMap((item): Tool[] => {
    const name = stringOf(item);
    if (name === undefined) return [];
    const shell = GEMINI_SHELL.exec(name);
    // Built-in tools of the client work on the files of the runner, so their names do not count.
    if (!shell) return [knownTool(name, /write|replace|edit/i.test(name) ? 'change' : 'read', at, UNASKED)];
    if (isShellOff) return [];
    return [shell[1] === undefined ? anyCommand(at) : commandTool(name, shell[1], at, UNASKED)];
  });
  return { tools: [...tools, ...named], ...expansionOf(tools) };
}

/** What an allowed command lets run where the client compares only its beginning, and not what a shell expands after it. */
function expansionOf(tools: readonly Tool[]): Pick<StatedTools, 'acts' | 'expands'> {
  const command = tools.find((tool) => tool.command !== undefined)?.command;
  return command === undefined
    ? {}
    : { acts: `run any command within \`${withoutEnd(command, ' \t:*')}\``, expands: true };
}

/** Tools that entries of servers include by name, else every tool of the server. */
function servedTools(servers: SyntaxNode | undefined, at: Place): Tool[] {
  return (servers?.keys() ?? []).flatMap((server) => {
    const included = servers?.get(server)?.get('includeTools');
    if (included === undefined) {
      const what = { of: 'server', name: server } as const;
      const grant = { who: 'agent', what, setting: 'mcpServers', at } as const;
      return [{ ...toolOf({ name: server, kind: 'mcp' }, at, UNASKED), grant }];
    }
    return included.items().flatMap((item) => {
      const name = stringOf(item);
      return name === undefined ? [] : [toolOf({ name, kind: 'mcp' }, at, UNASKED, server)];
    });
  });
}

/** Codex runs commands in a sandbox without a network, unless an input says otherwise. */
function codexTools(action: AgentAction, inputs: Values, at: Place, { isWindows }: StepContext): StatedTools {
  const bounds = Object.entries(action.bounds ?? {}).flatMap(([input, value]) => {
    const one = inputs.get(input);
    return one?.text === value ? [{ setting: `${input}: ${value}`, at: one.at() }] : [];
  });
  const args = (action.args ?? []).map((input) => textOf(inputs, input) ?? '').join(' ');
  const sandbox = textOf(inputs, 'sandbox');
  const [unbounded] = bounds;
  // As a line of options, or as JSON.
  const isOpen =
    unbounded !== undefined || optionGiven(bypassOptionsOf('codex'), args.split(/[\s,'"[\]]+/)) !== undefined;
  const shell = isOpen ? anyCommand(at) : sandboxedShell(at);
  const isOnlyForm = isWindows && bounds.every(({ setting }) => setting.endsWith(': unsafe'));
  const texts = [sandbox, textOf(inputs, 'safety-strategy'), args];
  return {
    tools: [shell],
    ...(isOpen
      ? {}
      : sandbox === 'read-only'
        ? { acts: 'read the checkout and use the key of its model', isMild: true as const }
        : { acts: SANDBOXED }),
    ...(unbounded ? { unbounded: { ...unbounded, isOnlyForm } } : {}),
    ...(texts.some(isComputed) ? { computed: 'the sandbox' } : {}),
  };
}

const ACTING: ReadonlySet<Reach['of'] | undefined> = new Set<Reach['of']>([
  'commands',
  'everything',
  'built-in',
  'servers',
  'requests',
]);

/** What an agent may do. */
export interface Ability {
  /** In words that complete "can"; left out: it only reads. */
  acts?: string;
  isMild?: true;
  isWhole?: true;
  /** All of it are commands of GitHub or pushes without a target: the token of the job bounds them. */
  isOfToken?: true;
}

/** What the tools of an agent may do. */
export function abilityOf(stated: StatedTools): Ability {
  return (stated.ofSettings ?? []).reduce((all, { tools, file }) => {
    if (all.isWhole || (all.acts !== undefined && !all.isMild && !all.isOfToken)) return all;
    const more = abilityBy({ tools: [...tools] });
    if (more.acts === undefined || (all.acts !== undefined && more.isMild)) return all;
    return { ...more, acts: `${more.acts} (allowed in \`${file}\`)` };
  }, abilityBy(stated));
}

function abilityBy({ tools, acts, isMild }: StatedTools): Ability {
  const acting = tools.filter(isActing);
  const whole = acting.find(
    ({ kind, command, grant }) =>
      (kind === 'shell' && command === undefined) || wideReach(grant) !== undefined,
  );
  const reach = wideReach(whole?.grant);
  if (reach?.of === 'requests') return { acts: 'send requests to any address' };
  if (reach?.of === 'servers') return { acts: 'call every tool of its MCP servers' };
  if (whole) return { acts: 'run any command', isWhole: true };
  const served = tools.flatMap(({ grant }) => (grant?.what.of === 'server' ? [grant.what.name] : []));
  if (acting.length === 0 && served.length > 0)
    return { acts: `call every tool of \`${served[0] ?? ''}\``, isMild: true };
  if (acting.length > 0)
    return { acts: used(acting), ...(acting.every(isOfToken) ? { isOfToken: true as const } : {}) };
  if (acts !== undefined) return { acts, ...(isMild ? { isMild } : {}) };
  const aimless = tools.filter(
    ({ command, oneCommand, effect }) =>
      command?.startsWith('gh ') === true && !oneCommand && !isAimed(command) && effect.effect === 'change',
  );
  return aimless.length > 0 ? { acts: used(aimless), isMild: true } : {};
}

const isActing = ({ grant, openEnded, effect, containedBy, command }: Tool): boolean =>
  (containedBy === undefined ||
    // What a beginning of commands leaves on the machine, one of them does, too.
    (containedBy.by === 'one-form' && readCommand(command ?? '')?.local !== true)) &&
  !isAimed(command) &&
  (openEnded || isIrreversible(effect.effect) || ACTING.has(grant?.what.of));

/** Whether a tool is a command that does what the token of the job may: `gh issue comment`, `git push`. */
const isOfToken = ({ command }: Tool): boolean => /^(?:gh|git push)(?: |$)/.test(command ?? '');

/** Whether a command names the one issue or pull request that it is for: `gh issue comment 1`. */
const isAimed = (command: string | undefined): boolean =>
  /^gh (?:issue|pr) [a-z-]+ \d+\b/.test(command ?? '');

function used(tools: readonly Tool[]): string {
  const names = [
    ...new Set(
      tools.map(({ name, command }) => (command === undefined ? name : withoutEnd(command, ' \t:*'))),
    ),
  ];
  const shown = names.slice(0, 3).map((name) => `\`${name}\``);
  return `use ${shown.join(', ')}${names.length > 3 ? ` and ${String(names.length - 3)} more` : ''}`;
}

/** The entry of a list whose program prints what a shell expands in its words. */
export const expandingIn = (tools: readonly Tool[]): string | undefined =>
  tools.find(({ command, oneCommand }) => command !== undefined && !oneCommand && isExpanding(command))?.name;
