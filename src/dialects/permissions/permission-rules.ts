import type { Place, Tool, WideReach } from '../../model/index.js';
import { toolOf } from '../agents/tool.js';
import { commandTool } from '../commands/commands.js';
import { globsOf, includes } from '../commands/globs.js';
import { type BuiltInTools, builtIns, type KindOf, toolNamed, wideReachOf } from './built-in.js';
import facts from './claude-tools.json' with { type: 'json' };

/** An entry of a permission list: `Bash(git push:*)`, `Edit`, `mcp__github__create_issue`. */
export interface PermissionRule {
  /** As written. */
  text: string;
  /** The tool that it is about; of an MCP tool the name behind the server. */
  tool: string;
  /** What stands in its brackets. */
  spec?: string;
  /** The server of an MCP tool. */
  server?: string;
}

const kindOf = builtIns(facts.tools);

/** Reads one entry; undefined where it is none. Brackets may hold commas and brackets. */
export function readRule(text: string): PermissionRule | undefined {
  const plain = text.trim();
  if (plain.startsWith('mcp__')) {
    // Claude Code refuses one with brackets, and skips it.
    if (plain.includes('(')) return undefined;
    const [server = '', ...rest] = plain.slice(5).split('__');
    if (server === '') return undefined;
    return { text: plain, tool: rest.length === 0 ? '*' : rest.join('__'), server };
  }
  const bracket = plain.indexOf('(');
  const name = bracket < 0 ? plain : plain.slice(0, bracket);
  if (!/^(?:[A-Za-z][\w.-]{0,100}|\*)$/.test(name)) return undefined;
  if (bracket < 0) return { text: plain, tool: name };
  if (!plain.endsWith(')')) return undefined;
  return { text: plain, tool: name, spec: plain.slice(bracket + 1, -1).trim() };
}

/** Whether an entry stands for all that its tool can do: bare, with a star, or every tool of a server. */
export function isWhole({ tool, spec, server }: PermissionRule): boolean {
  if (server !== undefined) return /^:?\*$/.test(tool);
  if (tool === '*' || spec === undefined || /^(?::?\*|\*\*|domain:\*)?$/.test(spec)) return true;
  return kindOf(tool) === 'edit' && ALL_FILES.test(spec);
}

/** Every file of the project or of the disk: `**`, `/**` from the settings, `//**` from the root of the disk. */
const ALL_FILES = /^(?:\.?\/|\/\/(?:mnt\/)?(?:[A-Za-z]:?\/)?)?\*\*(?:\/\*)?$/;

/** Every file of a person: `~/**`, `//home/**`, `//Users/alex/**`. */
const HOME_FILES = /^(?:~|\/\/(?:home|Users)(?:\/[^/*]+)?)\/\*\*(?:\/\*)?$/;

/** The command of an entry without its star, and whether it is a beginning of commands. */
export function commandOf(spec: string): { command: string; isPrefix: boolean } {
  const isPrefix = spec.endsWith('*');
  if (!isPrefix) return { command: spec.trim(), isPrefix };
  let end = spec.length;
  while (spec.charAt(end - 1) === '*') end--;
  while (/^[:\s]$/.test(spec.charAt(end - 1))) end--;
  return { command: spec.slice(0, end).trim(), isPrefix };
}

/** Comparisons of the entries of one list: so many take less than a second. */
const MOST_COMPARED = 500_000;

/**
 * Tells of entries whether any of these covers them and fits what is asked. Once very many were compared, only the same
 * words cover an entry: of a list of tens of thousands rather more is told than less.
 */
export function coverageBy(
  wides: readonly PermissionRule[],
  fits: (wide: PermissionRule, narrow: PermissionRule) => boolean = () => true,
): (narrow: PermissionRule) => boolean {
  const byText = new Map(wides.map((wide) => [wide.text, wide]));
  const distinct = [...byText.values()];
  let left = MOST_COMPARED;
  return (narrow) => {
    const same = byText.get(narrow.text);
    if (same && fits(same, narrow)) return true;
    left -= distinct.length;
    return left >= 0 && distinct.some((wide) => covers(wide, narrow) && fits(wide, narrow));
  };
}

/** Whether one entry holds for everything that another one stands for. */
export function covers(wide: PermissionRule, narrow: PermissionRule): boolean {
  if (wide.tool === '*' && wide.server === undefined) return true;
  if (wide.server !== undefined && narrow.server !== undefined)
    return includes(wide.server, narrow.server) && (isWhole(wide) || includes(wide.tool, narrow.tool));
  if (wide.server !== narrow.server) return false;
  if (wide.tool !== narrow.tool) return false;
  if (isWhole(wide)) return true;
  if (isWhole(narrow) || wide.spec === undefined || narrow.spec === undefined) return false;
  if (wide.spec === narrow.spec) return true;
  const wides = globsOf(wide.spec);
  return globsOf(narrow.spec).every((one) => wides.some((other) => includes(other, one)));
}

/** An entry by the name that Claude Code has for its tool, where a client has another one. */
export function inClaude(rule: PermissionRule, kindIn: KindOf): PermissionRule {
  const kinds: BuiltInTools = facts.tools;
  const kind = rule.server === undefined && kindOf(rule.tool) === undefined ? kindIn(rule.tool) : undefined;
  const [tool] = (kind && kinds[kind]) ?? [];
  return tool === undefined ? rule : { ...rule, tool };
}

/** What the tool of an entry does. */
export function toolOfRule(rule: PermissionRule, at: Place, approval: Tool['approval']): Tool {
  const { text, tool, spec, server } = rule;
  if (server !== undefined) {
    if (isWhole(rule)) return toolOf({ name: text, kind: 'mcp' }, at, approval);
    return toolOf({ name: tool, kind: 'mcp' }, at, approval, server);
  }
  const kind = kindOf(tool);
  if (kind === 'shell' && spec !== undefined && reachOf(rule) === undefined) {
    const { command, isPrefix } = commandOf(spec);
    const isOne = !isPrefix && !spec.includes('*');
    return commandTool(text, command, at, approval, isOne, isOne ? undefined : spec);
  }
  return toolNamed(text, tool === '*' ? 'shell' : kind, at, approval);
}

/** Nothing but stars, with blanks or the colon of a prefix between them. */
const ANY_WORDS = /^\*(?:[\s:]*\*)*$/;

/** What a whole entry pre-approves; undefined where nothing in it acts. */
export function reachOf(rule: PermissionRule): WideReach | undefined {
  const { tool, spec, server } = rule;
  const kind = kindOf(tool);
  if (kind === 'edit' && spec !== undefined && HOME_FILES.test(spec)) return { of: 'edits', where: 'home' };
  // Any command that has an argument: as a refusal it leaves out those that have none.
  if (kind === 'shell' && ANY_WORDS.test(spec ?? '')) return { of: 'commands' };
  if (!isWhole(rule)) return undefined;
  if (server === '*') return { of: 'servers' };
  if (server !== undefined) return { of: 'server', name: server };
  return tool === '*' ? { of: 'everything' } : wideReachOf(kind);
}

/** The agents that an entry names: `Agent(a, b)`, `Task(a)`. */
export function agentsIn({ tool, spec }: PermissionRule): string[] {
  if (kindOf(tool) !== 'agent' || spec === undefined) return [];
  return spec
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== '*');
}
