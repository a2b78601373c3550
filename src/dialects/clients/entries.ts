import { beginOf } from '../../effects/index.js';
import { programRow, wordsIn } from '../../facts/programs/table.js';
import type { McpServer, Place, Reach, Tool, Unresolved } from '../../model/index.js';
import { knownTool, toolOf } from '../agents/tool.js';
import { commandTool } from '../commands/commands.js';
import { globsOf, includes } from '../commands/globs.js';
import { patternCommand } from '../commands/patterns.js';
import { type KindOf, reachOf, toolNamed } from '../permissions/built-in.js';
import { UNSTATED } from '../permissions/grants.js';
import { unmatched } from '../permissions/ignored-rules.js';
import {
  agentsIn,
  commandOf,
  coverageBy,
  inClaude,
  type PermissionRule,
  reachOf as reachOfRule,
  readRule,
  toolOfRule,
} from '../permissions/permission-rules.js';
import type { EntryForm } from './profile.js';

/** What an entry of a list is about. */
export interface Entry {
  tool: Tool;
  what: Reach;
  /** The beginning of the commands that it is for; left out: that of its tool. */
  start?: string;
  /** The agents that it names. */
  agents?: readonly string[];
}

/** What an entry is read with. */
export interface EntryContext {
  kindOf: KindOf;
  /** What findings call the list. */
  list: string;
  /** The built-in tool in whose settings the list is. */
  builtIn?: string | undefined;
  servers: readonly McpServer[];
  /** The list offers tools, and lets none of them run: an entry for all of a server narrows nothing. */
  isOffer?: true;
}

/** An entry that could not be read, and why. */
export type Unread = Omit<Unresolved, 'at'>;

/** Reads an entry; undefined where it is about nothing that a finding could be on. */
type ReadEntry = (text: string, at: Place, context: EntryContext) => Entry | Unread | undefined;

/** How the entries of each form are read. */
export const ENTRIES: Readonly<Record<EntryForm, ReadEntry>> = {
  rules,
  calls,
  'at-names': atNames,
  'slash-names': slashNames,
  beginnings,
  // An expression that whole commands are compared with.
  expressions: (text, at, context) => expression(text, at, context, true, globOfExpression(text, true)),
  // One that is searched for in a command; without a sign of a pattern it is meant as one command.
  searches: (text, at, context) =>
    expression(text, at, context, !/[*+?|()[\]{}\\]/.test(text), globOfExpression(text)),
  folders,
  'colon-calls': colonCalls,
  'colon-commands': (text, at) => commands(text, colonLine(text), at, false, globOfColons(text)),
  'colon-names': (text, at) => serverEntry(text, at, text),
  'joined-names': joinedNames,
};

/** What a name that ends in a star is for: every tool that begins so, where its words do not say what these do. */
function begunBy({ kind, name, at, server }: Tool, prefix: string): Reach {
  if (kind !== 'mcp' || !name.endsWith('*')) return ONE;
  const first = /^[A-Za-z][a-z]*/.exec(name)?.[0] ?? name;
  const effectOf = (words: string) => toolOf({ name: words, kind }, at, UNSTATED, server).effect;
  // `jira_get_*`: behind a word that names a product.
  const [, whole = first] = /^(.+)[_-]\*$/.exec(name) ?? [];
  const { effect, confidence } = effectOf(whole);
  const known = effectOf(first).confidence !== 'low' || (effect === 'read' && confidence !== 'low');
  return !known && !(name === `${first}*` && beginOf(first) === 'other')
    ? { of: 'names', prefix: prefix.replace(/\*$/, '') }
    : ONE;
}

const WHOLE_SHELL: Reach = { of: 'commands' };
const ONE: Reach = { of: 'tool' };

/** Commands that an entry lets a shell run: those that begin with `line`, or any where it is empty. */
function commands(name: string, line: string, at: Place, isOne: boolean, glob?: string): Entry {
  return line === ''
    ? { tool: toolOf({ name, kind: 'shell' }, at, UNSTATED), what: WHOLE_SHELL }
    : { tool: commandTool(name, line, at, UNSTATED, isOne, glob), what: ONE };
}

function rules(text: string, at: Place, { kindOf, list, isOffer }: EntryContext): Entry | Unread | undefined {
  // What Claude Code skips pre-approves nothing.
  if (!isOffer && (text === 'mcp__*' || (unmatched(text) && !text.startsWith('mcp__')))) return undefined;
  const own = readRule(text);
  const rule = own && inClaude(own, kindOf);
  if (rule?.server === undefined && rule && kindOf(rule.tool) === 'servers')
    return { tool: toolOf({ name: text, kind: 'mcp' }, at, UNSTATED), what: { of: 'servers' } };
  if (rule) {
    const tool = toolOfRule(rule, at, UNSTATED);
    return {
      tool,
      what: reachOfRule(rule) ?? begunBy(tool, rule.text),
      start: commandOf(rule.spec ?? '*').command,
      agents: agentsIn(rule),
    };
  }
  const why = text.startsWith('mcp__')
    ? 'an entry for tools of a server has no brackets, and Claude Code skips it'
    : 'it does not have the form Tool(what)';
  return { what: `an entry of ${list}`, why };
}

function calls(text: string, at: Place, { kindOf }: EntryContext): Entry {
  const name = text.replace(/\(.*$/s, '');
  const isWhole = name === text;
  const kind = kindOf(name);
  const command = kind === 'shell' ? /\((.*)\)$/.exec(text)?.[1] : undefined;
  if (command !== undefined) return { tool: commandTool(text, command, at, UNSTATED), what: ONE };
  return {
    tool: toolNamed(text, kind, at, UNSTATED),
    what: isWhole || kind === 'edit' ? reachOf(kind) : ONE,
  };
}

function atNames(text: string, at: Place, { kindOf, isOffer }: EntryContext): Entry | undefined {
  const [, server, tool] = /^@([\w.-]+)\/(?!\*$)(.+)$/.exec(text) ?? [];
  const isOne = server !== undefined && tool !== undefined && !(isOffer && tool.includes('*'));
  if (isOne) {
    const one = toolOf({ name: tool, kind: 'mcp' }, at, UNSTATED, server);
    return { tool: one, what: begunBy(one, text) };
  }
  if (isOffer && text.startsWith('@')) return undefined;
  const kind = kindOf(text);
  const whole = kind === undefined ? /^@([\w.-]+)(?:\/\*)?$/.exec(text)?.[1] : undefined;
  return {
    tool: toolNamed(text, kind, at, UNSTATED),
    what: whole === undefined ? reachOf(kind) : { of: 'server', name: whole },
  };
}

function slashNames(text: string, at: Place, { kindOf, servers }: EntryContext): Entry {
  const slash = text.indexOf('/');
  const server = slash > 0 ? text.slice(0, slash) : undefined;
  const name = text.slice(slash + 1);
  if (server !== undefined && name !== '*' && servers.some((one) => one.name === server))
    return { tool: toolOf({ name, kind: 'mcp' }, at, UNSTATED, server), what: ONE };
  const kind = kindOf(text);
  if (server === undefined) return { tool: toolNamed(text, kind, at, UNSTATED), what: reachOf(kind) };
  if (kind === undefined) return { tool: toolOf({ name: text, kind: 'mcp' }, at, UNSTATED), what: ONE };
  const tool = toolNamed(text, kind, at, UNSTATED);
  return { tool: tool.kind === 'function' ? { ...tool, kind: 'mcp' } : tool, what: reachOf(kind) };
}

const PLAIN_STAR =
  'VS Code reads a star outside of slashes as a plain sign: no command begins so. A beginning is written without it, as `git status`';

function beginnings(text: string, at: Place, { list }: EntryContext): Entry | Unread {
  const pattern = /^\/(.*)\/[a-z]*$/.exec(text)?.[1];
  if (pattern === undefined && (text.includes('*') || text.endsWith(':')))
    return { what: `the entry \`${text}\` of ${list}`, why: PLAIN_STAR };
  const found = pattern === undefined ? { line: text, isOne: false } : patternCommand(pattern);
  return found === undefined
    ? { what: `the entry \`${text}\` of ${list}`, why: MANY_COMMANDS }
    : // Without both anchors a pattern fits whatever holds it.
      commands(
        text,
        found.line,
        at,
        found.isOne && pattern?.startsWith('^') === true,
        pattern === undefined ? undefined : globOfExpression(pattern),
      );
}

const MANY_COMMANDS = 'it is a pattern of many commands';

/**
 * A star behind a letter repeats that letter, whatever was meant by it: `git status*` fits `git status`, and nothing that
 * has more words.
 */
const REPEATED_END = /^\^?([\w][\w ./-]{0,200}\w):?\*\$?$/;

function expression(
  text: string,
  at: Place,
  { builtIn = '', list }: EntryContext,
  isWhole: boolean,
  glob: string | undefined,
): Entry | Unread {
  const repeated = REPEATED_END.exec(text)?.[1];
  const found = repeated === undefined ? patternCommand(text, isWhole) : { line: repeated, isOne: true };
  return found === undefined
    ? { what: `the entry \`${text}\` of ${list}`, why: MANY_COMMANDS }
    : commands(
        `${builtIn} ${text}`,
        found.line,
        at,
        found.isOne && (repeated !== undefined || glob === undefined),
        repeated === undefined ? glob : undefined,
      );
}

/** An expression that ends within a word, as a pattern with a star: `^kube` and `kube.*` fit `kubectl delete`. */
export function globOfExpression(text: string, isWhole = false): string | undefined {
  const [, stated, any = ''] = /^\^?((?:\w|\\\W)(?:[\w ./-]|\\\W){0,200}?)(\.\*)?\$?$/.exec(text) ?? [];
  const begins = stated?.replaceAll(/\\(\W)/g, '$1');
  const isOpen = any !== '' || (!isWhole && text.startsWith('^') && !text.endsWith('$'));
  return begins !== undefined && isOpen && /[\w./-]$/.test(begins) ? `${begins}*` : undefined;
}

/** Everything below the project, a home directory or the root. */
const EVERY_FILE = /^(?:(?:\.\/|~\/|\/)?\*\*(?:\/\*)?|~\/?|\/)$/;

function folders(text: string, at: Place, { builtIn = '' }: EntryContext): Entry | undefined {
  if (!EVERY_FILE.test(text)) return undefined;
  return { tool: knownTool(`${builtIn} ${text}`, 'change', at, UNSTATED), what: { of: 'edits' } };
}

/** What an entry is for, where it stands for everything. */
const isStar = (text: string) => /^\*{1,2}$/.test(text);

function colonCalls(text: string, at: Place, context: EntryContext): Entry | Unread {
  const [, name, spec] = /^(\w+)\((.*)\)$/.exec(text.trim()) ?? [];
  if (name === undefined || spec === undefined)
    return { what: `an entry of ${context.list}`, why: 'it does not have the form Tool(what)' };
  const kind = context.kindOf(name);
  if (kind === 'shell')
    return { ...commands(text, colonLine(spec), at, false, globOfColons(spec)), start: colonLine(spec) };
  if (kind === undefined && !/^mcp$/i.test(name))
    return {
      what: `the entry \`${text}\` of ${context.list}`,
      why: `the client is not known to have a tool \`${name}\``,
    };
  if (kind === undefined) return serverEntry(spec, at, text);
  const isWhole = isStar(spec) || EVERY_FILE.test(spec);
  return { tool: toolNamed(text, kind, at, UNSTATED), what: isWhole ? reachOf(kind) : ONE };
}

/** `npm:install` and `curl:*` as a beginning of commands. */
const colonLine = (text: string) =>
  isStar(text)
    ? ''
    : text
        .replace(/^([^\s:]+):/, '$1 ')
        .replace(/\s*\*+$/, '')
        .trim();

/** The same as a pattern: behind its program a star stands for any text. */
const globOfColons = (text: string) => text.replace(/^([^\s:]+):/, '$1 ');

/** `server:tool`, `server:*` or `*:*`; `shown`: the whole entry. */
function serverEntry(text: string, at: Place, shown: string): Entry {
  const colon = text.indexOf(':');
  const server = colon < 0 ? text : text.slice(0, colon);
  const name = colon < 0 ? '*' : text.slice(colon + 1);
  if (name !== '*') {
    // One tool of every server is known by the whole entry.
    if (server === '*')
      return { tool: { ...toolOf({ name, kind: 'function' }, at, UNSTATED), name: shown }, what: ONE };
    const tool = toolOf({ name, kind: 'mcp' }, at, UNSTATED, server);
    return { tool, what: begunBy(tool, text) };
  }
  const what: Reach = server !== '*' ? { of: 'server', name: server } : { of: 'servers' };
  return { tool: toolOf({ name: shown, kind: 'mcp' }, at, UNSTATED), what };
}

function joinedNames(text: string, at: Place, { kindOf, servers }: EntryContext): Entry {
  const kind = kindOf(text);
  if (kind !== undefined) return { tool: toolNamed(text, kind, at, UNSTATED), what: reachOf(kind) };
  const prefix = /^mcp_{1,2}/.exec(text)?.[0] ?? '';
  const rest = text.slice(prefix.length);
  const known = servers.find(({ name }) => rest.startsWith(`${name}_`))?.name;
  // Of a server that the file does not state, the name ends at the first line, as most do.
  const end = rest.includes('__')
    ? rest.indexOf('__')
    : prefix === '' || text.endsWith('*')
      ? -1
      : rest.indexOf('_');
  const server = known ?? (end > 0 ? rest.slice(0, end) : undefined);
  if (server === undefined && /^mcp_{1,2}\*$/.test(text))
    return { tool: toolOf({ name: text, kind: 'mcp' }, at, UNSTATED), what: { of: 'servers' } };
  if (server === undefined) {
    const tool = toolOf({ name: text, kind: prefix === '' ? 'function' : 'mcp' }, at, UNSTATED);
    return { tool, what: text.endsWith('*') ? { of: 'names', prefix: text.slice(0, -1) } : ONE };
  }
  const name = rest.slice(server.length).replace(/^_+/, '');
  return name === '*'
    ? { tool: toolOf({ name: text, kind: 'mcp' }, at, UNSTATED), what: { of: 'server', name: server } }
    : { tool: toolOf({ name, kind: 'mcp' }, at, UNSTATED, server), what: ONE };
}

/** Tells whether an entry is covered. */
export type Covers = (text: string) => boolean;

const MOST_CALLS = 500;

/** An expression that fits every text. */
const ANY_TEXT = /^\^?\.[*+]\$?$/;

/** Whether `run_shell_command` or `run_shell_command(git)` covers `run_shell_command(git push)`. */
function coversCall(entry: string, text: string): boolean {
  const [, name, line] = /^([^(]+)(?:\((.*)\))?$/.exec(entry) ?? [];
  const [, called, command = ''] = /^([^(]+)(?:\((.*)\))?$/.exec(text) ?? [];
  return name === called && (line === undefined || command === line || command.startsWith(`${line} `));
}

/** Tells of entries whether any of those that deny or ask covers them: by the same words, and of rules by what they are for. */
export function coverage(form: EntryForm, entries: readonly string[]): Covers {
  if (form !== 'rules') {
    const texts = new Set(entries);
    // `Shell(*)` covers each entry for it; `*:*` covers every tool of a server.
    const whole = new Set(
      form === 'colon-calls'
        ? entries.flatMap((text) => /^(\w+)\((?:\*{1,2}|\*:\*)\)$/.exec(text)?.[1] ?? [])
        : [],
    );
    if (form === 'calls')
      return (text) =>
        texts.has(text) || entries.slice(0, MOST_CALLS).some((entry) => coversCall(entry, text));
    if ((form === 'expressions' || form === 'searches') && entries.some((text) => ANY_TEXT.test(text)))
      return () => true;
    return (text) => texts.has(text) || (whole.size > 0 && whole.has(text.replace(/\(.*$/s, '')));
  }
  const rules = entries.flatMap((text) => readRule(text) ?? []);
  const isCovered = coverageBy(rules);
  return (text) => {
    const rule = readRule(text);
    return rule !== undefined && (isCovered(rule) || refusesActing(rules, rule));
  };
}

/** Whether rules refuse each option with which the program of an entry acts that otherwise reads: `find * -exec *`. */
function refusesActing(rules: readonly PermissionRule[], { tool, spec = '' }: PermissionRule): boolean {
  const program = /^([\w-]+)(?::|\s+)\*+$/.exec(spec)?.[1] ?? '';
  const { readsBut, switches } = programRow(program) ?? {};
  // The program text of `awk` may act without an option.
  const options = switches ? wordsIn(readsBut) : [];
  const globs = rules.flatMap((rule) => (rule.tool === tool && rule.spec ? globsOf(rule.spec) : []));
  return (
    options.length > 0 &&
    options.every((option) => globs.some((glob) => includes(glob, `${program} x ${option} x`)))
  );
}
