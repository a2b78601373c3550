import { editRemedy, isMet, type McpServer, type NamedValue, type Tool } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { headerValues, stringOf, toolOf } from '../agents/tool.js';
import { readServers, type ServerFormat } from '../servers/server-entries.js';

/** A mode of approval that runs a tool with nobody asked. `auto`, `prompt` and `writes` ask before what may act. */
const UNASKED = 'approve';

/** Reads `[mcp_servers.x]` with the modes of approval of its tools. `approval` is the gate of those without one. */
export function readCodexServers(node: SyntaxNode | undefined, approval: Tool['approval']): McpServer[] {
  const format: ServerFormat = {
    allowKeys: ['enabled_tools'],
    unstated: { state: 'absent' },
    gate: { approval, gateRemedy: { text: 'Set `approval_policy` to `on-request`.' } },
    allowListEdit: (name) => `List them in \`enabled_tools\` of \`[mcp_servers.${name}]\`.`,
  };
  const servers = readServers(node, format);
  for (const server of servers) {
    const entry = node?.get(server.name);
    if (!entry) continue;
    dropDisabled(server, entry);
    readModes(server, entry, entry.get('enabled_tools')?.kind === 'array');
    server.values.push(...tokensOf(entry, ['bearer_token', 'bearer_token_env_var']));
  }
  return servers;
}

/**
 * Tokens under these keys of a table, and the names of variables in `env_http_headers`. Where the name of a variable
 * belongs, only what looks like a token is one.
 */
export function tokensOf(table: SyntaxNode, keys: readonly string[]): NamedValue[] {
  const tokens = keys.flatMap((name): NamedValue[] => {
    const token = table.get(name);
    const value = stringOf(token);
    return token && value !== undefined ? [{ name, value, at: token.at() }] : [];
  });
  const variables = headerValues(table.get('env_http_headers'));
  return [...tokens, ...variables.map((one) => ({ ...one, name: 'env_http_headers' }))];
}

/** `disabled_tools` is taken off the list, whatever that holds. */
function dropDisabled(server: McpServer, entry: SyntaxNode): void {
  const names = new Set((entry.get('disabled_tools')?.items() ?? []).map((item) => stringOf(item)));
  if (names.size === 0 || !isMet(server.allowedTools)) return;
  server.tools = server.tools.filter(({ name }) => !names.has(name));
  server.allowedTools = {
    ...server.allowedTools,
    value: server.allowedTools.value.filter((name) => !names.has(name)),
  };
}

/**
 * Reads `default_tools_approval_mode` and the modes of single tools, of a server or an app. With a list of its tools
 * (`isListed`) each is judged for itself, and a mode of any other tool does nothing.
 */
export function readModes(server: McpServer, entry: SyntaxNode, isListed: boolean, mayAct = true): void {
  const all = entry.get('default_tools_approval_mode');
  if (all && stringOf(all) === UNASKED) {
    const at = all.at();
    if (isListed)
      for (const tool of server.tools)
        gate(tool, UNASKED, all, 'Set `default_tools_approval_mode` to `prompt`');
    else if (mayAct)
      server.wholesale = {
        stated: `default_tools_approval_mode = "${UNASKED}"`,
        at,
        edit: 'Decide which tools may run without approval, and set `approval_mode` of those to `approve`, and `default_tools_approval_mode` to `prompt`.',
      };
  }
  const tools = entry.get('tools');
  const off = new Set((entry.get('disabled_tools')?.items() ?? []).map((item) => stringOf(item)));
  for (const name of tools?.keys() ?? []) {
    const table = tools?.get(name);
    const mode = table?.get('approval_mode');
    const stated = stringOf(mode);
    if (!table || !mode || stated === undefined || off.has(name) || table.get('enabled')?.scalar === false)
      continue;
    let tool = server.tools.find((one) => one.name === name);
    if (!tool) {
      if (isListed) continue;
      tool = toolOf({ name, kind: 'mcp' }, table.at('key'), { state: 'absent' }, server.url ?? server.name);
      server.tools.push(tool);
    }
    gate(tool, stated, mode, `Set \`approval_mode\` of \`${name}\` to \`prompt\``);
  }
}

function gate(tool: Tool, stated: string, mode: SyntaxNode, title: string): void {
  const by = stated === UNASKED ? 'machine' : 'human';
  tool.approval = { state: 'shown', value: { by, stated }, at: mode.at() };
  tool.gateRemedy = editRemedy(title, () => mode.edit()?.replace('prompt'));
}
