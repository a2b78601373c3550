import type { Place, Remedy, Tool } from '../../model/index.js';
import { parseDocument } from '../../syntax/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import type { ReadBeside } from './claude-hooks.js';
import { type ClientSandbox, holds, SANDBOX } from './client-sandbox.js';
import { coverageBy, type PermissionRule, readRule, toolOfRule, wholesaleOf } from './permission-rules.js';
import { stringOf } from './tool.js';

/** An entry of a list of Claude Code that lets calls run, asks about them or refuses them. */
export interface RuleEntry {
  rule: PermissionRule;
  at: Place;
}

/** The name of a list that pre-approves, and what makes an entry of it require approval. */
export interface PreApproval {
  stated: string;
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
  { stated, remedyFor }: PreApproval,
  sandbox: ClientSandbox | undefined,
): Tool {
  const { rule, at } = entry;
  const tool = toolOfRule(rule, at, { state: 'shown', value: { by: 'machine', stated }, at });
  const whole = wholesaleOf(rule);
  if (whole !== undefined) tool.wholesale = whole;
  if (holds(sandbox, rule, tool)) tool.contained = SANDBOX;
  tool.gateRemedy = remedyFor(entry);
  return tool;
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
