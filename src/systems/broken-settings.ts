import { stringOf } from '../dialects/agents/tool.js';
import { isWhole, readRule } from '../dialects/permissions/permission-rules.js';
import type { SettingPattern } from '../facts/gate-defects.js';
import type { SyntaxNode } from '../syntax/node.js';

/** Whether a settings file has what a condition needs. */
export const isConditionMet = (root: SyntaxNode, pattern: SettingPattern): boolean =>
  settingsAt(root, pattern).length > 0 !== (pattern.isUnstated ?? false);

/** The entries of a settings file that a pattern is about. */
export function settingsAt(root: SyntaxNode, pattern: SettingPattern): readonly SyntaxNode[] {
  const found = pattern.path
    .split('.')
    .reduce<readonly SyntaxNode[]>(
      (nodes, key) => nodes.flatMap((one) => (key === '*' ? partsOf(one) : (one.get(key) ?? []))),
      [root],
    );
  const { file } = root.document;
  if (pattern.file !== undefined && file !== pattern.file && !file.endsWith(`/${pattern.file}`)) return [];
  return found.filter((node) => fits(root, node, pattern));
}

const partsOf = (node: SyntaxNode): readonly SyntaxNode[] =>
  node.kind === 'array' ? node.items() : node.keys().flatMap((key) => node.get(key) ?? []);

function fits(
  root: SyntaxNode,
  node: SyntaxNode,
  { starts = '', ends = '', has = '', lacks, is, isText, isServer }: SettingPattern,
): boolean {
  if ((is !== undefined && node.scalar !== is) || (isText && node.kind !== 'string')) return false;
  const text = stringOf(node) ?? '';
  if (isServer) return deniedServers(root, node).length > 0;
  if (starts + ends + has === '') return true;
  const between = text.slice(starts.length, text.length - ends.length);
  if (lacks !== undefined && between.includes(lacks)) return false;
  return text.startsWith(starts) && text.endsWith(ends) && text.includes(has);
}

/** The rules of an entry for every tool of a server, where the list of tools of an agent leaves the server in. */
export function deniedServers(root: SyntaxNode, node: SyntaxNode): readonly string[] {
  const tools = root.get('tools');
  const given = tools && [tools, ...tools.items()].flatMap(rulesIn);
  return rulesIn(node).flatMap((rule) => {
    const isGiven =
      given?.some(({ server, tool }) => (tool === '*' && server === undefined) || server === rule.server) ??
      true;
    return rule.server !== undefined && isWhole(rule) && isGiven ? [rule.text] : [];
  });
}

const rulesIn = (node: SyntaxNode) => (stringOf(node) ?? '').split(',').flatMap((one) => readRule(one) ?? []);
