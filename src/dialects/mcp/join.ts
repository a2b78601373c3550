import type { AgentSystem, McpServer, Place } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { textsIn } from '../agents/tool.js';
import type { Join, Neighbours } from '../dialect.js';
import { covers, type PermissionRule, readRule } from '../permissions/permission-rules.js';

const SERVER_FILE = /^(.*\/)?\.mcp\.json$/;
const SETTINGS = ['.claude/settings.json', '.claude/settings.local.json'];
const STATES = { allow: 'allowed', ask: 'asked', deny: 'denied' } as const;

/** An entry of a permission list, and where it is. */
interface Entry {
  rule: PermissionRule;
  state: (typeof STATES)[keyof typeof STATES];
  at: Place;
}

const settingsOf = (folder: string) => SETTINGS.map((name) => `${folder}${name}`);

/** A `.mcp.json` with the settings of Claude Code beside it. */
export const join: Join = {
  partnersOf(file) {
    const folder = SERVER_FILE.exec(file);
    return folder ? settingsOf(folder[1] ?? '') : [];
  },
  stated: joinPermissions,
};

/** What the settings say of a server: what `permissions.deny` names is off. What `allow` names runs without a question, and limits nothing. */
function joinPermissions(system: AgentSystem, { files, rootOf }: Neighbours): void {
  const folder = SERVER_FILE.exec(system.file);
  if (!folder) return;
  const roots = settingsOf(folder[1] ?? '').flatMap((path) => {
    // A person's own settings, which git ignores, are no promise of the project's.
    if (path.endsWith('.local.json') && !files.includes(path)) return [];
    return rootOf(path, 'json') ?? [];
  });
  const entriesFor = byServer(roots.flatMap(entriesIn));
  const off = new Set(
    roots.flatMap((root) => textsIn(root.get('disabledMcpjsonServers')).map(({ value }) => value)),
  );
  for (const agent of system.agents) {
    agent.mcpServers = agent.mcpServers.map((server) => ({
      ...server,
      // Claude Code does not start it, whoever else approves of it.
      ...(off.has(server.name) && { disabled: true }),
      ...byEntries(server, entriesFor),
    }));
  }
}

function entriesIn(root: SyntaxNode): Entry[] {
  return (['allow', 'ask', 'deny'] as const).flatMap((key) =>
    (root.get('permissions')?.get(key)?.items() ?? []).flatMap((item): Entry[] => {
      const rule = typeof item.scalar === 'string' ? readRule(item.scalar) : undefined;
      return rule ? [{ rule, state: STATES[key], at: item.at() }] : [];
    }),
  );
}

/** Most entries for servers that a star stands for: each is kept with each server. */
const MOST_FOR_SEVERAL = 100;

/** The entries that may mention a server, by its name, in their order. */
function byServer(entries: readonly Entry[]): (name: string) => readonly Entry[] {
  const named = new Map<string, Entry[]>();
  const several: Entry[] = [];
  for (const entry of entries) {
    const { server } = entry.rule;
    const isOne = server !== undefined && !server.includes('*');
    const list = isOne ? named.get(server) : several;
    if (isOne && !list) named.set(server, [entry]);
    else if (isOne || several.length < MOST_FOR_SEVERAL) list?.push(entry);
  }
  const order = new Map(several.length === 0 ? [] : entries.map((entry, at) => [entry, at]));
  return (name) => {
    const own = named.get(name) ?? [];
    if (several.length === 0) return own;
    return [...own, ...several].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  };
}

/** Reads what the entries say of one server: deny comes first, then ask, then allow. */
function byEntries(
  { name: stated }: McpServer,
  entriesFor: (name: string) => readonly Entry[],
): Partial<McpServer> {
  const name = stated.replace(/[^\w-]/g, '_');
  const every: PermissionRule = { text: `mcp__${name}`, tool: '*', server: name };
  const own = entriesFor(name).filter(({ rule }) =>
    rule.server === undefined ? covers(rule, every) : covers({ ...rule, tool: '*' }, every),
  );
  if (own.length === 0) return {};
  const permissions = own.map(({ rule, state, at }) => ({ tool: rule.tool, state, at }));
  const denied = own.filter(({ state }) => state === 'denied');
  const deniedWhole = denied.find(({ rule }) => covers(rule, every));
  if (deniedWhole) {
    const why = 'the settings beside it deny every tool of it';
    return { permissions, allowedTools: { state: 'shown', value: [], at: deniedWhole.at, why } };
  }
  const whole = own.filter(({ rule }) => covers(rule, every));
  const isAllowed = whole.length > 0 && whole.every(({ state }) => state === 'allowed');
  return { permissions, ...(isAllowed && { letRunWhole: true }) };
}
