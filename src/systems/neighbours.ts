import { readRule } from '../dialects/shared/permission-rules.js';
import type { AgentSystem, Workspace } from '../model/index.js';
import { parseDocument, type SyntaxNode } from '../syntax/index.js';

const SERVER_FILE = /^(.*\/)?\.mcp\.json$/;
const SETTINGS = ['.claude/settings.json', '.claude/settings.local.json'];

/**
 * Joins a `.mcp.json` with the permissions beside it: tools that `permissions.allow` names of a server are what is let
 * run of it, and the rest is asked. They are judged where they stand, in the settings.
 */
export function joinNeighbours(system: AgentSystem, workspace: Workspace): void {
  const folder = system.dialect === 'mcp' ? SERVER_FILE.exec(system.file) : null;
  if (!folder) return;
  for (const name of SETTINGS) {
    const path = `${folder[1] ?? ''}${name}`;
    const read = workspace.read(path, system.file);
    const root = read.ok ? parseDocument(path, 'json', read.text).roots[0] : undefined;
    for (const [list, state] of [
      ['allow', 'allowed'],
      ['ask', 'asked'],
      ['deny', 'denied'],
    ] as const)
      for (const item of root?.get('permissions')?.get(list)?.items() ?? []) joinRule(system, item, state);
  }
}

function joinRule(system: AgentSystem, item: SyntaxNode, state: 'allowed' | 'asked' | 'denied'): void {
  const rule = typeof item.scalar === 'string' ? readRule(item.scalar) : undefined;
  if (rule?.server === undefined) return;
  for (const agent of system.agents) {
    const server = agent.mcpServers.find(({ name }) => name.replace(/[^\w-]/g, '_') === rule.server);
    if (!server) continue;
    server.permissions = [...(server.permissions ?? []), { tool: rule.tool, state, at: item.at() }];
    if (state !== 'allowed' || /^:?\*$/.test(rule.tool)) continue;
    const { allowedTools } = server;
    const names = allowedTools.state === 'shown' ? allowedTools.value : [];
    server.allowedTools = {
      state: 'shown',
      value: [...names, rule.tool],
      at: item.at(),
      why: 'the tools that `permissions.allow` names run unasked, and the client asks about every other one',
    };
  }
}
