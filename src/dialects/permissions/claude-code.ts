import type { Containment, Grant, Place, Remedy, Repair, Tool } from '../../model/index.js';
import { parseDocument } from '../../syntax/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf, textsIn } from '../agents/tool.js';
import { readCommand } from '../commands/commands.js';
import type { ReadBeside } from './claude-hooks.js';
import { granted, UNSTATED } from './grants.js';
import {
  commandOf,
  coverageBy,
  type PermissionRule,
  reachOf,
  readRule,
  toolOfRule,
} from './permission-rules.js';

/** An entry of a list of Claude Code that lets calls run, asks about them or refuses them. */
export interface RuleEntry {
  rule: PermissionRule;
  at: Place;
}

/** The name of a list that pre-approves, and what makes an entry of it require approval. */
export interface PreApproval {
  stated: string;
  /** Who may run what it names; left out: the agent. */
  who?: Grant['who'];
  remedyFor(entry: RuleEntry): Remedy;
}

/** The settings at a path of the project; undefined where there are none that can be read. */
export function settingsAt(path: string, readBeside: ReadBeside | undefined): SyntaxNode | undefined {
  const text = readBeside?.(path);
  return text === undefined ? undefined : parseDocument(path, 'json', text).roots[0];
}

/** The entries of a list of `permissions`. */
export function rulesIn(list: SyntaxNode | undefined): RuleEntry[] {
  return (list?.items() ?? []).flatMap((node) => {
    const rule = readRule(stringOf(node) ?? '');
    return rule ? [{ rule, at: node.at() }] : [];
  });
}

/** Tells of an entry whether `deny` or `ask` of any of these settings, or one of `more`, stands over it. */
export function stoppedBy(
  layers: readonly (SyntaxNode | undefined)[],
  more: readonly PermissionRule[] = [],
): (rule: PermissionRule) => boolean {
  const stopping = ['deny', 'ask'].flatMap((key) =>
    layers.flatMap((one) => rulesIn(one?.get('permissions')?.get(key))),
  );
  return coverageBy([...stopping.map(({ rule }) => rule), ...more]);
}

/** The tools that the entries of one list pre-approve; of two entries with the same words the first. */
export function preApproved(
  allow: readonly RuleEntry[],
  list: PreApproval,
  sandbox: ClientSandbox | undefined,
): Tool[] {
  const first = new Map<string, RuleEntry>();
  for (const entry of allow) if (!first.has(entry.rule.text)) first.set(entry.rule.text, entry);
  return [...first.values()].map((entry) => letRun(entry, list, sandbox));
}

/** The tool that an entry pre-approves. */
export function letRun(
  entry: RuleEntry,
  { stated, who = 'agent', remedyFor }: PreApproval,
  sandbox: ClientSandbox | undefined,
): Tool {
  const { rule, at } = entry;
  const tool = toolOfRule(rule, at, UNSTATED);
  return granted(tool, {
    who,
    what: reachOf(rule) ?? { of: 'tool' },
    setting: stated,
    at,
    ...(holds(sandbox, rule, tool) && { containedBy: SANDBOX }),
    remedy: remedyFor(entry),
  });
}

/** What is listed of an entry that Claude Code does not read as one. */
export function noRule(list: string, text: string): { what: string; why: string } {
  return {
    what: `an entry of ${list}`,
    why: text.startsWith('mcp__')
      ? 'an entry for tools of a server has no brackets, and Claude Code skips it'
      : 'it does not have the form Tool(what)',
  };
}

export const SANDBOX: Containment = { by: 'sandbox', of: 'client' };

/** The sandbox of Claude Code, as far as its settings say what it holds. */
export interface ClientSandbox {
  /** Beginnings of commands that run outside of it, and that do more than read. */
  outside: readonly string[];
  /** Hosts that commands inside reach without a question. */
  reachesHosts: boolean;
}

/** Reads `sandbox`, the nearest settings first, whose switch decides; undefined where it is off. */
export function readSandbox(layers: readonly (SyntaxNode | undefined)[]): ClientSandbox | undefined {
  const all = layers.flatMap((one) => one?.get('sandbox') ?? []);
  const isOn = all.map((one) => one.get('enabled')).find((one) => one !== undefined);
  if (isOn?.scalar !== true) return undefined;
  const excluded = all.flatMap((one) => textsIn(one.get('excludedCommands')));
  return {
    outside: excluded.map(({ value }) => commandOf(value).command).filter(doesMore),
    reachesHosts: all.some((one) => textsIn(one.get('network')?.get('allowedDomains')).length > 0),
  };
}

const doesMore = (command: string) => !['read', 'change'].includes(readCommand(command)?.effect ?? 'read');

/**
 * Whether the sandbox holds what an entry lets run. A command that runs outside of it is not held, and neither is one
 * that is called to reach others (`git push`) where hosts are open.
 */
export function holds(
  sandbox: ClientSandbox | undefined,
  { spec }: PermissionRule,
  { kind, effect, openEnded }: Tool,
): boolean {
  if (!sandbox || kind !== 'shell') return false;
  if (effect.effect === 'outward' && !openEnded && sandbox.reachesHosts) return false;
  const { command } = commandOf(spec ?? '*');
  return !sandbox.outside.some((one) => begins(one, command) || begins(command, one));
}

/** Whether a command begins with the words of another one. */
const begins = (command: string, start: string) =>
  start === '' || (command.startsWith(start) && !/^[\w-]/.test(command.slice(start.length)));

/** Sets a mode of Claude Code back to the one in which it asks for approval. */
export const askAsUsual = (at: Place): Repair => ({
  title: 'Set the mode to `default`',
  edits: () => at.edit?.()?.replace('default'),
});
