import { covers, isWhole, type PermissionRule, readRule } from '../dialects/shared/permission-rules.js';
import type { AgentSystem, McpServer, Place, Workspace } from '../model/index.js';
import { parseDocument, type SyntaxNode } from '../syntax/index.js';

const SERVER_FILE = /^(.*\/)?\.mcp\.json$/;
const SETTINGS = ['.claude/settings.json', '.claude/settings.local.json'];
const STATES = { allow: 'allowed', ask: 'asked', deny: 'denied' } as const;

/** An entry of a permission list, and where it stands. */
interface Entry {
  rule: PermissionRule;
  state: (typeof STATES)[keyof typeof STATES];
  at: Place;
}

/**
 * Joins a `.mcp.json` with the permissions beside it: tools that `permissions.allow` names of a server are what is let
 * run of it, and the rest is asked. They are judged where they stand, in the settings.
 */
export function joinNeighbours(system: AgentSystem, workspace: Workspace): void {
  const folder = system.dialect === 'mcp' ? SERVER_FILE.exec(system.file) : null;
  if (!folder) return;
  const roots = SETTINGS.flatMap((name) => {
    const path = `${folder[1] ?? ''}${name}`;
    // A person's own settings, which git ignores, are no promise of the project's.
    if (name.includes('.local.') && !workspace.files.includes(path)) return [];
    const read = workspace.read(path, system.file);
    return (read.ok && parseDocument(path, 'json', read.text).roots[0]) || [];
  });
  const entries = roots.flatMap(entriesIn);
  const off = new Set(roots.flatMap((root) => textsIn(root.get('disabledMcpjsonServers'))));
  for (const agent of system.agents) {
    for (const server of agent.mcpServers) {
      // Claude Code does not start it, whoever else approves of it.
      if (off.has(server.name)) server.disabled = true;
      joinEntries(server, entries);
    }
  }
}

const textsIn = (list: SyntaxNode | undefined) =>
  (list?.items() ?? []).flatMap(({ scalar }) => (typeof scalar === 'string' ? scalar : []));

function entriesIn(root: SyntaxNode): Entry[] {
  return (['allow', 'ask', 'deny'] as const).flatMap((key) =>
    (root.get('permissions')?.get(key)?.items() ?? []).flatMap((item): Entry[] => {
      const rule = typeof item.scalar === 'string' ? readRule(item.scalar) : undefined;
      return rule ? [{ rule, state: STATES[key], at: item.at() }] : [];
    }),
  );
}

/** Reads what the entries say of one server: deny comes first, then ask, then allow. */
function joinEntries(server: McpServer, entries: readonly Entry[]): void {
  const name = server.name.replace(/[^\w-]/g, '_');
  const every: PermissionRule = { text: `mcp__${name}`, tool: '*', server: name };
  const own = entries.filter(({ rule }) =>
    rule.server === undefined ? covers(rule, every) : covers({ ...rule, tool: '*' }, every),
  );
  if (own.length === 0) return;
  server.permissions = own.map(({ rule, state, at }) => ({ tool: rule.tool, state, at }));
  const denied = own.filter(({ state }) => state === 'denied');
  const deniedWhole = denied.find(({ rule }) => covers(rule, every));
  if (deniedWhole) {
    const why = 'the settings beside it deny every tool of it';
    server.allowedTools = { state: 'shown', value: [], at: deniedWhole.at, why };
    return;
  }
  const allowed = own.filter(
    ({ rule, state }) => state === 'allowed' && !denied.some((one) => covers(one.rule, rule)),
  );
  const whole = own.filter(({ rule }) => covers(rule, every));
  if (whole.length > 0 && whole.every(({ state }) => state === 'allowed')) server.letRunWhole = true;
  for (const { rule, at } of allowed) if (!isWhole(rule)) allowNamed(server, rule.tool, at);
}

function allowNamed(server: McpServer, tool: string, at: Place): void {
  const { allowedTools } = server;
  const names = allowedTools.state === 'shown' ? allowedTools.value : [];
  server.allowedTools = {
    state: 'shown',
    value: [...names, tool],
    at,
    why: 'the tools that `permissions.allow` names run unasked, and the client asks about every other one',
  };
}
